//! The evaluation's walk over the board. Written once: what a count is good for is the sink's business.

use super::terms as t;
use crate::board::Board;
use crate::types::{Color, Piece, PieceType, Square, SquareSet};

/// Takes the counts of one side.
pub(super) trait Sink {
    /// The thing that has this coefficient was seen so many times.
    fn add(&mut self, coefficient: usize, count: i32);
}

/// Kinds that have slots of their own in tables of victims and guards: all but the king.
const VICTIMS: usize = 6;

/// The squares of each side's palace in its half.
const PALACES: [u64; 2] = {
    let mut palaces = [0; 2];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        if square.is_on_board() && square.in_palace() {
            let home = square.home_of();
            palaces[home.index()] |= SquareSet::of(square).half(home);
        }
        i += 1;
    }
    palaces
};

/// What one side attacks and guards.
struct Reach {
    king: SquareSet,
    advisors: SquareSet,
    elephants: SquareSet,
    horses: SquareSet,
    rooks: SquareSet,
    cannons: SquareSet,
    pawns: SquareSet,
    /// All of it but the king's.
    pieces: SquareSet,
    /// All of it.
    whole: SquareSet,
    /// Where cannons can go.
    cannon_moves: SquareSet,
    siege: Siege,
}

/// How one side's pieces bear on the enemy palace.
#[derive(Clone, Copy, Default)]
struct Siege {
    horses: Bearing,
    rooks: Bearing,
    cannons: Bearing,
    pawns: Bearing,
}

/// How pieces of a kind bear on the enemy palace.
#[derive(Clone, Copy, Default)]
struct Bearing {
    attackers: u32,
    /// Attacks on squares of it.
    hits: u32,
}

impl Bearing {
    /// Adds a piece that reaches these of the palace's squares.
    #[inline]
    fn add(&mut self, squares: u64) {
        let hits = squares.count_ones();
        self.hits += hits;
        self.attackers += u32::from(hits > 0);
    }
}

/// Counts everything but material and placement.
#[inline]
pub(super) fn count<S: Sink>(board: &Board, sinks: &mut [S; 2]) {
    count_balance(board, sinks);
    count_play(board, sinks);
}

/// Counts what moves change.
#[inline]
pub(super) fn count_play<S: Sink>(board: &Board, sinks: &mut [S; 2]) {
    let [red, black] = sinks;
    let sides = Color::ALL.map(|color| Side::of(board, color));
    let reaches = [pieces::<true, S>(board, &sides, red), pieces::<false, S>(board, &sides, black)];
    relations::<true, S>(board, &sides, &reaches, red);
    relations::<false, S>(board, &sides, &reaches, black);
    let mover = match board.side_to_move() {
        Color::Red => red,
        Color::Black => black,
    };
    mover.add(t::TEMPO, 1);
}

/// What is known of a side before its pieces are looked at one by one.
#[derive(Clone, Copy)]
struct Side {
    all: SquareSet,
    pawn_reach: SquareSet,
    /// What a rook in the king's place would attack.
    king_lines: SquareSet,
    /// Of that, what lies on the king's file: the other king cannot stand there.
    glare: SquareSet,
}

impl Side {
    #[inline]
    fn of(board: &Board, color: Color) -> Self {
        let king = board.king(color);
        let king_lines = board.rook_reach(king);
        Self {
            all: board.all_of(color),
            pawn_reach: board.pawns_reach(color),
            king_lines,
            glare: king_lines & FILES[king.index()],
        }
    }
}

