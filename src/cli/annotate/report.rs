//! Annotations as text for the terminal, and what is said about games on stderr.

use std::fmt::Write as _;
use std::path::Path;

use super::super::counts::{count, except};
use super::Tally;
use crate::annotation::grade::Class;
use crate::annotation::{Annotation, AnnotationError, GameOrigin, GradedMove, Point};
use crate::notation::{MoveFormat, move_text};
use crate::types::Color;

/// A table of the moves with what they lost, and a summary.
pub(super) fn text(annotation: &Annotation, format: MoveFormat) -> String {
    let mut text = String::new();
    let game = &annotation.game;
    let name = |tag| game.tag(tag).unwrap_or("?");
    let _ = writeln!(text, "{} - {}  {}", name("Red"), name("Black"), game.outcome.text());
    if let Some(opening) = &annotation.opening {
        let _ = writeln!(text, "{}  {}", opening.chinese, opening.english);
    }
    text.push_str("\n ply  move                score  points   cp  class        better\n");
    for (i, (graded, point)) in annotation.moves.iter().zip(&annotation.points).enumerate() {
        text.push_str(row(i + 1, &annotation.result(i), graded, point, format).trim_end());
        text.push('\n');
    }
    let _ = writeln!(text, "\n{}", annotation.verdict());
    // The judge's reasons, in as far as they say more than the verdict.
    if let Some((_, reasons)) = annotation.judgement.to_string().split_once(": ") {
        let _ = writeln!(text, "{reasons}");
    }
    if let Some(gap) = annotation.gap() {
        let _ = writeln!(text, "{gap}");
    }
    text.push('\n');
    summary(&mut text, annotation);
    text
}

fn row(ply: usize, result: &str, graded: &GradedMove, point: &Point, format: MoveFormat) -> String {
    let board = point.position.board();
    let mv = move_text(board, graded.mv, format).to_string();
    let class = match (graded.class, graded.is_turning_point) {
        (Class::Best, _) if graded.is_forced => "forced".to_owned(),
        (class, false) => class.name().to_owned(),
        (class, true) => format!("{} *", class.name()),
    };
    let (points, cp, better) = if graded.class > Class::Best {
        let better = point.line.first();
        let better = better.map(|&mv| move_text(board, mv, format).to_string());
        (format!("{:.1}", graded.loss), graded.loss_cp.to_string(), better.unwrap_or_default())
    } else {
        (String::new(), String::new(), String::new())
    };
    // Chinese characters take two columns each.
    let gap = 10_usize.saturating_sub(mv.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum());
    format!("{ply:>4}  {mv}{:gap$} {result:>15}  {points:>6} {cp:>4}  {class:<12} {better}", "")
}

/// A column for each side.
fn summary(text: &mut String, annotation: &Annotation) {
    let [red, black] = &annotation.sides;
    let _ = writeln!(text, "{:<26} {:>7} {:>7}", "", Color::Red, Color::Black);
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |x| format!("{x:.1}"));
    let mut line = |name: &str, red: String, black: String| {
        let _ = writeln!(text, "{name:<26} {red:>7} {black:>7}");
    };
    line("accuracy, %", number(red.accuracy), number(black.accuracy));
    line("average centipawn loss", number(red.mean_loss_cp), number(black.mean_loss_cp));
    for (i, class) in Class::ALL.into_iter().enumerate() {
        line(class.name(), red.classes[i].to_string(), black.classes[i].to_string());
    }
    let turning = annotation.moves.iter().enumerate().filter(|(_, mv)| mv.is_turning_point);
    let turning: Vec<String> = turning.map(|(i, _)| (i + 1).to_string()).collect();
    if !turning.is_empty() {
        let _ = writeln!(text, "turning points (*) at ply {}", turning.join(", "));
    }
}

/// What there is to say about a game that is annotated. `is_chosen` means that this one of its file was asked for.
pub(super) fn annotated(
    origin: &GameOrigin,
    annotation: &Annotation,
    is_chosen: bool,
) -> Option<String> {
    let mut lines = Vec::new();
    if let Some(gap) = annotation.gap() {
        lines.push(format!("{origin}: {gap}"));
    }
    if origin.others > 0 && !is_chosen {
        let (path, games) = (origin.path.display(), origin.others + 1);
        lines.push(format!(
            "{path}: this is the first of {games} games; --all takes them all, --game N another one"
        ));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Why a game is not annotated.
pub(super) fn refused(origin: &GameOrigin, error: &AnnotationError) -> String {
    match error {
        AnnotationError::File(_) | AnnotationError::NoSuchGame { .. } => {
            format!("{}: {error}", origin.path.display())
        }
        error if origin.path.as_os_str().is_empty() => error.to_string(),
        error => format!("{origin}: {error}"),
    }
}

/// What is said at the end: of games in a folder, or of work that was interrupted.
pub(super) fn end(tally: &Tally, folder: Option<&Path>, is_interrupted: bool) -> Option<String> {
    let Tally { annotated, kept, broken, refused } = *tally;
    let mut text = format!(
        "{} annotated{}",
        count(annotated, "game"),
        except(&[(broken, "broken"), (refused, "refused")])
    );
    if kept > 0 {
        let _ = write!(text, ", {kept} kept from before");
    }
    match (folder, is_interrupted) {
        (None, false) => None,
        (None, true) => Some(format!("interrupted; {text}")),
        (Some(_), true) => Some(format!("interrupted; {text}; the same command goes on")),
        (Some(folder), false) => {
            Some(format!("{text}; see {}", folder.join("index.html").display()))
        }
    }
}
