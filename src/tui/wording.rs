//! Messages about a game, in the language of the thread.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::command::{PlayCommand, Shortcut};
use chuhe_engine::board::Position;
use chuhe_engine::engine::skill::{self, PlayingStrength};
use chuhe_engine::notation::chinese;
use chuhe_engine::notation::diagram::Edge;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::notation::{MoveFormat, MoveTextError, move_text};
use chuhe_engine::search::Wdl;
use chuhe_engine::types::{Color, Move, Score, is_rule};
use chuhe_localize::Localize;
use chuhe_localize::blunder_cost;
use chuhe_localize::columns;
use chuhe_localize::score::{ForRed, InPawns};
use chuhe_localize::tr;
use chuhe_play::{
    BlunderCost, BlunderWarning, CasualError, CasualGame, CasualMove, FileError, Hint, HintStep,
    LoadedGame, OpponentAnswer,
};
use chuhe_review::puzzles::Puzzle;

/// The maximum number of moves shown from a line of the engine.
const LINE_PLIES: usize = 6;
/// The width of an evaluation bar in characters.
pub(super) const BAR_WIDTH: usize = 20;

/// The name of a side.
pub(super) fn side(color: Color) -> String {
    tr!("side", side = color.to_string())
}

/// The engine's name.
pub(super) fn engine(game: &CasualGame) -> String {
    game.other_engine().map_or_else(|| tr!("play-engine"), str::to_owned)
}

/// A level or rating.
pub(super) fn strength(strength: PlayingStrength) -> String {
    match strength {
        PlayingStrength::Level(level) => tr!("play-level", level = level),
        PlayingStrength::Elo(rating) => tr!("play-rating", rating = rating),
    }
}

/// The text at the start of a game that is played line by line.
pub(super) fn introduction(game: &CasualGame) -> String {
    let opponent = opponent(game);
    let coach = if game.has_coach() { "on" } else { "off" };
    let side = side(game.state().person());
    tr!("play-introduction", side = side, opponent = opponent, coach = coach)
}

/// The engine's name or, of chuhe, its level or rating and how to change it.
fn opponent(game: &CasualGame) -> String {
    if let Some(name) = game.other_engine() {
        return name.to_owned();
    }
    let text = strength(game.strength());
    match game.strength() {
        PlayingStrength::Level(_) => {
            tr!("play-opponent-level", strength = text, max = skill::FULL)
        }
        PlayingStrength::Elo(_) => tr!("play-opponent-rating", strength = text),
    }
}

/// The text at the start of a game on the screen.
pub(super) fn screen_introduction(game: &CasualGame) -> String {
    let own = || tr!("play-screen-opponent", strength = strength(game.strength()));
    let opponent = game.other_engine().map_or_else(own, str::to_owned);
    tr!("play-screen-introduction", side = side(game.state().person()), opponent = opponent)
}

/// The question that confirms a command.
pub(super) fn question(command: &PlayCommand) -> String {
    match command {
        PlayCommand::Draw => tr!("play-ask-draw"),
        PlayCommand::Resign => tr!("play-ask-resign"),
        _ => tr!("play-ask-other"),
    }
}

/// The text that says what Enter will do after the letter of a shortcut.
pub(super) fn on_enter(shortcut: &Shortcut) -> String {
    match shortcut {
        Shortcut::AskLevel => tr!("play-enter-level"),
        Shortcut::Execute(command) => match command {
            PlayCommand::Hint => tr!("play-enter-hint"),
            PlayCommand::Evaluate => tr!("play-enter-best"),
            PlayCommand::Coach(_) => tr!("play-enter-coach"),
            PlayCommand::Flip => tr!("play-enter-flip"),
            PlayCommand::Undo => tr!("play-enter-undo"),
            PlayCommand::New(_) => tr!("play-enter-new"),
            PlayCommand::Save(_) => tr!("play-enter-save"),
            PlayCommand::Draw => tr!("play-enter-draw"),
            PlayCommand::Resign => tr!("play-enter-resign"),
            PlayCommand::Quit => tr!("play-enter-quit"),
            _ => String::new(),
        },
    }
}

