//! The journal: the games of a match on disk, from which the match can be resumed.
//!
//! A journal contains one JSON object per line: first the terms of the match, then each finished game. All other files
//! of a match are generated from it. A line cut off by a crash is dropped, and the game it recorded is played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::GameRecord;
use chuhe_util::files;

/// The name of the journal in a match's folder.
pub const JOURNAL_FILE: &str = "journal.jsonl";

/// The version of the file format.
const FORMAT: &str = "chuhe match 1";

#[derive(Debug, Serialize, Deserialize)]
struct JournalHeader {
    format: String,
    terms: Value,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum JournalError {
    #[error("{}", files::reason(.0))]
    Io(#[from] io::Error),
    #[error("another match is writing to it")]
    Busy,
    #[error("not the journal of a match")]
    NoJournal,
    /// The first difference is the term `place`, here and in the journal.
    #[error("belongs to another match: {place} is {there} in the folder but {here} now")]
    OtherMatch { place: String, there: String, here: String },
    #[error("line {0} is too long for a game")]
    LongLine(usize),
    #[error("line {0} contains a game from another match, or repeats a game")]
    ForeignGame(usize),
    #[error("line {line} is damaged: {error}")]
    Damaged {
        /// The number of the line, from 1.
        line: usize,
        error: serde_json::Error,
    },
}

/// An open journal, locked against other processes.
#[derive(Debug)]
pub struct MatchJournal {
    file: File,
}

impl MatchJournal {
    /// Opens a journal and reads its games, or starts a new one. `terms` contains everything that the games depend on;
    /// a journal with other terms belongs to another match.
    ///
    /// # Errors
    /// If the journal cannot be read, belongs to a match with other terms, or is in use.
    pub fn open(path: &Path, terms: &Value) -> Result<(Self, Vec<GameRecord>), JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = files::open(path, &options)?;
        files::lock(&file)?;
        let (games, length) = read(&file, terms)?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self { file };
        if length == 0 {
            journal.write(&JournalHeader { format: FORMAT.to_owned(), terms: terms.clone() })?;
        }
        Ok((journal, games))
    }

    /// Empties the journal, if one exists, whatever match it belongs to.
    ///
    /// # Errors
    /// If the journal cannot be written, or is in use.
    pub fn clear(path: &Path) -> Result<(), JournalError> {
        let file = match files::open(path, OpenOptions::new().write(true)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file?,
        };
        files::lock(&file)?;
        Ok(file.set_len(0)?)
    }

    /// Appends a game and syncs the file. From then on the game survives a crash of the program and, if the disk
    /// honours the sync, a crash of the system.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> io::Result<()> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.file.write_all(&text)?;
        self.file.sync_data()
    }
}

impl From<TryLockError> for JournalError {
    fn from(error: TryLockError) -> Self {
        match error {
            TryLockError::WouldBlock => Self::Busy,
            TryLockError::Error(error) => Self::Io(error),
        }
    }
}

/// The games, and the length of the file up to the end of its last complete line.
fn read(file: &File, terms: &Value) -> Result<(Vec<GameRecord>, u64), JournalError> {
    let mut reader = BufReader::new(file);
    let mut games = Vec::new();
    let mut length = 0;
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let count = reader.by_ref().read_until(b'\n', &mut bytes)?;
        if !bytes.ends_with(b"\n") {
            // The end of the file, or a line cut off by a crash.
            if line == 1 && count > 0 && serde_json::from_slice::<JournalHeader>(&bytes).is_err() {
                let began = format!("{{\"format\":\"{FORMAT}\"");
                let same = bytes.iter().zip(began.as_bytes()).all(|(a, b)| a == b);
                return if same { Ok((games, 0)) } else { Err(JournalError::NoJournal) };
            }
            break;
        }
        if line == 1 {
            let theirs = read_terms(&bytes)?;
            if theirs != *terms {
                return Err(other_match("", &theirs, terms));
            }
        } else {
            games.push(read_game(&bytes, line)?);
        }
        length += count as u64;
    }
    Ok((games, length))
}

/// Parses the terms of the match from the first line of a journal.
pub(super) fn read_terms(bytes: &[u8]) -> Result<Value, JournalError> {
    let header: JournalHeader =
        serde_json::from_slice(bytes).map_err(|_| JournalError::NoJournal)?;
    if header.format == FORMAT { Ok(header.terms) } else { Err(JournalError::NoJournal) }
}

/// Parses a game from a later line; `line` is its number, for the error.
pub(super) fn read_game(bytes: &[u8], line: usize) -> Result<GameRecord, JournalError> {
    serde_json::from_slice(bytes).map_err(|error| JournalError::Damaged { line, error })
}

