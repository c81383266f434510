//! The log-likelihood that a sample loses if a hypothesis is imposed.
//!
//! Of all distributions over the cells, those that satisfy the hypothesis are considered, and one of these makes the
//! sample most likely. The loss is the log-likelihood per unit under the sample's own distribution minus that under the
//! most likely one. The difference of two losses is the generalized log-likelihood ratio per unit. The theory is due to
//! Michel Van den Bergh: "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution" and "Comments on normalized Elo".

use arrayvec::ArrayVec;

/// The count that replaces 0 in an empty cell, as in fishtest. With a probability of 0 there, some hypotheses would be
/// impossible.
const EMPTY_CELL: f64 = 1e-3;

/// The maximum number of iterations to find a multiplier; bisection alone needs about 60.
const MULTIPLIER_ROUNDS: u32 = 200;
/// The maximum number of iterations to find the nearest point of the curved hypothesis; five usually suffice.
const TANGENT_ROUNDS: u32 = 200;
/// The number of bisections to find a first point that satisfies the curved hypothesis; it need not be exact.
const CROSSING_ROUNDS: u32 = 20;
/// The relative change below which the iterations for the multiplier end.
const MULTIPLIER_PRECISION: f64 = 4.0 * f64::EPSILON;
/// The change of the loss below which the iterations for the tangent end; with a million units, this changes the LLR by
/// 1e-8.
const LOSS_PRECISION: f64 = 1e-14;

/// A distribution over scores from 0 to 1 in equal steps. No probability is 0.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    probabilities: ArrayVec<f64, 5>,
}

impl Distribution {
    /// The smoothed distribution of a sample, and the number of units, including those added by smoothing.
    pub(super) fn of_cells(cells: &[u64]) -> (Self, f64) {
        let smoothed: ArrayVec<f64, 5> =
            cells.iter().map(|&count| if count == 0 { EMPTY_CELL } else { count as f64 }).collect();
        let units = smoothed.iter().sum();
        (Self { probabilities: smoothed.iter().map(|count| count / units).collect() }, units)
    }

    fn scores(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let cells = self.probabilities.len();
        (0..cells).map(move |cell| cell as f64 / (cells - 1) as f64)
    }

    fn moments(&self) -> Moments {
        let each = self.scores().zip(&self.probabilities);
        let mean: f64 = each.clone().map(|(score, p)| p * score).sum();
        let variance: f64 = each.map(|(score, p)| p * (score - mean).powi(2)).sum();
        Moments { mean, deviation: variance.sqrt() }
    }

    /// This distribution moved towards the one with all probability in one cell.
    fn mixed(&self, cell: usize, weight: f64) -> Self {
        let mut probabilities: ArrayVec<f64, 5> =
            self.probabilities.iter().map(|p| p * (1.0 - weight)).collect();
        probabilities[cell] += weight;
        Self { probabilities }
    }

    /// The loss if the mean must be `score`, strictly between 0 and 1.
    pub(super) fn loss_at_score(&self, score: f64) -> f64 {
        let values: ArrayVec<f64, 5> = self.scores().map(|own| own - score).collect();
        self.tilt(&values).map_or(0.0, |(loss, _)| loss)
    }

    /// The loss if the mean must be `ratio` standard deviations above 1/2.
    ///
    /// This hypothesis is not linear in the probabilities, but planes bound it: the standard deviation is the minimum
    /// of `s / 2 + E(x - m)² / 2s` over all `m` and `s`, reached when `m` and `s` are the mean and the standard
    /// deviation. Each choice of `m` and `s` yields a linear hypothesis whose loss is easy to compute. If the sample is
    /// on the inner side, where its ratio is too small, the true loss is the smallest of these; on the outer side it is
    /// the largest.
    pub(super) fn loss_at_ratio(&self, ratio: f64) -> f64 {
        let own = self.moments();
        let own_excess = own.excess(ratio);
        let loss = if own_excess * ratio < 0.0 {
            // Hypotheses far from 0 have several minima, near the cells that more than satisfy them.
            self.scores()
                .enumerate()
                .filter(|(_, score)| (score - 0.5) * own_excess < 0.0)
                .filter_map(|(cell, _)| {
                    self.loss_around(ratio, self.crossing(ratio, cell), Side::Inner)
                })
                .reduce(f64::min)
        } else {
            self.loss_around(ratio, own, Side::Outer)
        };
        loss.unwrap_or(0.0)
    }

    /// Iterates: the moments of each distribution determine the next. On the inner side, no step increases the loss. On
    /// the outer side, every step increases it unless the step is too long; such a step is halved. `None` if the
    /// initial moments yield a hypothesis that costs nothing.
    fn loss_around(&self, ratio: f64, start: Moments, side: Side) -> Option<f64> {
        let own_excess = self.moments().excess(ratio);
        let loss_at = |tangent: Moments| {
            let values: ArrayVec<f64, 5> = self
                .scores()
                .map(|score| {
                    let square = (score - tangent.mean).powi(2);
                    let bound = f64::midpoint(tangent.deviation, square / tangent.deviation);
                    score - 0.5 - ratio * bound
                })
                .collect();
            // A plane that the sample satisfies costs nothing.
            let expected: f64 = values.iter().zip(&self.probabilities).map(|(v, p)| v * p).sum();
            if expected * own_excess > 0.0 { self.tilt(&values) } else { None }
        };

        let mut tangent = start;
        let (mut loss, mut tilted) = loss_at(tangent)?;
        let mut step = 1.0;
        for _ in 0..TANGENT_ROUNDS {
            let next = tangent.towards(tilted.moments(), step);
            match loss_at(next) {
                Some((next_loss, next_tilted)) if side == Side::Inner || next_loss > loss => {
                    let change = (next_loss - loss).abs();
                    (tangent, loss, tilted) = (next, next_loss, next_tilted);
                    step = f64::min(2.0 * step, 1.0);
                    if change < LOSS_PRECISION * (1.0 + loss) {
                        break;
                    }
                }
                Some((next_loss, _)) if loss - next_loss < LOSS_PRECISION * (1.0 + loss) => break,
                _ => step /= 2.0,
            }
        }
        Some(loss)
    }

