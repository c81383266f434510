//! A game, independent of its file format: start position, tags, moves, variations and comments.
//!
//! All readers of file formats, such as [`pgn`](super::pgn), return games of this type, and all writers take them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use chuhe_engine::board::{IllegalMove, Position};
use chuhe_engine::notation::plain;
use chuhe_engine::types::{Color, Move};

/// The maximum nesting depth of variations in a file.
pub const NESTING_MAX: usize = 500;
/// The maximum length of a game, in plies.
pub const PLIES_MAX: usize = 10_000;

/// The maximum memory that reading a file of this many bytes takes, besides the file: for a game, and for what reading
/// it takes.
pub const fn reading_memory(bytes: usize) -> usize {
    const PER_BYTE: usize = 128;
    const AT_LEAST: usize = 256 << 10;
    bytes.saturating_mul(PER_BYTE).saturating_add(AT_LEAST)
}

/// A game: tags, a start position, a tree of moves and an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The tags, as names and values in order, except those that other fields represent: `Game`, `Result`, `FEN`,
    /// `SetUp` and `Format`. A name consists of one or more letters, digits and `_`.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The main line, with its variations.
    pub line: Line,
    /// The result of the game.
    pub outcome: Outcome,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The comment before the first move, empty if there is none. It may have several lines.
    pub comment: String,
    /// The moves.
    pub moves: Vec<LineMove>,
}

/// A move in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move.
    pub mv: Move,
    /// PGN's numeric annotation glyphs (NAG): 1 stands for `!`, and 2 stands for `?`.
    pub glyphs: Vec<u8>,
    /// The comment on the move, empty if there is none. It may have several lines.
    pub comment: String,
    /// Alternatives to the move. Variations without moves are not written to files.
    pub variations: Vec<Line>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// A win: `1-0` for Red, `0-1` for Black.
    Win(Color),
    /// A draw: `1/2-1/2`.
    Draw,
    /// `*`: the game is not over, or its result is unknown.
    #[default]
    Unknown,
}

impl Game {
    /// A game without moves. It has the tags that every game should have, with unknown values.
    pub fn new(start: Position) -> Self {
        let tags = ["Event", "Site", "Date", "Round", "Red", "Black"]
            .map(|name| {
                let value = if name == "Date" { "????.??.??" } else { "?" };
                (name.to_owned(), value.to_owned())
            })
            .to_vec();
        Self { tags, start, line: Line::default(), outcome: Outcome::Unknown }
    }

    /// The game that consists of the moves in a position's history.
    pub fn leading_to(mut position: Position) -> Self {
        let moves: Vec<Move> = position.history().iter().filter_map(|undo| undo.mv).collect();
        while !position.history().is_empty() {
            position.unmake(&mut ());
        }
        let mut game = Self::new(position);
        for mv in moves {
            game.line.push(mv);
        }
        game
    }

    /// The memory that the game takes, in bytes.
    pub fn memory(&self) -> usize {
        let tags = self.tags.iter().map(|(name, value)| name.capacity() + value.capacity());
        let tags: usize = tags.sum::<usize>() + size_of_val(&self.tags[..]);
        size_of::<Self>() + tags + self.line.memory()
    }

    /// The value of a tag; `None` if there is no such tag. The case of the name is ignored.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The value of a tag; `None` if it means "unknown", as `?`, `????.??.??` and `-` do.
    pub fn known_tag(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| {
            value.contains(|c: char| !matches!(c, '?' | '.' | '-' | '*') && !c.is_whitespace())
        })
    }

    /// Sets the value of a tag; a new tag is added at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Sets the values of any number of tags like [`set_tag`](Self::set_tag), in time proportional to their number.
    pub(super) fn set_tags(&mut self, tags: impl IntoIterator<Item = (String, String)>) {
        let names = self.tags.iter().map(|(name, _)| name.to_ascii_lowercase());
        let mut places: HashMap<String, usize> = names.zip(0..).collect();
        for (name, value) in tags {
            match places.entry(name.to_ascii_lowercase()) {
                Entry::Occupied(place) => self.tags[*place.get()].1 = value,
                Entry::Vacant(place) => {
                    place.insert(self.tags.len());
                    self.tags.push((name, value));
                }
            }
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.moves.iter().map(|played| played.mv)
    }

    /// The position after the main line, with the game's moves as its history.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn final_position(&self) -> Result<Position, IllegalGameMove> {
        self.replay(|_| {})
    }

    /// Plays the main line and returns the position after it. `see` is called with the start position, and with the
    /// position after each move.
    ///
    /// ```
    /// use chuhe_engine::board::Position;
    /// use chuhe_formats::Game;
    ///
    /// let mut game = Game::new(Position::startpos());
    /// game.line.push("h2e2".parse()?);
    /// let mut fens = Vec::new();
    /// game.replay(|position| fens.push(position.fen()))?;
    /// assert_eq!(fens.len(), 2);
    ///
    /// game.line.push("a0a1".parse()?);
    /// let error = game.final_position().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "move a0a1 at ply 2 is not legal: it is black's turn, but a red rook stands on a0"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn replay(&self, mut see: impl FnMut(&Position)) -> Result<Position, IllegalGameMove> {
        let mut position = self.start.clone();
        see(&position);
        for (ply, mv) in (1..).zip(self.moves()) {
            position.play(mv).map_err(|reason| IllegalGameMove { ply, mv, reason })?;
            see(&position);
        }
        Ok(position)
    }
}

