//! Matches between engines.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use chuhe_arena as arena;
use chuhe_arena::{
    FinishedGame, GameRecord, KeepLogs, MatchError, MatchPlan, MatchSpec, PgnStyle, Tournament,
    TournamentError,
};
use chuhe_engine::types::Color;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::convert::json;
use crate::errors::{class, no_thread};
use crate::interrupt::{TICK, interruptible};

/// A match in a folder, in progress or finished. `chuhe.Arena` is the public class.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct Match {
    stop: Arc<AtomicBool>,
    names: Vec<String>,
    scheduled: u32,
    /// The number of games per encounter.
    pair: u32,
    folder: PathBuf,
    state: Mutex<State>,
}

/// The match described by a JSON object.
fn plan(spec: &str) -> PyResult<MatchPlan> {
    MatchSpec::from_json(spec).and_then(|spec| spec.plan()).map(|(plan, _)| plan).map_err(bad_match)
}

/// Replaces the name of an engine in the register by its settings, as `chuhe match` does.
#[pyfunction]
pub(crate) fn engine_words(words: Vec<String>) -> PyResult<Vec<String>> {
    arena::expand_names(&words).map_err(bad_match)
}

/// Plays some games in a match, given by their numbers from 0. Returns their records as JSON, and the dialogues with
/// the engines. `spec` is a [`MatchSpec`] as JSON; `names` are the engines' names.
#[pyfunction]
pub(crate) fn play_games(
    py: Python<'_>,
    spec: &str,
    names: Vec<String>,
    numbers: Vec<u32>,
) -> PyResult<Vec<(String, Vec<u8>)>> {
    interruptible(py, |stop| {
        let plan = plan(spec)?;
        let schedule = plan.schedule().map_err(bad_match)?;
        if names.len() != plan.engines.len() || numbers.iter().any(|&it| it >= schedule.len()) {
            return Err(bad_match("the names or games do not belong to this match"));
        }
        let plan = MatchPlan { concurrency: 1, processors: Vec::new(), ..plan };
        // A worker knows nothing about the other workers on its machine.
        let tournament = Tournament { plan, names, schedule, is_overloaded: false };
        let mut played = Vec::new();
        let outcome = tournament.run(numbers.into_iter(), stop, |game| {
            let record = serde_json::to_string(&game.record).unwrap_or_default();
            played.push((record, game.transcript));
            Ok::<(), TournamentError>(())
        });
        outcome.map_err(bad_match)?;
        Ok(played)
    })
}

struct State {
    /// The match; `None` while a thread plays it.
    idle: Option<arena::Match>,
    /// Receives the reports of the thread that plays the match.
    news: Option<Receiver<News>>,
    /// The latest summary, as JSON.
    summary: String,
    is_over: bool,
    /// The records of a closed match, as JSON.
    closed: Option<Vec<String>>,
}

enum News {
    /// A finished game: its record, and the summary after it, as JSON.
    Game(String, String),
    /// The thread has stopped playing.
    End(Box<arena::Match>, Result<(), MatchError>),
}

fn bad_match(error: impl std::fmt::Display) -> PyErr {
    class::MatchError::new_err(error.to_string())
}

fn bad_folder(error: &MatchError) -> PyErr {
    match error {
        MatchError::Io { .. } => PyOSError::new_err(error.to_string()),
        error => bad_match(error),
    }
}

fn summary_of(game: &arena::Match) -> (String, bool) {
    let text = serde_json::to_string(&game.summary(None)).unwrap_or_default();
    (text, !game.is_running())
}

#[pymethods]
impl Match {
    /// Starts every engine once as a test, and opens the folder. `spec` is a [`MatchSpec`] as JSON.
    #[new]
    fn new(py: Python<'_>, spec: &str, folder: PathBuf, fresh: bool) -> PyResult<Self> {
        interruptible(py, |stop| {
            let plan = plan(spec)?;
            let pair = plan.games;
            let prepared = plan.prepare(stop).map_err(bad_match)?;
            let names = prepared.tournament.names.clone();
            let style = PgnStyle::default();
            let game = arena::Match::open(prepared, &folder, style, KeepLogs::Faults, fresh)
                .map_err(|error| bad_folder(&error))?;
            let (summary, is_over) = summary_of(&game);
            let schedule = &game.tournament().schedule;
            let scheduled = schedule.len();
            let state =
                Mutex::new(State { idle: Some(game), news: None, summary, is_over, closed: None });
            Ok(Self {
                stop: Arc::new(AtomicBool::new(false)),
                names,
                scheduled,
                pair,
                folder,
                state,
            })
        })
    }

    /// The numbers of the remaining games, from 0, grouped by encounter.
    fn left(&self, py: Python<'_>) -> Vec<Vec<u32>> {
        py.detach(|| {
            let state = self.lock();
            let games = state.idle.as_ref().map(arena::Match::games).unwrap_or_default();
            let done: HashSet<u32> = games.iter().map(|game| game.number).collect();
            let left = (0..self.scheduled).filter(|number| !done.contains(number));
            let mut encounters: Vec<Vec<u32>> = Vec::new();
            for number in left {
                match encounters.last_mut() {
                    Some(last) if last[0] / self.pair == number / self.pair => last.push(number),
                    _ => encounters.push(vec![number]),
                }
            }
            encounters
        })
    }

