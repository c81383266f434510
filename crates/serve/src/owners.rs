//! Who may change the files in the data folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
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
        Ok(Self { path, digests: digests.collect() })
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
        self.save();
    }

    /// Records that a file was deleted.
    pub(super) fn forget(&mut self, shelf: StoredKind, name: &str) {
        if self.digests.remove(&(shelf, name.to_owned())).is_some() {
            self.save();
        }
    }

    /// Saves the owners. If that fails, they are known until the server ends.
    fn save(&self) {
        let all: Vec<_> = self.digests.iter().collect();
        let text = serde_json::to_vec(&all).unwrap_or_default();
        if let Err(error) = files::write_whole(&self.path, &text) {
            log::warn!("{}: {}", self.path.display(), files::reason(&error));
        }
    }
}

/// The digest of the secret of a session's owner.
fn digest(holder: &Holder) -> Option<String> {
    Some(format!("{:x}", Sha256::digest(holder.owner()?)))
}
