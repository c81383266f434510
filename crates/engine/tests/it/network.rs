//! Tests that networks give the same value for both colours and both wings, that updating them move by move gives the
//! same result as computing them afresh, and that both agree with a second implementation, which follows
//! `docs/inside/training.md`.

use std::sync::Arc;

use chuhe_engine::board::{Board, Position};
use chuhe_engine::eval::network::{Network, NetworkEvaluator, NetworkTrace, Role};
use chuhe_engine::eval::{Evaluator, Hce};
use chuhe_engine::types::{Color, Piece, PieceType, RULE_BOUND, Square, Value};
use proptest::prelude::*;

use crate::common::playout::{config, playouts};
use crate::evaluation::{flipped, mirrored};

const ROLES: [Role; 2] = [Role::Correction, Role::Whole];

fn network(role: Role) -> Arc<Network> {
    let mut network = Network::random(18);
    network.header.role = role;
    Arc::new(network)
}

fn value(eval: &mut impl Evaluator, board: &Board) -> Value {
    eval.reset(board);
    eval.evaluate(board)
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn colours_and_wings_are_alike(game in playouts()) {
        let position = game.end();
        let board = position.board();
        // With both kings on the middle file, nothing is mirrored, so mirror images may have different values.
        let is_central = Color::ALL.iter().all(|&color| board.king(color).file() == 4);
        for role in ROLES {
            let mut eval = NetworkEvaluator::new(network(role));
            let mut of = |fen: String| value(&mut eval, Position::from_fen(&fen).unwrap().board());
            let expected = of(board.to_string());
            prop_assert!(expected.abs() < RULE_BOUND);
            prop_assert_eq!(of(flipped(board)), expected, "{} flipped", board);
            prop_assert!(is_central || of(mirrored(board)) == expected, "{} mirrored", board);
        }
    }

    #[test]
    fn moves_and_a_fresh_look_agree(game in playouts()) {
        let mut position = game.start();
        let mut eval = NetworkEvaluator::new(network(Role::Correction));
        let mut fresh = NetworkEvaluator::new(network(Role::Correction));
        eval.reset(position.board());
        let moves: Vec<_> = game.end().history().iter().filter_map(|undo| undo.mv).collect();
        for (ply, &mv) in moves.iter().enumerate() {
            position.make_unchecked(mv, eval.push());
            // In a search, not every position is evaluated.
            if ply % 3 != 1 {
                let board = position.board();
                prop_assert_eq!(eval.evaluate(board), value(&mut fresh, board), "{}", board);
            }
        }
        for _ in moves {
            position.unmake(&mut ());
            eval.pop();
            let board = position.board();
            prop_assert_eq!(eval.evaluate(board), value(&mut fresh, board), "{}", board);
        }
    }

    #[test]
    fn the_file_determines_the_value(game in playouts()) {
        let network = network(Role::Correction);
        let position = game.end();
        let board = position.board();
        let own = by_the_page(&network.to_bytes(), board);
        let red = if board.side_to_move() == Color::Red { own } else { -own };
        let trace = NetworkTrace::of(&network, board);
        prop_assert_eq!(trace.value, red, "{}", board);
        let hce = chuhe_engine::eval::Trace::of(board);
        let sum = hce.total + if hce.endgame_known { 0 } else { red };
        prop_assert_eq!(trace.total, sum);
        let mut eval = Hce::new();
        prop_assert_eq!(value(&mut eval, board).abs(), hce.total.abs());
    }
}

/// The value of a board according to the network in a file, computed as `docs/inside/training.md` describes, from the
/// side to move's point of view.
fn by_the_page(file: &[u8], board: &Board) -> Value {
    let long = |at: usize| i64::from(i32::from_le_bytes(file[at..at + 4].try_into().unwrap()));
    assert_eq!(&file[..8], b"chuhenn2");
    let inputs = 12 + long(8) as usize;
    let header: serde_json::Value = serde_json::from_slice(&file[12..inputs]).unwrap();
    let mut output_biases = inputs;
    let mut read = || -> i64 {
        let at = output_biases;
        let is_short = file[at] != 128;
        output_biases += if is_short { 1 } else { 3 };
        if is_short {
            i64::from(file[at].cast_signed())
        } else {
            i64::from(i16::from_le_bytes(file[at + 1..at + 3].try_into().unwrap()))
        }
    };
    let mut numbers = |count: usize| -> Vec<i64> { (0..count).map(|_| read()).collect() };
    let (inputs, biases, outputs) = (numbers(8820 * 128), numbers(128), numbers(8 * 256));
    assert_eq!(file.len(), output_biases + 4 * 8 + 4);

    let count = |kinds: &[PieceType]| -> u32 {
        kinds.iter().flat_map(|&kind| Color::ALL.map(|color| board.count(color, kind))).sum()
    };
    let output = match (count(&[PieceType::Rook]), count(&[PieceType::Horse, PieceType::Cannon])) {
        (0, ..=2) => 0,
        (0, _) => 1,
        (1..=2, ..=2) => 2,
        (1..=2, 3..=4) => 3,
        (1..=2, _) => 4,
        (_, ..=4) => 5,
        (_, 5..=6) => 6,
        (_, _) => 7,
    };
    let places = board.pieces().map(|(piece, square)| (0, piece, square));
    let active: Vec<_> = places.chain(motifs(board)).collect();
    let us = board.side_to_move();
    let mut sum = 0;
    for (place, side) in [us, !us].into_iter().enumerate() {
        let files = [side, !side].map(|color| board.king(color).file());
        let is_mirrored = files[0] < 4 || (files[0] == 4 && files[1] < 4);
        for neuron in 0..128 {
            let mut total = biases[neuron];
            for &(section, piece, square) in &active {
                let kind = piece.kind().index() + if piece.color() == side { 0 } else { 7 };
                let rank = if side == Color::Red { square.rank() } else { 9 - square.rank() };
                let file = if is_mirrored { 8 - square.file() } else { square.file() };
                let input = 1260 * section + 90 * kind + usize::from(9 * rank + file);
                total += inputs[128 * input + neuron];
            }
            let weight = outputs[256 * output + 128 * place + neuron];
            sum += total.clamp(0, 255).pow(2) * weight;
        }
    }
    let scale = header["scale"].as_f64().unwrap() as i64;
    ((sum / 255 + long(output_biases + 4 * output)) * scale / (255 * 64)) as Value
}