    /// Adds games played elsewhere by [`play_games`]. Returns how many of them count.
    fn add(&self, py: Python<'_>, games: Vec<(String, Vec<u8>)>) -> PyResult<usize> {
        py.detach(|| {
            let mut state = self.lock();
            let game = state.idle.as_mut().ok_or_else(|| bad_match("the match is being played"))?;
            let mut count = 0;
            for (record, transcript) in games {
                let record = serde_json::from_str(&record).map_err(bad_match)?;
                let added = game.add(&FinishedGame { record, transcript });
                count += usize::from(added.map_err(|error| bad_folder(&error))?);
            }
            let told = summary_of(game);
            (state.summary, state.is_over) = told;
            Ok(count)
        })
    }

    /// Writes the result, and the games in the order of the schedule.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let state = self.lock();
            let game = state.idle.as_ref().ok_or_else(|| bad_match("the match is being played"))?;
            game.save(&game.summary(None)).map_err(|error| bad_folder(&error))
        })
    }

    /// The engines' names.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// The number of games in the schedule.
    #[getter]
    fn scheduled(&self) -> u32 {
        self.scheduled
    }

    /// The folder with the match's files.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Whether no games are left to play.
    fn is_over(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock().is_over)
    }

    /// The result so far, as plain values.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = py.detach(|| self.lock().summary.clone());
        json(py, &text)
    }

    /// The finished games, as records.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let texts: Vec<String> = py.detach(|| {
            let state = self.lock();
            state.closed.clone().unwrap_or_else(|| self.records(&state))
        });
        texts.iter().map(|text| json(py, text)).collect()
    }

    /// Closes the match, so that another process can continue it. Its result and games can still be read.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.stop(py)?;
        py.detach(|| {
            let mut state = self.lock();
            if state.closed.is_none() {
                state.closed = Some(self.records(&state));
                state.idle = None;
            }
        });
        Ok(())
    }

    /// Waits for the next game and returns its record; `None` once no games are left.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        py.detach(|| {
            let mut state = self.lock();
            if state.closed.is_some() && !state.is_over {
                return Err(bad_match("the match is closed"));
            }
            if state.news.is_none() && state.idle.as_ref().is_some_and(arena::Match::is_running) {
                self.stop.store(false, Ordering::Relaxed);
                let (give, news) = player(Arc::clone(&self.stop)).map_err(no_thread)?;
                if let Some(game) = state.idle.take() {
                    let _ = give.send(game);
                    state.news = Some(news);
                }
            }
            Ok(())
        })?;
        match self.next_report(py)? {
            Some(record) => json(py, &record).map(Some),
            None => Ok(None),
        }
    }

    /// Aborts the running games and keeps the finished ones. Returns once all engines have exited.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.store(true, Ordering::Relaxed);
        while self.next_report(py)?.is_some() {}
        Ok(())
    }
}

impl Match {
    /// The records of the finished games, as JSON.
    fn records(&self, state: &State) -> Vec<String> {
        let games = state.idle.as_ref().map(arena::Match::games).unwrap_or_default();
        games.iter().map(|game| record_of(game, &self.names)).collect()
    }

    /// The next report of the playing thread: the record of a game, or `None` once the thread has stopped playing.
    fn next_report(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            let news = py.detach(|| self.lock().news.as_ref().map(|news| news.recv_timeout(TICK)));
            match news {
                None => return Ok(None),
                Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    py.detach(|| self.lock().news = None);
                    return Err(bad_match("the match panicked"));
                }
                Some(Ok(News::Game(record, summary))) => {
                    py.detach(|| self.lock().summary = summary);
                    return Ok(Some(record));
                }
                Some(Ok(News::End(game, outcome))) => {
                    let saved = py.detach(|| {
                        let mut state = self.lock();
                        state.news = None;
                        (state.summary, state.is_over) = summary_of(&game);
                        let saved = game.save(&game.summary(None));
                        state.idle = Some(*game);
                        saved
                    });
                    outcome.map_err(bad_match)?;
                    saved.map_err(|error| bad_folder(&error))?;
                    return Ok(None);
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Starts a thread that plays the match it is given until no games are left or `stop` is set.
fn player(stop: Arc<AtomicBool>) -> io::Result<(Sender<arena::Match>, Receiver<News>)> {
    let (sender, news) = mpsc::channel();
    // A match given to a thread that does not start would be lost.
    let (give, given) = mpsc::channel::<arena::Match>();
    thread::Builder::new().spawn(move || {
        for mut game in given {
            let outcome = game.play(&stop, |game, record| report(game, record, &sender));
            let _ = sender.send(News::End(Box::new(game), outcome));
        }
    })?;
    Ok((give, news))
}

fn report(game: &arena::Match, record: &GameRecord, tell: &Sender<News>) -> ControlFlow<()> {
    let record = record_of(record, &game.tournament().names);
    match tell.send(News::Game(record, summary_of(game).0)) {
        Ok(()) => ControlFlow::Continue(()),
        // The receiver of the reports no longer exists.
        Err(_) => ControlFlow::Break(()),
    }
}

/// A record as JSON, with names instead of numbers.
fn record_of(game: &GameRecord, names: &[String]) -> String {
    let [red, black] = game.engines.map(|engine| names[engine].as_str());
    let result = match game.winner {
        Some(Color::Red) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let moves = game.book.iter().copied().chain(game.moves.iter().map(|played| played.mv));
    serde_json::json!({
        "number": game.number + 1,
        "red": red,
        "black": black,
        "result": result,
        "ending": game.ending().to_string(),
        "fen": game.fen,
        "book": game.book.len(),
        "moves": moves.map(|mv| mv.to_string()).collect::<Vec<_>>(),
        "seconds": game.millis as f64 / 1000.0,
    })
    .to_string()
}
