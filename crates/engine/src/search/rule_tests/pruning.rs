//! Tests of rules that cause a cutoff or skip moves.

use super::*;
use crate::search::params;
use crate::types::{mate_in, mated_in};

#[test]
fn reverse_futility_pruning_needs_an_evaluation_far_above_beta() {
    let mut up = TestNode::new(ROOK_UP);
    let value = up.search(0, 3);
    assert!(up.acted(Rule::ReverseFutilityPruning));
    assert!(value > 0 && value < up.static_eval(), "{value}");

    let mut level = TestNode::new(START_FEN);
    level.search(0, 3);
    assert!(!level.acted(Rule::ReverseFutilityPruning));
    // The rule does not act at high depth, in a PV node or in check.
    let mut deep = TestNode::new(ROOK_UP);
    deep.search(0, 8);
    assert!(!deep.acted(Rule::ReverseFutilityPruning));
    let mut pv = TestNode::new(ROOK_UP);
    pv.search_pv(0, 1, 3);
    assert!(!pv.acted(Rule::ReverseFutilityPruning));
    let mut check = TestNode::new(IN_CHECK);
    check.search(-5_000, 3);
    assert!(!check.acted(Rule::ReverseFutilityPruning));
    let mut mated = TestNode::new(ROOK_UP);
    mated.search(mated_in(20), 3);
    assert!(!mated.acted(Rule::ReverseFutilityPruning), "an evaluation proves no mate");
    let mut was_pv = TestNode::new(ROOK_UP);
    was_pv.mark_as_pv();
    was_pv.search(0, 3);
    assert!(!was_pv.acted(Rule::ReverseFutilityPruning), "the node was part of a PV");
}

#[test]
fn the_margin_of_reverse_futility_pruning_grows_with_the_correction() {
    for (above, must_act) in [(0, true), (1, false)] {
        let mut node = TestNode::new(ROOK_UP);
        let correction = node.correct_upwards();
        assert!(correction > 100);
        // At depth 1 the margin consists of the correction alone, because the side to move is improving.
        let beta = node.static_eval() + correction - correction * 80 / 100 + above;
        node.search(beta - 1, 1);
        assert_eq!(node.acted(Rule::ReverseFutilityPruning), must_act, "{above}");
    }
}

#[test]
fn razoring_needs_an_evaluation_far_below_alpha_and_no_good_capture() {
    let mut down = TestNode::new(ROOK_DOWN);
    assert!(down.search(0, 1) <= 0);
    assert!(down.acted(Rule::Razoring));

    let mut level = TestNode::new(START_FEN);
    level.search(0, 1);
    assert!(!level.acted(Rule::Razoring));
    // Red is also a rook down here, but Black's other rook can be taken.
    let mut hanging = TestNode::new("3k5/9/9/9/9/9/r8/9/r8/R3KA3 w");
    assert!(hanging.static_eval() < -400);
    hanging.search(-100, 1);
    assert!(!hanging.acted(Rule::Razoring));
}

#[test]
fn null_move_pruning_needs_a_piece_and_a_turn_before_it() {
    let mut up = TestNode::new(ROOK_UP);
    assert!(up.search(0, 8) > 0);
    assert!(up.acted(Rule::NullMovePruning));

    let mut level = TestNode::new(START_FEN);
    let beta_above = level.static_eval() + 1;
    level.search(beta_above, 8);
    assert!(!level.acted(Rule::NullMoveSearch), "the evaluation is below beta");
    let mut pawns = TestNode::new(PAWN_ENDING);
    pawns.search(-300, 9);
    assert!(!pawns.acted(Rule::NullMoveSearch), "zugzwang is common here");
    let mut after_null = TestNode::new(&ROOK_UP.replace(" w", " b"));
    after_null.worker.job.position.make_null();
    after_null.search(0, 8);
    assert!(!after_null.acted(Rule::NullMoveSearch), "never two null moves in a row");
    let mut all_node = TestNode::new(ROOK_UP).expected_to_fail_low();
    all_node.search(0, 8);
    assert!(!all_node.acted(Rule::NullMoveSearch), "no fail high is expected");
    // The table's value is above beta in both cases; the static evaluation is far below beta in the second.
    for (above, must_act) in [(50, true), (1_000, false)] {
        let mut node = TestNode::new(START_FEN);
        let alpha = node.static_eval() + above;
        node.store(None, 2_000, 1, Bound::Lower);
        node.search(alpha, 8);
        assert_eq!(node.acted(Rule::NullMoveSearch), must_act, "{above}");
    }
}

