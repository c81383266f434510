//! Reading PDN games.

use std::str::FromStr;

use super::PdnGame;
use crate::board::Board;
use crate::notation::{BoardError, MoveError, read_board, read_move};
use crate::position::{GameResult, Position};
use crate::variant::{Color, NoVariant, Variant};

/// An error in a PDN text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PdnError {
    /// The number of the game in the text, starting at 1.
    pub game: usize,
    /// The number of the line in the text, starting at 1.
    pub line: usize,
    /// The kind of error.
    pub problem: Problem,
}

/// An error in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum Problem {
    #[error("incomplete tag: expected [Name \"value\"]")]
    Tag,
    #[error("unclosed {0}")]
    Open(&'static str),
    #[error("unmatched closing {0:?}")]
    Stray(char),
    #[error("unsupported game type {0:?}; expected 20 or 21")]
    GameType(String),
    #[error(transparent)]
    Variant(#[from] NoVariant),
    #[error("FEN: {0}")]
    Position(#[from] BoardError),
    #[error("ply {ply}: {error}")]
    Move {
        /// The ply of the move, starting at 1.
        ply: usize,
        error: MoveError,
    },
}

#[derive(Debug)]
enum Token {
    Tag(String, String),
    Word(String),
}

/// Reads all games in a text. `variant` applies to games that do not specify their own.
///
/// # Errors
/// If a game is invalid; the first error is returned.
pub fn read_games(text: &str, variant: Variant) -> Result<Vec<PdnGame>, PdnError> {
    let mut reader = Reader { rest: text, line: 1, game: 1 };
    let mut games = Vec::new();
    let mut draft = Draft::default();
    loop {
        let token = reader.next().map_err(|problem| reader.error(problem))?;
        let begins_anew = match &token {
            None => true,
            Some(Token::Tag(..)) => draft.position.is_some() || draft.is_over,
            Some(Token::Word(_)) => draft.is_over,
        };
        if begins_anew && !draft.is_empty() {
            let draft = std::mem::take(&mut draft);
            games.push(draft.finish(variant).map_err(|problem| reader.error(problem))?);
            reader.game += 1;
        }
        match token {
            None => return Ok(games),
            Some(Token::Tag(name, value)) => draft.tags.push((name, value)),
            Some(Token::Word(word)) => {
                draft.take(&word, variant).map_err(|problem| reader.error(problem))?;
            }
        }
    }
}

/// A game being read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    /// The position, once the first move has been read.
    position: Option<Position>,
    result: Option<GameResult>,
    /// Whether the result has been read.
    is_over: bool,
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.position.is_none() && !self.is_over
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &value[..])
    }

    fn take(&mut self, word: &str, variant: Variant) -> Result<(), Problem> {
        if let Some(result) = result_of(word) {
            self.result = result;
            self.is_over = true;
            return Ok(());
        }
        let text = without_number(word).trim_end_matches(['!', '?']);
        if text.is_empty() {
            return Ok(());
        }
        let mut position = match self.position.take() {
            Some(position) => position,
            None => Position::new(self.first_board(variant)?),
        };
        let mv = read_move(position.board(), text)
            .map_err(|error| Problem::Move { ply: position.played().len() + 1, error })?;
        position.play(mv);
        self.position = Some(position);
        Ok(())
    }

    fn first_board(&self, default: Variant) -> Result<Board, Problem> {
        let variant = match (self.tag("Variant"), self.tag("GameType")) {
            (Some(name), _) => Variant::from_str(name)?,
            (None, Some(text)) => {
                // The number may be followed by further fields, which describe how squares are named.
                let number = text.split(',').next().and_then(|text| text.trim().parse().ok());
                let found = Variant::ALL
                    .into_iter()
                    .find(|variant| number.is_some() && variant.game_type() == number);
                found.ok_or_else(|| Problem::GameType(text.to_owned()))?
            }
            (None, None) => default,
        };
        Ok(match self.tag("FEN") {
            Some(fen) => read_board(variant, fen)?,
            None => Board::start(variant),
        })
    }

    fn finish(mut self, variant: Variant) -> Result<PdnGame, Problem> {
        let position = match self.position.take() {
            Some(position) => position,
            None => Position::new(self.first_board(variant)?),
        };
        if self.result.is_none() {
            self.result = self.tag("Result").and_then(result_of).flatten();
        }
        let follows =
            ["GameType", "Variant", "FEN", "SetUp", "Result"].map(str::to_ascii_lowercase);
        self.tags.retain(|(name, _)| !follows.contains(&name.to_ascii_lowercase()));
        let result = self.result.or_else(|| position.result());
        Ok(PdnGame { tags: self.tags, position, result })
    }
}

/// The result that a word stands for; `Some(None)` if the game is not over.
#[allow(clippy::option_option, reason = "a word may be no result, or mark an unfinished game")]
fn result_of(word: &str) -> Option<Option<GameResult>> {
    Some(match word {
        "*" => None,
        "2-0" | "1-0" => Some(GameResult::Won(Color::White)),
        "0-2" | "0-1" => Some(GameResult::Won(Color::Black)),
        "1-1" | "1/2-1/2" | "0-0" => Some(GameResult::Draw),
        _ => return None,
    })
}

/// A word without its leading move number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') && rest.len() < word.len() {
        rest.trim_start_matches('.')
    } else {
        word.trim_start_matches('.')
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    game: usize,
}

