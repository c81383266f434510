//! Measures the cost of probing endgame tables, with and without the probed block in memory.
#![expect(clippy::unwrap_used, reason = "benchmarks may panic")]

use std::hint::black_box;
use std::time::Duration;

use chuhe_engine::board::Board;
use chuhe_engine::tables::{MaterialClass, Table, Tables};
use chuhe_lab::tables::{GenerationSettings, generate};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// A rook against a full set of advisors and elephants, which is a textbook draw.
const CLASS: &str = "KRKAABB";
/// The number of positions probed in turn. Each is in a different block, and all blocks stay in memory.
const POSITIONS: usize = 64;

/// Positions spread evenly over a table.
fn positions(table: &Table) -> Vec<Board> {
    let entries = table.index().entries();
    (0..POSITIONS as u64)
        .map(|part| part * entries / POSITIONS as u64)
        .map(|from| (from..entries).find_map(|number| table.index().board(number)).unwrap())
        .collect()
}

fn probes(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let class: MaterialClass = CLASS.parse().unwrap();
    let settings = GenerationSettings {
        folder: folder.path().to_owned(),
        threads: 2,
        memory_bytes: 1 << 30,
        save_every: Duration::from_hours(1),
    };
    generate(&[class], &settings, &()).unwrap();
    let open = || Tables::open(folder.path().to_str().unwrap()).unwrap();
    let ask = |tables: &Tables, positions: &[Board]| {
        for board in positions {
            black_box(tables.probe(black_box(board)).unwrap().unwrap());
        }
    };
    let tables = open();
    let positions = positions(tables.table(&class).unwrap());
    let mut group = c.benchmark_group("probe");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("block at hand", |b| b.iter(|| ask(&tables, &positions)));
    group.bench_function("block to be unpacked", |b| {
        b.iter_batched(open, |tables| ask(&tables, &positions), BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, probes);
criterion_main!(benches);
