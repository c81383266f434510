//! The second recursion: captures until the position is quiet enough to be judged.

use super::picker::MovePicker;
use super::rule_judge::RuleJudgement;
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
        if self.should_stop() {
            return DRAW;
        }
        self.pv_table[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        match self.rule_judge(ply) {
            None => {}
            Some(RuleJudgement::GameOver(value)) => return value,
            Some(RuleJudgement::Bounded(range)) => {
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
        let tt_entry = self.job.table.probe(key, ply);
        if !PV
            && let Some(entry) = tt_entry
            && entry.allows_cut(alpha, beta)
            && !self.is_near_move_count_draw(entry.value, ply)
        {
            return entry.value;
        }

        // Step 3. Out of check the side to move may decline every capture. A mate known from a deeper search holds here
        // too: were it left out, full windows would deny what null windows claim, and each claim be searched in full.
        let raw_eval = self.raw_eval_of(tt_entry);
        let eval = self.corrected_eval(raw_eval, ply);
        let tt_mate = tt_entry.filter(|entry| {
            entry.is_proven_mate() && !self.is_near_move_count_draw(entry.value, ply)
        });
        let mut best_value = match tt_mate {
            _ if in_check => -INFINITE,
            Some(entry) => entry.value,
            None => eval,
        };
        if best_value >= beta {
            return best_value;
        }
        alpha = alpha.max(best_value);

        // Step 4. Captures that lose nothing, or every evasion.
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let mut picker = MovePicker::captures(self.job.position.board(), in_check, tt_move, checks);
        let continuation_keys = self.stack.continuation_keys(ply);
        let (mut best_move, mut bound, mut move_count) = (None, Bound::Upper, 0);
        let mut quiet_evasions = 0;
        while let Some(mv) =
            picker.next(self.job.position.board(), &self.history, continuation_keys)
        {
            let board = self.job.position.board();
            move_count += 1;
            let gives_check = board.gives_check(mv);
            let victim = board.captured_piece(mv);
            if in_check {
                // Once there is an evasion that does not lose by force, a few quiet ones will do.
                if best_value > -RULE_BOUND && victim.is_none() {
                    quiet_evasions += 1;
                    if quiet_evasions > params::quiet_evasions() {
                        continue;
                    }
                }
            } else if !is_decided(alpha) && !gives_check {
                // After the first few captures only retaking matters.
                if move_count > params::captures() && !continuation_keys[0].is_to(mv.to()) {
                    continue;
                }
                // Delta: even with the piece won the score stays below alpha.
                let futility_base = eval + params::delta_base();
                let futility_value =
                    futility_base + victim.map_or(0, |piece| exchange_value(piece.kind()));
                if futility_value <= alpha {
                    best_value = best_value.max(futility_value);
                    continue;
                }
                // Nor does an even exchange raise it above.
                if futility_base <= alpha && !board.see_ge(mv, 1) {
                    best_value = best_value.max(futility_base);
                    continue;
                }
            }
            if move_count > 1 && self.overlooks_move(mv) {
                continue;
            }
            self.make(mv, gives_check, ply);
            let value = -self.qsearch::<PV>(-beta, -alpha, ply + 1, false);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
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
        if in_check && move_count == 0 {
            return mated_in(ply);
        }
        let bound = (!is_rule(best_value)).then_some(bound);
        let entry = Entry { mv: best_move, value: best_value, eval: raw_eval, depth: 0, bound };
        self.job.table.store(key, ply, entry);
        best_value
    }
}
