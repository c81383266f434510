//! Random games for property tests, which shrink to short games.

use std::sync::LazyLock;

use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::types::Move;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The length of the longest random game, in plies.
const MAX_PLIES: usize = 80;

/// The FENs from which random games start: the start position, openings, and all positions in the perft and tactics
/// files.
static STARTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let records = [
        include_str!("../../../../../tests/data/perft.jsonl"),
        include_str!("../../../../../tests/data/tactics.jsonl"),
    ];
    let fen_of = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).expect("each line is a record");
        record["fen"].as_str().expect("a record has a FEN").to_owned()
    };
    std::iter::once(START_FEN.to_owned())
        .chain(include_str!("../../../../../tests/data/openings.fen").lines().map(str::to_owned))
        .chain(records.into_iter().flat_map(str::lines).map(fen_of))
        .collect()
});

/// A random game: a start position, and for each ply a byte that picks the move.
#[derive(Clone, Debug)]
pub(crate) struct Playout {
    pub(crate) fen: String,
    pub(crate) choices: Vec<u8>,
}

impl Playout {
    pub(crate) fn start(&self) -> Position {
        Position::from_fen(&self.fen).expect("starts are valid")
    }

    /// The move that a byte picks; `None` if there is no legal move.
    ///
    /// Some bytes pick a capture, and others pick a check, if there is one, because purely random games stay crowded
    /// and quiet.
    pub(crate) fn pick(position: &Position, choice: u8) -> Option<Move> {
        let board = position.board();
        let moves = position.legal_moves();
        let wanted: Vec<Move> = match choice % 8 {
            0 => moves.iter().copied().filter(|&mv| board.captured_piece(mv).is_some()).collect(),
            1 => moves.iter().copied().filter(|&mv| board.gives_check(mv)).collect(),
            _ => Vec::new(),
        };
        let pool = if wanted.is_empty() { &moves[..] } else { &wanted[..] };
        (!pool.is_empty()).then(|| pool[usize::from(choice / 8) % pool.len()])
    }

    /// The final position of the game.
    pub(crate) fn end(&self) -> Position {
        let mut position = self.start();
        for &choice in &self.choices {
            let Some(mv) = Self::pick(&position, choice) else { break };
            position.make_unchecked(mv, &mut ());
        }
        position
    }
}

/// A strategy for start FENs.
pub(crate) fn starts() -> impl Strategy<Value = String> {
    select(&**STARTS)
}

/// A strategy for random games.
pub(crate) fn playouts() -> impl Strategy<Value = Playout> {
    (starts(), vec(any::<u8>(), 0..MAX_PLIES)).prop_map(|(fen, choices)| Playout { fen, choices })
}

/// A configuration with this number of cases, scaled by `PROPTEST_CASES`, whose default is 256. Failures are printed,
/// not written to a file.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases * cases / 256, failure_persistence: None, ..default }
}
