//! Tests the move generator against leaf counts that were published or computed twice.

use chuhe_engine::board::{Position, divide, perft};

/// The maximum leaf count in the default test. The ignored test covers the only count above it.
const DEFAULT_LEAVES: u64 = 200_000_000;

#[derive(serde::Deserialize)]
struct Case {
    id: String,
    fen: String,
    nodes: Vec<u64>,
}

fn cases() -> impl Iterator<Item = Case> {
    include_str!("../../../../tests/data/perft.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn counts_match() {
    let mut counted = 0;
    for case in cases() {
        let mut position = Position::from_fen(&case.fen).unwrap();
        for (depth, &nodes) in (1..).zip(&case.nodes).filter(|(_, nodes)| **nodes <= DEFAULT_LEAVES)
        {
            assert_eq!(perft(&mut position, depth), nodes, "{} depth {depth}", case.id);
            counted += 1;
        }
    }
    assert!(counted > 400, "only {counted} counts in the file");
}

#[test]
#[ignore = "a minute or two: the six plies from the start"]
fn the_longest_count_matches() {
    let case = cases().find(|case| case.nodes.iter().any(|n| *n > DEFAULT_LEAVES)).unwrap();
    let depth = case.nodes.len() as u32;
    let position = Position::from_fen(&case.fen).unwrap();
    let counted: u64 = divide(&position, depth, 2).into_iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(counted, case.nodes[case.nodes.len() - 1], "{}", case.id);
}
