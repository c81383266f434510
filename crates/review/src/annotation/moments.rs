//! Finds the few moves that decided a game, and the reasons, from the searches before and after each move.

use std::cmp::Reverse;

use serde::Serialize;

use super::grade::{self, Class};
use super::{Annotation, GradedMove, Point};
use chuhe_engine::board::{Board, Captures, Position};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::rules::Reason;
use chuhe_engine::types::{Color, Move, Piece, PieceType, Score, Value, is_rule};

/// The maximum number of moments in a game.
const MOST: usize = 5;
/// Inaccuracies are included if the number of mistakes is below this.
const FEWEST: usize = 2;
/// The minimum expectation (0 to 100) at which a side is considered winning.
const WINNING: f64 = 90.0;
/// The minimum gain or loss of material to mention, in centipawns of exchange value. This is the value of an advisor or
/// an elephant.
const MATERIAL_MIN: Value = 200;
/// The number of plies, counted from the move played or missed, within which the material must be won.
const MATERIAL_PLIES: usize = 9;

/// A move that decided the game or helped to decide it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The ply of the move, counted from 1.
    pub ply: usize,
    /// The side that played the move.
    pub side: Color,
    /// What happened.
    pub event: MomentEvent,
    /// The mover's standing after the best move and after the move played.
    pub standings: [Standing; 2],
    /// Why the rules make the game a draw after the move, if they do.
    pub draw: Option<Reason>,
    /// The mover's expectation after the best move and after the move played, 0 to 100.
    pub expectations: [f64; 2],
}

/// The event at a [`Moment`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MomentEvent {
    /// The mover misses a mate.
    MissesMate {
        /// The number of moves to mate.
        moves: u16,
        /// The first move of the mate.
        by: Move,
    },
    /// The move lets the opponent mate.
    AllowsMate {
        /// The number of moves to mate.
        moves: u16,
        /// The first move of the mate.
        by: Move,
    },
    /// The mover loses under the rules of repetition.
    LosesByRule {
        /// The rule, if the game has ended.
        reason: Option<Reason>,
    },
    /// The move lets the opponent win material.
    LosesMaterial {
        /// What the mover loses, most valuable first.
        lost: Vec<PieceType>,
        /// What the mover gains in return.
        won: Vec<PieceType>,
        /// The reply that wins the material.
        by: Move,
        /// Whether that reply itself captures the material.
        is_taken: bool,
    },
    /// The mover could have won material.
    MissesMaterial {
        /// What could have been won, most valuable first.
        won: Vec<PieceType>,
        /// What the mover would have given up in return.
        lost: Vec<PieceType>,
        /// The move that would have won the material.
        by: Move,
    },
    /// The move worsens the position without allowing mate or losing material.
    Weakens,
}

/// A side's standing, based on its expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The side's expectation is at most 10 of 100 points.
    Losing,
    /// The other side's expectation is at least [`grade::BETTER`].
    Worse,
    /// Neither side is better.
    Even,
    /// The side's expectation is at least [`grade::BETTER`].
    Better,
    /// The side's expectation is at least 90 of 100 points.
    Winning,
}

/// The sentence about a moment, without its subject: `loses a rook to h2e2 and turns an even position into a losing
/// one`.
#[derive(Clone, Debug)]
pub struct Sentence<'a> {
    /// The moment.
    pub moment: &'a Moment,
    /// The text of the move named by the event.
    pub by: String,
}

impl Standing {
    fn of(expectation: f64) -> Self {
        if expectation >= WINNING {
            Self::Winning
        } else if expectation >= grade::BETTER {
            Self::Better
        } else if expectation > 100.0 - grade::BETTER {
            Self::Even
        } else if expectation > 100.0 - WINNING {
            Self::Worse
        } else {
            Self::Losing
        }
    }
}

