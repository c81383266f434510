//! Positions with the moves that led to them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_engine::board::{self, Position};
use chuhe_engine::notation::diagram::{Diagram, Pieces};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::notation::{line_texts, move_text, parse_move, play_words, position_from_text};
use chuhe_engine::rules::{self, Ending, JudgementReport};
use chuhe_engine::types::{self, MoveList, Value};
use chuhe_review::picture::{self, Faces, Picture, Theme};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};

use crate::convert::{Color, MoveLike, Notation, color_name, json, rules, square};
use crate::errors::{bad_fen, bad_move_text, bad_value, bad_word, class, illegal};
use crate::interrupt::interruptible;
use crate::moves::Move;

/// The longest game, in plies, as in files.
const PLIES_MAX: usize = 10_000;
/// Beyond any exchange, in centipawns.
const EXCHANGE_MAX: Value = 10_000;

/// A position, with the moves that led to it.
///
/// ``Board()`` is the start position; a FEN, or the address of a web page with one in it, gives another. Moves are
/// :class:`Move` or text in any notation: ``h2e2``, ``H2-E2``, ``C2.5``, ``炮二平五``.
///
/// Two boards are equal if their FENs are equal, whichever moves led there. A board that is a dictionary key must not
/// be changed.
#[pyclass(eq, module = "chuhe")]
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) position: Position,
}

/// Ignores the moves that led there.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        // Most boards differ in their keys.
        self.position.key() == other.position.key() && self.position.fen() == other.position.fen()
    }
}

impl Board {
    pub(crate) fn new_of(position: Position) -> Self {
        Self { position }
    }

    /// The legal move that a value stands for.
    pub(crate) fn find(&self, mv: &MoveLike) -> PyResult<types::Move> {
        let position = &self.position;
        match mv {
            MoveLike::Move(mv) => {
                position.check_move(*mv).map_err(|error| illegal(&error, *mv, position))?;
                Ok(*mv)
            }
            MoveLike::Text(text) => {
                // The board can explain why coordinates cannot be played.
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

/// A score in centipawns, found from the thresholds that it reaches.
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

    /// The FEN, with both counters.
    #[getter]
    fn fen(&self) -> String {
        self.position.fen()
    }

    /// The side to move, ``'red'`` or ``'black'``.
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.position.side_to_move())
    }

    /// Plies since move 1 with Red to move, from the move number of the FEN.
    #[getter]
    fn ply(&self) -> u32 {
        self.position.game_ply()
    }

    /// The number of the move, as in the FEN.
    #[getter]
    fn move_number(&self) -> u32 {
        self.position.game_ply() / 2 + 1
    }

    /// Plies since the last capture.
    #[getter]
    fn plies_since_capture(&self) -> u16 {
        self.position.plies_since_capture()
    }

    /// The Zobrist key of pieces and side to move, 64 bits. It is the same in every run.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The key of the pawns alone.
    #[getter]
    fn pawn_key(&self) -> u64 {
        self.position.board().pawn_key()
    }

    /// The moves played so far.
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

    /// The legal move that a text stands for, in any notation.
    fn parse(&self, text: String) -> PyResult<Move> {
        self.find(&MoveLike::Text(text)).map(Move)
    }

    /// The text of a legal move.
    #[pyo3(signature = (r#move, notation = Notation::default()), text_signature = "($self, move, notation='coordinates')")]
    fn text(&self, r#move: MoveLike, notation: Notation) -> PyResult<String> {
        let mv = self.find(&r#move)?;
        Ok(if notation.is_plain {
            mv.to_string()
        } else {
            move_text(self.position.board(), mv, notation.format).to_string()
        })
    }

    /// The texts of consecutive moves from here.
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
        Ok(if notation.is_plain {
            line.iter().map(ToString::to_string).collect()
        } else {
            line_texts(&self.position, &line, notation.format)
        })
    }

    /// Plays a move and returns it.
    fn push(&mut self, r#move: MoveLike) -> PyResult<Move> {
        self.check_length(1)?;
        let mv = self.find(&r#move)?;
        self.position.make_unchecked(mv, &mut ());
        Ok(Move(mv))
    }

    /// Plays the moves of a text: any notation, separated by blanks or commas; move numbers are skipped. Returns the
    /// moves.
    ///
    /// If one of them cannot be played, none is.
    fn push_text(&mut self, text: &str) -> PyResult<Vec<Move>> {
        let before = self.position.history().len();
        // A move has two characters at least.
        if text.len() / 2 > PLIES_MAX {
            self.check_length(text.split_whitespace().count())?;
        }
        let position = play_words(&self.position, text, None).map_err(|error| bad_word(&error))?;
        let more = position.history().len() - before;
        self.check_length(more)?;
        self.position = position;
        Ok(self.played().skip(before).map(Move).collect())
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.peek()?;
        self.position.unmake(&mut ());
        Ok(mv)
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.played().last();
        last.map(Move).ok_or_else(|| PyIndexError::new_err("no move has been played on this board"))
    }

    /// A copy, with the moves that led here.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The FEN letter of the piece on a square, upper case for Red; ``None`` if it is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let piece = self.position.board().piece_at(self::square(square)?);
        Ok(piece.map(types::Piece::letter))
    }

    /// The FEN letters of all pieces by their squares.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut pieces: Vec<_> = self.position.board().pieces().collect();
        pieces.sort_by_key(|&(_, square)| square);
        let by_square = PyDict::new(py);
        for (piece, square) in pieces {
            by_square.set_item(square.to_string(), piece.letter())?;
        }
        Ok(by_square)
    }

