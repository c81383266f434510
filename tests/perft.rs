//! The generator against published and twice-counted leaf counts.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use chuhe::board::{Position, perft};

/// Leaves counted per position in the default run; deeper counts are left to the ignored test.
const DEFAULT_LEAVES: u64 = 2_000_000;

#[derive(serde::Deserialize)]
struct Case {
    id: String,
    fen: String,
    nodes: Vec<u64>,
}

fn count_up_to(most: u64) {
    let cases = include_str!("data/perft.jsonl").lines().filter(|line| !line.is_empty());
    let mut counted = 0;
    for line in cases {
        let case: Case = serde_json::from_str(line).unwrap();
        let mut position = Position::from_fen(&case.fen).unwrap();
        for (depth, &nodes) in (1..).zip(&case.nodes) {
            if nodes <= most {
                assert_eq!(perft(&mut position, depth), nodes, "{} depth {depth}", case.id);
                counted += 1;
            }
        }
    }
    assert!(counted > 400, "only {counted} counts in the file");
}

#[test]
fn counts_match() {
    count_up_to(DEFAULT_LEAVES);
}

#[test]
#[ignore = "a minute: every count but the six-ply one from the start"]
fn deep_counts_match() {
    count_up_to(200_000_000);
}