/// What can be said of each piece by itself; what it attacks is noted.
#[inline]
fn pieces<const RED: bool, S: Sink>(board: &Board, sides: &[Side; 2], sink: &mut S) -> Reach {
    let us = if RED { Color::Red } else { Color::Black };
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    let (king, enemy_king) = (board.king(us), board.king(!us));
    let (pawns, enemy_pawns) =
        (board.set_of(us, PieceType::Pawn), board.set_of(!us, PieceType::Pawn));
    let enemy_advisors = board.count(!us, PieceType::Advisor) as usize;
    let palace = |reach: SquareSet| reach.half(!us) & PALACES[(!us).index()];
    let free = SquareSet::ALL - side.all;
    let safe = free - them.pawn_reach;
    let mut siege = Siege::default();

    let mut advisors = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Advisor) {
        let reach = Board::advisor_reach(from);
        advisors |= reach;
        sink.add(t::ADVISOR_MOBILITY + (reach & free).len() as usize, 1);
    }
    let mut elephants = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Elephant) {
        let reach = board.elephant_reach(from);
        elephants |= reach;
        sink.add(t::ELEPHANT_MOBILITY + (reach & free).len() as usize, 1);
    }
    let mut horses = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Horse) {
        let reach = board.horse_reach(from);
        horses |= reach;
        siege.horses.add(palace(reach));
        sink.add(t::HORSE_MOBILITY + (reach & safe).len() as usize, 1);
        sink.add(t::HORSE_KING_DISTANCE + distance(from, enemy_king), 1);
        let leg = ahead(from, us);
        if (side.all | them.all).contains(leg) {
            sink.add(t::HORSE_FORWARD_LEG + usize::from(!pawns.contains(leg)), 1);
        }
        if from == ahead(king, us) && king == palace_base(us) {
            sink.add(t::HORSE_IN_PALACE, 1);
        }
    }
    let mut rooks = SquareSet::EMPTY;
    for from in board.squares_of(us, PieceType::Rook) {
        let reach = board.rook_reach(from);
        rooks |= reach;
        siege.rooks.add(palace(reach));
        sink.add(t::ROOK_MOBILITY + (reach & safe).len() as usize, 1);
        let file = FILES[from.index()];
        if (pawns & file).is_empty() {
            let open = (enemy_pawns & file).is_empty();
            sink.add(t::ROOK_FILE + usize::from(!open), 1);
        }
        if from.file() == enemy_king.file() {
            sink.add(t::ROOK_FILE + 2, 1);
        } else if from.rank() == enemy_king.rank() {
            sink.add(t::ROOK_KING_RANK, 1);
        } else {
            continue;
        }
        if board.between(from, enemy_king) == Some(1) {
            // The one piece between is reached by the rook and by a rook in the king's place.
            let pinned = reach & board.rook_reach(enemy_king) & them.all;
            if let Some(square) = pinned.squares().next()
                && let Some(piece) = board.piece_at(square)
                && let Some(victim) = victim(piece)
            {
                sink.add(t::ROOK_PIN + victim, 1);
            }
        }
    }
    let (mut cannons, mut cannon_moves) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for from in board.squares_of(us, PieceType::Cannon) {
        let (quiet, reach) = board.cannon_reach(from);
        cannons |= reach;
        siege.cannons.add(palace(reach));
        let moves = quiet | (reach & them.all);
        cannon_moves |= moves;
        let mobility = (moves & safe).len() as usize;
        sink.add(t::CANNON_MOBILITY + mobility.min(17), 1);
        cannon_at_king(board, us, from, sink);
    }
    // At home a pawn is far from everything.
    let across = pawns & HALVES[(!us).index()];
    for from in across.squares() {
        siege.pawns.add(palace(Board::pawn_reach(us, from)));
        sink.add(t::PAWN_AND_ADVISORS + enemy_advisors, 1);
        sink.add(t::PAWN_KING_DISTANCE + distance(from, enemy_king), 1);
    }
    let (king, pawns) = (Board::king_reach(king), side.pawn_reach);
    let pieces = advisors | elephants | horses | rooks | cannons | pawns;
    Reach {
        king,
        advisors,
        elephants,
        horses,
        rooks,
        cannons,
        pawns,
        pieces,
        whole: king | pieces,
        cannon_moves,
        siege,
    }
}

/// A cannon that stands on a line with the enemy king, if it does.
#[inline]
fn cannon_at_king<S: Sink>(board: &Board, us: Color, cannon: Square, sink: &mut S) {
    let enemy_king = board.king(!us);
    let Some(between) = board.between(cannon, enemy_king) else { return };
    let between = between.min(3) as usize;
    if cannon.file() != enemy_king.file() {
        sink.add(t::CANNON_KING_RANK + between, 1);
        return;
    }
    sink.add(t::CANNON_KING_FILE + between, 1);
    if between == 0 {
        sink.add(t::HOLLOW_CANNON + board.count(!us, PieceType::Advisor) as usize, 1);
    }
    let centre = ahead(enemy_king, !us);
    if enemy_king == palace_base(!us) && board.set_of(!us, PieceType::Horse).contains(centre) {
        sink.add(t::CANNON_PALACE_HORSE, 1);
    }
}

