//! Tests of the root, which is a node like any other, except that none of its moves is pruned.

use super::*;
use crate::search::root_move::RootMove;
use crate::types::mated_in;

/// A position as the root.
fn root(fen: &str) -> TestNode {
    let mut root = TestNode::new(fen);
    root.ply = 0;
    root
}

fn search(root: &mut TestNode, alpha: Value, depth: i32) {
    if root.worker.job.settings.is_full_strength() {
        root.worker.search_root::<FullStrength>(0, alpha, alpha + 1, depth);
    } else {
        root.worker.search_root::<Weakened>(0, alpha, alpha + 1, depth);
    }
}

#[test]
fn the_root_has_a_static_evaluation() {
    let mut quiet = root(START_FEN);
    search(&mut quiet, 0, 1);
    let static_eval = quiet.static_eval();
    assert_eq!(quiet.worker.stack.at(0).static_eval, Some(static_eval));
    // A node two plies below is improving only if its evaluation is higher than the root's.
    for (gain, is_improving) in [(1, true), (0, false)] {
        quiet.worker.stack.at(2).static_eval = Some(static_eval + gain);
        assert_eq!(quiet.worker.stack.is_improving(2), is_improving, "{gain}");
    }
    let mut check = root(IN_CHECK);
    check.worker.stack.at(0).static_eval = Some(0);
    search(&mut check, 0, 1);
    assert_eq!(check.worker.stack.at(0).static_eval, None);
}

#[test]
fn reductions_at_the_root_are_seen_in_hindsight() {
    let acted = |depth: i32| {
        let mut root = root(START_FEN).without_null_moves();
        for mv in root.worker.job.position.legal_moves() {
            root.give_history(mv, -10_000);
        }
        search(&mut root, 0, depth);
        let at_ply_1 = |rule| root.worker.trace.at(rule, 1);
        at_ply_1(Rule::HindsightExtension) + at_ply_1(Rule::HindsightReduction) > 0
    };
    assert!(acted(6));
    assert!(!acted(2), "nothing is reduced");
}

#[test]
fn root_moves_are_ordered_by_history() {
    let quiet_moves = || {
        let mut root = root(START_FEN);
        let board = root.worker.job.position.board();
        root.worker.root_moves.retain(|root_move| board.captured_piece(root_move.mv).is_none());
        root
    };
    let late = quiet_moves().worker.root_moves.last().unwrap().mv;
    let first_that_fails_high = |bonus: i32| {
        let mut root = quiet_moves();
        root.give_history(late, bonus);
        let best_before = root.worker.root_moves[0].mv;
        // The best move of the previous iteration comes first, whatever its history.
        root.give_history(best_before, -bonus);
        root.decide_move(best_before, mated_in(9), 64);
        search(&mut root, -300, 1);
        let scored = |root_move: &&RootMove| root_move.score > -300;
        root.worker.root_moves.iter().find(scored).unwrap().mv
    };
    assert_eq!(first_that_fails_high(10_000), late);
    assert_ne!(first_that_fails_high(-10_000), late);
}

#[test]
fn late_root_moves_are_reduced_by_history_as_others_are() {
    let reduced = |bonus: i32, depth: i32, pruning: Pruning| {
        let mut root = root(START_FEN).with_pruning(pruning);
        for mv in root.worker.job.position.legal_moves() {
            root.give_history(mv, bonus);
        }
        root.decide_moves(|_| -500);
        search(&mut root, 200, depth);
        root.times(Rule::LateMoveReduction)
    };
    let moves = START_MOVES;
    assert_eq!(reduced(-10_000, 3, Pruning::Large), moves - 3, "all but two and a capture");
    assert!(reduced(10_000, 3, Pruning::Large) <= 2, "captures have no such history");
    assert_eq!(reduced(-10_000, 2, Pruning::Large), 0, "not at low depth");
    assert_eq!(reduced(-10_000, 3, Pruning::Small), 0, "nor at full width");
}

/// The number of legal moves in the start position.
const START_MOVES: u32 = 44;

#[test]
fn a_reduced_root_move_that_fails_high_is_searched_again_as_a_cut_node() {
    let depth = 12;
    // A node without a table move is reduced if it is a cut node, or a PV node, such as the node after the first move.
    let reduced = |value: Value, known: i32| {
        let mut root = root(PAWN_ENDING);
        let moves: Vec<Move> =
            root.worker.root_moves.iter().map(|root_move| root_move.mv).collect();
        let last = *moves.last().unwrap();
        root.give_history(last, -10_000);
        root.decide_moves(|_| -500);
        root.decide_move(last, value, known);
        search(&mut root, 500, depth);
        root.worker.trace.at(Rule::InternalIterativeReduction, 1)
    };
    assert_eq!((reduced(600, 10), reduced(-500, 64)), (2, 1));
}
