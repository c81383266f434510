//! Tests the board against a second, naive implementation of the rules, and for self-consistency, in random games.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::common::naive::{self, steps};
use crate::common::playout::{config, playouts};
use chuhe_engine::board::{Board, CheckSquares, Legality, Observer, Position};
use chuhe_engine::types::{Color, Move, MoveList, Piece, PieceType, Square};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn listed(generate: impl FnOnce(&mut MoveList)) -> MoveList {
    let mut list = MoveList::new();
    generate(&mut list);
    list
}

fn is_red(color: Color) -> bool {
    color == Color::Red
}

fn every_move() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

/// A sum in which every piece on every square has a different weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum(u64);

impl Sum {
    fn weight(piece: Piece, square: Square) -> u64 {
        let number = (piece.index() * Square::COUNT + square.dense()) as u64;
        chuhe_engine::types::rng::SplitMix64::new(number).next()
    }

    fn of(board: &Board) -> Self {
        let weights = board.pieces().map(|(piece, square)| Self::weight(piece, square));
        Self(weights.fold(0, u64::wrapping_add))
    }
}

impl Observer for Sum {
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0 = self.0.wrapping_add(Self::weight(piece, square));
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        self.0 = self.0.wrapping_sub(Self::weight(piece, square));
    }
}

/// Checks that a move changes exactly the partial keys to which its pieces belong.
fn assert_partial_keys(before: &Board, mv: Move, after: &Board) {
    let pieces = [before.moved_piece(mv), before.captured_piece(mv)];
    let any = |belongs: &dyn Fn(Piece) -> bool| pieces.into_iter().flatten().any(belongs);
    let is_pawn = |piece: Piece| piece.kind() == PieceType::Pawn;
    let is_guard = |piece: Piece| {
        matches!(piece.kind(), PieceType::King | PieceType::Advisor | PieceType::Elephant)
    };
    assert_eq!(before.pawn_key() != after.pawn_key(), any(&is_pawn), "{mv}");
    assert_eq!(before.guard_key() != after.guard_key(), any(&is_guard), "{mv}");
    for color in Color::ALL {
        let [old, new] = [before, after].map(|board| board.non_pawn_keys()[color.index()]);
        assert_eq!(old != new, any(&|piece| !is_pawn(piece) && piece.color() == color), "{mv}");
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// Cells, squares, masks, slots and keys agree after every move, and every move and pass can be taken back.
    #[test]
    fn unmake_undoes_make(playout in playouts()) {
        playout.visit(|position, _| {
            position.board().check();
            let before = position.clone();
            let mut sum = Sum::of(position.board());
            for mv in position.legal_moves() {
                position.make_unchecked(mv, &mut sum);
                position.board().check();
                assert_eq!(position.key(), before.board().key_after(mv), "{mv}");
                assert_ne!(position.key(), before.key(), "{mv}");
                assert_eq!(sum, Sum::of(position.board()), "{mv}");
                assert_partial_keys(before.board(), mv, position.board());
                position.unmake(&mut sum);
                assert_eq!(*position, before, "{mv}");
                assert_eq!(sum, Sum::of(position.board()), "{mv}");
            }
            if !position.in_check() {
                position.make_null();
                position.board().check();
                assert_eq!(position.side_to_move(), !before.side_to_move());
                assert_ne!(position.key(), before.key());
                position.unmake(&mut sum);
                assert_eq!(*position, before);
            }
        });
    }

    /// Taking back a whole game restores the start position.
    #[test]
    fn unmaking_the_game_returns_to_its_start(playout in playouts()) {
        let mut position = playout.end();
        let mut sum = Sum::of(position.board());
        for _ in 0..position.history().len() {
            position.unmake(&mut sum);
        }
        prop_assert_eq!(&position, &playout.start());
        prop_assert_eq!(sum, Sum::of(position.board()));
    }

    /// Moves and checks are those of the naive rules.
    #[test]
    fn moves_follow_the_rules(playout in playouts()) {
        playout.visit(|position, rules| {
            let (board, us) = (position.board(), is_red(position.side_to_move()));
            let pseudo_legal = listed(|list| board.pseudo_legal(list));
            assert_eq!(steps(&pseudo_legal), rules.pseudo_legal());

            let captures = listed(|list| board.captures(list));
            let quiets = listed(|list| board.quiets(list));
            assert!(captures.iter().all(|&mv| board.captured_piece(mv).is_some()));
            assert!(quiets.iter().all(|&mv| board.captured_piece(mv).is_none()));
            assert_eq!(steps(&[&captures[..], &quiets[..]].concat()), rules.pseudo_legal());

            let legality = Legality::new(board, position.in_check());
            for &mv in &pseudo_legal {
                let safe = !rules.after(naive::step(mv)).is_in_check(us);
                assert_eq!(legality.allows(board, mv), safe, "{mv} in {board}");
                assert_eq!(board.is_safe(mv), safe, "{mv} in {board}");
            }
            assert_eq!(steps(&position.legal_moves()), rules.legal_moves());
        });
    }

    /// Checks, given and received, are those of the naive rules.
    #[test]
    fn checks_follow_the_rules(playout in playouts()) {
        playout.visit(|position, rules| {
            let (board, us) = (position.board(), is_red(position.side_to_move()));
            assert_eq!(position.in_check(), rules.is_in_check(us));
            assert!(!board.is_in_check(!position.side_to_move()));
            let mut checkers: Vec<_> = board.checkers().into_iter().map(naive::point).collect();
            let mut expected = rules.checkers(us);
            checkers.sort_unstable();
            expected.sort_unstable();
            assert_eq!(checkers, expected, "{board}");
            let squares = CheckSquares::new(board);
            for mv in listed(|list| board.pseudo_legal(list)) {
                let check = rules.after(naive::step(mv)).is_in_check(!us);
                assert_eq!(board.gives_check(mv), check, "{mv} in {board}");
                assert_eq!(squares.gives_check(board, mv), check, "{mv} in {board}");
            }
        });
    }

    /// The mirror image of a board has the mirrored moves, and the board with sides exchanged has the exchanged moves.
    #[test]
    fn moves_are_symmetric(playout in playouts()) {
        playout.visit(|position, rules| {
            let key_of = |moves: &[Move]| {
                let mut moves = moves.to_vec();
                moves.sort_unstable_by_key(|mv| mv.bits());
                moves
            };
            let moves = position.legal_moves();
            for (twin, map) in [
                (rules.mirrored(), Move::mirror as fn(Move) -> Move),
                (rules.flipped(), Move::flip),
            ] {
                let twin = Position::from_fen(&twin.to_string()).unwrap();
                let expected: Vec<Move> = moves.iter().copied().map(map).collect();
                assert_eq!(key_of(&twin.legal_moves()), key_of(&expected));
                assert_eq!(twin.in_check(), position.in_check());
            }
        });
    }

    /// Only a capture resets the count of plies; a pass limits how far back repetition looks.
    #[test]
    fn counters_follow_the_game(playout in playouts()) {
        let start = playout.start();
        let (mut since_capture, mut reversible) = (start.plies_since_capture(), 0);
        let mut pieces = start.board().pieces().count();
        let mut plies = 0;
        playout.visit(|position, _| {
            let left = position.board().pieces().count();
            if plies > 0 {
                let quiet = left == pieces;
                since_capture = if quiet { since_capture + 1 } else { 0 };
                reversible = if quiet { reversible + 1 } else { 0 };
            }
            assert_eq!(position.plies_since_capture(), since_capture);
            assert_eq!(position.reversible(), reversible);
            assert_eq!(position.game_ply(), start.game_ply() + plies);
            assert_eq!(position.history().len(), plies as usize);
            if !position.in_check() {
                position.make_null();
                assert_eq!(position.plies_since_capture(), since_capture);
                assert_eq!(position.reversible(), 0);
                position.unmake(&mut ());
                assert_eq!(position.plies_since_capture(), since_capture);
                assert_eq!(position.reversible(), reversible);
            }
            (pieces, plies) = (left, plies + 1);
        });
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// Of all sixteen-bit moves, exactly those that are generated count as pseudo-legal and legal.
    #[test]
    fn any_sixteen_bits_are_judged(playout in playouts()) {
        let position = playout.end();
        let board = position.board();
        let pseudo_legal = listed(|list| board.pseudo_legal(list));
        let legal = position.legal_moves();
        for mv in every_move() {
            let judged = (board.is_pseudo_legal(mv), position.is_legal(mv));
            let expected = (pseudo_legal.contains(&mv), legal.contains(&mv));
            prop_assert_eq!(judged, expected, "{:?} in {}", mv, board);
        }
    }

    /// When both sides move out and back, the key recurs after four reversible plies.
    #[test]
    fn shuttling_repeats_the_key(playout in playouts(), picks in any::<[u8; 2]>()) {
        let mut position = playout.end();
        let start = position.key();
        let back = |mv: Move| Move::new(mv.to(), mv.from());
        let mut out = Vec::new();
        for pick in picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return Ok(());
            }
            out.push(moves[usize::from(pick) % moves.len()]);
            position.make_unchecked(out[out.len() - 1], &mut ());
        }
        for mv in out {
            if !position.is_legal(back(mv)) {
                return Ok(());
            }
            position.make_unchecked(back(mv), &mut ());
        }
        let repeated = position.key() == start;
        prop_assert_eq!(repeated, position.reversible() >= 4);
    }
}

