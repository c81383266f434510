//! The moves worth searching, in order, threats first.

use crate::board::Point;
use crate::fours::makes_four;
use crate::position::Position;
use crate::worth::Threat;

/// The maximum number of moves to search in a position.
const MOVES_MAX: usize = 20;

/// Appends the moves of the side to move that are worth searching, the most promising first.
///
/// Making a five comes first, then blocking an opponent's five. An open four wins; an opponent's open four must be
/// prevented, or answered with fours. Otherwise every point near a stone is a candidate, ordered by its value for both
/// sides. If the game is not over, at least one move is appended.
pub(crate) fn candidates(position: &Position, moves: &mut Vec<Point>) {
    let own = position.to_move();
    let other = !own;
    if let Some(five) = position.points(own, Threat::Five).iter().next() {
        moves.push(five);
        return;
    }
    // If the only blocking point is a foul, the game is lost and any move will do.
    if let Some(five) = position.points(other, Threat::Five).iter().next()
        && position.foul(own, five).is_none()
    {
        moves.push(five);
        return;
    }
    if let Some(four) = position.points(own, Threat::OpenFour).iter().next() {
        moves.push(four);
        return;
    }
    if position.played().is_empty() {
        moves.push(position.size().center());
        return;
    }
    if position.count(other, Threat::OpenFour) > 0 {
        moves.extend(preventions(position));
    }
    if moves.is_empty() {
        moves.extend(position.near().iter());
    }
    moves.sort_by_cached_key(|point| -order(position, *point));
    if position.rule().forbids(own) {
        let mut allowed = 0;
        moves.retain(|point| {
            allowed < MOVES_MAX && position.foul(own, *point).is_none() && {
                allowed += 1;
                true
            }
        });
    } else {
        moves.truncate(MOVES_MAX);
    }
    if moves.is_empty() {
        moves.extend(last_resort(position));
    }
}

/// The moves that may prevent an open four: the points where the other side makes fours, and the side's own fours.
fn preventions(position: &Position) -> impl Iterator<Item = Point> {
    let own = position.to_move();
    let of_other = [Threat::OpenFour, Threat::FourThree, Threat::Four, Threat::MaybeFoul]
        .map(|threat| position.points(!own, threat));
    let mut all =
        of_other.into_iter().fold(crate::bits::Points::default(), |all, more| all.union(more));
    for threat in [Threat::Four, Threat::FourThree, Threat::MaybeFoul] {
        for point in
            position.points(own, threat).iter().filter(|point| makes_four(position, *point))
        {
            all.insert(point);
        }
    }
    all.iter()
}

/// The move-ordering value of a point: the gain for the side to move plus the gain denied to the other side.
pub(crate) fn order(position: &Position, point: Point) -> i32 {
    let own = position.to_move();
    let [for_own, for_other] =
        [own, !own].map(|color| i32::from(position.worth(color, point).order));
    // The same shape is worth more to the side to move.
    for_own * 5 / 4 + for_other
}

/// A move for positions without an allowed point nearby: any allowed point on the board, or else a foul.
fn last_resort(position: &Position) -> Option<Point> {
    let own = position.to_move();
    let mut free = position.size().points().filter(|point| position.is_empty(*point));
    let first = free.clone().next();
    free.find(|point| position.foul(own, *point).is_none()).or(first)
}