impl MomentEvent {
    /// The name of the event, for programs.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::MissesMate { .. } => "misses_mate",
            Self::AllowsMate { .. } => "allows_mate",
            Self::LosesByRule { .. } => "loses_by_rule",
            Self::LosesMaterial { .. } => "loses_material",
            Self::MissesMaterial { .. } => "misses_material",
            Self::Weakens => "weakens",
        }
    }

    /// The move that the event names besides the move played.
    pub const fn by(&self) -> Option<Move> {
        match self {
            Self::MissesMate { by, .. }
            | Self::AllowsMate { by, .. }
            | Self::LosesMaterial { by, .. }
            | Self::MissesMaterial { by, .. } => Some(*by),
            Self::LosesByRule { .. } | Self::Weakens => None,
        }
    }

    /// Whether the named move is a reply to the move played rather than an alternative to it.
    const fn is_by_reply(&self) -> bool {
        matches!(self, Self::AllowsMate { .. } | Self::LosesMaterial { .. })
    }

    fn of(annotation: &Annotation, index: usize) -> Self {
        let graded = &annotation.moves[index];
        let [here, next] = [&annotation.points[index], &annotation.points[index + 1]];
        if let (Score::MateIn(plies), Some(&by)) = (graded.before, here.line.first())
            && !matches!(graded.after, Score::MateIn(_))
        {
            return Self::MissesMate { moves: plies.div_ceil(2), by };
        }
        match (next.score, next.line.first()) {
            (Score::MateIn(plies), Some(&by)) => {
                return Self::AllowsMate { moves: plies.div_ceil(2), by };
            }
            (Score::Cp(cp), _) if is_rule(cp) && cp > 0 => {
                let lost = next.ending.filter(|ending| ending.winner == Some(!graded.side));
                return Self::LosesByRule { reason: lost.map(|ending| ending.reason) };
            }
            _ => {}
        }
        let start = annotation.position(index);
        Self::of_material(&start, graded, here, next).unwrap_or(Self::Weakens)
    }

    /// The material that the move loses or misses, according to the lines before and after it.
    fn of_material(
        start: &Position,
        graded: &GradedMove,
        here: &Point,
        next: &Point,
    ) -> Option<Self> {
        let played: Vec<Move> =
            std::iter::once(graded.mv).chain(next.line.iter().copied()).collect();
        let [played, best] =
            [&played, &here.line].map(|line| Material::along(start, line, graded.side));
        if best.least() - played.most() < MATERIAL_MIN {
            return None;
        }
        if played.most() <= -MATERIAL_MIN {
            let by = *next.line.first()?;
            let (won, lost) = played.captures.net_of(graded.side);
            let lost = pieces_or_pawns(lost);
            let taken = next.board.captured_piece(by).map(Piece::kind);
            let is_taken = taken == lost.first().copied() && won.is_empty() && lost.len() == 1;
            return Some(Self::LosesMaterial { lost, won, by, is_taken });
        }
        if best.least() >= MATERIAL_MIN {
            let (won, lost) = best.captures.net_of(graded.side);
            let won = pieces_or_pawns(won);
            return Some(Self::MissesMaterial { won, lost, by: *here.line.first()? });
        }
        None
    }
}

/// Drops pawns if other pieces are won as well, because such pawns are only captured along the way.
fn pieces_or_pawns(mut kinds: Vec<PieceType>) -> Vec<PieceType> {
    if kinds.iter().any(|&kind| kind != PieceType::Pawn) {
        kinds.retain(|&kind| kind != PieceType::Pawn);
    }
    kinds
}

/// The material that a side wins along a line, minus what it loses. A line may end in the middle of an exchange, so a
/// gain or loss counts only if it exists both after [`MATERIAL_PLIES`] and at the end of the line.
struct Material {
    captures: Captures,
    soon: Value,
    late: Value,
}

impl Material {
    fn along(start: &Position, line: &[Move], side: Color) -> Self {
        let captures = Captures::along(start, &line[..line.len().min(MATERIAL_PLIES)]);
        let late = Captures::along(start, line).balance_of(side);
        Self { soon: captures.balance_of(side), late, captures }
    }

    fn least(&self) -> Value {
        self.soon.min(self.late)
    }

    fn most(&self) -> Value {
        self.soon.max(self.late)
    }
}

