//! Tests of singular extensions and other consequences of a singular search.

use super::*;
use crate::search::params;
use crate::types::mate_in;

const DEPTH: i32 = 8;
/// The table's move and its value. At this depth, the singular window lies 16 centipawns below the value.
const TT_MOVE: &str = "h2e2";
const TT_VALUE: Value = 50;

/// The start position with a table move, where every other move is worth `others`.
///
/// The singular search is shallow, so it trusts table values only if they agree with what is expected: that other moves
/// fail high in a cut node, and fail low otherwise.
fn node(others: Value, tt_depth: i32, bound: Bound) -> TestNode {
    let tt_move: Move = TT_MOVE.parse().unwrap();
    let mut node = TestNode::new(START_FEN).without_null_moves();
    node.cut_node = others >= TT_VALUE - 2 * DEPTH;
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
fn a_move_is_extended_more_the_better_it_is_and_less_in_a_pv_node() {
    let rules = [Rule::SingularExtension, Rule::DoubleExtension, Rule::TripleExtension];
    let (triple, pv) = (params::triple_extension_base(), params::double_extension_pv());
    // For each case: how far the other moves are below the singular window, and the extension, in plies, of a non-PV
    // node and of a PV node.
    for (below, plies, pv_plies) in [
        (16, 1, 1),
        (17, 2, 1),
        (triple, 2, 1),
        (triple + 1, 3, 1),
        (pv + 16, 3, 1),
        (pv + 17, 3, 2),
        (triple + pv, 3, 2),
        (triple + pv + 1, 3, 3),
    ] {
        let extended = |pv: bool| {
            let mut node = node(TT_VALUE - 2 * DEPTH - below, DEPTH - 1, Bound::Lower);
            if pv {
                node.search_pv(TT_VALUE - 100, TT_VALUE + 100, DEPTH);
            } else {
                node.search(TT_VALUE, DEPTH);
            }
            let acted: Vec<usize> = (1..)
                .zip(rules)
                .filter(|(_, rule)| node.acted(*rule))
                .map(|(plies, _)| plies)
                .collect();
            acted
        };
        assert_eq!((extended(false), extended(true)), (vec![plies], vec![pv_plies]), "{below}");
    }
}

#[test]
fn several_moves_above_beta_cut_the_node() {
    let mut several = node(45, DEPTH - 1, Bound::Lower);
    let value = several.search(20, DEPTH);
    assert!(several.acted(Rule::Multicut) && value == 45, "{value}");
    // A value above the singular window is not enough.
    let mut below_beta = node(45, DEPTH - 1, Bound::Lower);
    below_beta.search(45, DEPTH);
    assert!(below_beta.acted(Rule::SingularSearch) && !below_beta.acted(Rule::Multicut));

    let mut pv = node(45, DEPTH - 1, Bound::Lower);
    pv.search_pv(20, 21, DEPTH);
    assert!(pv.acted(Rule::SingularSearch) && !pv.acted(Rule::Multicut));
}

#[test]
fn a_move_that_is_not_the_only_one_is_reduced_above_beta_or_in_a_cut_node() {
    let mut shared = node(45, DEPTH - 1, Bound::Lower);
    shared.search(TT_VALUE - 5, DEPTH);
    assert!(shared.acted(Rule::NegativeExtension) && !shared.acted(Rule::Multicut));

    for (cut_node, must_act) in [(true, true), (false, false)] {
        let mut below_beta = node(45, DEPTH - 1, Bound::Lower);
        below_beta.cut_node = cut_node;
        below_beta.search(TT_VALUE, DEPTH);
        assert!(below_beta.acted(Rule::SingularSearch));
        assert_eq!(below_beta.acted(Rule::NegativeExtension), must_act, "{cut_node}");
    }
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
    for (others, below, depth) in [
        (25, 0, DEPTH),
        (0, 0, DEPTH + 1),
        (-100, 0, DEPTH + 2),
        (45, 0, DEPTH - 1 - 2),
        (45, 5, DEPTH - 1 - 3),
    ] {
        let mut node = node(others, DEPTH - 1, Bound::Lower);
        // The entry is just too shallow for a cutoff. It contains a move so that the node is not reduced for lack of
        // one.
        node.decide_move(tt_move, TT_VALUE, depth - 1);
        let (mv, value, bound) = ("h9g7".parse().ok(), -TT_VALUE, Some(Bound::Upper));
        let entry = Entry { mv, value, eval: 0, depth: depth - 1, bound, was_pv: false };
        node.worker.job.table.store(node.key_after(tt_move), node.ply + 1, entry);
        node.search(TT_VALUE - below, DEPTH);
        assert_eq!(node.depth_after(tt_move), depth, "{others} {below}");
    }
}

#[test]
fn a_singular_search_takes_the_evaluation_from_the_stack_and_leaves_it_there() {
    for excluded_move in [None, TT_MOVE.parse().ok()] {
        let mut node = TestNode::new(START_FEN);
        let static_eval = node.static_eval();
        let entry = node.worker.stack.at(1);
        (entry.static_eval, entry.excluded_move) = (Some(1_234), excluded_move);
        node.search(0, 2);
        let expected = if excluded_move.is_some() { 1_234 } else { static_eval };
        assert_eq!(node.worker.stack.at(1).static_eval, Some(expected));
    }
}

#[test]
fn a_singular_search_counts_no_cutoffs() {
    let others = 45;
    let mut several = node(others, DEPTH - 1, Bound::Lower);
    several.worker.stack.at(2).cutoff_count = 7;
    several.search(20, DEPTH);
    assert!(several.acted(Rule::Multicut));
    assert_eq!([1, 2].map(|ply| several.worker.stack.at(ply).cutoff_count), [0, 7]);
    // The search of all moves does count cutoffs.
    let mut high = node(others, DEPTH - 1, Bound::Upper);
    high.search(20, DEPTH);
    assert_eq!(high.worker.stack.at(1).cutoff_count, 1);
    // Nor does a singular search count cutoffs among its children.
    let tt_move = TT_MOVE.parse().unwrap();
    let mut singular = TestNode::new(START_FEN).expected_to_fail_low().without_null_moves();
    let static_eval = singular.static_eval();
    let before = singular.worker.stack.at(1);
    (before.static_eval, before.excluded_move) = (Some(static_eval), Some(tt_move));
    let singular_beta = static_eval + 60;
    singular.search(singular_beta - 1, 6);
    assert!(singular.worker.stack.at(2).cutoff_count > 7);
    singular.worker.stack.at(1).excluded_move = None;
    singular.worker.stack.at(2).cutoff_count = 7;
    let depth = 14;
    let (facts, eval) = (singular.facts(depth), static_eval);
    let (value, bound) = (singular_beta + 2 * depth, Some(Bound::Lower));
    let entry = Entry { mv: Some(tt_move), value, eval, depth, bound, was_pv: false };
    singular.worker.singular_search::<FullStrength>(&facts, &entry, tt_move, value + 100);
    assert!(singular.acted(Rule::SingularSearch));
    assert_eq!(singular.worker.stack.at(2).cutoff_count, 7);
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
    // There is no other move, but that does not mean mate.
    let mut only = excluding("4k4/9/9/9/9/9/9/8r/9/3K5 w", "d0d1");
    assert_eq!(only.search(-2_000, 3), -2_000);
}
