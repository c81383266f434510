//! Game files in every format.
//!
//! The property tested is the promise of `convert`: whatever can be read, completely or in part, can be written in
//! every format, and reading it back restores everything that the format promises to keep.

use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::types::Move;
use chuhe_formats::Game;
use chuhe_formats::collection::{Collection, FileFormat, GameContent, ReadError, Target};
use chuhe_formats::encoding::Encoding;
use chuhe_formats::game_files::GameReader;
use chuhe_formats::lines::Positions;
use chuhe_play::LoadedGame;

use super::shape::{is_readable, text};

/// The maximum number of games checked in each file.
const GAMES_MAX: usize = 6;

/// The formats in which games are written, in addition to plain PGN.
const TARGETS: [Target; 9] = [
    Target::Pgn(MoveFormat::Wxf),
    Target::Pgn(MoveFormat::Chinese(Script::Simplified)),
    Target::Pgn(MoveFormat::Chinese(Script::Traditional)),
    Target::DhtmlXq,
    Target::Xqf,
    Target::Moves(MoveFormat::Coordinates),
    Target::Moves(MoveFormat::Wxf),
    Target::Moves(MoveFormat::Chinese(Script::Simplified)),
    Target::Fen(Positions::All),
];

/// PGN, whose games must be those that are found in the whole text at once.
pub(super) fn pgn(bytes: &[u8]) {
    survives(bytes, FileFormat::Pgn);
    if let Some(text) = plain(bytes) {
        streams(bytes, FileFormat::Pgn, chuhe_formats::pgn::read(text));
    }
}

/// The bytes as text, if they can only be UTF-8 without byte order marks.
fn plain(bytes: &[u8]) -> Option<&str> {
    let is_plain = |byte: u8| !matches!(byte, 0 | 0xc4..=0xdf);
    text(bytes).filter(|text| text.bytes().all(is_plain) && !text.contains('\u{feff}'))
}

/// Checks that the games in a text that is read in pieces are those in the whole text.
fn streams(bytes: &[u8], format: FileFormat, whole: impl Iterator<Item = Result<Game, ReadError>>) {
    let streamed: Vec<_> = GameReader::new(bytes, format, None).collect();
    assert_eq!(streamed, whole.collect::<Vec<_>>());
}

/// `DhtmlXQ`.
pub(super) fn dhtmlxq(bytes: &[u8]) {
    survives(bytes, FileFormat::DhtmlXq);
}

/// XQF. Half of the inputs are appended to a valid header, so that the reader reaches the moves.
pub(super) fn xqf(bytes: &[u8]) {
    let Some((&form, rest)) = bytes.split_first() else { return };
    if form & 1 == 0 {
        survives(rest, FileFormat::Xqf);
    } else {
        let (GameContent::Binary(mut file), _) = written(&Game::new_at_start(), Target::Xqf) else {
            unreachable!("XQF is not text")
        };
        file.truncate(0x400);
        file.extend_from_slice(rest);
        survives(&file, FileFormat::Xqf);
    }
}

/// CBR, CBL and CBF: each input is read as a record, as XML, as a library, or as the records of a library.
pub(super) fn ccbridge(bytes: &[u8]) {
    let Some((&form, rest)) = bytes.split_first() else { return };
    match form % 4 {
        0 => survives(rest, FileFormat::Cbr),
        1 => survives(rest, FileFormat::Cbf),
        2 => survives(rest, FileFormat::Cbl),
        _ => {
            // The header and index of a library are 100 kilobytes of mostly zeros, so the input contains only what
            // follows them.
            let mut library = b"CCBridgeLibrary\0".to_vec();
            library.resize(66624 + 128 * 276, 0);
            library.extend_from_slice(rest);
            survives(&library, FileFormat::Cbl);
        }
    }
}

