//! The terms of the evaluation and the indices of their weights.

/// A group of consecutive coefficients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The name of the term.
    pub(crate) name: &'static str,
    /// The meaning of the coefficients, in order.
    pub(crate) places: &'static str,
    /// The first coefficient.
    pub(crate) first: usize,
    /// The number of coefficients.
    pub(crate) len: usize,
}

/// The maximum length of a group's name.
pub(super) const NAME_WIDTH: usize = 25;

/// Declares the groups in the order of their weights: a constant for the first coefficient of each, and [`GROUPS`].
macro_rules! groups {
    ($($ident:ident $len:literal $name:literal $places:literal;)*) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named like the constants")]
        enum Order { $($ident),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $(pub(super) const $ident: usize = first(Order::$ident as usize);)*

        /// Every group, in the order of the weights.
        pub(crate) const GROUPS: &[Group] = &[
            $(Group { name: $name, places: $places, first: $ident, len: $len }),*
        ];
    };
}

const fn first(group: usize) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < group {
        sum += LENGTHS[i];
        i += 1;
    }
    sum
}

/// The number of coefficients.
pub(crate) const COUNT: usize = first(LENGTHS.len());

groups! {
    MATERIAL 6 "material" "advisor, elephant, horse, rook, cannon, pawn";
    KING_SQUARE 50 "king placement" "from rank 9 down, files a to e, as the owner sees them; files f to i mirror these";
    ADVISOR_SQUARE 50 "advisor placement" "likewise";
    ELEPHANT_SQUARE 50 "elephant placement" "likewise";
    HORSE_SQUARE 50 "horse placement" "likewise";
    ROOK_SQUARE 50 "rook placement" "likewise";
    CANNON_SQUARE 50 "cannon placement" "likewise";
    PAWN_SQUARE 50 "pawn placement" "likewise";
    ADVISOR_MOBILITY 5 "advisor mobility" "by the number of squares it can move to";
    ELEPHANT_MOBILITY 5 "elephant mobility" "by the number of squares it can move to";
    HORSE_MOBILITY 9 "horse mobility" "by the number of squares it can move to that no pawn guards";
    ROOK_MOBILITY 18 "rook mobility" "by the number of squares it can move to that no pawn guards";
    CANNON_MOBILITY 18 "cannon mobility" "by the number of squares it can move to that no pawn guards";
    HORSE_FORWARD_LEG 2 "horse blocked ahead" "by a pawn of its side, by another piece";
    HORSE_KING_DISTANCE 6 "horse near enemy king" "by the number of steps away, 1 to 6 or more";
    CANNON_KING_FILE 4 "cannon on king's file" "by the number of pieces between, 0 to 3 or more";
    CANNON_KING_RANK 4 "cannon on king's rank" "by the number of pieces between, 0 to 3 or more";
    HOLLOW_CANNON 3 "hollow cannon" "by the number of enemy advisors";
    CANNON_PALACE_HORSE 1 "cannon on palace horse" "the horse in the palace centre, in front of its king";
    ROOK_FILE 3 "rook's file" "open, without pawns of its side, the enemy king's";
    THREAT 60 "threats" "by pawn, guard, horse, cannon, rook; for each, on advisor, elephant, horse, rook, cannon, pawn; for each, unguarded and guarded";
    GUARDED 6 "guarded" "advisor, elephant, horse, rook, cannon, pawn";
    PALACE_ATTACKERS 18 "palace attackers" "0 to 5 or more attackers; for each, 0 or 1, 2 or 3, and 4 enemy guards";
    KING_ESCAPES 5 "king's escapes" "by the number of squares to move to, neither attacked nor facing the other king";
    SAFE_CHECKS 9 "safe checks" "by rook, horse, cannon; for each, 1, 2, 3 or more";
    GUARDED_CHECKS 3 "guarded checks" "by rook, horse, cannon, on guarded squares";
    CHECKING_KINDS 12 "kinds with safe checks" "0 to 3; for each, 0, 1, 2 or more escapes of the enemy king";
    GUARDS 9 "guards" "0 to 2 advisors; for each, 0 to 2 elephants";
    GUARDS_LINKED 3 "guards in shape" "advisors guard each other, elephants guard each other, king and advisors at home";
    ADVISORS_AND_ROOKS 9 "advisors against rooks" "0 to 2 enemy rooks; for each, 0 to 2 of the side's advisors";
    ADVISORS_AND_HORSES 9 "advisors against horses" "0 to 2 enemy horses; for each, 0 to 2 of the side's advisors";
    ELEPHANTS_AND_CANNONS 9 "elephants and cannons" "0 to 2 enemy cannons; for each, 0 to 2 of the side's elephants";
    PAWNS_ACROSS 6 "pawns across the river" "0 to 5";
    PAWN_AND_ADVISORS 3 "pawn across" "by the number of enemy advisors, 0 to 2";
    PAWN_KING_DISTANCE 6 "pawn near enemy king" "across the river, by the number of steps away, 1 to 6 or more";
    PAIRS 3 "pairs" "horses, rooks, cannons";
    MIXED_PAIRS 3 "mixed pairs" "rook and horse, rook and cannon, horse and cannon";
    CROWD 2 "crowded board" "number of pieces on the board, for each horse, for each cannon";
    CANNON_GUARDS 1 "cannon and guards" "number of guards of its side, for each cannon";
    MASSED 3 "massed on a wing" "three, four, five or more pieces beyond the river";
    ATTACKERS_AND_DEFENDERS 10 "attack and defence" "pieces beyond the river minus enemy rooks, horses and cannons at home, from -3 or less to 6 or more";
    HORSE_ASIDE 90 "horse, king aside" "from rank 9 down, files a to i, as the owner sees them, added to the placement while the enemy king is on file d; mirrored while it is on file f";
    ROOK_ASIDE 90 "rook, king aside" "likewise";
    CANNON_ASIDE 90 "cannon, king aside" "likewise";
    PAWN_ASIDE 90 "pawn, king aside" "likewise";
    TEMPO 1 "to move" "";
}

