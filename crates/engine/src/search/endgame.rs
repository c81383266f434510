//! What endgame tables say, at the root and inside the tree.
//!
//! Inside the tree, a position that was reached by a capture is looked up, and if a table has it, its result is the
//! value of the node: the line has come into the tables, and no search knows better. Without a capture before it a
//! position can only be in the tables if the one before was, up to the root. At the root the tables say how far every
//! mate is: they choose the moves that keep the result, the quickest win or the slowest loss, and a decided position
//! needs no search.
//!
//! Tables know the position, not the game. A mate that would come after the draw by move count is not taken for a win,
//! and a root move that repeats is judged by the rules, as ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::root_move::RootMove;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{self, counted_plies};
use crate::tables::{TableValue, Tables};
use crate::types::{DRAW, MAX_PLY, Move, Value, mate_in, mated_in, table_loss_in, table_win_in};

/// The tables of a search, and how often they have answered.
#[derive(Clone, Debug)]
pub struct TableProbes {
    /// The tables.
    pub tables: Arc<Tables>,
    /// Answers in this search, of all threads.
    pub hits: Arc<AtomicU64>,
}

impl TableProbes {
    /// Tables that have not been asked yet.
    #[must_use]
    pub fn new(tables: Arc<Tables>) -> Self {
        Self { tables, hits: Arc::default() }
    }

    fn count(&self, hits: usize) {
        self.hits.fetch_add(hits as u64, Ordering::Relaxed);
    }
}

/// What the tables say of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableRoot {
    /// Not all its moves are in the tables: the search decides.
    Unknown,
    /// A draw: the search chooses among the moves that keep it.
    Drawn,
    /// Every move has its score, and the best come first.
    Decided,
}

impl<E: Evaluator> Worker<E> {
    /// The value of a position by the tables, if it was reached by a capture and a table has it.
    #[inline]
    pub(super) fn table_value(&self, ply: usize) -> Option<Value> {
        let probes = self.job.probes.as_ref()?;
        if ply == 0 || self.job.position.plies_since_capture() != 0 {
            return None;
        }
        let pieces = self.job.position.board().material_key().count_ones();
        if pieces > probes.tables.pieces_max() { None } else { self.table_value_slow(probes, ply) }
    }

    #[cold]
    fn table_value_slow(&self, probes: &TableProbes, ply: usize) -> Option<Value> {
        // A damaged block is as good as none; `chuhe tables check` finds it.
        let value = probes.tables.probe(self.job.position.board()).ok().flatten()?;
        let limit = self.job.settings.rules.draw_plies;
        if limit != 0 && value.plies().is_some_and(|plies| plies > limit) {
            return None;
        }
        probes.count(1);
        trace!(self, ply, TableHit);
        Some(match value.sign() {
            1 => table_win_in(ply),
            0 => DRAW,
            _ => table_loss_in(ply),
        })
    }

    /// Asks the tables about the root moves, puts them in order, and leaves those out that give a draw away if one line
    /// is wanted.
    pub(super) fn ask_tables(&mut self) -> TableRoot {
        let Some(probes) = self.job.probes.clone() else { return TableRoot::Unknown };
        let pieces = self.job.position.board().material_key().count_ones();
        if self.root_moves.is_empty() || pieces > probes.tables.pieces_max() {
            return TableRoot::Unknown;
        }
        let Ok(Some(moves)) = probes.tables.moves(&self.job.position) else {
            return TableRoot::Unknown;
        };
        let moves: Vec<(Move, TableValue)> =
            moves.into_iter().map(|(mv, value)| (mv, self.value_in_game(mv, value))).collect();
        let value_of = |root_move: &RootMove| {
            moves.iter().find(|(mv, _)| *mv == root_move.mv).map(|(_, value)| *value)
        };
        let Some(values) = self.root_moves.iter().map(value_of).collect::<Option<Vec<_>>>() else {
            return TableRoot::Unknown;
        };
        let Some(best) = values.iter().copied().max_by_key(|value| value.rank()) else {
            return TableRoot::Unknown;
        };
        if self.is_too_late(best) {
            return TableRoot::Unknown;
        }
        if self.thread_id == 0 {
            probes.count(moves.len());
        }
        let mut ranked: Vec<(RootMove, TableValue)> =
            std::mem::take(&mut self.root_moves).into_iter().zip(values).collect();
        ranked.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
        if best == TableValue::Draw && self.job.settings.multipv == 1 {
            ranked.retain(|(_, value)| *value == TableValue::Draw);
            self.root_moves = ranked.into_iter().map(|(root_move, _)| root_move).collect();
            return TableRoot::Drawn;
        }
        for (root_move, value) in &mut ranked {
            root_move.score = root_score(*value);
            root_move.depth = 1;
        }
        self.root_moves = ranked.into_iter().map(|(root_move, _)| root_move).collect();
        if self.thread_id == 0 {
            let lines = self.root_moves.len().min(self.job.settings.multipv as usize);
            for index in 0..lines {
                let mut after = self.job.position.clone();
                after.make_unchecked(self.root_moves[index].mv, &mut ());
                let line = probes.tables.line(&after, MAX_PLY - 1).unwrap_or_default();
                let root_move = &mut self.root_moves[index];
                root_move.pv.extend(line);
                root_move.seldepth = root_move.pv.len();
            }
        }
        TableRoot::Decided
    }

    /// What a root move is worth in this game: one that ends it by the rules is worth what they say.
    fn value_in_game(&self, mv: Move, value: TableValue) -> TableValue {
        let mut after = self.job.position.clone();
        let us = after.side_to_move();
        after.make_unchecked(mv, &mut ());
        match rules::ending(&after, &self.job.settings.rules) {
            Some(ending) if ending.reason.is_repetition() => match ending.winner {
                None => TableValue::Draw,
                Some(winner) if winner == us => TableValue::WinByBan(1),
                Some(_) => TableValue::LossByBan(0),
            },
            Some(ending) if ending.winner.is_none() => TableValue::Draw,
            _ => value,
        }
    }

    /// Whether a mate may come after the draw by move count, so that its distance alone does not decide.
    fn is_too_late(&self, value: TableValue) -> bool {
        let limit = self.job.settings.rules.draw_plies;
        let played = counted_plies(&self.job.position);
        limit != 0 && value.plies().is_some_and(|plies| plies.saturating_add(played) > limit)
    }
}

/// A mate by the tables is as sure as any other, and counted in the same way; one too long for that, and a win by the
/// ban, are scored as a win inside the tree.
fn root_score(value: TableValue) -> Value {
    match value {
        TableValue::WinIn(plies) if usize::from(plies) <= MAX_PLY => mate_in(plies.into()),
        TableValue::LossIn(plies) if usize::from(plies) <= MAX_PLY => mated_in(plies.into()),
        TableValue::Draw => DRAW,
        value if value.sign() > 0 => table_win_in(1),
        _ => table_loss_in(1),
    }
}
