//! Tests of aspiration windows at the root.

use super::*;
use crate::types::mate_in;

/// The depth of the iteration in most tests.
const DEPTH: i32 = 5;

/// The start position as the root, searched with an aspiration window around the score of the previous iteration.
fn searched(previous_score: Value, depth: i32) -> TestNode {
    let mut root = TestNode::new(START_FEN);
    root.ply = 0;
    root.worker.root_depth = depth;
    root.worker.root_moves[0].previous_score = previous_score;
    root.worker.aspiration_search::<FullStrength>(0, depth);
    root
}

fn score(root: &TestNode) -> Value {
    root.worker.root_moves[0].score
}

#[test]
fn a_search_that_fails_is_repeated_with_a_wider_window_until_the_score_is_inside() {
    let true_score = score(&searched(mate_in(9), DEPTH));

    let low = searched(true_score + 400, DEPTH);
    assert!(low.times(Rule::AspirationFailLow) > 1 && !low.acted(Rule::AspirationFailHigh));
    let high = searched(true_score - 400, DEPTH);
    assert!(high.times(Rule::AspirationFailHigh) > 1 && !high.acted(Rule::AspirationFailLow));
    for root in [low, high] {
        let score = score(&root);
        assert!((score - true_score).abs() < 80, "{score} is not about {true_score}");
    }
}

#[test]
fn a_score_inside_the_window_or_an_open_window_needs_one_search() {
    let failed = |root: &TestNode| {
        root.acted(Rule::AspirationFailLow) || root.acted(Rule::AspirationFailHigh)
    };
    // The window slightly affects the score, so search until the score settles.
    let settled = (0..4).fold(0, |previous_score, _| score(&searched(previous_score, DEPTH)));
    assert!(!failed(&searched(settled, DEPTH)));
    assert!(!failed(&searched(mate_in(9), DEPTH)), "a mate has no window");
    assert!(!failed(&searched(settled + 400, 3)), "nor has a low depth");
    assert!(failed(&searched(settled + 400, 4)));
}

#[test]
fn a_search_that_fails_high_is_repeated_less_deep() {
    let true_score = score(&searched(mate_in(9), DEPTH));
    let high = searched(true_score - 400, DEPTH);
    let best = high.worker.root_moves[0].mv;
    assert!(high.depth_after(best) < DEPTH - 1, "{}", high.depth_after(best));
    let low = searched(true_score + 400, DEPTH);
    assert_eq!(low.depth_after(low.worker.root_moves[0].mv), DEPTH - 1);
}

/// The move whose table entry is wrong in [`misjudged`].
const MISJUDGED: &str = "h2e2";

/// The start position. The table contains a value for every move but the first: `value` for [`MISJUDGED`], and a bad
/// value for the others. The true value of [`MISJUDGED`] emerges only when that move is searched as the best move.
fn misjudged(value: Value, previous_score: Value) -> TestNode {
    let mut root = TestNode::new(START_FEN);
    root.ply = 0;
    let first = root.worker.root_moves[0].mv;
    let move_itself: Move = MISJUDGED.parse().unwrap();
    for mv in root.worker.job.position.legal_moves().into_iter().filter(|&mv| mv != first) {
        root.decide_move(mv, if mv == move_itself { value } else { -500 }, 64);
    }
    root.worker.root_depth = DEPTH;
    root.worker.root_moves[0].previous_score = previous_score;
    root.worker.aspiration_search::<FullStrength>(0, DEPTH);
    root
}

#[test]
fn a_search_that_fails_low_leaves_half_the_window_above() {
    for previous_score in [50, 58, 66] {
        // The move seems to be below the window until the window is widened down to it. The search then finds it better
        // than the lowered upper bound, though not better than the original one.
        let root = misjudged(-40, previous_score);
        assert_eq!(root.worker.root_moves[0].mv, MISJUDGED.parse().unwrap());
        assert!(score(&root) < previous_score, "{previous_score}");
        assert!(root.acted(Rule::AspirationFailLow), "{previous_score}");
        assert!(root.acted(Rule::AspirationFailHigh), "{previous_score}");
    }
}