/// Records the board and key of every position up to `depth` plies ahead.
fn note_keys(position: &mut Position, depth: u32, keys: &mut HashMap<u64, String>) {
    let board = position.board().to_string();
    match keys.entry(position.key()) {
        Entry::Occupied(known) => assert_eq!(*known.get(), board),
        Entry::Vacant(place) => drop(place.insert(board)),
    }
    if depth > 0 {
        for mv in position.legal_moves() {
            position.make_unchecked(mv, &mut ());
            note_keys(position, depth - 1, keys);
            position.unmake(&mut ());
        }
    }
}

proptest! {
    #![proptest_config(config(16))]

    /// Regardless of the order of moves, equal boards have equal keys, and different boards have different keys.
    #[test]
    fn keys_stand_for_boards(playout in playouts()) {
        let mut keys = HashMap::new();
        note_keys(&mut playout.end(), 3, &mut keys);
        let boards: HashSet<_> = keys.values().collect();
        prop_assert_eq!(boards.len(), keys.len());
    }
}

/// The tests above are only as good as the games in them.
#[test]
fn random_games_see_much() {
    let mut runner = TestRunner::deterministic();
    let (mut checks, mut double_checks, mut ends, mut thin, mut illegal) = (0, 0, 0, 0, 0);
    for _ in 0..256 {
        let playout = playouts().new_tree(&mut runner).unwrap().current();
        playout.visit(|position, rules| {
            let checkers = rules.checkers(rules.red_to_move).len();
            let legal = position.legal_moves().len();
            checks += usize::from(checkers == 1);
            double_checks += usize::from(checkers > 1);
            ends += usize::from(legal == 0);
            thin += usize::from(position.board().pieces().count() <= 10);
            illegal += rules.pseudo_legal().len() - legal;
        });
    }
    let seen = [checks, double_checks, ends, thin, illegal];
    let least = [400, 8, 16, 300, 15_000];
    assert!(seen.iter().zip(least).all(|(&seen, least)| seen >= least), "{seen:?}");
}
