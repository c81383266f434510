//! Training positions from games.

use std::num::NonZero;

use super::stored::SampleList;
use super::{Filter, TrainingSettings};
use crate::data::{DataError, SelfPlayGame};
use crate::in_parallel;
use chuhe_engine::board::{Board, Position};
use chuhe_engine::eval::network::Role;
use chuhe_engine::eval::network::features::{PLACES, Perspective, bucket};
use chuhe_engine::eval::{Evaluator, Hce, motifs};
use chuhe_engine::types::{Color, Move, PieceType, Square, is_decided};

/// The maximum number of active inputs. Positions with more are left out, but among 240,000 positions from games, none
/// had more than 48.
const INPUTS_MAX: usize = 64;

/// A position from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct TrainingSample {
    /// The active inputs of the side to move; the first `count` are in use.
    inputs: [u16; INPUTS_MAX],
    count: u8,
    /// The output bucket of the position.
    pub(super) bucket: u8,
    /// Whether exactly one of the two sides sees the board mirrored.
    sides_differ: bool,
    /// Whether the mirror image would do as well, because both kings are on the middle file.
    pub(super) either_way: bool,
    /// The value to which the network's output is added, as log-odds.
    pub(super) base: f32,
    /// The expectation that the output should give, 0 to 1.
    pub(super) target: f32,
}

/// The place that corresponds to each place: in `[0]` after mirroring, in `[1]` from the other side's point of view, in
/// `[2]` after both changes.
static TURNED: [[u16; PLACES]; 3] = {
    let mut table = [[0; PLACES]; 3];
    let mut input = 0;
    while input < PLACES {
        let (group, square) = (input / Square::COUNT, input % Square::COUNT);
        let square = Square::new((square % 9) as u8, (square / 9) as u8);
        let other = (group + PieceType::COUNT) % (2 * PieceType::COUNT);
        table[0][input] = (Square::COUNT * group + square.mirror().dense()) as u16;
        table[1][input] = (Square::COUNT * other + square.flip().dense()) as u16;
        table[2][input] = (Square::COUNT * other + square.flip().mirror().dense()) as u16;
        input += 1;
    }
    table
};

impl TrainingSample {
    /// The inputs of the side to move and of the other side. If `mirrored`, both are mirrored once more.
    #[inline]
    pub(super) fn inputs(&self, mirrored: bool) -> [impl Iterator<Item = usize> + Clone + '_; 2] {
        let own = mirrored.then_some(&TURNED[0]);
        let other = Some(&TURNED[1 + usize::from(self.sides_differ != mirrored)]);
        let list = &self.inputs[..usize::from(self.count)];
        [own, other].map(|turned| {
            list.iter().map(move |&input| {
                let place = usize::from(input) % PLACES;
                let turned = turned.map_or(place, |turned| usize::from(turned[place]));
                usize::from(input) - place + turned
            })
        })
    }
}

/// The positions of a training set or of a held-out set.
#[derive(Debug, Default)]
pub struct TrainingSet {
    list: SampleList,
}

impl TrainingSet {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.list().len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    pub(super) fn list(&self) -> &[TrainingSample] {
        self.list.samples()
    }

    /// Creates a set of positions that were written to a file.
    pub(super) fn written(list: SampleList) -> Self {
        Self { list }
    }

    /// Collects positions from games on `threads` threads, in the order of the games, in memory.
    ///
    /// # Errors
    /// If a game cannot be replayed.
    pub fn of(
        games: &[(u64, SelfPlayGame)],
        settings: &TrainingSettings,
        threads: NonZero<usize>,
    ) -> Result<Self, DataError> {
        let parts = in_parallel(threads, games, |part| samples(part, settings));
        let parts = parts.into_iter().collect::<Result<Vec<_>, DataError>>()?;
        Ok(Self { list: SampleList::Owned(parts.concat()) })
    }
}

