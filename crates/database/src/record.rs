//! Games in the form in which the database stores them.

use super::error::GameFault;
use super::identity::{FoldedHeaders, Headers, identity};
use super::keys::{KeyTracker, PositionKey};
use super::scores::score_in;
use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::{Color, MATE, Move, Square, Value};
use chuhe_formats::{Game, Line, Outcome, WriteError, pgn};

/// The stored value for a missing score.
const NO_SCORE: i16 = i16::MIN;
/// The stored value for the next move at the last position of a game.
pub(super) const NO_MOVE: u16 = 0;
/// Tags that have their own columns.
const COLUMN_TAGS: [&str; 5] = ["Event", "Date", "Round", "Red", "Black"];

/// A game to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomingGame {
    /// The game.
    pub game: Game,
    /// Engine scores of the moves, in centipawns from Red's point of view, where known. The list may be shorter than
    /// the game.
    pub scores: Vec<Option<Value>>,
}

impl From<Game> for IncomingGame {
    /// Takes the scores from the game's comments, as `chuhe annotate`, `chuhe match` and other programs write them:
    /// `[%eval 0.35]` or `+0.35/12 1.2s`.
    fn from(game: Game) -> Self {
        let first = game.start.side_to_move();
        let movers = [first, !first].into_iter().cycle();
        let scored = movers.zip(&game.line.moves);
        let scores = scored.map(|(mover, played)| score_in(&played.comment, mover)).collect();
        Self { game, scores }
    }
}

/// The columns that are derived from the game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The FEN of the start; `None` for the start position.
    pub(super) start: Option<String>,
    pub(super) result: u8,
    pub(super) moves: Vec<u8>,
    pub(super) scores: Option<Vec<u8>>,
    /// The tags that have no column of their own, as a JSON list of pairs.
    pub(super) tags: Option<String>,
    /// The whole game as PGN if it has comments, glyphs or variations.
    pub(super) notes: Option<String>,
    pub(super) identity: i64,
    pub(super) headers: FoldedHeaders,
}

impl Record {
    /// # Errors
    /// If a move is illegal, or there are too many moves.
    pub(super) fn new(incoming: &IncomingGame) -> Result<Self, WriteError> {
        let game = &incoming.game;
        let fen = game.start.fen();
        let moves = pack(game.moves());
        let identity = identity(&fen, &moves);
        let start = (fen != START_FEN).then_some(fen);
        let others = game.tags.iter().filter(|(name, value)| {
            let is_column = COLUMN_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name));
            !is_column && !value.is_empty() && game.known_tag(name).is_some()
        });
        let others: Vec<_> = others.collect();
        let tags = (!others.is_empty()).then(|| serde_json::json!(others).to_string());
        let notes =
            if is_plain(&game.line) { None } else { Some(pgn::write(game, MoveFormat::Iccs)?) };
        let has_scores = incoming.scores.iter().any(Option::is_some);
        let scores = has_scores.then(|| pack_scores(&incoming.scores, game.line.moves.len()));
        let result = result_code(game.outcome);
        let headers = Headers::new(
            ["Red", "Black", "Event", "Date", "Round"]
                .map(|name| game.known_tag(name).map(str::trim)),
            result,
        );
        let headers = headers.folded();
        Ok(Self { start, result, moves, scores, tags, notes, identity, headers })
    }
}

/// Whether a line consists only of moves.
fn is_plain(line: &Line) -> bool {
    line.comment.is_empty()
        && line.moves.iter().all(|played| {
            played.comment.is_empty() && played.glyphs.is_empty() && played.variations.is_empty()
        })
}

/// The code of a result in the file.
pub(super) const fn result_code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Unknown => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    }
}

pub(super) const fn outcome_of(code: u8) -> Outcome {
    match code {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        _ => Outcome::Unknown,
    }
}

/// The code of a move in the file, never 0.
pub(super) const fn move_code(mv: Move) -> u16 {
    (mv.from().dense() * Square::COUNT + mv.to().dense()) as u16
}

/// The move with this code, if it is valid.
pub(super) fn move_of(code: u16) -> Option<Move> {
    let code = usize::from(code);
    let (from, to) = (square(code / Square::COUNT)?, square(code % Square::COUNT)?);
    (from != to).then(|| Move::new(from, to))
}

fn square(dense: usize) -> Option<Square> {
    (dense < Square::COUNT).then(|| Square::new((dense % 9) as u8, (dense / 9) as u8))
}

/// Moves as bytes. Only the first byte of each move has its highest bit set, so a sequence of moves can be searched as
/// bytes.
pub(super) fn pack(moves: impl Iterator<Item = Move>) -> Vec<u8> {
    moves.flat_map(|mv| packed(move_code(mv))).collect()
}

const fn packed(code: u16) -> [u8; 2] {
    [0x80 | (code >> 6) as u8, (code & 0x3f) as u8]
}

/// The codes of packed moves; [`NO_MOVE`] for invalid ones.
pub(super) fn codes(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.chunks(2).map(|pair| match *pair {
        [high, low] if high & 0x80 != 0 && low < 0x40 => {
            u16::from(high & 0x7f) << 6 | u16::from(low)
        }
        _ => NO_MOVE,
    })
}

