//! The evaluation as the linear function it is: for the tuner, which reads the same counts the engine plays with.

use super::scale::Rule;
use super::scene::{Sink, count, count_placement};
use super::terms::{COUNT, GROUPS};
use super::weights::WEIGHTS;
use super::{PHASE_MAX, Sums};
use crate::board::Board;

/// One count of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// Which weight it goes with.
    pub index: u16,
    /// How often the thing was seen, Red's less Black's.
    pub count: i16,
}

/// A position as the evaluation sees it.
#[derive(Clone, Debug)]
pub struct Linear {
    /// What was counted; what both sides have alike is left out.
    pub coefficients: Vec<Coefficient>,
    /// What is left of the middle game, from 1 to 0.
    pub middle_game: f32,
    /// Whether the value is not the weighted sum, but what knowledge of its endgame makes of it.
    pub is_ruled: bool,
}

/// Keeps the counts of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Record(pub(super) Vec<(usize, i32)>);

impl Sink for Record {
    fn add(&mut self, coefficient: usize, count: i32) {
        if count != 0 {
            self.0.push((coefficient, count));
        }
    }
}

/// Everything that is counted on a board, Red's and Black's.
pub(super) fn records(board: &Board) -> [Record; 2] {
    let mut records = [Record::default(), Record::default()];
    count_placement(board, &mut records);
    count(board, &mut records);
    records
}

impl Linear {
    /// Takes a board apart.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let [mut red, black] = records(board);
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
        let phase = Sums::of(board).phase;
        Self {
            coefficients,
            middle_game: phase as f32 / PHASE_MAX as f32,
            is_ruled: Rule::of(board, phase).is_some(),
        }
    }

    /// How many weights there are.
    pub const WEIGHTS: usize = COUNT;

    /// The weights in use: middle game and endgame, centipawns.
    #[must_use]
    pub fn weights() -> Vec<[i32; 2]> {
        WEIGHTS.iter().map(|weight| [weight.mg(), weight.eg()]).collect()
    }

    /// The groups of weights in order: name, meaning of the places, number of places.
    pub fn groups() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        GROUPS.iter().map(|group| (group.name, group.places, group.len))
    }

    /// The value by given weights, Red's view, centipawns, endgame knowledge left out.
    #[must_use]
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
    use super::super::balance;
    use super::*;
    use crate::board::Position;
    use crate::types::Color;

    #[test]
    fn the_sum_is_what_the_engine_plays_with() {
        let weights: Vec<[f32; 2]> =
            Linear::weights().into_iter().map(|weight| weight.map(|part| part as f32)).collect();
        let mut seen = 0;
        for fen in include_str!("../../../tests/data/openings.fen").lines() {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            let linear = Linear::of(board);
            let value = Sums::of(board).value(board, balance(board));
            let red = if board.side_to_move() == Color::Red { value } else { -value };
            assert!((linear.value(&weights) - red as f32).abs() < 1.0, "{fen}");
            seen += 1;
        }
        assert!(seen >= 100);
    }
}
