//! Tests static exchange evaluation by playing out the captures on the naive board.

use crate::common::naive::{self, NaiveBoard, Point, Step};
use crate::common::playout::{config, playouts};
use chuhe_engine::board::{Position, exchange_value};
use chuhe_engine::types::{MoveList, Piece, Value};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The letters of pieces, in the order in which the pieces capture.
const TAKING_ORDER: &str = "pbacnrk";

/// The value of the piece on a point; 0 if there is none.
fn value_at(board: &NaiveBoard, at: Point) -> Value {
    Piece::from_letter(board.at(at)).map_or(0, |piece| exchange_value(piece.kind()))
}

/// The pieces that can capture on `target` in an exchange: pins are ignored, but a king captures only undefended
/// pieces.
fn takers(board: &NaiveBoard, target: Point) -> Vec<Point> {
    let us = board.red_to_move;
    let mut takers = board.attackers(target, us);
    takers.retain(|&from| {
        let after = board.after((from, target));
        let defended = !after.attackers(target, !us).is_empty() || after.kings_face();
        !(defended && board.at(from).eq_ignore_ascii_case(&'k'))
    });
    takers
}

/// The value of a move: that of the captured piece minus the other side's gain from `reply`, which is at least 0.
fn value_of(board: &NaiveBoard, step: Step, reply: impl Fn(&NaiveBoard) -> Value) -> Value {
    value_at(board, step.1) - reply(&board.after(step)).max(0)
}

/// The gain of the side to move on `target` if both sides capture with their least valuable piece or stop.
///
/// Among equal pieces, the first in `order` captures.
fn swap_off(board: &NaiveBoard, target: Point, order: &[Point]) -> Value {
    let rank = |&from: &Point| {
        let kind = TAKING_ORDER.find(board.at(from).to_ascii_lowercase());
        (kind, order.iter().position(|&other| other == from))
    };
    takers(board, target)
        .into_iter()
        .min_by_key(rank)
        .map_or(0, |from| value_of(board, (from, target), |after| swap_off(after, target, order)))
}

/// The gain of the side to move on `target` if both sides may capture with any piece, in any order, or stop.
fn best_exchange(board: &NaiveBoard, target: Point) -> Value {
    takers(board, target)
        .into_iter()
        .map(|from| value_of(board, (from, target), |after| best_exchange(after, target)))
        .max()
        .unwrap_or(0)
}

/// Thresholds near and far from the true value.
fn thresholds(value: Value) -> impl Iterator<Item = Value> {
    [-10_000, -950, -430, -100, -1, 0, 1, 100, 430, 950, 10_000].into_iter().map(move |d| value + d)
}

/// The points of all pieces, in the order in which equal pieces capture.
fn slot_order(position: &Position) -> Vec<Point> {
    position.board().pieces().map(|(_, square)| naive::point(square)).collect()
}

fn pseudo_legal(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.board().pseudo_legal(&mut list);
    list
}

proptest! {
    #![proptest_config(config(256))]

    /// For every threshold, `see_ge` agrees with an exchange in which each side captures with its least valuable piece
    /// or stops.
    #[test]
    fn exchanges_go_as_played_out(playout in playouts()) {
        playout.visit(|position, rules| {
            let order = slot_order(position);
            for mv in pseudo_legal(position) {
                let step = naive::step(mv);
                let value = value_of(rules, step, |after| swap_off(after, step.1, &order));
                for threshold in thresholds(value) {
                    assert_eq!(
                        position.board().see_ge(mv, threshold),
                        value >= threshold,
                        "{mv} in {rules}: {value} against {threshold}"
                    );
                }
            }
        });
    }
}

/// The least valuable capturing piece is not always the best one: a pawn that captures may remove the screen of the
/// cannon behind it, or a horse may open a line for the other side. In 2000 games, 584,353 moves can be answered on
/// their destination. Of these, 99.82 % have the value of the best exchange, 0.16 % are overestimated, and 0.02 % are
/// underestimated.
#[test]
fn cheapest_takers_seldom_err() {
    let mut runner = TestRunner::deterministic();
    let (mut contested, mut agreed) = (0, 0);
    for _ in 0..300 {
        let playout = playouts().new_tree(&mut runner).unwrap().current();
        playout.visit(|position, rules| {
            let order = slot_order(position);
            for mv in pseudo_legal(position) {
                let step = naive::step(mv);
                if takers(&rules.after(step), step.1).is_empty() {
                    continue;
                }
                contested += 1;
                let value = value_of(rules, step, |after| swap_off(after, step.1, &order));
                let best = value_of(rules, step, |after| best_exchange(after, step.1));
                agreed += u32::from(value == best);
            }
        });
    }
    assert!(contested > 50_000, "only {contested} exchanges looked at");
    let share = f64::from(agreed) / f64::from(contested);
    assert!(share > 0.995, "{agreed} of {contested} agree");
}
