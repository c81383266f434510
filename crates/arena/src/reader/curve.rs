//! A sequential test over time, as a limited number of points to plot.

use super::super::standings::Encounter;
use super::super::stats::Sprt;

/// The maximum number of points of a curve.
const POINTS_MAX: usize = 400;

/// The state of a sequential test after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LlrPoint {
    /// The number of games.
    pub games: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
}

/// Points at regular intervals.
#[derive(Clone, Debug, Default)]
pub(super) struct LlrCurve {
    points: Vec<LlrPoint>,
    /// The interval in games; 0 means 1.
    every: u64,
    /// The number of times the curve was thinned to make room.
    thinned: u32,
}

impl LlrCurve {
    /// Records the state after a game.
    pub(super) fn record(&mut self, sprt: &Sprt, games: u64, encounter: &Encounter) {
        let every = self.every.max(1);
        if !games.is_multiple_of(every) {
            return;
        }
        if self.points.len() == POINTS_MAX {
            self.every = every * 2;
            self.thinned += 1;
            let every = self.every;
            self.points.retain(|point| point.games.is_multiple_of(every));
            return self.record(sprt, games, encounter);
        }
        self.points.push(LlrPoint { games, llr: sprt.llr(encounter.sample()) });
    }

    /// The points; the last game has a point only if an interval ends with it.
    pub(super) fn points(&self) -> &[LlrPoint] {
        &self.points
    }

    /// The number of times the curve was thinned. While this number is unchanged, points are only appended.
    pub(super) fn thinned(&self) -> u32 {
        self.thinned
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::schedule::{Schedule, TournamentFormat};
    use super::super::super::standings::Standings;
    use super::super::super::stats::Pentanomial;
    use super::*;

    #[test]
    fn a_long_curve_has_few_points_all_over() {
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 1, 2, true);
        let mut encounter = Standings::new(2, &schedule).encounters.remove(0);
        let sprt: Sprt = "elo0=0 elo1=5".parse().unwrap();
        let mut curve = LlrCurve::default();
        for games in 1..=10_000 {
            encounter.pairs = Pentanomial { wd: games, ..Pentanomial::default() };
            curve.record(&sprt, games, &encounter);
            assert!(curve.points().len() <= POINTS_MAX);
        }
        let points = curve.points();
        assert!(points.len() > POINTS_MAX / 2 && curve.thinned() > 3);
        let steps: Vec<u64> = points.windows(2).map(|two| two[1].games - two[0].games).collect();
        assert!(steps.iter().all(|&step| step == steps[0]), "{steps:?}");
        assert!(points[0].games == steps[0] && points.last().unwrap().games > 10_000 - steps[0]);
        assert!(points.windows(2).all(|two| two[0].llr < two[1].llr));
    }
}
