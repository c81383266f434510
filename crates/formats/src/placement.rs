//! Start positions given as the squares of 32 pieces in a fixed order, which several file formats use.

use super::read_problem::{ReadProblem, StartSource};
use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move, Piece, Square};

/// The pieces in order: Red's, then Black's. For each side, the back rank comes first, then the cannons, then the
/// pawns.
pub(super) const PIECES: [Piece; 32] = {
    use Piece::{
        BlackAdvisor, BlackCannon, BlackElephant, BlackHorse, BlackKing, BlackPawn, BlackRook,
        RedAdvisor, RedCannon, RedElephant, RedHorse, RedKing, RedPawn, RedRook,
    };
    [
        RedRook,
        RedHorse,
        RedElephant,
        RedAdvisor,
        RedKing,
        RedAdvisor,
        RedElephant,
        RedHorse,
        RedRook,
        RedCannon,
        RedCannon,
        RedPawn,
        RedPawn,
        RedPawn,
        RedPawn,
        RedPawn,
        BlackRook,
        BlackHorse,
        BlackElephant,
        BlackAdvisor,
        BlackKing,
        BlackAdvisor,
        BlackElephant,
        BlackHorse,
        BlackRook,
        BlackCannon,
        BlackCannon,
        BlackPawn,
        BlackPawn,
        BlackPawn,
        BlackPawn,
        BlackPawn,
    ]
};

/// The position with this placement. The first piece moved determines which side begins. Without a move it is `said`
/// or, if that is `None`, Red, unless the position is valid only with Black to move.
pub(super) fn position(
    squares: &[Option<Square>; 32],
    first: Option<Move>,
    said: Option<Color>,
    from: StartSource,
) -> Result<Position, ReadProblem> {
    let mut points = [None; Square::COUNT];
    for (piece, square) in PIECES.into_iter().zip(squares) {
        let Some(square) = *square else { continue };
        if points[square.dense()].replace(piece).is_some() {
            return Err(ReadProblem::TwoPieces { from, square });
        }
    }
    of_points(&points, first, said, from)
}

/// The position with these pieces on all points, in the order of [`Square::dense`]. The side to move is determined as
/// in [`position`].
pub(super) fn of_points(
    points: &[Option<Piece>; Square::COUNT],
    first: Option<Move>,
    said: Option<Color>,
    from: StartSource,
) -> Result<Position, ReadProblem> {
    let mut placement = String::new();
    for rank in (0..Square::RANKS).rev() {
        let files = (0..Square::FILES).map(|file| points[Square::new(file, rank).dense()]);
        placement.extend(files.map(|piece| piece.map_or('1', Piece::letter)));
        placement.extend((rank > 0).then_some('/'));
    }
    let position = |color| {
        let side = if color == Color::Red { 'w' } else { 'b' };
        Position::from_fen(&format!("{placement} {side}"))
    };
    let mover = first.and_then(|mv| points[mv.from().dense()]).map(Piece::color);
    let read = match mover.or(said) {
        Some(color) => position(color),
        None => position(Color::Red).or_else(|error| position(Color::Black).map_err(|_| error)),
    };
    read.map_err(|error| ReadProblem::Start { from, error })
}