/// The message that says whether the coach is on.
pub(super) fn coach(on: bool) -> String {
    if on { tr!("play-coach-on") } else { tr!("play-coach-off") }
}

/// The error for an existing file, which is not overwritten.
pub(super) fn exists(path: &Path) -> String {
    tr!("play-exists-choose", path = path.display().to_string())
}

pub(super) fn not_a_page(path: &Path) -> String {
    tr!("play-review-name", path = path.display().to_string())
}

pub(super) fn page_error(path: &Path, reason: &str) -> String {
    let path = path.display().to_string();
    tr!("play-review-failed", path = path, reason = reason)
}

pub(super) fn reviewed(path: &Path) -> String {
    tr!("play-review-done", path = path.display().to_string())
}

/// The message for an error in the game.
pub(super) fn error(error: CasualError, position: &Position) -> String {
    match error {
        CasualError::Over => tr!("play-over-now-what"),
        CasualError::MoveText(error) => move_text_error(&error, position),
        CasualError::File(FileError::Exists(path)) => exists(&path),
        CasualError::File(error) => save_error(&error),
        error => error.localize(),
    }
}

/// The message for a game that could not be saved.
pub(super) fn save_error(error: &FileError) -> String {
    tr!("play-save-failed", reason = error.localize())
}

/// The message for a text that is not a legal move in a position.
fn move_text_error(error: &MoveTextError, position: &Position) -> String {
    match error {
        MoveTextError::Illegal { found } => {
            let reason = iccs::parse(found, Ranks::FromZero)
                .ok()
                .and_then(|mv| position.check_move(mv).err());
            let why = reason.map_or_else(|| tr!("play-illegal-name"), |why| why.localize());
            tr!("play-illegal", move = found.clone(), why = why)
        }
        MoveTextError::Form { found, .. } => {
            tr!("play-not-understood", text = format!("{found:?}"))
        }
        ambiguous @ MoveTextError::Ambiguous { .. } => ambiguous.localize(),
    }
}

/// A move with its number, marked if the engine played it.
pub(super) fn played_move(played: &CasualMove, person: Color, engine: &str) -> String {
    let dots = if played.color == Color::Red { "." } else { "..." };
    let mut text = format!("{}{dots} {}", played.number, played.text);
    if played.gives_check {
        text = tr!("play-moved-with-check", move = text);
    }
    if played.color == person {
        text
    } else {
        tr!("play-moved-by-engine", engine = engine, move = text)
    }
}

/// How the game ended, if it is over.
pub(super) fn finish(game: &CasualGame) -> Option<String> {
    game.state().finish().map(Localize::localize)
}

/// How the game ended, if it is over, and the commands available now.
pub(super) fn end(game: &CasualGame) -> Option<String> {
    let finish = finish(game)?;
    Some(if game.has_coach() { format!("{finish}\n{}", tr!("play-review-offer")) } else { finish })
}

/// The labels at the edge of the board, which match the game's notation.
pub(super) fn edge(game: &CasualGame) -> Edge {
    match game.format() {
        MoveFormat::Chinese(_) => Edge::Files,
        MoveFormat::Coordinates | MoveFormat::Iccs | MoveFormat::Wxf => {
            Edge::Coordinates(Ranks::FromZero)
        }
    }
}

