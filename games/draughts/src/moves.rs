//! Generates the legal moves in a position.
//!
//! Captured pieces stay on the board until the capture is over: they may not be jumped twice, and a king cannot pass
//! them. The square that the moving piece has left counts as free. A man that only passes the far row during a capture
//! remains a man.

use crate::board::{Board, Move};
use crate::geometry::{Direction, bits};
use crate::variant::Color;

/// Appends every legal move: the captures if there are any, since they are compulsory, otherwise the other moves.
pub fn generate(board: &Board, moves: &mut Vec<Move>) {
    if has_captures(board) {
        let begin = moves.len();
        let mut capture = Capture::new(board, moves, begin);
        capture.generate();
    } else {
        generate_quiet(board, moves);
    }
}

/// The legal moves as a new list.
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    generate(board, &mut moves);
    moves
}

/// Whether the side to move must capture.
pub fn has_captures(board: &Board) -> bool {
    capturers(board) != 0
}

/// Whether the side to move has a legal move.
pub fn has_moves(board: &Board) -> bool {
    let (geometry, free) = (&board.rules().geometry, board.free());
    let (men, kings) = (board.men(board.side()), board.kings(board.side()));
    let man_moves =
        forward(board.side()).into_iter().any(|way| geometry.step(men, way) & free != 0);
    let king_moves = || Direction::ALL.into_iter().any(|way| geometry.step(kings, way) & free != 0);
    man_moves || king_moves() || has_captures(board)
}

/// The pieces of the side to move that can capture.
pub fn capturers(board: &Board) -> u64 {
    let rules = board.rules();
    let geometry = &rules.geometry;
    let (side, free) = (board.side(), board.free());
    let enemies = board.pieces(side.other());
    let (men, kings) = (board.men(side), board.kings(side));
    let mut found = 0;
    for way in Direction::ALL {
        let back = way.opposite();
        // From these squares a jump of two squares is a capture.
        let starts = geometry.step(geometry.step(free, back) & enemies, back);
        if rules.men_capture_backwards || forward(side).contains(&way) {
            found |= starts & men;
        }
        found |= starts & kings;
        if rules.kings_fly && kings & !found != 0 {
            // The squares from which a king reaches such a start over free squares.
            let mut line = starts & free;
            while line != 0 {
                line = geometry.step(line, back);
                found |= line & kings;
                line &= free;
            }
        }
    }
    found
}

fn generate_quiet(board: &Board, moves: &mut Vec<Move>) {
    let rules = board.rules();
    let geometry = &rules.geometry;
    let free = board.free();
    let side = board.side();
    for way in forward(side) {
        let targets = geometry.step(board.men(side), way) & free;
        for to in bits(targets) {
            let from = geometry.step(1 << to, way.opposite()).trailing_zeros() as u8;
            moves.push(Move { from, to, captured: 0 });
        }
    }
    for from in bits(board.kings(side)) {
        for way in Direction::ALL {
            let mut square = geometry.step(1 << from, way) & free;
            while square != 0 {
                moves.push(Move { from, to: square.trailing_zeros() as u8, captured: 0 });
                square = if rules.kings_fly { geometry.step(square, way) & free } else { 0 };
            }
        }
    }
}

/// The state of generating all captures in a position.
struct Capture<'a> {
    board: &'a Board,
    enemies: u64,
    /// The free squares, including the one that the capturing piece has left.
    free: u64,
    from: u8,
    is_king: bool,
    most: u32,
    /// The index at which the list of captures begins.
    begin: usize,
    moves: &'a mut Vec<Move>,
}

impl<'a> Capture<'a> {
    fn new(board: &'a Board, moves: &'a mut Vec<Move>, begin: usize) -> Self {
        let enemies = board.pieces(board.side().other());
        Self { board, enemies, free: 0, from: 0, is_king: false, most: 0, begin, moves }
    }

    fn generate(&mut self) {
        let kings = self.board.kings(self.board.side());
        for from in bits(capturers(self.board)) {
            self.from = from;
            self.is_king = kings >> from & 1 != 0;
            self.free = self.board.free() | 1 << from;
            self.go_on(1 << from, 0);
        }
    }

    fn go_on(&mut self, at: u64, captured: u64) {
        let mut is_over = true;
        let (board, is_king) = (self.board, self.is_king);
        jumps(board, is_king, at, self.enemies & !captured, self.free, |victim, landing| {
            is_over = false;
            self.go_on(landing, captured | victim);
        });
        if is_over && captured != 0 {
            self.add(Move { from: self.from, to: at.trailing_zeros() as u8, captured });
        }
    }

    fn add(&mut self, mv: Move) {
        if self.board.rules().largest_capture {
            let count = mv.captured.count_ones();
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.moves.truncate(self.begin);
            }
        }
        if !self.moves[self.begin..].contains(&mv) {
            self.moves.push(mv);
        }
    }
}

/// Calls `found` with every enemy that a piece of the side to move can jump from a square, and with each square on
/// which it can land.
fn jumps(
    board: &Board,
    is_king: bool,
    at: u64,
    enemies: u64,
    free: u64,
    mut found: impl FnMut(u64, u64),
) {
    let rules = board.rules();
    let geometry = &rules.geometry;
    let flies = is_king && rules.kings_fly;
    for way in Direction::ALL {
        if !is_king && !rules.men_capture_backwards && !forward(board.side()).contains(&way) {
            continue;
        }
        let mut victim = geometry.step(at, way);
        while flies && victim & free != 0 {
            victim = geometry.step(victim, way);
        }
        if victim & enemies == 0 {
            continue;
        }
        let mut landing = geometry.step(victim, way) & free;
        while landing != 0 {
            found(victim, landing);
            landing = if flies { geometry.step(landing, way) & free } else { 0 };
        }
    }
}

/// Every path of a capture, as the bits of the squares on which the piece stands, from first to last.
pub fn paths(board: &Board, mv: Move) -> Vec<Vec<u8>> {
    fn go_on(board: &Board, mv: Move, left: u64, path: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        let Some(&at) = path.last() else { return };
        if left == 0 {
            if at == mv.to {
                found.push(path.clone());
            }
            return;
        }
        let is_king = board.kings(board.side()) >> mv.from & 1 != 0;
        let free = board.free() | 1 << mv.from;
        jumps(board, is_king, 1 << at, left, free, |victim, landing| {
            path.push(landing.trailing_zeros() as u8);
            go_on(board, mv, left & !victim, path, found);
            path.pop();
        });
    }
    if !mv.is_capture() {
        return vec![vec![mv.from, mv.to]];
    }
    let mut found = Vec::new();
    go_on(board, mv, mv.captured, &mut vec![mv.from], &mut found);
    found
}

/// Counts the move sequences of this many plies.
pub fn perft(board: &Board, depth: u32) -> u64 {
    fn count(board: &Board, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
        moves.clear();
        generate(board, moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|&mv| count(&board.after(mv), depth - 1, deeper)).sum()
    }
    count(board, depth, &mut vec![Vec::new(); depth as usize])
}

const fn forward(side: Color) -> [Direction; 2] {
    match side {
        Color::White => Direction::UP,
        Color::Black => Direction::DOWN,
    }
}
