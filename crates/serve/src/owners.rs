//! Who may change the files in the data folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use chuhe_session::{Holder, StoredKind};
use chuhe_util::files;
use sha2::{Digest, Sha256};

/// The name of the file in the data folder.
const FILE: &str = "owners.json";

/// The owners of games and analyses: the digests of the clients' secrets, by shelf and name. Files without an owner
/// belong to everyone.
#[derive(Debug)]
pub(super) struct Owners {
    path: PathBuf,
    digests: BTreeMap<(StoredKind, String), String>,
    is_saved: bool,
}

/// Owners as they are to be saved.
#[derive(Debug)]
pub(super) struct UnsavedOwners {
    path: PathBuf,
    text: Vec<u8>,
}

impl Owners {
    /// Reads the owners of the files for which `exists` is true.
    pub(super) fn open(
        folder: &Path,
        exists: impl Fn(StoredKind, &str) -> bool,
    ) -> Result<Self, (PathBuf, io::Error)> {
        let path = folder.join(FILE);
        let read = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::from),
        };
        let digests: Vec<((StoredKind, String), String)> = match read {
            Ok(digests) => digests,
            Err(error) => return Err((path, error)),
        };
        let digests = digests.into_iter().filter(|((shelf, name), _)| exists(*shelf, name));
        Ok(Self { path, digests: digests.collect(), is_saved: true })
    }

    /// Whether a session may change a file.
    pub(super) fn admit(&self, shelf: StoredKind, name: &str, holder: &Holder) -> bool {
        let owner = self.digests.get(&(shelf, name.to_owned()));
        owner.is_none_or(|owner| digest(holder).as_ref() == Some(owner))
    }

    /// Gives a file to the owner of a session.
    pub(super) fn give(&mut self, shelf: StoredKind, name: &str, holder: &Holder) {
        let key = (shelf, name.to_owned());
        let new = digest(holder);
        let old = self.digests.get(&key);
        if old == new.as_ref() {
            return;
        }
        match new {
            Some(new) => drop(self.digests.insert(key, new)),
            None => drop(self.digests.remove(&key)),
        }
        self.is_saved = false;
    }

    /// Records that a file was deleted.
    pub(super) fn forget(&mut self, shelf: StoredKind, name: &str) {
        let old = self.digests.remove(&(shelf, name.to_owned()));
        self.is_saved &= old.is_none();
    }

    /// The owners, if they have changed since the last call.
    pub(super) fn take_unsaved(&mut self) -> Option<UnsavedOwners> {
        if mem::replace(&mut self.is_saved, true) {
            return None;
        }
        let all: Vec<_> = self.digests.iter().collect();
        let text = serde_json::to_vec(&all).unwrap_or_default();
        Some(UnsavedOwners { path: self.path.clone(), text })
    }
}

impl UnsavedOwners {
    /// Writes the file.
    pub(super) fn save(&self) {
        if let Err(error) = files::write_whole(&self.path, &self.text) {
            log::warn!("{}: {}", self.path.display(), files::reason(&error));
        }
    }
}

/// The digest of the secret of a session's owner.
fn digest(holder: &Holder) -> Option<String> {
    Some(format!("{:x}", Sha256::digest(holder.owner()?)))
}
