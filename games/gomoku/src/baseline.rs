//! The evaluation and move order of the program on which this one is based, kept as a baseline for measurements.
//!
//! For every point and either side, the static score considers what a stone there would make in the four directions.
//! The best combination counts:
//!
//! | combination | score |
//! |---|---|
//! | five | 30000 |
//! | open four, two fours, or a four and an open three | 10000 |
//! | two open threes | 5000 |
//! | a closed and an open three | 1000 |
//! | four | 500 |
//! | open three | 200 |
//! | two open twos | 100 |
//! | closed three | 50 |
//! | open two | 10 |
//! | closed two | 3 |
//!
//! The last three scores are our own, as the original defines none. Moves are tried from the centre outwards: first
//! those in the region around the middle of the board, then ring by ring.

use crate::board::{Color, Point, Size};
use crate::patterns::Shape;
use crate::position::Position;

/// The largest distance from the centre of a point in the central region.
const REGION: usize = 2;

/// The score of a free point for a colour.
pub fn point_score(position: &Position, color: Color, point: Point) -> i32 {
    let shapes = position.shapes(color, point);
    let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
    let fours = count(&[Shape::Four]) + 2 * count(&[Shape::DoubleFour, Shape::OpenFour]);
    let threes = count(&[Shape::OpenThree]);
    let closed_threes = count(&[Shape::ClosedThree]);
    let twos = count(&[Shape::OpenTwo]);
    if count(&[Shape::Five]) > 0 {
        30_000
    } else if fours >= 2 || fours == 1 && threes > 0 {
        10_000
    } else if threes >= 2 {
        5_000
    } else if threes == 1 && closed_threes > 0 {
        1_000
    } else if fours == 1 {
        500
    } else if threes == 1 {
        200
    } else if twos >= 2 {
        100
    } else if closed_threes > 0 {
        50
    } else if twos == 1 {
        10
    } else if count(&[Shape::ClosedTwo]) > 0 {
        3
    } else {
        0
    }
}

/// The static score of a position, from the point of view of the side to move: the sum of its points' scores for that
/// side, minus their scores for the other side.
pub fn evaluate(position: &Position) -> i32 {
    let own = position.to_move();
    position
        .near()
        .iter()
        .map(|point| point_score(position, own, point) - point_score(position, !own, point))
        .sum()
}

/// The ring around the centre on which a point lies; the central region is ring 0.
pub fn ring(size: Size, point: Point) -> usize {
    // Twice the distance, because the centre of an even board lies between points.
    let distance = |place: usize, side: usize| (2 * place).abs_diff(side - 1);
    let twice = distance(point.column(), size.width()).max(distance(point.row(), size.height()));
    (twice / 2).saturating_sub(REGION)
}
