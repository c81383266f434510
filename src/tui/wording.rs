//! What is said about a game, in English with the Chinese terms.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::command::PlayCommand;
use crate::annotation::score_text;
use crate::board::Position;
use crate::casual::{
    BlunderCost, BlunderWarning, CasualError, CasualGame, CasualMove, FileError, Hint, HintStep,
    LoadedGame, OpponentAnswer,
};
use crate::engine::skill::{self, PlayingStrength};
use crate::notation::iccs::{self, Ranks};
use crate::notation::{MoveFormat, MoveTextError, move_text};
use crate::puzzles::Puzzle;
use crate::search::Wdl;
use crate::types::{Color, Move, PieceType, Score, is_rule};

pub(super) const NO_QUESTION: &str = "there is no question";
pub(super) const DROPPED: &str = "not done";
pub(super) const NO_PUZZLE: &str = "this is no puzzle: `chuhe play --puzzles FILE` has some";
pub(super) const REVIEWING: &str = "the page is being written …";
pub(super) const REVIEW_RUNNING: &str = "another page is being written";
pub(super) const REVIEW_EMPTY: &str = "there is nothing to review: no moves yet";
pub(super) const REVIEW_UNFINISHED: &str =
    "the page is not written yet; say so again to leave without it";
pub(super) const RIGHT_GO_ON: &str = "right 正确, go on";
pub(super) const SOLVED: &str = "solved 正解! `next` for the next one";
pub(super) const SOLVED_LAST: &str = "solved 正解! That was the last one";

/// Moves of the engine's line that are told.
const LINE_PLIES: usize = 6;
/// Characters of an evaluation bar.
pub(super) const BAR_WIDTH: usize = 20;

/// What is said at the beginning of a game line by line.
pub(super) fn introduction(game: &CasualGame) -> String {
    let side = if game.state().person() == Color::Red { "red 红方" } else { "black 黑方" };
    let strength = opponent(game.strength());
    let coach = if game.has_coach() { " The coach looks on." } else { "" };
    format!(
        "You play {side} against chuhe, {strength}.{coach} `help` (帮助) lists what you can say."
    )
}

/// How well the engine plays, and how to change it.
fn opponent(strength: PlayingStrength) -> String {
    match strength {
        PlayingStrength::Level(_) => {
            format!("{strength} of {} (`level N` changes it)", skill::FULL)
        }
        PlayingStrength::Elo(_) => format!("{strength} (`elo N` changes it)"),
    }
}

/// What is said at the beginning of a game on the screen.
pub(super) fn screen_introduction(game: &CasualGame) -> String {
    let (person, strength) = (game.state().person(), game.strength());
    format!(
        "You play {person} against {strength}; l changes that. Cursor keys and Enter or the mouse move, or type a \
         move; ? lists the keys."
    )
}

/// The question whether a command is meant.
pub(super) const fn question(command: &PlayCommand) -> &'static str {
    match command {
        PlayCommand::Draw => "offer a draw 求和? y/n",
        PlayCommand::Resign => "resign 认输? y/n",
        _ => "is that meant? y/n",
    }
}

/// Whether the coach looks on now.
pub(super) const fn coach(on: bool) -> &'static str {
    if on {
        "the coach looks on 教练: it evaluates your positions and asks before a blunder is played"
    } else {
        "the coach is away 教练"
    }
}

/// A file that is not overwritten.
pub(super) fn exists(path: &Path) -> String {
    format!("{} is there already: choose another name", path.display())
}

pub(super) fn not_a_page(path: &Path) -> String {
    format!("{}: the name of a page ends in .html", path.display())
}

pub(super) fn page_error(path: &Path, reason: &dyn std::error::Error) -> String {
    format!("the page {} cannot be written: {reason}", path.display())
}

pub(super) fn reviewed(path: &Path) -> String {
    format!("the annotated game is in {} 复盘", path.display())
}

/// Why something cannot be done.
pub(super) fn error(error: CasualError, position: &Position) -> String {
    match error {
        CasualError::Over => "the game is over: `new`, `undo`, `save FILE` or `quit`".to_owned(),
        CasualError::MoveText(error) => move_text_error(&error, position),
        CasualError::NotTheSolution => {
            "that is not it 不对: try again, or `hint`, `solution`, `next`".to_owned()
        }
        CasualError::Solved => "this puzzle is solved: `next`, `undo`, `new` or `quit`".to_owned(),
        CasualError::Exercise => {
            "not in a puzzle; `new` plays on from here against the engine".to_owned()
        }
        CasualError::NothingToUndo => "you have not moved yet".to_owned(),
        CasualError::Strength => "levels go from 0 to 20, ratings from 500 to 2400".to_owned(),
        CasualError::NoFileName => "say where: `save game.pgn`".to_owned(),
        CasualError::File(FileError::Exists(path)) => exists(&path),
        CasualError::File(error) => save_error(&error),
        error => error.to_string(),
    }
}

/// Why a game is not saved.
pub(super) fn save_error(error: &FileError) -> String {
    format!("the game cannot be saved: {error}")
}

