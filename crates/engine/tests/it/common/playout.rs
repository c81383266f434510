//! Random games, as the properties want them: they shrink to short ones.

use std::sync::LazyLock;

use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::types::Move;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Longest random game, in plies.
const MAX_PLIES: usize = 80;

/// Where random games start: the start position, openings, and all positions of the perft and tactics files.
static STARTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let records = [
        include_str!("../../../../../tests/data/perft.jsonl"),
        include_str!("../../../../../tests/data/tactics.jsonl"),
    ];
    let fen_of = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record a line");
        record["fen"].as_str().expect("a record has a FEN").to_owned()
    };
    std::iter::once(START_FEN.to_owned())
        .chain(include_str!("../../../../../tests/data/openings.fen").lines().map(str::to_owned))
        .chain(records.into_iter().flat_map(str::lines).map(fen_of))
        .collect()
});

/// A start position and one byte for each ply that picks the move.
#[derive(Clone, Debug)]
pub(crate) struct Playout {
    pub(crate) fen: String,
    pub(crate) choices: Vec<u8>,
}

impl Playout {
    pub(crate) fn start(&self) -> Position {
        Position::from_fen(&self.fen).expect("starts are valid")
    }

    /// The move a byte picks, none at the end of the game.
    ///
    /// Some bytes ask for a capture and some for a check if there is one: plain random games stay crowded and calm.
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

    /// The position the game ends in.
    pub(crate) fn end(&self) -> Position {
        let mut position = self.start();
        for &choice in &self.choices {
            let Some(mv) = Self::pick(&position, choice) else { break };
            position.make_unchecked(mv, &mut ());
        }
        position
    }
}

/// Start FENs.
pub(crate) fn starts() -> impl Strategy<Value = String> {
    select(&**STARTS)
}

/// Random games.
pub(crate) fn playouts() -> impl Strategy<Value = Playout> {
    (starts(), vec(any::<u8>(), 0..MAX_PLIES)).prop_map(|(fen, choices)| Playout { fen, choices })
}

/// So many cases, scaled by `PROPTEST_CASES`, whose default is 256. Failures are printed, not written to a file.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases * cases / 256, failure_persistence: None, ..default }
}
