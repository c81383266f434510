//! The plan of a match, and its preparation: checking the plan and testing the engines.

use std::env;
use std::fs;
use std::io;
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::client::Charge;
use super::game::Conditions;
use super::introduction::{Introduction, introduce};
use super::load::Overload;
use super::openings::OpeningBook;
use super::schedule::{Schedule, TournamentFormat};
use super::settings::EngineSettings;
use super::stats::Sprt;
use super::tournament::{Tournament, TournamentError};
use chuhe_engine::tables::Tables;
use chuhe_util::files::digest;

/// All settings of a match. [`MatchPlan::new`] sets the defaults.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The engines, two or more, each with a limit.
    pub engines: Vec<EngineSettings>,
    /// The pairing of the engines.
    pub format: TournamentFormat,
    /// The number of rounds, 1 or more. All pairings of a round play the same opening.
    pub rounds: u32,
    /// Games per encounter, 1 or 2.
    pub games: u32,
    /// Whether the engines exchange colours.
    pub swap: bool,
    /// The openings.
    pub book: OpeningBook,
    /// The file of the book, recorded in the journal; `None` for the start position.
    pub book_file: Option<String>,
    /// The conditions of every game.
    pub conditions: Conditions,
    /// The endgame tables by which games are adjudicated.
    pub tables: Arc<Tables>,
    /// The number of games played at a time, 1 or more.
    pub concurrency: usize,
    /// The processors to which the game slots are bound, one each; empty to leave this to the system. See
    /// [`choose_processors`](super::choose_processors).
    pub processors: Vec<usize>,
    /// The sequential test that ends the match early, for a match of two engines.
    pub sprt: Option<Sprt>,
}

fn are(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}

/// Why a plan cannot be played.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum PlanError {
    #[error("a match needs at least two engines; {} given; add --engine cmd=COMMAND", are(*.0))]
    TooFewEngines(usize),
    #[error("engine {0}: no time control; add tc=, st=, nodes= or depth=")]
    NoLimit(usize),
    #[error("a gauntlet of {engines} engines with seeds={seeds} leaves no opponent")]
    NoOpponents { seeds: usize, engines: usize },
    #[error("too many games: {0}")]
    TooManyGames(u64),
    #[error("a sequential test needs exactly two engines")]
    SprtOfMany,
    #[error("two engines are named {0}")]
    SameName(String),
    #[error("{path}: {}", chuhe_util::files::reason(.error))]
    Program { path: String, error: io::Error },
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

/// A valid plan whose engines have been started once to learn their names.
#[derive(Clone, Debug)]
pub struct PreparedMatch {
    /// The match, ready to be played.
    pub tournament: Arc<Tournament>,
    /// The names of the engines whose scores are taken to be in the standard unit of UCCI, although it is not known
    /// whether they are. Empty if no game is ended because of scores.
    pub guessed_units: Vec<String>,
    /// Why clocks do not measure the engines alone, if that is so: some searches have to share processors.
    pub overload: Option<Overload>,
    /// Everything that the games depend on. A match with other terms is another match.
    pub(super) terms: Value,
}

