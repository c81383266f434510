//! Reads and writes files and texts for the requests `read`, `write` and `analyse.check`.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::host::{Host, HostMemory};
use super::message::{
    Failure, FailureCode, GameText, ReadGame, Reply, TreeLine, TreeMove, TreeMoveText, WriteFormat,
    WrittenGame,
};
use super::session::{Done, refuse};
use super::written::{position_state, written_move};
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_formats::collection::{Collection, FileFormat, GameContent, ReadError, Target};
use chuhe_formats::game_files::GameReadError;
use chuhe_formats::lines::Positions;
use chuhe_formats::position_text::{looks_like_position, position_from_text};
use chuhe_formats::{Game, Line, LineMove, reading_memory};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The maximum number of games from a file that are sent to a page, and of moves in them, including those in
/// variations.
const GAMES_MAX: usize = 1000;
const MOVES_MAX: usize = 40_000;
/// How much more memory a game takes in an answer than in itself: its moves in every notation, and as JSON.
const ANSWER_COPIES: usize = 8;
/// The maximum nesting depth of variations in a message.
const NESTING_MAX: usize = 100;
/// The maximum length of a FEN, in bytes.
const FEN_MAX: usize = 1000;

/// Reads a position from which play can continue.
///
/// # Errors
/// If the text is too long, is not a position, or is a position from which play cannot continue.
pub fn position(fen: &str) -> Result<Position, Failure> {
    if fen.len() > FEN_MAX {
        return Err(refuse(FailureCode::BadPosition, tr!("serve-fen-long")));
    }
    position_from_text(fen).map_err(|error| refuse(FailureCode::BadPosition, error.localize()))
}

/// Checks whether play can continue from a position.
pub(super) fn check(fen: &str) -> Done {
    Ok(Some(Reply::Position(Box::new(position_state(&position(fen)?)))))
}

/// The bytes of a file that was sent as text or as Base64.
///
/// # Errors
/// If both or neither were sent, or the Base64 is invalid.
pub fn bytes(text: Option<String>, base64: Option<String>) -> Result<Vec<u8>, Failure> {
    match (text, base64) {
        (Some(text), None) => Ok(text.into_bytes()),
        (None, Some(base64)) => BASE64.decode(base64.as_bytes()).map_err(|error| {
            refuse(FailureCode::BadValue, tr!("serve-base64", error = error.to_string()))
        }),
        _ => Err(refuse(FailureCode::BadValue, tr!("serve-text-or-base64"))),
    }
}

/// Takes memory from the host.
pub(super) fn take_memory(bytes: usize, host: &dyn Host) -> Result<HostMemory, Failure> {
    let memory = host.take_memory(bytes);
    memory.ok_or_else(|| refuse(FailureCode::Busy, tr!("serve-no-memory")))
}

pub(super) fn read(file: GameText, host: &dyn Host) -> Result<Reply, Failure> {
    let bytes = bytes(file.text, file.base64)?;
    let name = file.name.as_deref().unwrap_or_default();
    let _memory = take_memory(reading_memory(bytes.len()), host)?;
    if let Some(game) = as_position(&bytes) {
        let games = vec![read_game(&Game::new(game), None, &mut 0)];
        return Ok(Reply::Games { games, more: 0 });
    }
    let no_games = || refuse(FailureCode::File, GameReadError::NoGames.localize());
    let format = FileFormat::guess(name, &bytes).ok_or_else(no_games)?;
    let collection = Collection::new(bytes, format);
    if collection.is_empty() {
        return Err(no_games());
    }
    let (mut games, mut more, mut moves, mut first_error) = (Vec::new(), 0, 0, None);
    let mut answer_memory = Vec::new();
    for read in collection.games() {
        if games.len() >= GAMES_MAX || moves >= MOVES_MAX {
            more += 1;
            continue;
        }
        let game = read.as_ref().map_or_else(ReadError::salvaged, Some);
        let memory = game.map_or(0, |game| ANSWER_COPIES * game.memory());
        answer_memory.push(take_memory(memory, host)?);
        match read {
            Ok(game) => games.push(read_game(&game, None, &mut moves)),
            Err(error) => match error.salvaged() {
                Some(game) => games.push(read_game(game, Some(error.localize()), &mut moves)),
                None => drop(first_error.get_or_insert(error.localize())),
            },
        }
    }
    match first_error {
        Some(error) if games.is_empty() => Err(refuse(FailureCode::File, error)),
        _ => Ok(Reply::Games { games, more }),
    }
}

/// Returns the position if the text consists of nothing else.
fn as_position(bytes: &[u8]) -> Option<Position> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= FEN_MAX)?.trim();
    let is_one = !text.contains('\n') && looks_like_position(text);
    is_one.then(|| position_from_text(text).ok()).flatten()
}

