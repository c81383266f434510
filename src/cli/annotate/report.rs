//! Annotations as text for the terminal, and messages about games for stderr.

use std::path::Path;

use super::{Tally, comparison};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Color;
use chuhe_localize::Localize;
use chuhe_localize::columns::{left, right, width};
use chuhe_localize::review::{ended_by, reasons_of_ending};
use chuhe_localize::score::ForRed;
use chuhe_localize::tr;
use chuhe_review::annotation::grade::{self, Class};
use chuhe_review::annotation::{
    Annotation, AnnotationError, GameComparison, GameOrigin, GradedMove, Moment, Point, SideSummary,
};

/// The cells of a row of the table: ply, move, score, points and centipawns lost, class, better move.
type Row = [String; 7];

/// The minimum width of each column except the last.
const WIDTHS: [usize; 6] = [4, 10, 15, 6, 4, 13];

/// The moves as one engine grades them, or as several do.
pub(super) fn text(found: &GameComparison, format: MoveFormat) -> String {
    match &found.annotations[..] {
        [annotation] => text_of_one(annotation, format),
        _ => comparison::text(found, format),
    }
}

/// A table of the moves and their losses, and a summary.
fn text_of_one(annotation: &Annotation, format: MoveFormat) -> String {
    let mut lines = vec![heading(annotation), String::new()];
    lines.extend(table(annotation, format));
    lines.extend([String::new(), annotation.verdict().localize()]);
    let reasons = reasons_of_ending(annotation);
    lines.extend((!reasons.is_empty()).then_some(reasons));
    lines.extend(annotation.gap().map(|gap| gap.localize()));
    if annotation.points.iter().any(|point| point.wdl.is_some()) {
        lines.push(tr!("annotate-own-chances", engine = annotation.engine.as_str()));
    }
    lines.push(String::new());
    lines.extend(summary(annotation));
    lines.extend(moments(annotation, format));
    lines.join("\n") + "\n"
}

/// The players, the recorded result and the name of the opening, on one line each.
pub(super) fn heading(annotation: &Annotation) -> String {
    let game = &annotation.game;
    let [red, black] = ["Red", "Black"].map(|tag| game.tag(tag).unwrap_or("?"));
    let mut text = format!("{red} - {black}  {}", game.outcome.localize());
    if let Some(opening) = &annotation.opening {
        let (chinese, english) = (&opening.chinese[..], &opening.english[..]);
        text.push('\n');
        text.push_str(&tr!("annotate-opening", chinese = chinese, english = english));
    }
    text
}

/// The text for the move at `index` (0 is the first): how the rules end the game, or else the score.
pub(super) fn result(annotation: &Annotation, index: usize) -> String {
    let graded = &annotation.moves[index];
    match annotation.points[index + 1].ending {
        Some(ending) => ended_by(ending.reason),
        None => ForRed(grade::for_red(graded.after, graded.side)).localize(),
    }
}

fn table(annotation: &Annotation, format: MoveFormat) -> Vec<String> {
    let titles: Row = [
        tr!("annotate-column-ply"),
        tr!("annotate-column-move"),
        tr!("annotate-column-score"),
        tr!("annotate-column-points"),
        tr!("annotate-column-cp"),
        tr!("annotate-column-class"),
        tr!("annotate-column-better"),
    ];
    let mut widths = WIDTHS;
    for (columns, title) in widths.iter_mut().zip(&titles) {
        *columns = width(title).max(*columns);
    }
    let moves = annotation.moves.iter().zip(&annotation.points).enumerate();
    let rows =
        moves.map(|(i, (graded, point))| row(i + 1, result(annotation, i), graded, point, format));
    std::iter::once(titles).chain(rows).map(|row| aligned(&row, widths)).collect()
}

fn aligned(row: &Row, widths: [usize; 6]) -> String {
    let [ply, mv, score, points, cp, class, better] = row;
    let [ply, mv] = [right(ply, widths[0]), left(mv, widths[1])];
    let [score, points] = [right(score, widths[2]), right(points, widths[3])];
    let [cp, class] = [right(cp, widths[4]), left(class, widths[5])];
    format!("{ply}  {mv} {score}  {points} {cp}  {class} {better}").trim_end().to_owned()
}

fn row(ply: usize, result: String, graded: &GradedMove, point: &Point, format: MoveFormat) -> Row {
    let text = |mv| move_text(&point.board, mv, format).to_string();
    let class = match (graded.class, graded.is_turning_point) {
        (Class::Best, _) if graded.is_forced => tr!("annotate-forced"),
        (class, false) => class.localize(),
        (class, true) => tr!("annotate-turning", class = class.localize()),
    };
    let [points, cp, better] = if graded.class > Class::Best {
        let better = point.line.first().map(|&mv| text(mv));
        [format!("{:.1}", graded.loss), graded.loss_cp.to_string(), better.unwrap_or_default()]
    } else {
        Default::default()
    };
    [ply.to_string(), text(graded.mv), result, points, cp, class, better]
}

