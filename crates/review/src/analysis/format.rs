//! Writes the results from a batch.

use csv::{Terminator, WriterBuilder};
use serde::Serialize;

use super::report::{AnalyzedLine, PositionReport};
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::search::{Bound, Wdl};
use chuhe_engine::types::{Move, Score};

/// An output format for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultFormat {
    /// Text: a few lines for each position, with moves in this notation. Only the first line begins with `#`, followed
    /// by the number of the position; the last line is empty.
    Text(MoveFormat),
    /// A JSON object for each position, one per line.
    Jsonl,
    /// CSV: a header, followed by a row for each line of play.
    Csv,
}

/// The columns of CSV.
pub(super) const CSV_COLUMNS: [&str; 18] = [
    "number", "source", "game", "ply", "fen", "line", "lines", "depth", "seldepth", "nodes",
    "bound", "cp", "mate", "win", "draw", "loss", "pv", "solved",
];

/// A CSV row for a line of play, or for a position without one. The fields are in the order of [`CSV_COLUMNS`].
#[derive(Serialize)]
struct CsvRow<'a> {
    number: u64,
    source: &'a str,
    game: u64,
    ply: usize,
    fen: &'a str,
    line: u32,
    lines: usize,
    depth: Option<u32>,
    seldepth: Option<u32>,
    nodes: Option<u64>,
    bound: Option<Bound>,
    cp: Option<i32>,
    /// The number of plies to mate, negative if the side to move is being mated.
    mate: Option<String>,
    win: Option<u16>,
    draw: Option<u16>,
    loss: Option<u16>,
    pv: String,
    solved: Option<bool>,
}

impl ResultFormat {
    /// The text before the first result.
    #[must_use]
    pub fn header(self) -> String {
        match self {
            Self::Text(_) | Self::Jsonl => String::new(),
            Self::Csv => CSV_COLUMNS.join(",") + "\n",
        }
    }
}

impl PositionReport {
    /// Returns the report as a JSON object on one line.
    ///
    /// # Panics
    /// If it cannot be serialized, which would be a bug in this library.
    #[must_use]
    pub fn json_line(&self) -> String {
        serde_json::to_string(self).expect("a report is plain data") + "\n"
    }

    /// Returns the report as CSV rows, without [`ResultFormat::header`].
    ///
    /// # Panics
    /// If it cannot be serialized, which would be a bug in this library.
    #[must_use]
    pub fn csv_rows(&self) -> String {
        rows(self).expect("a report is plain data")
    }
}

/// Writes a row for each line of play, or a single row if there is none.
fn rows(report: &PositionReport) -> Result<String, Box<dyn std::error::Error>> {
    let mut writer = WriterBuilder::new()
        .has_headers(false)
        .terminator(Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    let source = on_one_line(&report.origin.source);
    if report.lines.is_empty() {
        writer.serialize(CsvRow::new(report, &source))?;
    }
    for line in &report.lines {
        writer.serialize(CsvRow::new(report, &source).with_line(line))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

impl<'a> CsvRow<'a> {
    /// The row of a position without lines of play.
    fn new(report: &'a PositionReport, source: &'a str) -> Self {
        Self {
            number: report.number,
            source,
            game: report.origin.game,
            ply: report.origin.ply,
            fen: &report.fen,
            line: 0,
            lines: report.lines.len(),
            depth: None,
            seldepth: None,
            nodes: None,
            bound: None,
            cp: None,
            mate: None,
            win: None,
            draw: None,
            loss: None,
            pv: String::new(),
            solved: report.solved,
        }
    }

    fn with_line(self, line: &AnalyzedLine) -> Self {
        let (cp, mate) = match line.score {
            Score::Cp(cp) => (Some(cp), None),
            Score::MateIn(plies) => (None, Some(plies.to_string())),
            Score::MatedIn(plies) => (None, Some(format!("-{plies}"))),
        };
        let Wdl { win, draw, loss } = line.wdl;
        Self {
            line: line.multipv,
            depth: Some(line.depth),
            seldepth: Some(line.seldepth),
            nodes: Some(line.nodes),
            bound: Some(line.bound),
            cp,
            mate,
            win: Some(win),
            draw: Some(draw),
            loss: Some(loss),
            pv: moves(&line.pv),
            ..self
        }
    }
}

fn moves(pv: &[Move]) -> String {
    let moves: Vec<String> = pv.iter().map(Move::to_string).collect();
    moves.join(" ")
}

fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{NoMoves, PositionOrigin};
    use chuhe_engine::types::Color;

    fn report(lines: Vec<AnalyzedLine>) -> PositionReport {
        PositionReport {
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
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        }
    }

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let mut writer = WriterBuilder::new().from_writer(Vec::new());
        writer.serialize(CsvRow::new(&report(Vec::new()), "")).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert!(text.starts_with(&ResultFormat::Csv.header()), "{text}");
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