impl MatchPlan {
    /// A match of one round with two games per pairing, from the start position, one game at a time.
    ///
    /// ```
    /// use chuhe_arena::MatchPlan;
    /// use chuhe_arena::settings::EngineSettings;
    ///
    /// let engine = |words| EngineSettings::from_words(words);
    /// let plan = MatchPlan {
    ///     rounds: 100,
    ///     sprt: Some("elo0=0 elo1=10".parse()?),
    ///     ..MatchPlan::new(vec![
    ///         engine(["cmd=new/chuhe", "nodes=20000"])?,
    ///         engine(["cmd=old/chuhe", "nodes=20000"])?,
    ///     ])
    /// };
    /// assert_eq!(plan.schedule()?.len(), 200);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(engines: Vec<EngineSettings>) -> Self {
        Self {
            engines,
            format: TournamentFormat::RoundRobin,
            rounds: 1,
            games: 2,
            swap: true,
            book: OpeningBook::startpos(),
            book_file: None,
            conditions: Conditions::default(),
            tables: Arc::default(),
            concurrency: 1,
            processors: Vec::new(),
            sprt: None,
        }
    }

    /// The schedule of the plan's games. Starts no engine.
    ///
    /// # Errors
    /// If the plan is invalid.
    pub fn schedule(&self) -> Result<Schedule, PlanError> {
        let engines = self.engines.len();
        if engines < 2 {
            return Err(PlanError::TooFewEngines(engines));
        }
        if let Some(index) = self.engines.iter().position(|engine| engine.limits.are_none()) {
            return Err(PlanError::NoLimit(index + 1));
        }
        if let TournamentFormat::Gauntlet(seeds) = self.format
            && seeds >= engines
        {
            return Err(PlanError::NoOpponents { seeds, engines });
        }
        let schedule = Schedule::new(engines, self.format, self.rounds, self.games, self.swap);
        let pairings = schedule.pairings().len();
        let total = u64::from(self.rounds) * u64::from(self.games) * pairings as u64;
        if total > u64::from(u32::MAX / 2) {
            return Err(PlanError::TooManyGames(total));
        }
        if self.sprt.is_some() && pairings != 1 {
            return Err(PlanError::SprtOfMany);
        }
        Ok(schedule)
    }

    /// Starts every engine once, to check that it works and to learn its name.
    ///
    /// # Errors
    /// If the plan is invalid, an engine does not work, or `stop` is set meanwhile.
    pub fn prepare(self, stop: &AtomicBool) -> Result<PreparedMatch, PlanError> {
        let schedule = self.schedule()?;
        let (names, introductions) = introduce_all(&self.engines, &self.conditions, stop)?;
        let overload = self.overload(&schedule, &introductions);
        let adjudication = self.conditions.adjudication;
        let uses_scores = adjudication.resign.is_some() || adjudication.draw.is_some();
        let guesses = names.iter().zip(&introductions).filter(|(_, it)| it.has_guessed_unit);
        let guessed_units = guesses.filter(|_| uses_scores).map(|(name, _)| name.clone()).collect();
        let programs: Vec<String> =
            self.engines.iter().map(program_digest).collect::<Result<_, _>>()?;
        let openings = match &self.book_file {
            None => json!("startpos"),
            Some(file) => json!({ "file": file, "digest": self.book.digest() }),
        };
        let all = self.tables.all().iter();
        let mut classes: Vec<String> = all.map(|table| table.header().class.to_string()).collect();
        classes.sort_unstable();
        let terms = json!({
            "engines": self.engines,
            "names": names,
            "programs": programs,
            "form": self.format.to_string(),
            "games": self.games,
            "noswap": !self.swap,
            "openings": openings,
            "conditions": self.conditions,
            "tables": classes,
        });
        let tournament =
            Tournament { plan: self, names, schedule, is_overloaded: overload.is_some() };
        Ok(PreparedMatch { tournament: Arc::new(tournament), guessed_units, overload, terms })
    }

    /// Checks whether there are enough processors for the searches, if clocks measure elapsed time.
    fn overload(&self, schedule: &Schedule, introductions: &[Introduction]) -> Option<Overload> {
        let is_timed = self
            .engines
            .iter()
            .any(|engine| engine.limits.clock.is_some() || engine.limits.move_time.is_some());
        if self.conditions.charge == Charge::Processor || !is_timed {
            return None;
        }
        // Usually, one engine of a game waits while the other searches.
        let threads = schedule.pairings().iter().map(|&[one, other]| {
            let [first, second] = [one, other].map(|engine| introductions[engine].threads);
            let [ponders, replies] = [one, other].map(|engine| self.engines[engine].ponder);
            match (ponders, replies) {
                (false, false) => first.max(second),
                _ => first + second,
            }
        });
        let games = self.concurrency.min(schedule.len() as usize);
        Overload::find(games, threads.max().unwrap_or(1), self.processors.len())
    }
}

