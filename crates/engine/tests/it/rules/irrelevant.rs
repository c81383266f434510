//! Tests that a verdict on repetition does not change if a pawn is added on its own side of the river, on a point that
//! no piece attacks, crosses or stands next to.

use std::collections::HashSet;

use chuhe_engine::board::Board;
use chuhe_engine::rules::{Reason, RuleSet};
use chuhe_engine::types::{Color, Piece, PieceType, Square};

use super::cases::{CASES, Case};
use super::{judge, play, reason};

/// The points on which a piece could matter: occupied points, the lines of rooks, cannons and kings, and the points
/// around each piece, which include legs, eyes and pawn moves.
fn lively(board: &Board) -> HashSet<Square> {
    let mut points = HashSet::new();
    for (piece, square) in board.pieces() {
        let sees_lines =
            matches!(piece.kind(), PieceType::Rook | PieceType::Cannon | PieceType::King);
        points.extend(Square::all().filter(|other| {
            let (files, ranks) =
                (other.file().abs_diff(square.file()), other.rank().abs_diff(square.rank()));
            (files <= 1 && ranks <= 1) || (sees_lines && (files == 0 || ranks == 0))
        }));
    }
    points
}

/// The FENs of a case's start position with one added pawn that plays no part in the game.
fn with_idle_pawn(case: &Case) -> Vec<String> {
    let mut position = play(&case.fen, &[]);
    let mut taken = lively(position.board());
    for &mv in &case.moves {
        position.make_unchecked(mv, &mut ());
        taken.extend(lively(position.board()));
    }
    let idle = Square::all().filter(|square| {
        // Before they cross the river, pawns stand only on every second file.
        !taken.contains(square) && square.file() % 2 == 0 && (3..=6).contains(&square.rank())
    });
    idle.filter_map(|square| {
        let color = square.home_of();
        let start = play(&case.fen, &[]);
        let room = start.board().count(color, PieceType::Pawn) < 5;
        room.then(|| put(start.board(), Piece::new(color, PieceType::Pawn), square))
    })
    .collect()
}

/// The FEN of a board with one more piece.
fn put(board: &Board, piece: Piece, square: Square) -> String {
    let cell = |at: Square| match board.piece_at(at) {
        _ if at == square => piece.letter(),
        Some(piece) => piece.letter(),
        None => '1',
    };
    let rows: Vec<String> = (0..Square::RANKS)
        .rev()
        .map(|rank| (0..Square::FILES).map(|file| cell(Square::new(file, rank))).collect())
        .collect();
    let side = if board.side_to_move() == Color::Red { 'w' } else { 'b' };
    format!("{} {side}", rows.join("/"))
}

#[test]
fn an_idle_pawn_changes_no_verdict_on_repetition() {
    let mut tried = 0;
    for case in &*CASES {
        let before = play(&case.fen, &case.moves);
        for fen in with_idle_pawn(case) {
            let after = play(&fen, &case.moves);
            for set in [RuleSet::Asian, RuleSet::Computer] {
                // The added pawn can prevent stalemate and insufficient material, and the FEN written here restarts the
                // move count, so verdicts by these rules may differ.
                let is_other_law = |reason| {
                    matches!(reason, Reason::Stalemate | Reason::DeadMaterial | Reason::MoveCount)
                };
                if !reason(&before, set).is_some_and(is_other_law) {
                    assert_eq!(judge(&after, set), judge(&before, set), "{} in {fen}", case.id);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}
