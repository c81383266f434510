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
    KING_SQUARE 50 "king placement" "rank 9 first, files a to e, owner's view; files f to i mirror them";
    ADVISOR_SQUARE 50 "advisor placement" "likewise";
    ELEPHANT_SQUARE 50 "elephant placement" "likewise";
    HORSE_SQUARE 50 "horse placement" "likewise";
    ROOK_SQUARE 50 "rook placement" "likewise";
    CANNON_SQUARE 50 "cannon placement" "likewise";
    PAWN_SQUARE 50 "pawn placement" "likewise";
    ADVISOR_MOBILITY 5 "advisor mobility" "squares to go to";
    ELEPHANT_MOBILITY 5 "elephant mobility" "squares to go to";
    HORSE_MOBILITY 9 "horse mobility" "squares to go to that no pawn guards";
    ROOK_MOBILITY 18 "rook mobility" "squares to go to that no pawn guards";
    CANNON_MOBILITY 18 "cannon mobility" "squares to go to that no pawn guards";
    HORSE_FORWARD_LEG 2 "horse blocked ahead" "by an own pawn, by another piece";
    HORSE_IN_PALACE 1 "horse in own palace" "in the centre, the king behind it";
    HORSE_KING_DISTANCE 6 "horse near enemy king" "steps away, 1 to 6 and more";
    HORSES_LINKED 1 "linked horses" "one guards the other";
    CANNON_KING_FILE 4 "cannon on king's file" "pieces between: 0 to 3 and more";
    CANNON_KING_RANK 4 "cannon on king's rank" "pieces between: 0 to 3 and more";
    HOLLOW_CANNON 3 "hollow cannon" "by enemy advisors";
    CANNON_PALACE_HORSE 1 "cannon on palace horse" "the horse in the palace centre, in front of its king";
    CANNONS_LINKED 1 "paired cannons" "one guards the other over a screen";
    ROOK_FILE 3 "rook's file" "open, without own pawns, the enemy king's";
    ROOK_KING_RANK 1 "rook on king's rank" "";
    ROOK_PIN 6 "rook pins" "to the king: advisor, elephant, horse, rook, cannon, pawn";
    THREAT 60 "threats" "by pawn, guard, horse, cannon, rook, each: on advisor, elephant, horse, rook, cannon, pawn, each unguarded and guarded";
    HANGING_PAIR 1 "two hanging" "two or more attacked pieces that nothing guards";
    GUARDED 6 "guarded" "advisor, elephant, horse, rook, cannon, pawn";
    PALACE_HITS 4 "palace squares attacked" "by pawn, horse, rook, cannon";
    PALACE_ATTACKERS 18 "palace attackers" "attackers 0 to 5 and more, each: enemy guards 0 and 1, 2 and 3, 4";
    PALACE_PRESSURE 16 "palace pressure" "attacks on palace squares, all together, 0 to 15 and more";
    PALACE_COMBINATION 3 "joint attack" "rook and horse, rook and cannon, horse and cannon";
    KING_ESCAPES 5 "king's escapes" "squares to go to, neither attacked nor facing the other king";
    SAFE_CHECKS 9 "safe checks" "by rook, horse, cannon, each: 1, 2, 3 and more";
    GUARDED_CHECKS 3 "guarded checks" "by rook, horse, cannon, on guarded squares";
    CHECKING_KINDS 12 "kinds with safe checks" "0 to 3, each: enemy king's escapes 0, 1, 2 and more";
    GUARDS 9 "guards" "advisors 0 to 2, each: elephants 0 to 2";
    GUARDS_LINKED 3 "guards in shape" "advisors, elephants guard each other; king and advisors at home";
    ADVISORS_AND_ROOKS 9 "advisors against rooks" "enemy rooks 0 to 2, each: own advisors 0 to 2";
    ADVISORS_AND_HORSES 9 "advisors against horses" "enemy horses 0 to 2, each: own advisors 0 to 2";
    ELEPHANTS_AND_CANNONS 9 "elephants and cannons" "enemy cannons 0 to 2, each: own elephants 0 to 2";
    PAWNS_ACROSS 6 "pawns across the river" "0 to 5";
    PAWN_AND_ADVISORS 3 "pawn across" "enemy advisors 0 to 2";
    PAWNS_LINKED 1 "linked pawns" "side by side across the river";
    PAWN_KING_DISTANCE 6 "pawn near enemy king" "across the river, steps away, 1 to 6 and more";
    PAIRS 3 "pairs" "horses, rooks, cannons";
    MIXED_PAIRS 3 "mixed pairs" "rook and horse, rook and cannon, horse and cannon";
    CROWD 2 "crowded board" "pieces on the board for each horse, for each cannon";
    CANNON_GUARDS 1 "cannon and guards" "own guards for each cannon";
    MASSED 3 "massed on a wing" "three, four, five and more beyond the river";
    ATTACKERS_AND_DEFENDERS 10 "attack and defence" "pieces beyond the river less enemy rooks, horses and cannons at home, -3 and less to 6 and more";
    HORSE_ASIDE 90 "horse, king aside" "rank 9 first, files a to i, owner's view, on top of the placement while the enemy king is on file d; mirrored while on f";
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
