//! Counts the terms of the evaluation on a board. All users share this code; a [`CoefficientSink`] determines how a
//! count is used.

use arrayvec::ArrayVec;

use super::geometry::{FILES, HALVES, PALACES, WINGS, ahead, distance, palace_base};
use super::material::count_imbalance;
use super::terms::{self as t, CoefficientSink};
use crate::board::Board;
use crate::types::{Color, Piece, PieceType, Square, SquareSet};

/// The number of piece types in tables of victims and guards: all but the king.
const VICTIMS: usize = 6;
/// By victim: the place of the first attacker that is worth as much, in the order of [`threats`].
const EQUALS: [usize; VICTIMS] = [1, 1, 2, 4, 2, 0];

/// The squares that one side attacks or guards.
struct AttackInfo {
    king: SquareSet,
    advisors: SquareSet,
    elephants: SquareSet,
    horses: SquareSet,
    rooks: SquareSet,
    cannons: SquareSet,
    pawns: SquareSet,
    /// The squares that any piece but the king attacks or guards.
    pieces: SquareSet,
    /// The squares that any piece attacks or guards.
    all: SquareSet,
    /// The squares cannons can move to.
    cannon_moves: SquareSet,
    /// The cannons with two pieces between them and the enemy king.
    cannons_behind_two: SquareSet,
    /// The number of pieces that attack at least one square of the enemy palace.
    palace_attackers: usize,
}

/// Counts everything but material and placement.
#[inline]
pub(super) fn count<S: CoefficientSink>(board: &Board, sinks: &mut [S; 2]) {
    count_imbalance(board, sinks);
    count_positional(board, sinks, &mut Motifs::new());
}

/// Counts everything but material, placement and imbalance. Adds the motifs, which it finds on the way.
#[inline]
pub(super) fn count_positional<S: CoefficientSink>(
    board: &Board,
    sinks: &mut [S; 2],
    motifs: &mut Motifs,
) {
    let [red, black] = sinks;
    let sides = Color::ALL.map(|color| SideInfo::of(board, color));
    let attacks = [pieces::<true, S>(board, &sides, red), pieces::<false, S>(board, &sides, black)];
    let escapes = Color::ALL.map(|color| escapes(color, &sides, &attacks));
    relations::<true, S>(board, &sides, &attacks, escapes, red, motifs);
    relations::<false, S>(board, &sides, &attacks, escapes, black, motifs);
    let mover = match board.side_to_move() {
        Color::Red => red,
        Color::Black => black,
    };
    mover.add(t::TEMPO, 1);
}

/// A tactical motif: what a piece suffers or threatens on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motif {
    /// What it is.
    pub kind: MotifKind,
    /// The piece.
    pub piece: Piece,
    /// The square: that of the piece or, for checks, one to which it can move.
    pub square: Square,
}

/// The kinds of motifs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MotifKind {
    /// An enemy piece other than the king attacks the piece, which is not a king and not en prise.
    Attacked,
    /// The piece is attacked in the same sense, and is not guarded or worth more than an attacker. The least valuable
    /// pieces are pawns, followed by advisors and elephants, horses and cannons, and rooks.
    EnPrise,
    /// A rook, horse or cannon can check from the square, and no enemy piece guards the square. The king guards it only
    /// if no piece of another type supports the checking piece.
    SafeCheck,
    /// A rook, horse or cannon can check from the square, but an enemy piece guards it.
    GuardedCheck,
    /// The piece shields its king: if it leaves the line, a rook, a cannon or the other king attacks the king.
    Pinned,
    /// The piece shields the enemy king in the same sense: if it leaves the line, it discovers a check.
    Unmasking,
}

impl MotifKind {
    /// The number of kinds.
    pub const COUNT: usize = Self::Unmasking as usize + 1;
}

/// The maximum number of squares from which a side's pieces of one type could check.
pub(crate) const fn checks_max(kind: PieceType) -> usize {
    match kind {
        // A row and a column, without the king.
        PieceType::Rook => 17,
        PieceType::Horse => 8,
        // The same, without the screens.
        PieceType::Cannon => 15,
        _ => 0,
    }
}