impl Annotation {
    /// Returns the moves that decided the game, in order. There are usually two to five of them. Turning points take
    /// precedence over other mistakes, and greater losses over lesser ones.
    pub fn moments(&self) -> Vec<Moment> {
        let is_mistake = |graded: &GradedMove| {
            graded.loss >= grade::MISTAKE || self.is_worst_missed_mate(graded)
        };
        let mut indices: Vec<usize> = (0..self.moves.len())
            .filter(|&index| {
                let graded = &self.moves[index];
                graded.loss >= grade::INACCURACY || is_mistake(graded)
            })
            .collect();
        indices.sort_by_key(|&index| {
            let graded = &self.moves[index];
            Reverse((is_mistake(graded), (graded.is_turning_point, (graded.loss * 10.0) as u32)))
        });
        let mistakes = indices.iter().filter(|&&index| is_mistake(&self.moves[index])).count();
        indices.truncate(mistakes.clamp(FEWEST, MOST));
        indices.sort_unstable();
        indices.into_iter().map(|index| self.moment(index)).collect()
    }

    /// Whether a move misses the shortest of the mates that its side missed. Other missed mates are ranked only by
    /// their loss, because a won game may contain many.
    fn is_worst_missed_mate(&self, graded: &GradedMove) -> bool {
        let missed =
            |other: &&GradedMove| other.class == Class::MissedMate && other.side == graded.side;
        let worst = self.moves.iter().filter(missed).min_by_key(|other| match other.before {
            Score::MateIn(plies) => plies,
            _ => u16::MAX,
        });
        worst.is_some_and(|worst| std::ptr::eq(worst, graded))
    }

    fn moment(&self, index: usize) -> Moment {
        let graded = &self.moves[index];
        let expectations = graded.expectations.map(grade::tenths);
        let standings = expectations.map(Standing::of);
        // If the players continued after such an ending, the point has the search score instead of the verdict.
        let drawn = self.points[index + 1].ending.filter(|ending| ending.winner.is_none());
        let drawn = drawn.filter(|_| standings[1] == Standing::Even);
        Moment {
            ply: index + 1,
            side: graded.side,
            event: MomentEvent::of(self, index),
            standings,
            draw: drawn.map(|ending| ending.reason),
            expectations,
        }
    }

    /// The board on which the move named by a moment is played.
    pub(super) fn board_of_named(&self, moment: &Moment) -> &Board {
        let plies = if moment.event.is_by_reply() { moment.ply } else { moment.ply - 1 };
        &self.points[plies].board
    }