impl Reader<'_> {
    fn error(&self, problem: Problem) -> PdnError {
        PdnError { game: self.game, line: self.line, problem }
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    fn next(&mut self) -> Result<Option<Token>, Problem> {
        loop {
            let Some(letter) = self.rest.chars().next() else { return Ok(None) };
            match letter {
                '[' => return self.tag().map(Some),
                '{' => self.skip('}', "comment")?,
                ';' => while self.bump().is_some_and(|letter| letter != '\n') {},
                '(' => self.skip_variation()?,
                ')' | '}' | ']' => return Err(Problem::Stray(letter)),
                _ if letter.is_whitespace() || letter == '\u{feff}' => {
                    self.bump();
                }
                _ => {
                    let is_end =
                        |letter: char| letter.is_whitespace() || "[]{}();".contains(letter);
                    let length = self.rest.find(is_end).unwrap_or(self.rest.len());
                    let (word, rest) = self.rest.split_at(length);
                    self.rest = rest;
                    if !word.starts_with('$') {
                        return Ok(Some(Token::Word(word.to_owned())));
                    }
                }
            }
        }
    }

    fn tag(&mut self) -> Result<Token, Problem> {
        self.bump();
        let end = self.rest.find(['"', '\n']).ok_or(Problem::Tag)?;
        let name = self.rest[..end].trim().to_owned();
        self.rest = &self.rest[end..];
        if self.bump() != Some('"') || name.is_empty() {
            return Err(Problem::Tag);
        }
        let mut value = String::new();
        loop {
            match self.bump() {
                Some('\\') => value.extend(self.bump()),
                Some('"') => break,
                Some(letter) if letter != '\n' => value.push(letter),
                _ => return Err(Problem::Tag),
            }
        }
        self.rest = self.rest.trim_start_matches([' ', '\t']);
        if self.bump() == Some(']') { Ok(Token::Tag(name, value)) } else { Err(Problem::Tag) }
    }

    fn skip(&mut self, end: char, what: &'static str) -> Result<(), Problem> {
        loop {
            match self.bump() {
                None => return Err(Problem::Open(what)),
                Some(letter) if letter == end => return Ok(()),
                Some(_) => {}
            }
        }
    }

    /// Skips a variation, including any nested ones.
    fn skip_variation(&mut self) -> Result<(), Problem> {
        let mut depth = 0_usize;
        loop {
            match self.rest.chars().next() {
                None => return Err(Problem::Open("variation")),
                Some('{') => self.skip('}', "comment")?,
                Some(letter) => {
                    self.bump();
                    match letter {
                        '(' => depth += 1,
                        ')' if depth == 1 => return Ok(()),
                        ')' => depth -= 1,
                        _ => {}
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[Event "A \"small\" cup"]
[White "Anna"]
[GameType "20"]
[Result "2-0"]

1. 32-28 {the usual} 19-23! 2. 28x19 14x23 (2... 13x24 3. 33-28 (3. 34-29)) 3. 33-28 $1
23x32 4. 37x28 2-0

[Variant "source"]
[FEN "B:W31,K3:B8,18"]

1... 18-22 *
[GameType "21"]
1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 4. 12x19
"#;

    #[test]
    fn games_are_read_with_text_between_them() {
        let games = read_games(TEXT, Variant::International).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("event"), Some("A \"small\" cup"));
        assert_eq!(games[0].position.played().len(), 7);
        assert_eq!(games[0].result, Some(GameResult::Won(Color::White)));
        assert_eq!(games[1].position.board().rules().variant, Variant::Source);
        assert_eq!(games[1].result, None);
        assert_eq!(games[2].position.played().len(), 7);
        assert_eq!(games[2].position.board().rules().variant, Variant::English);
    }

    #[test]
    fn written_games_can_be_read() {
        let games = read_games(TEXT, Variant::International).unwrap();
        let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
        let text = texts.join("\n");
        assert_eq!(read_games(&text, Variant::International).unwrap(), games, "{text}");
        assert!(text.contains("\n1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 2-0\n"));
        assert!(text.contains("\n1... 18-22 *\n"), "{text}");
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        for (text, message) in [
            ("1. 32-28\n19-24 2. 32-27", "game 1, line 2: ply 3: 32-27 is not legal here"),
            ("[Event \"a\n", "game 1, line 2: incomplete tag: expected [Name \"value\"]"),
            ("1. 32-28 *\n\n(1. 33-28", "game 1, line 3: unclosed variation"),
            ("1. 32-28 }", "game 1, line 1: unmatched closing '}'"),
            (
                "[GameType \"25\"]\n*",
                "game 1, line 2: unsupported game type \"25\"; expected 20 or 21",
            ),
            (
                "[FEN \"W:W51:B1\"]\n1. 32-28",
                "game 1, line 2: FEN: invalid square \"51\": expected a number from 1 to 50",
            ),
            (
                "1. e4",
                "game 1, line 1: ply 1: invalid move \"e4\": expected squares such as 32-28 or 19x30",
            ),
            (
                "1. 32-28 19-23 2. 37-32",
                "game 1, line 1: ply 3: 37-32 is not legal here: a capture is compulsory (28x19)",
            ),
        ] {
            let error = read_games(text, Variant::International).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        assert_eq!(read_games(" \n", Variant::English), Ok(Vec::new()));
    }
}
