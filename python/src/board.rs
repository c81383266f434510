//! Positions, with the moves that led to them.

use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_engine::board::{self, Position};
use chuhe_engine::engine::config::THREADS;
use chuhe_engine::notation::diagram::{Diagram, Pieces};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::notation::{line_texts, move_text, parse_move, play_words};
use chuhe_engine::rules::{self, Ending, JudgementReport};
use chuhe_engine::types::{self, MoveList, Value};
use chuhe_formats::position_text::position_from_text;
use chuhe_review::picture::{self, Faces, Picture, Theme};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};

use crate::convert::{
    Color, MoveLike, Notation, choice, color_name, json, parallel, rules, square,
};
use crate::errors::{bad_fen, bad_move_text, bad_value, bad_word, class, illegal};
use crate::interrupt::interruptible;
use crate::moves::Move;

/// The maximum length of a game in plies, the same as in game files.
const PLIES_MAX: usize = 10_000;
/// A bound in centipawns that no exchange can exceed.
const EXCHANGE_MAX: Value = 10_000;

/// A position, with the moves that led to it. Boards are equal if their positions are. As they change, they cannot be
/// keys of dictionaries; use `key` or `fen` instead.
///
/// ``Board()`` is the start position. ``Board(text)`` takes a FEN, or the address of a web page that contains one.
/// Moves are :class:`Move` objects or text in any notation: ``h2e2``, ``H2-E2``, ``C2.5``, ``炮二平五``.
///
/// Two boards are equal if their FENs are equal, whatever moves led to them. Do not change a board that is used as a
/// dictionary key.
#[pyclass(eq, module = "chuhe")]
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) position: Position,
}

/// Ignores the moves that led to the positions.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        // Different keys settle most cases quickly.
        self.position.key() == other.position.key() && self.position.fen() == other.position.fen()
    }
}

impl Board {
    pub(crate) fn new_of(position: Position) -> Self {
        Self { position }
    }

    /// The legal move that a move object or text stands for.
    pub(crate) fn find(&self, mv: &MoveLike) -> PyResult<types::Move> {
        let position = &self.position;
        match mv {
            MoveLike::Move(mv) => {
                position.check_move(*mv).map_err(|error| illegal(&error, *mv, position))?;
                Ok(*mv)
            }
            MoveLike::Text(text) => {
                // `check_move` reports why a move in coordinates is illegal.
                if let Ok(mv) = iccs::parse(text, Ranks::FromZero) {
                    return self.find(&MoveLike::Move(mv));
                }
                parse_move(position, text, Ranks::FromZero)
                    .map_err(|error| bad_move_text(&error, text, position))
            }
        }
    }

    /// The position before the first move.
    fn start(&self) -> Position {
        let mut start = self.position.clone();
        while !start.history().is_empty() {
            start.unmake(&mut ());
        }
        start
    }

    fn played(&self) -> impl Iterator<Item = types::Move> + '_ {
        self.position.history().iter().filter_map(|undo| undo.mv)
    }

    fn check_length(&self, more: usize) -> PyResult<()> {
        if self.position.history().len() + more > PLIES_MAX {
            let text = format!("a game has at most {PLIES_MAX} plies");
            return Err(class::IllegalMoveError::new_err((
                text,
                None::<String>,
                self.position.fen(),
            )));
        }
        Ok(())
    }

    fn list(moves: MoveList) -> Vec<Move> {
        moves.into_iter().map(Move).collect()
    }
}

