//! Measures the board's routine operations on positions from every phase of the game.

use std::hint::black_box;
use std::time::Duration;

use chuhe_engine::board::{Position, START_FEN, perft};
use chuhe_engine::types::{Move, MoveList};
use criterion::{Criterion, criterion_group, criterion_main};

/// An opening, a crowded middlegame, a king in check, and two endgames.
const FENS: [&str; 6] = [
    START_FEN,
    "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "3akab2/4n4/4b4/8p/2p6/4R4/P1P5P/4C4/4A4/2r1KAB2 w - - 0 1",
    "3ak4/3Na4/4b1N2/9/9/9/9/2n1B4/3nA4/4KA3 b - - 0 1",
    "3k5/9/3P1P3/4P4/9/9/4p4/3p1p3/9/5K3 w - - 0 1",
];

fn positions() -> Vec<Position> {
    FENS.iter().map(|fen| Position::from_fen(fen).expect("bench positions are valid")).collect()
}

/// Every position with its legal moves.
fn with_moves() -> Vec<(Position, MoveList)> {
    positions().into_iter().map(|position| (position.clone(), position.legal_moves())).collect()
}

/// Measures `work` on every legal move of every position.
fn per_move(c: &mut Criterion, name: &str, mut work: impl FnMut(&mut Position, Move)) {
    let mut positions = with_moves();
    c.bench_function(name, |b| {
        b.iter(|| {
            for (position, moves) in &mut positions {
                for &mv in &*moves {
                    work(position, black_box(mv));
                }
            }
        });
    });
}

fn generation(c: &mut Criterion) {
    let positions = positions();
    let mut measure = |name: &str, generate: fn(&Position, &mut MoveList)| {
        c.bench_function(name, |b| {
            b.iter(|| {
                for position in &positions {
                    let mut list = MoveList::new();
                    generate(black_box(position), &mut list);
                    black_box(&list);
                }
            });
        });
    };
    measure("pseudo-legal moves", |position, list| position.board().pseudo_legal(list));
    measure("captures", |position, list| position.board().captures(list));
    measure("legal moves", |position, list| *list = position.legal_moves());
}

fn moves(c: &mut Criterion) {
    per_move(c, "make and unmake", |position, mv| {
        position.make_unchecked(mv, &mut ());
        black_box(&*position);
        position.unmake(&mut ());
    });
    per_move(c, "gives check", |position, mv| {
        black_box(position.board().gives_check(mv));
    });
    per_move(c, "exchange at least even", |position, mv| {
        black_box(position.board().see_ge(mv, 0));
    });
}

fn trees(c: &mut Criterion) {
    let mut start = Position::startpos();
    c.bench_function("perft 3 from the start", |b| b.iter(|| perft(&mut start, black_box(3))));
}

fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

criterion_group! { name = board; config = quick(); targets = generation, moves, trees }
criterion_main!(board);