/// The key of the position after a null move.
fn key_after_null_move(node: &mut TestNode) -> u64 {
    node.worker.job.position.make_null();
    let key = node.worker.job.position.key();
    node.worker.job.position.unmake(&mut ());
    key
}

#[test]
fn a_null_move_is_reduced_by_depth_and_evaluation() {
    // The reduction is five plies, plus one for every three plies of depth and one for every 207 centipawns above beta.
    for (above, depth, null_depth) in [(0, 11, 3), (207, 11, 2), (0, 10, 2)] {
        let mut node = TestNode::new(START_FEN);
        let beta = node.static_eval() - above;
        node.search(beta - 1, depth);
        assert!(node.acted(Rule::NullMoveSearch));
        let key = key_after_null_move(&mut node);
        let found = node.worker.job.table.probe(key, 0).map(|entry| entry.depth);
        assert_eq!(found, Some(null_depth), "{above} {depth}");
    }
}

#[test]
fn a_mate_after_a_null_move_is_not_believed() {
    let mut node = TestNode::new(ROOK_UP);
    let key = key_after_null_move(&mut node);
    let value = mated_in(9);
    let entry =
        Entry { mv: None, value, eval: 0, depth: 64, bound: Some(Bound::Exact), was_pv: false };
    node.worker.job.table.store(key, node.ply + 1, entry);
    assert_eq!(node.search(0, 8), 1);
    assert!(node.acted(Rule::NullMovePruning));
}

#[test]
fn a_null_move_cutoff_is_verified_at_high_depth() {
    let mut deep = TestNode::new(ROOK_UP);
    deep.search(0, 12);
    assert!(deep.acted(Rule::NullMoveVerified) && !deep.acted(Rule::NullMovePruning));

    let mut shallow = TestNode::new(ROOK_UP);
    shallow.search(0, 11);
    assert!(shallow.acted(Rule::NullMovePruning) && !shallow.acted(Rule::NullMoveVerified));
}

#[test]
fn a_null_move_cutoff_is_refuted_in_zugzwang() {
    // Red could hold if it did not have to move.
    let fen = "9/5k3/9/9/9/9/9/1p2K2N1/r8/9 w";
    let mut zugzwang = TestNode::new(fen);
    let alpha = zugzwang.static_eval() - 100;
    zugzwang.search(alpha, 14);
    assert!(zugzwang.acted(Rule::NullMoveRefuted) && !zugzwang.acted(Rule::NullMoveVerified));
}

#[test]
fn mate_distance_pruning_needs_a_shorter_mate() {
    let mut known = TestNode::new(START_FEN);
    assert_eq!(known.search(mate_in(2), 4), mate_in(2));
    assert!(known.acted(Rule::MateDistancePruning));
    // Nor can the value be worse than being mated at this node.
    let mut worst = TestNode::new(START_FEN);
    assert_eq!(worst.search(mated_in(0), 4), mated_in(1));
    assert!(worst.acted(Rule::MateDistancePruning));

    // The known mate is one ply longer, so a mate at this node would be shorter.
    let mut longer = TestNode::new(START_FEN);
    longer.search(mate_in(2) - 1, 1);
    assert!(!longer.acted(Rule::MateDistancePruning));
}

#[test]
fn late_move_pruning_needs_many_moves() {
    let mut many = TestNode::new(START_FEN);
    let alpha = many.static_eval() + 60;
    many.search(alpha, 2);
    assert!(many.acted(Rule::LateMovePruning));

    let mut few = TestNode::new(PAWN_ENDING);
    let alpha = few.static_eval() + 60;
    few.search(alpha, 2);
    assert!(!few.acted(Rule::LateMovePruning));
    let mut deep = TestNode::new(START_FEN).without_null_moves();
    let alpha = deep.static_eval() + 60;
    deep.decide_moves(|_| 0);
    deep.search(alpha, 8);
    assert!(!deep.acted(Rule::LateMovePruning), "44 moves are not many at depth 8");
}

#[test]
fn moves_are_pruned_at_full_selectivity_out_of_check_and_once_one_does_not_lose() {
    let late_moves = |pruning: Pruning, others: Value| {
        let mut node = TestNode::new(START_FEN).with_pruning(pruning).expected_to_fail_low();
        node.decide_moves(|_| others);
        let alpha = node.static_eval() + 60;
        node.search(alpha, 2);
        node.acted(Rule::LateMovePruning)
    };
    assert!(late_moves(Pruning::Large, 0));
    assert!(!late_moves(Pruning::Medium, 0));
    assert!(!late_moves(Pruning::Large, mated_in(9)));

    let mut check = TestNode::new(IN_CHECK);
    check.decide_moves(|_| 0);
    check.search(2_000, 2);
    assert!(!check.acted(Rule::FutilityPruning));
}

