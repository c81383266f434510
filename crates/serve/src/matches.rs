//! The folders of matches that pages may watch: `matches` in the data folder, and folders given when the server was
//! started. No other folders are read, and links that lead out of these are not followed.
//!
//! Pages that watch the same match share one reader.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{ServeError, random_word};
use chuhe_arena::{JOURNAL_FILE, MatchReader, ReaderError};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_session::message::ListedMatch;

/// The folder of matches within the data folder.
const DATA_MATCHES: &str = "matches";
/// The maximum number of matches listed, and the maximum number of entries examined in each folder.
const LISTED: usize = 200;
const LOOKED_AT: usize = 5000;
/// How long a list stays valid.
const LIST_AGE: Duration = Duration::from_secs(1);
/// The minimum time between two checks of a folder.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The folders in which matches are found.
#[derive(Debug)]
pub(super) struct Matches {
    roots: Vec<Root>,
    /// The matches being watched.
    open: Mutex<HashMap<PathBuf, Weak<Watched>>>,
    list: Mutex<Option<(Instant, Vec<ListedMatch>)>>,
}

/// A folder that contains one match or several.
#[derive(Debug)]
struct Root {
    /// The name of the folder on the page.
    label: String,
    path: PathBuf,
}

/// A match that pages watch.
#[derive(Debug)]
pub(super) struct Watched {
    folder: PathBuf,
    look: Mutex<Look>,
}

/// The result of checking a folder.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) reader: MatchReader,
    /// Whether part of the journal is still unread.
    pub(super) has_more: bool,
    /// Why the folder could not be read.
    pub(super) error: Option<ReaderError>,
    at: Option<Instant>,
}

impl Matches {
    /// Uses the matches in the data folder and in `others`, which must be existing folders.
    pub(super) fn new(data: &Path, others: &[PathBuf]) -> Result<Self, ServeError> {
        let mut roots: Vec<Root> = Vec::new();
        for path in others {
            let fail = |error| ServeError::Folder { path: path.clone(), error };
            let path = fs::canonicalize(path).map_err(fail)?;
            chuhe_util::files::read_folder(&path).map_err(fail)?;
            let label = label(&path, &roots);
            if roots.iter().all(|root| root.path != path) {
                roots.push(Root { label, path });
            }
        }
        let path = data.join(DATA_MATCHES);
        let path = fs::canonicalize(&path).unwrap_or(path);
        let label = label(&path, &roots);
        // New matches are created in the last folder, so the data folder is moved to the end even if the user also
        // named it.
        let named = roots.iter().position(|root| root.path == path);
        let own = named.map(|at| roots.remove(at)).unwrap_or(Root { label, path });
        roots.push(own);
        Ok(Self { roots, open: Mutex::default(), list: Mutex::default() })
    }

    /// Lists the matches: those in progress first, then the others, newest first.
    pub(super) fn list(&self) -> Vec<ListedMatch> {
        let mut kept = locked(&self.list);
        if let Some((at, list)) = kept.as_ref()
            && at.elapsed() < LIST_AGE
        {
            return list.clone();
        }
        let list = self.look_for_matches();
        *kept = Some((Instant::now(), list.clone()));
        list
    }

    fn look_for_matches(&self) -> Vec<ListedMatch> {
        let mut found: Vec<(SystemTime, String, PathBuf)> = Vec::new();
        for root in &self.roots {
            let inside = fs::read_dir(&root.path).into_iter().flatten().take(LOOKED_AT).flatten();
            let inside = inside.filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                Some((format!("{}/{name}", root.label), entry.path()))
            });
            for (folder, path) in inside.chain([(root.label.clone(), root.path.clone())]) {
                let journal = fs::symlink_metadata(path.join(JOURNAL_FILE));
                if let Ok(changed) = journal.and_then(|found| found.modified())
                    && is_folder(&path)
                {
                    found.push((changed, folder, path));
                }
            }
        }
        found.sort_by(|one, other| other.cmp(one));
        let listed = found.into_iter().take(LISTED).filter_map(|(_, folder, path)| {
            let seen = MatchReader::glance(&path).ok()?;
            let changed = seen.changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            Some(ListedMatch {
                folder,
                names: seen.names,
                running: seen.is_running,
                played: seen.played,
                scheduled: seen.scheduled,
                changed,
            })
        });
        let mut listed: Vec<ListedMatch> = listed.collect();
        listed.sort_by_key(|it| !it.running);
        listed
    }

    /// Creates a folder for a match in the data folder. Returns its name in the list and its path.
    pub(super) fn new_folder(&self) -> io::Result<(String, PathBuf)> {
        let root = self.roots.last().ok_or(io::ErrorKind::NotFound)?;
        fs::create_dir_all(&root.path)?;
        loop {
            let day = jiff::Timestamp::now().strftime("%Y-%m-%d %H%M%S");
            let name = format!("{day} {}", &random_word()?[..6]);
            match fs::create_dir(root.path.join(&name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    return made.map(|()| (format!("{}/{name}", root.label), root.path.join(name)));
                }
            }
        }
    }

    /// The path of the folder of a match that was started by a page; `None` for other folders.
    pub(super) fn own_path(&self, folder: &str) -> Option<PathBuf> {
        let path = self.path(folder).filter(|path| is_folder(path))?;
        let root = self.roots.last()?;
        (path.parent() == Some(&root.path)).then_some(path)
    }

    /// Opens a match from the list. Returns `None` if there is no such folder.
    pub(super) fn open(&self, folder: &str) -> Option<Arc<Watched>> {
        let path = self.path(folder).filter(|path| is_folder(path))?;
        let mut open = locked(&self.open);
        if let Some(watched) = open.get(&path).and_then(Weak::upgrade) {
            return Some(watched);
        }
        open.retain(|_, watched| watched.strong_count() > 0);
        let reader = MatchReader::new(&path);
        let look = Mutex::new(Look { reader, has_more: false, error: None, at: None });
        let watched = Arc::new(Watched { folder: path.clone(), look });
        open.insert(path, Arc::downgrade(&watched));
        Some(watched)
    }

    /// The path of a folder, or `None` if it might be outside the roots.
    fn path(&self, folder: &str) -> Option<PathBuf> {
        let (label, name) = match folder.split_once('/') {
            Some((label, name)) => (label, Some(name)),
            None => (folder, None),
        };
        let root = self.roots.iter().find(|root| root.label == label)?;
        let Some(name) = name else { return Some(root.path.clone()) };
        let mut parts = Path::new(name).components();
        let is_name = parts.next() == Some(Component::Normal(OsStr::new(name)));
        (is_name && parts.next().is_none()).then(|| root.path.join(name))
    }
}