    /// The moments just past the point where the excess over `ratio` changes sign, on the way from this distribution to
    /// the one with all probability in one cell.
    fn crossing(&self, ratio: f64, cell: usize) -> Moments {
        let is_short = self.moments().excess(ratio) < 0.0;
        let (mut before, mut behind) = (0.0, 1.0);
        for _ in 0..CROSSING_ROUNDS {
            let middle = f64::midpoint(before, behind);
            if (self.mixed(cell, middle).moments().excess(ratio) < 0.0) == is_short {
                before = middle;
            } else {
                behind = middle;
            }
        }
        self.mixed(cell, behind).moments()
    }

    /// The loss if the mean of `values`, one for each cell, must be 0, and the most likely distribution that satisfies
    /// this condition. `None` if no distribution does.
    ///
    /// The distribution is `p / (1 + x v)`, where the multiplier `x` makes the mean 0. This is also where the loss, the
    /// mean of `ln(1 + x v)`, is largest. An inexact multiplier affects the loss only to second order.
    fn tilt(&self, values: &[f64]) -> Option<(f64, Self)> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && greatest > 0.0) {
            return None;
        }
        let each = values.iter().zip(&self.probabilities);
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        let mut multiplier = 0.0;
        for _ in 0..MULTIPLIER_ROUNDS {
            let (mut slope, mut bend) = (0.0, 0.0);
            for (value, p) in each.clone() {
                let part = value / (1.0 + multiplier * value);
                slope += p * part;
                bend += p * part * part;
            }
            if slope > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
            let newton = multiplier + slope / bend;
            let next =
                if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            let change = (next - multiplier).abs();
            multiplier = next;
            if change <= MULTIPLIER_PRECISION * multiplier.abs() {
                break;
            }
        }
        let loss = each.clone().map(|(value, p)| p * (multiplier * value).ln_1p()).sum();
        let probabilities = each.map(|(value, p)| p / (1.0 + multiplier * value)).collect();
        Some((loss, Self { probabilities }))
    }
}

/// Which side of a hypothesis about the ratio a sample lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The sample's ratio is too near to 0.
    Inner,
    /// The sample's ratio is too far from 0.
    Outer,
}

/// Mean and standard deviation.
#[derive(Clone, Copy, Debug)]
struct Moments {
    mean: f64,
    deviation: f64,
}

impl Moments {
    /// The amount by which the mean exceeds 1/2 plus `ratio` standard deviations.
    fn excess(self, ratio: f64) -> f64 {
        self.mean - 0.5 - ratio * self.deviation
    }

    /// Moves towards `goal` by the fraction `step` of the way.
    fn towards(self, goal: Self, step: f64) -> Self {
        Self {
            mean: self.mean + step * (goal.mean - self.mean),
            deviation: self.deviation + step * (goal.deviation - self.deviation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_mean_costs_nothing() {
        let (own, units) = Distribution::of_cells(&[3, 10, 20, 12, 5]);
        assert!((units - 50.0).abs() < 1e-12);
        let Moments { mean, deviation } = own.moments();
        assert!(own.loss_at_score(mean).abs() < 1e-12);
        assert!(own.loss_at_ratio((mean - 0.5) / deviation).abs() < 1e-12);
        assert!(own.loss_at_score(mean + 0.01) > 1e-4);
    }

    #[test]
    fn two_results_have_a_closed_form() {
        // With hardly any draws, the loss is that of the binomial likelihood.
        let (own, _) = Distribution::of_cells(&[40_000, 0, 60_000]);
        let exact = 0.6 * (0.6_f64 / 0.5).ln() + 0.4 * (0.4_f64 / 0.5).ln();
        assert!((own.loss_at_score(0.5) - exact).abs() < 1e-6);
        // Here the ratio (2p - 1) / 2 sqrt(p (1 - p)) is 3/4 at a score of 0.8, and 0 at 0.5.
        let exact = 0.6 * (0.6_f64 / 0.8).ln() + 0.4 * (0.4_f64 / 0.2).ln();
        assert!((own.loss_at_ratio(0.75) - exact).abs() < 1e-6);
        assert!((own.loss_at_ratio(0.0) - own.loss_at_score(0.5)).abs() < 1e-12);
    }

    #[test]
    fn the_smallest_of_several_minima_is_found() {
        // For a hypothesis far away there are minima near two cells. The expected loss was found on a grid of all m and
        // s.
        let (own, units) = Distribution::of_cells(&[9, 312, 2, 0, 18]);
        let ratio = |normalised_elo: f64| normalised_elo / (800.0 / 10_f64.ln()) * 2_f64.sqrt();
        assert!((units * own.loss_at_ratio(ratio(-1422.0)) - 46.145).abs() < 0.01);
        assert!((units * own.loss_at_ratio(ratio(-1402.0)) - 45.432).abs() < 0.01);
    }
}