/// The error with the first difference between two JSON values.
fn other_match(place: &str, there: &Value, here: &Value) -> JournalError {
    match (there, here) {
        (Value::Object(theirs), Value::Object(ours)) => {
            let differs = |key: &&String| theirs.get(*key) != ours.get(*key);
            let key = theirs.keys().chain(ours.keys()).find(differs);
            let key = key.map_or("", String::as_str);
            let null = Value::Null;
            let (theirs, ours) = (theirs.get(key).unwrap_or(&null), ours.get(key).unwrap_or(&null));
            other_match(
                &format!("{place}{}{key}", if place.is_empty() { "" } else { "." }),
                theirs,
                ours,
            )
        }
        (Value::Array(theirs), Value::Array(ours)) if theirs.len() == ours.len() => {
            let mut pairs = theirs.iter().zip(ours).enumerate();
            let at = pairs.position(|(_, (there, here))| there != here).unwrap_or_default();
            other_match(&format!("{place}[{}]", at + 1), &theirs[at], &ours[at])
        }
        _ => JournalError::OtherMatch {
            place: place.to_owned(),
            there: there.to_string(),
            here: here.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde_json::json;

    use super::super::client::EngineInfo;
    use super::super::fault::Fault;
    use super::super::record::{EndReason, PlayedMove};
    use super::*;
    use chuhe_engine::types::{Color, Score};

    /// A separate path for each test; dropping this removes the file.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("chuhe-{}-{name}", std::process::id()));
            let _ = fs::remove_file(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn game(number: u32) -> GameRecord {
        let thought =
            EngineInfo { score: Some(Score::MatedIn(3)), depth: Some(4), ..EngineInfo::default() };
        GameRecord {
            number,
            engines: [1, 0],
            fen: chuhe_engine::board::START_FEN.to_owned(),
            book: vec!["h2e2".parse().unwrap()],
            moves: vec![PlayedMove { mv: "h9g7".parse().unwrap(), micros: 1234, thought }],
            winner: Some(Color::Black),
            reason: EndReason::Fault(Fault::IllegalMove("a0a9".to_owned())),
            started: 1_700_000_000,
            millis: 17,
            overloaded: false,
        }
    }

    #[test]
    fn games_come_back() {
        let (scratch, terms) = (Scratch::new("back"), json!({"a": 1}));
        let (mut journal, games) = MatchJournal::open(&scratch.0, &terms).unwrap();
        assert!(games.is_empty());
        journal.append(&game(0)).unwrap();
        journal.append(&game(5)).unwrap();
        assert!(matches!(MatchJournal::open(&scratch.0, &terms), Err(JournalError::Busy)));
        drop(journal);
        assert_eq!(MatchJournal::open(&scratch.0, &terms).unwrap().1, [game(0), game(5)]);
    }

    #[test]
    fn a_journal_in_use_is_not_cleared() {
        let (scratch, terms) = (Scratch::new("clear"), json!({"a": 1}));
        MatchJournal::clear(&scratch.0).unwrap();
        let (mut journal, _) = MatchJournal::open(&scratch.0, &terms).unwrap();
        journal.append(&game(0)).unwrap();
        assert!(matches!(MatchJournal::clear(&scratch.0), Err(JournalError::Busy)));
        drop(journal);
        assert_eq!(MatchJournal::open(&scratch.0, &terms).unwrap().1, [game(0)]);
        MatchJournal::clear(&scratch.0).unwrap();
        assert!(MatchJournal::open(&scratch.0, &json!({"a": 2})).unwrap().1.is_empty());
    }

    #[test]
    fn a_file_cut_off_anywhere_loses_its_last_line_only() {
        let (scratch, terms) = (Scratch::new("cut"), json!({"a": 1}));
        let (mut journal, _) = MatchJournal::open(&scratch.0, &terms).unwrap();
        journal.append(&game(0)).unwrap();
        journal.append(&game(1)).unwrap();
        drop(journal);
        let whole = fs::read(&scratch.0).unwrap();
        let ends: Vec<usize> = whole
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(i, _)| i + 1)
            .collect();
        for length in 0..=whole.len() {
            fs::write(&scratch.0, &whole[..length]).unwrap();
            let (mut journal, games) = MatchJournal::open(&scratch.0, &terms).unwrap();
            let whole_lines = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(games.len(), whole_lines.saturating_sub(1), "cut at {length}");
            journal.append(&game(9)).unwrap();
            drop(journal);
            assert_eq!(MatchJournal::open(&scratch.0, &terms).unwrap().1.last(), Some(&game(9)));
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        let scratch = Scratch::new("other");
        let refusal = |text: &str, terms: &Value| {
            fs::write(&scratch.0, text).unwrap();
            let error = MatchJournal::open(&scratch.0, terms).unwrap_err().to_string();
            assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text);
            error
        };
        assert_eq!(refusal("dear diary", &json!(1)), "not the journal of a match");
        assert_eq!(refusal("dear diary\n", &json!(1)), "not the journal of a match");
        let header = format!("{{\"format\":\"{FORMAT}\",\"terms\":{{\"e\":[1,{{\"n\":2}}]}}}}\n");
        assert_eq!(
            refusal(&header, &json!({"e": [1, {"n": 3}]})),
            "belongs to another match: e[2].n is 2 in the folder but 3 now"
        );
        let damaged = format!("{header}{{}}\n");
        let error = refusal(&damaged, &json!({"e": [1, {"n": 2}]}));
        assert!(error.starts_with("line 2 is damaged: missing field"), "{error}");
    }
}