/// Receives the counts of one side.
pub(super) trait CoefficientSink {
    /// Adds `count` to a coefficient.
    fn add(&mut self, coefficient: usize, count: i32);
}

/// The coefficient of a piece's material value; `None` for kings.
pub(super) const fn material(kind: crate::types::PieceType) -> Option<usize> {
    match kind as usize {
        0 => None,
        kind => Some(MATERIAL + kind - 1),
    }
}

/// The coefficient of a piece on a square, from the point of view of the piece's side, with files f to i mirrored.
pub(super) const fn placement(piece: crate::types::Piece, square: crate::types::Square) -> usize {
    let square = match piece.color() {
        crate::types::Color::Red => square,
        crate::types::Color::Black => square.flip(),
    };
    let (row, file) = (9 - square.rank() as usize, square.file() as usize);
    let column = if file > 4 { 8 - file } else { file };
    KING_SQUARE + 50 * piece.kind() as usize + 5 * row + column
}

/// The additional coefficient of an attacking piece on a square while the enemy king is on file d or f, from the point
/// of view of the piece's side, mirrored so that the king is on file d. `None` for other pieces, or if the king is on
/// file e.
pub(super) const fn aside(
    piece: crate::types::Piece,
    square: crate::types::Square,
    king_file: u8,
) -> Option<usize> {
    use crate::types::PieceType;
    let first = match piece.kind() {
        PieceType::Horse => HORSE_ASIDE,
        PieceType::Rook => ROOK_ASIDE,
        PieceType::Cannon => CANNON_ASIDE,
        PieceType::Pawn => PAWN_ASIDE,
        _ => return None,
    };
    let square = match piece.color() {
        crate::types::Color::Red => square,
        crate::types::Color::Black => square.flip(),
    };
    let (row, file) = (9 - square.rank() as usize, square.file() as usize);
    match king_file {
        0..=3 => Some(first + 9 * row + file),
        4 => None,
        _ => Some(first + 9 * row + 8 - file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_each_other() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            assert!(group.name.len() <= NAME_WIDTH, "{} is wider than its column", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
        assert_eq!((MATERIAL, KING_SQUARE, PAWN_SQUARE), (0, 6, 306));
    }
}