/// The maximum number of motifs: each side attacks at most 15 pieces, gives checks, and faces a king that at most two
/// pieces shield on each of four lines.
pub(crate) const MOTIFS_MAX: usize = {
    let checks =
        checks_max(PieceType::Rook) + checks_max(PieceType::Horse) + checks_max(PieceType::Cannon);
    2 * (15 + checks + 4 * 2)
};

/// The motifs on a board, of both sides.
pub type Motifs = ArrayVec<Motif, MOTIFS_MAX>;

/// Finds the motifs on a board.
pub fn motifs(board: &Board) -> Motifs {
    let mut motifs = Motifs::new();
    count_positional(board, &mut [Ignored, Ignored], &mut motifs);
    motifs
}

/// Ignores all counts.
struct Ignored;

impl CoefficientSink for Ignored {
    #[inline]
    fn add(&mut self, _: usize, _: i32) {}
}

/// The facts about a side that are known before its pieces are counted one by one.
#[derive(Clone, Copy)]
struct SideInfo {
    all: SquareSet,
    pawn_attacks: SquareSet,
    /// The squares that a rook on the king's square would attack.
    king_lines: SquareSet,
    /// The squares that a cannon on the king's square would attack.
    king_screened: SquareSet,
    /// The part of `king_lines` on the king's file, where the other king cannot go (flying general).
    king_file_attack: SquareSet,
}

impl SideInfo {
    #[inline]
    fn of(board: &Board, color: Color) -> Self {
        let king = board.king(color);
        let [king_lines, king_screened] = board.line_attacks(king);
        Self {
            all: board.all_of(color),
            pawn_attacks: board.all_pawn_attacks(color),
            king_lines,
            king_screened,
            king_file_attack: king_lines & FILES[king.index()],
        }
    }
}

/// Counts the terms of individual pieces and collects the squares that the pieces attack.
#[inline]
fn pieces<const RED: bool, S: CoefficientSink>(
    board: &Board,
    sides: &[SideInfo; 2],
    sink: &mut S,
) -> AttackInfo {
    let us = if RED { Color::Red } else { Color::Black };
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    let (king, enemy_king) = (board.king(us), board.king(!us));
    let (pawns, enemy_pawns) =
        (board.set_of(us, PieceType::Pawn), board.set_of(!us, PieceType::Pawn));
    let enemy_advisors = board.count(!us, PieceType::Advisor) as usize;
    let hits_palace =
        |attacks: SquareSet| usize::from(attacks.half(!us) & PALACES[(!us).index()] != 0);
    let free = SquareSet::ALL - side.all;
    let safe = free - them.pawn_attacks;
    let mut palace_attackers = 0;

    let mut advisors = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Advisor) {
        let attacks = Board::advisor_attacks(from);
        advisors |= attacks;
        sink.add(t::ADVISOR_MOBILITY + (attacks & free).len() as usize, 1);
    }
    let mut elephants = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Elephant) {
        let attacks = board.elephant_attacks(from);
        elephants |= attacks;
        sink.add(t::ELEPHANT_MOBILITY + (attacks & free).len() as usize, 1);
    }
    let mut horses = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Horse) {
        let attacks = board.horse_attacks(from);
        horses |= attacks;
        palace_attackers += hits_palace(attacks);
        sink.add(t::HORSE_MOBILITY + (attacks & safe).len() as usize, 1);
        sink.add(t::HORSE_KING_DISTANCE + distance(from, enemy_king), 1);
        let leg = ahead(from, us);
        if (side.all | them.all).contains(leg) {
            sink.add(t::HORSE_FORWARD_LEG + usize::from(!pawns.contains(leg)), 1);
        }
    }
    let mut rooks = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Rook) {
        let attacks = board.rook_attacks(from);
        rooks |= attacks;
        palace_attackers += hits_palace(attacks);
        sink.add(t::ROOK_MOBILITY + (attacks & safe).len() as usize, 1);
        let file = FILES[from.index()];
        if (pawns & file).is_empty() {
            let open = (enemy_pawns & file).is_empty();
            sink.add(t::ROOK_FILE + usize::from(!open), 1);
        }
        if from.file() == enemy_king.file() {
            sink.add(t::ROOK_FILE + 2, 1);
        }
    }
    let (mut cannons, mut cannon_moves) = (SquareSet::EMPTY, SquareSet::EMPTY);
    let mut cannons_behind_two = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Cannon) {
        let (quiet, attacks) = board.cannon_attacks(from);
        cannons |= attacks;
        palace_attackers += hits_palace(attacks);
        let moves = quiet | (attacks & them.all);
        cannon_moves |= moves;
        let mobility = (moves & safe).len() as usize;
        sink.add(t::CANNON_MOBILITY + mobility.min(17), 1);
        if cannon_at_king(board, us, from, sink) == Some(2) {
            cannons_behind_two |= SquareSet::of(from);
        }
    }
    // Pawns that have not crossed the river are too far away to attack the palace.
    let across = pawns & HALVES[(!us).index()];
    for from in across.squares() {
        palace_attackers += hits_palace(Board::pawn_attacks(us, from));
        sink.add(t::PAWN_AND_ADVISORS + enemy_advisors, 1);
        sink.add(t::PAWN_KING_DISTANCE + distance(from, enemy_king), 1);
    }
    let (king, pawns) = (Board::king_attacks(king), side.pawn_attacks);
    let pieces = advisors | elephants | horses | rooks | cannons | pawns;
    AttackInfo {
        king,
        advisors,
        elephants,
        horses,
        rooks,
        cannons,
        pawns,
        pieces,
        all: king | pieces,
        cannon_moves,
        cannons_behind_two,
        palace_attackers,
    }
}

