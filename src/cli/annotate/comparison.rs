//! Annotations of several engines, side by side.

use super::report::{heading, result};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Move;
use chuhe_localize::columns::{left, right, width};
use chuhe_localize::{Localize, tr};
use chuhe_review::annotation::grade::Class;
use chuhe_review::annotation::{Annotation, DisputedGrade, GameComparison};

/// The minimum width of an engine's column.
const COLUMN: usize = 30;

/// A table of the moves with a column for each engine, a summary, and the moves about which the engines disagree.
pub(super) fn text(found: &GameComparison, format: MoveFormat) -> String {
    let Some(first) = found.annotations.first() else { return String::new() };
    let columns: Vec<usize> =
        found.annotations.iter().map(|annotation| width(&annotation.engine).max(COLUMN)).collect();
    let row = |ply: &str, mv: &str, cells: Vec<String>| {
        let mut row = format!("{}  {}", right(ply, 4), left(mv, 10));
        for (cell, columns) in cells.iter().zip(&columns) {
            row.push_str("  ");
            row.push_str(&left(cell, *columns));
        }
        row.trim_end().to_owned()
    };
    let engines = found.annotations.iter().map(|annotation| annotation.engine.clone());
    let titles = [tr!("annotate-column-ply"), tr!("annotate-column-move")];
    let mut lines = vec![heading(first), String::new()];
    lines.push(row(&titles[0], &titles[1], engines.collect()));
    for (index, graded) in first.moves.iter().enumerate() {
        let mv = move_text(&first.points[index].board, graded.mv, format).to_string();
        let cells = found.annotations.iter().map(|annotation| cell(annotation, index, format));
        lines.push(row(&(index + 1).to_string(), &mv, cells.collect()));
    }
    lines.extend([String::new(), first.verdict().localize(), String::new()]);
    for side in [0, 1] {
        let accuracy = found.annotations.iter().map(|annotation| {
            let summary = &annotation.sides[side];
            let accuracy = summary.accuracy.map_or_else(|| "-".to_owned(), |it| format!("{it:.1}"));
            tr!("annotate-compare-accuracy", accuracy = accuracy, mistakes = summary.mistakes())
        });
        let name = tr!("side", side = if side == 0 { "red" } else { "black" });
        lines.push(row("", &name, accuracy.collect()));
    }
    for annotation in &found.annotations {
        if annotation.points.iter().any(|point| point.wdl.is_some()) {
            lines.push(tr!("annotate-own-chances", engine = annotation.engine.as_str()));
        }
    }
    lines.push(String::new());
    if found.disputes.is_empty() {
        lines.push(tr!("annotate-compare-agree"));
    } else {
        lines.push(tr!("annotate-compare-disputes"));
    }
    lines.extend(found.disputes.iter().map(|disputed| dispute(found, disputed, format)));
    lines.join("\n") + "\n"
}

/// An engine's score and class of a move and, of a worse move, the better one.
fn cell(annotation: &Annotation, index: usize, format: MoveFormat) -> String {
    let (graded, point) = (&annotation.moves[index], &annotation.points[index]);
    let mut cell = format!("{} ", right(&result(annotation, index), 13));
    if graded.class <= Class::Good {
        return cell + &graded.class.localize();
    }
    cell.push_str(&graded.class.localize());
    if let Some(&better) = point.line.first() {
        cell.push(' ');
        cell.push_str(&move_text(&point.board, better, format).to_string());
    }
    cell
}

/// What each engine said about a move, and what all say after a deeper look.
fn dispute(found: &GameComparison, disputed: &DisputedGrade, format: MoveFormat) -> String {
    let index = disputed.ply - 1;
    let board = &found.annotations[0].points[index].board;
    let name = |mv: Move| move_text(board, mv, format).to_string();
    let engines = found.right(disputed).map(|engines| engines.join(&tr!("list-separator")));
    let end = match (disputed.is_mistake(), engines) {
        (Some(true), Some(engines)) => tr!("annotate-compare-mistake", engines = engines),
        (Some(false), Some(engines)) => tr!("annotate-compare-good", engines = engines),
        _ => tr!("annotate-compare-open"),
    };
    let mv = name(found.annotations[0].moves[index].mv);
    let mut text = format!("{}  {} {end}", right(&disputed.ply.to_string(), 4), left(&mv, 10));
    for (annotation, later) in found.annotations.iter().zip(&disputed.classes) {
        let class = annotation.moves[index].class;
        let said = tr!(
            "annotate-compare-said",
            engine = annotation.engine.as_str(),
            before = class.localize(),
            after = later.localize()
        );
        text.push_str("\n                 ");
        text.push_str(&said);
    }
    text
}
