//! Finds the themes of a puzzle's solution that follow from the rules alone.

use chuhe_engine::board::{Board, Position, exchange_value};
use chuhe_engine::types::{Move, PieceType, Square, SquareSet};

/// A theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleTheme {
    /// The first move gives check.
    Check,
    /// The first move gives check with two or more pieces.
    DoubleCheck,
    /// The first move gives check only with another piece, whose line it opens.
    DiscoveredCheck,
    /// The first move attacks two targets with its piece, which captures one of them afterwards.
    Fork,
    /// The first move opens an attack by another piece, which captures afterwards.
    DiscoveredAttack,
    /// The first move gives up a piece for less than its value.
    Sacrifice,
    /// The first move neither captures nor gives check.
    QuietMove,
}

/// The minimum loss of material, in centipawns of exchange value, that makes giving up a piece a sacrifice.
const SACRIFICE: i32 = 200;

/// Returns the themes of a solution. `line` begins with the solution and may be longer.
pub(super) fn themes(start: &Position, solution: &[Move], line: &[Move]) -> Vec<PuzzleTheme> {
    let (before, first) = (start.board(), solution[0]);
    let mut after = start.clone();
    after.make_unchecked(first, &mut ());
    let checkers = after.board().checkers();
    let opens = |from, to| opens(before, after.board(), first, from, to);
    let king = after.board().king(after.side_to_move());
    let is_alone = !checkers.contains(&first.to());
    // This side's next move, if it is a legal capture.
    let capture = capture_next(&after, line);
    let themes = [
        (PuzzleTheme::Check, !checkers.is_empty()),
        (PuzzleTheme::DoubleCheck, checkers.len() > 1),
        (PuzzleTheme::DiscoveredCheck, is_alone && checkers.iter().any(|&from| opens(from, king))),
        (PuzzleTheme::Fork, capture.is_some_and(|mv| is_fork(&after, first, mv))),
        (PuzzleTheme::DiscoveredAttack, capture.is_some_and(|mv| opens(mv.from(), mv.to()))),
        (PuzzleTheme::Sacrifice, is_sacrifice(before, first, line)),
        (PuzzleTheme::QuietMove, checkers.is_empty() && before.captured_piece(first).is_none()),
    ];
    themes.into_iter().filter(|&(_, holds)| holds).map(|(theme, _)| theme).collect()
}

/// The side's second move, if it captures a piece other than one that the reply moved there.
fn capture_next(after: &Position, line: &[Move]) -> Option<Move> {
    let (&reply, &mv) = (line.get(1)?, line.get(2)?);
    (reply.to() != mv.to() && after.board().captured_piece(mv).is_some()).then_some(mv)
}

/// Whether the piece that moves first attacks two valuable targets and captures one of them next. Valuable targets are
/// the king and pieces worth more than a pawn.
fn is_fork(after: &Position, first: Move, capture: Move) -> bool {
    if capture.from() != first.to() {
        return false;
    }
    let board = after.board();
    let them = after.side_to_move();
    let targets = attacks(board, first.to()).squares().filter(|&square| {
        board.piece_at(square).is_some_and(|piece| {
            piece.color() == them && exchange_value(piece.kind()) > exchange_value(PieceType::Pawn)
        })
    });
    let targets: Vec<Square> = targets.collect();
    targets.len() > 1 && targets.contains(&capture.to())
}

/// Whether the first move, by leaving a square, opens an attack by the piece at `from` on a target. An attack by a
/// cannon for which the moved piece becomes the screen does not count, because nothing blocked that cannon before.
fn opens(before: &Board, after: &Board, first: Move, from: Square, target: Square) -> bool {
    let piece = after.piece_at(from).filter(|_| from != first.to());
    piece.is_some_and(|piece| {
        !attacks(before, from).contains(target)
            && attacks(after, from).contains(target)
            && (piece.kind() != PieceType::Cannon || lies_between(first.from(), from, target))
    })
}

/// Whether a square lies between two others on the same rank or file.
fn lies_between(square: Square, a: Square, b: Square) -> bool {
    let [(f, r), (fa, ra), (fb, rb)] = [square, a, b].map(|it| (it.file(), it.rank()));
    (f == fa && f == fb && is_between(r, ra, rb)) || (r == ra && r == rb && is_between(f, fa, fb))
}

fn is_between(x: u8, a: u8, b: u8) -> bool {
    a.min(b) < x && x < a.max(b)
}