#[test]
fn history_pruning_needs_a_bad_history() {
    let mut bad = TestNode::new(PAWN_ENDING);
    let alpha = bad.static_eval() + 60;
    bad.give_bad_history("a3a4");
    bad.search(alpha, 2);
    assert!(bad.acted(Rule::HistoryPruning));

    let mut unknown = TestNode::new(PAWN_ENDING);
    unknown.search(alpha, 2);
    assert!(!unknown.acted(Rule::HistoryPruning));
    let mut deep = TestNode::new(PAWN_ENDING);
    deep.give_bad_history("a3a4");
    deep.search(alpha, 5);
    assert!(!deep.acted(Rule::HistoryPruning), "the margin grows with the depth");
}

#[test]
fn futility_pruning_needs_an_evaluation_below_alpha() {
    // The evaluation is below alpha by more than the margin.
    let alpha = 150;
    let mut level = TestNode::new(START_FEN);
    assert!(level.static_eval() < alpha - 103);
    level.search(alpha, 1);
    assert!(level.acted(Rule::FutilityPruning));

    let mut better = TestNode::new(START_FEN);
    let alpha = better.static_eval() + 50;
    better.search(alpha, 1);
    assert!(!better.acted(Rule::FutilityPruning));
    // The margin grows with the reduced depth, and at high depth nothing is pruned.
    for (fen, above, depth, must_act) in [
        (START_FEN, 110, 1, true),
        (START_FEN, 110, 5, false),
        (PAWN_ENDING, 2_000, 5, true),
        (PAWN_ENDING, 2_000, 12, false),
    ] {
        let mut node = TestNode::new(fen).without_null_moves();
        node.decide_moves(|_| 0);
        let alpha = node.static_eval() + above;
        node.search(alpha, depth);
        assert_eq!(node.acted(Rule::FutilityPruning), must_act, "{above} {depth}");
    }
}

#[test]
fn a_move_pruned_for_futility_still_bounds_the_value() {
    let base = params::futility_base();
    for (above, is_futile) in [(base + 7, true), (base - 50, false)] {
        let mut node = TestNode::new(START_FEN).expected_to_fail_low();
        let static_eval = node.static_eval();
        node.decide_moves(|_| -500);
        let value = node.search(static_eval + above, 1);
        assert_eq!(node.acted(Rule::FutilityPruning), is_futile, "{above}");
        assert_eq!(value, if is_futile { static_eval + base } else { -500 }, "{above}");
    }
}

#[test]
fn a_move_with_a_good_history_is_pruned_less() {
    for (bonus, must_act) in [(0, true), (10_000, false)] {
        let mut node = TestNode::new(START_FEN).expected_to_fail_low();
        for mv in node.worker.job.position.legal_moves() {
            node.give_history(mv, bonus);
        }
        node.decide_moves(|_| -500);
        let alpha = node.static_eval() + params::futility_base() + 7;
        node.search(alpha, 2);
        assert_eq!(node.acted(Rule::FutilityPruning), must_act, "{bonus}");
    }
}

#[test]
fn checks_are_searched_after_the_other_quiet_moves_are_pruned() {
    // The rook checks on a9 and d1; because of their histories, these moves come last.
    let mut node = TestNode::new("3k5/9/9/9/9/9/9/9/R8/4K4 w").expected_to_fail_low();
    node.decide_moves(|_| -500);
    for mv in ["a1a9", "a1d1"] {
        node.give_bad_history(mv);
    }
    let alpha = node.static_eval() + 200;
    node.search(alpha, 1);
    assert_eq!(node.times(Rule::FutilityPruning), 1, "it ends the other moves");
    assert_eq!(node.times(Rule::CheckExtension), 2);
}

/// The rook takes a rook that nothing protects.
const WINS_A_ROOK: &str = "3k5/9/9/r8/9/9/9/R8/9/4K4 w";
const CAPTURE: &str = "a2a6";

