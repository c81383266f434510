//! Iterative deepening and alpha-beta.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use chuhe_util::clock::Instant;

use crate::game::{Game, Outcome};
use crate::limits::Limits;
use crate::ordering::{Node, Ordering};
use crate::score::{EVALUATION_MAX, INFINITE, PLIES_MAX, Score, WIN, from_table, to_table};
use crate::table::{Bound, Entry, Table};

/// The number of positions searched between two checks of the clock.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// The result of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The score from the point of view of the side to move.
    pub score: Score,
    /// The number of positions searched, over all threads.
    pub nodes: u64,
    /// The time since the search started.
    pub time: Duration,
    /// The principal variation, starting with the move to play. Never empty.
    pub line: Vec<M>,
}

/// Weakens an engine by changing each position's evaluation by a random amount, always the same for the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The largest error of an evaluation, in the game's units.
    pub blur: i32,
    /// The seed that determines how each position is misjudged.
    pub seed: u64,
}

/// An engine, with its table, move statistics and strength.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    orderings: Vec<Ordering>,
    handicap: Option<Handicap>,
}

/// The state shared by the threads of one search.
struct Shared<'a> {
    table: &'a Table,
    handicap: Option<Handicap>,
    limits: Limits,
    begin: Instant,
    nodes: AtomicU64,
    /// The caller's request to stop.
    stop: &'a AtomicBool,
    /// Whether the first thread has finished.
    is_done: AtomicBool,
}

impl Searcher {
    /// Creates an engine with a table of at most this many megabytes and with this many threads (at least one).
    pub fn new(table_megabytes: usize, threads: usize) -> Self {
        let orderings = vec![Ordering::new(); threads.max(1)];
        Self { table: Table::new(table_megabytes), orderings, handicap: None }
    }

    /// Weakens the engine, or restores its full strength. Any change clears everything learnt from earlier searches,
    /// because it was learnt at another strength.
    pub fn set_handicap(&mut self, handicap: Option<Handicap>) {
        if self.handicap != handicap {
            self.handicap = handicap;
            self.clear();
        }
    }

    /// Clears everything learnt about positions and moves.
    pub fn clear(&mut self) {
        self.table.clear();
        self.orderings.fill(Ordering::new());
    }

    /// Searches until a limit is reached, `stop` is set, or the game tree is exhausted. A legal move is returned even
    /// if `stop` is set from the start. `report` is called after every iteration.
    ///
    /// With one thread and limits on depth or nodes only, the result is reproducible. Returns `None` if the game is
    /// over.
    pub fn search<G: Game + Sync>(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &AtomicBool,
        mut report: impl FnMut(&Report<G::Move>),
    ) -> Option<Report<G::Move>> {
        if game.outcome().is_some() {
            return None;
        }
        self.table.age();
        let shared = Shared {
            table: &self.table,
            handicap: self.handicap,
            limits: *limits,
            begin: Instant::now(),
            nodes: AtomicU64::new(0),
            stop,
            is_done: AtomicBool::new(false),
        };
        let (first, others) = self.orderings.split_first_mut()?;
        thread::scope(|scope| {
            for (index, ordering) in others.iter_mut().enumerate() {
                let mut worker = Worker::new(game.clone(), &shared, ordering);
                // Every second thread starts one ply deeper, so that they do not all do the same work.
                let depth = 1 + (index as u32 + 1) % 2;
                let work = move || drop(worker.deepen(depth, &mut |_| {}));
                // Without this thread, the others search alone.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            let found = Worker::new(game.clone(), &shared, first).deepen(1, &mut report);
            shared.is_done.store(true, Relaxed);
            found
        })
    }
}

/// The state of one search thread.
struct Worker<'a, G: Game> {
    game: G,
    shared: &'a Shared<'a>,
    ordering: &'a mut Ordering,
    /// The number of positions not yet added to the shared count.
    new_nodes: u64,
    is_stopped: bool,
    /// The score of the best root move in this iteration.
    root_value: i32,
    /// For each ply, the best line from there on.
    lines: Vec<Vec<G::Move>>,
    /// Move lists to be reused.
    spare: Vec<Vec<Ranked<G::Move>>>,
    generated: Vec<G::Move>,
}

