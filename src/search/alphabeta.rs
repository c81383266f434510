//! The main recursion.

use super::picker::Picker;
use super::ruling::Ruling;
use super::tt::Entry;
use super::worker::Worker;
use super::{Bound, Pruning, params};
use crate::eval::Evaluator;
use crate::rules;
use crate::types::{
    DRAW, INFINITE, MAX_PLY, MoveList, Value, is_decided, is_rule, mate_in, mated_in,
};

/// Plies before the move-count draw within which the table's scores, which know nothing of the count, are not trusted.
const COUNT_CAUTION: u16 = 10;

impl<E: Evaluator> Worker<E> {
    /// The value of the position `ply` plies from the root, searched `depth` plies deep within a window.
    ///
    /// View: side to move. Fail-soft. `cut_node` tells that a value above beta is expected.
    #[expect(clippy::too_many_lines, reason = "fourteen numbered steps read best in one place")]
    pub(super) fn alphabeta<const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || beta == alpha + 1);
        debug_assert!(ply > 0);

        // Step 1. Leave when told to, and the leaves to the quiescence search.
        if depth <= 0 {
            return self.qsearch::<PV>(alpha, beta, ply);
        }
        if self.poll() {
            return DRAW;
        }
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 2. The game may be over by rule, or a lap of a repetition may bound what it is worth.
        match self.ruled(ply) {
            None => {}
            Some(Ruling::Over(value)) => return value,
            Some(Ruling::Within(range)) => {
                let Some((alpha, beta)) = range.narrow(alpha, beta) else {
                    return range.clamp(alpha);
                };
                self.lap_judged = true;
                let value = self.alphabeta::<PV>(alpha, beta, depth, ply, cut_node);
                return range.clamp(value);
            }
        }
        let in_check = self.job.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate() };
        }

        // Step 3. Mate distance: no line from here can beat a shorter mate already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. What the table knows. Its scores forget the path, so none are taken near the move-count draw.
        let key = self.job.position.key();
        let known = self.job.table.probe(key, ply);
        let tt_move = known.and_then(|entry| entry.mv);
        if !PV
            && let Some(entry) = known
            && entry.depth >= depth
            && entry.allows_cut(alpha, beta)
            && !self.is_near_count_draw()
        {
            return entry.value;
        }

        // Step 5. Static evaluation.
        let raw_eval = known.map_or_else(|| self.raw_evaluation(), |entry| entry.eval);
        let eval = self.adjusted(raw_eval);
        let pruning = self.job.settings.pruning;

        if !PV && !in_check && !is_decided(beta) {
            // Step 6. Reverse futility: so far above beta that a quiet move of the other side will not change it.
            if pruning == Pruning::Large
                && depth <= params::RFP_DEPTH
                && eval - params::RFP_MARGIN * depth >= beta
                && !is_decided(eval)
            {
                return eval;
            }

            // Step 7. Null move: if passing does not bring the score below beta, some move will not either. Not with
            // king, advisors, elephants and pawns alone, where having to move is what loses.
            if pruning >= Pruning::Small
                && depth >= params::NMP_DEPTH
                && eval >= beta
                && !self.is_after_null()
                && ply >= self.null_from
                && self.job.position.board().has_officers(self.job.position.side_to_move())
                && let Some(value) = self.try_null_move(beta, eval, depth, ply, cut_node)
            {
                return value;
            }
        }

        // Step 8. The moves.
        let legality = self.job.position.legality();
        let killers = self.history.killers(ply);
        let side = self.job.position.side_to_move();
        let mut picker = Picker::all(self.job.position.board(), in_check, tt_move, killers);
        let mut tried_quiets = MoveList::new();
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut bound = Bound::Upper;
        let mut number = 0;
        while let Some(mv) = picker.next(self.job.position.board(), in_check, &self.history) {
            let board = self.job.position.board();
            if !legality.allows(board, mv) {
                continue;
            }
            number += 1;
            // A handicapped player overlooks moves, but not that there are some.
            if number > 1 && self.overlooks(mv) {
                continue;
            }
            let is_quiet = board.captured_piece(mv).is_none();
            let gives_check = board.gives_check(mv);

            // Step 9. Checks that lose nothing are followed a ply further, within reason.
            let extension =
                i32::from(gives_check && ply < 2 * self.root_depth as usize && board.see_ge(mv, 0));
            let new_depth = depth - 1 + extension;

            // Step 10. Late quiet moves are searched less deep at first: with good ordering few of them matter.
            let mut reduced = new_depth;
            if pruning >= Pruning::Medium
                && depth >= params::LMR_DEPTH
                && number > params::LMR_MOVES
                && is_quiet
                && !in_check
                && !gives_check
            {
                let mut plies = i32::from(self.reductions[depth.min(63) as usize][number.min(63)]);
                plies -= i32::from(PV);
                plies += i32::from(cut_node);
                plies -= self.history.quiet(side, mv) / params::LMR_HISTORY_DIV;
                reduced = (new_depth - plies).clamp(1, new_depth);
            }

            self.make(mv);
            // Step 11. The first move gets the full window, the others have to prove that they beat it.
            let mut value = -INFINITE;
            if !PV || number > 1 {
                value = -self.alphabeta::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < new_depth {
                    value =
                        -self.alphabeta::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                }
            }
            if PV && (number == 1 || value > alpha) {
                value = -self.alphabeta::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }

            // Step 12. Raise the bounds.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        if is_quiet {
                            self.history.reward(side, ply, depth, mv, &tried_quiets);
                        }
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            if is_quiet {
                tried_quiets.push(mv);
            }
        }

        // Step 13. No legal move is a loss, in check or not.
        if number == 0 {
            return mated_in(ply);
        }

        // Step 14. Remember. What was decided by repetition holds on this path only: of that, just the move.
        depth = depth.max(0);
        let bound = (!is_rule(best)).then_some(bound);
        let entry = Entry { mv: best_move, value: best, eval: raw_eval, depth, bound };
        self.job.table.store(key, ply, entry);
        best
    }

    /// What the laws that end games say of the position, if anything.
    #[inline]
    pub(super) fn ruled(&mut self, ply: usize) -> Option<Ruling> {
        let may_end = rules::may_end(&self.job.position, &self.job.settings.rules);
        if may_end { self.rule(ply) } else { None }
    }

    #[cold]
    fn rule(&mut self, ply: usize) -> Option<Ruling> {
        let (position, rules) = (&self.job.position, &self.job.settings.rules);
        let is_judged = std::mem::take(&mut self.lap_judged);
        if let Some(recurrence) = rules::repetition(position, ply, rules.set) {
            return (!is_judged).then(|| Ruling::of_recurrence(recurrence, ply));
        }
        let drawn = rules::is_move_count_draw(position, rules.draw_plies)
            || rules::is_dead_material(position.board());
        // Mate and stalemate come first.
        let value = || if position.legal_moves().is_empty() { mated_in(ply) } else { DRAW };
        drawn.then(|| Ruling::Over(value()))
    }

    /// Passes and searches less deep; the value if that already fails high.
    fn try_null_move(
        &mut self,
        beta: Value,
        eval: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Option<Value> {
        let above = ((eval - beta) / params::NMP_EVAL_DIV).min(params::NMP_EVAL_MAX);
        let less = params::NMP_BASE + depth / params::NMP_DEPTH_DIV + above;
        self.job.position.make_null();
        let value = -self.alphabeta::<false>(-beta, 1 - beta, depth - less, ply + 1, !cut_node);
        self.job.position.unmake(&mut ());
        if self.stopped || value < beta {
            return None;
        }
        // A mate found by passing proves nothing.
        let value = if is_decided(value) { beta } else { value };
        if depth < params::NMP_VERIFY_DEPTH || self.null_from > 0 {
            return Some(value);
        }
        // Deep down a wrong cut is dear: look again without null moves for the next plies.
        self.null_from = ply + 3 * (depth - less).max(0) as usize / 4 + 1;
        let confirmed = self.alphabeta::<false>(beta - 1, beta, depth - less, ply, false);
        self.null_from = 0;
        (confirmed >= beta && !self.stopped).then_some(value)
    }

    /// Whether the other side has just passed.
    fn is_after_null(&self) -> bool {
        self.job.position.history().last().is_some_and(|undo| undo.mv.is_none())
    }

    /// The evaluator's own value; in check it is not asked for.
    #[inline]
    pub(super) fn raw_evaluation(&mut self) -> Value {
        self.eval.evaluate(self.job.position.board())
    }

    /// Static evaluation of the position as it stands.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        let raw = self.raw_evaluation();
        self.adjusted(raw)
    }

    /// Whether the move-count draw is so near that scores without the count mislead.
    #[inline]
    pub(super) fn is_near_count_draw(&self) -> bool {
        let limit = self.job.settings.rules.draw_plies;
        let cautious = limit.saturating_sub(COUNT_CAUTION).max(1);
        limit != 0 && rules::is_move_count_draw(&self.job.position, cautious)
    }

    /// Makes a move followed by the line below it the line of this ply.
    pub(super) fn extend_line(&mut self, ply: usize, mv: crate::types::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let (line, below) = (&mut upper[ply], &lower[0]);
        line.clear();
        line.push(mv);
        line.extend(below.iter().copied().take(MAX_PLY - 1));
    }
}

impl Entry {
    /// Whether the score settles a null window.
    #[inline]
    pub(super) fn allows_cut(&self, alpha: Value, beta: Value) -> bool {
        debug_assert!(self.bound.is_none() || !is_rule(self.value));
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.value >= beta,
            Some(Bound::Upper) => self.value <= alpha,
            None => false,
        }
    }
}
