//! Measures the cost of the repetition rules in a search: the time per verdict, for a position that recurs and for one
//! that does not.
#![expect(clippy::unwrap_used, reason = "benchmarks may panic")]

use std::hint::black_box;

use chuhe_engine::board::Position;
use chuhe_engine::rules::{RuleSet, repetition};
use criterion::{Criterion, criterion_group, criterion_main};

/// The final position of a case in the case file, identified by the start of its name.
fn case(id: &str) -> Position {
    let line = include_str!("../tests/data/rules_cases.jsonl")
        .lines()
        .find(|line| line.starts_with(&format!("{{\"id\": \"{id}")))
        .unwrap();
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    let mut position: Position = record["fen"].as_str().unwrap().parse().unwrap();
    for mv in record["moves"].as_array().unwrap() {
        position.make_unchecked(mv.as_str().unwrap().parse().unwrap(), &mut ());
    }
    position
}

/// Perpetual chases for which the chase test must examine both laps completely, by one or both sides and with few or
/// many pieces.
const CHASES: [&str; 4] = ["own-screen-is-attacker", "wxf-d039", "wxf-d048", "wxf-d061"];

fn verdicts(c: &mut Criterion) {
    for id in CHASES {
        let position = case(id);
        c.bench_function(&format!("chase {id}"), |b| {
            b.iter(|| repetition(black_box(&position), 0, RuleSet::Asian));
        });
    }
    let position = case("wxf-d001");
    c.bench_function("perpetual check", |b| {
        b.iter(|| repetition(black_box(&position), 0, RuleSet::Asian));
    });
    let mut position = case("wxf-d039");
    position.make_unchecked(position.legal_moves()[0], &mut ());
    c.bench_function("no recurrence", |b| {
        b.iter(|| repetition(black_box(&position), 0, RuleSet::Asian));
    });
}

criterion_group!(benches, verdicts);
criterion_main!(benches);
