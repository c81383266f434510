//! The evaluation as a linear function of its weights, for the tuner. It uses the same counts as the engine's
//! evaluation.

use super::features::{count, count_placement};
use super::scale::ScaleFactor;
use super::terms::{COUNT, CoefficientSink, GROUPS};
use super::weights::WEIGHTS;
use super::{PHASE_MAX, PsqtAccumulator};
use crate::board::Board;

/// A coefficient of a position: the index of a weight and its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// The index of the weight.
    pub index: u16,
    /// Red's count minus Black's.
    pub count: i16,
}

/// A position as a linear function of the weights.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The counts that are not zero.
    pub coefficients: Vec<Coefficient>,
    /// The game phase, from 1 (middle game) to 0 (endgame).
    pub middle_game: f32,
    /// Whether the evaluation scales the weighted sum, because the endgame has a known scale factor.
    pub is_scaled: bool,
}

/// The counts of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct CoefficientCounts(pub(super) Vec<(usize, i32)>);

impl CoefficientSink for CoefficientCounts {
    fn add(&mut self, coefficient: usize, count: i32) {
        if count != 0 {
            self.0.push((coefficient, count));
        }
    }
}

/// All counts on a board, for Red and for Black.
pub(super) fn counts(board: &Board) -> [CoefficientCounts; 2] {
    let mut counts = [CoefficientCounts::default(), CoefficientCounts::default()];
    count_placement(board, &mut counts);
    count(board, &mut counts);
    counts
}

impl Linear {
    /// The linear form of a board.
    pub fn of(board: &Board) -> Self {
        let [mut red, black] = counts(board);
        red.0.extend(black.0.into_iter().map(|(index, count)| (index, -count)));
        red.0.sort_unstable_by_key(|&(index, _)| index);
        let mut coefficients: Vec<Coefficient> = Vec::with_capacity(red.0.len());
        for (index, count) in red.0 {
            let (index, count) = (index as u16, count as i16);
            match coefficients.last_mut() {
                Some(last) if last.index == index => last.count += count,
                _ => coefficients.push(Coefficient { index, count }),
            }
        }
        coefficients.retain(|coefficient| coefficient.count != 0);
        let phase = PsqtAccumulator::of(board).phase;
        Self {
            coefficients,
            middle_game: phase as f32 / PHASE_MAX as f32,
            is_scaled: ScaleFactor::of(board, phase).is_some(),
        }
    }

    /// The number of weights.
    pub const WEIGHTS: usize = COUNT;

    /// The weights in use, for the middle game and the endgame, in centipawns.
    pub fn weights() -> Vec<[i32; 2]> {
        WEIGHTS.iter().map(|weight| [weight.mg(), weight.eg()]).collect()
    }

    /// The groups of weights in order: the group's name, the meaning of its weights, and their number.
    pub fn groups() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        GROUPS.iter().map(|group| (group.name, group.places, group.len))
    }

    /// The value for the given weights, in centipawns from Red's point of view, without endgame scaling.
    pub fn value(&self, weights: &[[f32; 2]]) -> f32 {
        let [mut mg, mut eg] = [0.0; 2];
        for coefficient in &self.coefficients {
            let [weight_mg, weight_eg] = weights[usize::from(coefficient.index)];
            mg += weight_mg * f32::from(coefficient.count);
            eg += weight_eg * f32::from(coefficient.count);
        }
        mg * self.middle_game + eg * (1.0 - self.middle_game)
    }
}

#[cfg(test)]
mod tests {
    use super::super::imbalance;
    use super::*;
    use crate::board::Position;
    use crate::types::Color;

    #[test]
    fn the_sum_equals_the_evaluation() {
        let weights: Vec<[f32; 2]> =
            Linear::weights().into_iter().map(|weight| weight.map(|part| part as f32)).collect();
        let mut seen = 0;
        for fen in include_str!("../../../../../tests/data/openings.fen").lines() {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            let linear = Linear::of(board);
            let value = PsqtAccumulator::of(board).value(board, imbalance(board));
            let red = if board.side_to_move() == Color::Red { value } else { -value };
            assert!((linear.value(&weights) - red as f32).abs() < 1.0, "{fen}");
            seen += 1;
        }
        assert!(seen >= 100);
    }
}