fn pack_scores(scores: &[Option<Value>], moves: usize) -> Vec<u8> {
    let scores = scores.iter().copied().chain(std::iter::repeat(None)).take(moves);
    scores
        .map(|score| score.map_or(NO_SCORE, |score| score.clamp(-MATE, MATE) as i16))
        .flat_map(i16::to_le_bytes)
        .collect()
}

/// The score of a move from Red's point of view, if any.
pub(super) fn score_at(bytes: &[u8], ply: usize) -> Option<i16> {
    let pair = *bytes.get(2 * ply..)?.first_chunk::<2>()?;
    Some(i16::from_le_bytes(pair)).filter(|&score| score != NO_SCORE)
}

/// A position in a stored game.
#[derive(Debug)]
pub(super) struct ReplayPoint<'a> {
    pub(super) position: &'a Position,
    pub(super) key: PositionKey,
    /// The number of moves played before the position.
    pub(super) ply: u32,
    /// The next move; `None` at the end of the game.
    pub(super) next: Option<Move>,
}

impl ReplayPoint<'_> {
    /// The code of the next move, in the form stored with the key.
    pub(super) fn kept(&self) -> u16 {
        self.next.map_or(NO_MOVE, |mv| move_code(self.key.kept(mv)))
    }
}

/// Replays a stored game and passes every position to `see`.
///
/// # Errors
/// If the start position is invalid, or a move is illegal.
pub(super) fn replay(
    start: Option<&str>,
    moves: &[u8],
    mut see: impl FnMut(&ReplayPoint<'_>),
) -> Result<(), GameFault> {
    let mut position = start_of(start)?;
    let mut tracker = KeyTracker::new(position.board());
    let mut next = codes(moves);
    let mut ply = 0;
    loop {
        let code = next.next();
        let mv = code.and_then(move_of);
        if code.is_some() && mv.is_none_or(|mv| !position.is_legal(mv)) {
            return Err(GameFault::Move { ply: ply + 1 });
        }
        let key = tracker.key(position.side_to_move());
        see(&ReplayPoint { position: &position, key, ply, next: mv });
        let Some(mv) = mv else { return Ok(()) };
        position.make_unchecked(mv, &mut tracker);
        ply += 1;
    }
}

/// The start position of a stored game.
pub(super) fn start_of(fen: Option<&str>) -> Result<Position, GameFault> {
    match fen {
        None => Ok(Position::startpos()),
        Some(fen) => Position::from_fen(fen).map_err(GameFault::Start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_number() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!(move_of(move_code(mv)), Some(mv));
            }
        }
        assert_eq!((move_of(NO_MOVE), move_of(8100), move_of(u16::MAX)), (None, None, None));
    }

    #[test]
    fn games_that_differ_in_a_counter_are_the_same_and_in_a_move_are_not() {
        let identity = |fen: &str, moves: &str| {
            let mut game = Game::new(Position::from_fen(fen).unwrap());
            for mv in moves.split(' ') {
                game.line.push(mv.parse().unwrap());
            }
            Record::new(&game.into()).unwrap().identity
        };
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert_eq!(identity(fen, "a0a1"), identity(&fen.replace("0 1", "4 9"), "a0a1"));
        assert_ne!(identity(fen, "a0a1"), identity(fen, "a0a2"));
        assert_ne!(identity(fen, "a0a1"), identity(&fen.replace("R3", "1R2"), "a0a1"));
    }

    #[test]
    fn only_games_beyond_a_move_list_are_kept_as_text() {
        let record = |text: &str| {
            let game = pgn::read(text).next().unwrap().unwrap();
            Record::new(&game.into()).unwrap()
        };
        let plain = record("[Red \"A\"]\n[Site \"Paris\"]\n[Opening \"?\"]\n\n1. h2e2 h9g7 1-0");
        assert_eq!(plain.tags.as_deref(), Some(r#"[["Site","Paris"]]"#));
        assert_eq!((plain.notes, plain.scores, plain.result), (None, None, 1));
        assert_eq!(codes(&plain.moves).filter_map(move_of).count(), 2);
        for text in ["1. h2e2 {well} *", "1. h2e2! *", "1. h2e2 (1. h0g2) *", "{x} 1. h2e2 *"] {
            let notes = record(text).notes.unwrap();
            let back = pgn::read(&notes).next().unwrap().unwrap();
            assert_eq!(back, pgn::read(text).next().unwrap().unwrap());
        }
    }

    #[test]
    fn damaged_moves_are_refused_where_they_are() {
        let moves = pack(["h2e2", "h9g7"].into_iter().map(|mv| mv.parse().unwrap()));
        let mut points = Vec::new();
        replay(None, &moves, |point| points.push((point.ply, point.next.is_some()))).unwrap();
        assert_eq!(points, [(0, true), (1, true), (2, false)]);
        for bad in [[0, 0], [255, 255], moves[..2].try_into().unwrap()] {
            let moves = [&moves[..2], &bad].concat();
            let fault = replay(None, &moves, |_| {}).unwrap_err();
            assert_eq!(fault, GameFault::Move { ply: 2 });
        }
        let fault = replay(Some("nonsense"), &moves, |_| {}).unwrap_err();
        assert!(matches!(fault, GameFault::Start(_)), "{fault}");
    }
}
