//! Statistics of a network's weights.

use serde::Serialize;

use super::features::{Perspective, bucket};
use super::file::{ACTIVATION_ONE, Network, OUTPUT_ONE, Row, WIDTH};
use crate::board::Board;
use crate::eval::motifs;
use crate::types::Color;

/// Statistics of a network's weights, and of its neurons on some positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NetworkSummary {
    /// The size of the network file, in bytes.
    pub bytes: usize,
    /// The checksum at the end of the file, which identifies the network, as 8 hexadecimal digits.
    pub checksum: String,
    /// The statistics of the weights, part by part.
    pub weights: Vec<WeightRange>,
    /// The number of inputs whose weights are all 0.
    pub zero_inputs: usize,
    /// The number of positions evaluated.
    pub positions: usize,
    /// The number of positions that use each output.
    pub by_output: Vec<usize>,
    /// The number of hidden neurons that are 0 for both sides in all these positions.
    pub dead_neurons: usize,
    /// The number of hidden neurons that no output uses, on either side.
    pub unheard_neurons: usize,
}

/// The statistics of one part of the weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightRange {
    /// The name of the part.
    pub part: &'static str,
    /// The number of weights.
    pub count: usize,
    /// The minimum.
    pub least: f64,
    /// The maximum.
    pub greatest: f64,
    /// The mean absolute value.
    pub mean_size: f64,
}

impl WeightRange {
    fn of(part: &'static str, one: i32, numbers: impl Iterator<Item = i32>) -> Self {
        let numbers: Vec<i32> = numbers.collect();
        let real = |number: i32| f64::from(number) / f64::from(one);
        let sizes: i64 = numbers.iter().map(|number| i64::from(number.abs())).sum();
        Self {
            part,
            count: numbers.len(),
            least: real(numbers.iter().copied().min().unwrap_or_default()),
            greatest: real(numbers.iter().copied().max().unwrap_or_default()),
            mean_size: sizes as f64 / f64::from(one) / numbers.len().max(1) as f64,
        }
    }
}

impl Network {
    /// Summarizes the network. The given positions determine which neurons are dead.
    ///
    /// ```
    /// use chuhe_engine::board::Position;
    /// use chuhe_engine::eval::network::Network;
    ///
    /// let start = Position::startpos();
    /// let summary = Network::random(1).summary([start.board()]);
    /// assert_eq!((summary.positions, summary.by_output[7]), (1, 1));
    /// assert_eq!(summary.weights[0].count, 8820 * 128);
    /// ```
    ///
    /// # Panics
    /// Never: a file ends with its checksum.
    pub fn summary<'a>(&self, positions: impl IntoIterator<Item = &'a Board>) -> NetworkSummary {
        let all =
            |rows: &[Row]| rows.iter().flat_map(|row| row.0.map(i32::from)).collect::<Vec<_>>();
        let outputs = self.output_weights.as_flattened();
        let mut is_alive = [false; WIDTH];
        let mut by_output = vec![0; self.output_bias.len()];
        for board in positions {
            by_output[bucket(board)] += 1;
            for side in Color::ALL {
                let sums = self.neurons(board, side);
                is_alive.iter_mut().zip(sums).for_each(|(alive, sum)| *alive |= sum > 0);
            }
        }
        let is_heard = |neuron: usize| outputs.iter().any(|row| row.0[neuron] != 0);
        let bytes = self.to_bytes();
        let checksum = bytes.last_chunk().expect("a file ends with its checksum");
        NetworkSummary {
            bytes: bytes.len(),
            checksum: format!("{:08x}", u32::from_le_bytes(*checksum)),
            weights: vec![
                WeightRange::of("inputs", ACTIVATION_ONE, all(&self.input_weights).into_iter()),
                WeightRange::of("input_bias", ACTIVATION_ONE, all(&[self.input_bias]).into_iter()),
                WeightRange::of("outputs", OUTPUT_ONE, all(outputs).into_iter()),
                WeightRange::of(
                    "output_bias",
                    ACTIVATION_ONE * OUTPUT_ONE,
                    self.output_bias.iter().copied(),
                ),
            ],
            zero_inputs: self.input_weights.iter().filter(|row| **row == Row::ZERO).count(),
            positions: by_output.iter().sum(),
            by_output,
            dead_neurons: is_alive.iter().filter(|alive| !**alive).count(),
            unheard_neurons: (0..WIDTH).filter(|neuron| !is_heard(*neuron)).count(),
        }
    }

    /// The sums of a side's neurons, computed from scratch.
    fn neurons(&self, board: &Board, side: Color) -> [i32; WIDTH] {
        let view = Perspective::of(side, board);
        let mut sums = self.input_bias.0.map(i32::from);
        for input in view.inputs(board, &motifs(board)) {
            let row = &self.input_weights[input];
            sums.iter_mut().zip(row.0).for_each(|(sum, weight)| *sum += i32::from(weight));
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn neurons_that_do_nothing_are_counted() {
        let position = Position::startpos();
        let board = position.board();
        let mut network = Network::random(4);
        for weight in network.input_weights.iter_mut().flat_map(|row| &mut row.0) {
            *weight = weight.abs();
        }
        let before = network.summary([board]);
        assert_eq!((before.dead_neurons, before.unheard_neurons, before.zero_inputs), (0, 0, 0));

        network.input_weights.iter_mut().for_each(|row| row.0[5] = 0);
        network.input_bias.0[5] = 0;
        network.output_weights.iter_mut().flatten().for_each(|row| row.0[9] = 0);
        network.input_weights[3] = Row::ZERO;
        network.output_bias[2] = -2 * ACTIVATION_ONE * OUTPUT_ONE;
        let after = network.summary([board]);
        assert_eq!((after.dead_neurons, after.unheard_neurons, after.zero_inputs), (1, 1, 1));
        assert!((after.weights[3].least + 2.0).abs() < 1e-9, "{after:?}");
        assert_ne!(after.checksum, before.checksum);
        assert_eq!(network.summary([]).dead_neurons, WIDTH);
    }
}