/// The text for a step of a hint. `answer` is the engine's evaluation, if it was requested.
pub(super) fn hint(hint: Hint, answer: Option<&OpponentAnswer>, game: &CasualGame) -> String {
    let position = game.state().position();
    let (from, to) = (hint.mv.from(), hint.mv.to());
    let piece = position.board().piece_at(from);
    let piece =
        piece.map_or_else(String::new, |piece| tr!("piece", piece = piece.letter().to_string()));
    let by_file = edge(game) == Edge::Files;
    let file = chinese::file_name(position.side_to_move(), from.file());
    let (from, to) = (from.to_string(), to.to_string());
    match hint.step {
        HintStep::Piece if by_file => {
            tr!("play-hint-file", piece = piece, file = file.to_string())
        }
        // In Chinese notation, there is no way to name the destination without giving away the whole move.
        HintStep::Point if by_file => {
            let mv = move_text(position.board(), hint.mv, game.format()).to_string();
            tr!("play-hint-move", move = mv)
        }
        HintStep::Piece => tr!("play-hint-piece", piece = piece, from = from),
        HintStep::Point => tr!("play-hint-point", piece = piece, from = from, to = to),
        HintStep::Move => {
            let mv = move_text(position.board(), hint.mv, game.format()).to_string();
            let Some(answer) = answer else { return tr!("play-hint-move", move = mv) };
            let moves = line(position, &answer.line, game.format());
            let text = if moves.len() > 1 {
                tr!("play-hint-line", move = mv, line = moves[1..].join(" "))
            } else {
                tr!("play-hint-move", move = mv)
            };
            match answer.score {
                Some(score) => tr!("play-hint-worth", hint = text, worth = worth(score)),
                None => text,
            }
        }
    }
}

/// The first moves of a line, up to the first illegal one.
pub(super) fn line(position: &Position, moves: &[Move], format: MoveFormat) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &Move| {
        let text = move_text(position.board(), mv, format).to_string();
        position.play(mv).is_ok().then_some(text)
    };
    moves.iter().take(LINE_PLIES).map_while(text).collect()
}

/// The evaluation of the position when it is the player's turn: a bar that Red fills from the left, a score from Red's
/// point of view, and the best line.
pub(super) fn evaluation(game: &CasualGame) -> String {
    let Some(evaluation) = game.evaluation() else {
        return tr!("play-evaluation-none");
    };
    let red = bar(evaluation.for_red, BAR_WIDTH);
    let bar = format!("{}{}", "#".repeat(red), ".".repeat(BAR_WIDTH - red));
    let text = tr!("play-evaluation", bar = bar, score = ForRed(evaluation.for_red).localize());
    let moves = line(game.state().position(), &evaluation.line, game.format());
    if moves.is_empty() {
        text
    } else {
        tr!("play-evaluation-best", evaluation = text, line = moves.join(" "))
    }
}

/// Red's share of a bar. `score` is from Red's point of view.
pub(super) fn bar(score: Score, width: usize) -> usize {
    (Wdl::expectation(score) * width as f64).round() as usize
}

/// Asks whether to play a blunder, and says what the move loses and how it is refuted.
pub(super) fn warning(warning: &BlunderWarning, game: &CasualGame) -> String {
    let person = game.state().person();
    let cost = match &warning.cost {
        BlunderCost::Position => {
            let [before, after] = [warning.before, warning.after]
                .map(|it| ForRed(if person == Color::Red { it } else { -it }).localize());
            tr!("play-cost-position", before = before, after = after)
        }
        cost => blunder_cost(cost),
    };
    let mut after = game.state().position().clone();
    let replies = match after.play(warning.mv) {
        Ok(()) => line(&after, &warning.refutation, game.format()),
        Err(_) => Vec::new(),
    };
    let mv = warning.text.clone();
    if replies.is_empty() {
        tr!("play-warning", move = mv, cost = cost)
    } else {
        tr!("play-warning-refuted", move = mv, cost = cost, line = replies.join(" "))
    }
}

/// Joins the first words, as many as fit into `width` columns.
pub(super) fn as_many_as_fit(words: &[String], width: usize) -> String {
    let mut shown = String::new();
    for word in words {
        let gap = usize::from(!shown.is_empty());
        if columns::width(&shown) + gap + columns::width(word) > width {
            break;
        }
        shown.push_str(&" ".repeat(gap));
        shown.push_str(word);
    }
    shown
}

/// The introduction of a puzzle: its number, its task and its source.
pub(super) fn puzzle(number: usize, count: usize, puzzle: &Puzzle) -> String {
    tr!(
        "play-puzzle",
        number = number,
        count = count,
        side = puzzle.position.side_to_move().to_string(),
        task = puzzle.goal.localize(),
        level = puzzle.level,
        max = Puzzle::LEVEL_MAX,
        source = puzzle.source.localize()
    )
}

