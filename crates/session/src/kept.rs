//! Stores the analysis of a session under a name, and lists the stored games and analyses.

use std::io::{self, ErrorKind};
use std::sync::Arc;

use super::exchange;
use super::host::{Lease, NameProblem, StoredKind};
use super::message::{Failure, FailureCode, GameText, Reply, WrittenGame};
use super::names::NAME_CHARACTERS;
use super::session::{Context, Done, refuse};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The name under which a session stores its analysis, if it is stored.
#[derive(Debug, Default)]
pub(super) struct KeptAnalysis(Option<Arc<dyn Lease>>);

impl KeptAnalysis {
    /// Stores an analysis under the given name or, without one, under its current name or a generated one.
    pub(super) fn keep(
        &mut self,
        name: Option<String>,
        game: &WrittenGame,
        context: &Context,
    ) -> Done {
        let text = exchange::pgn(game)?;
        let lease = match &self.0 {
            Some(last) if name.as_deref().is_none_or(|name| name == last.name()) => last.clone(),
            _ => create(StoredKind::Analyses, name, context)?,
        };
        lease
            .write(&lease.path(), &text)
            .map_err(|error| refuse(FailureCode::File, error.localize()))?;
        let name = lease.name().to_owned();
        if let Some(last) = self.0.replace(lease)
            && last.name() != name
        {
            // The new file contains everything in the old one.
            last.delete();
        }
        Ok(Some(Reply::Name { name }))
    }

    /// Opens a stored analysis, and stores changes under its name from then on.
    pub(super) fn load(&mut self, name: &str, context: &Context) -> Done {
        let lease = open(StoredKind::Analyses, name, context)?;
        let games = view(StoredKind::Analyses, name, context)?;
        self.0 = Some(lease);
        Ok(games)
    }

    /// Whether this is the analysis.
    pub(super) fn holds(&self, kind: StoredKind, name: &str) -> bool {
        kind == StoredKind::Analyses && self.0.as_ref().is_some_and(|held| held.name() == name)
    }

    /// Renames a stored file, and returns its new lease.
    pub(super) fn rename(
        &mut self,
        kind: StoredKind,
        name: &str,
        to: String,
        context: &Context,
    ) -> Result<Arc<dyn Lease>, Failure> {
        let last = open(kind, name, context)?;
        let text = context.host.store().read(kind, name);
        let text = text.and_then(|text| String::from_utf8(text).map_err(io::Error::other));
        let text = text.map_err(|error| refuse(FailureCode::File, error.localize()))?;
        let lease = create(kind, Some(to), context)?;
        lease
            .write(&lease.path(), &text)
            .map_err(|error| refuse(FailureCode::File, error.localize()))?;
        delete(&*last)?;
        if self.holds(kind, name) {
            self.0 = Some(lease.clone());
        }
        Ok(lease)
    }

    /// If another session has taken over the analysis, releases its name and returns it.
    pub(super) fn lost(&mut self) -> Option<String> {
        self.0.take_if(|held| held.is_lost()).map(|held| held.name().to_owned())
    }
}

/// The contents of a stored file.
pub(super) fn bytes_of(
    kind: StoredKind,
    name: &str,
    context: &Context,
) -> Result<Vec<u8>, Failure> {
    context.host.store().read(kind, name).map_err(|error| match error.kind() {
        ErrorKind::NotFound => name_failure(NameProblem::Missing, name),
        _ => refuse(FailureCode::File, error.localize()),
    })
}

/// Reads a stored file, and leaves it to its owner.
pub(super) fn view(kind: StoredKind, name: &str, context: &Context) -> Done {
    let bytes = bytes_of(kind, name, context)?;
    let text = Some(String::from_utf8_lossy(&bytes).into_owned());
    let file = GameText { name: Some(format!("{name}.pgn")), text, base64: None };
    exchange::read(file, &*context.host).map(Some)
}

/// Deletes a stored file.
pub(super) fn delete(lease: &dyn Lease) -> Result<(), Failure> {
    lease.delete();
    if lease.exists(&lease.path()) {
        return Err(refuse(FailureCode::File, tr!("serve-name-undeleted", name = lease.name())));
    }
    Ok(())
}

/// Lists the stored files of a kind.
pub(super) fn list(kind: StoredKind, context: &Context) -> Done {
    let games = context.host.store().list(kind, &context.holder);
    let games = games.map_err(|error| refuse(FailureCode::File, error.localize()))?;
    Ok(Some(Reply::Saved { games }))
}

/// Leases an unused name or, if none is given, a generated one.
pub(super) fn create(
    kind: StoredKind,
    name: Option<String>,
    context: &Context,
) -> Result<Arc<dyn Lease>, Failure> {
    let is_generated = name.is_none();
    let mut name = name.unwrap_or_else(|| kind.new_name());
    loop {
        match context.host.store().create(kind, &name, &context.holder) {
            Err(NameProblem::Exists) if is_generated => name = kind.new_name(),
            created => return created.map_err(|problem| name_failure(problem, &name)),
        }
    }
}

/// Leases the name of an existing file.
pub(super) fn open(
    kind: StoredKind,
    name: &str,
    context: &Context,
) -> Result<Arc<dyn Lease>, Failure> {
    let lease = context.host.store().open(kind, name, &context.holder);
    lease.map_err(|problem| name_failure(problem, name))
}

/// Describes why a name cannot be used.
fn name_failure(problem: NameProblem, name: &str) -> Failure {
    let (code, text) = match problem {
        NameProblem::Bad => (FailureCode::BadValue, tr!("serve-name-bad", most = NAME_CHARACTERS)),
        NameProblem::Exists => (FailureCode::Exists, tr!("serve-name-exists", name = name)),
        NameProblem::Missing => (FailureCode::Unknown, tr!("serve-name-missing", name = name)),
        NameProblem::NotYours => (FailureCode::NotYours, tr!("serve-name-not-yours", name = name)),
    };
    refuse(code, text)
}
