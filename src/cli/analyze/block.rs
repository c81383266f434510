//! One position's result in a batch, as text for people.

use std::fmt::Write as _;

use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, line_texts};
use chuhe_localize::Localize;
use chuhe_localize::columns::{left, right};
use chuhe_localize::score::Bounded;
use chuhe_localize::tr;
use chuhe_review::analysis::{AnalyzedLine, NoMoves, PositionReport, ResultFormat};

/// Writes a result in the chosen format.
pub(super) fn text(format: ResultFormat, report: &PositionReport) -> String {
    match format {
        ResultFormat::Text(moves) => block(report, moves),
        ResultFormat::Jsonl => report.json_line(),
        ResultFormat::Csv => report.csv_rows(),
    }
}

/// The text of a result: its number and source, the position, a row for each line of play, and an empty line.
fn block(report: &PositionReport, format: MoveFormat) -> String {
    let PositionReport { number, origin, fen, .. } = report;
    let (game, ply) = (origin.game, origin.ply);
    let source = origin.source.replace(['\n', '\r'], " ");
    let place = tr!("result-place", number = *number, source = source, game = game, ply = ply);
    let mut text = format!("{place}\n{fen}\n");
    if !report.lines.is_empty() {
        let heads = [
            left(&tr!("column-depth"), 6),
            right(&tr!("column-line"), 4),
            right(&tr!("column-score"), 13),
            right(&tr!("column-nodes"), 12),
        ];
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}  {}", heads.join(" "), tr!("column-moves"));
    }
    let position = Position::from_fen(fen).ok();
    for AnalyzedLine { multipv, depth, seldepth, nodes, score, bound, pv, .. } in &report.lines {
        let score = Bounded::for_red(*score, *bound, report.side_to_move).localize();
        let score = right(&score, 13);
        let moves = match &position {
            Some(position) => line_texts(position, pv, format).join(" "),
            None => pv.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "{depth:>2}/{seldepth:<3} {multipv:>4} {score} {nodes:>12}  {moves}");
    }
    if let Some(ended) = report.ended {
        let side = tr!("side", side = (!report.side_to_move).to_string());
        text.push_str(&match ended {
            NoMoves::Checkmate => tr!("ended-by-checkmate", side = side),
            NoMoves::Stalemate => tr!("ended-by-stalemate", side = side),
        });
        text.push('\n');
    }
    if let (Some(solved), Some(expected), Some(position)) =
        (report.solved, &report.expected, &position)
    {
        let expected = expected.text(position, format);
        text.push_str(&if solved {
            tr!("result-right", expected = expected)
        } else {
            tr!("result-wrong", expected = expected)
        });
        text.push('\n');
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::START_FEN;
    use chuhe_engine::notation::chinese::Script;
    use chuhe_engine::search::{Bound, Wdl};
    use chuhe_engine::types::{Color, Score};
    use chuhe_localize::columns::width;
    use chuhe_localize::{Language, with};
    use chuhe_review::analysis::PositionOrigin;

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
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        }
    }

    #[test]
    fn text_is_for_people() {
        let text = block(&report(Vec::new()), MoveFormat::Coordinates);
        assert!(text.starts_with("#7 a, \"b\" c, game 2, ply 0\n3k1R3/"), "{text}");
        assert!(text.ends_with("\ncheckmate: red wins\n\n"), "{text}");
        let start = PositionReport {
            fen: START_FEN.to_owned(),
            side_to_move: Color::Red,
            ..report(vec![line(1, Score::Cp(8))])
        };
        let text = block(&start, MoveFormat::Coordinates);
        assert!(text.contains("\n 3/9      1         +0.08         1234  h2e2 h9g7\n"), "{text}");
        let told = with(Language::Chinese, || block(&start, MoveFormat::Coordinates));
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "#7 a, \"b\" c，第 2 局，第 0 步");
        let before = |line: usize, text| width(lines[line].split_once(text).unwrap().0);
        assert_eq!(before(2, "着法"), before(3, "h2e2"));
        let chinese = block(&start, MoveFormat::Chinese(Script::Simplified));
        assert!(chinese.contains("  炮二平五 马８进７\n"), "{chinese}");
    }
}
