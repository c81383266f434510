//! Distinguishes this program's remarks from a game's own comments. Each remark begins with a mark, and is replaced
//! when the game is annotated again.
//!
//! The machine-readable parts of PGN comments are called commands here: `[%eval 0.35]`, `[%clk 0:09:41]`, `[%emt
//! 0:00:07]`.

use chuhe_formats::{Game, Line, LineMove};

/// The start of each line that this program adds to a comment.
pub(super) const MARK: &str = "chuhe: ";
/// The command that holds the score of a position.
const EVAL: &str = "eval";

/// The parts of a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Remark {
    /// The text for readers.
    pub(super) text: String,
    /// The clock after the move, as in the file.
    pub(super) clock: Option<String>,
    /// The time that the move took, as in the file.
    pub(super) elapsed: Option<String>,
    /// The commands that draw rings and arrows on the board, as in the file, with a space between them.
    pub(super) drawings: String,
}

impl Remark {
    pub(super) fn new(comment: &str) -> Self {
        let (mut remark, mut drawings) = (Self::default(), Vec::new());
        let text = without_commands(comment, &mut |name: &str, value: &str| {
            match name {
                "clk" => remark.clock = Some(value.to_owned()),
                "emt" => remark.elapsed = Some(value.to_owned()),
                "csl" | "cal" => drawings.push(format!("[%{name} {value}]")),
                _ => {}
            }
            true
        });
        Self { text, drawings: drawings.join(" "), ..remark }
    }
}

/// Returns a comment with a score as `[%eval]`, which replaces any earlier one.
pub(super) fn with_eval(comment: &str, eval: Option<&str>) -> String {
    let rest = without_commands(comment, &mut |name, _| name == EVAL);
    match eval {
        None => rest,
        Some(eval) if rest.is_empty() => format!("[%{EVAL} {eval}]"),
        Some(eval) => format!("[%{EVAL} {eval}] {rest}"),
    }
}

/// Adds a line with this program's mark to a comment.
pub(super) fn add_ours(comment: &mut String, line: &str) {
    if line.is_empty() {
        return;
    }
    if !comment.is_empty() {
        comment.push(if Remark::new(comment).text.is_empty() { ' ' } else { '\n' });
    }
    comment.push_str(MARK);
    comment.push_str(line);
}

/// Returns a game without this program's earlier remarks. Glyphs are kept, because their origin is unknown.
pub(super) fn without_ours(mut game: Game) -> Game {
    game.line.comment = their_lines(&game.line.comment);
    for played in &mut game.line.moves {
        if has_ours(&played.comment) {
            played.comment = with_eval(&their_lines(&played.comment), None);
        }
        played.variations.retain(|line| !is_our_variation(line));
    }
    game
}

/// The part of a comment line that this program did not write: the whole line, or the commands before the mark.
fn their_part(line: &str) -> &str {
    match line.split_once(MARK) {
        Some((before, _)) if Remark::new(before).text.is_empty() => before.trim_end(),
        _ => line,
    }
}

fn has_ours(comment: &str) -> bool {
    comment.lines().any(|line| their_part(line) != line)
}

fn is_our_variation(line: &Line) -> bool {
    line.moves.first().is_some_and(|LineMove { comment, .. }| has_ours(comment))
}

fn their_lines(comment: &str) -> String {
    let lines = comment.lines().map(|line| (line, their_part(line)));
    let kept = lines.filter(|(line, theirs)| line == theirs || !theirs.is_empty());
    kept.map(|(_, theirs)| theirs).collect::<Vec<_>>().join("\n")
}

/// Returns a comment without the commands for which `take` returns `true`, and without the space after each of them.
/// `take` is called with the name and value of each command.
fn without_commands(comment: &str, take: &mut impl FnMut(&str, &str) -> bool) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        text.push_str(before);
        let Some((inside, after)) = command.split_once(']') else {
            text.push_str("[%");
            rest = command;
            continue;
        };
        let (name, value) = inside.split_once(' ').unwrap_or((inside, ""));
        if take(name, value.trim()) {
            rest = after.strip_prefix(' ').unwrap_or(after);
        } else {
            text.push_str("[%");
            text.push_str(inside);
            text.push(']');
            rest = after;
        }
    }
    text.push_str(rest);
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_formats::pgn;

    #[test]
    fn commands_are_taken_out_of_comments() {
        let remark = Remark::new("[%clk 0:09:41] well [%emt 0:00:07] played [%csl Ga1] [%open");
        assert_eq!(remark.text, "well played [%open");
        assert_eq!(remark.clock.as_deref(), Some("0:09:41"));
        assert_eq!(remark.elapsed.as_deref(), Some("0:00:07"));
        let drawn = Remark::new("[%csl Ga1,Re4][%eval 0.10] hm [%cal Gh2e2]");
        assert_eq!((&drawn.text[..], &drawn.drawings[..]), ("hm", "[%csl Ga1,Re4] [%cal Gh2e2]"));
        assert_eq!(Remark::new("plain"), Remark { text: "plain".to_owned(), ..Remark::default() });
    }

    #[test]
    fn one_eval_stands_and_other_commands_stay() {
        assert_eq!(with_eval("", Some("0.35")), "[%eval 0.35]");
        assert_eq!(
            with_eval("[%eval 1.00] [%clk 0:01:00] hm", Some("#-3")),
            "[%eval #-3] [%clk 0:01:00] hm"
        );
        assert_eq!(with_eval("hm [%clk 0:01:00]", None), "hm [%clk 0:01:00]");
    }

    #[test]
    fn only_our_remarks_are_removed() {
        let text = "{a duel\nchuhe: accuracy red 90%} 1. h2e2 {[%eval 0.31] [%clk 0:01:00] theirs\nchuhe: good} \
                    (1. h0g2 {[%eval 0.35] chuhe: best}) (1. g3g4 {theirs}) h9g7 {[%eval 9.00]} \
                    2. c3c4 {[%eval 0.10] [%clk 0:00:50] chuhe: checkmate} *";
        let game = without_ours(pgn::read(text).next().unwrap().unwrap());
        assert_eq!(game.line.comment, "a duel");
        assert_eq!(game.line.moves[0].comment, "[%clk 0:01:00] theirs");
        assert_eq!(game.line.moves[0].variations.len(), 1);
        assert_eq!(game.line.moves[0].variations[0].moves[0].comment, "theirs");
        assert_eq!(game.line.moves[1].comment, "[%eval 9.00]", "nobody knows whose it is");
        assert_eq!(game.line.moves[2].comment, "[%clk 0:00:50]");
    }
}
