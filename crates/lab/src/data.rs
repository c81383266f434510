//! The file format of self-play games, for tuners and trainers: start, moves, scores and result.
//! `docs/reference/data-format.md` describes the bytes.
//!
//! ```
//! use chuhe_engine::board::START_FEN;
//! use chuhe_lab::data::{DataFile, DataHeader, Ply, SelfPlayGame};
//!
//! let header = DataHeader {
//!     version: "0.1.0".to_owned(),
//!     bench: 1,
//!     command: "my trainer".to_owned(),
//!     first: 0,
//! };
//! let game = SelfPlayGame {
//!     start: START_FEN.to_owned(),
//!     plies: vec![Ply { mv: "h2e2".parse()?, score: Some(31) }],
//!     side_lines: Vec::new(),
//!     winner: None,
//!     adjudicated: true,
//! };
//! let file = DataFile { header, games: vec![game] };
//! assert_eq!(DataFile::from_bytes(&file.to_bytes()?)?, file);
//! file.games[0].replay(|position, ply| println!("{} {:?}", position.fen(), ply.score))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod coder;
mod join;
mod model;
mod plain;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::block::{Block, Blocks, Games};
pub use self::join::{Joined, join};
use crate::datagen::GAMES;
use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move, Value};
use chuhe_formats::game_files::{self, GameFile, GameFileError};
use chuhe_formats::{Game, Outcome};
use chuhe_util::files::write_whole;

/// The file name extension of data files.
pub const EXTENSION: &str = "games";
/// Stored in place of a score if the move was not the result of a search.
const NO_SCORE: i16 = i16::MIN;
/// The longest header, in bytes.
const HEADER_MAX: usize = 1 << 16;

/// The origin of the games in a file: enough to reproduce the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataHeader {
    /// The version of the engine that played.
    pub version: String,
    /// The engine's bench signature: the node count of `chuhe bench`.
    pub bench: u64,
    /// The command line of the run that created this file.
    pub command: String,
    /// The number of the first game within its run, counted from 0.
    pub first: u64,
}

impl DataHeader {
    /// The command line without the number of games, the version and the bench signature. Runs that differ only in the
    /// number of games are the same run.
    pub(super) fn run(&self) -> (&str, &str, u64) {
        let run = self.command.rsplit_once(GAMES).map_or(&self.command[..], |(run, _)| run);
        (run, &self.version, self.bench)
    }

    /// The header of the first `games` games of the file. Its command ends with the number of the last of them.
    fn of_games(&self, games: u64) -> Self {
        let command = match self.command.rsplit_once(GAMES) {
            Some((run, _)) => format!("{run}{GAMES}{}", self.first + games),
            None => self.command.clone(),
        };
        Self { command, ..self.clone() }
    }
}

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub mv: Move,
    /// The score of the search that chose the move, in centipawns, from the mover's point of view.
    /// [`chuhe_engine::types::mate_in`] encodes mates. `None` if the move was not the result of a search.
    pub score: Option<i16>,
}

/// A position that a search of the game visited but the game did not reach, and a search of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLine {
    /// The number of plies of the game before the side line leaves it.
    pub after: usize,
    /// The moves from there to the position, at least one and at most [`SideLine::PATH_MAX`].
    pub path: Vec<Move>,
    /// The best move in the position and its score.
    pub ply: Ply,
}

impl SideLine {
    /// The maximum number of moves to the position.
    pub const PATH_MAX: usize = 15;
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// The FEN of the start position.
    pub start: String,
    /// The moves, in order.
    pub plies: Vec<Ply>,
    /// Positions off the course of the game, in the order of the plies at which they leave it.
    pub side_lines: Vec<SideLine>,
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// Whether the game was adjudicated by score before the rules ended it.
    pub adjudicated: bool,
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// The origin of the games.
    pub header: DataHeader,
    /// The games, in the order in which they were played.
    pub games: Vec<SelfPlayGame>,
}

