//! The differences between two networks, position by position.

use std::sync::Arc;

use serde::Serialize;

use super::evaluator::NetworkEvaluator;
use super::file::Network;
use crate::board::Board;
use crate::eval::Evaluator;
use crate::types::Value;

/// Statistics of two series of values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    count: u64,
    sums: [f64; 2],
    squares: [f64; 2],
    product: f64,
    greatest: Value,
}

/// The figures of an [`Agreement`]. Differences are in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AgreementFigures {
    /// The mean difference: second value minus first.
    pub mean_difference: f64,
    /// The root of the mean squared difference.
    pub rms_difference: f64,
    /// The greatest absolute difference.
    pub greatest_difference: Value,
    /// The correlation, from -1 to 1; `None` if one series is constant.
    pub correlation: Option<f64>,
}

impl Agreement {
    /// Adds a pair of values.
    pub fn add(&mut self, first: Value, second: Value) {
        self.count += 1;
        let values = [f64::from(first), f64::from(second)];
        for (side, value) in values.into_iter().enumerate() {
            self.sums[side] += value;
            self.squares[side] += value * value;
        }
        self.product += values[0] * values[1];
        self.greatest = self.greatest.max((second - first).abs());
    }

    /// Adds other statistics, such as those of another thread.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        for side in 0..2 {
            self.sums[side] += other.sums[side];
            self.squares[side] += other.squares[side];
        }
        self.product += other.product;
        self.greatest = self.greatest.max(other.greatest);
    }

    /// The figures for all pairs added so far.
    pub fn figures(&self) -> AgreementFigures {
        let count = self.count.max(1) as f64;
        let [first, second] = self.sums.map(|sum| sum / count);
        let variance = |side: usize| {
            let mean = self.sums[side] / count;
            // `powi` is not used, because the last bits of its result are unspecified, and the variance of equal values
            // must be exactly 0.
            self.squares[side] / count - mean * mean
        };
        let spread = (variance(0) * variance(1)).sqrt();
        let mean_square = (self.squares[0] + self.squares[1] - 2.0 * self.product) / count;
        AgreementFigures {
            mean_difference: second - first,
            rms_difference: mean_square.max(0.0).sqrt(),
            greatest_difference: self.greatest,
            correlation: (spread > 1e-9).then(|| (self.product / count - first * second) / spread),
        }
    }
}

/// Two networks that evaluate the same positions.
#[derive(Debug)]
pub struct NetworkPair {
    evaluators: [NetworkEvaluator; 2],
    /// The agreement of the networks' own values.
    pub outputs: Agreement,
    /// The agreement of the values with which the engine would play.
    pub totals: Agreement,
}

impl NetworkPair {
    /// Creates a pair of networks that have not evaluated any positions.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use chuhe_engine::board::Position;
    /// use chuhe_engine::eval::network::{Network, NetworkPair};
    ///
    /// let network = Arc::new(Network::random(1));
    /// let mut pair = NetworkPair::new([Arc::clone(&network), network]);
    /// let values = pair.see(Position::startpos().board());
    /// assert_eq!(values[0], values[1]);
    /// assert_eq!(pair.totals.figures().rms_difference, 0.0);
    /// ```
    pub fn new(networks: [Arc<Network>; 2]) -> Self {
        Self {
            evaluators: networks.map(NetworkEvaluator::new),
            outputs: Agreement::default(),
            totals: Agreement::default(),
        }
    }

    /// Evaluates a position with both networks. Returns their own values, from the side to move's point of view.
    pub fn see(&mut self, board: &Board) -> [Value; 2] {
        let mut totals = [0; 2];
        let mut outputs = [0; 2];
        for (side, evaluator) in self.evaluators.iter_mut().enumerate() {
            evaluator.reset(board);
            outputs[side] = evaluator.network_value(board);
            totals[side] = evaluator.evaluate(board);
        }
        self.outputs.add(outputs[0], outputs[1]);
        self.totals.add(totals[0], totals[1]);
        outputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_pairs() {
        let pairs = [(0, 3), (10, 11), (-20, -24), (40, 44)];
        let mut whole = Agreement::default();
        for (first, second) in pairs {
            whole.add(first, second);
        }
        let figures = whole.figures();
        assert!((figures.mean_difference - 1.0).abs() < 1e-9);
        assert!((figures.rms_difference - (42.0f64 / 4.0).sqrt()).abs() < 1e-9);
        assert_eq!(figures.greatest_difference, 4);
        assert!((figures.correlation.unwrap() - 0.997_407).abs() < 1e-5, "{figures:?}");

        let mut parts = [Agreement::default(); 2];
        for (index, &(first, second)) in pairs.iter().enumerate() {
            parts[index % 2].add(first, second);
        }
        let [mut one, two] = parts;
        one.merge(&two);
        assert_eq!(one, whole);
        let mut level = Agreement::default();
        level.add(5, 1);
        level.add(5, 2);
        assert_eq!(level.figures().correlation, None);
    }
}
