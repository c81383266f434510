//! One position's result in a batch, as text for people.

use std::fmt::Write as _;

use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, line_texts, move_text};
use chuhe_engine::types::Color;
use chuhe_localize::Localize;
use chuhe_localize::columns::{left, right, width};
use chuhe_localize::score::{Bounded, ForRed};
use chuhe_localize::tr;
use chuhe_review::analysis::{
    AnalyzedLine, NoMoves, PositionComparison, PositionReport, ResultFormat,
};

/// Writes a result in the chosen format.
pub(super) fn text(format: ResultFormat, found: &PositionComparison) -> String {
    match format {
        ResultFormat::Text(moves) => block(found, moves),
        ResultFormat::Jsonl => found.json_line(),
        ResultFormat::Csv => found.reports.iter().map(PositionReport::csv_rows).collect(),
    }
}

/// The text of a result: its number and source, the position, what each engine found, and an empty line.
fn block(found: &PositionComparison, format: MoveFormat) -> String {
    let mut text = String::new();
    for (i, report) in found.reports.iter().enumerate() {
        if i == 0 {
            let PositionReport { number, origin, fen, .. } = report;
            let (game, ply) = (origin.game, origin.ply);
            let source = origin.source.replace(['\n', '\r'], " ");
            let place =
                tr!("result-place", number = *number, source = source, game = game, ply = ply);
            // Writing to a string cannot fail.
            let _ = write!(text, "{place}\n{fen}\n");
        }
        if found.reports.len() > 1 {
            text.push_str(report.engine.as_deref().unwrap_or_default());
            text.push('\n');
        }
        text.push_str(&lines(report, format));
    }
    text.push_str(&dispute(found, format));
    text + "\n"
}

/// The moves about which the engines disagree, with a column for each engine, and who was right.
fn dispute(found: &PositionComparison, format: MoveFormat) -> String {
    let Some(dispute) = &found.dispute else { return String::new() };
    let report = &found.reports[0];
    let position = Position::from_fen(&report.fen).ok();
    let name = |mv| match &position {
        Some(position) => move_text(position.board(), mv, format).to_string(),
        None => mv.to_string(),
    };
    let engines: Vec<&str> = found.reports.iter().filter_map(|it| it.engine.as_deref()).collect();
    let mut text = tr!("compare-disagree") + "\n" + &left("", 10);
    for engine in &engines {
        text.push_str("  ");
        text.push_str(&right(engine, 13));
    }
    text.push('\n');
    for disputed in &dispute.moves {
        text.push_str(&left(&name(disputed.mv), 10));
        for (score, engine) in disputed.scores.iter().zip(&engines) {
            let score =
                ForRed(if report.side_to_move == Color::Red { *score } else { -*score }).localize();
            text.push_str("  ");
            text.push_str(&right(&score, width(engine).max(13)));
        }
        text.push('\n');
    }
    let engines = found.right().unwrap_or_default().join(&tr!("list-separator"));
    text.push_str(&match dispute.settled.map(name) {
        None => tr!("compare-open"),
        Some(settled) => tr!("compare-settled", move = settled, engines = engines),
    });
    text + "\n"
}

/// What an engine found: a row for each line of play, how the game ended, and whether a task was solved.
fn lines(report: &PositionReport, format: MoveFormat) -> String {
    let mut text = String::new();
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
    let position = Position::from_fen(&report.fen).ok();
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
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::START_FEN;
    use chuhe_engine::notation::chinese::Script;
    use chuhe_engine::search::{Bound, Wdl};
    use chuhe_engine::types::Score;
    use chuhe_localize::{Language, with};
    use chuhe_review::analysis::PositionOrigin;
    use chuhe_review::{Dispute, DisputedMove};

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

    fn of_one(report: PositionReport) -> PositionComparison {
        PositionComparison { reports: vec![report], dispute: None }
    }

    #[test]
    fn text_is_for_people() {
        let text = block(&of_one(report(Vec::new())), MoveFormat::Coordinates);
        assert!(text.starts_with("#7 a, \"b\" c, game 2, ply 0\n3k1R3/"), "{text}");
        assert!(text.ends_with("\ncheckmate: red wins\n\n"), "{text}");
        let start = of_one(PositionReport {
            fen: START_FEN.to_owned(),
            side_to_move: Color::Red,
            ..report(vec![line(1, Score::Cp(8))])
        });
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

    #[test]
    fn engines_that_disagree_get_a_column_each() {
        let of = |engine: &str, mv: &str| PositionReport {
            engine: Some(engine.to_owned()),
            fen: START_FEN.to_owned(),
            side_to_move: Color::Red,
            best_move: mv.parse().ok(),
            ..report(vec![line(1, Score::Cp(8))])
        };
        let disputed = |mv: &str, scores: [i32; 2]| DisputedMove {
            mv: mv.parse().unwrap(),
            scores: scores.map(Score::Cp).to_vec(),
            expectations: Vec::new(),
        };
        let moves = vec![disputed("h2e2", [30, 25]), disputed("b2e2", [10, -5])];
        let dispute = Dispute { moves, settled: "h2e2".parse().ok() };
        let reports = vec![of("chuhe", "h2e2"), of("Rival 1.0", "b2e2")];
        let found = PositionComparison { reports, dispute: Some(dispute.clone()) };
        let text = block(&found, MoveFormat::Coordinates);
        assert!(text.contains("\nh2e2                +0.30          +0.25\n"), "{text}");
        assert!(text.ends_with("All prefer h2e2 now; right from the start: chuhe\n\n"), "{text}");
        let dispute = Some(Dispute { settled: None, ..dispute });
        let open = block(&PositionComparison { dispute, ..found }, MoveFormat::Coordinates);
        assert!(open.ends_with("They still disagree.\n\n"), "{open}");
    }
}
