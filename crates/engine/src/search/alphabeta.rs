//! The main search: principal variation search with alpha-beta pruning, from ply 1 down to the quiescence search.

use super::handicap::Strength;
use super::history::{self, SearchedMoves};
use super::node::{NodeResult, NodeStart};
use super::picker::MovePicker;
use super::selectivity::{Candidate, Node, PruneDecision, SingularResult};
use super::stack::{ContinuationKeys, PieceTo};
use super::worker::Worker;
use super::{Bound, Pruning, params};
use crate::eval::Evaluator;
use crate::types::{DRAW, INFINITE, Move, MoveList, Value, is_decided, mate_in, mated_in};

impl<E: Evaluator> Worker<E> {
    /// The value of the position `ply` plies from the root, searched `depth` plies deep within a window.
    ///
    /// The value is fail-soft, from the side to move's point of view. `cut_node` is true if the node is expected to
    /// fail high.
    pub(super) fn alphabeta<S: Strength, const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || beta == alpha + 1);
        debug_assert!(ply > 0);

        // Step 1. Quiescence search at the leaves.
        if depth <= 0 {
            return self.qsearch::<S, PV>(alpha, beta, ply, true);
        }
        // Step 2. Limits, and the rules that end the game or bound the value of the node.
        match self.enter_node(alpha, beta, ply) {
            NodeStart::Done(value) => value,
            NodeStart::Search { alpha, beta, range } => {
                range.clamp(self.search_node::<S, PV>(alpha, beta, depth, ply, cut_node))
            }
        }
    }

    /// Searches the node itself, after the limits and the rules have been checked.
    #[expect(clippy::too_many_lines, reason = "the numbered steps read best in one place")]
    fn search_node<S: Strength, const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        let in_check = self.job.position.in_check();
        if let Some(value) = self.value_at_max_ply::<S>(in_check, ply) {
            return value;
        }

        // Step 3. Mate distance pruning: no line from here can beat a shorter mate already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            trace!(self, ply, MateDistancePruning);
            return alpha;
        }

        // Step 4. Transposition table. A singular search ignores the entry, because the entry covers all moves and the
        // search leaves one out.
        let excluded_move = self.stack.at(ply).excluded_move;
        let key = self.job.position.key();
        let tt_entry = if excluded_move.is_none() { self.job.table.probe(key, ply) } else { None };
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let mut was_pv = match excluded_move {
            None => PV || tt_entry.is_some_and(|entry| entry.was_pv),
            Some(_) => self.stack.at(ply).was_pv,
        };
        self.stack.at(ply).was_pv = was_pv;
        // At low depth, the value causes a cutoff only if it agrees with what is expected of the node. A surprise is
        // verified by a search.
        if !PV
            && let Some(entry) = tt_entry
            && (cut_node == (entry.value >= beta) || depth > params::tt_agreement_depth())
            && let Some(value) = self.tt_cutoff(tt_entry, depth, alpha, beta, ply)
        {
            if value >= beta
                && let Some(mv) = tt_move
            {
                self.reward_table_move(mv, depth, ply);
            }
            return value;
        }

        // Step 5. Static evaluation, refined by the table's value where its bound allows. A singular search takes the
        // evaluation from the stack, because it searches the same position.
        let raw_eval = if excluded_move.is_none() { self.raw_eval(tt_entry) } else { 0 };
        if excluded_move.is_none() {
            self.set_static_eval::<S>(raw_eval, ply);
        }
        let static_eval = self.stack.at(ply).static_eval.unwrap_or(0);
        let correction = self.stack.at(ply).correction;
        self.stack.at(ply + 2).cutoff_count = 0;
        let improving = self.stack.is_improving(ply);
        if !in_check && excluded_move.is_none() {
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
        let full_pruning = S::prunes(&self.job, Pruning::Large);

        // Step 6. Hindsight: the depth is adjusted if the reduction of the previous move now looks wrong.
        if full_pruning && !PV && !in_check && excluded_move.is_none() {
            depth += self.hindsight(static_eval, depth, ply);
        }

        if !PV && !in_check && excluded_move.is_none() && !is_decided(beta) {
            // Step 7. Reverse futility pruning: the evaluation is so far above beta that the node will fail high.
            let margin = params::rfp_margin() * (depth - i32::from(improving))
                + correction * params::rfp_correction() / 100;
            if full_pruning
                && !was_pv
                && depth <= params::rfp_depth()
                && eval - margin >= beta
                && !is_decided(eval)
            {
                trace!(self, ply, ReverseFutilityPruning);
                return beta + (eval - beta) * 100 / params::rfp_return_div();
            }

            // Step 8. Razoring: the evaluation is so far below alpha that only captures can help.
            if full_pruning
                && depth <= params::razor_depth()
                && eval + params::razor_base() + params::razor_margin() * depth * depth <= alpha
            {
                let value = self.qsearch::<S, false>(alpha, beta, ply, true);
                if value <= alpha {
                    trace!(self, ply, Razoring);
                    return value;
                }
            }

            // Step 9. Null move pruning: if passing fails high, some move will too. It is tried only where a fail high
            // is expected, and not if the side to move has only king, advisors, elephants and pawns, because zugzwang
            // is then common.
            if S::prunes(&self.job, Pruning::Small)
                && depth >= params::nmp_depth()
                && eval >= beta
                && static_eval >= beta - params::nmp_margin() * depth + params::nmp_margin_base()
                && cut_node
                && !self.is_after_null_move()
                && ply >= self.nmp_min_ply
                && self.job.position.board().has_non_pawn_material(self.job.position.side_to_move())
                && let Some(value) = self.try_null_move::<S>(beta, eval, depth, ply)
            {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }

        // Step 10. ProbCut: a good capture that fails high over a raised beta at a reduced depth should also fail high
        // over beta at full depth.
        if !PV
            && full_pruning
            && !in_check
            && excluded_move.is_none()
            && depth >= params::probcut_depth()
            && !is_decided(beta)
            && let Some(value) = self.try_probcut::<S>(tt_entry, beta, depth, ply, cut_node)
        {
            return value;
        }
        if self.stopped {
            return DRAW;
        }

        // Step 11. Internal iterative reduction: without a table move, the move ordering is poor.
        if full_pruning
            && (PV || cut_node)
            && depth >= params::iir_depth()
            && tt_move.is_none()
            && excluded_move.is_none()
        {
            trace!(self, ply, InternalIterativeReduction);
            depth -= 1;
        }

        // Step 12. Loop over the moves.
        let tt_capture =
            tt_move.is_some_and(|mv| self.job.position.board().captured_piece(mv).is_some());
        let node = Node {
            ply,
            depth,
            is_pv: PV,
            was_pv,
            cut_node,
            in_check,
            improving,
            tt_capture,
            static_eval,
            correction,
        };
        let killers = self.history.killers(ply);
        let keys = self.stack.continuation_keys(ply);
        let mut picker = MovePicker::all(self.job.position.board(), in_check, tt_move, killers);
        let (mut quiets, mut captures) = (MoveList::new(), MoveList::new());
        let (mut best_value, mut best_move) = (-INFINITE, None);
        let mut bound = Bound::Upper;
        let mut move_count = 0;
        while let Some(mv) = picker.next(self.job.position.board(), &self.history, keys) {
            if Some(mv) == excluded_move {
                continue;
            }
            move_count += 1;
            // The first move is never overlooked, so that a handicapped player does not see a mate where there is none.
            if move_count > 1 && S::overlooks(&self.job, mv) {
                continue;
            }
            self.prefetch_after(mv);
            let gives_check = picker.gives_check(self.job.position.board(), mv);
            let candidate = self.candidate(mv, move_count, gives_check, killers, keys);
            let Candidate { is_quiet, .. } = candidate;

            // Step 13. Pruning of individual moves, once a move that does not lose by force is known.
            if move_count > 1 && !is_decided(best_value) {
                match self.prune_move::<S>(&node, &candidate, alpha) {
                    PruneDecision::Search => {}
                    PruneDecision::Prune => continue,
                    PruneDecision::PruneQuiets { value } => {
                        best_value = best_value.max(value);
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // Step 14. Extensions: safe checks at low depth, and a singular table move.
            let mut extension = 0;
            if gives_check
                && depth <= params::check_extension_depth()
                && self.may_extend(ply)
                && self.job.position.board().see_ge(mv, 0)
            {
                trace!(self, ply, CheckExtension);
                extension = 1;
            }
            if let Some(entry) = tt_entry
                && Some(mv) == tt_move
                && let Some(result) = self.singular_search::<S>(&node, &entry, mv, beta)
            {
                if self.stopped {
                    return DRAW;
                }
                match result {
                    SingularResult::Extend(plies) => extension = plies,
                    SingularResult::Multicut(value) => return value,
                }
            }
            let new_depth = depth - 1 + extension;

            // Step 15. Late move reductions: with good move ordering, late moves are seldom best.
            let mut reduced_depth = new_depth;
            if S::prunes(&self.job, Pruning::Medium)
                && depth >= params::lmr_depth()
                && move_count > 1 + usize::from(PV)
            {
                let reduction = self.reduction(&node, &candidate);
                reduced_depth = (new_depth - reduction).clamp(1, new_depth.max(1));
            }

            self.make(mv, gives_check, ply);
            // Step 16. Null-window search of all moves but the first of a PV node, at the reduced depth first.
            let mut value = -INFINITE;
            let mut lmr_bonus = 0;
            if !PV || move_count > 1 {
                let is_reduced = reduced_depth < new_depth;
                if is_reduced {
                    trace!(self, ply, LateMoveReduction);
                }
                self.stack.at(ply).reduction = new_depth - reduced_depth;
                value = -self.alphabeta::<S, false>(
                    -alpha - 1,
                    -alpha,
                    reduced_depth,
                    ply + 1,
                    is_reduced || !cut_node,
                );
                self.stack.at(ply).reduction = 0;
                if value > alpha && is_reduced {
                    // Search a ply deeper if the value is much better than the best so far, or a ply shallower if it is
                    // hardly better.
                    let is_deeper =
                        value > best_value + params::lmr_deeper_base() && move_count > 1;
                    let is_shallower =
                        value < best_value + params::lmr_shallower_margin() * new_depth / 100;
                    let full_depth = new_depth + i32::from(is_deeper) - i32::from(is_shallower);
                    if full_depth > reduced_depth {
                        if is_deeper {
                            trace!(self, ply, DeeperResearch);
                        }
                        if is_shallower {
                            trace!(self, ply, ShallowerResearch);
                        }
                        let (alpha, beta) = (-alpha - 1, -alpha);
                        value = -self.alphabeta::<S, false>(
                            alpha,
                            beta,
                            full_depth,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    if is_quiet {
                        let sign = i32::from(value >= beta) - i32::from(value <= alpha);
                        lmr_bonus = sign * history::stat_bonus(new_depth);
                    }
                }
            }
            // Step 17. Full-window search of the first move of a PV node, and of any later move that beats alpha.
            if PV && (move_count == 1 || value > alpha) {
                value = -self.alphabeta::<S, true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if lmr_bonus != 0 {
                self.history.update_quiet(self.job.position.board(), keys, mv, lmr_bonus);
            }

            // Step 18. A new best move, and the cutoff.
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.stack.at(ply).cutoff_count += u32::from(excluded_move.is_none());
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            if is_quiet {
                quiets.push(mv);
            } else {
                captures.push(mv);
            }
        }

        // Step 19. Without a legal move, the side to move has lost, in check or not. In a singular search, which leaves
        // out the table's move, that move is then the only legal one.
        if move_count == 0 {
            return if excluded_move.is_some() { alpha } else { mated_in(ply) };
        }

        // Step 20. Update the histories of the moves and, outside a singular search, those that depend on the node's
        // result.
        if let Some(mv) = best_move {
            let searched = SearchedMoves { quiets: &quiets, captures: &captures };
            let board = self.job.position.board();
            self.history.update_on_best_move(board, keys, ply, depth, mv, searched);
        }
        if excluded_move.is_some() {
            return best_value;
        }
        if best_move.is_none() {
            self.prior_move_bonus(depth, ply);
        }
        if !in_check {
            self.update_correction_history(&node, best_value, best_move, bound);
        }

        // Step 21. Store the result.
        let depth = depth.max(0);
        if bound == Bound::Upper {
            // The move that led here may become part of the principal variation.
            was_pv |= self.stack.previous(ply).was_pv;
        }
        let result = NodeResult { best_move, best_value, raw_eval, depth, bound, was_pv };
        self.store_node(key, ply, result);
        best_value
    }

    /// The facts known about a move before it is searched.
    #[inline]
    pub(super) fn candidate(
        &self,
        mv: Move,
        move_count: usize,
        gives_check: bool,
        killers: [Option<Move>; 2],
        keys: ContinuationKeys,
    ) -> Candidate {
        let board = self.job.position.board();
        let victim = board.captured_piece(mv);
        let history = match (board.moved_piece(mv), victim) {
            (Some(piece), None) => self.history.quiet_history(piece.color(), keys).score(piece, mv),
            (Some(piece), Some(victim)) => self.history.capture_history(piece, mv, victim.kind()),
            (None, _) => 0,
        };
        Candidate {
            mv,
            move_count,
            is_quiet: victim.is_none(),
            gives_check,
            is_killer: killers.contains(&Some(mv)),
            history,
        }
    }

    /// The plies by which to change the depth, given the previous move's reduction and its effect on the evaluation.
    fn hindsight(&self, static_eval: Value, depth: i32, ply: usize) -> i32 {
        let previous = self.stack.previous(ply);
        let Some(their_eval) = previous.static_eval else { return 0 };
        let is_good_for_them = static_eval <= -their_eval;
        let is_good_for_us = static_eval + their_eval > params::hindsight_margin();
        if previous.reduction >= params::hindsight_deeper_reduction() && is_good_for_them {
            trace!(self, ply, HindsightExtension);
            1
        } else if previous.reduction >= params::hindsight_shallower_reduction()
            && depth >= params::hindsight_shallower_depth()
            && is_good_for_us
        {
            trace!(self, ply, HindsightReduction);
            -1
        } else {
            0
        }
    }

    /// Updates the history of the previous move, if it was quiet, by its effect on the evaluation.
    fn update_eval_history(&mut self, static_eval: Value, ply: usize) {
        let position = &self.job.position;
        if let Some(their_eval) = self.stack.previous(ply).static_eval
            && position.plies_since_capture() > 0
            && let Some(mv) = position.history().last().and_then(|undo| undo.mv)
        {
            let bonus = -(static_eval + their_eval) * params::eval_history_weight() / 100;
            self.history.update_butterfly(!position.side_to_move(), mv, bonus);
        }
    }

    /// Rewards a quiet table move that makes this node fail high without a search.
    fn reward_table_move(&mut self, mv: Move, depth: i32, ply: usize) {
        let board = self.job.position.board();
        if board.captured_piece(mv).is_none()
            && let Some(piece) = board.moved_piece(mv)
            && piece.color() == board.side_to_move()
        {
            let keys = self.stack.continuation_keys(ply);
            let bonus = history::stat_bonus(depth) * params::tt_hit_bonus() / 100;
            self.history.update_piece_quiet(piece, keys, mv, bonus);
        }
    }

    /// Rewards the previous move for making this node fail low.
    fn prior_move_bonus(&mut self, depth: i32, ply: usize) {
        let position = &self.job.position;
        let Some(undo) = position.history().last() else { return };
        let Some(mv) = undo.mv else { return };
        let Some(piece) = position.board().piece_at(mv.to()) else { return };
        let bonus = history::stat_bonus(depth);
        match undo.captured_piece() {
            None => {
                let keys = self.stack.continuation_keys(ply - 1);
                let bonus = bonus * params::prior_move_bonus() / 100;
                self.history.update_piece_quiet(piece, keys, mv, bonus);
            }
            Some(victim) => {
                let bonus = bonus * params::prior_capture_bonus() / 100;
                self.history.update_piece_capture(piece, mv, victim.kind(), bonus);
            }
        }
    }

    /// Searches after a null move. Returns the value if it fails high and, at high depth, has been verified.
    fn try_null_move<S: Strength>(
        &mut self,
        beta: Value,
        eval: Value,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        let eval_reduction = ((eval - beta) / params::nmp_eval_div()).min(params::nmp_eval_max());
        let depth_reduction = (params::nmp_base() + depth * 10_000 / params::nmp_depth_div()) / 100;
        let reduction = depth_reduction + eval_reduction;
        trace!(self, ply, NullMoveSearch);
        // No position repeats across a null move, so `seen` need not be updated.
        self.job.position.make_null();
        self.stack.at(ply).piece_to = PieceTo::NONE;
        let value = -self.alphabeta::<S, false>(-beta, 1 - beta, depth - reduction, ply + 1, false);
        self.job.position.unmake(&mut ());
        if self.stopped || value < beta {
            return None;
        }
        // A mate found after a null move is not proven.
        let value = if is_decided(value) { beta } else { value };
        if depth < params::nmp_verify_depth() || self.nmp_min_ply > 0 {
            trace!(self, ply, NullMovePruning);
            return Some(value);
        }
        // At high depth, the cutoff is verified by a search without null moves in its first plies.
        let verified_depth = depth - reduction;
        let plies = verified_depth.max(0) as usize * params::nmp_verify_percent() as usize / 100;
        self.nmp_min_ply = ply + plies + 1;
        // The same node is searched, so its cutoff must not count twice.
        let cutoff_count = self.stack.at(ply).cutoff_count;
        let verified = self.alphabeta::<S, false>(beta - 1, beta, verified_depth, ply, false);
        self.stack.at(ply).cutoff_count = cutoff_count;
        self.nmp_min_ply = 0;
        let is_verified = verified >= beta && !self.stopped;
        if is_verified {
            trace!(self, ply, NullMoveVerified);
        } else {
            trace!(self, ply, NullMoveRefuted);
        }
        is_verified.then_some(value)
    }

    /// Whether the previous move was a null move.
    fn is_after_null_move(&self) -> bool {
        self.job.position.history().last().is_some_and(|undo| undo.mv.is_none())
    }
}
