//! What a search reports, free of any protocol.

use std::time::Duration;

use crate::types::{Move, Score};

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// One line of one finished iteration.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply looked at.
    pub seldepth: u32,
    /// Place of the line among the lines asked for, 1 first.
    pub multipv: u32,
    /// From the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Over all threads.
    pub nodes: u64,
    /// Since the request was read.
    pub time: Duration,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Best line; every move is legal after the one before. Empty only when there is no legal move.
    pub pv: Vec<Move>,
}

impl SearchInfo {
    /// Nodes per second; the time counts as at least a millisecond.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1000);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// What a search says while it runs and at its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// How long the search means to take, if a clock or a fixed time decides. Sent first; for the curious.
    Budget {
        /// Time to aim at.
        target: Option<Duration>,
        /// Time never to exceed.
        most: Option<Duration>,
    },
    /// A line of an iteration.
    Info(SearchInfo),
    /// A root move is about to be searched; only sent after a second.
    CurrentMove {
        /// The move.
        mv: Move,
        /// Its place in the order, 1 first.
        number: u32,
        /// The iteration.
        depth: u32,
    },
    /// The answer. Sent once, last.
    BestMove(BestMove),
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; none if there is no legal move or all are filtered out.
    pub mv: Option<Move>,
    /// The reply expected, legal after `mv`.
    pub ponder: Option<Move>,
    /// Whether an offered draw is accepted.
    pub accept_draw: bool,
}

/// Chances in per mille for the side to move: win, draw, loss, adding up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Wdl {
    /// Winning.
    pub win: u16,
    /// Drawing.
    pub draw: u16,
    /// Losing.
    pub loss: u16,
}

impl Wdl {
    /// Centipawns at which every second game is won, and over which the odds change by a factor e.
    ///
    /// Source: maximum likelihood on the 753 148 searched positions within ±2500 of 5050 games, `chuhe datagen --nodes
    /// 2500 --seed 1010` with bench 682201. `docs/annotation.md` compares the curve with what was counted.
    const WIN_AT: f64 = 233.0;
    const SPREAD: f64 = 164.0;

    /// The chances that go with a score: logistic curves for winning and losing, a draw for what is left.
    #[must_use]
    pub fn from_score(score: Score) -> Self {
        let mille = |chance: f64| (1000.0 * chance).round() as u16;
        let [win, loss] = Self::chances(score).map(mille);
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// What the side with a score can expect: its chance to win and half its chance to draw, 0 to 1.
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
