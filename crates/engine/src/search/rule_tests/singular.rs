//! Singular extensions and what follows from a singular search.

use super::*;
use crate::types::mate_in;

const DEPTH: i32 = 8;
/// The table's move, and its value. The singular window lies 16 below it at this depth.
const TT_MOVE: &str = "h2e2";
const TT_VALUE: Value = 50;

/// The start position with a table move, where every other move is worth `others`.
fn node(others: Value, tt_depth: i32, bound: Bound) -> TestNode {
    let tt_move: Move = TT_MOVE.parse().unwrap();
    let mut node = TestNode::new(START_FEN).without_null_moves();
    node.store(Some(TT_MOVE), TT_VALUE, tt_depth, bound);
    node.decide_moves(|mv| if mv == tt_move { TT_VALUE } else { others });
    node
}

#[test]
fn a_move_that_is_better_than_all_others_is_extended() {
    let mut single = node(25, DEPTH - 1, Bound::Lower);
    single.search(TT_VALUE, DEPTH);
    assert!(single.acted(Rule::SingularExtension) && !single.acted(Rule::DoubleExtension));

    let mut matched = node(40, DEPTH - 1, Bound::Lower);
    matched.search(TT_VALUE, DEPTH);
    assert!(matched.acted(Rule::SingularSearch) && !matched.acted(Rule::SingularExtension));
}

#[test]
fn a_move_that_is_better_by_far_is_extended_twice_but_not_in_a_pv_node() {
    let mut by_far = node(-100, DEPTH - 1, Bound::Lower);
    by_far.search(TT_VALUE, DEPTH);
    assert!(by_far.acted(Rule::DoubleExtension) && !by_far.acted(Rule::SingularExtension));

    let mut pv = node(-100, DEPTH - 1, Bound::Lower);
    pv.search_pv(TT_VALUE - 100, TT_VALUE + 100, DEPTH);
    assert!(pv.acted(Rule::SingularExtension) && !pv.acted(Rule::DoubleExtension));
}

#[test]
fn several_moves_above_beta_cut_the_node() {
    let mut several = node(45, DEPTH - 1, Bound::Lower);
    let value = several.search(20, DEPTH);
    assert!(several.acted(Rule::Multicut) && value == TT_VALUE - 2 * DEPTH, "{value}");

    let mut pv = node(45, DEPTH - 1, Bound::Lower);
    pv.search_pv(20, 21, DEPTH);
    assert!(pv.acted(Rule::SingularSearch) && !pv.acted(Rule::Multicut));
}

#[test]
fn a_move_above_beta_that_is_not_the_only_one_is_reduced() {
    let mut shared = node(45, DEPTH - 1, Bound::Lower);
    shared.search(TT_VALUE - 5, DEPTH);
    assert!(shared.acted(Rule::NegativeExtension) && !shared.acted(Rule::Multicut));

    let mut below_beta = node(45, DEPTH - 1, Bound::Lower);
    below_beta.search(TT_VALUE, DEPTH);
    assert!(below_beta.acted(Rule::SingularSearch) && !below_beta.acted(Rule::NegativeExtension));
}

#[test]
fn a_singular_search_needs_depth_and_a_trusted_entry() {
    for (tt_depth, bound, depth, must_act) in [
        (DEPTH - 1, Bound::Lower, DEPTH, true),
        (DEPTH - 3, Bound::Lower, DEPTH, true),
        (DEPTH - 4, Bound::Lower, DEPTH, false),
        (DEPTH - 1, Bound::Upper, DEPTH, false),
        (5, Bound::Lower, 7, true),
        (5, Bound::Lower, 6, false),
    ] {
        let mut node = node(25, tt_depth, bound);
        node.search(TT_VALUE, depth);
        assert_eq!(node.acted(Rule::SingularSearch), must_act, "{tt_depth} {bound:?} {depth}");
    }
}

#[test]
fn a_singular_search_needs_an_evaluation_full_selectivity_and_a_root_not_far_away() {
    let mut mate = TestNode::new(START_FEN).without_null_moves();
    mate.store(Some(TT_MOVE), mate_in(20), DEPTH - 1, Bound::Lower);
    mate.decide_moves(|_| 25);
    mate.search(TT_VALUE, DEPTH);
    assert!(!mate.acted(Rule::SingularSearch), "a mate is no evaluation");

    let mut medium = node(25, DEPTH - 1, Bound::Lower).with_pruning(Pruning::Medium);
    medium.search(TT_VALUE, DEPTH);
    assert!(!medium.acted(Rule::SingularSearch));
    let mut far = node(25, DEPTH - 1, Bound::Lower);
    far.worker.root_depth = 0;
    far.search(TT_VALUE, DEPTH);
    assert!(!far.acted(Rule::SingularSearch));
}

#[test]
fn a_singular_search_has_half_the_depth() {
    let others = 45;
    let mut node = node(others, DEPTH - 1, Bound::Lower);
    for mv in node.worker.job.position.legal_moves() {
        node.decide_move(mv, others, 2);
    }
    node.search(20, DEPTH);
    assert!(node.acted(Rule::Multicut) && node.worker.nodes < 50, "{}", node.worker.nodes);
}

#[test]
fn extensions_change_the_depth_of_the_table_move() {
    let tt_move: Move = TT_MOVE.parse().unwrap();
    for (others, below, known, depth) in
        [(25, 0, DEPTH - 1, DEPTH), (-100, 0, DEPTH - 1, DEPTH + 1), (45, 5, DEPTH - 2, DEPTH - 2)]
    {
        let mut node = node(others, DEPTH - 1, Bound::Lower);
        // Known just not deep enough for an extended search, or just deep enough for a reduced one.
        node.decide_move(tt_move, TT_VALUE, known);
        node.search(TT_VALUE - below, DEPTH);
        assert_eq!(node.depth_after(tt_move), depth, "{others}");
    }
}

#[test]
fn a_search_without_the_table_move_is_not_about_the_node() {
    let excluding = |fen: &str, mv: &str| {
        let mut node = TestNode::new(fen);
        let ply = node.ply;
        node.worker.stack.at(ply).excluded_move = mv.parse().ok();
        node
    };
    let mut up = excluding(ROOK_UP, "h2e2");
    up.search(0, 3);
    assert!(!up.acted(Rule::ReverseFutilityPruning), "the other moves are to be searched");
    assert_eq!(up.stored_depth(), None);
    // There is no other move, but that is no mate.
    let mut only = excluding("4k4/9/9/9/9/9/9/8r/9/3K5 w", "d0d1");
    assert_eq!(only.search(-2_000, 3), -2_000);
}
