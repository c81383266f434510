//! Engine scores in the comments of games.

use chuhe_engine::types::{Color, MATE, Value, mate_in, mated_in};

/// The score in the comment on a move by `mover`, in centipawns from Red's point of view, if any.
///
/// `[%eval 0.35]` gives it from Red's point of view; the number of plies searched may follow. Programs that play matches
/// begin the comment with the score from the mover's point of view and the depth, as in `+0.35/12 1.2s`.
pub(super) fn score_in(comment: &str, mover: Color) -> Option<Value> {
    if let Some((_, rest)) = comment.split_once("[%eval ") {
        return eval(rest.split(']').next()?);
    }
    let score = thought(comment)?;
    Some(if mover == Color::Red { score } else { -score })
}

/// The value of an `[%eval]`: pawns, or `#` and the number of moves to mate.
fn eval(text: &str) -> Option<Value> {
    let text = text.split([',', '/']).next()?.trim();
    match text.strip_prefix('#') {
        Some(moves) => {
            let moves: i32 = moves.parse().ok()?;
            Some(mate(2 * i64::from(moves)))
        }
        None => pawns(text),
    }
}

/// The score at the start of a comment in the style of matches: pawns with decimals, or `M` and the number of plies to
/// mate, followed by a slash and the depth, or else by the time.
fn thought(comment: &str) -> Option<Value> {
    let mut text = comment.trim_start();
    // Other programs put the clock first, and Arena the move that it expects.
    while let Some(open) = text.chars().next().filter(|c| matches!(c, '[' | '(')) {
        let close = if open == '[' { ']' } else { ')' };
        text = text.split_once(close)?.1.trim_start();
    }
    let mut words = text.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    let first = words.next()?;
    let (score, depth) = first.split_once('/').unwrap_or((first, ""));
    let is_time =
        |text: &str| text.strip_suffix('s').is_some_and(|time| time.parse::<f64>().is_ok());
    let is_thought =
        if first.contains('/') { is_number(depth) } else { words.next().is_some_and(is_time) };
    if !is_thought {
        return None;
    }
    let (sign, size) = match score.split_at_checked(1)? {
        ("-", size) => (-1, size),
        ("+", size) => (1, size),
        _ => (1, score),
    };
    match size.strip_prefix('M') {
        Some(plies) => Some(mate(sign * i64::from(plies.parse::<u32>().ok()?))),
        // A score has decimals; a date or a fraction has none.
        None if size.contains('.') => pawns(score),
        None => None,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The score of a mate in a number of plies, negative if Black mates.
fn mate(plies: i64) -> Value {
    let size = plies.unsigned_abs().clamp(1, 120) as usize;
    if plies < 0 { mated_in(size) } else { mate_in(size) }
}

fn pawns(text: &str) -> Option<Value> {
    let pawns: f64 = text.parse().ok()?;
    let fits = pawns.is_finite() && pawns.abs() < f64::from(MATE) / 100.0;
    fits.then(|| (pawns * 100.0).round() as Value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evals_are_from_the_point_of_view_of_red() {
        for (comment, score) in [
            ("[%eval 0.35]", Some(35)),
            ("[%eval 0.35,12]", Some(35)),
            ("[%eval +0.35/12]", Some(35)),
            ("[%clk 0:01:00] [%eval -1.20] hm", Some(-120)),
            ("+9.00/3 [%eval -1.20]", Some(-120)),
            ("[%eval #2]", Some(mate_in(4))),
            ("[%eval #-3,20]", Some(mated_in(6))),
            ("[%eval 1e9]", None),
            ("[%eval much]", None),
            ("eval 0.35", None),
            ("", None),
        ] {
            for mover in [Color::Red, Color::Black] {
                assert_eq!(score_in(comment, mover), score, "{comment}");
            }
        }
    }

    #[test]
    fn scores_of_matches_are_from_the_point_of_view_of_the_mover() {
        for (comment, score) in [
            // chuhe
            ("+0.49/5 0.001s n=706", Some(49)),
            ("-0.31/4 0.004s n=20, checkmate", Some(-31)),
            ("+0.49 0.001s n=706", Some(49)),
            ("0.001s n=706", None),
            ("book", None),
            // cutechess, c-chess-cli
            ("-0.50/17 12s", Some(-50)),
            ("0.00/1 0s", Some(0)),
            ("+M5/20 0.1s, Red mates", Some(mate_in(5))),
            ("-M12/9 0.1s", Some(mated_in(12))),
            ("M5/20", Some(mate_in(5))),
            // fastchess
            ("+1.16/8, 0.004s", Some(116)),
            ("+4.57/15 0.057s, tl=0.611s, n=42103", Some(457)),
            // Banksia, XBoard, Arena
            ("+0.3/21 2424 1511177", Some(30)),
            ("-0.12/9 3.2", Some(-12)),
            ("(h9g7) +0.35/12 5", Some(35)),
            ("[%clk 0:01:00] +0.35/12", Some(35)),
            // Text
            ("1/2-1/2", None),
            ("1/2", None),
            ("12/5", None),
            ("0.5 of a pawn", None),
            ("0.35/x", None),
            ("+inf/3", None),
            ("+M/3", None),
            ("(", None),
            ("好/3", None),
        ] {
            assert_eq!(score_in(comment, Color::Red), score, "{comment}");
            assert_eq!(score_in(comment, Color::Black), score.map(|score| -score), "{comment}");
        }
    }
}