/// Why a game file cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum DataError {
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(io::Error),
    #[error("not a file of self-play games, or from another version of chuhe")]
    NotData,
    #[error("no games to write")]
    NoGames,
    #[error("damaged: the checksum does not match")]
    Checksum,
    #[error("damaged from byte {begin} to {end}: the games there cannot be read")]
    Block { begin: u64, end: u64 },
    #[error("invalid content: {0}")]
    Invalid(#[from] DataFault),
    #[error("a game starts in an invalid position: {0}")]
    Start(#[from] chuhe_engine::board::FenError),
    #[error("ply {ply} of a game is illegal: {mv}")]
    Illegal {
        /// The number of the ply, counted from 1.
        ply: usize,
        mv: Move,
    },
}

/// What is invalid in a file of self-play games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum DataFault {
    #[error("the data ends in the middle of a game")]
    Cut,
    #[error("the header is too long")]
    HeaderLength,
    #[error("the header cannot be read")]
    Header,
    #[error("a start position is not valid UTF-8")]
    StartText,
    #[error("a game has an unknown result code")]
    Result,
    #[error("a move is missing")]
    MoveMissing,
    #[error("a move has a square that is not on the board")]
    OffBoard,
    #[error("a score is out of range")]
    Score,
    #[error("a game has more plies than can be stored")]
    Plies,
    #[error("a game has more side lines than can be stored")]
    SideLines,
    #[error("a side line does not fit its game")]
    SideLine,
    #[error("there are too many games")]
    Games,
    #[error("data follows the last game")]
    Surplus,
    #[error("the packed games contain the bytes that mark the start of a block")]
    Magic,
}

impl From<io::Error> for DataError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl SelfPlayGame {
    /// The position in which the game begins.
    ///
    /// # Errors
    /// If the FEN is not valid.
    pub fn position(&self) -> Result<Position, DataError> {
        Ok(Position::from_fen(&self.start)?)
    }

    /// The game as a [`Game`], and the score of each move, in centipawns from Red's point of view; `None` for a move
    /// that was not the result of a search.
    ///
    /// # Errors
    /// Like those of [`Self::replay`].
    pub fn record(&self) -> Result<(Game, Vec<Option<Value>>), DataError> {
        let mut game = Game::new(self.position()?);
        let mut scores = Vec::new();
        self.replay(|position, ply| {
            game.line.push(ply.mv);
            let sign = if position.side_to_move() == Color::Red { 1 } else { -1 };
            scores.push(ply.score.map(|score| sign * Value::from(score)));
        })?;
        game.outcome = self.winner.map_or(Outcome::Draw, Outcome::Win);
        Ok((game, scores))
    }

    /// Replays the game and returns its last position. `see` is called with each move and the position before it.
    ///
    /// # Errors
    /// If the start is not a valid position or a move is not legal.
    pub fn replay(&self, mut see: impl FnMut(&Position, Ply)) -> Result<Position, DataError> {
        let mut position = self.position()?;
        for (index, &ply) in self.plies.iter().enumerate() {
            if !position.is_legal(ply.mv) {
                return Err(DataError::Illegal { ply: index + 1, mv: ply.mv });
            }
            see(&position, ply);
            position.make_unchecked(ply.mv, &mut ());
        }
        Ok(position)
    }
}

impl SelfPlayGame {
    /// Calls `see` with the position of each side line and its best move.
    ///
    /// # Errors
    /// If the start is not a valid position, a move is not legal, or the side lines do not fit the game.
    pub fn for_each_side_line(&self, mut see: impl FnMut(&Position, Ply)) -> Result<(), DataError> {
        let mut position = self.position()?;
        let mut made = 0;
        for SideLine { after, path, ply } in &self.side_lines {
            while made < *after {
                let mv = self.plies.get(made).ok_or(DataFault::SideLine)?.mv;
                made += 1;
                make(&mut position, made, mv)?;
            }
            if made > *after {
                return Err(DataFault::SideLine.into());
            }
            for (index, &mv) in path.iter().enumerate() {
                make(&mut position, after + index + 1, mv)?;
            }
            see(&position, *ply);
            make(&mut position, after + path.len() + 1, ply.mv)?;
            (0..=path.len()).for_each(|_| position.unmake(&mut ()));
        }
        Ok(())
    }
}

fn make(position: &mut Position, ply: usize, mv: Move) -> Result<(), DataError> {
    if !position.is_legal(mv) {
        return Err(DataError::Illegal { ply, mv });
    }
    position.make_unchecked(mv, &mut ());
    Ok(())
}