#[derive(Clone, Copy)]
struct Ranked<M> {
    mv: M,
    tag: u16,
    rank: i32,
}

impl<'a, G: Game> Worker<'a, G> {
    fn new(game: G, shared: &'a Shared<'a>, ordering: &'a mut Ordering) -> Self {
        ordering.begin_search();
        Self {
            game,
            shared,
            ordering,
            new_nodes: 0,
            is_stopped: false,
            root_value: 0,
            lines: vec![Vec::new(); PLIES_MAX + 2],
            spare: Vec::new(),
            generated: Vec::new(),
        }
    }

    /// Runs the iterations, each one ply deeper than the previous one.
    fn deepen(
        &mut self,
        first: u32,
        report: &mut impl FnMut(&Report<G::Move>),
    ) -> Option<Report<G::Move>> {
        let limits = self.shared.limits;
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, PLIES_MAX as u32 - 1);
        let mut found = None;
        for depth in first.min(deepest)..=deepest {
            self.alpha_beta(depth as i32, -INFINITE, INFINITE, 0);
            // An interrupted iteration has searched the previous best move first, so its result is at least as good.
            if self.lines[0].is_empty() {
                break;
            }
            let new = Report {
                depth,
                score: Score::from_value(self.root_value),
                nodes: self.shared.nodes.load(Relaxed) + self.new_nodes,
                time: self.shared.begin.elapsed(),
                line: self.lines[0].clone(),
            };
            report(&new);
            let is_decided = match new.score {
                Score::WinIn(plies) | Score::LossIn(plies) => plies <= depth,
                Score::Evaluation(_) => false,
            };
            let is_late = limits.soft_time.is_some_and(|soft| new.time >= soft);
            found = Some(new);
            if self.is_stopped || is_decided || is_late {
                break;
            }
        }
        found.or_else(|| self.unsearched())
    }

    /// A result without a search: the first move.
    fn unsearched(&mut self) -> Option<Report<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let score = Score::from_value(self.evaluate());
        let (nodes, time) = (self.new_nodes, self.shared.begin.elapsed());
        Some(Report { depth: 0, score, nodes, time, line: vec![*moves.first()?] })
    }

    /// Returns the score of the position if it lies between `alpha` and `beta`, otherwise a bound on it. The value is
    /// meaningless once the search has been stopped.
    fn alpha_beta(&mut self, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.must_stop() {
            return 0;
        }
        match self.game.outcome() {
            Some(Outcome::Win) => return WIN - ply as i32,
            Some(Outcome::Loss) => return ply as i32 - WIN,
            Some(Outcome::Draw) => return 0,
            None => {}
        }
        if ply > 0
            && let Some(value) = self.foreseen(depth, ply)
        {
            return value;
        }
        if ply >= PLIES_MAX || depth <= 0 && self.game.is_quiet() {
            return self.evaluate();
        }

        let key = self.game.key();
        let known = self.shared.table.get(key);
        // With a null window, only the side of the window on which the score lies matters, and a table entry may
        // determine it.
        if let Some(entry) = known.filter(|entry| entry.depth >= depth && beta - alpha == 1) {
            let value = from_table(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                Bound::Lower | Bound::Upper => {}
            }
        }

        let node = Node { ply, side: self.game.side() };
        let moves = self.ranked_moves(node, known.and_then(|entry| entry.tag));
        let depth_here = depth + i32::from(ply > 0 && self.game.is_forced());
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_tag = None;
        for (index, ranked) in moves.iter().enumerate() {
            self.game.play(ranked.mv);
            let value = self.child(depth_here, alpha, beta, ply, index);
            self.game.undo();
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_tag = Some(ranked.tag);
                    self.take_line(ranked.mv, ply);
                    if ply == 0 {
                        self.root_value = value;
                    }
                }
            }
            if alpha >= beta {
                let in_vain: Vec<u16> = moves[..index].iter().map(|ranked| ranked.tag).collect();
                self.ordering.learn(node, ranked.tag, &in_vain, depth);
                break;
            }
        }
        self.spare.push(moves);
        if self.is_stopped {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // If no searched move became the best, the entry keeps the previous best move.
        let tag = best_tag.or_else(|| known.and_then(|entry| entry.tag));
        let value = to_table(best, ply);
        self.shared.table.put(key, Entry { value, depth, bound, tag });
        best
    }

    /// The score of the position after the current move, from the mover's point of view.
    ///
    /// The first move is searched with the full window. Each other move is searched with a null window, at reduced
    /// depth if it comes late, to see whether it is better; if it is, it is searched again with the full window.
    fn child(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, index: usize) -> i32 {
        if index == 0 {
            return -self.alpha_beta(depth - 1, -beta, -alpha, ply + 1);
        }
        let reduction = self.game.reduction(depth, index);
        let mut value = -self.alpha_beta(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1);
        if value > alpha && reduction > 0 {
            value = -self.alpha_beta(depth - 1, -alpha - 1, -alpha, ply + 1);
        }
        if value > alpha && value < beta {
            value = -self.alpha_beta(depth - 1, -beta, -alpha, ply + 1);
        }
        value
    }

    /// The moves of the position, the most promising first.
    fn ranked_moves(&mut self, node: Node, from_table: Option<u16>) -> Vec<Ranked<G::Move>> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        self.generated.clear();
        self.game.moves(&mut self.generated);
        for &mv in &self.generated {
            let tag = self.game.tag(mv);
            let rank = self.ordering.rank(tag, node, from_table) + self.game.prior(mv);
            moves.push(Ranked { mv, tag, rank });
        }
        // The sort is stable: moves of equal rank keep the game's own order.
        moves.sort_by_key(|ranked| -ranked.rank);
        moves
    }

    /// Stores the line that starts with a move and continues with the best line after it.
    fn take_line(&mut self, mv: G::Move, ply: usize) {
        let (here, next) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&next[0]);
    }

    /// The score of a position whose result the game can foresee, or `None` if it cannot.
    fn foreseen(&mut self, depth: i32, ply: usize) -> Option<i32> {
        let (outcome, plies) = self.game.foreseen(depth)?;
        // Even a very distant result must stay within the range of wins and losses.
        let end = (ply as i32).saturating_add_unsigned(plies).min(WIN - EVALUATION_MAX - 1);
        Some(match outcome {
            Outcome::Win => WIN - end,
            Outcome::Draw => 0,
            Outcome::Loss => end - WIN,
        })
    }

    fn evaluate(&mut self) -> i32 {
        let value = self.game.evaluate();
        let value = match self.shared.handicap {
            Some(Handicap { blur, seed }) if blur > 0 => {
                let random = mixed(self.game.key() ^ mixed(seed)) % (2 * blur as u64 + 1);
                value + random as i32 - blur
            }
            _ => value,
        };
        value.clamp(-EVALUATION_MAX, EVALUATION_MAX)
    }

    /// Counts a position and periodically checks whether the search must stop.
    fn must_stop(&mut self) -> bool {
        self.new_nodes += 1;
        if self.new_nodes >= NODES_BETWEEN_LOOKS && !self.is_stopped {
            let shared = self.shared;
            let nodes = shared.nodes.fetch_add(self.new_nodes, Relaxed) + self.new_nodes;
            self.new_nodes = 0;
            self.is_stopped = shared.stop.load(Relaxed)
                || shared.is_done.load(Relaxed)
                || shared.limits.nodes.is_some_and(|most| nodes >= most)
                || shared.limits.hard_time.is_some_and(|most| shared.begin.elapsed() >= most);
        }
        self.is_stopped
    }
}

/// Mixes the bits of a number (the finalizer of splitmix64), so that neighbouring numbers become unrelated.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
