//! The main thread's work besides searching: waiting for the end, selecting the best thread and reporting its move.

use std::sync::mpsc::Receiver;

use super::endgame::TableRoot;
use super::handicap::{FullStrength, Weakened};
use super::root_move::RootMove;
use super::worker::Worker;
use super::{BestMove, Bound, Event, SearchInfo};
use crate::clock::Instant;
use crate::eval::Evaluator;
use crate::turns::Pause;
use crate::types::{INFINITE, Score, Value, is_mate, mated_in};

/// The result of a helper thread.
#[derive(Debug)]
pub(super) struct ThreadResult {
    pub(super) completed_depth: i32,
    pub(super) best: RootMove,
}

impl<E: Evaluator> Worker<E> {
    /// Runs a whole search, from the job to the best move.
    pub(super) fn search_as_main(&mut self, results: &Receiver<ThreadResult>) {
        let answer = if self.root_moves.is_empty() || self.job.limits.depth == Some(0) {
            self.report_without_search();
            self.wait_for_stop_or_ponder_hit();
            BestMove { mv: None, ponder: None, accept_draw: false }
        } else if self.table_root == TableRoot::Decided {
            self.root_depth = 1;
            self.report(self.root_moves.len().min(self.job.settings.multipv as usize));
            self.wait_for_stop_or_ponder_hit();
            self.signals.stop(self.job.id);
            self.best_move()
        } else {
            let (target, most) = self.time.budget();
            if most.is_some() {
                self.emit(Event::Budget { target, most });
            }
            self.iterative_deepening();
            self.wait_for_stop_or_ponder_hit();
            let stopped = Instant::now();
            self.signals.stop(self.job.id);
            self.select_best_thread(results);
            self.delays.end(stopped.elapsed());
            self.best_move()
        };
        self.emit(Event::BestMove(answer));
    }

    /// Waits until the best move may be reported. An infinite search waits for the stop; a ponder search waits for the
    /// ponder hit or the stop.
    fn wait_for_stop_or_ponder_hit(&mut self) {
        let (id, limits) = (self.job.id, &self.job.limits);
        let (infinite, ponder) = (limits.infinite, limits.ponder);
        let signals = &self.signals;
        let may_answer =
            || signals.is_stopped(id) || (!infinite && (!ponder || signals.is_hit(id)));
        match self.turns {
            Some(turns) => {
                while !may_answer() {
                    (turns.pause)(Pause::Idle);
                }
            }
            None => signals.wait_until(may_answer),
        }
    }

    /// Adopts the result of a helper thread if it is deeper and scores no worse, or if it is a shorter mate.
    fn select_best_thread(&mut self, results: &Receiver<ThreadResult>) {
        let rank = |completed_depth: i32, score: Value| {
            if is_mate(score) && score > 0 { (i32::MAX, score) } else { (completed_depth, score) }
        };
        // The lines of a MultiPV search, or the lines that a handicap chooses from, must all come from this thread.
        let may_switch = self.job.settings.multipv == 1 && self.job.settings.handicap.is_none();
        let mut switched = false;
        for result in results {
            let best = &self.root_moves[0];
            if may_switch
                && result.best.score >= best.score
                && rank(result.completed_depth, result.best.score)
                    > rank(self.completed_depth, best.score)
                && let Some(index) = self.root_moves.iter().position(|m| m.mv == result.best.mv)
            {
                switched |= index != 0;
                self.completed_depth = result.completed_depth;
                self.root_moves.swap(0, index);
                self.root_moves[0] = result.best;
            }
        }
        if switched {
            self.root_depth = self.completed_depth;
            self.report(1);
        }
    }

    /// Reports the root's score without a search, because there is no legal move, no root move is allowed, or the depth
    /// is 0.
    fn report_without_search(&mut self) {
        let value = if self.job.position.legal_moves().is_empty() {
            mated_in(0)
        } else if self.job.settings.is_full_strength() {
            self.qsearch::<FullStrength, true>(-INFINITE, INFINITE, 0, false)
        } else {
            self.qsearch::<Weakened, true>(-INFINITE, INFINITE, 0, false)
        };
        let info = SearchInfo {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score: Score::from(value),
            bound: Bound::Exact,
            known_wdl: None,
            nodes: self.nodes,
            time: self.time.elapsed(),
            hashfull: self.job.table.hashfull(),
            tb_hits: self.tb_hits(),
            pv: Vec::new(),
        };
        self.emit(Event::Info(info));
    }
}
