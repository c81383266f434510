//! The sources that pages can query about a position: the server's endgame tables, and a remote database if one is
//! configured.

use std::sync::Arc;

use super::{ServeError, Settings};
use chuhe_engine::board::Position;
use chuhe_engine::tables::{TableValue, Tables};
use chuhe_localize::Localize;
use chuhe_review::picture::page::ScoreReport;
use chuhe_session::message::{KnownMove, LookupName};
use chuhe_session::written::written_move;
use chuhe_session::{HostError, Lookup};

/// The sources that are available.
#[derive(Debug)]
pub(super) struct Lookups {
    tables: Option<Arc<dyn Lookup>>,
    cloud: Option<Arc<dyn Lookup>>,
}

#[derive(Debug)]
struct OfTables(Tables);

impl Lookups {
    pub(super) fn open(settings: &Settings) -> Result<Self, ServeError> {
        let tables = settings.tables.as_deref().map(Tables::open).transpose()?;
        let tables = tables.map(|tables| Arc::new(OfTables(tables)) as _);
        Ok(Self { tables, cloud: settings.cloud.clone() })
    }

    pub(super) fn of(&self, name: LookupName) -> Option<Arc<dyn Lookup>> {
        match name {
            LookupName::Tables => self.tables.clone(),
            LookupName::Cloud => self.cloud.clone(),
        }
    }

    /// The names of the sources.
    pub(super) fn names(&self) -> Vec<LookupName> {
        let all = [LookupName::Tables, LookupName::Cloud];
        all.into_iter().filter(|&name| self.of(name).is_some()).collect()
    }
}

impl Lookup for OfTables {
    fn moves(&self, position: &Position) -> Result<Option<Vec<KnownMove>>, HostError> {
        let Some(moves) = self.0.moves(position)? else { return Ok(None) };
        let known = moves.into_iter().map(|(mv, value)| KnownMove {
            mv: written_move(position, mv),
            red_score: (value == TableValue::Draw).then_some(ScoreReport::Cp(0)),
            text: value.localize(),
        });
        Ok(Some(known.collect()))
    }
}