/// The message for a correct move in a puzzle: the move, the reply and the progress.
pub(super) fn tried(played: &CasualMove, reply: Option<&CasualMove>, progress: &str) -> String {
    let mut text = played_move(played, played.color, &tr!("play-engine"));
    // Writing to a string cannot fail, here and below.
    if let Some(reply) = reply {
        let _ = write!(text, "\n{}", played_move(reply, played.color, &tr!("play-engine")));
    }
    let _ = write!(text, "\n{progress}");
    text
}

/// The rest of the solution to a puzzle.
pub(super) fn solution(game: &CasualGame, rest: &[Move]) -> String {
    let moves = line(game.state().position(), rest, game.format());
    if moves.is_empty() {
        return tr!("play-puzzle-solution-none");
    }
    tr!("play-puzzle-solution", line = moves.join(" "))
}

/// The message that says how many puzzles are solved.
pub(super) fn puzzles_solved(solved: usize, alone: usize, count: usize) -> String {
    tr!("play-puzzle-sum", solved = solved, count = count, alone = alone)
}

/// A score in words, from the point of view of the side to move.
fn worth(score: Score) -> String {
    let text = InPawns(score).localize();
    match score {
        Score::Cp(cp) if !is_rule(cp) => tr!("play-worth", score = text),
        _ => text,
    }
}

/// The moves so far, one full move per row.
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

/// The moves so far, one full move per line, or a message that there are none.
pub(super) fn sheet(game: &CasualGame) -> String {
    let rows = sheet_rows(game);
    if rows.is_empty() { tr!("play-no-moves") } else { rows.join("\n") }
}

/// The message about a loaded game and its file.
pub(super) fn loaded(loaded: &LoadedGame, path: &Path) -> String {
    let plies = loaded.game.line.moves.len();
    let path = path.display().to_string();
    match loaded.count {
        0 | 1 => tr!("play-loaded", plies = plies, path = path),
        count => tr!("play-loaded-first", plies = plies, path = path, count = count),
    }
}