    /// The square of a king.
    fn king(&self, color: Color) -> String {
        self.position.board().king(color.0).to_string()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// The squares of the pieces that give check.
    #[getter]
    fn checkers(&self) -> Vec<String> {
        self.position.board().checkers().iter().map(ToString::to_string).collect()
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: MoveLike) -> PyResult<bool> {
        let mv = self.find(&r#move)?;
        Ok(self.position.board().gives_check(mv))
    }

    /// Whether a legal move captures.
    fn is_capture(&self, r#move: MoveLike) -> PyResult<bool> {
        let mv = self.find(&r#move)?;
        Ok(self.position.board().captured_piece(mv).is_some())
    }

    /// The squares of a side's pieces that can move to a square, regardless of whose turn it is and of their own king's
    /// safety. Empty if one of their own pieces is on the square.
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

    /// What a legal move wins or loses by captures on its destination square, in centipawns: the static exchange
    /// evaluation.
    fn see(&self, r#move: MoveLike) -> PyResult<Value> {
        let mv = self.find(&r#move)?;
        Ok(largest_reached(|threshold| self.position.board().see_ge(mv, threshold)))
    }

    /// Judges the game that led here: whether it is over, and why.
    ///
    /// ``rules`` are the repetition rules: ``'asian'``, ``'chinese'`` or ``'computer'``; after ``draw_moves`` full
    /// moves without a capture the game is drawn, 0 for never.
    #[pyo3(signature = (rules = "asian", draw_moves = 60))]
    fn judge(&self, rules: &str, draw_moves: u16) -> PyResult<Judgement> {
        let rules = self::rules(rules, draw_moves)?;
        Ok(Judgement::of(&rules::judge(&self.position, &rules), self.position.fen()))
    }

    /// Whether the game is over; :meth:`judge` says why.
    #[pyo3(signature = (rules = "asian", draw_moves = 60))]
    fn is_game_over(&self, rules: &str, draw_moves: u16) -> PyResult<bool> {
        Ok(rules::ending(&self.position, &self::rules(rules, draw_moves)?).is_some())
    }

    /// The result by the rules: ``'1-0'``, ``'0-1'``, ``'1/2-1/2'``, or ``'*'`` for an unfinished game.
    #[pyo3(signature = (rules = "asian", draw_moves = 60))]
    fn result(&self, rules: &str, draw_moves: u16) -> PyResult<&'static str> {
        Ok(result_text(rules::ending(&self.position, &self::rules(rules, draw_moves)?)))
    }

    /// The number of move sequences of this many plies. Ctrl-C interrupts it only on one thread.
    #[pyo3(signature = (depth, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.count(py, depth, threads)?.into_iter().map(|(_, nodes)| nodes).sum())
    }

    /// The perft count of each legal move. Ctrl-C interrupts it only on one thread.
    #[pyo3(signature = (depth, threads = 1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        if depth == 0 {
            return Err(bad_value("moves are counted from depth 1 on"));
        }
        let counts = PyDict::new(py);
        for (mv, nodes) in self.count(py, depth, threads)? {
            counts.set_item(Move(mv), nodes)?;
        }
        Ok(counts)
    }

