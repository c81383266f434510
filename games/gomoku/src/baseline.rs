//! The evaluation and the order of moves of the program that this one goes back to, kept to be measured against.
//!
//! Its static score looks at every point and asks what a stone there would make of the four directions, for either
//! side. The best combination counts:
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
//! The last three are ours: the source names none. Moves are tried from the centre outwards: first the region around
//! the middle of the board, then ring by ring.

use crate::board::{Color, Point, Size};
use crate::patterns::Shape;
use crate::position::Position;

/// Points at most so far from the centre are its region.
const REGION: usize = 2;

/// What a stone of a colour on a free point would be worth.
#[must_use]
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

/// The static score of a position, from the view of the side to move: what its points are worth to it, less what they
/// are worth to the other side.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let own = position.to_move();
    position
        .near()
        .iter()
        .map(|point| point_score(position, own, point) - point_score(position, !own, point))
        .sum()
}

/// On which ring around the centre of the board a point lies; the region of the centre is ring 0.
#[must_use]
pub fn ring(size: Size, point: Point) -> usize {
    // Twice the distance, as the centre of an even board lies between points.
    let distance = |place: usize, side: usize| (2 * place).abs_diff(side - 1);
    let twice = distance(point.column(), size.width()).max(distance(point.row(), size.height()));
    (twice / 2).saturating_sub(REGION)
}
