//! The evaluation term by term, for people.

use std::fmt;

use super::linear::counts;
use super::terms::{GROUPS, Group, MATERIAL, NAME_WIDTH};
use super::weights::WEIGHTS;
use super::{PHASE_MAX, PsqtAccumulator, Tapered, imbalance};
use crate::board::Board;
use crate::types::{Color, PieceType, Score, Value};

/// One term for both sides. View: the side's own.
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
    /// The terms. Their differences, tapered by the phase, add up to the sum.
    pub terms: Vec<Term>,
    /// The game phase in per cent: 100 is the start position, 0 the endgame.
    pub middle_game_percent: i32,
    /// The tapered sum of the terms in centipawns. View: Red.
    pub sum: Value,
    /// Whether the endgame is known and the total is the scaled sum.
    pub endgame_known: bool,
    /// The value of the position in centipawns. View: Red.
    pub total: Value,
    /// Whose turn it is: `red` or `black`.
    pub side_to_move: &'static str,
}

/// The term of `len` coefficients from `first` on, none if neither side has any of them.
fn term(
    name: &str,
    first: usize,
    len: usize,
    counts: &[super::linear::CoefficientCounts; 2],
) -> Option<Term> {
    let sums = counts.each_ref().map(|counts| {
        let mut sum = Tapered::default();
        for &(index, count) in &counts.0 {
            if (first..first + len).contains(&index) {
                sum += WEIGHTS[index].times(count);
            }
        }
        [sum.mg(), sum.eg()]
    });
    let [red, black] = sums;
    (red != [0; 2] || black != [0; 2]).then(|| Term { name: name.to_owned(), red, black })
}

impl Trace {
    /// Evaluates a board term by term. Terms that neither side has are left out.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let counts = counts(board);
        let material = |kind: PieceType| term(kind.name(), MATERIAL + kind.index() - 1, 1, &counts);
        let group = |group: &Group| term(group.name, group.first, group.len, &counts);
        let kinds = PieceType::ALL.into_iter().skip(1);
        let terms: Vec<Term> =
            kinds.filter_map(material).chain(GROUPS[1..].iter().filter_map(group)).collect();

        let sums = PsqtAccumulator::of(board);
        let own = sums.value(board, imbalance(board));
        let (side_to_move, total) = match board.side_to_move() {
            Color::Red => ("red", own),
            Color::Black => ("black", -own),
        };
        let mut sum = Tapered::default();
        for term in &terms {
            sum += Tapered::new(term.red[0], term.red[1]);
            sum -= Tapered::new(term.black[0], term.black[1]);
        }
        Self {
            terms,
            middle_game_percent: sums.phase * 100 / PHASE_MAX,
            sum: sum.blend(sums.phase, PHASE_MAX),
            endgame_known: super::ScaleFactor::of(board, sums.phase).is_some(),
            total,
            side_to_move,
        }
    }
}

/// A table in pawns: each side's middle game and endgame score, and the difference.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<NAME_WIDTH$}|       red       |      black      |   red - black", "pawns")?;
        writeln!(f, "{:<NAME_WIDTH$}|     mg      eg  |     mg      eg  |     mg      eg", "")?;
        let rule = format!("{:-<NAME_WIDTH$}+{:-<17}+{:-<17}+{:-<17}", "", "", "", "");
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
            "middle game {} %: {}, {} to move",
            self.middle_game_percent,
            Score::Cp(self.sum).in_pawns(),
            self.side_to_move
        )?;
        if self.endgame_known {
            let total = Score::Cp(self.total).in_pawns();
            writeln!(f, "an endgame of known outcome: {total} instead")?;
        }
        write!(f, "total {} pawns from red's view", Score::Cp(self.total).in_pawns())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: [Value; 6]) -> fmt::Result {
    write!(f, "{name:<NAME_WIDTH$}")?;
    for [mg, eg] in row.as_chunks().0 {
        let [mg, eg] = [mg, eg].map(|&cp| f64::from(cp) / 100.0);
        write!(f, "|{mg:>7.2} {eg:>7.2}  ")?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::super::terms::TEMPO;
    use super::*;
    use crate::board::Position;

    #[test]
    fn terms_add_up_to_the_total() {
        let position =
            Position::from_fen("r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P3P/1C2C1N2/9/RNBAKAB1R b")
                .unwrap();
        let trace = Trace::of(position.board());
        assert_eq!(trace.total, trace.sum);
        assert!(!trace.endgame_known);
        assert!(trace.to_string().contains("cannon placement"));
        let tempo = trace.terms.last().unwrap();
        assert_eq!(tempo.black[0], WEIGHTS[TEMPO].mg());
    }

    #[test]
    fn known_endgames_say_so() {
        let position = Position::from_fen("2b1kab2/4a4/9/9/9/9/9/9/9/R3K4 w").unwrap();
        let trace = Trace::of(position.board());
        assert!(trace.endgame_known && trace.total < trace.sum);
        assert!(trace.to_string().contains("an endgame of known outcome"));
    }

    #[test]
    fn every_name_and_number_stays_in_its_column() {
        let position =
            Position::from_fen("r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P3P/1C2C1N2/9/RNBAKAB1R b");
        let table = Trace::of(position.unwrap().board()).to_string();
        let rows: Vec<&str> = table.lines().filter(|line| line.contains('|')).collect();
        assert!(rows.len() > 30);
        let bars = |row: &str| row.match_indices('|').map(|(at, _)| at).collect::<Vec<_>>();
        assert!(rows.iter().all(|row| bars(row) == bars(rows[0])), "{table}");
    }
}