/// The highest value in centipawns for which `is_reached` holds, found by bisection.
fn largest_reached(is_reached: impl Fn(Value) -> bool) -> Value {
    let (mut low, mut high) = (-EXCHANGE_MAX, EXCHANGE_MAX);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if is_reached(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        let position = match fen {
            None => Position::startpos(),
            Some(text) => position_from_text(text).map_err(|error| bad_fen(&error))?,
        };
        Ok(Self { position })
    }

    /// The FEN, including the move counters.
    #[getter]
    fn fen(&self) -> String {
        self.position.fen()
    }

    /// The side to move, ``'red'`` or ``'black'``.
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.position.side_to_move())
    }

    /// The number of plies from move 1 with Red to move, computed from the move number in the FEN.
    #[getter]
    fn ply(&self) -> u32 {
        self.position.game_ply()
    }

    /// The number of the current move, as in the FEN.
    #[getter]
    fn move_number(&self) -> u32 {
        self.position.game_ply() / 2 + 1
    }

    /// Plies since the last capture.
    #[getter]
    fn plies_since_capture(&self) -> u16 {
        self.position.plies_since_capture()
    }

    /// The 64-bit Zobrist key of the pieces and the side to move. It is the same in every run.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The Zobrist key of the pawns alone.
    #[getter]
    fn pawn_key(&self) -> u64 {
        self.position.board().pawn_key()
    }

    /// The moves played on this board so far.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.played().map(Move).collect()
    }

    /// The position before the first of :attr:`moves`.
    #[getter]
    fn root(&self) -> Self {
        Self { position: self.start() }
    }

    /// All legal moves, in no particular order.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        Self::list(self.position.legal_moves())
    }

    /// The legal moves that capture.
    #[getter]
    fn legal_captures(&self) -> Vec<Move> {
        let board = self.position.board();
        let mut moves = self.position.legal_moves();
        moves.retain(|mv| board.captured_piece(*mv).is_some());
        Self::list(moves)
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: MoveLike) -> bool {
        self.find(&r#move).is_ok()
    }

    /// The legal move that a text in any notation stands for.
    fn parse(&self, text: String) -> PyResult<Move> {
        self.find(&MoveLike::Text(text)).map(Move)
    }

    /// The text of a legal move in a notation.
    #[pyo3(signature = (r#move, notation = Notation::default()), text_signature = "($self, move, notation='coordinates')")]
    fn text(&self, r#move: MoveLike, notation: Notation) -> PyResult<String> {
        let mv = self.find(&r#move)?;
        Ok(move_text(self.position.board(), mv, notation.0).to_string())
    }

    /// The texts of consecutive legal moves, the first played from this position.
    #[pyo3(signature = (moves, notation = Notation::default()), text_signature = "($self, moves, notation='coordinates')")]
    fn line(&self, moves: Vec<MoveLike>, notation: Notation) -> PyResult<Vec<String>> {
        let mut here = self.clone();
        let mut line = Vec::with_capacity(moves.len());
        for mv in &moves {
            let mv = here.find(mv)?;
            here.check_length(1)?;
            here.position.make_unchecked(mv, &mut ());
            line.push(mv);
        }
        Ok(line_texts(&self.position, &line, notation.0))
    }

    /// Plays a move and returns it.
    fn push(&mut self, r#move: MoveLike) -> PyResult<Move> {
        self.check_length(1)?;
        let mv = self.find(&r#move)?;
        self.position.make_unchecked(mv, &mut ());
        Ok(Move(mv))
    }

    /// Plays the moves in a text and returns them. The moves may be in any notation, separated by blanks or commas;
    /// move numbers are skipped.
    ///
    /// If any move cannot be played, none is.
    fn push_text(&mut self, text: &str) -> PyResult<Vec<Move>> {
        let before = self.position.history().len();
        // Every move has at least two characters.
        if text.len() / 2 > PLIES_MAX {
            self.check_length(text.split_whitespace().count())?;
        }
        let position = play_words(&self.position, text, None).map_err(|error| bad_word(&error))?;
        let more = position.history().len() - before;
        self.check_length(more)?;
        self.position = position;
        Ok(self.played().skip(before).map(Move).collect())
    }

    /// Takes back the last move and returns it. Raises :class:`IndexError` if no move has been played.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.peek()?;
        self.position.unmake(&mut ());
        Ok(mv)
    }

    /// The last move played. Raises :class:`IndexError` if no move has been played.
    fn peek(&self) -> PyResult<Move> {
        let last = self.played().last();
        last.map(Move).ok_or_else(|| PyIndexError::new_err("no move has been played on this board"))
    }

    /// A copy of the board, including the moves that led to the position.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The FEN letter of the piece on a square, upper case for Red; ``None`` if the square is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let piece = self.position.board().piece_at(self::square(square)?);
        Ok(piece.map(types::Piece::letter))
    }

    /// The FEN letters of all pieces, keyed by square.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut pieces: Vec<_> = self.position.board().pieces().collect();
        pieces.sort_by_key(|&(_, square)| square);
        let by_square = PyDict::new(py);
        for (piece, square) in pieces {
            by_square.set_item(square.to_string(), piece.letter())?;
        }
        Ok(by_square)
    }

    /// The square of a side's king.
    fn king(&self, color: Color) -> String {
        self.position.board().king(color.0).to_string()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// The squares of the pieces giving check.
    #[getter]
    fn checkers(&self) -> Vec<String> {
        self.position.board().checkers().iter().map(ToString::to_string).collect()
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: MoveLike) -> PyResult<bool> {
        let mv = self.find(&r#move)?;
        Ok(self.position.board().gives_check(mv))
    }

    /// Whether a legal move captures a piece.
    fn is_capture(&self, r#move: MoveLike) -> PyResult<bool> {
        let mv = self.find(&r#move)?;
        Ok(self.position.board().captured_piece(mv).is_some())
    }

    /// The squares of a side's pieces that could move to a square, whichever side is to move and even if the move would
    /// expose their own king. Empty if a piece of that side is on the square.
    fn attackers(&self, color: Color, square: &str) -> PyResult<Vec<String>> {
        let board = self.position.board();
        let target = self::square(square)?;
        if board.piece_at(target).is_some_and(|piece| piece.color() == color.0) {
            return Ok(Vec::new());
        }
        let own = board.pieces_of(color.0).into_iter().filter(|&id| board.reaches(id, target));
        let mut from: Vec<_> = own.filter_map(|id| board.square_of_id(id)).collect();
        from.sort();
        Ok(from.iter().map(ToString::to_string).collect())
    }

    /// The static exchange evaluation of a legal move: the material gained or lost by captures on its destination
    /// square, in centipawns from the mover's point of view.
    fn see(&self, r#move: MoveLike) -> PyResult<Value> {
        let mv = self.find(&r#move)?;
        Ok(largest_reached(|threshold| self.position.board().see_ge(mv, threshold)))
    }

    /// Judges the game on this board: whether it is over, and why.
    ///
    /// ``rules`` selects the repetition rules: ``'asian'``, ``'chinese'`` or ``'computer'``. The game is drawn after
    /// ``draw_moves`` full moves without a capture; 0 disables this rule.
    #[pyo3(signature = (rules = "asian", draw_moves = 60))]
    fn judge(&self, rules: &str, draw_moves: u16) -> PyResult<Judgement> {
        let rules = self::rules(rules, draw_moves)?;
        Ok(Judgement::of(&rules::judge(&self.position, &rules), self.position.fen()))
    }

    /// Whether the game is over; :meth:`judge` also returns the reason.
    #[pyo3(signature = (rules = "asian", draw_moves = 60))]
    fn is_game_over(&self, rules: &str, draw_moves: u16) -> PyResult<bool> {
        Ok(rules::ending(&self.position, &self::rules(rules, draw_moves)?).is_some())
    }

    /// The result according to the rules: ``'1-0'``, ``'0-1'``, ``'1/2-1/2'``, or ``'*'`` for an unfinished game.
    #[pyo3(signature = (rules = "asian", draw_moves = 60))]
    fn result(&self, rules: &str, draw_moves: u16) -> PyResult<&'static str> {
        Ok(result_text(rules::ending(&self.position, &self::rules(rules, draw_moves)?)))
    }

    /// The number of legal move sequences of ``depth`` plies. Ctrl-C interrupts the count only if ``threads`` is 1.
    #[pyo3(signature = (depth, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.count(py, depth, threads)?.into_iter().map(|(_, nodes)| nodes).sum())
    }

    /// The perft count for each legal move, from depth 1. Ctrl-C interrupts the count only if ``threads`` is 1.
    #[pyo3(signature = (depth, threads = 1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        if depth == 0 {
            return Err(bad_value("depth must be at least 1"));
        }
        let counts = PyDict::new(py);
        for (mv, nodes) in self.count(py, depth, threads)? {
            counts.set_item(Move(mv), nodes)?;
        }
        Ok(counts)
    }

    /// The board as an SVG document.
    ///
    /// ``arrows`` are moves or texts such as ``'h2e2:red'``; ``marks`` are squares such as ``'e4'`` or
    /// ``'e4:#0080ff'``. ``last_move`` highlights the last move played.
    #[pyo3(signature = (*, arrows = Vec::new(), marks = Vec::new(), last_move = true, flip = false, pieces = "chinese",
                        coordinates = true, theme = "wood"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn svg(
        &self,
        arrows: Vec<MoveLike>,
        marks: Vec<String>,
        last_move: bool,
        flip: bool,
        pieces: &str,
        coordinates: bool,
        theme: &str,
    ) -> PyResult<String> {
        let arrow = |arrow: &MoveLike| match arrow {
            MoveLike::Move(mv) => mv.to_string().parse(),
            MoveLike::Text(text) => text.parse(),
        };
        let arrows: Result<_, picture::MarkError> = arrows.iter().map(arrow).collect();
        let marks: Result<_, picture::MarkError> = marks.iter().map(|mark| mark.parse()).collect();
        let bad = |error: picture::MarkError| bad_value(error.to_string());
        let picture = Picture {
            arrows: arrows.map_err(bad)?,
            marks: marks.map_err(bad)?,
            last_move: self.played().last().filter(|_| last_move),
            flipped: flip,
            faces: choice(
                "pieces",
                pieces,
                [("chinese", Faces::Chinese), ("letters", Faces::Letters)],
            )?,
            theme: choice("theme", theme, [("wood", Theme::Wood), ("print", Theme::Print)])?,
            coordinates,
            ..Picture::new(self.position.board())
        };
        Ok(picture.svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let svg = self.svg(Vec::new(), Vec::new(), true, false, "chinese", true, "wood")?;
        // Keeps the board from filling the window of a notebook.
        Ok(svg.replacen("<svg ", "<svg style=\"max-width:24em;height:auto\" ", 1))
    }

    /// The board as ten lines of text, with the pieces as letters or Chinese characters.
    #[pyo3(signature = (*, pieces = "letters", flip = false))]
    fn diagram(&self, pieces: &str, flip: bool) -> PyResult<String> {
        let styles = [("chinese", Pieces::Chinese), ("letters", Pieces::Letters)];
        let pieces = choice("pieces", pieces, styles)?;
        let last_move = self.played().last();
        let diagram = Diagram { pieces, last_move, ..Diagram::new(self.position.board()) };
        Ok(Diagram { flipped: flip, ..diagram }.to_string())
    }

    fn __str__(&self) -> PyResult<String> {
        self.diagram("letters", false)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.position.fen())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.start().fen(),)
    }

    fn __getstate__(&self) -> Vec<u16> {
        self.played().map(types::Move::bits).collect()
    }

    fn __setstate__(&mut self, moves: Vec<u16>) -> PyResult<()> {
        for bits in moves {
            let mv = types::Move::from_bits(bits).ok_or_else(|| bad_value("0 is not a move"))?;
            self.push(MoveLike::Move(mv))?;
        }
        Ok(())
    }

    /// The pieces as 90 bytes, from the point of view of the side to move: ranks from that side's back rank on, each
    /// from file a to file i. An empty square is 0. Its king, advisors, elephants, horses, rooks, cannons and pawns are
    /// 1 to 7, the opponent's 8 to 14.
    fn _codes(&self) -> Vec<u8> {
        crate::data::codes(&self.position)
    }
}

