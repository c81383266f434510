//! The Swap2 opening: one side places three stones, and the other chooses a colour or places two more.

use std::sync::atomic::AtomicBool;

use game_core::{Limits, Score};

use crate::board::{Color, Point, Size};
use crate::engine::Engine;
use crate::position::Position;

/// The number of openings to compare when looking for an even one.
const TRIES: usize = 24;
/// The largest distance of the first stones from the edge: Black's advantage is smaller near it.
const EDGE_MAX: u64 = 4;

/// The answer to an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Place stones of alternating colours, starting with the side to move.
    Stones(Vec<Point>),
    /// Change colours.
    Swap,
}

/// Makes the engine's choice in an opening. On an empty board, the engine places the most even opening it can find;
/// with three or five stones and White to move, it takes the side it prefers.
#[must_use]
pub fn open(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Opening {
    if position.played().is_empty() {
        return Opening::Stones(even_opening(engine, position, limits, stop));
    }
    match engine.think(position, limits, stop, |_| {}) {
        Some(found) if value(found.score) >= 0 => Opening::Stones(vec![found.line[0]]),
        _ => Opening::Swap,
    }
}

/// Converts a score to a number for comparison.
fn value(score: Score) -> i32 {
    match score {
        Score::Evaluation(value) => value,
        Score::WinIn(plies) => 100_000 - plies as i32,
        Score::LossIn(plies) => plies as i32 - 100_000,
    }
}

/// Three stones after which, according to a short search, neither side is better.
fn even_opening(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Vec<Point> {
    let size = position.size();
    let share = |time: Option<std::time::Duration>| time.map(|time| time / TRIES as u32);
    let limits = Limits {
        depth: Some(6),
        nodes: Some(limits.nodes.map_or(4000, |nodes| nodes / TRIES as u64 + 1)),
        soft_time: share(limits.soft_time),
        hard_time: share(limits.hard_time),
    };
    let mut random = engine.settings().seed ^ 0x5eed;
    let mut best: Option<(i32, Vec<Point>)> = None;
    for _ in 0..TRIES {
        let points = opening(size, &mut random);
        let stones: Vec<(Point, Color)> = points
            .iter()
            .enumerate()
            .map(|(index, point)| (*point, Color::ALL[index % 2]))
            .collect();
        let Ok(tried) = Position::from_stones(size, position.rule(), &stones, Color::White) else {
            continue;
        };
        let Some(found) = engine.think(&tried, &limits, stop, |_| {}) else { continue };
        let unevenness = value(found.score).abs();
        if best.as_ref().is_none_or(|best| unevenness < best.0) {
            best = Some((unevenness, points));
        }
    }
    best.map_or_else(|| opening(size, &mut random), |best| best.1)
}

/// Three different points near an edge and near each other.
fn opening(size: Size, random: &mut u64) -> Vec<Point> {
    let mut below = |limit: u64| {
        *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*random ^ *random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % limit
    };
    let mut points: Vec<Point> = Vec::new();
    let first =
        (below(size.width() as u64) as isize, below(EDGE_MAX.min(size.height() as u64)) as isize);
    while points.len() < 3 {
        let around = (below(7) as isize - 3, below(7) as isize - 3);
        let point = size.point(first.0 + around.0, first.1 + around.1);
        points.extend(point.filter(|point| !points.contains(point)));
    }
    points
}
