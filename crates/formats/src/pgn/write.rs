//! Writes games as PGN.

use super::super::game::{Game, Line, LineMove, WriteError, check_playable, tag_name};
use super::is_field;
use super::lexer::{comment_text, is_tag_line};
use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Color;

/// The maximum line length in columns. A Chinese character takes two columns.
const COLUMNS_MAX: usize = 80;

/// Writes a game as text that ends with an empty line, so that several games can be concatenated.
///
/// Tags keep their order. `Game` is added before them, and `Result` is added after `Black`. `Format` and, unless the
/// game starts from the usual start position, `FEN` are added at the end. Lines are broken between moves at 80 columns,
/// but comments keep their own lines. Comments are in braces, or after semicolons if they contain a closing brace or a
/// line that looks like a tag.
///
/// # Errors
/// If a move is illegal, or the game is longer than 10,000 plies.
pub fn write(game: &Game, format: MoveFormat) -> Result<String, WriteError> {
    let mut writer = PgnWriter { text: String::new(), column: 0, prefix: String::new(), format };
    writer.tags(game);
    writer.line(&game.line, &mut game.start.clone())?;
    writer.put(game.outcome.text());
    writer.text.push_str("\n\n");
    Ok(writer.text)
}

/// Collects the text.
struct PgnWriter {
    text: String,
    column: usize,
    /// The text to be written before the next word.
    prefix: String,
    format: MoveFormat,
}

impl PgnWriter {
    fn tags(&mut self, game: &Game) {
        self.tag("Game", "Chinese Chess");
        let mut result = Some(game.outcome.text());
        for (name, value) in game.tags.iter().filter(|(name, _)| !is_field(name)) {
            self.tag(name, value);
            if name == "Black"
                && let Some(result) = result.take()
            {
                self.tag("Result", result);
            }
        }
        if let Some(result) = result {
            self.tag("Result", result);
        }
        let fen = game.start.fen();
        if fen != START_FEN {
            self.tag("FEN", &fen);
        }
        self.tag("Format", self.format.name());
        self.text.push('\n');
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.text.push('[');
        self.text.push_str(&tag_name(name));
        self.text.push_str(" \"");
        for c in value.chars() {
            if matches!(c, '"' | '\\') {
                self.text.push('\\');
            }
            self.text.push(if c.is_control() { ' ' } else { c });
        }
        self.text.push_str("\"]\n");
    }

    /// Writes a line that starts from `position`, which is unchanged afterwards.
    fn line(&mut self, line: &Line, position: &mut Position) -> Result<(), WriteError> {
        self.comment(&line.comment);
        let mut needs_number = true;
        for played in &line.moves {
            self.played(played, needs_number, position)?;
            position.make_unchecked(played.mv, &mut ());
            needs_number = !played.comment.is_empty() || !played.variations.is_empty();
        }
        for _ in &line.moves {
            position.unmake(&mut ());
        }
        Ok(())
    }

    /// Writes a move with its glyphs, comment and variations.
    fn played(
        &mut self,
        played: &LineMove,
        needs_number: bool,
        position: &mut Position,
    ) -> Result<(), WriteError> {
        check_playable(position, played.mv)?;
        let number = position.game_ply() / 2 + 1;
        let text = move_text(position.board(), played.mv, self.format);
        self.put(&match position.side_to_move() {
            Color::Red => format!("{number}. {text}"),
            Color::Black if needs_number => format!("{number}... {text}"),
            Color::Black => text.to_string(),
        });
        for glyph in &played.glyphs {
            self.put(&format!("${glyph}"));
        }
        self.comment(&played.comment);
        for variation in played.variations.iter().filter(|line| !line.moves.is_empty()) {
            self.prefix.push('(');
            self.line(variation, position)?;
            self.close();
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = comment_text(text);
        if text.is_empty() {
            return;
        }
        // Such a comment cannot be in braces: a closing brace would end it, and a tag would suggest that it is
        // unclosed.
        if text.contains('}') || text.lines().any(is_tag_line) {
            for line in text.split('\n') {
                self.put(&format!("; {line}"));
                self.end_line();
            }
        } else {
            self.put(&format!("{{{text}}}"));
        }
    }

    /// Writes a word, on a new line if it does not fit in the current one.
    fn put(&mut self, word: &str) {
        let word = std::mem::take(&mut self.prefix) + word;
        let first = word.split('\n').next().map_or(0, columns);
        if self.column > 0 && self.column + 1 + first > COLUMNS_MAX {
            self.end_line();
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => columns(last),
            None => self.column + first,
        };
        self.text.push_str(&word);
    }

    /// Closes a variation.
    fn close(&mut self) {
        if self.column == COLUMNS_MAX {
            self.end_line();
        }
        self.text.push(')');
        self.column += 1;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }
}

/// The width of a text in columns: two for each character that is not ASCII.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}