impl Line {
    /// The memory that the line takes besides itself, in bytes.
    fn memory(&self) -> usize {
        let of_moves = self.moves.iter().map(|played| {
            let lines = played.variations.capacity() * size_of::<Self>();
            let inner: usize = played.variations.iter().map(Self::memory).sum();
            played.comment.capacity() + played.glyphs.capacity() + lines + inner
        });
        let moves = self.moves.capacity() * size_of::<LineMove>();
        self.comment.capacity() + moves + of_moves.sum::<usize>()
    }

    /// Adds a move at the end of the line.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(LineMove::from(mv));
    }
}

impl From<Move> for LineMove {
    fn from(mv: Move) -> Self {
        Self { mv, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// The outcome as written in PGN.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Outcome {
    /// The outcome as written in PGN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Color::Red) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Parses an outcome, as written in PGN or in Chinese words; `None` for any other text.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = &*plain(text);
        let all = [Self::Win(Color::Red), Self::Win(Color::Black), Self::Draw, Self::Unknown];
        let found = all.into_iter().find(|outcome| outcome.text() == text);
        found.or_else(|| {
            Some(match text {
                "1:0" => Self::Win(Color::Red),
                "0:1" => Self::Win(Color::Black),
                "1/2" | "½-½" | "和棋" | "和局" | "红先和" | "紅先和" => Self::Draw,
                "红胜" | "紅勝" | "红方胜" | "紅方勝" | "红先胜" | "紅先勝" => {
                    Self::Win(Color::Red)
                }
                "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "红先负" | "紅先負" => {
                    Self::Win(Color::Black)
                }
                _ => return None,
            })
        })
    }
}

/// The usual spelling of a tag's name, if it is a common name. `White` means Red.
pub(super) fn usual_name(name: &str) -> String {
    const USUAL: [&str; 14] = [
        "Event",
        "Site",
        "Date",
        "Round",
        "Red",
        "RedTeam",
        "RedElo",
        "Black",
        "BlackTeam",
        "BlackElo",
        "Opening",
        "Variation",
        "ECCO",
        "Termination",
    ];
    let name = match name.split_at_checked("White".len()) {
        Some((white, rest)) if white.eq_ignore_ascii_case("White") => format!("Red{rest}"),
        _ => name.to_owned(),
    };
    let usual = USUAL.iter().find(|usual| usual.eq_ignore_ascii_case(&name));
    usual.map_or(name, |&usual| usual.to_owned())
}

/// Turns a text into the name of a tag, by replacing all characters but letters, digits and `_`.
pub(super) fn tag_name(text: &str) -> String {
    let name: String =
        text.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    // Some formats have fields whose names are empty.
    if name.is_empty() { "_".to_owned() } else { name }
}

/// Like [`tag_name`], but in the usual spelling, as tags are read.
pub(super) fn read_tag_name(text: &str) -> String {
    usual_name(&tag_name(text))
}

/// A count with its noun: `1 byte`, `2 bytes`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A text as one line, without control characters and with single spaces.
pub(super) fn one_line(text: &str) -> String {
    let plain = text.replace(|c: char| c.is_control(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An illegal move in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {mv} at ply {ply} is not legal: {reason}")]
pub struct IllegalGameMove {
    /// The ply of the move, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Why the move is illegal.
    pub reason: IllegalMove,
}

/// Why a game cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum WriteError {
    #[error("move {number}: {mv} is not legal")]
    Illegal { number: u32, mv: Move },
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
}

/// Checks that the next move of a game can be written.
pub(super) fn check_playable(position: &Position, mv: Move) -> Result<(), WriteError> {
    if position.history().len() >= PLIES_MAX {
        return Err(WriteError::TooLong);
    }
    if !position.is_legal(mv) {
        return Err(WriteError::Illegal { number: position.game_ply() / 2 + 1, mv });
    }
    Ok(())
}
