//! Start positions given as the squares of 32 pieces in a fixed order, which several file formats use.

use chuhe_engine::board::{FenError, Position};
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

/// Why a placement is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// Two pieces are on the same square.
    #[error("two pieces stand on {0}")]
    Twice(Square),
    /// The position is not valid as a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// The position with this placement. The first piece moved determines which side begins. Without a move it is `said`
/// or, if that is `None`, Red, unless the position is valid only with Black to move.
pub(super) fn position(
    squares: &[Option<Square>; 32],
    first: Option<Move>,
    said: Option<Color>,
) -> Result<Position, PlacementError> {
    let mut points = [None; Square::COUNT];
    for (piece, square) in PIECES.into_iter().zip(squares) {
        let Some(square) = *square else { continue };
        if points[square.dense()].replace(piece).is_some() {
            return Err(PlacementError::Twice(square));
        }
    }
    of_points(&points, first, said)
}

/// The position with these pieces on all points, in the order of [`Square::dense`]. The side to move is determined as
/// in [`position`].
pub(super) fn of_points(
    points: &[Option<Piece>; Square::COUNT],
    first: Option<Move>,
    said: Option<Color>,
) -> Result<Position, PlacementError> {
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
    Ok(match mover.or(said) {
        Some(color) => position(color)?,
        None => position(Color::Red).or_else(|error| position(Color::Black).map_err(|_| error))?,
    })
}