/// The positions that the settings select from some games.
pub(super) fn samples(
    games: &[(u64, SelfPlayGame)],
    settings: &TrainingSettings,
) -> Result<Vec<TrainingSample>, DataError> {
    let mut hce = Hce::new();
    let mut list = Vec::new();
    for (_, game) in games {
        take_game(game, settings, &mut hce, &mut list)?;
    }
    Ok(list)
}

/// The expectation that corresponds to log-odds.
#[inline]
pub(crate) fn expectation(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The value, as log-odds, to which the output of a network with this role is added.
pub(super) fn base(role: Role, hce: &mut Hce, board: &Board, scale: f32) -> f32 {
    match role {
        Role::Correction => {
            hce.reset(board);
            hce.evaluate(board) as f32 / scale
        }
        Role::Whole => 0.0,
    }
}

/// Calls `see` for every position of a game that the settings select, with its target expectation.
pub(crate) fn for_each_taken(
    game: &SelfPlayGame,
    settings: &TrainingSettings,
    mut see: impl FnMut(&Board, f32),
) -> Result<(), DataError> {
    let mut expectations = expectations(game, settings).into_iter();
    game.replay(|position, ply| {
        let expected = expectations.next();
        let (Some(score), Some(expected)) = (ply.score, expected) else { return };
        let board = position.board();
        if !settings.filter.takes(position, ply.mv, score) {
            return;
        }
        let result = match game.winner {
            Some(winner) if winner == board.side_to_move() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let share = settings.result_share;
        see(board, share * result + (1.0 - share) * expected);
    })?;
    // How the game ended says nothing about a side line, which has no later scores either.
    game.for_each_side_line(|position, ply| {
        if let Some(score) = ply.score
            && settings.filter.takes(position, ply.mv, score)
        {
            see(position.board(), expectation(f32::from(score) / settings.scale));
        }
    })
}

impl Filter {
    /// Whether to use a position with this best move and score.
    fn takes(&self, position: &Position, mv: Move, score: i16) -> bool {
        (self.checks || !position.in_check())
            && (self.captures || position.board().captured_piece(mv).is_none())
            && !is_decided(score.into())
            && score.abs() <= self.score_max
    }
}

/// Returns the expectation at each ply of a game, for the side to move: that of the ply's own score, mixed with those
/// of the scores after it. Later scores were computed further into the game and have different errors, so the errors
/// partly cancel out.
fn expectations(game: &SelfPlayGame, settings: &TrainingSettings) -> Vec<f32> {
    let mut mixed = vec![0.5; game.plies.len()];
    let mut later: Option<f32> = None;
    for (ply, mixed) in game.plies.iter().zip(&mut mixed).rev() {
        let own = ply.score.map(|score| expectation(f32::from(score) / settings.scale));
        // The expectation of one side is 1 minus that of the other.
        later = match (own, later.map(|later| 1.0 - later)) {
            (Some(own), Some(later)) => Some(own + settings.td_lambda * (later - own)),
            (own, later) => own.or(later),
        };
        *mixed = later.unwrap_or(0.5);
    }
    mixed
}

fn take_game(
    game: &SelfPlayGame,
    settings: &TrainingSettings,
    hce: &mut Hce,
    list: &mut Vec<TrainingSample>,
) -> Result<(), DataError> {
    for_each_taken(game, settings, |board, target| {
        let us = board.side_to_move();
        let view = Perspective::of(us, board);
        let mut inputs = [0; INPUTS_MAX];
        let mut count = 0;
        for input in view.inputs(board, &motifs(board)) {
            let Some(place) = inputs.get_mut(count) else { return };
            *place = input as u16;
            count += 1;
        }
        let kings = Color::ALL.map(|side| board.king(side).file());
        list.push(TrainingSample {
            inputs,
            count: count as u8,
            bucket: bucket(board) as u8,
            sides_differ: view.is_mirrored() != Perspective::of(!us, board).is_mirrored(),
            either_way: kings == [4, 4],
            base: base(settings.role, hce, board, settings.scale),
            target,
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Ply, SideLine};

    #[test]
    fn later_scores_are_mixed_in() {
        let ply = |score| Ply { mv: Move::new(Square::new(0, 0), Square::new(0, 1)), score };
        let game = SelfPlayGame {
            start: String::new(),
            plies: [Some(0), None, Some(300), Some(-100)].map(ply).to_vec(),
            side_lines: Vec::new(),
            winner: None,
            adjudicated: false,
        };
        let of = |td_lambda| {
            expectations(&game, &TrainingSettings { td_lambda, scale: 100.0, ..Default::default() })
        };
        let [even, won, lost] = [0.0, 3.0, -1.0].map(expectation);
        // The same side moves at the first and the third ply; the opponent moves at the other two.
        let third = 0.5 * won + 0.5 * (1.0 - lost);
        let half = [0.5 * even + 0.5 * third, 1.0 - third, third, lost];
        for (found, expected) in of(0.5).into_iter().zip(half) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        assert_eq!(of(0.0), [even, 1.0 - won, won, lost]);
        assert!((of(1.0)[0] - (1.0 - lost)).abs() < 1e-6, "nothing but the last score");
    }

    #[test]
    fn side_lines_count_with_their_own_scores() {
        let [a, b, c, d] = ["h2e2", "h9g7", "h0g2", "b9c7"].map(|text| text.parse().unwrap());
        let line = |after, path: &[Move], mv, score| SideLine {
            after,
            path: path.to_vec(),
            ply: Ply { mv, score: Some(score) },
        };
        let game = SelfPlayGame {
            start: chuhe_engine::board::START_FEN.to_owned(),
            plies: vec![Ply { mv: a, score: None }],
            side_lines: vec![line(0, &[a, b], c, 90), line(1, &[d], c, 3000)],
            winner: Some(Color::Black),
            adjudicated: false,
        };
        let mut taken = Vec::new();
        let settings = TrainingSettings { scale: 100.0, ..Default::default() };
        for_each_taken(&game, &settings, |board, target| taken.push((board.key(), target)))
            .unwrap();
        let mut position = Position::startpos();
        for mv in [a, b] {
            position.make_unchecked(mv, &mut ());
        }
        // The score of the other side line is too large.
        assert_eq!(taken, [(position.key(), expectation(0.9))]);
    }

    #[test]
    fn samples_have_the_features_of_the_engine() {
        for fen in [
            "3ak4/9/4b4/p8/9/9/P8/7C1/9/3AK1R2 w",
            "3a1k3/9/4b4/p8/9/9/P8/7C1/9/3AK1R2 b",
            "3k5/9/4b4/p8/9/9/P8/7C1/9/4KA1R1 w",
            "3k5/9/4b4/p8/9/9/P8/7C1/9/5K1R1 w",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv = position.legal_moves()[0];
            let game = SelfPlayGame {
                start: fen.to_owned(),
                plies: vec![Ply { mv, score: Some(30) }],
                side_lines: Vec::new(),
                winner: None,
                adjudicated: false,
            };
            let settings = TrainingSettings::default();
            let mut list = Vec::new();
            take_game(&game, &settings, &mut Hce::new(), &mut list).unwrap();
            let board = position.board();
            let us = board.side_to_move();
            for (side, inputs) in [us, !us].into_iter().zip(list[0].inputs(false)) {
                let view = Perspective::of(side, board);
                let mut seen: Vec<usize> = view.inputs(board, &motifs(board)).collect();
                seen.sort_unstable();
                let mut inputs: Vec<usize> = inputs.collect();
                inputs.sort_unstable();
                assert_eq!(inputs, seen, "{fen}");
            }
            assert_eq!(list[0].either_way, fen.starts_with("3ak4"));
        }
    }
}
