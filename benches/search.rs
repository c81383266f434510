//! Measures the time per call of the evaluation, the transposition table and a small search. The figures are for
//! information only; the speed that counts is that of `chuhe bench`.
#![expect(clippy::unwrap_used, reason = "benchmarks may panic")]

use std::hint::black_box;
use std::sync::Arc;

use chuhe_engine::board::Position;
use chuhe_engine::eval::{Evaluator, Hce};
use chuhe_engine::search::{
    Bound, Entry, Job, Limits, Pool, Settings, Signals, TranspositionTable,
};
use chuhe_engine::types::rng::SplitMix64;
use criterion::{Criterion, criterion_group, criterion_main};

const MIDDLE_GAME: &str =
    "2bakab1r/4n4/2n1c4/p3p1p1p/2pr5/6P2/P1P1P3P/2N1C1N2/4R4/2BAKAB2 w - - 0 1";

fn evaluation(c: &mut Criterion) {
    let mut position: Position = MIDDLE_GAME.parse().unwrap();
    let mut eval = Hce::new();
    eval.reset(position.board());
    c.bench_function("evaluate", |b| b.iter(|| eval.evaluate(black_box(position.board()))));
    c.bench_function("evaluate afresh", |b| {
        b.iter(|| {
            eval.reset(black_box(position.board()));
            eval.evaluate(position.board())
        });
    });
    let mv = position.legal_moves()[0];
    c.bench_function("make, evaluate, unmake", |b| {
        b.iter(|| {
            position.make_unchecked(mv, eval.push());
            let value = eval.evaluate(position.board());
            position.unmake(&mut ());
            eval.pop();
            value
        });
    });
}

fn table(c: &mut Criterion) {
    let table = TranspositionTable::new(16).unwrap();
    let entry =
        Entry { mv: None, value: 12, eval: 7, depth: 3, bound: Some(Bound::Exact), was_pv: false };
    let mut keys = SplitMix64::new(1);
    c.bench_function("table store", |b| b.iter(|| table.store(keys.next(), 4, entry)));
    // Probes the same keys again: half of them are still in the table, and none are in the processor's cache.
    let mut keys = SplitMix64::new(1);
    c.bench_function("table probe", |b| b.iter(|| table.probe(keys.next(), 4)));
}

fn search(c: &mut Criterion) {
    let signals = Arc::new(Signals::default());
    let mut pool = Pool::new(1, &signals).unwrap();
    let table = Arc::new(TranspositionTable::new(16).unwrap());
    let mut id = 0;
    c.bench_function("search 20k nodes", |b| {
        b.iter(|| {
            id += 1;
            table.clear(1);
            pool.clear();
            let job = Job {
                id,
                position: MIDDLE_GAME.parse().unwrap(),
                limits: Limits::nodes(20_000),
                asked: std::time::Instant::now(),
                settings: Settings::default(),
                table: Arc::clone(&table),
                probes: None,
            };
            pool.start(job, Box::new(|_| {}));
            pool.wait();
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = evaluation, table, search
}
criterion_main!(benches);