impl Board {
    fn count(
        &self,
        py: Python<'_>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Vec<(types::Move, u64)>> {
        if depth > board::PERFT_DEPTH_MAX {
            return Err(bad_value(format!(
                "perft depth must be at most {}",
                board::PERFT_DEPTH_MAX
            )));
        }
        let threads = parallel("threads", threads, THREADS.max as usize)?.get();
        let position = self.position.clone();
        let position = &position;
        let moves: Vec<types::Move> = position.legal_moves().into_iter().collect();
        // Counts each move separately if there is one thread, to react to Ctrl-C.
        if threads == 1 {
            return interruptible(py, move |stop| {
                let mut counts = Vec::with_capacity(moves.len());
                for mv in moves {
                    counts.push((mv, count_unless(&mut after(position, mv), depth - 1, stop)));
                }
                Ok(counts)
            });
        }
        Ok(py.detach(|| board::divide(position, depth, threads)))
    }
}

fn after(position: &Position, mv: types::Move) -> Position {
    let mut after = position.clone();
    after.make_unchecked(mv, &mut ());
    after
}

/// Counts like perft, but returns early with a wrong count once `stop` is set.
fn count_unless(position: &mut Position, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    // A count of four plies takes less than a second.
    if depth <= 4 {
        return board::perft(position, depth);
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        position.make_unchecked(mv, &mut ());
        nodes += count_unless(position, depth - 1, stop);
        position.unmake(&mut ());
    }
    nodes
}

