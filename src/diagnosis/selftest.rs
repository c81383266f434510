//! The self-tests, which are short versions of tests in the test suite.

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::conversation::{self, Conversation};
use chuhe_engine::board::{Position, START_FEN, perft};
use chuhe_engine::engine::Engine;
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::protocol::Dialect;
use chuhe_engine::search::Limits;
use chuhe_engine::types::Score;
use chuhe_localize::Localize;
use chuhe_localize::score::InPawns;
use chuhe_localize::tr;

/// The result of a self-test.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SelfTest {
    /// A word for what was tested.
    pub name: &'static str,
    /// Whether the test passed.
    pub passed: bool,
    /// What was measured, or what went wrong.
    pub detail: String,
    /// Advice on what to do; `None` if the test passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl SelfTest {
    /// Creates a result from a measurement or an error. `advice` is used only for an error.
    fn new<E: Display>(name: &'static str, outcome: Result<String, E>, advice: String) -> Self {
        match outcome {
            Ok(detail) => Self { name, passed: true, detail, advice: None },
            Err(error) => {
                Self { name, passed: false, detail: error.to_string(), advice: Some(advice) }
            }
        }
    }
}

/// All self-tests, each of which runs when the iterator reaches it. Together they take a few seconds. `binary` is the
/// path of this program.
pub(crate) fn self_tests(binary: &Path) -> impl Iterator<Item = SelfTest> {
    let tests: [fn(&Path) -> SelfTest; 5] = [
        |_| generator_test(),
        |_| search_test(),
        |_| speed_test(),
        |binary| conversation_test(binary, Dialect::Ucci),
        |binary| conversation_test(binary, Dialect::Uci),
    ];
    tests.into_iter().map(move |test| test(binary))
}

/// Tests the move generator with perft counts.
pub(crate) fn generator_test() -> SelfTest {
    SelfTest::new("generator", generator(), tr!("doctor-rebuild"))
}

/// Tests that the search finds mates.
pub(crate) fn search_test() -> SelfTest {
    SelfTest::new("search", search(), tr!("doctor-rebuild"))
}

/// Measures the search speed for a second.
pub(crate) fn speed_test() -> SelfTest {
    SelfTest::new("speed", speed(), tr!("doctor-rebuild"))
}

/// Starts an engine from its file and tests that it answers as a host expects.
pub(crate) fn conversation_test(binary: &Path, dialect: Dialect) -> SelfTest {
    let (name, talk) = match dialect {
        Dialect::Ucci => ("UCCI", &Conversation::UCCI),
        Dialect::Uci => ("UCI", &Conversation::UCI),
    };
    SelfTest::new(name, conversation::hold(binary, talk), tr!("doctor-unblock"))
}

/// Positions with their perft counts: (FEN, plies, leaves).
const COUNTS: [(&str, u32, u64); 4] = [
    (START_FEN, 4, 3_290_240),
    // Cannons that leave and enter a line, and double checks.
    ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", 4, 202_884),
    // A cannon's check, evaded by moving the screen.
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", 4, 326_201),
    // Many blocked horses.
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 4, 1_339_047),
];

fn generator() -> Result<String, String> {
    let start = Instant::now();
    let mut leaves = 0;
    for (fen, depth, expected) in COUNTS {
        let mut position =
            Position::from_fen(fen).map_err(|error| format!("{fen}: {}", error.localize()))?;
        let counted = perft(&mut position, depth);
        if counted != expected {
            return Err(tr!(
                "doctor-wrong-count",
                fen = fen,
                counted = counted,
                depth = depth,
                expected = expected
            ));
        }
        leaves += counted;
    }
    let millis = start.elapsed().as_millis() as u64;
    Ok(tr!("doctor-counts-right", leaves = leaves, positions = COUNTS.len(), millis = millis))
}

/// Positions with a mate: (FEN, best move, moves to mate).
const MATES: [(&str, &str, u16); 3] = [
    ("2N1k4/4a4/9/9/8c/4n1B2/9/3A2N2/6n2/2BK1A3 b - - 0 1", "i5d5", 2),
    ("3aknrR1/4a4/4b4/2p1C4/9/9/r1P1PR3/1p7/9/1NBAKA3 w - - 0 1", "h9g9", 2),
    ("2ba1k3/n3a1N2/6n2/4p2Cp/6p2/p1P6/c3R3P/1r2B4/9/2BAKA3 w - - 0 1", "e3f3", 3),
];

fn engine() -> Result<Engine, String> {
    Engine::try_new(Some(0), MemoryLimit::default()).map_err(|error| error.localize())
}

fn search() -> Result<String, String> {
    let mut engine = engine()?;
    for (fen, best, moves) in MATES {
        engine.new_game();
        engine.set_position(
            Position::from_fen(fen).map_err(|error| format!("{fen}: {}", error.localize()))?,
        );
        let limits =
            Limits { mate: Some(moves.into()), ..Limits::move_time(Duration::from_secs(10)) };
        let result = engine.search(limits);
        let found = result.best.map(|mv| mv.to_string()).unwrap_or_default();
        if found != best || result.score != Score::MateIn(2 * moves - 1) {
            return Err(tr!(
                "doctor-wrong-mate",
                fen = fen,
                found = found,
                score = InPawns(result.score).localize(),
                best = best,
                moves = moves
            ));
        }
    }
    Ok(tr!("doctor-mates", count = MATES.len()))
}

fn speed() -> Result<String, String> {
    let mut engine = engine()?;
    let result = engine.search(Limits::move_time(Duration::from_secs(1)));
    let Some(newest) = result.lines.first().filter(|info| info.nps() > 0) else {
        return Err(tr!("doctor-no-speed"));
    };
    let (nps, depth) = (newest.nps(), newest.depth);
    let speed = format!("{}k", nps / 1000);
    Ok(tr!("doctor-speed", speed = speed, depth = depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_name_a_remedy() {
        let advice = || "build it anew".to_owned();
        let test = SelfTest::new("search", Err("no mate"), advice());
        assert!(!test.passed && test.detail == "no mate" && test.advice == Some(advice()));
        let test = SelfTest::new::<&str>("search", Ok("a mate".to_owned()), advice());
        assert!(test.passed && test.advice.is_none());
    }
}
