//! The statistical model of games: codes moves and scores as choices, with probabilities that depend on the context.
//! `docs/reference/data-format.md` describes it in words. Any change here changes the file format.

use super::coder::{Chooser, Coder};
use super::{DataError, DataFault, NO_SCORE, Ply, SelfPlayGame, SideLine};
use chuhe_engine::board::{Board, Position, START_FEN};
use chuhe_engine::types::{Color, Move, Piece, PieceType, Square, SquareSet};

const KINDS: u32 = PieceType::COUNT as u32;
const SQUARES: u32 = Square::COUNT as u32;
/// The number of combinations of a kind of piece and a square.
const PLACES: u32 = KINDS * SQUARES;
/// The number of possible targets: no piece, or a piece of one of the kinds.
const TARGETS: u32 = KINDS + 1;
/// The classes of attackers of a square: none or, by the cheapest attacker, pawn, advisor or elephant, horse or cannon,
/// rook, and king.
const ATTACKERS: u32 = 6;
const PHASES: u32 = 6;
/// How many different numbers of attacked squares are distinguished.
const REACHES: u32 = 20;
/// The number of features of a move, and of the class of a score.
const OF_MOVE: usize = 11;
const OF_CLASS: usize = 7;
/// The number of classes of score differences: one for 0, and a negative and a positive one for each bit length up to
/// 17.
const CLASSES: usize = 35;
/// The maximum length, in bytes, of the FEN of a start position, and the maximum number of plies in a game.
const TEXT_MAX: usize = 255;
const PLIES_MAX: usize = u16::MAX as usize;
/// The maximum number of side lines of a game.
const SIDE_LINES_MAX: usize = u16::MAX as usize;
/// The result code of games with side lines, which is followed by the actual result code.
const WITH_SIDE_LINES: u32 = 3;
/// The number of bits for the length of a path.
const PATH_BITS: u32 = SideLine::PATH_MAX.ilog2() + 1;
/// The plies of the first side line are numbered from here, those of the next from [`SIDE_LINE_STEP`] later, and so on,
/// so that no two lines and no line and the game have plies in common.
const SIDE_LINE_PLIES: u32 = 1 << 16;
const SIDE_LINE_STEP: u32 = 1 << 5;
/// Scores above this, in absolute value, encode the distance to mate or to another end of the game.
const FAR: i32 = 25_000;
/// Only scores below this, in absolute value, are extrapolated linearly.
const NEAR: i32 = 4000;

/// The index at which each group of features begins.
struct Groups {
    of_move: [u32; OF_MOVE],
    random: u32,
    searched: u32,
    number: [u32; 4],
    length: u32,
    class: [u32; OF_CLASS],
    fine: [u32; 2],
    /// The number of side lines, the number of plies between two of them, and the length of a path.
    side_lines: ([u32; 2], [u32; 2], u32),
    all: u32,
}

const GROUPS: Groups = {
    let mut all = 0;
    macro_rules! group {
        ($size:expr) => {{
            all += $size;
            all - $size
        }};
    }
    Groups {
        of_move: [
            group!(PLACES * SQUARES),
            group!(PLACES * TARGETS),
            group!(KINDS * TARGETS * ATTACKERS * ATTACKERS * 8),
            group!(PLACES * PLACES),
            group!(PLACES * PLACES),
            group!(KINDS * TARGETS * 32 * TARGETS),
            group!(PHASES * PLACES * 2),
            group!(KINDS * TARGETS * 16 * 8),
            group!(KINDS * TARGETS * ATTACKERS * 64),
            group!(KINDS * REACHES * REACHES * PHASES),
            group!(PLACES * SQUARES),
        ],
        random: group!(KINDS * TARGETS * ATTACKERS * ATTACKERS * 8),
        searched: group!(8),
        number: [group!(512), group!(512), group!(16), group!(512)],
        length: group!(4 * 512),
        class: [
            group!(32 * 64),
            group!(32 * 64),
            group!(32 * 64),
            group!(32 * 64),
            group!(1024 * 64),
            group!(1024 * 64),
            group!(128 * 64),
        ],
        fine: [group!(64 * 4), group!(64 * 64)],
        side_lines: ([group!(512), group!(512)], [group!(512), group!(512)], group!(32)),
        all,
    }
};

