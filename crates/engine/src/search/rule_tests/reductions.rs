//! Tests of rules that change the depth of a node or of a late move.

use super::*;
use crate::search::selectivity::Candidate;

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
fn late_moves_are_reduced() {
    let mut quiet = TestNode::new(START_FEN).without_null_moves();
    quiet.decide_moves(|_| 0);
    quiet.search(60, 6);
    assert!(quiet.acted(Rule::LateMoveReduction));

    let mut check = TestNode::new(IN_CHECK);
    check.decide_moves(|_| 0);
    check.search(60, 6);
    assert!(check.acted(Rule::LateMoveReduction), "evasions too");
    let mut shallow = TestNode::new(START_FEN).without_null_moves();
    shallow.search(60, 2);
    assert!(!shallow.acted(Rule::LateMoveReduction));
}

/// The mean reduction over all depths and move counts, in hundredths of a ply, for a node and a move modified by
/// `change`.
fn mean_reduction(change: impl Fn(&mut TestNode, &mut Node, &mut Candidate)) -> i32 {
    let mut test = TestNode::new(START_FEN).expected_to_fail_low();
    let mut node = test.facts(1);
    let mv = LATE_MOVE.parse().unwrap();
    let mut candidate = Candidate {
        mv,
        move_count: 1,
        is_quiet: true,
        gives_check: false,
        is_killer: false,
        history: 0,
    };
    change(&mut test, &mut node, &mut candidate);
    let mut sum = 0;
    for depth in 1..=63 {
        for move_count in 1..=63 {
            (node.depth, candidate.move_count) = (depth, move_count);
            sum += test.worker.reduction(&node, &candidate);
        }
    }
    sum * 100 / (63 * 63)
}

#[test]
fn node_and_move_properties_change_the_reduction() {
    let plain = mean_reduction(|_, _, _| {});
    let difference = |change: &dyn Fn(&mut TestNode, &mut Node, &mut Candidate)| {
        mean_reduction(|test, node, candidate| change(test, node, candidate)) - plain
    };
    for (name, expected, found) in [
        ("PV", -60, difference(&|_, node, _| node.is_pv = true)),
        ("was PV", -100, difference(&|_, node, _| node.was_pv = true)),
        ("cut node", 58, difference(&|_, node, _| node.cut_node = true)),
        ("not improving", 114, difference(&|_, node, _| node.improving = false)),
        ("capture by the table", 106, difference(&|_, node, _| node.tt_capture = true)),
        ("evasion", -100, difference(&|_, node, _| node.in_check = true)),
        ("correction", -100, difference(&|_, node, _| node.correction = 200)),
        ("killer", -98, difference(&|_, _, candidate| candidate.is_killer = true)),
        ("check", -73, difference(&|_, _, candidate| candidate.gives_check = true)),
        ("capture", -109, difference(&|_, _, candidate| candidate.is_quiet = false)),
        ("history", -100, difference(&|_, _, candidate| candidate.history = 11_425)),
        ("two cutoffs", 0, difference(&|test, _, _| test.worker.stack.at(2).cutoff_count = 2)),
        ("three cutoffs", 103, difference(&|test, _, _| test.worker.stack.at(2).cutoff_count = 3)),
    ] {
        // Reductions are truncated to whole plies.
        assert!((found - expected).abs() <= 4, "{name}: {found} instead of {expected}");
    }
}

#[test]
fn cutoffs_are_counted_anew_for_the_children_of_every_child() {
    let mut node = TestNode::new(ROOK_UP);
    for ply in 1..=3 {
        node.worker.stack.at(ply).cutoff_count = 9;
    }
    node.search(0, 3);
    assert!(node.acted(Rule::ReverseFutilityPruning), "it ends the node before any move");
    // The node shares the count for its own children with its siblings.
    assert_eq!([1, 2, 3].map(|ply| node.worker.stack.at(ply).cutoff_count), [9, 9, 0]);
}

/// A move that comes late in the start position.
const LATE_MOVE: &str = "a0a1";

/// A 12-ply search of the start position in which all moves are worth `others`, except for a late move worth `late`.
///
/// Moves are searched 11 plies deep. The value of the late move is known to depth 8, which is enough for the reduced
/// search but not for the full one. At lower depths, the search would not trust a table value that contradicts the
/// expectation that the node fails low.
fn with_a_late_move(others: Value, late: Value) -> TestNode {
    let late_move: Move = LATE_MOVE.parse().unwrap();
    let mut node = TestNode::new(START_FEN).expected_to_fail_low();
    node.decide_moves(|_| others);
    node.decide_move(late_move, late, 8);
    node.search(50, 12);
    node
}

#[test]
fn a_reduced_move_is_searched_deeper_if_much_better_than_the_best() {
    let much = with_a_late_move(0, 300);
    assert!(much.acted(Rule::DeeperResearch) && !much.acted(Rule::ShallowerResearch));
    // The node after the move is searched one ply less deep, because it is a cut node without a table move.
    assert_eq!(much.depth_after(LATE_MOVE.parse().unwrap()), 12 - 1);

    let little = with_a_late_move(0, 100);
    assert!(little.acted(Rule::LateMoveReduction));
    assert!(!little.acted(Rule::DeeperResearch) && !little.acted(Rule::ShallowerResearch));
}

#[test]
fn a_reduced_move_is_searched_less_deep_if_hardly_better_than_the_best() {
    let hardly = with_a_late_move(49, 51);
    assert!(hardly.acted(Rule::ShallowerResearch) && !hardly.acted(Rule::DeeperResearch));
    assert_eq!(hardly.depth_after(LATE_MOVE.parse().unwrap()), 10 - 1);

    let clearly = with_a_late_move(40, 51);
    assert!(!clearly.acted(Rule::ShallowerResearch));
}

/// The start position after a move that was reduced by `reduction` plies and changed the evaluation by `gain`, from the
/// point of view of Red, who is to move.
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