/// Why a text is not a legal move in a position.
fn move_text_error(error: &MoveTextError, position: &Position) -> String {
    match error {
        MoveTextError::Illegal { found } => {
            let reason = iccs::parse(found, Ranks::FromZero)
                .ok()
                .and_then(|mv| position.check_move(mv).err());
            let why = reason
                .map_or_else(|| "no legal move is called so".to_owned(), |why| why.to_string());
            format!("{found} cannot be played: {why}")
        }
        MoveTextError::Form { found, .. } => format!(
            "{found:?} is neither a move like h2e2, C2.5 or 炮二平五 nor a command; `help` lists them"
        ),
        ambiguous @ MoveTextError::Ambiguous { .. } => ambiguous.to_string(),
    }
}

/// A move with its number, and who played it if that was the engine.
pub(super) fn played_move(played: &CasualMove, person: Color) -> String {
    let who = if played.color == person { "" } else { "chuhe: " };
    let dots = if played.color == Color::Red { "." } else { "..." };
    let check = if played.gives_check { ", check 将军" } else { "" };
    format!("{who}{}{dots} {}{check}", played.number, played.text)
}

/// How the game ended, if it has.
pub(super) fn finish(game: &CasualGame) -> Option<String> {
    game.state().finish().map(ToString::to_string)
}

/// How the game ended, if it has, and what can be done then.
pub(super) fn end(game: &CasualGame) -> Option<String> {
    let finish = finish(game)?;
    Some(if game.has_coach() {
        format!("{finish}\n`review game.html` writes the annotated game 复盘")
    } else {
        finish
    })
}

/// A step of a hint. `answer` is what the engine thinks, if it was asked.
pub(super) fn hint(hint: Hint, answer: Option<&OpponentAnswer>, game: &CasualGame) -> String {
    let position = game.state().position();
    let (from, to) = (hint.mv.from(), hint.mv.to());
    let name = position.board().piece_at(from).map_or("piece", |piece| piece.kind().name());
    match hint.step {
        HintStep::Piece => format!("hint 提示: move the {name} on {from}"),
        HintStep::Point => format!("hint 提示: the {name} on {from} goes to {to}"),
        HintStep::Move => {
            let mv = move_text(position.board(), hint.mv, game.format());
            let mut text = format!("hint 提示: {mv}");
            let Some(answer) = answer else { return text };
            let moves = line(position, &answer.line, game.format());
            if moves.len() > 1 {
                // Writing to a string cannot fail, here and below.
                let _ = write!(text, ", then {}", moves[1..].join(" "));
            }
            if let Some(score) = answer.score {
                let _ = write!(text, "; {}", worth(score));
            }
            text
        }
    }
}

/// The first moves of a line, as far as they are legal.
pub(super) fn line(position: &Position, moves: &[Move], format: MoveFormat) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &Move| {
        let text = move_text(position.board(), mv, format).to_string();
        position.play(mv).is_ok().then_some(text)
    };
    moves.iter().take(LINE_PLIES).map_while(text).collect()
}

/// What the person's position is worth and the best line: a bar that Red fills from the left, and the score for Red.
pub(super) fn evaluation(game: &CasualGame) -> String {
    let Some(evaluation) = game.evaluation() else {
        return "the engine cannot tell".to_owned();
    };
    let red = bar(evaluation.for_red, BAR_WIDTH);
    let bar = format!("{}{}", "#".repeat(red), ".".repeat(BAR_WIDTH - red));
    let score = score_text(evaluation.for_red, Color::Red);
    let moves = line(game.state().position(), &evaluation.line, game.format());
    let best = if moves.is_empty() { String::new() } else { format!("; best {}", moves.join(" ")) };
    format!("评估 red [{bar}] black, {score}{best}")
}

/// How much of a bar is Red's. `score` is Red's view.
pub(super) fn bar(score: Score, width: usize) -> usize {
    (Wdl::expectation(score) * width as f64).round() as usize
}

/// The question whether a blunder is to be played, with what it gives away and what refutes it.
pub(super) fn warning(warning: &BlunderWarning, game: &CasualGame) -> String {
    let person = game.state().person();
    let cost = match &warning.cost {
        BlunderCost::AllowsMate { moves } => format!("allows mate in {moves}"),
        BlunderCost::MissesMate { moves } => format!("gives up a mate in {moves}"),
        BlunderCost::LosesByRule => "loses by rule".to_owned(),
        BlunderCost::Material { lost, won } if won.is_empty() => format!("loses {}", pieces(lost)),
        BlunderCost::Material { lost, won } => {
            format!("loses {} for {}", pieces(lost), pieces(won))
        }
        _ => {
            let [before, after] =
                [warning.before, warning.after].map(|score| score_text(score, person));
            format!("spoils the position, {before} to {after}")
        }
    };
    let mut after = game.state().position().clone();
    let replies = match after.play(warning.mv) {
        Ok(()) => line(&after, &warning.refutation, game.format()),
        Err(_) => Vec::new(),
    };
    let why = if replies.is_empty() { String::new() } else { format!(": {}", replies.join(" ")) };
    format!("{} {cost}{why}. Play it all the same 仍走此着? y/n", warning.text)
}

