//! The second recursion: captures until the position is quiet enough to be judged.

use super::picker::Picker;
use super::ruling::Ruling;
use super::tt::Entry;
use super::worker::Worker;
use super::{Bound, params};
use crate::board::exchange_value;
use crate::eval::Evaluator;
use crate::types::{DRAW, INFINITE, MAX_PLY, RULE_BOUND, Value, is_decided, is_rule, mated_in};

impl<E: Evaluator> Worker<E> {
    /// The value of the position after the captures worth making; in check, after every evasion.
    ///
    /// View: side to move. Fail-soft. With `checks`, checks that lose nothing are looked at too.
    #[expect(clippy::too_many_lines, reason = "five numbered steps read best in one place")]
    pub(super) fn qsearch<const PV: bool>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        checks: bool,
    ) -> Value {
        // Step 1. Leave when told to; the game may be over by rule.
        if self.poll() {
            return DRAW;
        }
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        match self.ruled(ply) {
            None => {}
            Some(Ruling::Over(value)) => return value,
            Some(Ruling::Within(range)) => {
                let Some((alpha, beta)) = range.narrow(alpha, beta) else {
                    return range.clamp(alpha);
                };
                self.lap_judged = true;
                let value = self.qsearch::<PV>(alpha, beta, ply, checks);
                return range.clamp(value);
            }
        }
        let in_check = self.job.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate() };
        }

        // Step 2. What the table knows.
        let key = self.job.position.key();
        let known = self.job.table.probe(key, ply);
        if !PV
            && let Some(entry) = known
            && entry.allows_cut(alpha, beta)
            && !self.is_near_count_draw(entry.value, ply)
        {
            return entry.value;
        }

        // Step 3. Out of check the side to move may decline every capture. A mate known from a deeper search holds here
        // too: were it left out, full windows would deny what null windows claim, and each claim be searched in full.
        let raw_eval = self.raw_evaluation(known);
        let eval = self.corrected(raw_eval, ply);
        let mate = known
            .filter(|entry| entry.is_proven_mate() && !self.is_near_count_draw(entry.value, ply));
        let mut best = match mate {
            _ if in_check => -INFINITE,
            Some(entry) => entry.value,
            None => eval,
        };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        // Step 4. Captures that lose nothing, or every evasion.
        let tt_move = known.and_then(|entry| entry.mv);
        let mut picker = Picker::captures(self.job.position.board(), in_check, tt_move, checks);
        let context = self.stack.context(ply);
        let (mut best_move, mut bound, mut number) = (None, Bound::Upper, 0);
        let mut quiet_evasions = 0;
        while let Some(mv) = picker.next(self.job.position.board(), &self.history, context) {
            let board = self.job.position.board();
            number += 1;
            let gives_check = board.gives_check(mv);
            let victim = board.captured_piece(mv);
            if in_check {
                // Once there is an evasion that does not lose by force, a few quiet ones will do.
                if best > -RULE_BOUND && victim.is_none() {
                    quiet_evasions += 1;
                    if quiet_evasions > params::quiet_evasions() {
                        continue;
                    }
                }
            } else if !is_decided(alpha) && !gives_check {
                // After the first few captures only retaking matters.
                if number > params::captures() && !context[0].is_to(mv.to()) {
                    continue;
                }
                // Delta: even with the piece won the score stays below alpha.
                let floor = eval + params::delta_base();
                let hope = floor + victim.map_or(0, |piece| exchange_value(piece.kind()));
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
                // Nor does an even exchange raise it above.
                if floor <= alpha && !board.see_ge(mv, 1) {
                    best = best.max(floor);
                    continue;
                }
            }
            if number > 1 && self.overlooks(mv) {
                continue;
            }
            self.make(mv, gives_check, ply);
            let value = -self.qsearch::<PV>(-beta, -alpha, ply + 1, false);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
        }

        // Step 5. In check every move was tried: none means mate.
        if in_check && number == 0 {
            return mated_in(ply);
        }
        let bound = (!is_rule(best)).then_some(bound);
        let entry = Entry { mv: best_move, value: best, eval: raw_eval, depth: 0, bound };
        self.job.table.store(key, ply, entry);
        best
    }
}
