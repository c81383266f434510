//! Plays matches between the program and itself, started from pages. They run one at a time and are stored in `matches`
//! in the data folder, so pages can watch them like any other match.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::matches::{Matches, is_file};
use super::random_word;
use chuhe_arena::settings::{EngineLimits, EngineSettings};
use chuhe_arena::{KeepLogs, Match, MatchPlan, OpeningBook, PgnStyle};
use chuhe_engine::protocol::Dialect;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_session::message::{Failure, FailureCode, MatchRequest};
use chuhe_session::{HostError, refuse};
use chuhe_util::files;

/// Options that keep engines small, because several of them run at a time.
const SMALL: [(&str, &str); 2] = [("Hash", "16"), ("Threads", "1")];

/// The file in a match's folder with the request for the match and its seed, from which the match can be resumed.
const REQUEST_FILE: &str = "request.json";

/// How long a match may take to end after it was stopped.
const STOPS_WITHIN: Duration = Duration::from_secs(20);

/// The match to be played.
#[derive(Debug)]
pub(super) enum Contest {
    New(MatchRequest),
    /// A stopped match, in the folder with this name in the list of matches.
    Stopped(String),
}

/// The match in progress, if there is one.
#[derive(Debug, Default)]
pub(super) struct Contests {
    running: Mutex<Option<RunningMatch>>,
}

#[derive(Debug)]
struct RunningMatch {
    /// The match's folder, as named in the list of matches; empty until the match can be watched.
    folder: String,
    stop: Arc<AtomicBool>,
}

impl RunningMatch {
    fn is_in(&self, folder: &str) -> bool {
        !folder.is_empty() && self.folder == folder
    }
}

impl Contests {
    /// Plays a match between `program` and itself to its end. Calls `begun` with the match's folder once the match can
    /// be watched, or with the reason why it did not start, in the language of the thread.
    pub(super) fn play(
        &self,
        program: &Path,
        matches: &Matches,
        contest: Contest,
        begun: impl FnOnce(Result<String, Failure>),
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        let patience = Instant::now() + STOPS_WITHIN;
        loop {
            let mut running = self.lock();
            let Some(last) = &*running else {
                *running = Some(RunningMatch { folder: String::new(), stop: Arc::clone(&stop) });
                break;
            };
            // A match that was stopped still ends its engines.
            if !last.stop.load(Ordering::Relaxed) || Instant::now() >= patience {
                return begun(Err(refuse(FailureCode::NotNow, tr!("serve-match-one"))));
            }
            drop(running);
            thread::sleep(Duration::from_millis(50));
        }
        match open(program, matches, contest, &stop) {
            Ok((folder, game)) => {
                if let Some(running) = &mut *self.lock() {
                    running.folder.clone_from(&folder);
                }
                begun(Ok(folder));
                play_out(game, &stop);
            }
            Err(error) => {
                let text = error.localize();
                log::warn!("{text}");
                begun(Err(refuse(FailureCode::NotNow, text)));
            }
        }
        *self.lock() = None;
    }

    /// Whether a match is being played in a folder.
    pub(super) fn plays(&self, folder: &str) -> bool {
        self.lock().as_ref().is_some_and(|it| it.is_in(folder))
    }

    /// Stops the match in a folder. Returns whether there was one.
    pub(super) fn stop(&self, folder: &str) -> bool {
        let running = self.lock();
        let found = running.as_ref().filter(|it| it.is_in(folder));
        found.inspect(|it| it.stop.store(true, Ordering::Relaxed)).is_some()
    }

    /// Stops any match.
    pub(super) fn stop_all(&self) {
        if let Some(running) = &*self.lock() {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a match is starting or in progress.
    pub(super) fn is_busy(&self) -> bool {
        self.lock().is_some()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<RunningMatch>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the match in a folder was started by a page, so that it can be resumed.
pub(super) fn is_resumable(matches: &Matches, folder: &str) -> bool {
    matches.own_path(folder).is_some_and(|path| is_file(&path.join(REQUEST_FILE)))
}

/// Prepares a match in a new folder or in that of the stopped match. Returns the folder's name in the list of matches.
fn open(
    program: &Path,
    matches: &Matches,
    contest: Contest,
    stop: &AtomicBool,
) -> Result<(String, Match), HostError> {
    let (prepared, folder, path) = match contest {
        Contest::New(request) => {
            let seed = u64::from_str_radix(&random_word()?[..16], 16).unwrap_or_default();
            let prepared = plan(program, request, seed)?.prepare(stop)?;
            let (folder, path) = matches.new_folder()?;
            let text = serde_json::to_vec(&(request, seed)).map_err(io::Error::from)?;
            files::write_whole(&path.join(REQUEST_FILE), &text)?;
            (prepared, folder, path)
        }
        Contest::Stopped(folder) => {
            let path = matches.own_path(&folder).ok_or(io::Error::from(io::ErrorKind::NotFound))?;
            let text = fs::read(path.join(REQUEST_FILE))?;
            let (request, seed): (MatchRequest, u64) =
                serde_json::from_slice(&text).map_err(io::Error::from)?;
            (plan(program, request, seed)?.prepare(stop)?, folder, path)
        }
    };
    let style = PgnStyle { event: "chuhe match".to_owned(), ..PgnStyle::default() };
    Ok((folder, Match::open(prepared, &path, style, KeepLogs::None, false)?))
}

/// Plays a match. Pages see its progress and its end by watching it.
fn play_out(mut game: Match, stop: &AtomicBool) {
    let played = game.play(stop, |_, _| ControlFlow::Continue(()));
    // The games played so far are summarized even if the match failed.
    if let Err(error) = game.save(&game.summary(None)) {
        log::warn!("{}", error.localize());
    }
    if let Err(error) = played {
        log::warn!("{}", error.localize());
    }
}

/// The plan of a match between `program` at two levels.
fn plan(program: &Path, request: MatchRequest, seed: u64) -> io::Result<MatchPlan> {
    if !request.is_fine() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let rounds = request.games / 2;
    let book = OpeningBook::embedded((rounds as usize).max(1), None, seed);
    let engines = request.levels.map(|level| engine(program, level, &request)).into();
    Ok(MatchPlan { rounds, book, book_file: Some("book".to_owned()), ..MatchPlan::new(engines) })
}

fn engine(program: &Path, level: u32, request: &MatchRequest) -> EngineSettings {
    let move_time = Duration::from_millis(request.movetime.unwrap_or(100));
    let level_option = ("Skill Level".to_owned(), level.to_string());
    let small = SMALL.map(|(name, value)| (name.to_owned(), value.to_owned()));
    EngineSettings {
        dialect: Some(Dialect::Uci),
        name: Some(format!("level {level}")),
        options: [level_option].into_iter().chain(small).collect(),
        limits: EngineLimits {
            nodes: request.nodes,
            move_time: request.nodes.is_none().then_some(move_time),
            ..EngineLimits::default()
        },
        margin: Some(Duration::from_secs(2)),
        ..EngineSettings::new(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_becomes_a_plan() {
        let request = MatchRequest { levels: [3, 20], games: 8, nodes: Some(500), movetime: None };
        let planned = plan(Path::new("/a b/chuhe"), request, 7).unwrap();
        assert_eq!(planned.schedule().unwrap().len(), 8);
        assert_eq!(planned.engines[0].command, Path::new("/a b/chuhe"));
        assert_eq!(planned.engines[1].limits.nodes, Some(500));
        assert_eq!(planned.engines[1].name.as_deref(), Some("level 20"));
    }
}
