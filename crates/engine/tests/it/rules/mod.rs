//! Tests of the judge: its case file, traps in the rules, and properties of every game.

mod cases;
mod irrelevant;
mod manual;
mod properties;
mod traps;

use chuhe_engine::board::Position;
use chuhe_engine::rules::{Ending, Reason, RuleSet, Rules, ending};
use chuhe_engine::types::Move;

/// The position after a game, whose moves must be legal.
fn play(fen: &str, moves: &[Move]) -> Position {
    let mut position = Position::from_fen(fen).unwrap();
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {}", position.fen());
        position.make_unchecked(mv, &mut ());
    }
    position
}

/// The verdict, as worded in the case file.
fn judge(position: &Position, set: RuleSet) -> &'static str {
    Ending::word(ending(position, &Rules { set, ..Rules::default() }).as_ref())
}

/// The rule that ends the game, if any.
fn reason(position: &Position, set: RuleSet) -> Option<Reason> {
    ending(position, &Rules { set, ..Rules::default() }).map(|ending| ending.reason)
}

/// The number of occurrences of the position in the game, including the present one.
fn occurrences(position: &Position) -> usize {
    let same = |undo: &&chuhe_engine::board::Undo| undo.key == position.key();
    1 + position.history().iter().filter(same).count()
}

/// The verdict with the sides exchanged.
fn swapped(verdict: &str) -> &str {
    match verdict {
        "red_loses" => "black_loses",
        "black_loses" => "red_loses",
        same => same,
    }
}