#[test]
fn probcut_needs_a_capture_far_above_beta_and_depth() {
    let depth = 6;
    let mut winning = TestNode::new(WINS_A_ROOK);
    let alpha = winning.static_eval() + 100;
    let beta = alpha + 1;
    let worth = beta + 300;
    winning.decide_move(CAPTURE.parse().unwrap(), worth, 64);
    let value = winning.search(alpha, depth);
    assert!(winning.acted(Rule::ProbCut));
    assert_eq!(value, worth - 160, "less what beta was raised by");
    let entry = winning.entry().unwrap();
    assert_eq!((entry.mv, entry.value), (CAPTURE.parse().ok(), worth));
    assert_eq!((entry.depth, entry.bound), (depth - 4 + 1, Some(Bound::Lower)));

    let acted = |worth: Value, depth: i32, fen: &str| {
        let mut node = TestNode::new(fen);
        node.decide_moves(|_| worth);
        node.search(alpha, depth);
        node.acted(Rule::ProbCut)
    };
    assert!(acted(beta + 160, 4, WINS_A_ROOK));
    assert!(!acted(beta + 159, 4, WINS_A_ROOK), "beta is raised");
    assert!(!acted(worth, 3, WINS_A_ROOK), "not at low depth");
    assert!(!acted(worth, depth, "r2k5/9/9/r8/9/9/9/R8/9/4K4 w"), "an exchange wins nothing");
    assert!(!acted(worth, depth, "3k5/9/9/r8/9/9/9/R8/4r4/4K4 w"), "not in check");
    // The quiescence search alone is not enough.
    let mut shallow = TestNode::new(WINS_A_ROOK);
    shallow.decide_move(CAPTURE.parse().unwrap(), worth, 0);
    shallow.search(beta + 1_500, depth);
    assert!(!shallow.acted(Rule::ProbCut));
}

#[test]
fn probcut_is_for_null_windows_at_full_selectivity_where_the_table_knows_no_better() {
    let node = || {
        let node = TestNode::new(WINS_A_ROOK);
        node.decide_moves(|_| 3_000);
        node
    };
    let alpha = node().static_eval() + 100;
    let acted = |mut node: TestNode| {
        node.search(alpha, 6);
        node.acted(Rule::ProbCut)
    };
    assert!(acted(node()));
    assert!(!acted(node().with_pruning(Pruning::Medium)));
    for (tt_depth, must_act) in [(1, true), (2, false)] {
        let mut known = node();
        known.store(None, alpha + 160, tt_depth, Bound::Upper);
        assert_eq!(acted(known), must_act, "{tt_depth}");
    }
    let mut singular = node();
    singular.worker.stack.at(1).excluded_move = "e0e1".parse().ok();
    assert!(!acted(singular));
    let mut pv = node();
    pv.search_pv(alpha, alpha + 1, 6);
    assert!(!pv.acted(Rule::ProbCut));
}

#[test]
fn a_quiet_move_that_loses_material_is_pruned() {
    // On a5 the rook can be taken by a pawn; without Black's rook and pawns, all its moves are safe.
    let mut guarded = TestNode::new("3k5/r8/9/p1p1p1p1p/9/9/9/R8/9/4K4 w");
    let alpha = guarded.static_eval() + 60;
    guarded.search(alpha, 2);
    assert!(guarded.acted(Rule::SeeQuietPruning));

    let mut safe = TestNode::new("3k5/9/9/9/9/9/9/R8/9/4K4 w");
    let alpha = safe.static_eval() + 60;
    safe.search(alpha, 2);
    assert!(!safe.acted(Rule::SeeQuietPruning));
    let mut deep = TestNode::new("3k5/r8/9/p1p1p1p1p/9/9/9/R8/9/4K4 w").without_null_moves();
    let alpha = deep.static_eval() + 60;
    deep.decide_moves(|_| 0);
    deep.search(alpha, 12);
    assert!(!deep.acted(Rule::SeeQuietPruning), "the margin grows with the depth");
}

#[test]
fn at_greater_depth_a_quiet_move_may_lose_more() {
    // The horse can move to squares where a pawn takes it. The greater depth is still below the maximum for this rule.
    for (depth, must_act) in [(4, true), (9, false)] {
        let mut node = TestNode::new("3k5/9/9/9/2p1p4/9/9/3N5/9/4K4 w").without_null_moves();
        let alpha = node.static_eval() + 60;
        node.decide_moves(|_| alpha - 500);
        node.search(alpha, depth);
        assert_eq!(node.acted(Rule::SeeQuietPruning), must_act, "{depth}");
    }
}