impl PreparedMatch {
    /// A name for the folder of the match: the engines' names and a digest of the terms.
    pub fn folder_name(&self) -> String {
        let terms = digest(self.terms.to_string().as_bytes()) as u32;
        format!("{}-{terms:08x}", slug(&self.tournament.names))
    }

    /// Whether there are more rounds than openings. Deterministic engines then repeat games, which adds no evidence.
    pub fn may_repeat_games(&self) -> bool {
        self.tournament.schedule.rounds() as usize > self.tournament.plan.book.len()
    }
}

/// Starts every engine once. Returns their names, from their settings or introductions and made unique, and what they
/// announce.
fn introduce_all(
    engines: &[EngineSettings],
    conditions: &Conditions,
    stop: &AtomicBool,
) -> Result<(Vec<String>, Vec<Introduction>), PlanError> {
    let (mut names, mut introductions): (Vec<String>, Vec<_>) = Default::default();
    for engine in engines {
        let introduction = introduce(engine, conditions, stop)?;
        let program =
            || engine.command.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let own = engine.name.clone().or_else(|| introduction.name.clone());
        let name = own.unwrap_or_else(program);
        if names.contains(&name) && engine.name.is_some() {
            return Err(PlanError::SameName(name));
        }
        let candidates = (2..=engines.len() + 1).map(|number| format!("{name} #{number}"));
        let unique = iter::once(name.clone()).chain(candidates).find(|name| !names.contains(name));
        names.push(unique.unwrap_or(name));
        introductions.push(introduction);
    }
    Ok((names, introductions))
}

/// A digest of an engine's program, which distinguishes builds. Empty if the program file is not found, or may only be
/// run.
fn program_digest(engine: &EngineSettings) -> Result<String, PlanError> {
    let program = engine.program();
    let candidates: Vec<PathBuf> = if program.components().count() > 1 {
        vec![program]
    } else {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).map(|folder| folder.join(&program)).collect()
    };
    for path in candidates {
        match fs::read(&path) {
            Ok(program) => return Ok(format!("{:016x}", digest(&program))),
            Err(error) if is_elsewhere(&error) => {}
            Err(error) => {
                return Err(PlanError::Program { path: path.display().to_string(), error });
            }
        }
    }
    Ok(String::new())
}

/// Whether an error only tells that a program is in another folder, or may not be read.
fn is_elsewhere(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound, PermissionDenied};

    matches!(error.kind(), IsADirectory | NotADirectory | NotFound | PermissionDenied)
}

/// The engines' names as part of a file name.
fn slug(names: &[String]) -> String {
    let names = names.join(" vs ").to_ascii_lowercase();
    let mut text: String =
        names.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    while text.contains("--") {
        text = text.replace("--", "-");
    }
    text.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_plain() {
        let names = ["Fairy-Stockfish 11.1 LB".to_owned(), "楚河/chuhe".to_owned()];
        assert_eq!(slug(&names), "fairy-stockfish-11-1-lb-vs-楚河-chuhe");
    }

    #[test]
    fn plans_that_are_no_match_are_refused() {
        let mut engine = EngineSettings::new("x");
        let refusal = |plan: MatchPlan| plan.schedule().unwrap_err().to_string();
        let two = |engine: &EngineSettings| MatchPlan::new(vec![engine.clone(), engine.clone()]);
        assert!(refusal(MatchPlan::new(vec![engine.clone()])).contains("; 1 is given"));
        assert!(refusal(two(&engine)).contains("engine 1: no time control"));
        engine.set("nodes", "5").unwrap();
        let gauntlet = MatchPlan { format: TournamentFormat::Gauntlet(2), ..two(&engine) };
        assert!(refusal(gauntlet).contains("leaves no opponent"));
        let endless = MatchPlan { rounds: u32::MAX, ..two(&engine) };
        assert!(refusal(endless).contains("too many"));
        let three = MatchPlan {
            sprt: Some("elo0=0 elo1=5".parse().unwrap()),
            ..MatchPlan::new(vec![engine; 3])
        };
        assert!(refusal(three).contains("two engines"));
    }
}
