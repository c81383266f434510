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

const PALACES: [SquareSet; 2] = {
    let mut palaces = [SquareSet::EMPTY; 2];
    let mut file = 3;
    while file <= 5 {
        let mut rank = 0;
        while rank <= 2 {
            let square = Square::new(file, rank);
            palaces[0] = SquareSet::from_bits(palaces[0].bits() | 1 << square.dense());
            palaces[1] = SquareSet::from_bits(palaces[1].bits() | 1 << square.flip().dense());
            rank += 1;
        }
        file += 1;
    }
    palaces
};

/// What one side has and attacks.
#[derive(Clone, Copy, Default)]
struct Side {
    /// Where its pieces stand, by kind.
    kinds: [SquareSet; PieceType::COUNT],
    all: SquareSet,
    /// What they attack and guard, by kind.
    reach: [SquareSet; PieceType::COUNT],
    /// What any of them does.
    whole_reach: SquareSet,
    /// Its pieces that attack the enemy palace, by kind, and how many squares of it.
    palace_attackers: [i32; PieceType::COUNT],
    palace_hits: [i32; PieceType::COUNT],
    counts: [usize; PieceType::COUNT],
}

/// Both sides of a board.
pub(super) struct Scene<'a> {
    board: &'a Board,
    sides: [Side; 2],
}

