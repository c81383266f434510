//! Writes the results from a batch.

use serde::Serialize;

use super::report::{AnalyzedLine, PositionReport};
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::search::{Bound, Wdl};
use chuhe_engine::types::{Move, Score};

/// An output format for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultFormat {
    /// Text: a few lines for each position, with moves in this notation.
    Text(MoveFormat),
    /// A JSON object for each position, one per line.
    Jsonl,
    /// CSV: a header, followed by a row for each line of play.
    Csv,
}

/// The columns of CSV. `mate_plies` is the number of plies to mate, negative if the side to move is being mated.
const CSV_HEADER: &str = "number,source,game,ply,fen,line,lines,depth,seldepth,nodes,bound,cp,mate_plies,win,draw,loss,\
                          pv,solved\n";

impl ResultFormat {
    /// The text before the first result.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Text(_) | Self::Jsonl => "",
            Self::Csv => CSV_HEADER,
        }
    }
}

impl PositionReport {
    /// Returns the report as a JSON object on one line.
    ///
    /// # Panics
    /// If it cannot be serialized, which would be a bug in this library.
    pub fn json_line(&self) -> String {
        serde_json::to_string(self).expect("a report is plain data") + "\n"
    }

    /// Returns the report as CSV rows, without [`ResultFormat::header`]: one for each line of play, or a single row if
    /// there is none.
    pub fn csv_rows(&self) -> String {
        let Self { number, origin, fen, .. } = self;
        let (source, game, ply) = (quoted(&origin.source), origin.game, origin.ply);
        let solved = self.solved.map(|solved| solved.to_string()).unwrap_or_default();
        let (head, count) = (format!("{number},{source},{game},{ply},{fen}"), self.lines.len());
        if self.lines.is_empty() {
            return format!("{head},0,0,,,,,,,,,,,{solved}\n");
        }
        let row = |line: &AnalyzedLine| {
            let AnalyzedLine { multipv, depth, seldepth, nodes, .. } = line;
            let bound = match line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            };
            // Either the score in centipawns or the plies to mate.
            let score = match line.score {
                Score::Cp(cp) => format!("{cp},"),
                Score::MateIn(plies) => format!(",{plies}"),
                Score::MatedIn(plies) => format!(",-{plies}"),
            };
            let Wdl { win, draw, loss } = line.wdl;
            let pv: Vec<String> = line.pv.iter().map(Move::to_string).collect();
            let pv = pv.join(" ");
            format!(
                "{head},{multipv},{count},{depth},{seldepth},{nodes},{bound},{score},{win},{draw},{loss},{pv},{solved}\n"
            )
        };
        self.lines.iter().map(row).collect()
    }
}

/// A text as a field of CSV, on one line.
fn quoted(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{NoMoves, PositionOrigin};
    use chuhe_engine::types::Color;

    fn report(lines: Vec<AnalyzedLine>) -> PositionReport {
        PositionReport {
            engine: None,
            number: 7,
            origin: PositionOrigin { source: "a, \"b\"\nc".to_owned(), game: 2, ply: 0 },
            fen: "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1".to_owned(),
            side_to_move: Color::Black,
            best_move: None,
            ended: lines.is_empty().then_some(NoMoves::Checkmate),
            expected: None,
            solved: None,
            lines,
        }
    }

    fn line(multipv: u32, score: Score) -> AnalyzedLine {
        AnalyzedLine {
            multipv,
            depth: 3,
            seldepth: 9,
            nodes: 1234,
            score,
            bound: Bound::Exact,
            wdl: Wdl::from_score(score),
            wdl_reported: false,
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        }
    }

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let columns = |text: &str| text.matches(',').count();
        let plain = PositionOrigin { source: "a".to_owned(), game: 1, ply: 0 };
        for lines in [Vec::new(), vec![line(1, Score::Cp(8))], vec![line(1, Score::MateIn(3))]] {
            let report = PositionReport { origin: plain.clone(), ..report(lines) };
            assert_eq!(columns(&report.csv_rows()), columns(CSV_HEADER));
        }
    }

    #[test]
    fn csv_is_quoted_where_it_must_be() {
        let head = "7,\"a, \"\"b\"\" c\",2,0,3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(report(Vec::new()).csv_rows(), format!("{head},0,0,,,,,,,,,,,\n"));
        let lines = vec![line(1, Score::Cp(-35)), line(2, Score::MatedIn(4))];
        let text = report(lines).csv_rows();
        let rows: Vec<&str> = text.lines().collect();
        let Wdl { win, draw, loss } = Wdl::from_score(Score::Cp(-35));
        let chances = format!("{win},{draw},{loss}");
        assert_eq!(rows[0], format!("{head},1,2,3,9,1234,exact,-35,,{chances},h2e2 h9g7,"));
        assert_eq!(rows[1], format!("{head},2,2,3,9,1234,exact,,-4,0,0,1000,h2e2 h9g7,"));
    }
}
