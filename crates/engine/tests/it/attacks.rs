//! Tests attack sets against a test of each square.

use crate::common::playout::{config, playouts};
use chuhe_engine::board::{Board, PieceId};
use chuhe_engine::types::{Color, PieceType, Square, SquareSet};
use proptest::prelude::*;

/// The squares a piece can move to, according to the attack sets.
fn targets(board: &Board, id: PieceId, from: Square) -> SquareSet {
    let stands = |color| {
        let pieces = board.pieces().filter(move |(piece, _)| piece.color() == color);
        pieces.fold(SquareSet::EMPTY, |set, (_, square)| set.with(square))
    };
    let (own, enemy) = (stands(id.color()), stands(!id.color()));
    let attacks = match id.kind() {
        PieceType::King => Board::king_attacks(from),
        PieceType::Advisor => Board::advisor_attacks(from),
        PieceType::Elephant => board.elephant_attacks(from),
        PieceType::Horse => board.horse_attacks(from),
        PieceType::Rook => board.rook_attacks(from),
        PieceType::Pawn => Board::pawn_attacks(id.color(), from),
        PieceType::Cannon => {
            let (free, behind) = board.cannon_attacks(from);
            assert_eq!(free & (own | enemy | behind), SquareSet::EMPTY);
            free | (behind & enemy)
        }
    };
    attacks - own
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn sets_and_single_moves_agree(game in playouts()) {
        let position = game.end();
        let board = position.board();
        for square in Square::all() {
            let Some(id) = board.id_at(square) else { continue };
            let single = Square::all()
                .filter(|&to| board.piece_at(to).is_none_or(|piece| piece.color() != id.color()))
                .filter(|&to| board.reaches(id, to))
                .fold(SquareSet::EMPTY, SquareSet::with);
            prop_assert_eq!(targets(board, id, square), single, "{} on {}", id.piece().letter(), square);
        }
        for target in Square::all() {
            let sources = Square::all()
                .filter(|&from| board.horse_attacks(from).contains(target))
                .fold(SquareSet::EMPTY, SquareSet::with);
            prop_assert_eq!(board.horse_sources(target), sources, "horses to {}", target);
        }
        for color in Color::ALL {
            let pawns = board.set_of(color, PieceType::Pawn).squares();
            let each = pawns.fold(SquareSet::EMPTY, |all, pawn| all | Board::pawn_attacks(color, pawn));
            prop_assert_eq!(board.all_pawn_attacks(color), each, "pawns of {}", color);
        }
    }
}

#[test]
fn a_cannon_reaches_over_one_screen_and_no_further() {
    let position =
        chuhe_engine::board::Position::from_fen("3k5/9/9/3r5/9/9/3N5/9/9/3CK1p2 w - - 0 1")
            .unwrap();
    let (free, behind) = position.board().cannon_attacks("d0".parse().unwrap());
    let named = |set: SquareSet| {
        set.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(named(free), "a0 b0 c0 d1 d2");
    assert_eq!(named(behind), "f0 g0 d4 d5 d6");
}
