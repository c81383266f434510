//! Stores the analysis of a session under a name, and lists the stored games and analyses.

use super::exchange;
use super::host::{HeldName, NameProblem, Shelf};
use super::message::{FailureCode, GameText, Reply, WrittenGame};
use super::session::{Desk, Done, Refused, refuse};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The name under which a session stores its analysis, if it is stored.
#[derive(Debug, Default)]
pub(super) struct KeptAnalysis(Option<Box<dyn HeldName>>);

impl KeptAnalysis {
    /// Stores an analysis under the given name or, without one, under its current name or a generated one.
    pub(super) fn keep(&mut self, name: Option<String>, game: &WrittenGame, desk: &Desk) -> Done {
        let text = exchange::pgn(game)?;
        let storage = desk.host.storage();
        let own = self.0.as_ref().map(|held| held.name().to_owned());
        let new = match name.filter(|name| own.as_ref() != Some(name)) {
            Some(name) => {
                let held = storage.clone().hold_new(Shelf::Analyses, &name, &desk.holder);
                Some(held.map_err(|problem| name_failure(problem, &name))?)
            }
            None if own.is_none() => Some(new_name(Shelf::Analyses, desk)?),
            None => None,
        };
        let held = new.as_ref().or(self.0.as_ref());
        let Some(held) = held else { return Ok(None) };
        storage
            .files(&desk.holder)
            .write(&held.path(), &text)
            .map_err(|error| refuse(FailureCode::File, error.localize()))?;
        let name = held.name().to_owned();
        if let Some(new) = new
            && let Some(last) = self.0.replace(new)
        {
            // The new file contains everything in the old one.
            last.delete();
        }
        Ok(Some(Reply::Name { name }))
    }

    /// Opens a stored analysis, and stores changes under its name from then on.
    pub(super) fn load(&mut self, name: &str, desk: &Desk) -> Done {
        let held = desk.host.storage().hold(Shelf::Analyses, name, &desk.holder);
        let held = held.map_err(|problem| name_failure(problem, name))?;
        let bytes = held.read().map_err(|error| refuse(FailureCode::File, error.localize()))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let file = GameText { name: Some(format!("{name}.pgn")), text: Some(text), base64: None };
        let games = exchange::read(&file)?;
        self.0 = Some(held);
        Ok(games)
    }

    /// If another session has taken over the analysis, releases its name and returns it.
    pub(super) fn lost(&mut self) -> Option<String> {
        self.0.take_if(|held| held.is_lost()).map(|held| held.name().to_owned())
    }
}

/// Lists the files on a shelf.
pub(super) fn list(shelf: Shelf, desk: &Desk) -> Done {
    let games = desk.host.storage().list(shelf);
    let games = games.map_err(|error| refuse(FailureCode::File, error.localize()))?;
    Ok(Some(Reply::Saved { games }))
}

/// Reserves a generated name.
pub(super) fn new_name(shelf: Shelf, desk: &Desk) -> Result<Box<dyn HeldName>, Refused> {
    let name = desk.host.storage().new_name(shelf, &desk.holder);
    name.map_err(|error| refuse(FailureCode::File, error.localize()))
}

/// Describes why a name cannot be used.
pub(super) fn name_failure(problem: NameProblem, name: &str) -> Refused {
    let (code, text) = match problem {
        NameProblem::Bad(most) => (FailureCode::BadValue, tr!("serve-name-bad", most = most)),
        NameProblem::Exists => (FailureCode::Exists, tr!("serve-name-exists", name = name)),
        NameProblem::Missing => (FailureCode::Unknown, tr!("serve-name-missing", name = name)),
    };
    refuse(code, text)
}
