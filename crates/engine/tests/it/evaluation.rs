//! Tests that the evaluation is the same for both colours and both wings, that updating it move by move gives the same
//! result as computing it afresh, and that it is right about endgames.

use std::collections::BTreeMap;

use crate::common::playout::{config, playouts};
use chuhe_engine::board::{Board, Position};
use chuhe_engine::eval::{Evaluator, Hce, Linear, Trace};
use chuhe_engine::types::{Color, PieceType, Value};
use proptest::prelude::*;

/// The value for the side to move.
fn value(board: &Board) -> Value {
    let mut eval = Hce::new();
    eval.reset(board);
    eval.evaluate(board)
}

/// The first two FEN fields of a board with ranks reversed and colours exchanged.
pub(crate) fn flipped(board: &Board) -> String {
    let text = board.to_string();
    let (ranks, side) = text.split_once(' ').unwrap();
    let swap =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks: Vec<String> =
        ranks.rsplit('/').map(|rank| rank.chars().map(swap).collect()).collect();
    format!("{} {}", ranks.join("/"), if side == "w" { "b" } else { "w" })
}

/// The first two FEN fields of a board with left and right exchanged.
pub(crate) fn mirrored(board: &Board) -> String {
    let text = board.to_string();
    let (ranks, side) = text.split_once(' ').unwrap();
    let ranks: Vec<String> = ranks.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {side}", ranks.join("/"))
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn colours_and_wings_are_alike(game in playouts()) {
        let position = game.end();
        let board = position.board();
        let of = |fen: String| value(Position::from_fen(&fen).unwrap().board());
        prop_assert_eq!(of(flipped(board)), value(board), "{} flipped", board);
        prop_assert_eq!(of(mirrored(board)), value(board), "{} mirrored", board);
    }

    #[test]
    fn moves_and_a_fresh_look_agree(game in playouts()) {
        let mut position = game.start();
        let mut eval = Hce::new();
        eval.reset(position.board());
        let moves: Vec<_> = game.end().history().iter().filter_map(|undo| undo.mv).collect();
        for &mv in &moves {
            position.make_unchecked(mv, eval.push());
            prop_assert_eq!(eval.evaluate(position.board()), value(position.board()));
        }
        for _ in moves {
            position.unmake(&mut ());
            eval.pop();
            prop_assert_eq!(eval.evaluate(position.board()), value(position.board()));
        }
    }

    #[test]
    fn eval_command_and_tuner_use_the_same_values(game in playouts()) {
        let position = game.end();
        let board = position.board();
        let red = match board.side_to_move() {
            Color::Red => value(board),
            Color::Black => -value(board),
        };
        let trace = Trace::of(board);
        prop_assert_eq!(trace.total, red);
        prop_assert!(trace.endgame_known || trace.sum == red);
        let linear = Linear::of(board);
        prop_assert_eq!(linear.is_scaled, trace.endgame_known);
        let weights: Vec<[f32; 2]> =
            Linear::weights().into_iter().map(|weight| weight.map(|part| part as f32)).collect();
        prop_assert!((linear.value(&weights) - trace.sum as f32).abs() < 1.0);
    }
}

/// The values of the exact endgame positions from the stronger side's point of view, by material and by whether that
/// side wins.
fn endgames() -> BTreeMap<(String, bool), Vec<Value>> {
    let mut classes = BTreeMap::<_, Vec<Value>>::new();
    for line in include_str!("../../../../tests/data/endgames.jsonl").lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let position = Position::from_fen(record["fen"].as_str().unwrap()).unwrap();
        let board = position.board();
        let us = board.side_to_move();
        let red = if us == Color::Red { value(board) } else { -value(board) };
        let strong = match record["result"].as_str().unwrap() {
            "win" => us,
            "loss" => !us,
            _ if board.has_attackers(Color::Red) => Color::Red,
            _ => Color::Black,
        };
        let material = |color: Color| -> String {
            let letters = board.pieces().filter(|(piece, _)| piece.color() == color);
            let mut letters: Vec<char> =
                letters.map(|(piece, _)| piece.letter().to_ascii_uppercase()).collect();
            letters.sort_unstable();
            letters.into_iter().collect()
        };
        // A pawn on the last rank counts as a different piece: a horse with such a pawn beats two elephants in only one
        // position out of nine.
        let last_rank = if strong == Color::Red { 9 } else { 0 };
        let has_bottom_pawn = board.pieces().any(|(piece, square)| {
            piece.kind() == PieceType::Pawn && piece.color() == strong && square.rank() == last_rank
        });
        let mark = if has_bottom_pawn { " (bottom pawn)" } else { "" };
        let class = format!("{}{mark} v {}", material(strong), material(!strong));
        let won = record["result"] != "draw";
        let own = if strong == Color::Red { red } else { -red };
        classes.entry((class, won)).or_default().push(own);
    }
    classes
}

/// Compares classes in which every position is won with classes in which every position is drawn. In other classes,
/// material alone does not decide. Rook against rook is left out because the first capture wins. Pawns on the last rank
/// are left out because there are too few such positions.
#[test]
fn won_endgames_score_above_drawn_ones() {
    let classes = endgames();
    assert!(classes.values().map(Vec::len).sum::<usize>() >= 112);
    let decided = |class: &str, won: bool| {
        class != "KR v KR"
            && !class.contains("bottom pawn")
            && !classes.contains_key(&(class.to_owned(), !won))
    };
    let (mut least_won, mut most_drawn) = (Value::MAX, Value::MIN);
    for ((class, won), values) in classes.iter().filter(|((class, won), _)| decided(class, *won)) {
        let (least, most) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        println!("{class:<16} {} {least:>5} to {most}", if *won { "won  " } else { "drawn" });
        if *won {
            least_won = least_won.min(*least);
        } else {
            most_drawn = most_drawn.max(*most);
        }
    }
    assert!(least_won >= 200, "a won class is worth {least_won}");
    assert!(most_drawn <= 80, "a drawn class is worth {most_drawn}");
}
