//! A book move with its statistics.

use crate::types::Move;
use crate::types::rng::SplitMix64;

/// A book move in a position. All counts are from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The frequency with which the move is played, relative to the other moves; 0 if it is never played.
    pub weight: u16,
    /// Games that the mover won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the mover lost.
    pub losses: u32,
    /// The first and the last year of the games; `None` if unknown.
    pub years: Option<(u16, u16)>,
    /// The engine's score, in centipawns from the mover's point of view; `None` if the engine has not checked the move.
    pub score: Option<i16>,
}

impl BookMove {
    /// A move with a weight and nothing else.
    pub const fn new(mv: Move, weight: u16) -> Self {
        Self { mv, weight, wins: 0, draws: 0, losses: 0, years: None, score: None }
    }

    /// The number of games with the move.
    pub const fn games(&self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }

    /// The mover's share of the points, 0 to 1; `None` without games.
    pub fn points(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games as f64)
    }
}

/// Sorts moves, best first: by weight, then by score, then by games.
pub(super) fn sort(moves: &mut [BookMove]) {
    moves.sort_by_key(|found| {
        let score = found.score.unwrap_or(i16::MIN);
        (std::cmp::Reverse((found.weight, score, found.games())), found.mv.bits())
    });
}

/// How a move is chosen from a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// Always the move with the highest weight.
    Best,
    /// A random move, with probability proportional to its weight raised to this power: 1 follows the weights, higher
    /// powers favour the best moves, and 0 treats all moves with a nonzero weight alike.
    Weighted(f64),
}

/// Chooses the move to play, as `choice` says, with the random number `random`. Returns `None` if all weights are 0.
pub fn choose(moves: &[BookMove], choice: Choice, random: u64) -> Option<&BookMove> {
    let mut playable = moves.iter().filter(|found| found.weight > 0);
    let Choice::Weighted(power) = choice else {
        // This returns the first of the moves with the highest weight, since better moves come first.
        return playable.reduce(|best, next| if next.weight > best.weight { next } else { best });
    };
    let chance = |found: &BookMove| f64::from(found.weight).powf(power);
    let all: f64 = playable.clone().map(chance).sum();
    // 53 bits make a uniform number in 0..1.
    let mut left = (SplitMix64::new(random).next() >> 11) as f64 / (1_u64 << 53) as f64 * all;
    let last = playable.clone().next_back();
    playable
        .find(|found| {
            left -= chance(found);
            left < 0.0
        })
        .or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(weights: &[(&str, u16)]) -> Vec<BookMove> {
        weights.iter().map(|&(mv, weight)| BookMove::new(mv.parse().unwrap(), weight)).collect()
    }

    fn counts(moves: &[BookMove], choice: Choice) -> Vec<usize> {
        let mut counts = vec![0; moves.len()];
        for random in 0..10_000 {
            let found = choose(moves, choice, random).unwrap();
            counts[moves.iter().position(|other| other == found).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_chosen_by_their_weights() {
        let moves = moves(&[("h2e2", 60), ("g3g4", 30), ("b0c2", 10), ("a0a1", 0)]);
        assert_eq!(counts(&moves, Choice::Best), [10_000, 0, 0, 0]);
        // Three standard deviations of the rarest move's count are 90.
        let near = |choice, wanted: [usize; 4]| {
            let counts = counts(&moves, choice);
            let is_near = |(count, wanted): (&usize, usize)| count.abs_diff(wanted) < 150;
            assert!(counts.iter().zip(wanted).all(is_near), "{counts:?} {wanted:?}");
            assert_eq!(counts[3], 0);
        };
        near(Choice::Weighted(1.0), [6000, 3000, 1000, 0]);
        near(Choice::Weighted(0.0), [3333, 3333, 3333, 0]);
        near(Choice::Weighted(2.0), [7826, 1957, 217, 0]);
    }

    #[test]
    fn without_weights_there_is_nothing_to_play() {
        assert_eq!(choose(&moves(&[("a0a1", 0)]), Choice::Weighted(1.0), 1), None);
        assert_eq!(choose(&[], Choice::Best, 1), None);
    }

    #[test]
    fn the_best_come_first() {
        let mut moves = moves(&[("a0a1", 5), ("h2e2", 5), ("g3g4", 9), ("b0c2", 5)]);
        (moves[1].score, moves[3].wins) = (Some(-3), 2);
        sort(&mut moves);
        let order: Vec<String> = moves.iter().map(|found| found.mv.to_string()).collect();
        assert_eq!(order, ["g3g4", "h2e2", "b0c2", "a0a1"]);
    }

    #[test]
    fn points_are_shares() {
        let mut one = BookMove::new("h2e2".parse().unwrap(), 1);
        assert_eq!((one.games(), one.points()), (0, None));
        (one.wins, one.draws, one.losses) = (2, 1, 1);
        assert_eq!((one.games(), one.points()), (4, Some(0.625)));
    }
}