/// A move from the point of view of the side that plays it: Black's ranks are reversed.
#[derive(Clone, Copy)]
struct RecentMove {
    kind: u32,
    from: Square,
    to: Square,
}

impl RecentMove {
    fn place(played: Option<Self>) -> u32 {
        played.map_or(0, |played| played.kind * SQUARES + dense(played.to))
    }

    /// Whether `next` takes `played` back.
    fn is_undone_by(played: Option<Self>, next: Option<Self>) -> bool {
        let pair = played.zip(next);
        pair.is_some_and(|(played, next)| played.from == next.to && played.to == next.from)
    }
}

/// What happened in the game before a ply.
#[derive(Clone, Copy, Default)]
struct PlyContext {
    /// The number of plies.
    plies: u32,
    /// The last four moves, the latest first.
    moves: [Option<RecentMove>; 4],
    /// The kind of piece that the last move captured.
    captured: u32,
    /// The last scores, the latest first, each from its mover's point of view. For a move that was not searched, the
    /// previous score is repeated.
    scores: [i32; 4],
    is_searched: [bool; 4],
    /// The differences between the last scores and those expected.
    misses: [i32; 3],
    winner: Option<Color>,
}

/// What a score depends on besides the scores before it.
struct Mover {
    side: Color,
    captured: u32,
    gives_check: bool,
    in_check: bool,
}

/// The model of a block of games, which learns from each game.
#[derive(Debug)]
pub(super) struct Model {
    chooser: Chooser,
    /// For each move and side: the next ply at which the side is to move again, and for how many of its turns in a row
    /// the move has been legal.
    seen: Vec<[(u32, u32); 2]>,
    moves: Vec<Move>,
    features: Vec<[u32; OF_MOVE]>,
}

fn dense(square: Square) -> u32 {
    square.dense() as u32
}

/// Converts a square to a side's point of view, or back.
fn seen_by(side: Color, square: Square) -> Square {
    if side == Color::Red { square } else { square.flip() }
}

/// The squares that a piece attacks or guards from a square.
fn attacks_of(board: &Board, side: Color, kind: PieceType, from: Square) -> SquareSet {
    match kind {
        PieceType::King => Board::king_attacks(from),
        PieceType::Advisor => Board::advisor_attacks(from),
        PieceType::Elephant => board.elephant_attacks(from),
        PieceType::Horse => board.horse_attacks(from),
        PieceType::Rook => board.rook_attacks(from),
        PieceType::Cannon => board.cannon_attacks(from).1,
        PieceType::Pawn => Board::pawn_attacks(side, from),
    }
}

/// The squares that a side attacks or guards, by piece, the cheapest pieces first.
fn all_attacks(board: &Board, side: Color) -> [SquareSet; 5] {
    [
        &[PieceType::Pawn][..],
        &[PieceType::Advisor, PieceType::Elephant],
        &[PieceType::Horse, PieceType::Cannon],
        &[PieceType::Rook],
        &[PieceType::King],
    ]
    .map(|kinds| {
        let mut set = SquareSet::EMPTY;
        for &kind in kinds {
            for from in board.squares_of(side, kind) {
                set |= attacks_of(board, side, kind, from);
            }
        }
        set
    })
}

fn attacker(sets: &[SquareSet; 5], square: Square) -> u32 {
    sets.iter().position(|set| set.contains(square)).map_or(0, |at| 1 + at as u32)
}

/// One more than the number of bits in `|number| + 1`, at most 15.
fn log(number: i32) -> u32 {
    (32 - (number.unsigned_abs() + 1).leading_zeros() + 1).min(15)
}

/// The logarithm to base 2 in half steps, at most `most`.
fn half_log(number: u32, most: u32) -> u32 {
    if number < 2 { number } else { steps(number).min(most) }
}

fn steps(number: u32) -> u32 {
    let octave = number.ilog2();
    2 * octave + (number >> (octave - 1) & 1)
}