    /// The board as an SVG document.
    ///
    /// ``arrows`` are moves or texts such as ``'h2e2:red'``, ``marks`` squares such as ``'e4'`` or ``'e4:#0080ff'``.
    /// ``last_move`` marks the last move of the board.
    #[pyo3(signature = (*, arrows = Vec::new(), marks = Vec::new(), last_move = true, flipped = false, letters = false,
                        coordinates = true, print = false))]
    #[expect(
        clippy::fn_params_excessive_bools,
        clippy::too_many_arguments,
        reason = "keywords in Python"
    )]
    fn svg(
        &self,
        arrows: Vec<MoveLike>,
        marks: Vec<String>,
        last_move: bool,
        flipped: bool,
        letters: bool,
        coordinates: bool,
        print: bool,
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
            flipped,
            faces: if letters { Faces::Letters } else { Faces::Chinese },
            theme: if print { Theme::Print } else { Theme::Wood },
            coordinates,
            ..Picture::new(self.position.board())
        };
        Ok(picture.svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let svg = self.svg(Vec::new(), Vec::new(), true, false, false, true, false)?;
        // In a notebook the board should not fill the window.
        Ok(svg.replacen("<svg ", "<svg style=\"max-width:24em;height:auto\" ", 1))
    }

    /// The board as ten lines of text, in letters or in Chinese characters.
    #[pyo3(signature = (*, chinese = false, flipped = false))]
    fn diagram(&self, chinese: bool, flipped: bool) -> String {
        let pieces = if chinese { Pieces::Chinese } else { Pieces::Letters };
        let last_move = self.played().last();
        Diagram { pieces, flipped, last_move, ..Diagram::new(self.position.board()) }.to_string()
    }

    fn __str__(&self) -> String {
        self.diagram(false, false)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.position.fen())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.start().fen(),)
    }

    fn __getstate__(&self) -> Vec<u16> {
        self.played().map(types::Move::bits).collect()
    }

    fn __setstate__(&mut self, moves: Vec<u16>) -> PyResult<()> {
        for bits in moves {
            let mv = types::Move::from_bits(bits).ok_or_else(|| bad_value("0 is no move"))?;
            self.push(MoveLike::Move(mv))?;
        }
        Ok(())
    }

    /// The pieces as 90 bytes, from the point of view of the side to move: its back rank first, in each rank files a to
    /// i. 0 is empty; 1 to 7 are its own king, advisors, elephants, horses, rooks, cannons and pawns, 8 to 14 the
    /// opponent's.
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
        if !(1..=256).contains(&threads) {
            return Err(bad_value(format!("threads must be from 1 to 256, not {threads}")));
        }
        let position = self.position.clone();
        let position = &position;
        let moves: Vec<types::Move> = position.legal_moves().into_iter().collect();
        // Move by move on one thread, so that Ctrl-C is noticed.
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

/// Perft that ends early, with a wrong count, when told to stop.
fn count_unless(position: &mut Position, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    // This many plies take less than a second.
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

/// Whether a game is over, and why. ``str()`` explains it in a sentence.
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

    /// ``'red'``, ``'black'``, or ``None`` for a draw or an unfinished game.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.ending?.winner.map(color_name)
    }

    /// ``'1-0'``, ``'0-1'``, ``'1/2-1/2'`` or ``'*'``.
    #[getter]
    fn result(&self) -> &'static str {
        result_text(self.ending)
    }

    /// The rule that ended the game, such as ``'perpetual check'``.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.ending.map(|ending| ending.reason.name())
    }

    /// All reasons as plain values: the repeated moves, and what each of them does.
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