/// Lines of moves or positions, and other texts.
pub(super) fn lines(bytes: &[u8]) {
    survives(bytes, FileFormat::Moves);
    if let Some(text) = plain(bytes) {
        streams(bytes, FileFormat::Moves, chuhe_formats::lines::read(text));
    }
    survives(bytes, FileFormat::Fen);
    survives(bytes, FileFormat::Wxf);
    survives(bytes, FileFormat::Pfc);
    survives(bytes, FileFormat::Qq);
}

/// Any file, opened in the format it appears to have, as the commands and `play` open it.
pub(super) fn guess(bytes: &[u8]) {
    for name in ["", "a.pgn", "b.cbl"] {
        if let Some(format) = FileFormat::guess(name, bytes) {
            survives(bytes, format);
        }
    }
    match LoadedGame::of_bytes("game", bytes.to_vec(), 1) {
        Ok(loaded) => {
            let _ = (loaded.strength(), loaded.person(), loaded.is_alone());
            assert!(loaded.count >= 1);
        }
        Err(error) => is_readable(&error.to_string()),
    }
}

trait AtStart {
    fn new_at_start() -> Self;
}

impl AtStart for Game {
    fn new_at_start() -> Self {
        Self::new(chuhe_engine::board::Position::startpos())
    }
}

fn survives(bytes: &[u8], format: FileFormat) {
    let collection = Collection::new(bytes.to_vec(), format);
    let _ = collection.is_empty();
    for (number, read) in collection.games().enumerate().take(GAMES_MAX) {
        let game = match read {
            Ok(game) => Some(game),
            Err(error) => {
                is_readable(&error.to_string());
                let salvaged = error.salvaged().cloned();
                let noted = error.into_noted();
                assert_eq!(noted.is_some(), salvaged.is_some(), "salvaged games have a note");
                if let Some(noted) = noted.filter(|_| number == 0) {
                    keeps(&noted, Target::Pgn(MoveFormat::Iccs));
                }
                salvaged
            }
        };
        if let Some(game) = game {
            // Writing all ten formats for every input would be too slow; the input alone determines which one is
            // written.
            let choice = crc32fast::hash(bytes) as usize + number;
            keeps(&game, Target::Pgn(MoveFormat::Iccs));
            keeps(&game, TARGETS[choice % TARGETS.len()]);
        }
    }
}

fn written(game: &Game, target: Target) -> (GameContent, chuhe_formats::Losses) {
    target.write(game).unwrap_or_else(|error| panic!("{target:?}: {error}: {game:?}"))
}

fn read_again(written: &GameContent, target: Target) -> Vec<Game> {
    let bytes = written.bytes(Encoding::Utf8).into_owned();
    let collection = Collection::new(bytes, target.file_format());
    let games = collection.games();
    games.map(|game| game.unwrap_or_else(|error| panic!("{target:?}: {error}"))).collect()
}

/// Writes a game, reads it back, and compares the two.
fn keeps(game: &Game, target: Target) {
    let (first, losses) = written(game, target);
    let read = read_again(&first, target);
    match target {
        Target::Pgn(_) => assert_eq!(read, std::slice::from_ref(game), "{first:?}"),
        Target::Fen(_) => {
            let fens: Vec<String> = read.iter().map(|game| game.start.fen()).collect();
            let mut expected = Vec::new();
            game.replay(|position| expected.push(position.fen())).expect("it was written");
            assert_eq!(fens, expected, "{first:?}");
        }
        _ => {
            let [read] = &read[..] else { panic!("{} games in {first:?}", read.len()) };
            assert_eq!(moves(read), moves(game), "{first:?}");
            if losses.counters == 0 {
                assert_eq!(read.start.fen(), game.start.fen(), "{first:?}");
            }
            if losses.results == 0 {
                assert_eq!(read.outcome, game.outcome, "{first:?}");
            }
            // What a format cannot hold is lost the first time; a second round trip loses nothing more.
            let (second, _) = written(read, target);
            let again = read_again(&second, target);
            assert_eq!(again, std::slice::from_ref(read), "{first:?}, then {second:?}");
        }
    }
}

fn moves(game: &Game) -> Vec<Move> {
    game.moves().collect()
}