/// What can be said once it is known what everybody attacks.
#[inline]
fn relations<const RED: bool, S: Sink>(
    board: &Board,
    sides: &[Side; 2],
    reaches: &[Reach; 2],
    sink: &mut S,
) {
    let us = if RED { Color::Red } else { Color::Black };
    let (own, other) = (&reaches[us.index()], &reaches[(!us).index()]);
    let set = |kind| board.set_of(us, kind);
    threats(board, own, other, sides[(!us).index()].all, board.set_of(!us, PieceType::King), sink);
    for (place, kind) in PieceType::ALL.into_iter().skip(1).enumerate() {
        sink.add(t::GUARDED + place, (own.whole & set(kind)).len() as i32);
    }
    let guards = board.count(!us, PieceType::Advisor) + board.count(!us, PieceType::Elephant);
    palace_attack(&own.siege, guards as usize, sink);
    sink.add(t::KING_ESCAPES + escapes(us, sides, reaches), 1);
    checks(board, us, sides, reaches, sink);
    let linked = [
        (t::GUARDS_LINKED, own.advisors & set(PieceType::Advisor)),
        (t::GUARDS_LINKED + 1, own.elephants & set(PieceType::Elephant)),
        (t::HORSES_LINKED, own.horses & set(PieceType::Horse)),
        (t::CANNONS_LINKED, own.cannons & set(PieceType::Cannon)),
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
    pawns_across(pawns.half(!us), sink);
    let officers = set(PieceType::Horse) | set(PieceType::Rook) | set(PieceType::Cannon) | pawns;
    for wing in WINGS {
        let massed = (officers.half(!us) & wing).count_ones() as usize;
        if massed >= 3 {
            sink.add(t::MASSED + massed.min(5) - 3, 1);
        }
    }
    let enemies = |kind| board.set_of(!us, kind);
    let defenders =
        enemies(PieceType::Horse) | enemies(PieceType::Rook) | enemies(PieceType::Cannon);
    let count = |set: SquareSet| set.half(!us).count_ones() as i32;
    let surplus = (count(officers) - count(defenders)).clamp(-3, 6);
    sink.add(t::ATTACKERS_AND_DEFENDERS + (surplus + 3) as usize, 1);
}

/// How many squares a side's king can go to.
#[inline]
fn escapes(us: Color, sides: &[Side; 2], reaches: &[Reach; 2]) -> usize {
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    let (own, other) = (&reaches[us.index()], &reaches[(!us).index()]);
    (own.king - side.all - other.whole - them.glare).len() as usize
}

/// The checks that a side could give with its next move.
#[inline]
fn checks<S: Sink>(
    board: &Board,
    us: Color,
    sides: &[Side; 2],
    reaches: &[Reach; 2],
    sink: &mut S,
) {
    let (side, them) = (&sides[us.index()], &sides[(!us).index()]);
    let (own, other) = (&reaches[us.index()], &reaches[(!us).index()]);
    let king = board.king(!us);
    // By kind: squares to check from, squares it can go to, what takes back there if the king takes.
    // Its own kind is not asked: the piece that goes there reaches the square itself.
    let always = own.pawns | side.glare;
    let ways = [
        (them.king_lines, own.rooks - side.all, own.horses | own.cannons | always),
        (board.horse_sources(king), own.horses - side.all, own.rooks | own.cannons | always),
        (board.cannon_reach(king).1, own.cannon_moves, own.rooks | own.horses | always),
    ];
    let mut kinds = 0;
    for (place, (sources, moves, support)) in ways.into_iter().enumerate() {
        let checks = sources & moves;
        let safe = checks - other.pieces - (other.king - support);
        let count = safe.len() as usize;
        if count > 0 {
            kinds += 1;
            sink.add(t::SAFE_CHECKS + 3 * place + count.min(3) - 1, 1);
        }
        sink.add(t::GUARDED_CHECKS + place, (checks - safe).len() as i32);
    }
    let escapes = escapes(!us, sides, reaches);
    sink.add(t::CHECKING_KINDS + 3 * kinds + escapes.min(2), 1);
}

/// Enemy pieces under attack.
#[inline]
fn threats<S: Sink>(
    board: &Board,
    own: &Reach,
    other: &Reach,
    enemies: SquareSet,
    enemy_king: SquareSet,
    sink: &mut S,
) {
    // Cheapest attacker first. What the king alone attacks is left out.
    let attackers = [own.pawns, own.advisors | own.elephants, own.horses, own.cannons, own.rooks];
    let mut attacked = own.pieces & (enemies - enemy_king);
    if (attacked - other.whole).len() >= 2 {
        sink.add(t::HANGING_PAIR, 1);
    }
    for (attacker, reach) in attackers.into_iter().enumerate() {
        let first = t::THREAT + 2 * VICTIMS * attacker;
        let hit = attacked & reach;
        if hit.is_empty() {
            continue;
        }
        for square in hit.squares() {
            let Some(victim) = board.piece_at(square).and_then(victim) else { continue };
            let guarded = usize::from(other.whole.contains(square));
            sink.add(first + 2 * victim + guarded, 1);
        }
        attacked -= reach;
    }
}

/// Pieces that bear on the enemy palace, in which so many advisors and elephants are left.
#[inline]
fn palace_attack<S: Sink>(siege: &Siege, guards: usize, sink: &mut S) {
    let (mut attackers, mut pressure) = (0, 0);
    let all = [siege.pawns, siege.horses, siege.rooks, siege.cannons];
    for (place, bearing) in all.into_iter().enumerate() {
        sink.add(t::PALACE_HITS + place, bearing.hits as i32);
        attackers += bearing.attackers as usize;
        pressure += bearing.hits as usize;
    }
    sink.add(t::PALACE_ATTACKERS + 3 * attackers.min(5) + guards / 2, 1);
    sink.add(t::PALACE_PRESSURE + pressure.min(15), 1);
    let [horses, rooks, cannons] =
        [siege.horses, siege.rooks, siege.cannons].map(|bearing| bearing.attackers > 0);
    let joint = [rooks && horses, rooks && cannons, horses && cannons];
    for (place, together) in joint.into_iter().enumerate() {
        if together {
            sink.add(t::PALACE_COMBINATION + place, 1);
        }
    }
}

/// Pawns across the river, together; the bits are those of the enemy's half.
#[inline]
fn pawns_across<S: Sink>(across: u64, sink: &mut S) {
    sink.add(t::PAWNS_ACROSS + across.count_ones() as usize, 1);
    // A bit further is a file further; pawns on file i have no neighbour there.
    let neighbours = (across & !FILE_I) << 1 & across;
    sink.add(t::PAWNS_LINKED, neighbours.count_ones() as i32);
}

/// Counts what goes with what: all that the pieces on the board tell without their squares.
pub(super) fn count_balance<S: Sink>(board: &Board, sinks: &mut [S; 2]) {
    for (us, sink) in Color::ALL.into_iter().zip(sinks) {
        let own = |kind| board.count(us, kind) as usize;
        let enemy = |kind| board.count(!us, kind) as usize;
        let (advisors, elephants) = (own(PieceType::Advisor), own(PieceType::Elephant));
        sink.add(t::GUARDS + 3 * advisors + elephants, 1);
        sink.add(t::ADVISORS_AND_ROOKS + 3 * enemy(PieceType::Rook) + advisors, 1);
        sink.add(t::ADVISORS_AND_HORSES + 3 * enemy(PieceType::Horse) + advisors, 1);
        sink.add(t::ELEPHANTS_AND_CANNONS + 3 * enemy(PieceType::Cannon) + elephants, 1);
        let count = |kind| own(kind) as i32;
        let (horses, rooks, cannons) =
            (count(PieceType::Horse), count(PieceType::Rook), count(PieceType::Cannon));
        for (place, number) in [horses, rooks, cannons].into_iter().enumerate() {
            sink.add(t::PAIRS + place, i32::from(number == 2));
        }
        let products = [rooks * horses, rooks * cannons, horses * cannons];
        for (place, product) in products.into_iter().enumerate() {
            sink.add(t::MIXED_PAIRS + place, product);
        }
        let pieces = board.material_key().count_ones() as i32;
        sink.add(t::CROWD, horses * pieces);
        sink.add(t::CROWD + 1, cannons * pieces);
        sink.add(t::CANNON_GUARDS, cannons * (advisors + elephants) as i32);
    }
}

/// Counts material and placement, which the playing evaluation keeps up to date by itself.
pub(super) fn count_placement<S: Sink>(board: &Board, sinks: &mut [S; 2]) {
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

/// The place of a piece in tables of victims; kings have none.
#[inline]
fn victim(piece: Piece) -> Option<usize> {
    piece.kind().index().checked_sub(1)
}

/// King's steps from one square to a king's if it could go anywhere, diagonally too: 0 for one step, at most 5.
#[inline]
fn distance(from: Square, king: Square) -> usize {
    usize::from(STEPS[usize::from(from.raw().wrapping_sub(king.raw()))])
}

/// By `square - king`: [`distance`]. The differences are unambiguous because a king stands on the three middle files.
static STEPS: [u8; 256] = {
    let mut table = [0; 256];
    let mut rows = -9i32;
    while rows <= 9 {
        let mut columns = -5i32;
        while columns <= 5 {
            let (x, y) = (rows.unsigned_abs(), columns.unsigned_abs());
            let steps = if x > y { x } else { y };
            let steps = if steps > 6 { 6 } else { steps };
            table[((16 * rows + columns) & 0xff) as usize] = (steps as u8).saturating_sub(1);
            columns += 1;
        }
        rows += 1;
    }
    table
};

/// The square one step towards the enemy.
#[inline]
const fn ahead(square: Square, color: Color) -> Square {
    square.offset(match color {
        Color::Red => 16,
        Color::Black => -16,
    })
}

/// Where a king begins.
const fn palace_base(color: Color) -> Square {
    match color {
        Color::Red => Square::new(4, 0),
        Color::Black => Square::new(4, 9),
    }
}

/// By mailbox index: the file of a square.
static FILES: [SquareSet; 256] = {
    let mut files = [SquareSet::EMPTY; 256];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        let mut rank = 0;
        while square.is_on_board() && rank < Square::RANKS {
            files[i] = files[i].with(Square::new(square.file(), rank));
            rank += 1;
        }
        i += 1;
    }
    files
};

/// Either half of the board, by whose it is.
const HALVES: [SquareSet; 2] = [
    SquareSet::from_halves([SquareSet::ALL.half(Color::Red), 0]),
    SquareSet::from_halves([0, SquareSet::ALL.half(Color::Black)]),
];

/// File i of a half.
const FILE_I: u64 = FILES[Square::new(8, 0).index()].half(Color::Red);

/// Files a to d, files f to i, of a half.
const WINGS: [u64; 2] = {
    let mut wings = [0; 2];
    let mut file = 0;
    while file < 4 {
        wings[0] |= FILES[Square::new(file, 0).index()].half(Color::Red);
        wings[1] |= FILES[Square::new(8 - file, 0).index()].half(Color::Red);
        file += 1;
    }
    wings
};

#[cfg(test)]
mod tests {
    use super::super::linear::records;
    use super::*;
    use crate::board::Position;

    /// Which of so many coefficients from the first on a side has, and how often each.
    fn counts(fen: &str, side: Color, first: usize, len: usize) -> Vec<(usize, i32)> {
        let position = Position::from_fen(fen).unwrap();
        let [red, black] = records(position.board());
        let record = if side == Color::Red { red } else { black };
        let run = record.0.into_iter().filter(|(index, _)| (first..first + len).contains(index));
        run.map(|(index, count)| (index - first, count)).collect()
    }

    #[test]
    fn checks_are_safe_where_nothing_takes() {
        for (fen, safe, guarded) in [
            // On a9 and e1, which another rook may guard.
            ("4k4/9/9/9/9/9/9/9/R8/3K5 w", (1, 1), None),
            ("4k4/9/9/9/9/9/9/9/R7r/3K5 w", (0, 1), Some((0, 1))),
            // On a9 and beside the king, there with and without a pawn behind.
            ("4k4/R8/4P4/9/9/9/9/9/9/3K5 w", (1, 1), None),
            ("4k4/R8/9/9/9/9/9/9/9/3K5 w", (0, 1), Some((0, 1))),
            // On d7 and f7, with the leg of the former free and taken.
            ("4k4/9/9/9/4N4/9/9/9/9/3K5 w", (4, 1), None),
            ("4k4/3c5/9/9/4N4/9/9/9/9/3K5 w", (3, 1), None),
        ] {
            assert_eq!(counts(fen, Color::Red, t::SAFE_CHECKS, 9), [safe], "{fen}");
            let guarded: Vec<_> = guarded.into_iter().collect();
            assert_eq!(counts(fen, Color::Red, t::GUARDED_CHECKS, 3), guarded, "{fen}");
        }
    }

    #[test]
    fn kings_cannot_step_where_the_other_looks() {
        for (fen, escapes) in [
            ("4k4/9/9/9/9/9/9/9/9/3K5 w", 2),
            ("4k4/9/9/9/9/9/9/3p5/9/3K5 w", 3),
            ("4k4/9/9/9/9/9/9/9/9/5K3 w", 2),
        ] {
            assert_eq!(counts(fen, Color::Black, t::KING_ESCAPES, 5), [(escapes, 1)], "{fen}");
        }
    }
}