/// Pieces in words: `a rook`, `a cannon and 2 pawns`.
pub(super) fn pieces(kinds: &[PieceType]) -> String {
    let mut groups: Vec<(PieceType, usize)> = Vec::new();
    for &kind in kinds {
        match groups.last_mut() {
            Some((last, count)) if *last == kind => *count += 1,
            _ => groups.push((kind, 1)),
        }
    }
    let words: Vec<String> = groups
        .into_iter()
        .map(|(kind, count)| match (count, kind) {
            (1, PieceType::Advisor | PieceType::Elephant) => format!("an {}", kind.name()),
            (1, _) => format!("a {}", kind.name()),
            (count, _) => format!("{count} {}s", kind.name()),
        })
        .collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// A puzzle: its number, what is to be done, and where it comes from.
pub(super) fn puzzle(number: usize, count: usize, puzzle: &Puzzle) -> String {
    let side = puzzle.position.side_to_move();
    format!(
        "Puzzle {number} of {count}: {side} to move, {}, level {} of {}\n  from {}",
        puzzle.goal.task(),
        puzzle.level,
        Puzzle::LEVEL_MAX,
        puzzle.source
    )
}

/// A right move in a puzzle, the reply, and how it goes on.
pub(super) fn tried(played: &CasualMove, reply: Option<&CasualMove>, progress: &str) -> String {
    let mut text = played_move(played, played.color);
    if let Some(reply) = reply {
        let _ = write!(text, "\n{}", played_move(reply, played.color));
    }
    let _ = write!(text, "\n{progress}");
    text
}

/// What is left of the solution of a puzzle.
pub(super) fn solution(game: &CasualGame, rest: &[Move]) -> String {
    let moves = line(game.state().position(), rest, game.format());
    if moves.is_empty() {
        return "nothing is left to find".to_owned();
    }
    format!("solution 答案: {}", moves.join(" "))
}

/// How many puzzles have been solved.
pub(super) fn puzzles_solved(solved: usize, alone: usize, count: usize) -> String {
    format!("{solved} of {count} puzzles solved, {alone} of them without help")
}

/// A score in words. View: side to move.
fn worth(score: Score) -> String {
    let text = score.in_pawns();
    match score {
        Score::Cp(cp) if !is_rule(cp) => format!("worth {text}"),
        _ => text,
    }
}

/// The moves so far, one full move a row.
pub(super) fn sheet_rows(game: &CasualGame) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (number, color, text) in game.state().sheet(game.format()) {
        match rows.last_mut() {
            Some(row) if color == Color::Black => row.extend(["  ", text.as_str()]),
            _ if color == Color::Black => rows.push(format!("{number:>3}. …  {text}")),
            _ => rows.push(format!("{number:>3}. {text}")),
        }
    }
    rows
}

/// The moves so far, one full move a line, or that there are none.
pub(super) fn sheet(game: &CasualGame) -> String {
    let rows = sheet_rows(game);
    if rows.is_empty() { "no moves yet".to_owned() } else { rows.join("\n") }
}

/// What a file held, and what was taken from it.
pub(super) fn loaded(loaded: &LoadedGame, path: &Path) -> String {
    let plies = loaded.game.line.moves.len();
    let which =
        if loaded.count > 1 { format!(", the first of {}", loaded.count) } else { String::new() };
    format!("{plies} plies from {}{which}", path.display())
}

/// Time left as on a clock: `1:02:03`, `9:58`, and tenths below ten seconds.
pub(super) fn clock(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        return format!("0:{:04.1}", (left.as_millis() / 100) as f64 / 10.0);
    }
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coach and the page that it offers call the same moves blunders.
    #[test]
    fn a_blunder_is_a_blunder() {
        let (coach, page) = (crate::casual::WARNING_LOSS, crate::annotation::grade::BLUNDER);
        assert!((coach - page).abs() < f64::EPSILON, "{coach} {page}");
    }

    #[test]
    fn pieces_are_counted() {
        for (kinds, text) in [
            (&[][..], "nothing"),
            (&[PieceType::Advisor], "an advisor"),
            (&[PieceType::Rook, PieceType::Pawn, PieceType::Pawn], "a rook and 2 pawns"),
            (
                &[PieceType::Cannon, PieceType::Elephant, PieceType::Pawn],
                "a cannon, an elephant and a pawn",
            ),
        ] {
            assert_eq!(pieces(kinds), text);
        }
    }

    #[test]
    fn the_bar_is_reds() {
        assert_eq!(
            [Score::MateIn(1), Score::Cp(0), Score::MatedIn(2)].map(|it| bar(it, 20)),
            [20, 10, 0]
        );
    }

    #[test]
    fn decided_scores_are_not_called_a_worth() {
        for (score, text) in [
            (Score::Cp(-35), "worth -0.35"),
            (Score::MateIn(3), "mate in 2"),
            (Score::Cp(crate::types::RULE_WIN), "wins by rule"),
        ] {
            assert_eq!(worth(score), text);
        }
    }
}
