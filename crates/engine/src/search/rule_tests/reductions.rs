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

/// A move that comes late in the start position.
const LATE_MOVE: &str = "a0a1";

/// A search of the start position, 8 plies deep, in which all moves are worth `others`, but for a late one.
///
/// The node is reduced itself, as it has no table move, so that moves are searched 6 plies deep. What the late move is
/// worth is known 5 plies deep: enough for the reduced search, not for that one.
fn with_a_late_move(others: Value, late: Value) -> TestNode {
    let late_move: Move = LATE_MOVE.parse().unwrap();
    let mut node = TestNode::new(START_FEN).without_null_moves();
    node.decide_moves(|_| others);
    node.decide_move(late_move, late, 5);
    node.search(50, 8);
    node
}

#[test]
fn a_reduced_move_is_searched_deeper_if_much_better_than_the_best() {
    let much = with_a_late_move(0, 300);
    assert!(much.acted(Rule::DeeperResearch) && !much.acted(Rule::ShallowerResearch));
    assert_eq!(much.depth_after(LATE_MOVE.parse().unwrap()), 7);

    let little = with_a_late_move(0, 100);
    assert!(little.acted(Rule::LateMoveReduction));
    assert!(!little.acted(Rule::DeeperResearch) && !little.acted(Rule::ShallowerResearch));
}

#[test]
fn a_reduced_move_is_searched_less_deep_if_hardly_better_than_the_best() {
    let hardly = with_a_late_move(49, 51);
    assert!(hardly.acted(Rule::ShallowerResearch) && !hardly.acted(Rule::DeeperResearch));
    assert_eq!(hardly.depth_after(LATE_MOVE.parse().unwrap()), 5);

    let clearly = with_a_late_move(40, 51);
    assert!(!clearly.acted(Rule::ShallowerResearch));
}

/// The start position after a move that was reduced and changed the evaluation, from the view of Red at the node.
fn in_hindsight(reduction: i32, gain: Value) -> TestNode {
    in_hindsight_at(reduction, gain, 3)
}

fn in_hindsight_at(reduction: i32, gain: Value, depth: i32) -> TestNode {
    let mut node = TestNode::new(START_FEN).without_null_moves();
    let static_eval = node.static_eval();
    let previous = node.worker.stack.at(0);
    previous.reduction = reduction;
    previous.static_eval = Some(gain - static_eval);
    node.search(static_eval, depth);
    node
}

#[test]
fn a_reduction_is_taken_back_in_hindsight_if_the_move_was_good() {
    assert!(in_hindsight(3, -1).acted(Rule::HindsightExtension));
    assert!(!in_hindsight(3, 1).acted(Rule::HindsightExtension));
    assert!(!in_hindsight(2, -1).acted(Rule::HindsightExtension));
    assert_eq!(
        [in_hindsight(3, -1), in_hindsight(2, -1)].map(|node| node.stored_depth()),
        [Some(4), Some(3)]
    );
}

#[test]
fn a_reduction_grows_in_hindsight_if_the_move_was_bad() {
    assert!(in_hindsight(1, 83).acted(Rule::HindsightReduction));
    assert!(!in_hindsight(1, 82).acted(Rule::HindsightReduction));
    assert!(!in_hindsight(0, 83).acted(Rule::HindsightReduction));
    assert_eq!(in_hindsight(1, 83).stored_depth(), Some(2));
    assert!(in_hindsight_at(1, 83, 2).acted(Rule::HindsightReduction));
    assert!(!in_hindsight_at(1, 83, 1).acted(Rule::HindsightReduction), "there is no depth left");
}

#[test]
fn hindsight_is_for_null_windows_out_of_check_at_full_selectivity() {
    let reduced = |fen: &str| {
        let mut node = TestNode::new(fen).without_null_moves();
        let static_eval = node.static_eval();
        let previous = node.worker.stack.at(0);
        (previous.reduction, previous.static_eval) = (3, Some(-1 - static_eval));
        node
    };
    let acted = |mut node: TestNode, depth: i32| {
        let alpha = node.static_eval();
        node.search(alpha, depth);
        node.acted(Rule::HindsightExtension)
    };
    assert!(acted(reduced(START_FEN), 3));
    assert!(!acted(reduced(START_FEN).with_pruning(Pruning::Medium), 3));
    assert!(!acted(reduced(IN_CHECK), 3));
    let mut pv = reduced(START_FEN);
    let alpha = pv.static_eval();
    pv.search_pv(alpha, alpha + 1, 3);
    assert!(!pv.acted(Rule::HindsightExtension));
    let mut singular = reduced(START_FEN);
    singular.worker.stack.at(1).excluded_move = "h2e2".parse().ok();
    assert!(!acted(singular, 3));
}
