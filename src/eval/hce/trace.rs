//! The evaluation taken apart, for people.

use std::fmt;

use super::weights::{PHASE_MAX, TEMPO, material, placement};
use super::{Sums, Tapered};
use crate::board::Board;
use crate::types::{Color, PieceType, Value};

/// One term for both sides, each side's own view.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Term {
    /// What is counted.
    pub name: String,
    /// Middle game and endgame score of Red.
    pub red: [Value; 2],
    /// Middle game and endgame score of Black.
    pub black: [Value; 2],
}

/// Every term of an evaluation and how they add up.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Trace {
    /// The terms; their differences, blended by the phase, make the total.
    pub terms: Vec<Term>,
    /// What is left of the middle game, per cent.
    pub middle_game_percent: i32,
    /// Bonus of the side to move, part of the total.
    pub tempo: Value,
    /// Centipawns, Red's view.
    pub total: Value,
    /// Whose turn it is: `red` or `black`.
    pub side_to_move: &'static str,
}

impl Trace {
    /// Evaluates a board term by term.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut terms = Vec::new();
        for kind in PieceType::ALL {
            let mut sums = [[Tapered::default(); 2]; 2];
            for (piece, square) in board.pieces().filter(|(piece, _)| piece.kind() == kind) {
                let [material_sum, placement_sum] = &mut sums[piece.color().index()];
                *material_sum += material(kind);
                *placement_sum += placement(piece, square);
            }
            let parts = |sum: Tapered| [sum.mg(), sum.eg()];
            for (i, what) in ["", " placement"].into_iter().enumerate() {
                if i == 0 && kind == PieceType::King {
                    continue;
                }
                terms.push(Term {
                    name: format!("{}{what}", kind.name()),
                    red: parts(sums[0][i]),
                    black: parts(sums[1][i]),
                });
            }
        }
        let sums = Sums::of(board);
        let own = sums.value(board);
        let (side_to_move, total) = match board.side_to_move() {
            Color::Red => ("red", own),
            Color::Black => ("black", -own),
        };
        Self {
            terms,
            middle_game_percent: sums.phase * 100 / PHASE_MAX,
            tempo: TEMPO,
            total,
            side_to_move,
        }
    }
}

/// A table: each side's middle game and endgame score, and the difference.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<20}|      red      |     black     |  red - black", "term")?;
        writeln!(f, "{:<20}|    mg     eg  |    mg     eg  |    mg     eg", "")?;
        let rule = format!("{:-<20}+{:-<15}+{:-<15}+{:-<15}", "", "", "", "");
        writeln!(f, "{rule}")?;
        let mut sum = [0; 6];
        for term in &self.terms {
            let ([red_mg, red_eg], [black_mg, black_eg]) = (term.red, term.black);
            let row = [red_mg, red_eg, black_mg, black_eg, red_mg - black_mg, red_eg - black_eg];
            sum.iter_mut().zip(row).for_each(|(total, part)| *total += part);
            write_row(f, &term.name, row)?;
        }
        writeln!(f, "{rule}")?;
        write_row(f, "sum", sum)?;
        writeln!(
            f,
            "middle game {} %, {} to move (+{})",
            self.middle_game_percent, self.side_to_move, self.tempo
        )?;
        write!(f, "total {:+} centipawns (red's view)", self.total)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: [Value; 6]) -> fmt::Result {
    write!(f, "{name:<20}")?;
    for [mg, eg] in row.as_chunks().0 {
        write!(f, "|{mg:>6} {eg:>6}  ")?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn terms_add_up_to_the_total() {
        let position =
            Position::from_fen("r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P3P/1C2C1N2/9/RNBAKAB1R b")
                .unwrap();
        let trace = Trace::of(position.board());
        let mut sum = Tapered::default();
        for term in &trace.terms {
            sum += Tapered::new(term.red[0], term.red[1]);
            sum -= Tapered::new(term.black[0], term.black[1]);
        }
        let sums = Sums::of(position.board());
        assert_eq!(sum, sums.placement);
        assert_eq!(trace.total, sum.blend(sums.phase, PHASE_MAX) - TEMPO);
        assert!(trace.to_string().contains("cannon placement"));
    }
}