impl<'a> Scene<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let mut sides = [Side::default(); 2];
        for color in Color::ALL {
            let side = &mut sides[color.index()];
            for kind in PieceType::ALL {
                let mut set = SquareSet::EMPTY;
                let mut count = 0;
                for square in board.squares_of(color, kind) {
                    set = set.with(square);
                    count += 1;
                    if kind == PieceType::Pawn {
                        side.reach[kind.index()] |= Board::pawn_reach(color, square);
                    }
                }
                side.kinds[kind.index()] = set;
                side.counts[kind.index()] = count;
                side.all |= set;
            }
        }
        Self { board, sides }
    }

    /// Counts everything but material and placement.
    #[inline]
    pub(super) fn count<S: Sink>(&mut self, sinks: &mut [S; 2]) {
        let [red, black] = sinks;
        self.pieces(Color::Red, red);
        self.pieces(Color::Black, black);
        self.relations(Color::Red, red);
        self.relations(Color::Black, black);
        let mover = match self.board.side_to_move() {
            Color::Red => red,
            Color::Black => black,
        };
        mover.add(t::TEMPO, 1);
    }

    /// What can be said of each piece by itself; notes what it attacks.
    #[inline]
    #[expect(
        clippy::too_many_lines,
        reason = "one pass over the pieces, a match arm for each kind"
    )]
    fn pieces<S: Sink>(&mut self, us: Color, sink: &mut S) {
        let board = self.board;
        let (them, side) = (&self.sides[(!us).index()], &self.sides[us.index()]);
        let enemy_king = board.king(!us);
        let palace = PALACES[(!us).index()];
        let safe = |reach: SquareSet| reach - side.all - them.reach[PieceType::Pawn.index()];

        let king = board.king(us);
        let mut reach = [SquareSet::EMPTY; PieceType::COUNT];
        let (mut attackers, mut hits) = ([0; PieceType::COUNT], [0; PieceType::COUNT]);
        let mut note = |kind: PieceType, squares: SquareSet| {
            reach[kind.index()] |= squares;
            let hit = squares & palace;
            if !hit.is_empty() {
                attackers[kind.index()] += 1;
                hits[kind.index()] += hit.len() as i32;
            }
        };

        for from in board.squares_of(us, PieceType::Advisor) {
            let reach = Board::advisor_reach(from);
            note(PieceType::Advisor, reach);
            sink.add(t::ADVISOR_MOBILITY + (reach - side.all).len() as usize, 1);
        }
        for from in board.squares_of(us, PieceType::Bishop) {
            let reach = board.elephant_reach(from);
            note(PieceType::Bishop, reach);
            sink.add(t::ELEPHANT_MOBILITY + (reach - side.all).len() as usize, 1);
        }
        for from in board.squares_of(us, PieceType::Knight) {
            let reach = board.horse_reach(from);
            note(PieceType::Knight, reach);
            sink.add(t::HORSE_MOBILITY + safe(reach).len() as usize, 1);
            sink.add(t::HORSE_KING_DISTANCE + distance(from, enemy_king), 1);
            let leg = ahead(from, us);
            if leg.is_on_board() && !board.is_empty(leg) {
                let own_pawn = side.kinds[PieceType::Pawn.index()].contains(leg);
                sink.add(t::HORSE_FORWARD_LEG + usize::from(!own_pawn), 1);
            }
            if from == ahead(king, us) && king == palace_base(us) {
                sink.add(t::HORSE_IN_PALACE, 1);
            }
        }
        for from in board.squares_of(us, PieceType::Rook) {
            let reach = board.rook_reach(from);
            note(PieceType::Rook, reach);
            sink.add(t::ROOK_MOBILITY + safe(reach).len() as usize, 1);
            let file = FILES[from.file() as usize];
            let own_pawns = side.kinds[PieceType::Pawn.index()];
            if (own_pawns & file).is_empty() {
                let open = (them.kinds[PieceType::Pawn.index()] & file).is_empty();
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
        for from in board.squares_of(us, PieceType::Cannon) {
            let (free, behind) = board.cannon_reach(from);
            note(PieceType::Cannon, behind);
            let mobility = safe(free | (behind & them.all)).len() as usize;
            sink.add(t::CANNON_MOBILITY + mobility.min(17), 1);
            let Some(between) = board.between(from, enemy_king) else { continue };
            let between = between.min(3) as usize;
            if from.file() == enemy_king.file() {
                sink.add(t::CANNON_KING_FILE + between, 1);
                if between == 0 {
                    sink.add(t::HOLLOW_CANNON + them.counts[PieceType::Advisor.index()], 1);
                }
                let centre = ahead(enemy_king, !us);
                if enemy_king == palace_base(!us)
                    && them.kinds[PieceType::Knight.index()].contains(centre)
                {
                    sink.add(t::CANNON_PALACE_HORSE, 1);
                }
            } else {
                sink.add(t::CANNON_KING_RANK + between, 1);
            }
        }
        for from in board.squares_of(us, PieceType::Pawn) {
            let reach = Board::pawn_reach(us, from);
            note(PieceType::Pawn, reach);
            if from.is_across_river(us) {
                sink.add(t::PAWN_AND_ADVISORS + them.counts[PieceType::Advisor.index()], 1);
                sink.add(t::PAWN_KING_DISTANCE + distance(from, enemy_king), 1);
            }
        }
        reach[PieceType::King.index()] = Board::king_reach(king);
        let side = &mut self.sides[us.index()];
        side.reach = reach;
        side.palace_attackers = attackers;
        side.palace_hits = hits;
        side.whole_reach = reach.into_iter().fold(SquareSet::EMPTY, |all, part| all | part);
    }

    /// What can be said once it is known what everybody attacks.
    #[inline]
    fn relations<S: Sink>(&self, us: Color, sink: &mut S) {
        let (side, them) = (&self.sides[us.index()], &self.sides[(!us).index()]);
        self.threats(side, them, sink);
        palace_attack(side, them, sink);
        self.defence(us, sink);
        pawns(us, side, sink);
        balance(side, them, sink);
        if !(side.reach[PieceType::Knight.index()] & side.kinds[PieceType::Knight.index()])
            .is_empty()
        {
            sink.add(t::HORSES_LINKED, 1);
        }
        if !(side.reach[PieceType::Cannon.index()] & side.kinds[PieceType::Cannon.index()])
            .is_empty()
        {
            sink.add(t::CANNONS_LINKED, 1);
        }
        let officers = side.kinds[PieceType::Knight.index()]
            | side.kinds[PieceType::Rook.index()]
            | side.kinds[PieceType::Cannon.index()]
            | side.kinds[PieceType::Pawn.index()];
        for wing in WINGS {
            let massed = (officers & wing & HALVES[(!us).index()]).len() as usize;
            if massed >= 3 {
                sink.add(t::MASSED + massed.min(5) - 3, 1);
            }
        }
    }

    /// Enemy pieces under attack, and own pieces under guard.
    #[inline]
    fn threats<S: Sink>(&self, side: &Side, them: &Side, sink: &mut S) {
        let mut hanging = 0;
        let enemies = them.all - them.kinds[PieceType::King.index()];
        for square in (side.whole_reach & enemies).squares() {
            let Some(victim) = self.board.piece_at(square).and_then(victim) else { continue };
            let Some(attacker) = ATTACKERS.into_iter().position(|kinds| {
                kinds.iter().any(|kind| side.reach[kind.index()].contains(square))
            }) else {
                // The king alone.
                continue;
            };
            let guarded = them.whole_reach.contains(square);
            hanging += i32::from(!guarded);
            sink.add(t::THREAT + 2 * (VICTIMS * attacker + victim) + usize::from(guarded), 1);
        }
        if hanging >= 2 {
            sink.add(t::HANGING_PAIR, 1);
        }
        for (place, kind) in PieceType::ALL.into_iter().skip(1).enumerate() {
            let guarded = (side.whole_reach & side.kinds[kind.index()]).len();
            sink.add(t::GUARDED + place, guarded as i32);
        }
    }

    /// King, advisors and elephants.
    #[inline]
    fn defence<S: Sink>(&self, us: Color, sink: &mut S) {
        let (side, them) = (&self.sides[us.index()], &self.sides[(!us).index()]);
        let king = self.board.king(us);
        let escapes = Board::king_reach(king) - side.all - them.whole_reach;
        sink.add(t::KING_ESCAPES + escapes.len() as usize, 1);
        let advisors = side.counts[PieceType::Advisor.index()];
        let elephants = side.counts[PieceType::Bishop.index()];
        sink.add(t::GUARDS + 3 * advisors + elephants, 1);
        let against = |kind: PieceType| 3 * them.counts[kind.index()];
        sink.add(t::ADVISORS_AND_ROOKS + against(PieceType::Rook) + advisors, 1);
        sink.add(t::ADVISORS_AND_HORSES + against(PieceType::Knight) + advisors, 1);
        sink.add(t::ELEPHANTS_AND_CANNONS + against(PieceType::Cannon) + elephants, 1);
        for (place, kind) in [PieceType::Advisor, PieceType::Bishop].into_iter().enumerate() {
            if !(side.reach[kind.index()] & side.kinds[kind.index()]).is_empty() {
                sink.add(t::GUARDS_LINKED + place, 1);
            }
        }
        let home = palace_base(us);
        let beside = SquareSet::of(home.offset(-1)).with(home.offset(1));
        if king == home && side.kinds[PieceType::Advisor.index()] == beside {
            sink.add(t::GUARDS_LINKED + 2, 1);
        }
    }
}

/// Who attacks, cheapest first: the order of the threats.
const ATTACKERS: [&[PieceType]; 5] = [
    &[PieceType::Pawn],
    &[PieceType::Advisor, PieceType::Bishop],
    &[PieceType::Knight],
    &[PieceType::Cannon],
    &[PieceType::Rook],
];

/// Pieces that bear on the enemy palace.
#[inline]
fn palace_attack<S: Sink>(side: &Side, them: &Side, sink: &mut S) {
    let kinds = [PieceType::Pawn, PieceType::Knight, PieceType::Rook, PieceType::Cannon];
    let (mut attackers, mut pressure) = (0, 0);
    for (place, kind) in kinds.into_iter().enumerate() {
        let hits = side.palace_hits[kind.index()];
        sink.add(t::PALACE_HITS + place, hits);
        attackers += side.palace_attackers[kind.index()] as usize;
        pressure += hits as usize;
    }
    let guards = them.counts[PieceType::Advisor.index()] + them.counts[PieceType::Bishop.index()];
    sink.add(t::PALACE_ATTACKERS + 3 * attackers.min(5) + guards / 2, 1);
    sink.add(t::PALACE_PRESSURE + pressure.min(15), 1);
    let takes_part = |kind: PieceType| side.palace_attackers[kind.index()] > 0;
    let pairs = [
        (PieceType::Rook, PieceType::Knight),
        (PieceType::Rook, PieceType::Cannon),
        (PieceType::Knight, PieceType::Cannon),
    ];
    for (place, (one, other)) in pairs.into_iter().enumerate() {
        if takes_part(one) && takes_part(other) {
            sink.add(t::PALACE_COMBINATION + place, 1);
        }
    }
}

/// Pawns across the river, together.
#[inline]
fn pawns<S: Sink>(us: Color, side: &Side, sink: &mut S) {
    let across = side.kinds[PieceType::Pawn.index()] & HALVES[(!us).index()];
    sink.add(t::PAWNS_ACROSS + across.len() as usize, 1);
    // A bit further is a file further; pawns on file i have no neighbour there.
    let bits = across.bits();
    let neighbours = SquareSet::from_bits((bits - (across & FILES[8]).bits()) << 1) & across;
    sink.add(t::PAWNS_LINKED, neighbours.len() as i32);
}

/// What goes with what.
#[inline]
fn balance<S: Sink>(side: &Side, them: &Side, sink: &mut S) {
    let count = |kind: PieceType| side.counts[kind.index()] as i32;
    let (horses, rooks, cannons) =
        (count(PieceType::Knight), count(PieceType::Rook), count(PieceType::Cannon));
    for (place, number) in [horses, rooks, cannons].into_iter().enumerate() {
        sink.add(t::PAIRS + place, i32::from(number == 2));
    }
    let products = [rooks * horses, rooks * cannons, horses * cannons];
    for (place, product) in products.into_iter().enumerate() {
        sink.add(t::MIXED_PAIRS + place, product);
    }
    let pieces = (side.all | them.all).len() as i32;
    sink.add(t::CROWD, horses * pieces);
    sink.add(t::CROWD + 1, cannons * pieces);
    let guards = count(PieceType::Advisor) + count(PieceType::Bishop);
    sink.add(t::CANNON_GUARDS, cannons * guards);
}

/// Counts material and placement, which the playing evaluation keeps up to date by itself.
pub(super) fn count_placement<S: Sink>(board: &Board, sinks: &mut [S; 2]) {
    for (piece, square) in board.pieces() {
        let sink = &mut sinks[piece.color().index()];
        if let Some(material) = t::material(piece.kind()) {
            sink.add(material, 1);
        }
        sink.add(t::placement(piece, square), 1);
    }
}

/// The place of a piece in tables of victims; kings have none.
#[inline]
fn victim(piece: Piece) -> Option<usize> {
    piece.kind().index().checked_sub(1)
}

/// King's steps from one square to another if it could go anywhere, diagonally too: 0 for one step, at most 5.
#[inline]
fn distance(from: Square, to: Square) -> usize {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    usize::from(files.max(ranks).clamp(1, 6) - 1)
}

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

const FILES: [SquareSet; Square::FILES as usize] = {
    let mut files = [SquareSet::EMPTY; Square::FILES as usize];
    let mut i = 0;
    while i < Square::COUNT {
        let file = i % Square::FILES as usize;
        files[file] = SquareSet::from_bits(files[file].bits() | 1 << i);
        i += 1;
    }
    files
};

/// Either half of the board, by whose it is.
const HALVES: [SquareSet; 2] =
    [SquareSet::from_bits((1 << 45) - 1), SquareSet::from_bits(((1 << 45) - 1) << 45)];

/// Files a to d, files f to i.
const WINGS: [SquareSet; 2] = {
    let mut wings = [0; 2];
    let mut file = 0;
    while file < 4 {
        wings[0] |= FILES[file].bits();
        wings[1] |= FILES[8 - file].bits();
        file += 1;
    }
    [SquareSet::from_bits(wings[0]), SquareSet::from_bits(wings[1])]
};