/// Whether the piece that moves first is captured at once, for clearly less than its value.
fn is_sacrifice(before: &Board, first: Move, line: &[Move]) -> bool {
    let is_taken = line.get(1).is_some_and(|reply| reply.to() == first.to());
    is_taken
        && value_of(before.moved_piece(first)) - value_of(before.captured_piece(first)) >= SACRIFICE
}

fn value_of(piece: Option<chuhe_engine::types::Piece>) -> i32 {
    piece.map_or(0, |piece| exchange_value(piece.kind()))
}

/// The squares that the piece on a square attacks or guards.
fn attacks(board: &Board, square: Square) -> SquareSet {
    let Some(piece) = board.piece_at(square) else { return SquareSet::EMPTY };
    match piece.kind() {
        PieceType::King => Board::king_attacks(square),
        PieceType::Advisor => Board::advisor_attacks(square),
        PieceType::Elephant => board.elephant_attacks(square),
        PieceType::Horse => board.horse_attacks(square),
        PieceType::Rook => board.rook_attacks(square),
        PieceType::Cannon => board.cannon_attacks(square).1,
        PieceType::Pawn => Board::pawn_attacks(piece.color(), square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str, line: &str) -> Vec<PuzzleTheme> {
        let start = Position::from_fen(fen).unwrap();
        let line: Vec<Move> = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        let mut position = start.clone();
        for &mv in &line {
            position.play(mv).unwrap();
        }
        themes(&start, &line, &line)
    }

    #[test]
    fn a_fork_has_two_targets_and_takes_one() {
        // The horse checks the king on d9 and attacks the rook on a8.
        let fen = "3k5/r8/9/9/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(of(fen, "d5c7 d9d8 c7a8"), [PuzzleTheme::Check, PuzzleTheme::Fork]);
        let alone = "3k5/9/9/9/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(of(alone, "d5c7 d9d8 c7b9"), [PuzzleTheme::Check]);
    }

    #[test]
    fn opening_a_line_is_a_discovery() {
        // The horse leaves the rook's file, which opens a check or an attack on the other rook.
        let check = "4k4/9/9/9/4N4/9/9/9/4R4/3K5 w - - 0 1";
        assert_eq!(of(check, "e5g6"), [PuzzleTheme::Check, PuzzleTheme::DiscoveredCheck]);
        let attack = "3k5/9/9/r8/9/9/N8/9/R8/4K4 w - - 0 1";
        assert_eq!(
            of(attack, "a3b5 d9d8 a1a6"),
            [PuzzleTheme::DiscoveredAttack, PuzzleTheme::QuietMove]
        );
        // The capture is the same, but the line was already open.
        let open = "3k5/9/9/r8/9/9/1N7/9/R8/4K4 w - - 0 1";
        assert_eq!(of(open, "b3c5 d9d8 a1a6"), [PuzzleTheme::QuietMove]);
    }

    #[test]
    fn a_leg_is_opened_and_a_screen_is_not() {
        // The rook unblocks the leg of the horse.
        let leg = "3k5/9/9/9/3r5/4R4/4N4/9/9/4K4 w - - 0 1";
        assert_eq!(
            of(leg, "e4a4 d9d8 e3d5"),
            [PuzzleTheme::DiscoveredAttack, PuzzleTheme::QuietMove]
        );
        // The horse becomes the cannon's screen; nothing was blocking the cannon.
        let screen = "3k5/9/9/r8/9/9/9/2N6/C8/4K4 w - - 0 1";
        assert_eq!(of(screen, "c2a3 d9d8 a1a6"), [PuzzleTheme::QuietMove]);
        let check = "4k3C/9/8N/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!(of(check, "i7h9"), [PuzzleTheme::Check]);
        let one_leaves = "4k1NnC/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!(of(one_leaves, "g9h7"), [PuzzleTheme::Check, PuzzleTheme::DiscoveredCheck]);
    }

    #[test]
    fn a_piece_given_away_is_a_sacrifice() {
        let fen = "3ak4/9/9/9/9/9/9/9/R8/3R1K3 w - - 0 1";
        assert_eq!(of(fen, "d0d9 e9d9"), [PuzzleTheme::Check, PuzzleTheme::Sacrifice]);
        assert_eq!(of(fen, "a1a5 d9e8"), [PuzzleTheme::QuietMove]);
    }

    #[test]
    fn two_checkers_are_a_double_check() {
        // The horse opens the rook's file and gives check as well.
        let fen = "4k4/9/9/9/4N4/9/9/9/4R4/3K5 w - - 0 1";
        assert_eq!(of(fen, "e5f7"), [PuzzleTheme::Check, PuzzleTheme::DoubleCheck]);
    }
}
