//! Estimates of strength from counts, with error bars.

use std::f64::consts::LN_10;

use statrs::distribution::{ContinuousCDF, Normal};

use super::counts::Sample;

/// The probability beyond either end of an interval; intervals therefore cover 95 %.
const TAIL: f64 = 0.025;

/// Normalized Elo per standard deviation of a game. With this factor, normalized and logistic Elo agree for engines of
/// about equal strength that never draw.
pub(super) const NORMALISED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The logistic Elo difference for a score from 0 to 1; infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score, 0 to 1, at a logistic Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A measured value and the 95 % interval around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end, at most `value`.
    pub low: f64,
    /// The upper end, at least `value`.
    pub high: f64,
}

impl Interval {
    /// Half the width, for the form `value ± margin`; `None` if an end is infinite.
    pub fn margin(self) -> Option<f64> {
        let margin = (self.high - self.low) / 2.0;
        margin.is_finite().then_some(margin)
    }

    fn map(self, increasing: impl Fn(f64) -> f64) -> Self {
        Self {
            value: increasing(self.value),
            low: increasing(self.low),
            high: increasing(self.high),
        }
    }
}

/// The strength of the first engine against the second, estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean points per game, 0 to 1.
    pub score: Interval,
    /// Logistic Elo difference. The value is infinite if all games were won or all were lost; an end of the interval is
    /// infinite if the corresponding end of the score's interval is 0 or 1.
    pub elo: Interval,
    /// Normalized Elo: the difference in units of the standard deviation of a game. It determines how many games it
    /// takes to measure the difference, whatever the openings and the share of draws. The interval treats the variance
    /// as known, so it covers 95 % only if the engines are of similar strength. `None` if all results are equal.
    pub normalised_elo: Option<Interval>,
    /// Likelihood of superiority: the probability, 0 to 1, that the first engine is stronger.
    pub superiority: f64,
}

impl Estimate {
    /// Estimates the strength from a sample; `None` if the sample is empty.
    pub fn new(sample: impl Into<Sample>) -> Option<Self> {
        let sample = sample.into();
        let cells = sample.cells();
        let units = sample.units();
        if units == 0 {
            return None;
        }
        let top = (cells.len() - 1) as f64;
        // The score of each cell, and its share of the units.
        let shares = cells
            .iter()
            .enumerate()
            .map(|(cell, &count)| (cell as f64 / top, count as f64 / units as f64));
        let score: f64 = shares.clone().map(|(score, share)| share * score).sum();
        if cells.iter().filter(|&&count| count > 0).count() == 1 {
            return Some(Self::unvaried(score, units));
        }
        let variance: f64 = shares.map(|(of_cell, share)| share * (of_cell - score).powi(2)).sum();
        let normal = Normal::standard();
        let error = (variance / units as f64).sqrt();
        let reach = normal.inverse_cdf(1.0 - TAIL) * error;
        let score = Interval {
            value: score,
            low: (score - reach).max(0.0),
            high: (score + reach).min(1.0),
        };
        let deviation_per_game = (variance * f64::from(sample.games_per_unit())).sqrt();
        let to_normalised = NORMALISED_ELO_PER_DEVIATION / deviation_per_game;
        let normalised = (score.value - 0.5) * to_normalised;
        Some(Self {
            score,
            elo: score.map(elo_of_score),
            normalised_elo: Some(Interval {
                value: normalised,
                low: normalised - reach * to_normalised,
                high: normalised + reach * to_normalised,
            }),
            superiority: normal.cdf((score.value - 0.5) / error),
        })
    }

    /// The estimate if all units have the same result. A sample variance of 0 says nothing about the error, but the
    /// observed result cannot be rare: if all units come out alike with a probability of at least `TAIL`, a single unit
    /// has this result with a probability of at least `common` (Clopper and Pearson, 1934). The remaining probability
    /// may belong to any result.
    fn unvaried(score: f64, units: u64) -> Self {
        let common = TAIL.powf(1.0 / units as f64);
        let score =
            Interval { value: score, low: score * common, high: 1.0 - (1.0 - score) * common };
        // The probability that this result is not the more frequent one, given a uniform prior.
        let doubt = 0.5_f64.powf(units as f64 + 1.0);
        let superiority = match score.value {
            value if value > 0.5 => 1.0 - doubt,
            value if value < 0.5 => doubt,
            _ => 0.5,
        };
        Self { score, elo: score.map(elo_of_score), normalised_elo: None, superiority }
    }
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Pentanomial, Tally};
    use super::*;

    fn wins(wins: u64) -> Estimate {
        Estimate::new(Tally { wins, ..Tally::default() }).unwrap()
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(Estimate::new(Tally::default()), None);
        assert_eq!(Estimate::new(Pentanomial::default()), None);
    }

    #[test]
    fn only_wins_leave_a_lower_end() {
        let one = wins(1);
        assert_eq!((one.score.value, one.score.low, one.score.high), (1.0, 0.025, 1.0));
        assert_eq!(
            (one.elo.value, one.elo.high, one.elo.margin()),
            (f64::INFINITY, f64::INFINITY, None)
        );
        assert_eq!((one.normalised_elo, one.superiority), (None, 0.75));
        // Ten straight wins: the exact binomial interval starts at 0.6915 (Clopper and Pearson's tables).
        let ten = wins(10);
        assert!((ten.score.low - 0.6915).abs() < 5e-5, "{ten:?}");
        assert!(ten.elo.low > one.elo.low && ten.superiority > one.superiority);
    }

    #[test]
    fn only_losses_mirror_only_wins() {
        let lost = Estimate::new(Tally { losses: 10, ..Tally::default() }).unwrap();
        let won = wins(10);
        assert_eq!((lost.elo.value, lost.elo.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((lost.elo.high + won.elo.low).abs() < 1e-9);
        assert!((lost.superiority + won.superiority - 1.0).abs() < 1e-12);
    }

    #[test]
    fn only_draws_are_level_but_not_certain() {
        let drawn = Estimate::new(Pentanomial { dd: 20, ..Pentanomial::default() }).unwrap();
        assert_eq!((drawn.elo.value, drawn.superiority), (0.0, 0.5));
        assert!(drawn.elo.margin().unwrap() > 10.0 && drawn.elo.margin().unwrap() < 100.0);
    }

    #[test]
    fn pairs_know_more_than_their_games() {
        // With one-sided openings, nearly all pairs are split.
        let pairs = Pentanomial { ld: 5, wl: 80, wd: 15, ..Pentanomial::default() };
        let (by_pairs, by_games) =
            (Estimate::new(pairs).unwrap(), Estimate::new(Tally::from(pairs)).unwrap());
        assert!((by_pairs.elo.value - by_games.elo.value).abs() < 1e-9);
        assert!(by_pairs.elo.margin().unwrap() < by_games.elo.margin().unwrap() / 2.0);
        assert!(by_pairs.superiority > by_games.superiority);
    }

    #[test]
    fn scores_and_elo_are_one_thing() {
        for elo in [-800.0, -100.0, 0.0, 35.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