    /// The sentence about a moment, with moves in the given notation.
    pub fn sentence<'a>(&self, moment: &'a Moment, format: MoveFormat) -> Sentence<'a> {
        let board = self.board_of_named(moment);
        let by = moment.event.by().map(|mv| move_text(board, mv, format).to_string());
        Sentence { moment, by: by.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::sync::atomic::AtomicBool;

    use super::super::{AnnotationSettings, annotate};
    use super::*;
    use chuhe_engine::board::Board;
    use chuhe_engine::engine::EngineSource;
    use chuhe_engine::engine::config::Config;
    use chuhe_engine::search::Limits;
    use chuhe_formats::pgn;

    fn annotated(text: &str, nodes: u64) -> Annotation {
        let settings = AnnotationSettings {
            limits: Limits::nodes(nodes),
            jobs: NonZero::<usize>::MIN,
            config: Config { hash_mb: 4, ..Config::default() },
            engines: EngineSource::default(),
        };
        let game = pgn::read(text).next().unwrap().unwrap();
        annotate(game, &settings, &AtomicBool::new(false), &|| {}).unwrap()
    }

    /// The moments of a game, each as `ply: sentence`.
    fn sentences(fen: &str, moves: &str) -> Vec<String> {
        let fen = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]\n\n") };
        let annotation = annotated(&format!("{fen}{moves} *\n"), 5000);
        let line = |moment: &Moment| {
            format!("{}: {}", moment.ply, annotation.sentence(moment, MoveFormat::Coordinates))
        };
        annotation.moments().iter().map(line).collect()
    }

    #[test]
    fn known_moments_are_found() {
        assert_eq!(
            sentences("3k5/R8/9/9/1r7/9/9/9/9/4K3R w", "1. a8a5 b5b4 2. i0i9 d9d8"),
            [
                "1: misses mate in 1 with i0i9 and turns a winning position into an even one",
                "2: allows mate in 1 with a5d5 and turns an even position into a losing one",
            ]
        );
        assert_eq!(
            sentences("3akab2/4n4/4b1c2/p3p4/r8/9/P3P4/1R2C1N2/9/3AKA3 b", "1... a5b5 2. b2b5"),
            ["1: loses a rook to b2b5 and turns a better position into a losing one"]
        );
        let said =
            sentences("3akab2/4n4/4b1c2/p3p4/r8/9/P3P4/1R2C1N2/9/3AKA3 b", "1... a5b5 2. b2d2");
        assert!(said[1].starts_with("2: misses b2b5, which wins a rook, and turns"), "{said:?}");
        // Either horse may capture.
        let said = sentences("", "1. h2e2 h9g7 2. h0g2 b9c7 3. e2e6 c7e6");
        let said = said.last().unwrap().replace("g7e6", "c7e6");
        let beginning =
            "5: loses a cannon for a pawn after c7e6 and turns an even position into a ";
        assert!(said.starts_with(beginning), "{said}");
        // A game without mistakes has no moments.
        assert_eq!(sentences("", "1. h2e2 h9g7 2. h0g2 i9h9"), [""; 0]);
    }

    #[test]
    fn a_won_game_that_is_repeated_away_is_a_draw() {
        let moves = "1. a0a1 d9d8 2. a1a0 d8d9 3. a0a1 d9d8 4. a1a0 d8d9 5. a0a1 d9d8 6. a1a0 d8d9";
        assert_eq!(
            sentences("3k5/9/9/9/9/9/9/9/9/R3K4 w", moves),
            [
                "7: misses mate in 1 with a1d1 and turns a winning position into an even one",
                "9: misses mate in 1 with a0d0 and turns a winning position into a draw by repetition",
                "11: misses mate in 1 with a1d1 and turns a winning position into a draw by repetition",
            ]
        );
    }

    fn worth(board: &Board, side: Color) -> Value {
        let of = |color| -> Value {
            let pieces = board.pieces().filter(|(piece, _)| piece.color() == color);
            pieces
                .map(|(piece, _)| piece.kind())
                .filter(|&kind| kind != PieceType::King)
                .map(chuhe_engine::board::exchange_value)
                .sum()
        };
        of(side) - of(!side)
    }

    /// Checks statements about real games on the board.
    #[test]
    fn moments_are_true_on_the_board() {
        let text = include_str!("../../../../tests/data/games.pgn");
        let mut seen = 0;
        for game in text.split("\n\n[").map(|game| format!("[{}", game.trim_start_matches('['))) {
            let annotation = annotated(&game, 3000);
            let moments = annotation.moments();
            assert!(moments.len() <= MOST);
            assert!(moments.is_sorted_by_key(|moment| moment.ply));
            for moment in &moments {
                let index = moment.ply - 1;
                let [start, mut reply] = [index, index + 1].map(|plies| annotation.position(plies));
                let mut other = start.clone();
                let [best, answer] = [index, index + 1].map(|i| &annotation.points[i].line);
                for &mv in best {
                    other.play(mv).unwrap();
                }
                for &mv in answer {
                    reply.play(mv).unwrap();
                }
                let [before, after] = [&other, &reply].map(|it| worth(it.board(), moment.side));
                match &moment.event {
                    MomentEvent::LosesMaterial { by, .. } => {
                        assert_eq!(Some(by), answer.first());
                        assert!(after < worth(start.board(), moment.side), "{moment:?}");
                    }
                    MomentEvent::MissesMaterial { by, .. } => {
                        assert_eq!(Some(by), best.first());
                        assert!(before > worth(start.board(), moment.side), "{moment:?}");
                    }
                    MomentEvent::MissesMate { moves, .. }
                        if best.len() == 2 * usize::from(*moves) - 1 =>
                    {
                        assert!(other.in_check() && other.legal_moves().is_empty(), "{moment:?}");
                    }
                    MomentEvent::AllowsMate { moves, .. }
                        if answer.len() == 2 * usize::from(*moves) - 1 =>
                    {
                        assert!(reply.legal_moves().is_empty(), "{moment:?}");
                    }
                    _ => {}
                }
                seen += 1;
            }
        }
        assert!(seen >= 4, "{seen}");
    }
}