#[test]
fn a_capture_that_loses_material_is_pruned() {
    let protected = "r2k5/9/9/p8/9/9/9/R8/9/4K4 w";
    let unprotected = "1r1k5/9/9/p8/9/9/9/R8/9/4K4 w";
    // At greater depth, a capture may lose more.
    for (fen, depth, must_act) in
        [(protected, 1, true), (unprotected, 1, false), (protected, 6, false)]
    {
        let mut node = TestNode::new(fen).expected_to_fail_low();
        let alpha = node.static_eval() + 60;
        node.decide_moves(|_| alpha - 500);
        node.search(alpha, depth);
        assert_eq!(node.acted(Rule::SeeCapturePruning), must_act, "{fen} {depth}");
    }
    // The rook is lost for a pawn in both positions, but in the second its capture gives check.
    for (fen, must_act) in
        [("5k3/9/9/9/9/r2p5/9/3R5/9/4K4 w", true), ("3k5/9/9/9/9/r2p5/9/3R5/9/4K4 w", false)]
    {
        let mut node = TestNode::new(fen).expected_to_fail_low();
        let alpha = node.static_eval() + 60;
        node.decide_moves(|_| alpha - 500);
        node.search(alpha, 1);
        assert_eq!(node.acted(Rule::SeeCapturePruning), must_act, "{fen}");
    }
}

#[test]
fn delta_pruning_needs_a_capture_that_wins_too_little() {
    let pawn = "1r1k5/9/9/p8/9/9/9/R8/9/4K4 w";
    let rook = "1r1k5/9/9/r8/9/9/9/R8/9/4K4 w";
    for (fen, must_act) in [(pawn, true), (rook, false)] {
        let mut node = TestNode::new(fen);
        let alpha = node.static_eval() + 500;
        node.worker.qsearch::<FullStrength, false>(alpha, alpha + 1, node.ply, false);
        assert_eq!(node.acted(Rule::DeltaPruning), must_act, "{fen}");
    }
    let mut mate = TestNode::new(pawn);
    mate.worker.qsearch::<FullStrength, false>(mate_in(20), mate_in(20) + 1, mate.ply, false);
    assert!(!mate.acted(Rule::DeltaPruning), "a mate is worth more than any capture");
}

#[test]
fn an_even_exchange_far_below_alpha_is_pruned_in_the_quiescence_search() {
    let traded = "r2k5/9/9/r8/9/9/9/R8/9/4K4 w";
    let won = "1r1k5/9/9/r8/9/9/9/R8/9/4K4 w";
    for (fen, must_act) in [(traded, true), (won, false)] {
        let mut node = TestNode::new(fen);
        let alpha = node.static_eval() + 500;
        node.worker.qsearch::<FullStrength, false>(alpha, alpha + 1, node.ply, false);
        assert_eq!(node.acted(Rule::DeltaSeePruning), must_act, "{fen}");
    }
    let mut near = TestNode::new(traded);
    let alpha = near.static_eval() + 50;
    near.worker.qsearch::<FullStrength, false>(alpha, alpha + 1, near.ply, false);
    assert!(!near.acted(Rule::DeltaSeePruning));
}

#[test]
fn few_quiet_evasions_are_tried_in_the_quiescence_search_once_one_does_not_lose() {
    for (value, must_act) in [(-500, true), (mated_in(9), false)] {
        let mut node = TestNode::new(IN_CHECK);
        node.decide_moves(|_| value);
        node.worker.qsearch::<FullStrength, false>(0, 1, node.ply, false);
        assert_eq!(node.acted(Rule::QsEvasionPruning), must_act, "{value}");
    }
}

#[test]
fn after_three_captures_only_recaptures_are_tried_in_the_quiescence_search() {
    let fen = "3k5/9/9/2p6/9/p1R1p4/9/2p6/9/4K4 w";
    let rook: Move = "c4c6".parse().unwrap();
    let skipped = |square: &str| {
        let mut node = TestNode::new(fen);
        let previous: Move = format!("i9{square}").parse().unwrap();
        let piece = node.worker.job.position.board().moved_piece(rook).unwrap();
        node.worker.stack.at(0).piece_to = PieceTo::new(piece, previous);
        let alpha = node.static_eval() + 50;
        node.decide_moves(|_| alpha - 200);
        node.worker.qsearch::<FullStrength, false>(alpha, alpha + 1, node.ply, false);
        node.times(Rule::QsCapturePruning)
    };
    assert_eq!(skipped("i0"), 1);
    let captures = ["a4", "c2", "c6", "e4"].map(skipped);
    assert_eq!(captures.iter().sum::<u32>(), 3, "one of them is the fourth capture");
}
