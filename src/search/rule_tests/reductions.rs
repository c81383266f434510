//! Rules that change the depth of a node or of a late move.

use super::*;

/// Red's rook checks on d1 and a9.
const SAFE_CHECK: &str = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
/// The only check is on d1, where a pawn takes the rook.
const UNSAFE_CHECK: &str = "1r1k5/9/9/9/9/9/9/9/R3p4/5K3 w";

#[test]
fn internal_iterative_reduction_needs_a_node_without_a_table_move() {
    let mut without = TestNode::new(START_FEN).without_null_moves();
    let alpha = without.static_eval();
    without.search(alpha, 5);
    assert!(without.acted(Rule::InternalIterativeReduction));

    let mut with = TestNode::new(START_FEN).without_null_moves();
    with.store(Some("h2e2"), alpha, 1, Bound::Upper);
    with.search(alpha, 5);
    assert!(!with.acted(Rule::InternalIterativeReduction));
    let mut shallow = TestNode::new(START_FEN).without_null_moves();
    shallow.search(alpha, 4);
    assert!(!shallow.acted(Rule::InternalIterativeReduction));
}

#[test]
fn a_safe_check_is_extended_and_an_unsafe_one_is_not() {
    let mut safe = TestNode::new(SAFE_CHECK);
    let alpha = safe.static_eval() + 60;
    safe.search(alpha, 1);
    assert!(safe.acted(Rule::CheckExtension));

    let mut unsafe_check = TestNode::new(UNSAFE_CHECK);
    let alpha = unsafe_check.static_eval() + 60;
    unsafe_check.decide_moves(|_| alpha - 500);
    unsafe_check.search(alpha, 1);
    assert!(!unsafe_check.acted(Rule::CheckExtension));
    let mut deep = TestNode::new(SAFE_CHECK).without_null_moves();
    deep.decide_moves(|_| 0);
    let alpha = deep.static_eval() + 60;
    deep.search(alpha, 6);
    assert!(!deep.acted(Rule::CheckExtension), "only at low depth");
    let mut far = TestNode::new(SAFE_CHECK);
    far.worker.root_depth = 0;
    let alpha = far.static_eval() + 60;
    far.search(alpha, 1);
    assert!(!far.acted(Rule::CheckExtension), "not far from the root");
}

#[test]
fn late_moves_are_reduced_out_of_check() {
    let mut quiet = TestNode::new(START_FEN).without_null_moves();
    quiet.decide_moves(|_| 0);
    quiet.search(60, 6);
    assert!(quiet.acted(Rule::LateMoveReduction));

    let mut check = TestNode::new(IN_CHECK);
    check.decide_moves(|_| 0);
    check.search(60, 6);
    assert!(!check.acted(Rule::LateMoveReduction));
    let mut shallow = TestNode::new(START_FEN).without_null_moves();
    shallow.search(60, 2);
    assert!(!shallow.acted(Rule::LateMoveReduction));
}

/// A search of the start position in which all moves are worth `others`, but for a late one.
fn with_a_late_move(others: Value, late: Value) -> TestNode {
    let late_move: Move = "a0a1".parse().unwrap();
    let mut node = TestNode::new(START_FEN).without_null_moves();
    node.decide_moves(|mv| if mv == late_move { late } else { others });
    node.search(50, 8);
    node
}

#[test]
fn a_reduced_move_is_searched_deeper_if_much_better_than_the_best() {
    let much = with_a_late_move(0, 300);
    assert!(much.acted(Rule::DeeperResearch) && !much.acted(Rule::ShallowerResearch));

    let little = with_a_late_move(0, 100);
    assert!(little.acted(Rule::LateMoveReduction));
    assert!(!little.acted(Rule::DeeperResearch) && !little.acted(Rule::ShallowerResearch));
}

#[test]
fn a_reduced_move_is_searched_less_deep_if_hardly_better_than_the_best() {
    let hardly = with_a_late_move(49, 51);
    assert!(hardly.acted(Rule::ShallowerResearch) && !hardly.acted(Rule::DeeperResearch));

    let clearly = with_a_late_move(40, 51);
    assert!(!clearly.acted(Rule::ShallowerResearch));
}

/// The start position after a move that was reduced and changed the evaluation, from the view of Red at the node.
fn in_hindsight(reduction: i32, gain: Value) -> TestNode {
    let mut node = TestNode::new(START_FEN).without_null_moves();
    let static_eval = node.static_eval();
    let previous = node.worker.stack.at(0);
    previous.reduction = reduction;
    previous.static_eval = Some(gain - static_eval);
    node.search(static_eval, 3);
    node
}

#[test]
fn a_reduction_is_taken_back_in_hindsight_if_the_move_was_good() {
    assert!(in_hindsight(3, -1).acted(Rule::HindsightExtension));
    assert!(!in_hindsight(3, 1).acted(Rule::HindsightExtension));
    assert!(!in_hindsight(2, -1).acted(Rule::HindsightExtension));
}

#[test]
fn a_reduction_grows_in_hindsight_if_the_move_was_bad() {
    assert!(in_hindsight(1, 83).acted(Rule::HindsightReduction));
    assert!(!in_hindsight(1, 82).acted(Rule::HindsightReduction));
    assert!(!in_hindsight(0, 83).acted(Rule::HindsightReduction));
}