/// A score as it is stored: clamped to 16 bits.
pub fn score_in_file(value: Value) -> i16 {
    value.clamp((NO_SCORE + 1).into(), i16::MAX.into()) as i16
}

impl DataFile {
    /// Returns the bytes of the file, as a single block.
    ///
    /// # Errors
    /// If a game cannot be stored because its start is invalid or a move is illegal, or if there are too many games.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DataError> {
        Block::to_bytes(&self.header, &self.games)
    }

    /// Parses the bytes of a whole file, which may be invalid. The header is that of the first block.
    ///
    /// # Errors
    /// If any part cannot be read. [`Blocks`] reads the rest of a damaged file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DataError> {
        Self::of(Blocks::of(bytes))
    }

    fn of(blocks: impl Iterator<Item = Result<Block, DataError>>) -> Result<Self, DataError> {
        let mut header = None;
        let mut games = Vec::new();
        for block in blocks {
            let block = block?;
            header.get_or_insert_with(|| block.header.clone());
            for game in block.games() {
                games.push(game?);
            }
        }
        Ok(Self { header: header.ok_or(DataError::NotData)?, games })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Like those of [`DataFile::from_bytes`], or if the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        Self::of(Blocks::open(path, 0)?)
    }

    /// Writes the file atomically: an interruption leaves the old contents or no file.
    ///
    /// # Errors
    /// Like those of [`DataFile::to_bytes`], or if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), DataError> {
        Ok(write_whole(path, &self.to_bytes()?)?)
    }
}

/// Returns the data files in `paths`. A folder stands for the data files in it, sorted by name.
///
/// # Errors
/// If a folder cannot be listed.
pub fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            for entry in fs::read_dir(path)? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == EXTENSION) {
                    inside.push(path);
                }
            }
            inside.sort();
            found.extend(inside);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Returns the game files and self-play files in `paths`. A folder stands for all such files in it.
///
/// # Errors
/// If a path does not exist, cannot be read, or is a folder without such files.
pub fn with_game_files(paths: &[PathBuf]) -> Result<Vec<GameFile>, GameFileError> {
    let mut all = Vec::new();
    for path in paths {
        let own = if path.is_dir() {
            files(std::slice::from_ref(path))
                .map_err(|error| GameFileError::Io { path: path.display().to_string(), error })?
        } else {
            Vec::new()
        };
        match game_files::find([path]) {
            Ok(found) => all.extend(found),
            Err(GameFileError::EmptyFolder(_)) if !own.is_empty() => {}
            Err(error) => return Err(error),
        }
        all.extend(own.into_iter().map(|path| GameFile { found: true, ..GameFile::new(path) }));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::START_FEN;

    fn sample() -> DataFile {
        let ply = |text: &str, score| Ply { mv: text.parse().unwrap(), score };
        let header = DataHeader {
            version: "0.1.0".to_owned(),
            bench: 12345,
            command: "chuhe datagen".to_owned(),
            first: 40,
        };
        let games = vec![
            SelfPlayGame {
                start: START_FEN.to_owned(),
                plies: vec![ply("h2e2", None), ply("h9g7", Some(-17)), ply("h0g2", Some(29_990))],
                side_lines: Vec::new(),
                winner: Some(Color::Red),
                adjudicated: true,
            },
            SelfPlayGame {
                start: "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1".to_owned(),
                plies: Vec::new(),
                side_lines: Vec::new(),
                winner: None,
                adjudicated: false,
            },
        ];
        DataFile { header, games }
    }

    #[test]
    fn files_come_back() {
        let file = sample();
        let bytes = file.to_bytes().unwrap();
        assert_eq!(DataFile::from_bytes(&bytes).unwrap(), file);
        let mut shown = Vec::new();
        let end = file.games[0].replay(|_, ply| shown.push(ply.score)).unwrap();
        assert_eq!(shown, [None, Some(-17), Some(29_990)]);
        assert_eq!(end.history().len(), 3);
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let bytes = sample().to_bytes().unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(DataFile::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(DataFile::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn illegal_moves_end_a_replay() {
        let mut game = sample().games.remove(0);
        game.plies[2].mv = "h0h1".parse().unwrap();
        let error = game.replay(|_, _| {}).unwrap_err().to_string();
        assert_eq!(error, "ply 3 of a game is illegal: h0h1");
    }
}