fn result_text(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "*",
        Some(Ending { winner: None, .. }) => "1/2-1/2",
        Some(Ending { winner: Some(types::Color::Red), .. }) => "1-0",
        Some(Ending { winner: Some(types::Color::Black), .. }) => "0-1",
    }
}

/// Whether a game is over, and why. ``str()`` explains the verdict in a sentence.
#[pyclass(frozen, module = "chuhe")]
#[derive(Debug)]
pub(crate) struct Judgement {
    ending: Option<Ending>,
    text: String,
    report: String,
}

impl Judgement {
    pub(crate) fn of(judgement: &rules::Judgement, fen: String) -> Self {
        let report = JudgementReport::new(judgement, fen);
        Self {
            ending: judgement.ending,
            text: judgement.to_string(),
            report: serde_json::to_string(&report).unwrap_or_default(),
        }
    }
}

#[pymethods]
impl Judgement {
    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// The winner, ``'red'`` or ``'black'``; ``None`` for a draw or an unfinished game.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.ending?.winner.map(color_name)
    }

    /// The result: ``'1-0'``, ``'0-1'``, ``'1/2-1/2'``, or ``'*'`` for an unfinished game.
    #[getter]
    fn result(&self) -> &'static str {
        result_text(self.ending)
    }

    /// The rule that ended the game, such as ``'perpetual check'``.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.ending.map(|ending| ending.reason.name())
    }

    /// The full verdict as plain values, including the repeated moves and the nature of each.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, &self.report)
    }

    fn __bool__(&self) -> bool {
        self.is_over()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Judgement {}>", self.text)
    }
}
