//! Tests of how a node updates the histories, and of the PV flag that it stores in the table.

use super::*;
use crate::types::{INFINITE, PieceType};

const QUIET: &str = "h2e2";

#[test]
fn a_move_that_raises_alpha_is_rewarded_as_one_that_fails_high() {
    for (beta, is_exact) in [(INFINITE, true), (-300, false)] {
        let mut node = TestNode::new(START_FEN);
        node.store(Some(QUIET), 0, 0, Bound::Upper);
        node.search_pv(-400, beta, 1);
        assert_eq!(node.entry().unwrap().bound == Some(Bound::Exact), is_exact);
        let best = node.entry().unwrap().mv.unwrap();
        assert!(node.history(best) > 0, "{beta}");
        assert_eq!(node.worker.history.killers(1), [Some(best), None]);
    }
    let mut low = TestNode::new(START_FEN);
    low.search_pv(400, 500, 1);
    assert!(low.worker.job.position.legal_moves().into_iter().all(|mv| low.history(mv) == 0));
}

#[test]
fn a_capture_is_rewarded_where_the_answer_fails_low() {
    let mv: Move = "h2h9".parse().unwrap();
    for (alpha, must_act) in [(300, true), (-300, false)] {
        let mut node = TestNode::after(START_FEN, "h2h9");
        node.search_pv(alpha, alpha + 1, 2);
        let piece = node.worker.job.position.board().piece_at(mv.to()).unwrap();
        let history = |victim| node.worker.history.capture_history(piece, mv, victim);
        assert_eq!(history(PieceType::Horse) > 0, must_act, "{alpha}");
        assert_eq!(history(PieceType::Pawn), 0);
    }
}

#[test]
fn a_quiet_table_move_that_fails_high_without_a_search_is_rewarded() {
    let rewarded = |mv: &str, value: Value| {
        let mut node = TestNode::new(START_FEN);
        node.cut_node = value > 0;
        node.store(Some(mv), value, 4, Bound::Exact);
        node.search(0, 4);
        assert!(node.acted(Rule::TtCutoff));
        node.history(mv.parse().unwrap()) > 0
    };
    assert!(rewarded(QUIET, 100));
    assert!(!rewarded(QUIET, -100), "it fails low");
    assert!(!rewarded("h2h9", 100), "a capture");
    assert!(!rewarded("h9g7", 100), "the other side's move, stored under the same key");
}

#[test]
fn the_table_remembers_that_a_node_was_part_of_a_principal_variation() {
    let was_pv = |node: &TestNode| node.entry().unwrap().was_pv;
    let mut node = TestNode::new(START_FEN);
    let alpha = node.static_eval();
    node.search(alpha, 1);
    assert!(!was_pv(&node));
    node.search_pv(-400, 400, 1);
    assert!(was_pv(&node));
    node.search(alpha, 2);
    assert!(was_pv(&node) && node.stored_depth() == Some(2), "it still was");
    // A singular search searches the same node but ignores its entry.
    let entry = node.worker.stack.at(1);
    (entry.excluded_move, entry.was_pv) = (QUIET.parse().ok(), true);
    node.search(alpha, 2);
    assert!(node.worker.stack.at(1).was_pv);

    let mut quiescent = TestNode::new(START_FEN);
    quiescent.mark_as_pv();
    quiescent.worker.qsearch::<FullStrength, false>(400, 401, 1, false);
    assert!(was_pv(&quiescent));
}

#[test]
fn a_node_that_fails_low_below_a_principal_variation_counts_as_part_of_it() {
    for (parent, alpha, expected) in [(true, 400, true), (true, -400, false), (false, 400, false)] {
        let mut node = TestNode::new(START_FEN).expected_to_fail_low();
        node.worker.stack.at(0).was_pv = parent;
        node.decide_moves(|_| 0);
        // The depth is great enough that the evaluation alone does not cause a cutoff.
        node.search(alpha, 8);
        assert_eq!(node.entry().unwrap().was_pv, expected, "{parent} {alpha}");
    }
}