/// The motifs on a board: the section of each, the piece and the square.
fn motifs(board: &Board) -> Vec<(usize, Piece, Square)> {
    let mut motifs = Vec::new();
    for (piece, square) in board.pieces() {
        if let Some(section) = attacked(board, piece, square) {
            motifs.push((section, piece, square));
        }
        for to in Square::all() {
            if let Some(section) = check(board, piece, square, to) {
                let motif = (section, piece, to);
                if !motifs.contains(&motif) {
                    motifs.push(motif);
                }
            }
        }
        for color in Color::ALL {
            if is_shield(board, square, color) {
                motifs.push((if piece.color() == color { 5 } else { 6 }, piece, square));
            }
        }
    }
    motifs
}

/// The types of a side's pieces that attack or guard a square.
fn attackers(board: &Board, color: Color, square: Square) -> Vec<PieceType> {
    let pieces = board.pieces().filter(|(piece, _)| piece.color() == color);
    let attackers = pieces.filter(|&(piece, from)| attacks(board, piece, from, square));
    attackers.map(|(piece, _)| piece.kind()).collect()
}

/// The section of an attacked piece.
fn attacked(board: &Board, piece: Piece, square: Square) -> Option<usize> {
    if piece.kind() == PieceType::King {
        return None;
    }
    let worth = |kind: PieceType| match kind {
        PieceType::Pawn => 0,
        PieceType::Advisor | PieceType::Elephant => 1,
        PieceType::Horse | PieceType::Cannon => 2,
        PieceType::Rook => 3,
        PieceType::King => 4,
    };
    let attackers_of = |color| attackers(board, color, square).into_iter();
    let enemies = attackers_of(!piece.color()).filter(|&kind| kind != PieceType::King);
    let least = enemies.map(worth).min()?;
    let is_guarded = attackers_of(piece.color()).next().is_some();
    Some(if least < worth(piece.kind()) || !is_guarded { 2 } else { 1 })
}

/// The section of a check that a piece can give from another square.
fn check(board: &Board, piece: Piece, from: Square, to: Square) -> Option<usize> {
    let heavy = [PieceType::Rook, PieceType::Horse, PieceType::Cannon];
    let (us, kind) = (piece.color(), piece.kind());
    let king = board.king(!us);
    let moves = match kind {
        PieceType::Cannon if board.piece_at(to).is_none() => board.cannon_attacks(from).0,
        PieceType::Cannon => board.cannon_attacks(from).1,
        PieceType::Rook => board.rook_attacks(from),
        PieceType::Horse => board.horse_attacks(from),
        _ => return None,
    };
    let is_own = board.piece_at(to).is_some_and(|piece| piece.color() == us);
    if is_own || !moves.contains(to) || !attacks(board, piece, to, king) {
        return None;
    }
    let own_king = board.king(us);
    let support = attackers(board, us, to)
        .into_iter()
        .any(|other| other != kind && (heavy.contains(&other) || other == PieceType::Pawn))
        || own_king.file() == to.file() && board.rook_attacks(own_king).contains(to);
    let guards = attackers(board, !us, to);
    let is_safe = guards.iter().all(|&guard| guard == PieceType::King && support);
    Some(if is_safe { 3 } else { 4 })
}

/// Whether the piece on a square shields the king of `color`.
fn is_shield(board: &Board, square: Square, color: Color) -> bool {
    let king = board.king(color);
    let between = |from: Square| -> Vec<Square> {
        let on_line = |place: &Square| {
            let ranks = from.rank().min(king.rank())..=from.rank().max(king.rank());
            let files = from.file().min(king.file())..=from.file().max(king.file());
            ranks.contains(&place.rank()) && files.contains(&place.file())
        };
        let inner = Square::all().filter(|&place| place != from && place != king);
        inner.filter(on_line).filter(|&place| board.piece_at(place).is_some()).collect()
    };
    board.pieces().any(|(piece, from)| {
        let shields = match piece.kind() {
            PieceType::Rook | PieceType::King => 1,
            PieceType::Cannon => 2,
            _ => return false,
        };
        let is_in_line = from.file() == king.file()
            || from.rank() == king.rank() && piece.kind() != PieceType::King;
        piece.color() != color && is_in_line && {
            let between = between(from);
            between.len() == shields && between.contains(&square)
        }
    })
}

/// Whether a piece attacks or guards a square.
fn attacks(board: &Board, piece: Piece, from: Square, square: Square) -> bool {
    let set = match piece.kind() {
        PieceType::King => Board::king_attacks(from),
        PieceType::Advisor => Board::advisor_attacks(from),
        PieceType::Elephant => board.elephant_attacks(from),
        PieceType::Horse => board.horse_attacks(from),
        PieceType::Rook => board.rook_attacks(from),
        PieceType::Cannon => board.cannon_attacks(from).1,
        PieceType::Pawn => Board::pawn_attacks(piece.color(), from),
    };
    set.contains(square)
}