/// Counts a cannon on the file or rank of the enemy king. Returns the number of pieces between the two, at most 3.
#[inline]
fn cannon_at_king<S: CoefficientSink>(
    board: &Board,
    us: Color,
    cannon: Square,
    sink: &mut S,
) -> Option<usize> {
    let enemy_king = board.king(!us);
    let between = board.between(cannon, enemy_king)?.min(3) as usize;
    if cannon.file() != enemy_king.file() {
        sink.add(t::CANNON_KING_RANK + between, 1);
        return Some(between);
    }
    sink.add(t::CANNON_KING_FILE + between, 1);
    if between == 0 {
        sink.add(t::HOLLOW_CANNON + board.count(!us, PieceType::Advisor) as usize, 1);
    }
    let centre = ahead(enemy_king, !us);
    if enemy_king == palace_base(!us) && board.set_of(!us, PieceType::Horse).contains(centre) {
        sink.add(t::CANNON_PALACE_HORSE, 1);
    }
    Some(between)
}

/// Counts the terms that need the attacks of both sides.
#[inline]
fn relations<const RED: bool, S: CoefficientSink>(
    board: &Board,
    sides: &[SideInfo; 2],
    attacks: &[AttackInfo; 2],
    escapes: [usize; 2],
    sink: &mut S,
    motifs: &mut Motifs,
) {
    let us = if RED { Color::Red } else { Color::Black };
    let (own, other) = (&attacks[us.index()], &attacks[(!us).index()]);
    let set = |kind| board.set_of(us, kind);
    let enemies = sides[(!us).index()].all - board.set_of(!us, PieceType::King);
    threats(board, own, other, enemies, sink, motifs);
    shields(board, us, sides, own, motifs);
    for (place, kind) in PieceType::ALL.into_iter().skip(1).enumerate() {
        sink.add(t::GUARDED + place, (own.all & set(kind)).len() as i32);
    }
    let guards = board.count(!us, PieceType::Advisor) + board.count(!us, PieceType::Elephant);
    sink.add(t::PALACE_ATTACKERS + 3 * own.palace_attackers.min(5) + guards as usize / 2, 1);
    sink.add(t::KING_ESCAPES + escapes[us.index()], 1);
    let kinds = checks(board, us, sides, attacks, sink, motifs);
    sink.add(t::CHECKING_KINDS + 3 * kinds + escapes[(!us).index()].min(2), 1);
    let linked = [
        (t::GUARDS_LINKED, own.advisors & set(PieceType::Advisor)),
        (t::GUARDS_LINKED + 1, own.elephants & set(PieceType::Elephant)),
    ];
    for (coefficient, guarded) in linked {
        if !guarded.is_empty() {
            sink.add(coefficient, 1);
        }
    }
    let home = palace_base(us);
    let beside = SquareSet::of(home.offset(-1)).with(home.offset(1));
    if board.king(us) == home && set(PieceType::Advisor) == beside {
        sink.add(t::GUARDS_LINKED + 2, 1);
    }
    let pawns = set(PieceType::Pawn);
    sink.add(t::PAWNS_ACROSS + pawns.half(!us).count_ones() as usize, 1);
    let attackers = set(PieceType::Horse) | set(PieceType::Rook) | set(PieceType::Cannon) | pawns;
    for wing in WINGS {
        let massed = (attackers.half(!us) & wing).count_ones() as usize;
        if massed >= 3 {
            sink.add(t::MASSED + massed.min(5) - 3, 1);
        }
    }
    let enemies = |kind| board.set_of(!us, kind);
    let defenders =
        enemies(PieceType::Horse) | enemies(PieceType::Rook) | enemies(PieceType::Cannon);
    let count = |set: SquareSet| set.half(!us).count_ones() as i32;
    let surplus = (count(attackers) - count(defenders)).clamp(-3, 6);
    sink.add(t::ATTACKERS_AND_DEFENDERS + (surplus + 3) as usize, 1);
}

