//! Queries endgame tables or a cloud database about a position, when the user requests it.

use super::host::HostError;
use super::inbox::Source;
use super::message::{FailureCode, KnownMove, LookupName, Reply};
use super::session::{Context, Done, refuse};
use chuhe_engine::board::Position;
use chuhe_localize as locale;
use chuhe_localize::tr;

/// A source of information about positions. A query may take as long as a network request.
pub trait Lookup: std::fmt::Debug + Send + Sync {
    /// The known moves, best first, with texts in the language of the thread; `None` if the position is unknown.
    ///
    /// # Errors
    /// If the source cannot be queried.
    fn moves(&self, position: &Position) -> Result<Option<Vec<KnownMove>>, HostError>;
}

/// The current query of a session. There is at most one at a time.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    is_running: bool,
}

impl Lookups {
    /// Queries a source about a position, in the background.
    pub(super) fn start(
        &mut self,
        id: u64,
        whom: LookupName,
        position: Position,
        context: &Context,
    ) -> Done {
        let Some(lookup) = context.host.lookup(whom) else {
            return Err(refuse(FailureCode::Unknown, tr!("serve-no-lookup")));
        };
        if self.is_running {
            return Err(refuse(FailureCode::Busy, tr!("serve-lookup-busy")));
        }
        let (inbox, language) = (context.inbox.clone(), locale::current());
        let work = Box::new(move || {
            let found = locale::with(language, || lookup.moves(&position));
            inbox.report(Source::Lookup(id, whom, found));
        });
        context.host.spawn("lookup", work).map_err(|error| refuse(FailureCode::Busy, error))?;
        self.is_running = true;
        Ok(None)
    }

    /// Passes the result on to the page.
    pub(super) fn handle(
        &mut self,
        id: u64,
        whom: LookupName,
        found: Result<Option<Vec<KnownMove>>, HostError>,
        context: &Context,
    ) {
        self.is_running = false;
        let text = match (found, whom) {
            (Ok(Some(known)), _) => return context.answer(id, Ok(Reply::Known { known })),
            (Ok(None), LookupName::Tables) => tr!("serve-tables-nothing"),
            (Ok(None), LookupName::Cloud) => tr!("serve-cloud-nothing"),
            (Err(error), _) => error.localize(),
        };
        context.answer(id, Err(refuse(FailureCode::Unknown, text)));
    }
}
