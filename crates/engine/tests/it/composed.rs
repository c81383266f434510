//! Tests of composed problems, with pawns on squares that no pawn can reach in a game, and with everything else that a
//! FEN may contain.

use chuhe_engine::board::{Position, perft};
use chuhe_engine::engine::Engine;
use chuhe_engine::eval::Trace;
use chuhe_engine::search::Limits;
use chuhe_engine::types::{Move, Score};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::naive::{self, NaiveBoard};
use crate::common::playout::config;

/// A published problem: Red mates in two.
const PROBLEM: &str = "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w";

/// The points on which pieces of one kind may stand, as file and rank, from their own side's point of view.
fn places(kind: char) -> Vec<(usize, usize)> {
    let all = || (0..9).flat_map(|file| (0..10).map(move |rank| (file, rank)));
    match kind {
        'k' => all().filter(|&(file, rank)| (3..6).contains(&file) && rank < 3).collect(),
        'a' => vec![(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
        'b' => vec![(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
        _ => all().collect(),
    }
}

/// The FENs of positions with a random selection of both sides' pieces, each on a random point on which it may stand.
fn composed() -> impl Strategy<Value = String> {
    const SET: &str = "kaabbnnrrccppppp";
    (vec(any::<(Index, bool)>(), 2 * SET.len()), any::<bool>()).prop_map(|(choices, black)| {
        let mut cells = [['.'; 9]; 10];
        let pieces = [true, false].into_iter().flat_map(|red| SET.chars().map(move |c| (red, c)));
        for ((red, kind), (place, wanted)) in pieces.zip(choices) {
            let mut free = places(kind);
            if !red {
                for (_, rank) in &mut free {
                    *rank = 9 - *rank;
                }
            }
            free.retain(|&(file, rank)| cells[rank][file] == '.');
            if (wanted || kind == 'k') && !free.is_empty() {
                let (file, rank) = free[place.index(free.len())];
                cells[rank][file] = if red { kind.to_ascii_uppercase() } else { kind };
            }
        }
        let ranks: Vec<String> = cells.iter().rev().map(|row| row.iter().collect()).collect();
        let mut text = ranks.join("/");
        for gap in (1..=9).rev() {
            text = text.replace(&".".repeat(gap), &gap.to_string());
        }
        format!("{text} {}", if black { 'b' } else { 'w' })
    })
}

/// Reads a composed FEN. If it is invalid, as it often is because the side not to move is in check, reads it with the
/// other side to move; `None` if that is invalid, too.
fn readable(fen: &str) -> Option<Position> {
    let other = fen.replace(" w", " x").replace(" b", " w").replace(" x", " b");
    [fen, &other].into_iter().find_map(|fen| Position::from_fen(fen).ok())
}

/// The number of move sequences under the naive rules.
fn naive_perft(board: &NaiveBoard, depth: u32) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|step| naive_perft(&board.after(step), depth - 1)).sum()
}

proptest! {
    #![proptest_config(config(48))]

    /// Over two plies, the moves are those of the naive board, and the board's data structures agree.
    #[test]
    fn moves_follow_the_rules(fen in composed()) {
        let Some(mut position) = readable(&fen) else { return Ok(()) };
        position.board().check();
        let rules = NaiveBoard::from_fen(&position.fen());
        prop_assert_eq!(naive::steps(&position.legal_moves()), rules.legal_moves());
        prop_assert_eq!(position.in_check(), rules.is_in_check(rules.red_to_move));
        prop_assert_eq!(perft(&mut position, 2), naive_perft(&rules, 2), "{}", position.fen());
        prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }

    /// The engine evaluates and searches composed positions.
    #[test]
    fn the_engine_plays_on(fen in composed()) {
        let Some(position) = readable(&fen) else { return Ok(()) };
        prop_assert!(!Trace::of(position.board()).terms.is_empty());
        let mut engine = Engine::new();
        engine.set_position(position.clone());
        let best = engine.start(Limits::depth(4)).wait().best;
        prop_assert_eq!(best.is_some(), !position.legal_moves().is_empty());
        prop_assert!(best.is_none_or(|mv: Move| position.is_legal(mv)));
    }
}

#[test]
fn a_published_problem_is_solved() {
    let position = Position::from_fen(PROBLEM).unwrap();
    assert_eq!(
        position.board().stray_pawn().unwrap().to_string(),
        "impossible position: a black pawn cannot reach f9"
    );
    let mut engine = Engine::new();
    engine.set_position(position);
    assert_eq!(engine.start(Limits::depth(6)).wait().score, Score::MateIn(3));
}