/// Formats the time left as on a clock, such as `1:02:03` or `9:58`, with tenths below ten seconds.
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
    use chuhe_engine::notation::chinese::Script;

    use super::*;
    use chuhe_engine::types::PieceType;
    use chuhe_localize as locale;
    use chuhe_localize::Language;

    /// The coach and the annotated page grade the same moves as blunders.
    #[test]
    fn a_blunder_is_a_blunder() {
        let (coach, page) = (chuhe_play::WARNING_LOSS, chuhe_review::annotation::grade::BLUNDER);
        assert!((coach - page).abs() < f64::EPSILON, "{coach} {page}");
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
            (Score::Cp(-35), "score -0.35"),
            (Score::MateIn(3), "mate in 2"),
            (Score::Cp(chuhe_engine::types::RULE_WIN), "wins by rule"),
        ] {
            assert_eq!(worth(score), text);
        }
    }

    /// A game in which the player has Red and events from the engine are dropped.
    fn game(fen: &str) -> CasualGame {
        let config = chuhe_engine::engine::config::Config { hash_mb: 1, ..Default::default() };
        let opponent = chuhe_play::Opponent::new(config, chuhe_engine::search::Limits::nodes(100));
        let start = Position::from_fen(fen).unwrap();
        let settings = chuhe_play::CasualSettings::new(Color::Red);
        CasualGame::new(opponent.unwrap(), start, settings, |_| {}).unwrap()
    }

    #[test]
    fn the_coach_speaks_chinese() {
        use PieceType::{Cannon, Rook};
        let game = game("3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1");
        let mv = "i8i7".parse().unwrap();
        let warned = |cost, refutation: &[&str]| {
            let refutation = refutation.iter().map(|mv| mv.parse().unwrap()).collect();
            let (before, after) = (Score::MateIn(1), Score::Cp(-500));
            let text = "I8-I7".to_owned();
            warning(&BlunderWarning { mv, text, before, after, cost, refutation }, &game)
        };
        let question = "仍走此着？y/n（是/否）";
        locale::with(Language::Chinese, || {
            for (cost, text) in [
                (BlunderCost::AllowsMate { moves: 1 }, "会被对方 1 步杀"),
                (BlunderCost::MissesMate { moves: 2 }, "错过 2 步杀"),
                (BlunderCost::LosesByRule, "按规则判负"),
                (BlunderCost::Material { lost: vec![Rook], won: vec![] }, "丢车"),
                (
                    BlunderCost::Material { lost: vec![Rook, Rook], won: vec![Cannon] },
                    "丢两车，只得炮",
                ),
                (BlunderCost::Position, "局势恶化（红方 1 步杀 → -5.00）"),
            ] {
                assert_eq!(warned(cost, &[]), format!("I8-I7 {text}。{question}"));
            }
            let text = warned(BlunderCost::LosesByRule, &["g5g0"]);
            assert_eq!(text, format!("I8-I7 按规则判负：g5g0。{question}"));
            let hint = |step| {
                let answer = OpponentAnswer {
                    purpose: chuhe_play::Purpose::Hint,
                    mv: Some(mv),
                    line: vec![mv, "g5g0".parse().unwrap()],
                    score: Some(Score::Cp(-500)),
                };
                super::hint(Hint { step, mv }, Some(&answer), &game)
            };
            assert_eq!(hint(HintStep::Piece), "提示：走 i8 的车");
            assert_eq!(hint(HintStep::Point), "提示：i8 的车走到 i7");
            assert_eq!(hint(HintStep::Move), "提示：i8i7，以下 g5g0；分值 -5.00");
        });
    }

    #[test]
    fn hints_and_edges_follow_the_notation() {
        let mut game = game("3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1");
        game.set_format(MoveFormat::Chinese(Script::Simplified));
        assert_eq!(edge(&game), Edge::Files);
        let mv = "i8i7".parse().unwrap();
        locale::with(Language::Chinese, || {
            let hint = |step| super::hint(Hint { step, mv }, None, &game);
            assert_eq!(hint(HintStep::Piece), "提示：走一路车");
            assert_eq!(hint(HintStep::Point), "提示：车一退一");
        });
    }

    #[test]
    fn no_move_is_cut_in_two() {
        let words = ["炮二平五", "马８进７", "h0g2"].map(str::to_owned);
        for (width, shown) in
            [(22, "炮二平五 马８进７ h0g2"), (21, "炮二平五 马８进７"), (16, "炮二平五"), (7, "")]
        {
            assert_eq!(as_many_as_fit(&words, width), shown, "{width}");
        }
    }

    #[test]
    fn moves_and_errors_are_in_chinese() {
        let game = game("3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1");
        let played = CasualMove {
            mv: "g5g0".parse().unwrap(),
            color: Color::Black,
            number: 1,
            text: "车７进５".to_owned(),
            gives_check: true,
        };
        let position = game.state().position();
        locale::with(Language::Chinese, || {
            assert_eq!(
                played_move(&played, Color::Red, &tr!("play-engine")),
                "楚河：1... 车７进５，将军"
            );
            assert_eq!(error(CasualError::NotYourTurn, position), "现在轮到引擎走");
            let exists = CasualError::File(FileError::Exists("a.pgn".into()));
            assert_eq!(error(exists, position), "a.pgn 已存在，请另选文件名");
            let text = introduction(&game);
            assert!(text.starts_with("你执红方，对手是楚河，20 级（最高 20 级，"), "{text}");
            let scores =
                [Score::MateIn(3), Score::MatedIn(0), Score::Cp(chuhe_engine::types::RULE_WIN)];
            let told = scores.map(|score| ForRed(score).localize());
            assert_eq!(told, ["红方 2 步杀", "红方被将死", "按规则红方胜"]);
        });
    }
}
