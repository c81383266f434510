//! Plays matches between the program and itself, started from pages. They run one at a time and are stored in `matches`
//! in the data folder, so pages can watch them like any other match.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::matches::Matches;
use super::random_word;
use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{Book, KeepLogs, Match, MatchPlan, PgnStyle};
use chuhe_engine::board::Position;
use chuhe_engine::book::{self, shares};
use chuhe_engine::types::Move;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_session::message::MatchWish;

/// The length of an opening, in plies.
const OPENING_PLIES: usize = 6;
/// The number of random lines tried for each opening before a repeated line is accepted.
const TRIES: usize = 20;
/// Options that keep engines small, because several of them run at a time.
const SMALL: [&str; 2] = ["option.Hash=16", "option.Threads=1"];

/// The match in progress, if there is one.
#[derive(Debug, Default)]
pub(super) struct Contests {
    running: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    /// The match's folder, as named in the list of matches; empty until the match can be watched.
    folder: String,
    stop: Arc<AtomicBool>,
}

impl Running {
    fn is_in(&self, folder: &str) -> bool {
        !folder.is_empty() && self.folder == folder
    }
}

impl Contests {
    /// Plays a match between `program` and itself to its end. Calls `begun` with the match's folder once the match can
    /// be watched, or with the reason why it did not start.
    pub(super) fn play(
        &self,
        program: &Path,
        matches: &Matches,
        wish: MatchWish,
        begun: &dyn Fn(Result<String, String>),
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        {
            let mut running = self.lock();
            if running.is_some() {
                begun(Err(tr!("serve-match-one")));
                return;
            }
            *running = Some(Running { folder: String::new(), stop: Arc::clone(&stop) });
        }
        if let Err(text) = self.play_out(program, matches, wish, &stop, begun) {
            log::warn!("{text}");
            begun(Err(text));
        }
        *self.lock() = None;
    }

    fn play_out(
        &self,
        program: &Path,
        matches: &Matches,
        wish: MatchWish,
        stop: &AtomicBool,
        begun: &dyn Fn(Result<String, String>),
    ) -> Result<(), String> {
        let prepared = plan(program, wish)?.prepare(stop).map_err(|error| error.localize())?;
        let (folder, path) = matches.new_folder().map_err(|error| error.localize())?;
        let style = PgnStyle { event: "chuhe match".to_owned(), ..PgnStyle::default() };
        let game = Match::open(prepared, &path, style, KeepLogs::None, false);
        let mut game = game.map_err(|error| error.localize())?;
        if let Some(running) = &mut *self.lock() {
            running.folder.clone_from(&folder);
        }
        begun(Ok(folder));
        let played = game.play(stop, |_, _| ControlFlow::Continue(()));
        // The games played so far are summarized even if the match failed.
        if let Err(error) = game.save(&game.summary(None)) {
            log::warn!("{}", error.localize());
        }
        if let Err(error) = played {
            // The page sees the progress and the end of the match by watching it.
            log::warn!("{}", error.localize());
        }
        Ok(())
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

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn plan(program: &Path, wish: MatchWish) -> Result<MatchPlan, String> {
    let limit = match (wish.nodes, wish.move_ms) {
        (Some(nodes), _) => format!("nodes={nodes}"),
        (None, ms) => format!("st={}", ms.unwrap_or(100) as f64 / 1000.0),
    };
    let engine = |level: u32| {
        let name = format!("name=level {level}");
        let skill = format!("option.Skill Level={level}");
        let words = ["cmd=chuhe", "proto=uci", &name, &skill, &limit, "timemargin=2000"];
        let mut engine = EngineSettings::from_words(words.into_iter().chain(SMALL))
            .map_err(|error| error.localize())?;
        // The path is set here, not by `cmd=`, because it may contain any character.
        engine.command = PathBuf::from(program);
        Ok::<_, String>(engine)
    };
    let rounds = wish.games / 2;
    let seed = u64::from_str_radix(&random_word().map_err(|error| error.localize())?[..16], 16);
    let text = openings(rounds as usize, seed.unwrap_or_default());
    let lines = Collection::new(text.into_bytes(), FileFormat::Pgn);
    let (book, _) = Book::read(&lines, OPENING_PLIES).map_err(|error| error.localize())?;
    let engines = vec![engine(wish.levels[0])?, engine(wish.levels[1])?];
    Ok(MatchPlan { rounds, book, book_file: Some("book".to_owned()), ..MatchPlan::new(engines) })
}

/// Returns openings as PGN. Each is a line from the built-in book, and a line is repeated only if no new one is found.
fn openings(count: usize, seed: u64) -> String {
    let mut rng = SplitMix64::new(seed);
    let mut lines: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for _ in 0..count {
        let mut line = String::new();
        for _ in 0..TRIES {
            line = opening(&mut rng);
            if known.insert(line.clone()) && !line.is_empty() {
                break;
            }
        }
        lines.push(line);
    }
    let games = lines.iter().map(|line| format!("[Event \"opening\"]\n\n{line} *\n\n"));
    games.collect::<Vec<_>>().concat()
}

/// Returns a random line from the book, in which each move has its probability in the book. The line is shorter than
/// [`OPENING_PLIES`] if the book ends earlier. Without a book, it consists of one random move by each side, which is
/// fair because each line is played with both colours.
fn opening(rng: &mut SplitMix64) -> String {
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    let book = book::embedded();
    while moves.len() < if book.is_some() { OPENING_PLIES } else { 2 } {
        let known: Vec<(Move, u64)> = match &book {
            Some(book) => shares(book, &position)
                .into_iter()
                .map(|(found, _)| (found.mv, u64::from(found.weight)))
                .collect(),
            None => position.legal_moves().iter().map(|&mv| (mv, 1)).collect(),
        };
        let mut left = rng.below(known.iter().map(|(_, weight)| weight).sum::<u64>().max(1));
        let chosen = known.iter().find(|(_, weight)| {
            let is_it = left < *weight;
            left = left.saturating_sub(*weight);
            is_it
        });
        let Some(&(mv, _)) = chosen else { break };
        position.make_unchecked(mv, &mut ());
        moves.push(mv.to_string());
    }
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_lines_of_moves_and_few_are_there_twice() {
        let text = openings(50, 1);
        let (book, broken) =
            Book::read(&Collection::new(text.clone().into_bytes(), FileFormat::Pgn), OPENING_PLIES)
                .unwrap();
        assert!(broken.is_empty(), "{broken:?}\n{text}");
        assert_eq!(book.len(), 50);
        let different: HashSet<Vec<_>> =
            (0..50).map(|at| book.of_round(at).moves.clone()).collect();
        assert!(different.len() > 40, "{} different openings", different.len());
        assert!(different.iter().all(|moves| moves.len() >= 2), "{different:?}");
    }

    #[test]
    fn a_wish_becomes_a_plan() {
        let wish = MatchWish { levels: [3, 20], games: 8, nodes: Some(500), move_ms: None };
        let planned = plan(Path::new("/a b/chuhe"), wish).unwrap();
        assert_eq!(planned.schedule().unwrap().len(), 8);
        assert_eq!(planned.engines[0].command, Path::new("/a b/chuhe"));
        assert_eq!(planned.engines[1].limits.nodes, Some(500));
        assert_eq!(planned.engines[1].name.as_deref(), Some("level 20"));
    }
}
