//! What a search reports, in the terms of no protocol.

use std::time::Duration;

use crate::types::{Move, Score};

/// How a score relates to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The score is the true one.
    Exact,
    /// The true score is at least this: the search failed high.
    Lower,
    /// The true score is at most this: the search failed low.
    Upper,
}

/// One line of play of one iteration.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached, quiescence search included.
    pub seldepth: u32,
    /// Rank of the line in a MultiPV search, from 1.
    pub multipv: u32,
    /// Score of the line, side to move's view.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Whether the game is known to be drawn from here: endgame tables say so, or no piece can cross the river.
    pub is_drawn: bool,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// Share of the transposition table that this search has written, per mille.
    pub hashfull: u32,
    /// Positions answered by endgame tables, over all threads; none without tables.
    pub tb_hits: Option<u64>,
    /// The principal variation, of legal moves. Empty if there is no move to search.
    pub pv: Vec<Move>,
}

impl SearchInfo {
    /// Nodes per second; the time counts as at least a millisecond.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1000);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }

    /// Chances to win, draw and lose: those that go with the score, where the result is not known.
    #[must_use]
    pub fn wdl(&self) -> Wdl {
        if self.is_drawn {
            Wdl { win: 0, draw: 1000, loss: 0 }
        } else {
            Wdl::from_score(self.score)
        }
    }
}

/// What a search reports while it runs and at its end.
#[derive(Clone, Debug)]
pub enum Event {
    /// The time budget, if a clock or a fixed time decides. Sent first.
    Budget {
        /// Time to aim at; none for a fixed time.
        target: Option<Duration>,
        /// Time that is never exceeded.
        most: Option<Duration>,
    },
    /// A line of play, at the end of each iteration.
    Info(SearchInfo),
    /// The root move that is searched next. Sent only once the search has taken a second.
    CurrentMove {
        /// The move.
        mv: Move,
        /// Its number in the move order, from 1.
        number: u32,
        /// Depth of the iteration, in plies.
        depth: u32,
    },
    /// The best move. Sent once, last.
    BestMove(BestMove),
}

/// The best move, and what goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; none if there is no legal move, all are filtered out, or the depth asked for is 0.
    pub mv: Option<Move>,
    /// The expected reply, legal after `mv`, to ponder on.
    pub ponder: Option<Move>,
    /// Whether an offered draw is accepted.
    pub accept_draw: bool,
}

/// Chances to win, draw and lose in per mille, side to move's view. They add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Wdl {
    /// Chance to win, 0 to 1000.
    pub win: u16,
    /// Chance to draw, 0 to 1000.
    pub draw: u16,
    /// Chance to lose, 0 to 1000.
    pub loss: u16,
}

impl Wdl {
    /// Centipawns at which every second game is won, and over which the odds change by a factor e.
    ///
    /// Source: maximum likelihood on the 235 270 searched positions within ±2500 of 1500 games, `chuhe datagen --nodes
    /// 2500 --seed 20261201` with bench 590324. `docs/reference/annotation.md` compares the curve with what was counted.
    pub const WIN_AT: f64 = 219.0;
    /// How many centipawns change the odds of a win by a factor of e. Source: as above.
    pub const SPREAD: f64 = 129.0;

    /// The chances that go with a score: a logistic curve each for wins and losses; the rest are draws.
    #[must_use]
    pub fn from_score(score: Score) -> Self {
        let mille = |chance: f64| (1000.0 * chance).round() as u16;
        let [win, loss] = Self::chances(score).map(mille);
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// The expected result of a score: the chance to win plus half the chance to draw, 0 to 1, side to move's view.
    #[must_use]
    pub fn expectation(score: Score) -> f64 {
        let [win, loss] = Self::chances(score);
        f64::midpoint(1.0 + win, -loss)
    }

    /// The chances to win and to lose, 0 to 1.
    fn chances(score: Score) -> [f64; 2] {
        match score {
            Score::MateIn(_) => [1.0, 0.0],
            Score::MatedIn(_) => [0.0, 1.0],
            Score::Cp(cp) => [cp, -cp]
                .map(|cp| 1.0 / (1.0 + ((Self::WIN_AT - f64::from(cp)) / Self::SPREAD).exp())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for cp in [-28_000, -400, -30, 0, 30, 400, 28_000] {
            let (ours, theirs) = (Wdl::from_score(Score::Cp(cp)), Wdl::from_score(Score::Cp(-cp)));
            assert_eq!(ours.win + ours.draw + ours.loss, 1000);
            assert_eq!((ours.win, ours.loss), (theirs.loss, theirs.win));
        }
        assert_eq!(Wdl::from_score(Score::MatedIn(4)), Wdl { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn draws_count_half() {
        for (score, expected) in
            [(Score::Cp(0), 0.5), (Score::MateIn(3), 1.0), (Score::MatedIn(0), 0.0)]
        {
            assert!((Wdl::expectation(score) - expected).abs() < 1e-9, "{score:?}");
        }
        let wdl = Wdl::from_score(Score::Cp(200));
        let counted = f64::from(wdl.win) + f64::from(wdl.draw) / 2.0;
        assert!((1000.0 * Wdl::expectation(Score::Cp(200)) - counted).abs() < 1.0);
    }
}