/// The number of squares to which a side's king can move.
#[inline]
fn escapes(us: Color, sides: &[SideInfo; 2], attacks: &[AttackInfo; 2]) -> usize {
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    let (own, other) = (&attacks[us.index()], &attacks[(!us).index()]);
    (own.king - side.all - other.all - them.king_file_attack).len() as usize
}

/// Counts the checks that a side could give with its next move, and adds them to the motifs. Returns the number of
/// piece types with safe checks.
#[inline]
fn checks<S: CoefficientSink>(
    board: &Board,
    us: Color,
    sides: &[SideInfo; 2],
    attacks: &[AttackInfo; 2],
    sink: &mut S,
    motifs: &mut Motifs,
) -> usize {
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    let (own, other) = (&attacks[us.index()], &attacks[(!us).index()]);
    let king = board.king(!us);
    // For each piece type: the squares to which it can move and from which it then checks, and the attacks that allow a
    // recapture if the king captures the checking piece. The attacks of the type itself are excluded, because they
    // would include those of the checking piece.
    let always = own.pawns | side.king_file_attack;
    let horse_sources = board.horse_sources(king);
    let ways = [
        (
            PieceType::Rook,
            them.king_lines & (own.rooks - side.all),
            own.horses | own.cannons | always,
        ),
        (
            PieceType::Horse,
            horse_sources & (own.horses - side.all),
            own.rooks | own.cannons | always,
        ),
        (PieceType::Cannon, them.king_screened & own.cannon_moves, own.rooks | own.horses | always),
    ];
    let mut kinds = 0;
    for (place, (kind, checks, support)) in ways.into_iter().enumerate() {
        if checks.is_empty() {
            continue;
        }
        let piece = Piece::new(us, kind);
        let safe = checks - other.pieces - (other.king - support);
        let count = safe.len() as usize;
        if count > 0 {
            kinds += 1;
            sink.add(t::SAFE_CHECKS + 3 * place + count.min(3) - 1, 1);
        }
        sink.add(t::GUARDED_CHECKS + place, (checks - safe).len() as i32);
        for square in checks.squares() {
            let is_safe = safe.contains(square);
            let kind = if is_safe { MotifKind::SafeCheck } else { MotifKind::GuardedCheck };
            motifs.push(Motif { kind, piece, square });
        }
    }
    kinds
}

/// Counts attacked enemy pieces and adds them to the motifs.
#[inline]
fn threats<S: CoefficientSink>(
    board: &Board,
    own: &AttackInfo,
    other: &AttackInfo,
    enemies: SquareSet,
    sink: &mut S,
    motifs: &mut Motifs,
) {
    // The least valuable attacker comes first. Squares that only the king attacks are excluded.
    let attackers = [own.pawns, own.advisors | own.elephants, own.horses, own.cannons, own.rooks];
    for square in (own.pieces & enemies).squares() {
        let Some(piece) = board.piece_at(square) else { continue };
        let Some(victim) = victim(piece) else { continue };
        let attacker = attackers.iter().take_while(|attacks| !attacks.contains(square)).count();
        let guarded = other.all.contains(square);
        sink.add(t::THREAT + 2 * VICTIMS * attacker + 2 * victim + usize::from(guarded), 1);
        let is_en_prise = !guarded || attacker < EQUALS[victim];
        let kind = if is_en_prise { MotifKind::EnPrise } else { MotifKind::Attacked };
        motifs.push(Motif { kind, piece, square });
    }
}