impl Watched {
    /// Checks the folder, unless that has just been done, and returns the result.
    pub(super) fn look(&self) -> MutexGuard<'_, Look> {
        let mut look = locked(&self.look);
        // The result stays valid for slightly less than the interval between a session's checks. Otherwise, a session
        // might get the previous result again and receive news one interval late.
        let is_fresh = look.at.is_some_and(|at| at.elapsed() < LOOK_EVERY * 4 / 5);
        if is_fresh && !look.has_more {
            return look;
        }
        let outcome = if is_folder(&self.folder) {
            look.reader.refresh()
        } else {
            let error = io::Error::from(io::ErrorKind::NotFound);
            Err(ReaderError::Io { path: self.folder.clone(), error })
        };
        (look.has_more, look.error) = match outcome {
            Ok(has_more) => (has_more, None),
            Err(error) => (false, Some(error)),
        };
        look.at = Some(Instant::now());
        look
    }
}

/// Describes why a match cannot be read, in the language of the thread and without paths on this machine, which pages
/// must not see.
pub(super) fn problem_text(error: &ReaderError) -> String {
    match error {
        ReaderError::Io { error, .. } => {
            tr!("serve-match-unread", text = error.localize())
        }
        ReaderError::Journal { error, .. } => {
            tr!("serve-match-journal", text = error.localize())
        }
        error => error.localize(),
    }
}

/// A label for a path: its last component, changed if necessary to differ from the labels of `others`.
fn label(path: &Path, others: &[Root]) -> String {
    let name = path.file_name().map_or_else(|| "match".into(), OsStr::to_string_lossy);
    let name = name.replace('/', "-");
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut labels = std::iter::once(name.clone()).chain(numbered);
    labels.find(|label| others.iter().all(|root| root.label != *label)).unwrap_or_default()
}

/// Whether the path is a folder, and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Whether the path is a regular file, and not a link to one.
pub(super) fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folders() {
        let folder = tempfile::tempdir().unwrap();
        let (data, other) = (folder.path().join("data"), folder.path().join("a/matches"));
        for made in ["data/matches/one", "a/matches/two", "outside"] {
            fs::create_dir_all(folder.path().join(made)).unwrap();
        }
        let matches = Matches::new(&data, &[other.clone(), other.clone()]).unwrap();
        let labels: Vec<&str> = matches.roots.iter().map(|root| root.label.as_str()).collect();
        assert_eq!(labels, ["matches", "matches 2"]);
        for there in ["matches", "matches/two", "matches 2/one"] {
            assert!(matches.open(there).is_some(), "{there}");
        }
        for nowhere in [
            "",
            ".",
            "..",
            "/",
            "matches/",
            "matches/.",
            "matches/..",
            "matches/../../outside",
            "matches//two",
            "matches/two/",
            "matches/one",
            "/etc",
            "a",
            "matches/two/..",
            "matches/\0",
            "matches 2/../one",
        ] {
            assert!(matches.open(nowhere).is_none(), "{nowhere:?}");
        }
        let gone = Matches::new(&data, &[folder.path().join("no")]).unwrap_err();
        assert!(matches!(gone, ServeError::Folder { .. }));
    }

    #[test]
    fn pages_share_a_reader() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("matches/one")).unwrap();
        let matches = Matches::new(folder.path(), &[]).unwrap();
        let [one, other] = [(); 2].map(|()| matches.open("matches/one").unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        assert!(one.look().error.is_some(), "it has no journal");
        let at = one.look().at;
        assert_eq!(other.look().at, at, "a fresh look is good for all");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_no_folders() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("matches");
        fs::create_dir_all(inside.join("one")).unwrap();
        fs::create_dir_all(folder.path().join("outside")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside"), inside.join("link")).unwrap();
        let matches = Matches::new(folder.path(), &[]).unwrap();
        assert!(matches.open("matches/link").is_none());
        let one = matches.open("matches/one").unwrap();
        fs::remove_dir(inside.join("one")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside"), inside.join("one")).unwrap();
        let look = one.look();
        let error = look.error.as_ref().unwrap().to_string();
        assert!(!error.contains(JOURNAL_FILE), "nothing behind the link was looked at: {error}");
    }
}
