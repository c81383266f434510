//! What is written about a position. Nothing in it depends on time, so that the same search gives the same text.

use std::fmt::Write as _;

use serde::Serialize;

use super::super::ResultFormat;
use super::super::lines::{Lines, score_text};
use super::source::Place;
use crate::board::Position;
use crate::search::{BestMove, Bound, SearchInfo, Wdl};
use crate::types::{Move, Score};

/// The first row of a CSV file.
pub(super) const CSV_HEADER: &str =
    "number,source,game,ply,fen,line,lines,depth,seldepth,nodes,bound,cp,mate,win,draw,loss,pv\n";

#[derive(Serialize)]
struct Report<'a> {
    number: u64,
    source: &'a str,
    game: u64,
    ply: usize,
    fen: String,
    side_to_move: String,
    best_move: Option<String>,
    /// How the game has ended, if the side to move has no move.
    ended: Option<&'static str>,
    lines: Vec<LineReport>,
}

#[derive(Serialize)]
struct LineReport {
    multipv: u32,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    score: Score,
    bound: Bound,
    wdl: Wdl,
    pv: Vec<String>,
}

/// The text of a search's results.
pub(super) fn text(
    format: ResultFormat,
    number: u64,
    place: &Place,
    position: &Position,
    lines: &Lines,
    best: BestMove,
) -> serde_json::Result<String> {
    let ended = match best.mv {
        Some(_) => None,
        None if position.in_check() => Some("checkmate"),
        None => Some("stalemate"),
    };
    match format {
        ResultFormat::Text => Ok(block(number, place, position, lines, ended)),
        ResultFormat::Csv => Ok(rows(number, place, position, lines)),
        ResultFormat::Jsonl => {
            let report = Report {
                number,
                source: &place.source,
                game: place.game,
                ply: place.ply,
                fen: position.fen(),
                side_to_move: position.side_to_move().to_string(),
                best_move: best.mv.map(|mv| mv.to_string()),
                ended,
                lines: lines.iter().map(line_report).collect(),
            };
            Ok(serde_json::to_string(&report)? + "\n")
        }
    }
}

fn line_report(info: &SearchInfo) -> LineReport {
    LineReport {
        multipv: info.multipv,
        depth: info.depth,
        seldepth: info.seldepth,
        nodes: info.nodes,
        score: info.score,
        bound: info.bound,
        wdl: Wdl::from_score(info.score),
        pv: info.pv.iter().map(Move::to_string).collect(),
    }
}

/// Number and place, the position, a row for each line of play, and an empty line.
fn block(
    number: u64,
    place: &Place,
    position: &Position,
    lines: &Lines,
    ended: Option<&str>,
) -> String {
    let Place { source, game, ply } = place;
    let source = source.replace(['\n', '\r'], " ");
    let mut text = format!("#{number} {source}, game {game}, ply {ply}\n{}\n", position.fen());
    for info in lines.iter() {
        let score = score_text(info.score, info.bound);
        let (depth, seldepth, place) = (info.depth, info.seldepth, info.multipv);
        let _ = writeln!(
            text,
            "{depth:>2}/{seldepth:<3} {place:>4} {score:>13} {:>12}  {}",
            info.nodes,
            moves(info)
        );
    }
    if let Some(ended) = ended {
        let _ = writeln!(text, "{ended}: {} wins", !position.side_to_move());
    }
    text + "\n"
}

/// A row for each line of play, or one for a position without any.
fn rows(number: u64, place: &Place, position: &Position, lines: &Lines) -> String {
    let Place { source, game, ply } = place;
    let count = lines.iter().len();
    let head = format!("{number},{},{game},{ply},{}", quoted(source), position.fen());
    if count == 0 {
        return format!("{head},0,0,,,,,,,,,,\n");
    }
    lines.iter().fold(String::new(), |mut text, info| {
        let (cp, mate) = match info.score {
            Score::Cp(cp) => (cp.to_string(), String::new()),
            Score::MateIn(plies) => (String::new(), plies.to_string()),
            Score::MatedIn(plies) => (String::new(), format!("-{plies}")),
        };
        let bound = match info.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let Wdl { win, draw, loss } = Wdl::from_score(info.score);
        let (line, depth, seldepth, nodes) = (info.multipv, info.depth, info.seldepth, info.nodes);
        let _ = writeln!(
            text,
            "{head},{line},{count},{depth},{seldepth},{nodes},{bound},{cp},{mate},{win},{draw},{loss},{}",
            moves(info)
        );
        text
    })
}

fn moves(info: &SearchInfo) -> String {
    let moves: Vec<String> = info.pv.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// A field of a CSV row, on one line.
fn quoted(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let place = Place { source: "a, \"b\"".to_owned(), game: 2, ply: 0 };
        let mated = Position::from_fen("3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
        let row = rows(7, &place, &mated, &Lines::default());
        assert!(row.starts_with("7,\"a, \"\"b\"\"\",2,0,3k1R3/"), "{row}");
        let commas = |text: &str| text.matches(',').count();
        assert_eq!(commas(&row), commas(CSV_HEADER) + 1);
    }
}
