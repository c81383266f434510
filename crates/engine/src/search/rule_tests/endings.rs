//! Tests of the rules that end games within the search, and of table values near the move-count draw.

use super::*;
use crate::search::node::NodeResult;
use crate::types::{DRAW, RULE_BOUND, rule_win_in};

#[test]
fn a_repetition_below_the_root_is_a_draw() {
    let fen = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w";
    let mut repeated = TestNode::after(fen, "a0a2 d9d8 a2a1 d8d9 a1a2 d9d8");
    assert_eq!(repeated.search(100, 4), DRAW);
    assert!(repeated.acted(Rule::GameOver));

    let mut new = TestNode::after(fen, "a0a2 d9d8 a2a1 d8d9 a1a3 d9d8");
    assert!(new.search(100, 4) > 100);
    assert!(!new.acted(Rule::GameOver) && !new.acted(Rule::BoundedByRepetition));
    // One recurrence of the root position is not enough.
    let mut across = TestNode::after(fen, "a0a1 d9d8 a1a0 d8d9");
    assert!(across.search(100, 4) > 100);
    assert!(!across.acted(Rule::GameOver));
}

#[test]
fn a_first_lap_of_perpetual_check_bounds_the_value_and_does_not_decide_it() {
    // Red is mated unless it keeps checking. The cycle is entered by a different move from the one that closes it.
    let fen = "8R/4k4/9/9/9/9/9/r8/9/3K5 b";
    let mut lap = TestNode::after(fen, "a2a1 i9i8 e8e9 i8i9 e9e8");
    let value = lap.search(-1, 1);
    assert!(lap.acted(Rule::BoundedByRepetition) && !lap.acted(Rule::GameOver));
    assert!(value <= DRAW && value > -RULE_BOUND, "Red gets a draw at most: {value}");

    // In a window above the draw there is nothing to search.
    let mut above = TestNode::after(fen, "a2a1 i9i8 e8e9 i8i9 e9e8");
    assert_eq!(above.search(0, 4), DRAW);
    // This line does not return to an earlier position.
    let mut other = TestNode::after(fen, "a2a1 i9i8 e8e9 i8i7 e9e8");
    other.search(-1, 1);
    assert!(!other.acted(Rule::BoundedByRepetition));
}

#[test]
fn a_bounded_value_stays_in_its_range_whatever_the_search_returns() {
    let fen = "8R/4k4/9/9/9/9/9/r8/9/3K5 b";
    let lap = || {
        let mut lap = TestNode::after(fen, "a2a1 i9i8 e8e9 i8i9 e9e8");
        lap.store(None, 500, 10, Bound::Lower);
        lap
    };
    let mut main = lap();
    assert_eq!(main.search(-1, 1), DRAW);
    assert!(main.acted(Rule::TtCutoff));

    let mut quiescence = lap();
    assert_eq!(
        quiescence.worker.qsearch::<FullStrength, false>(-1, 0, quiescence.ply, false),
        DRAW
    );
    assert!(quiescence.acted(Rule::TtCutoff));
}

#[test]
fn a_value_decided_by_a_repetition_rule_is_not_stored() {
    let mv: Move = "h2e2".parse().unwrap();
    for (best_value, bound) in [(rule_win_in(5), None), (700, Some(Bound::Exact))] {
        let node = TestNode::new(START_FEN);
        let key = node.worker.job.position.key();
        let result = NodeResult {
            best_move: Some(mv),
            best_value,
            raw_eval: 0,
            depth: 4,
            bound: Bound::Exact,
            was_pv: false,
        };
        node.worker.store_node(key, node.ply, result);
        let entry = node.worker.job.table.probe(key, node.ply).unwrap();
        assert_eq!((entry.mv, entry.bound), (Some(mv), bound), "{best_value}");
    }
}

#[test]
fn a_table_value_is_not_trusted_near_the_move_count_draw() {
    let fen = |plies: u32| format!("3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - {plies} 80");
    for (plies, refused) in [(0, false), (109, false), (110, true), (119, true)] {
        let mut node = TestNode::new(&fen(plies));
        node.store(None, 700, 20, Bound::Exact);
        node.search(0, 2);
        assert_eq!(node.acted(Rule::TtCutoffRefused), refused, "{plies}");
        assert_eq!(node.acted(Rule::TtCutoff), !refused, "{plies}");
    }
}

#[test]
fn a_table_value_needs_depth_and_a_bound_that_fits() {
    for (value, depth, bound, must_cut) in [
        (100, 4, Bound::Lower, true),
        (-100, 4, Bound::Upper, true),
        (100, 4, Bound::Upper, false),
        (-100, 4, Bound::Lower, false),
        (100, 3, Bound::Lower, false),
    ] {
        let mut node = TestNode::new(START_FEN);
        node.cut_node = value > 0;
        node.store(None, value, depth, bound);
        node.search(0, 4);
        assert_eq!(node.acted(Rule::TtCutoff), must_cut, "{value} {depth} {bound:?}");
    }
    let mut pv = TestNode::new(START_FEN);
    pv.store(None, 0, 4, Bound::Exact);
    pv.search_pv(-50, 50, 4);
    assert!(!pv.acted(Rule::TtCutoff), "the PV would be cut short");
}

#[test]
fn at_low_depth_a_table_value_must_agree_with_the_expected_node_type() {
    for (cut_node, value, depth, must_cut) in [
        (true, 100, 5, true),
        (true, -100, 5, false),
        (false, 100, 5, false),
        (false, -100, 5, true),
        (true, -100, 6, true),
        (false, 100, 6, true),
    ] {
        let mut node = TestNode::new(START_FEN);
        node.cut_node = cut_node;
        node.store(None, value, depth, Bound::Exact);
        node.search(0, depth);
        assert_eq!(node.acted(Rule::TtCutoff), must_cut, "{cut_node} {value} {depth}");
    }
}