/// The summary, with one column per side.
fn summary(annotation: &Annotation) -> Vec<String> {
    let line = |name: &str, [red, black]: [String; 2]| {
        format!("{} {} {}", left(name, 26), right(&red, 7), right(&black, 7))
    };
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |x| format!("{x:.1}"));
    let of_sides = |value: fn(&SideSummary) -> Option<f64>| {
        annotation.sides.each_ref().map(|side| number(value(side)))
    };
    let mut lines = vec![
        line("", Color::ALL.map(|color| tr!("side", side = color.to_string()))),
        line(&tr!("annotate-accuracy"), of_sides(|side| side.accuracy)),
        line(&tr!("annotate-mean-loss"), of_sides(|side| side.mean_loss_cp)),
    ];
    for (i, class) in Class::ALL.into_iter().enumerate() {
        let counts = annotation.sides.each_ref().map(|side| side.classes[i].to_string());
        lines.push(line(&class.localize(), counts));
    }
    let turning = annotation.moves.iter().enumerate().filter(|(_, mv)| mv.is_turning_point);
    let turning: Vec<String> = turning.map(|(i, _)| (i + 1).to_string()).collect();
    if !turning.is_empty() {
        lines.push(tr!("annotate-turning-points", plies = turning.join(&tr!("list-separator"))));
    }
    lines
}

/// The moves that decided the game, and why.
fn moments(annotation: &Annotation, format: MoveFormat) -> Vec<String> {
    let moments = annotation.moments();
    let line = |moment: &Moment| {
        let index = moment.ply - 1;
        let mv = move_text(&annotation.points[index].board, annotation.moves[index].mv, format);
        let sentence = annotation.sentence(moment, format).localize();
        let (ply, mv) =
            (right(&moment.ply.to_string(), WIDTHS[0]), left(&mv.to_string(), WIDTHS[1]));
        format!("{ply}  {mv} {sentence}")
    };
    let mut lines: Vec<String> = moments.iter().map(line).collect();
    if !lines.is_empty() {
        lines.splice(..0, [String::new(), tr!("annotate-moments")]);
    }
    lines
}

/// The messages about an annotated game, if any. `is_chosen` means that the command line selected this game from its
/// file.
pub(super) fn annotated(
    origin: &GameOrigin,
    annotation: &Annotation,
    is_chosen: bool,
) -> Option<String> {
    let mut lines = Vec::new();
    if let Some(gap) = annotation.gap() {
        lines.push(tr!("annotate-of", place = origin.localize(), text = gap.localize()));
    }
    if origin.others > 0 && !is_chosen {
        let (path, games) = (origin.path.display().to_string(), origin.others + 1);
        lines.push(tr!("annotate-first-of", path = path, games = games));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The message for a game that could not be annotated.
pub(super) fn refused(origin: &GameOrigin, error: &AnnotationError) -> String {
    let place = match error {
        AnnotationError::File(_) | AnnotationError::NoSuchGame { .. } => {
            origin.path.display().to_string()
        }
        error if origin.path.as_os_str().is_empty() => return error.localize(),
        _ => origin.localize(),
    };
    tr!("annotate-of", place = place, text = error.localize())
}

/// The message for a file finished by an earlier run.
pub(super) fn finished(path: &Path) -> String {
    tr!("results-finished", path = path.display().to_string())
}

/// The closing message, printed if the games are in a folder or the work was interrupted.
pub(super) fn end(tally: &Tally, folder: Option<&Path>, is_interrupted: bool) -> Option<String> {
    let done = done(tally);
    match (folder, is_interrupted) {
        (None, false) => None,
        (None, true) => Some(tr!("annotate-interrupted", done = done)),
        (Some(_), true) => Some(tr!("annotate-goes-on", done = done)),
        (Some(folder), false) => {
            let path = folder.join("index.html");
            if tally.is_whole() && tally.annotated == 0 && tally.kept > 0 {
                return Some(finished(&path));
            }
            Some(tr!("annotate-see", done = done, path = path.display().to_string()))
        }
    }
}

fn done(tally: &Tally) -> String {
    let Tally { annotated, kept, broken, refused } = *tally;
    let mut text = tr!("annotate-done", games = annotated);
    let exceptions = match (broken, refused) {
        (0, 0) => None,
        (broken, 0) => Some(tr!("annotate-broken", games = broken)),
        (0, refused) => Some(tr!("annotate-refused", games = refused)),
        (broken, refused) => {
            let broken = tr!("annotate-broken", games = broken);
            let refused = tr!("annotate-refused", games = refused);
            Some(tr!("annotate-exceptions", one = broken, other = refused))
        }
    };
    if let Some(exceptions) = exceptions {
        text = tr!("annotate-except", done = text, exceptions = exceptions);
    }
    if kept > 0 {
        text = tr!("annotate-kept", done = text, games = kept);
    }
    text
}