/// Converts a game to the form used in messages. Adds the number of moves in the game, including those in variations,
/// to `moves`.
#[must_use]
pub fn read_game(game: &Game, note: Option<String>, moves: &mut usize) -> ReadGame {
    ReadGame {
        tags: game.tags.iter().cloned().collect::<BTreeMap<_, _>>(),
        start: game.start.fen(),
        result: game.outcome.text().to_owned(),
        tree: read_line(&game.line, &mut game.start.clone(), 0, moves),
        note,
    }
}

/// Converts a line to the form used in messages. `position` is unchanged afterwards.
fn read_line(line: &Line, position: &mut Position, depth: usize, moves: &mut usize) -> TreeLine {
    // Most variations are short.
    let mut tree = Vec::with_capacity(line.moves.len());
    for played in &line.moves {
        if !position.is_legal(played.mv) {
            break;
        }
        *moves += 1;
        let variations: &[Line] = if depth < NESTING_MAX { &played.variations } else { &[] };
        let variations = variations.iter().map(|line| read_line(line, position, depth + 1, moves));
        let variations = variations.collect();
        tree.push(TreeMove {
            mv: TreeMoveText::Written(written_move(position, played.mv)),
            comment: played.comment.clone(),
            glyphs: played.glyphs.clone(),
            variations,
        });
        position.make_unchecked(played.mv, &mut ());
    }
    for _ in &tree {
        position.unmake(&mut ());
    }
    TreeLine { comment: line.comment.clone(), moves: tree }
}

/// Writes a game as a file.
pub(super) fn write(format: WriteFormat, written: &WrittenGame) -> Done {
    file(&game(written)?, format, "game").map(Some)
}

/// Converts a game to the text of a PGN file.
pub(super) fn pgn(written: &WrittenGame) -> Result<String, Failure> {
    let text = chuhe_formats::pgn::write(&game(written)?, MoveFormat::Iccs);
    text.map_err(|error| refuse(FailureCode::Illegal, error.localize()))
}

/// Converts a game from a message.
fn game(written: &WrittenGame) -> Result<Game, Failure> {
    let start = position(&written.start)?;
    let mut game = Game::new(start.clone());
    for (name, value) in &written.tags {
        set_tag(&mut game, name, value)?;
    }
    game.line = line(&written.tree, &mut start.clone())?;
    Ok(game)
}

fn set_tag(game: &mut Game, name: &str, value: &str) -> Result<(), Failure> {
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let derived = ["Game", "FEN", "SetUp", "Format"];
    if !is_name {
        return Err(refuse(FailureCode::BadValue, tr!("serve-tag", name = format!("{name:?}"))));
    }
    if name.eq_ignore_ascii_case("Result") {
        game.outcome = chuhe_formats::Outcome::from_text(value).unwrap_or_default();
    } else if !derived.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        game.set_tag(name, value);
    }
    Ok(())
}

/// Converts a line from a message. `position` is unchanged afterwards.
fn line(tree: &TreeLine, position: &mut Position) -> Result<Line, Failure> {
    let mut moves = Vec::new();
    for played in &tree.moves {
        let mv = played.mv.mv();
        position.check_move(mv).map_err(|error| refuse(FailureCode::Illegal, error.localize()))?;
        let variations = played.variations.iter().map(|tree| line(tree, position));
        let variations = variations.collect::<Result<_, _>>()?;
        let (glyphs, comment) = (played.glyphs.clone(), played.comment.clone());
        moves.push(LineMove { mv, glyphs, comment, variations });
        position.make_unchecked(mv, &mut ());
    }
    for _ in &moves {
        position.unmake(&mut ());
    }
    Ok(Line { comment: tree.comment.clone(), moves })
}

/// Converts a game to a file; `name` is the file name without its extension.
///
/// # Errors
/// If the format cannot represent the game.
pub fn file(game: &Game, format: WriteFormat, name: &str) -> Result<Reply, Failure> {
    let target = match format {
        WriteFormat::Pgn => Target::Pgn(MoveFormat::Iccs),
        WriteFormat::Xqf => Target::Xqf,
        WriteFormat::Dhtmlxq => Target::DhtmlXq,
        WriteFormat::Fen => Target::Fen(Positions::Last),
        WriteFormat::MovesChinese => Target::Moves(MoveFormat::Chinese(Script::Simplified)),
        WriteFormat::MovesWxf => Target::Moves(MoveFormat::Wxf),
        WriteFormat::Moves => Target::Moves(MoveFormat::Coordinates),
    };
    let (written, losses) =
        target.write(game).map_err(|error| refuse(FailureCode::Illegal, error.localize()))?;
    let name = format!("{name}.{}", target.file_format().extension());
    let (text, base64) = match written {
        GameContent::Text(text) => (Some(text), None),
        GameContent::Binary(bytes) => (None, Some(BASE64.encode(bytes))),
    };
    Ok(Reply::File { name, text, base64, losses: losses.localize() })
}