impl Model {
    pub(super) fn new() -> Self {
        Self {
            chooser: Chooser::new(GROUPS.all as usize),
            seen: vec![[(0, 0); 2]; Square::COUNT * Square::COUNT],
            moves: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Codes a game. A writer codes `known`; a reader passes `None`.
    pub(super) fn game(
        &mut self,
        coder: &mut impl Coder,
        known: Option<&SelfPlayGame>,
    ) -> Result<SelfPlayGame, DataError> {
        let start = match known {
            Some(game) if game.start != START_FEN => game.start.as_bytes(),
            _ => &[],
        };
        let plies = known.map_or(0, |game| game.plies.len());
        if start.len() > TEXT_MAX {
            return Err(DataFault::StartText.into());
        }
        if plies > PLIES_MAX {
            return Err(DataFault::Plies.into());
        }
        let length = self.number(coder, GROUPS.number[0], 8, start.len() as u32)?;
        let mut text = Vec::new();
        for at in 0..length as usize {
            let byte = start.get(at).copied().unwrap_or_default();
            text.push(self.number(coder, GROUPS.number[1], 8, byte.into())? as u8);
        }
        let start = String::from_utf8(text).map_err(|_| DataFault::StartText)?;
        let start = if start.is_empty() { START_FEN.to_owned() } else { start };
        let ending = known.map_or(0, |game| {
            let winner = game.winner.map_or(1, |winner| if winner == Color::Red { 2 } else { 0 });
            winner | u32::from(game.adjudicated) << 2
        });
        let side_lines = known.map_or(&[][..], |game| &game.side_lines);
        if side_lines.len() > SIDE_LINES_MAX {
            return Err(DataFault::SideLines.into());
        }
        let code = if side_lines.is_empty() { ending } else { WITH_SIDE_LINES };
        let mut code = self.number(coder, GROUPS.number[2], 3, code)?;
        let has_side_lines = code == WITH_SIDE_LINES;
        if has_side_lines {
            code = self.number(coder, GROUPS.number[2], 3, ending)?;
        }
        let ending = code;
        let winner = match ending & 3 {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::Red),
            _ => return Err(DataFault::Result.into()),
        };
        let high = self.number(coder, GROUPS.number[3], 8, plies as u32 >> 8)?;
        let group = GROUPS.length + 512 * high.min(3);
        let plies = high << 8 | self.number(coder, group, 8, plies as u32 & 255)?;

        let mut position = Position::from_fen(&start)?;
        let adjudicated = ending & 4 != 0;
        let side_lines_begin = position.clone();
        let mut game =
            SelfPlayGame { start, plies: Vec::new(), side_lines: Vec::new(), winner, adjudicated };
        let mut before = PlyContext { winner, ..PlyContext::default() };
        let mut at = Vec::new();
        self.seen.fill([(0, 0); 2]);
        for index in 0..plies as usize {
            at.extend(has_side_lines.then_some(before));
            let known = known.map(|game| game.plies[index]);
            let ply = self.ply(coder, &position, &mut before, known, index)?;
            position.make_unchecked(ply.mv, &mut ());
            game.plies.push(ply);
        }
        if has_side_lines {
            at.push(before);
            let known = known.map(|_| side_lines);
            game.side_lines = self.side_lines(coder, side_lines_begin, &game.plies, &at, known)?;
        }
        Ok(game)
    }

    /// Codes the side lines of a game that begins in `position`. `at` is what happened before each of its plies and
    /// before its end.
    fn side_lines(
        &mut self,
        coder: &mut impl Coder,
        mut position: Position,
        plies: &[Ply],
        at: &[PlyContext],
        known: Option<&[SideLine]>,
    ) -> Result<Vec<SideLine>, DataError> {
        let (count, gap, length) = GROUPS.side_lines;
        let count = self.long_number(coder, count, known.map_or(0, <[_]>::len))?;
        let (mut lines, mut after) = (Vec::new(), 0);
        for index in 0..count {
            let line = known.map(|lines| &lines[index]);
            let path = line.map_or(&[][..], |line| &line.path);
            let begin = line.map_or(after, |line| line.after);
            let fits = (after..=plies.len()).contains(&begin)
                && (line.is_none() || (1..=SideLine::PATH_MAX).contains(&path.len()));
            if !fits {
                return Err(DataFault::SideLine.into());
            }
            let begin = after + self.long_number(coder, gap, begin - after)?;
            for ply in plies.get(after..begin).ok_or(DataFault::SideLine)? {
                position.make_unchecked(ply.mv, &mut ());
            }
            after = begin;
            let length = self.number(coder, length, PATH_BITS, path.len() as u32)? as usize;
            if length == 0 {
                return Err(DataFault::SideLine.into());
            }
            let mut before = at[after];
            before.plies = SIDE_LINE_PLIES + SIDE_LINE_STEP * index as u32;
            let mut moves = Vec::new();
            for place in 0..length {
                let known = path.get(place).map(|&mv| Ply { mv, score: None });
                let ply = self.ply(coder, &position, &mut before, known, after + place)?;
                if ply.score.is_some() {
                    return Err(DataFault::SideLine.into());
                }
                position.make_unchecked(ply.mv, &mut ());
                moves.push(ply.mv);
            }
            let known = line.map(|line| line.ply);
            let ply = self.ply(coder, &position, &mut before, known, after + length)?;
            if ply.score.is_none() {
                return Err(DataFault::SideLine.into());
            }
            (0..length).for_each(|_| position.unmake(&mut ()));
            lines.push(SideLine { after, path: moves, ply });
        }
        Ok(lines)
    }

    /// Codes a number of 16 bits, its upper half first.
    fn long_number(
        &mut self,
        coder: &mut impl Coder,
        [high, low]: [u32; 2],
        known: usize,
    ) -> Result<usize, DataFault> {
        let high = self.number(coder, high, 8, known as u32 >> 8)?;
        Ok((high << 8 | self.number(coder, low, 8, known as u32 & 255)?) as usize)
    }

    /// Codes a number bit by bit, highest bit first; the probability of each bit depends on the bits above it.
    fn number(
        &mut self,
        coder: &mut impl Coder,
        group: u32,
        bits: u32,
        known: u32,
    ) -> Result<u32, DataFault> {
        let mut node = 1;
        for bit in (0..bits).rev() {
            let at = group + 2 * node;
            let bit = self.chooser.choose(coder, &[[at], [at + 1]], (known >> bit & 1) as usize)?;
            node = 2 * node + bit as u32;
        }
        Ok(node - (1 << bits))
    }

    fn ply(
        &mut self,
        coder: &mut impl Coder,
        position: &Position,
        before: &mut PlyContext,
        known: Option<Ply>,
        index: usize,
    ) -> Result<Ply, DataError> {
        let at = GROUPS.searched
            + 4 * u32::from(before.plies == 0)
            + 2 * u32::from(before.is_searched[0]);
        let score = known.and_then(|ply| ply.score).filter(|score| *score != NO_SCORE);
        let searched = [[at], [at + 1]];
        let is_searched = self.chooser.choose(coder, &searched, score.is_some().into())? == 1;

        let board = position.board();
        let us = board.side_to_move();
        let view = |square| seen_by(us, square);
        self.moves.clear();
        self.moves.extend(position.legal_moves());
        self.moves.sort_unstable_by_key(|mv| (view(mv.from()).dense(), view(mv.to()).dense()));
        let chosen = match known {
            None => 0,
            Some(Ply { mv, .. }) => self
                .moves
                .iter()
                .position(|legal| *legal == mv)
                .ok_or(DataError::Illegal { ply: index + 1, mv })?,
        };
        self.describe_moves(position, before);
        let chosen = if is_searched {
            self.chooser.choose(coder, &self.features, chosen)?
        } else {
            let exchange = GROUPS.random - GROUPS.of_move[2];
            let random: Vec<_> = self.features.iter().map(|of| [of[2] + exchange]).collect();
            self.chooser.choose(coder, &random, chosen)?
        };
        // After the end of a game there are no legal moves, so the index is invalid.
        let mv = *self.moves.get(chosen).ok_or(DataFault::MoveMissing)?;

        let captured = board.captured_piece(mv).map_or(0, |piece| 1 + kind_index(piece));
        let mover = Mover {
            side: us,
            captured,
            gives_check: board.gives_check(mv),
            in_check: position.in_check(),
        };
        let score = if is_searched {
            Some(self.score(coder, before, &mover, score.unwrap_or_default())?)
        } else {
            None
        };
        let kind = board.moved_piece(mv).map_or(0, kind_index);
        before.plies += 1;
        before.moves.rotate_right(1);
        before.moves[0] = Some(RecentMove { kind, from: view(mv.from()), to: view(mv.to()) });
        before.captured = captured;
        before.scores.rotate_right(1);
        before.scores[0] = score.map_or(-before.scores[1], i32::from);
        before.is_searched.rotate_right(1);
        before.is_searched[0] = is_searched;
        Ok(Ply { mv, score })
    }

    /// Computes the features of all legal moves.
    fn describe_moves(&mut self, position: &Position, before: &PlyContext) {
        let board = position.board();
        let us = board.side_to_move();
        let (ours, theirs) = (all_attacks(board, us), all_attacks(board, !us));
        let [last, mine, last_before, mine_before] = before.moves;
        let threat = last.map_or(SquareSet::EMPTY, |last| {
            let kind = PieceType::ALL[last.kind as usize];
            attacks_of(board, !us, kind, seen_by(!us, last.to))
        });
        let gone = 32 - board.pieces().count().min(32) as u32;
        let phase = gone.min(31) * PHASES / 32;
        let king = dense(seen_by(us, board.king(!us)));
        let they_undid = RecentMove::is_undone_by(last_before, last);
        self.features.clear();
        for &mv in &self.moves {
            let (from, to) = (mv.from(), mv.to());
            let kind = board.moved_piece(mv).map_or(PieceType::King, Piece::kind);
            let k = kind.index() as u32;
            let captured = board.captured_piece(mv).map_or(0, |piece| 1 + kind_index(piece));
            let now = RecentMove { kind: k, from: seen_by(us, from), to: seen_by(us, to) };
            let (f, t) = (dense(now.from), dense(now.to));
            let place = k * SQUARES + t;
            let pair = k * TARGETS + captured;
            let check = u32::from(board.gives_check(mv));
            let in_check = u32::from(position.in_check());
            let (at_from, at_to) = (attacker(&theirs, from), attacker(&theirs, to));
            let guarded = u32::from(attacker(&ours, from) != 0);
            let bit = u32::from;

            let recaptures = last.is_some_and(|last| seen_by(!us, last.to) == to);
            let same = mine.is_some_and(|mine| mine.to == now.from);
            let undoes = RecentMove::is_undone_by(mine, Some(now));
            let repeats =
                mine_before.is_some_and(|mine| mine.from == now.from && mine.to == now.to);
            let habits = 16 * bit(recaptures) + 8 * bit(same) + 4 * bit(undoes);
            let habits = habits + 2 * bit(they_undid) + bit(repeats);

            let reach = attacks_of(board, us, kind, to);
            let mut aim = 0;
            for (rank, victim) in (1..).zip([
                PieceType::Pawn,
                PieceType::Advisor,
                PieceType::Elephant,
                PieceType::Horse,
                PieceType::Cannon,
                PieceType::Rook,
                PieceType::King,
            ]) {
                for square in board.squares_of(!us, victim).filter(|at| reach.contains(*at)) {
                    aim = aim.max(2 * rank + bit(attacker(&theirs, square) == 0));
                }
            }
            let reach = reach.len().min(REACHES - 1);
            let reach_before = attacks_of(board, us, kind, from).len().min(REACHES - 1);
            let threats = 4 * bit(threat.contains(from)) + 2 * bit(threat.contains(to));

            let seen = &mut self.seen[(f * SQUARES + t) as usize][us.index()];
            let turns = if before.plies > 0 && seen.0 == before.plies { seen.1 + 1 } else { 0 };
            *seen = (before.plies + 2, turns);
            let turns = match turns {
                0..=2 => turns,
                3..=4 => 3,
                5..=8 => 4,
                9..=16 => 5,
                17..=32 => 6,
                _ => 7,
            };
            let attacked = bit(at_to != 0);
            let mut features = [
                (k * SQUARES + f) * SQUARES + t,
                place * TARGETS + captured,
                ((pair * ATTACKERS + at_from) * ATTACKERS + at_to) * 8
                    + 4 * guarded
                    + 2 * check
                    + in_check,
                RecentMove::place(last) * PLACES + place,
                RecentMove::place(mine) * PLACES + place,
                (pair * 32 + habits) * TARGETS + before.captured,
                (phase * PLACES + place) * 2 + attacked,
                (pair * 16 + aim) * 8 + threats + attacked,
                (pair * ATTACKERS + at_to) * 64
                    + 8 * turns
                    + 4 * guarded
                    + 2 * bit(at_from != 0)
                    + check,
                ((k * REACHES + reach_before) * REACHES + reach) * PHASES + phase,
                place * SQUARES + king,
            ];
            for (feature, group) in features.iter_mut().zip(GROUPS.of_move) {
                *feature += group;
            }
            self.features.push(features);
        }
    }

    fn score(
        &mut self,
        coder: &mut impl Coder,
        before: &mut PlyContext,
        mover: &Mover,
        known: i16,
    ) -> Result<i16, DataFault> {
        let [a, b, c, d] = before.scores;
        // All four scores are now from the mover's point of view.
        let (a, c) = (-a, -c);
        let is_line =
            before.is_searched == [true; 4] && [a, b, c, d].iter().all(|score| score.abs() < NEAR);
        let expected = if is_line {
            (10 * a + 5 * b + c) >> 4
        } else if a.abs() > FAR {
            // The score is one ply closer to the end of the game.
            a + a.signum()
        } else if before.is_searched[1] && b.abs() <= FAR {
            (5 * a + 3 * b) >> 3
        } else {
            a
        };
        let miss = i32::from(known) - expected;
        let size = miss.unsigned_abs();
        let bits = u32::BITS - size.leading_zeros();
        let class = if miss < 0 { 2 * bits - 1 } else { 2 * bits };

        let noise = log(before.misses[0]);
        let level = 2 * log(expected / 4) + u32::from(expected < 0);
        let [first, second, third] = before.misses.map(i32::unsigned_abs);
        let wide = half_log(2 * first + second + third, 31);
        let step = a - b;
        let steps = split(step, log(step.clamp(-20_000, 20_000)));
        let eighth = step / 8;
        let half_steps = split(eighth, half_log(eighth.unsigned_abs(), 15));
        let outcome = match before.winner {
            None => 1,
            Some(winner) if winner == mover.side => 2,
            Some(_) => 0,
        };
        let of_move =
            4 * mover.captured + 2 * u32::from(mover.gives_check) + u32::from(mover.in_check);
        let contexts = [
            2 * noise + u32::from(expected < 0),
            level,
            steps,
            of_move,
            wide * 32 + half_steps,
            wide * 32 + level,
            outcome * 32 + level,
        ];
        let mut features = [[0; OF_CLASS]; CLASSES];
        for (class, features) in (0..).zip(&mut features) {
            *features = std::array::from_fn(|of| GROUPS.class[of] + contexts[of] * 64 + class);
        }
        let class = self.chooser.choose(coder, &features, class as usize)? as u32;
        let bits = class.div_ceil(2);
        let size = if bits < 2 { bits } else { self.size(coder, class, noise, size)? };
        let miss = if class % 2 == 1 { -(size as i32) } else { size as i32 };
        before.misses.rotate_right(1);
        before.misses[0] = miss;
        match i16::try_from(expected + miss) {
            Ok(score) if score != NO_SCORE => Ok(score),
            _ => Err(DataFault::Score),
        }
    }

    /// Codes the size of a difference with a known number of bits: the two bits after the highest have learnt
    /// probabilities, and the rest have equal ones.
    fn size(
        &mut self,
        coder: &mut impl Coder,
        class: u32,
        noise: u32,
        known: u32,
    ) -> Result<u32, DataFault> {
        let below = class.div_ceil(2) - 1;
        let plain = below.saturating_sub(2);
        let known = known & ((1 << below) - 1);
        let mut features = [[0; 2]; 4];
        for (at, features) in (0..).zip(&mut features) {
            let contexts = [class, class * 16 + noise];
            *features = std::array::from_fn(|of| GROUPS.fine[of] + contexts[of] * 4 + at);
        }
        let features = &features[..1 << (below - plain)];
        let mut size = 1 << (below - plain);
        size += self.chooser.choose(coder, features, (known >> plain) as usize)? as u32;
        for bit in (0..plain).rev() {
            size = 2 * size + coder.code(&[1, 1], 2, (known >> bit & 1) as usize)? as u32;
        }
        Ok(size)
    }
}

fn split(number: i32, size: u32) -> u32 {
    if number < 0 { 15 - size } else { 16 + size }
}

fn kind_index(piece: Piece) -> u32 {
    piece.kind().index() as u32
}