/// Adds the pieces that shield the enemy king to the motifs.
#[inline]
fn shields(board: &Board, us: Color, sides: &[SideInfo; 2], own: &AttackInfo, motifs: &mut Motifs) {
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    // Two pieces of a line see each other over the squares that both attack.
    let mut shields = side.king_file_attack & them.king_file_attack;
    for rook in (them.king_screened & board.set_of(us, PieceType::Rook)).squares() {
        shields |= board.rook_attacks(rook) & them.king_lines;
    }
    for cannon in own.cannons_behind_two.squares() {
        let [near, far] = board.line_attacks(cannon);
        shields |= far & them.king_lines | near & them.king_screened;
    }
    for square in (shields & (side.all | them.all)).squares() {
        let Some(piece) = board.piece_at(square) else { continue };
        let kind = if piece.color() == us { MotifKind::Unmasking } else { MotifKind::Pinned };
        motifs.push(Motif { kind, piece, square });
    }
}

/// Counts material and placement, which [`PsqtAccumulator`](super::PsqtAccumulator) updates incrementally as moves are
/// made.
pub(super) fn count_placement<S: CoefficientSink>(board: &Board, sinks: &mut [S; 2]) {
    for (piece, square) in board.pieces() {
        let sink = &mut sinks[piece.color().index()];
        if let Some(material) = t::material(piece.kind()) {
            sink.add(material, 1);
        }
        sink.add(t::placement(piece, square), 1);
        let enemy_king = board.king(!piece.color());
        if let Some(aside) = t::aside(piece, square, enemy_king.file()) {
            sink.add(aside, 1);
        }
    }
}

/// The index of a piece in tables of victims; `None` for kings.
#[inline]
fn victim(piece: Piece) -> Option<usize> {
    piece.kind().index().checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::super::linear::counts;
    use super::*;
    use crate::board::Position;

    /// A side's counts for the `len` coefficients from `first` on.
    fn counts_of(fen: &str, side: Color, first: usize, len: usize) -> Vec<(usize, i32)> {
        let position = Position::from_fen(fen).unwrap();
        let [red, black] = counts(position.board());
        let counts = if side == Color::Red { red } else { black };
        let run = counts.0.into_iter().filter(|(index, _)| (first..first + len).contains(index));
        run.map(|(index, count)| (index - first, count)).collect()
    }

    #[test]
    fn checks_are_safe_where_nothing_takes() {
        for (fen, safe, guarded) in [
            // Red can check on a9 and e1; another rook may guard e1.
            ("4k4/9/9/9/9/9/9/9/R8/3K5 w", (1, 1), None),
            ("4k4/9/9/9/9/9/9/9/R7r/3K5 w", (0, 1), Some((0, 1))),
            // Red can check on a9 and in front of the king, first with a supporting pawn, then without one.
            ("4k4/R8/4P4/9/9/9/9/9/9/3K5 w", (1, 1), None),
            ("4k4/R8/9/9/9/9/9/9/9/3K5 w", (0, 1), Some((0, 1))),
            // Red can check on d7 and f7; the leg of the check from d7 is first free, then blocked.
            ("4k4/9/9/9/4N4/9/9/9/9/3K5 w", (4, 1), None),
            ("4k4/3c5/9/9/4N4/9/9/9/9/3K5 w", (3, 1), None),
        ] {
            assert_eq!(counts_of(fen, Color::Red, t::SAFE_CHECKS, 9), [safe], "{fen}");
            let guarded: Vec<_> = guarded.into_iter().collect();
            assert_eq!(counts_of(fen, Color::Red, t::GUARDED_CHECKS, 3), guarded, "{fen}");
        }
    }

    #[test]
    fn kings_cannot_step_where_the_other_looks() {
        for (fen, escapes) in [
            ("4k4/9/9/9/9/9/9/9/9/3K5 w", 2),
            ("4k4/9/9/9/9/9/9/3p5/9/3K5 w", 3),
            ("4k4/9/9/9/9/9/9/9/9/5K3 w", 2),
        ] {
            assert_eq!(counts_of(fen, Color::Black, t::KING_ESCAPES, 5), [(escapes, 1)], "{fen}");
        }
    }
}
