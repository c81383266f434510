//! Endgame tables in the search, at the root and inside the tree.
//!
//! Inside the tree, a position reached by a capture is looked up. If a table contains the position, the result from the
//! table is the value of the node, because no search can improve on it. A position reached without a capture can be in
//! the tables only if the position before it was, and so on up to the root. At the root, the tables give the distance
//! to every mate. They select the moves that preserve the result, with the quickest win or the slowest loss first, so a
//! decided position needs no search.
//!
//! Tables cover positions, not the game that led to them. A mate that would come after the move-count draw is therefore
//! not treated as a win, and a root move that repeats a position is judged by the rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::root_move::RootMove;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{self, counted_plies};
use crate::tables::{TableValue, Tables};
use crate::types::{DRAW, MAX_PLY, Move, Value, mate_in, mated_in, table_loss_in, table_win_in};

/// The endgame tables of a search, with a count of successful probes.
#[derive(Clone, Debug)]
pub struct TableProbes {
    /// The tables.
    pub tables: Arc<Tables>,
    /// Successful probes in this search, over all threads.
    pub hits: Arc<AtomicU64>,
}

impl TableProbes {
    /// Tables that have not been probed yet.
    pub fn new(tables: Arc<Tables>) -> Self {
        Self { tables, hits: Arc::default() }
    }

    fn count(&self, hits: usize) {
        self.hits.fetch_add(hits as u64, Ordering::Relaxed);
    }
}

/// The result of probing the tables at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableRoot {
    /// The position after a root move is not in the tables, or a mate may come after the move-count draw: the search
    /// decides.
    Unknown,
    /// A draw: the search chooses among the moves that preserve it.
    Drawn,
    /// Every root move has a score from the tables, and the moves are sorted, best first.
    Decided,
}

impl<E: Evaluator> Worker<E> {
    /// The value of a position from the tables, if it was reached by a capture and is in a table.
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
        // A damaged block is treated as missing; `chuhe tables check` reports it.
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

    /// Probes the tables for the root moves and sorts the moves. In a drawn position, if only one line is wanted, moves
    /// that lose the draw are removed.
    pub(super) fn probe_tables(&mut self) -> TableRoot {
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

    /// The value of a root move in this game. If the rules end the game with this move, they determine its value.
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

    /// Whether the move-count draw may come before the mate.
    fn is_too_late(&self, value: TableValue) -> bool {
        let limit = self.job.settings.rules.draw_plies;
        let played = counted_plies(&self.job.position);
        limit != 0 && value.plies().is_some_and(|plies| plies.saturating_add(played) > limit)
    }
}

/// The score of a root move. A mate from the tables is scored like any other mate. A mate that is too long for a mate
/// score, or a win by the ban, is scored in the same way as table wins inside the tree.
fn root_score(value: TableValue) -> Value {
    match value {
        TableValue::WinIn(plies) if usize::from(plies) <= MAX_PLY => mate_in(plies.into()),
        TableValue::LossIn(plies) if usize::from(plies) <= MAX_PLY => mated_in(plies.into()),
        TableValue::Draw => DRAW,
        value if value.sign() > 0 => table_win_in(1),
        _ => table_loss_in(1),
    }
}
