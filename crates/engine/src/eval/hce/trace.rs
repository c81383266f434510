//! The evaluation term by term, for display.

use std::fmt;

use super::linear::counts;
use super::terms::{GROUPS, Group, MATERIAL, NAME_WIDTH};
use super::weights::WEIGHTS;
use super::{PHASE_MAX, PsqtAccumulator, Tapered, imbalance};
use crate::board::Board;
use crate::types::{Color, PieceType, Score, Value};

/// One term for both sides, each from its own point of view.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Term {
    /// The name of the term, in English.
    pub name: String,
    /// The middle game and endgame scores of Red.
    pub red: [Value; 2],
    /// The middle game and endgame scores of Black.
    pub black: [Value; 2],
}

/// Every term of an evaluation and how they add up.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Trace {
    /// The terms. The differences between Red's and Black's scores, tapered by the phase, add up to the sum.
    pub terms: Vec<Term>,
    /// The game phase in percent: 100 in the start position, 0 in the endgame.
    pub middle_game_percent: i32,
    /// The tapered sum of the terms, in centipawns from Red's point of view.
    pub sum: Value,
    /// Whether the endgame is known, so that the total is the scaled sum.
    pub endgame_known: bool,
    /// The value of the position, in centipawns from Red's point of view.
    pub total: Value,
    /// The side to move: `red` or `black`.
    pub side_to_move: &'static str,
}

/// The term of `len` coefficients from `first` on; `None` if it is zero for both sides.
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
    /// Evaluates a board term by term, omitting terms that are zero for both sides.
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

/// Shows a table in pawns: each side's middle game and endgame scores, and the differences.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, black, difference] = ["red", "black", "red - black"];
        writeln!(
            f,
            "{:<NAME_WIDTH$}|{red:^SIDE_WIDTH$}|{black:^SIDE_WIDTH$}|{}",
            "pawns",
            format!("{difference:^SIDE_WIDTH$}").trim_end()
        )?;
        let phases = format!("{:>NUMBER_WIDTH$} {:>NUMBER_WIDTH$}", "mg", "eg");
        writeln!(f, "{:<NAME_WIDTH$}|{phases}  |{phases}  |{phases}", "")?;
        let line = "-".repeat(SIDE_WIDTH);
        let rule = format!("{:-<NAME_WIDTH$}+{line}+{line}+{line}", "");
        writeln!(f, "{rule}")?;
        for term in &self.terms {
            write_row(f, &term.name, term.row())?;
        }
        writeln!(f, "{rule}")?;
        write_row(f, "sum", self.sums())?;
        let total = Score::Cp(self.total).in_pawns();
        writeln!(
            f,
            "middle game {} %: {}, {} to move",
            self.middle_game_percent,
            Score::Cp(self.sum).in_pawns(),
            self.side_to_move
        )?;
        if self.endgame_known {
            writeln!(f, "an endgame with a known outcome: {total} instead")?;
        }
        write!(f, "total {total} pawns, from red's point of view")
    }
}

impl Term {
    /// The names of all terms, in the order of a trace.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let kinds = PieceType::ALL[1..].iter().map(|kind| kind.name());
        kinds.chain(GROUPS[1..].iter().map(|group| group.name))
    }

    /// The middle game and endgame scores of Red, of Black, and of their difference.
    pub fn row(&self) -> [Value; 6] {
        let ([red_mg, red_eg], [black_mg, black_eg]) = (self.red, self.black);
        [red_mg, red_eg, black_mg, black_eg, red_mg - black_mg, red_eg - black_eg]
    }
}

impl Trace {
    /// The sum of the rows of all terms.
    pub fn sums(&self) -> [Value; 6] {
        let mut sums = [0; 6];
        for term in &self.terms {
            sums.iter_mut().zip(term.row()).for_each(|(sum, part)| *sum += part);
        }
        sums
    }
}

/// The width of a number and of a side's cell, which contains two numbers with spaces around them.
const NUMBER_WIDTH: usize = 6;
const SIDE_WIDTH: usize = 2 * NUMBER_WIDTH + 3;

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: [Value; 6]) -> fmt::Result {
    write!(f, "{name:<NAME_WIDTH$}")?;
    for [mg, eg] in row.as_chunks().0 {
        let [mg, eg] = [mg, eg].map(|&cp| f64::from(cp) / 100.0);
        write!(f, "|{mg:>NUMBER_WIDTH$.2} {eg:>NUMBER_WIDTH$.2}  ")?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::super::terms::TEMPO;
    use super::*;
    use crate::board::Position;

    #[test]
    fn the_table_has_straight_columns() {
        let trace = Trace::of(Position::startpos().board());
        let text = trace.to_string();
        let rows: Vec<&str> = text.lines().filter(|line| line.contains('|')).collect();
        assert_eq!(rows.len(), trace.terms.len() + 3);
        let bars = |row: &str| row.match_indices('|').map(|(at, _)| at).collect::<Vec<_>>();
        assert!(rows.iter().all(|row| bars(row) == [25, 41, 57]), "{text}");
    }

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
        assert!(trace.to_string().contains("an endgame with a known outcome"));
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
