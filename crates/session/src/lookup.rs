//! Queries endgame tables or a cloud database about a position, when the user requests it.

use std::sync::Arc;

use super::message::{FailureCode, KnownMove, LookupName, Reply};
use super::session::{Desk, Done, Refused, Source, refuse};
use chuhe_engine::board::Position;
use chuhe_localize as locale;
use chuhe_localize::tr;

/// A source of information about positions. A query may take as long as a network request.
pub trait Lookup: std::fmt::Debug + Send + Sync {
    /// The known moves, best first, with texts in the language of the thread.
    ///
    /// # Errors
    /// Returns the reason why nothing is known, in the language of the thread.
    fn moves(&self, position: &Position) -> Result<Vec<KnownMove>, String>;
}

/// The current query of a session. There is at most one at a time.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    is_asking: bool,
}

impl Lookups {
    /// Queries a source about a position, in the background.
    pub(super) fn ask(
        &mut self,
        id: u64,
        whom: LookupName,
        position: Position,
        desk: &Desk,
    ) -> Done {
        let nobody = || refuse(FailureCode::Unknown, tr!("serve-no-lookup"));
        let lookup: Arc<dyn Lookup> = desk.host.lookup(whom).ok_or_else(nobody)?;
        if self.is_asking {
            return Err(refuse(FailureCode::Busy, tr!("serve-lookup-busy")));
        }
        let (inbox, language) = (desk.inbox.clone(), locale::current());
        let work = move || {
            let found = locale::with(language, || lookup.moves(&position));
            inbox.report(Source::Lookup(id, found));
        };
        let spawned = desk.host.spawn("lookup", Box::new(work));
        spawned.map_err(|error| refuse(FailureCode::Busy, error))?;
        self.is_asking = true;
        Ok(None)
    }

    /// Passes the result on to the page.
    pub(super) fn hear(&mut self, id: u64, found: Result<Vec<KnownMove>, String>, desk: &Desk) {
        self.is_asking = false;
        let answer: Result<Reply, Refused> = match found {
            Ok(known) => Ok(Reply::Known { known }),
            Err(text) => Err(refuse(FailureCode::Unknown, text)),
        };
        desk.answer(id, answer);
    }
}
