//! The main recursion.

use super::history::{self, SearchedMoves};
use super::picker::MovePicker;
use super::rule_judge::RuleJudgement;
use super::selectivity::{Candidate, Node, PruneDecision, SingularResult};
use super::stack::{ContinuationKeys, PieceTo};
use super::tt::Entry;
use super::worker::Worker;
use super::{Bound, Pruning, params};
use crate::eval::Evaluator;
use crate::rules;
use crate::types::{
    DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, Move, MoveList, RULE_BOUND, Value, is_decided,
    is_mate, is_rule, mate_in, mated_in,
};

/// Plies before the move-count draw within which the table's scores, which know nothing of the count, are not trusted.
const MOVE_COUNT_CAUTION: u16 = 10;

impl<E: Evaluator> Worker<E> {
    /// The value of the position `ply` plies from the root, searched `depth` plies deep within a window.
    ///
    /// View: side to move. Fail-soft. `cut_node` tells that a value above beta is expected.
    #[expect(clippy::too_many_lines, reason = "nineteen numbered steps read best in one place")]
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
            return self.qsearch::<PV>(alpha, beta, ply, true);
        }
        if self.should_stop() {
            return DRAW;
        }
        self.pv_table[ply].clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 2. The game may be over by rule, or a lap of a repetition may bound what it is worth.
        match self.rule_judge(ply) {
            None => {}
            Some(RuleJudgement::GameOver(value)) => return value,
            Some(RuleJudgement::Bounded(range)) => {
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

        // Step 4. What the table knows. Its scores forget the path, so none are taken near the move-count draw. With a
        // move left out it knows nothing of this question.
        let excluded = self.stack.at(ply).excluded_move;
        let key = self.job.position.key();
        let tt_entry = self.job.table.probe(key, ply).filter(|_| excluded.is_none());
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        if !PV
            && let Some(entry) = tt_entry
            && entry.depth >= depth
            && entry.allows_cut(alpha, beta)
            && !self.is_near_move_count_draw(entry.value, ply)
        {
            return entry.value;
        }

        // Step 5. Static evaluation, and what the table's score adds to it.
        let raw_eval = self.raw_eval_of(tt_entry);
        let static_eval = self.corrected_eval(raw_eval, ply);
        self.stack.at(ply).static_eval = (!in_check).then_some(static_eval);
        self.stack.at(ply + 1).cutoff_count = 0;
        let improving = self.stack.is_improving(ply);
        if !in_check && excluded.is_none() {
            self.update_eval_history(static_eval, ply);
        }
        let eval = match tt_entry {
            Some(entry) if !is_decided(entry.value) => match entry.bound {
                Some(Bound::Exact) => entry.value,
                Some(Bound::Lower) => static_eval.max(entry.value),
                Some(Bound::Upper) => static_eval.min(entry.value),
                None => static_eval,
            },
            _ => static_eval,
        };
        let full_pruning = self.job.settings.pruning == Pruning::Large;

        // Step 6. Hindsight: a move reduced as hopeless is looked at more closely if it was not, and less closely if
        // the other side has nothing to fear from it.
        if full_pruning && !PV && !in_check && excluded.is_none() {
            depth += self.hindsight(static_eval, depth, ply);
        }

        if !PV && !in_check && excluded.is_none() && !is_decided(beta) {
            // Step 7. Reverse futility: so far above beta that a quiet move of the other side will not change it.
            let margin = params::rfp_margin() * (depth - i32::from(improving));
            if full_pruning
                && depth <= params::rfp_depth()
                && eval - margin >= beta
                && !is_decided(eval)
            {
                return beta + (eval - beta) / 3;
            }

            // Step 8. Razoring: so far below alpha that only captures can help, and they do not.
            if full_pruning
                && depth <= params::razor_depth()
                && eval + params::razor_base() + params::razor_margin() * depth * depth <= alpha
            {
                let value = self.qsearch::<false>(alpha, beta, ply, true);
                if value <= alpha {
                    return value;
                }
            }

            // Step 9. Null move: if passing does not bring the score below beta, some move will not either. Not with
            // king, advisors, elephants and pawns alone, where having to move is what loses.
            if self.job.settings.pruning >= Pruning::Small
                && depth >= params::nmp_depth()
                && eval >= beta
                && static_eval >= beta - params::nmp_margin() * depth + params::nmp_margin_base()
                && !self.is_after_null()
                && ply >= self.nmp_min_ply
                && self.job.position.board().has_non_pawn_material(self.job.position.side_to_move())
                && let Some(value) = self.try_null_move(beta, eval, depth, ply)
            {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }

        // Step 10. Without a move from the table the order is poor: look less deep, and have one next time.
        if full_pruning && (PV || cut_node) && depth >= params::iir_depth() && tt_move.is_none() {
            depth -= i32::from(excluded.is_none());
        }

        // Step 11. The moves.
        let tt_capture =
            tt_move.is_some_and(|mv| self.job.position.board().captured_piece(mv).is_some());
        let node =
            Node { ply, depth, is_pv: PV, cut_node, in_check, improving, tt_capture, static_eval };
        let killers = self.history.killers(ply);
        let continuation_keys = self.stack.continuation_keys(ply);
        let mut picker = MovePicker::all(self.job.position.board(), in_check, tt_move, killers);
        let (mut searched_quiets, mut searched_captures) = (MoveList::new(), MoveList::new());
        let (mut best_value, mut best_move) = (-INFINITE, None);
        let mut bound = Bound::Upper;
        let mut move_count = 0;
        while let Some(mv) =
            picker.next(self.job.position.board(), &self.history, continuation_keys)
        {
            if Some(mv) == excluded {
                continue;
            }
            move_count += 1;
            // A handicapped player overlooks moves, but not that there are some.
            if move_count > 1 && self.overlooks_move(mv) {
                continue;
            }
            let candidate = self.candidate(mv, move_count, killers, continuation_keys);
            let Candidate { is_quiet, gives_check, .. } = candidate;

            // Step 12. Moves that are not worth a look, once there is one that does not lose by force.
            if move_count > 1 && !is_decided(best_value) {
                match self.prune_move(&node, &candidate, alpha) {
                    PruneDecision::Search => {}
                    PruneDecision::Prune => continue,
                    PruneDecision::PruneQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // Step 13. Extensions: near the leaves checks that lose nothing, and the table's move if it stands alone.
            let mut extension = i32::from(
                gives_check
                    && depth <= params::check_depth()
                    && self.may_extend(ply)
                    && self.job.position.board().see_ge(mv, 0),
            );
            if let Some(entry) = tt_entry
                && Some(mv) == tt_move
                && let Some(result) = self.singular_search(&node, &entry, mv, beta)
            {
                if self.stopped {
                    return DRAW;
                }
                match result {
                    SingularResult::Extend(plies) => extension = plies,
                    SingularResult::MultiCut(value) => return value,
                }
            }
            let new_depth = depth - 1 + extension;

            // Step 14. Late moves are searched less deep at first: with good ordering few of them matter.
            let mut reduced_depth = new_depth;
            if self.job.settings.pruning >= Pruning::Medium
                && depth >= params::lmr_depth()
                && move_count > 1 + usize::from(PV)
                && !in_check
            {
                let reduction = self.reduction(&node, &candidate);
                reduced_depth = (new_depth - reduction).clamp(1, new_depth.max(1));
            }

            self.make(mv, gives_check, ply);
            // Step 15. The first move gets the full window, the others have to prove that they beat it.
            let mut value = -INFINITE;
            let mut lmr_bonus = 0;
            if !PV || move_count > 1 {
                let is_reduced = reduced_depth < new_depth;
                self.stack.at(ply).reduction = new_depth - reduced_depth;
                value = -self.alphabeta::<false>(
                    -alpha - 1,
                    -alpha,
                    reduced_depth,
                    ply + 1,
                    is_reduced || !cut_node,
                );
                self.stack.at(ply).reduction = 0;
                if value > alpha && is_reduced {
                    // Much better than thought is worth a ply more, hardly better one less.
                    let mut full_depth = new_depth;
                    full_depth +=
                        i32::from(value > best_value + params::deeper_base() && move_count > 1);
                    full_depth -= i32::from(value < best_value + new_depth);
                    if full_depth > reduced_depth {
                        value = -self.alphabeta::<false>(
                            -alpha - 1,
                            -alpha,
                            full_depth,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    if is_quiet {
                        let is_good = i32::from(value >= beta) - i32::from(value <= alpha);
                        lmr_bonus = is_good * history::stat_bonus(new_depth);
                    }
                }
            }
            if PV && (move_count == 1 || value > alpha) {
                value = -self.alphabeta::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if lmr_bonus != 0 {
                self.history.update_quiet(
                    self.job.position.board(),
                    continuation_keys,
                    mv,
                    lmr_bonus,
                );
            }

            // Step 16. Raise the bounds.
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.stack.at(ply).cutoff_count += 1;
                        let searched = SearchedMoves {
                            quiets: &searched_quiets,
                            captures: &searched_captures,
                        };
                        let board = self.job.position.board();
                        self.history.update_on_cutoff(
                            board,
                            continuation_keys,
                            ply,
                            depth,
                            mv,
                            searched,
                        );
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            if is_quiet {
                searched_quiets.push(mv);
            } else {
                searched_captures.push(mv);
            }
        }

        // Step 17. No legal move is a loss, in check or not. With a move left out it only means that there is no other.
        if move_count == 0 {
            return if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if excluded.is_some() {
            return best_value;
        }

        // Step 18. Learn: the quiet move before was good if nothing answers it, and the evaluation may have erred.
        if best_move.is_none() {
            self.update_prior_move(depth, ply);
        }
        if !in_check {
            self.update_correction_history(&node, best_value, best_move, bound);
        }

        // Step 19. Remember. What was decided by repetition holds on this path only: of that, just the move.
        let bound = (!is_rule(best_value)).then_some(bound);
        let entry =
            Entry { mv: best_move, value: best_value, eval: raw_eval, depth: depth.max(0), bound };
        self.job.table.store(key, ply, entry);
        best_value
    }

    /// What is known of a move before it is tried.
    #[inline]
    fn candidate(
        &self,
        mv: Move,
        move_count: usize,
        killers: [Option<Move>; 2],
        continuation_keys: ContinuationKeys,
    ) -> Candidate {
        let board = self.job.position.board();
        let victim = board.captured_piece(mv);
        let history = match (board.moved_piece(mv), victim) {
            (Some(piece), None) => {
                self.history.quiet_history(piece.color(), continuation_keys).score(piece, mv)
            }
            (Some(piece), Some(victim)) => self.history.capture_history(piece, mv, victim.kind()),
            (None, _) => 0,
        };
        Candidate {
            mv,
            move_count,
            is_quiet: victim.is_none(),
            gives_check: board.gives_check(mv),
            is_killer: killers.contains(&Some(mv)),
            history,
        }
    }

    /// Plies by which the depth changes, now that the evaluation after the move before is known.
    fn hindsight(&self, static_eval: Value, depth: i32, ply: usize) -> i32 {
        let previous = self.stack.previous(ply);
        let Some(their_eval) = previous.static_eval else { return 0 };
        if previous.reduction >= 3 && static_eval <= -their_eval {
            1
        } else if previous.reduction >= 1
            && depth >= 2
            && static_eval + their_eval > params::hindsight_margin()
        {
            -1
        } else {
            0
        }
    }

    /// Rewards a quiet move after which its side is evaluated better than before it, and blames one for the opposite.
    fn update_eval_history(&mut self, static_eval: Value, ply: usize) {
        let position = &self.job.position;
        if let Some(their_eval) = self.stack.previous(ply).static_eval
            && position.plies_since_capture() > 0
            && let Some(mv) = position.history().last().and_then(|undo| undo.mv)
        {
            let gain = -(static_eval + their_eval);
            self.history.update_butterfly(
                !position.side_to_move(),
                mv,
                params::eval_lesson() * gain,
            );
        }
    }

    /// Rewards the quiet move that led to a node where nothing reaches alpha.
    fn update_prior_move(&mut self, depth: i32, ply: usize) {
        let position = &self.job.position;
        let Some(mv) = position.history().last().and_then(|undo| undo.mv) else { return };
        if position.plies_since_capture() > 0
            && let Some(piece) = position.board().piece_at(mv.to())
        {
            let continuation_keys = self.stack.continuation_keys(ply - 1);
            self.history.update_piece_quiet(
                piece,
                continuation_keys,
                mv,
                history::stat_bonus(depth) / 2,
            );
        }
    }

    /// Corrects the evaluation of such positions, where the result says more than it.
    fn update_correction_history(
        &mut self,
        node: &Node,
        best_value: Value,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let board = self.job.position.board();
        let is_capture = best_move.is_some_and(|mv| board.captured_piece(mv).is_some());
        let is_uninformative = match bound {
            Bound::Exact => false,
            Bound::Lower => best_value <= node.static_eval,
            Bound::Upper => best_value >= node.static_eval,
        };
        if !is_capture && !is_uninformative && !is_decided(best_value) {
            let continuation_keys = self.stack.continuation_keys(node.ply);
            self.correction_history.update(
                board,
                continuation_keys,
                best_value - node.static_eval,
                node.depth,
            );
        }
    }

    /// What the laws that end games say of the position, if anything.
    #[inline]
    pub(super) fn rule_judge(&mut self, ply: usize) -> Option<RuleJudgement> {
        let may_end = rules::may_end(&self.job.position, &self.job.settings.rules);
        if may_end { self.rule_judge_slow(ply) } else { None }
    }

    #[cold]
    fn rule_judge_slow(&mut self, ply: usize) -> Option<RuleJudgement> {
        let (position, rules) = (&self.job.position, &self.job.settings.rules);
        let is_judged = std::mem::take(&mut self.lap_judged);
        if let Some(recurrence) = rules::repetition(position, ply, rules.set) {
            return (!is_judged).then(|| RuleJudgement::of_recurrence(recurrence, ply));
        }
        let drawn = rules::is_move_count_draw(position, rules.draw_plies)
            || rules::is_dead_material(position.board());
        // Mate and stalemate come first.
        let value = || if position.legal_moves().is_empty() { mated_in(ply) } else { DRAW };
        drawn.then(|| RuleJudgement::GameOver(value()))
    }

    /// Passes and searches less deep; the value if that already fails high.
    fn try_null_move(&mut self, beta: Value, eval: Value, depth: i32, ply: usize) -> Option<Value> {
        let eval_reduction = ((eval - beta) / params::nmp_eval_div()).min(params::nmp_eval_max());
        let reduction = params::nmp_base() + depth / params::nmp_depth_div() + eval_reduction;
        self.job.position.make_null();
        self.stack.at(ply).piece_to = PieceTo::NONE;
        let value = -self.alphabeta::<false>(-beta, 1 - beta, depth - reduction, ply + 1, false);
        self.job.position.unmake(&mut ());
        if self.stopped || value < beta {
            return None;
        }
        // A mate found by passing proves nothing.
        let value = if is_decided(value) { beta } else { value };
        if depth < params::nmp_verify_depth() || self.nmp_min_ply > 0 {
            return Some(value);
        }
        // Deep down a wrong cut is dear: look again without null moves for the next plies.
        self.nmp_min_ply = ply + 3 * (depth - reduction).max(0) as usize / 4 + 1;
        let verified = self.alphabeta::<false>(beta - 1, beta, depth - reduction, ply, false);
        self.nmp_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(value)
    }

    /// Whether the other side has just passed.
    fn is_after_null(&self) -> bool {
        self.job.position.history().last().is_some_and(|undo| undo.mv.is_none())
    }

    /// The evaluator's own value, from the table if it has it. In check nothing is judged by it, and it is 0.
    #[inline]
    pub(super) fn raw_eval_of(&mut self, tt_entry: Option<Entry>) -> Value {
        match tt_entry {
            Some(entry) => entry.eval,
            None if self.job.position.in_check() => 0,
            None => self.eval.evaluate(self.job.position.board()),
        }
    }

    /// Static evaluation of the position as it stands.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        let raw = self.eval.evaluate(self.job.position.board());
        self.damped_eval(raw)
    }

    /// The evaluator's value as the search uses it, with what the search has learnt of such positions.
    #[inline]
    pub(super) fn corrected_eval(&self, raw: Value, ply: usize) -> Value {
        let value = self.damped_eval(raw);
        let correction = self
            .correction_history
            .correction(self.job.position.board(), self.stack.continuation_keys(ply));
        (value + correction).clamp(1 - RULE_BOUND, RULE_BOUND - 1)
    }

    /// Whether the move-count draw is so near that a score without the count misleads: a mate has to come before it.
    #[inline]
    pub(super) fn is_near_move_count_draw(&self, value: Value, ply: usize) -> bool {
        let limit = self.job.settings.rules.draw_plies;
        let mate = if is_mate(value) { MATE - value.abs() - ply as Value } else { 0 };
        let cautious = limit.saturating_sub(MOVE_COUNT_CAUTION.max(mate as u16)).max(1);
        limit != 0 && rules::is_move_count_draw(&self.job.position, cautious)
    }

    /// Makes a move followed by the line below it the line of this ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
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

    /// Whether the score is a forced mate, which no deeper search takes back.
    #[inline]
    pub(super) fn is_proven_mate(&self) -> bool {
        match self.bound {
            Some(Bound::Exact) => is_mate(self.value),
            Some(Bound::Lower) => self.value >= MATE_BOUND,
            Some(Bound::Upper) => self.value <= -MATE_BOUND,
            None => false,
        }
    }
}
