//! The main recursion.

use super::history::{self, Tried};
use super::picker::Picker;
use super::ruling::Ruling;
use super::selectivity::{Candidate, Look, Node, Singularity};
use super::stack::{Context, Step};
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
const COUNT_CAUTION: u16 = 10;

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

        // Step 4. What the table knows. Its scores forget the path, so none are taken near the move-count draw. With a
        // move left out it knows nothing of this question.
        let excluded = self.stack.at(ply).excluded;
        let key = self.job.position.key();
        let known = self.job.table.probe(key, ply).filter(|_| excluded.is_none());
        let tt_move = known.and_then(|entry| entry.mv);
        if !PV
            && let Some(entry) = known
            && entry.depth >= depth
            && entry.allows_cut(alpha, beta)
            && !self.is_near_count_draw(entry.value, ply)
        {
            return entry.value;
        }

        // Step 5. Static evaluation, and what the table's score adds to it.
        let raw_eval = self.raw_evaluation(known);
        let static_eval = self.corrected(raw_eval, ply);
        self.stack.at(ply).eval = (!in_check).then_some(static_eval);
        self.stack.at(ply + 1).cuts = 0;
        let improving = self.stack.is_improving(ply);
        if !in_check && excluded.is_none() {
            self.judge_last_move(static_eval, ply);
        }
        let eval = match known {
            Some(entry) if !is_decided(entry.value) => match entry.bound {
                Some(Bound::Exact) => entry.value,
                Some(Bound::Lower) => static_eval.max(entry.value),
                Some(Bound::Upper) => static_eval.min(entry.value),
                None => static_eval,
            },
            _ => static_eval,
        };
        let bold = self.job.settings.pruning == Pruning::Large;

        // Step 6. Hindsight: a move reduced as hopeless is looked at more closely if it was not, and less closely if
        // the other side has nothing to fear from it.
        if bold && !PV && !in_check && excluded.is_none() {
            depth += self.hindsight(static_eval, depth, ply);
        }

        if !PV && !in_check && excluded.is_none() && !is_decided(beta) {
            // Step 7. Reverse futility: so far above beta that a quiet move of the other side will not change it.
            let margin = params::rfp_margin() * (depth - i32::from(improving));
            if bold && depth <= params::rfp_depth() && eval - margin >= beta && !is_decided(eval) {
                return beta + (eval - beta) / 3;
            }

            // Step 8. Razoring: so far below alpha that only captures can help, and they do not.
            if bold
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
                && ply >= self.null_from
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
        if bold && (PV || cut_node) && depth >= params::iir_depth() && tt_move.is_none() {
            depth -= i32::from(excluded.is_none());
        }

        // Step 11. The moves.
        let tt_capture =
            tt_move.is_some_and(|mv| self.job.position.board().captured_piece(mv).is_some());
        let node = Node {
            ply,
            depth,
            is_pv: PV,
            expects_cut: cut_node,
            in_check,
            improving,
            tt_capture,
            static_eval,
        };
        let killers = self.history.killers(ply);
        let context = self.stack.context(ply);
        let mut picker = Picker::all(self.job.position.board(), in_check, tt_move, killers);
        let (mut tried_quiets, mut tried_captures) = (MoveList::new(), MoveList::new());
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut bound = Bound::Upper;
        let mut number = 0;
        while let Some(mv) = picker.next(self.job.position.board(), &self.history, context) {
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            // A handicapped player overlooks moves, but not that there are some.
            if number > 1 && self.overlooks(mv) {
                continue;
            }
            let candidate = self.candidate(mv, number, killers, context);
            let Candidate { is_quiet, gives_check, .. } = candidate;

            // Step 12. Moves that are not worth a look, once there is one that does not lose by force.
            if number > 1 && !is_decided(best) {
                match self.look(&node, &candidate, alpha) {
                    Look::Yes => {}
                    Look::No => continue,
                    Look::NoMoreQuiets => {
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
            if let Some(entry) = known
                && Some(mv) == tt_move
                && let Some(singularity) = self.singularity(&node, &entry, mv, beta)
            {
                if self.stopped {
                    return DRAW;
                }
                match singularity {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cut(value) => return value,
                }
            }
            let new_depth = depth - 1 + extension;

            // Step 14. Late moves are searched less deep at first: with good ordering few of them matter.
            let mut reduced = new_depth;
            if self.job.settings.pruning >= Pruning::Medium
                && depth >= params::lmr_depth()
                && number > 1 + usize::from(PV)
                && !in_check
            {
                let plies = self.reduction(&node, &candidate);
                reduced = (new_depth - plies).clamp(1, new_depth.max(1));
            }

            self.make(mv, gives_check, ply);
            // Step 15. The first move gets the full window, the others have to prove that they beat it.
            let mut value = -INFINITE;
            let mut lesson = 0;
            if !PV || number > 1 {
                let is_reduced = reduced < new_depth;
                self.stack.at(ply).reduction = new_depth - reduced;
                value = -self.alphabeta::<false>(
                    -alpha - 1,
                    -alpha,
                    reduced,
                    ply + 1,
                    is_reduced || !cut_node,
                );
                self.stack.at(ply).reduction = 0;
                if value > alpha && is_reduced {
                    // Much better than thought is worth a ply more, hardly better one less.
                    let mut full = new_depth;
                    full += i32::from(value > best + params::deeper_base() && number > 1);
                    full -= i32::from(value < best + new_depth);
                    if full > reduced {
                        value =
                            -self.alphabeta::<false>(-alpha - 1, -alpha, full, ply + 1, !cut_node);
                    }
                    if is_quiet {
                        let is_good = i32::from(value >= beta) - i32::from(value <= alpha);
                        lesson = is_good * history::bonus(new_depth);
                    }
                }
            }
            if PV && (number == 1 || value > alpha) {
                value = -self.alphabeta::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if lesson != 0 {
                self.history.update_quiet(self.job.position.board(), context, mv, lesson);
            }

            // Step 16. Raise the bounds.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.stack.at(ply).cuts += 1;
                        let tried = Tried { quiets: &tried_quiets, captures: &tried_captures };
                        let board = self.job.position.board();
                        self.history.reward(board, context, ply, depth, mv, tried);
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            if is_quiet {
                tried_quiets.push(mv);
            } else {
                tried_captures.push(mv);
            }
        }

        // Step 17. No legal move is a loss, in check or not. With a move left out it only means that there is no other.
        if number == 0 {
            return if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if excluded.is_some() {
            return best;
        }

        // Step 18. Learn: the quiet move before was good if nothing answers it, and the evaluation may have erred.
        if best_move.is_none() {
            self.praise_last_move(depth, ply);
        }
        if !in_check {
            self.learn_error(&node, best, best_move, bound);
        }

        // Step 19. Remember. What was decided by repetition holds on this path only: of that, just the move.
        let bound = (!is_rule(best)).then_some(bound);
        let entry =
            Entry { mv: best_move, value: best, eval: raw_eval, depth: depth.max(0), bound };
        self.job.table.store(key, ply, entry);
        best
    }

    /// What is known of a move before it is tried.
    #[inline]
    fn candidate(
        &self,
        mv: Move,
        number: usize,
        killers: [Option<Move>; 2],
        context: Context,
    ) -> Candidate {
        let board = self.job.position.board();
        let victim = board.captured_piece(mv);
        let worth = match (board.moved_piece(mv), victim) {
            (Some(piece), None) => self.history.quiets(piece.color(), context).worth(piece, mv),
            (Some(piece), Some(victim)) => self.history.capture(piece, mv, victim.kind()),
            (None, _) => 0,
        };
        Candidate {
            mv,
            number,
            is_quiet: victim.is_none(),
            gives_check: board.gives_check(mv),
            is_killer: killers.contains(&Some(mv)),
            worth,
        }
    }

    /// Plies by which the depth changes, now that the evaluation after the move before is known.
    fn hindsight(&self, static_eval: Value, depth: i32, ply: usize) -> i32 {
        let before = self.stack.before(ply);
        let Some(their_eval) = before.eval else { return 0 };
        if before.reduction >= 3 && static_eval <= -their_eval {
            1
        } else if before.reduction >= 1
            && depth >= 2
            && static_eval + their_eval > params::hindsight_margin()
        {
            -1
        } else {
            0
        }
    }

    /// Rewards a quiet move after which its side is evaluated better than before it, and blames one for the opposite.
    fn judge_last_move(&mut self, static_eval: Value, ply: usize) {
        let position = &self.job.position;
        if let Some(their_eval) = self.stack.before(ply).eval
            && position.plies_since_capture() > 0
            && let Some(mv) = position.history().last().and_then(|undo| undo.mv)
        {
            let gain = -(static_eval + their_eval);
            self.history.update_move(!position.side_to_move(), mv, params::eval_lesson() * gain);
        }
    }

    /// Rewards the quiet move that led to a node where nothing reaches alpha.
    fn praise_last_move(&mut self, depth: i32, ply: usize) {
        let position = &self.job.position;
        let Some(mv) = position.history().last().and_then(|undo| undo.mv) else { return };
        if position.plies_since_capture() > 0
            && let Some(piece) = position.board().piece_at(mv.to())
        {
            let context = self.stack.context(ply - 1);
            self.history.update_step(piece, context, mv, history::bonus(depth) / 2);
        }
    }

    /// Corrects the evaluation of such positions, where the result says more than it.
    fn learn_error(&mut self, node: &Node, best: Value, best_move: Option<Move>, bound: Bound) {
        let board = self.job.position.board();
        let is_loud = best_move.is_some_and(|mv| board.captured_piece(mv).is_some());
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => best <= node.static_eval,
            Bound::Upper => best >= node.static_eval,
        };
        if !is_loud && !says_nothing && !is_decided(best) {
            let context = self.stack.context(node.ply);
            self.corrections.learn(board, context, best - node.static_eval, node.depth);
        }
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
    fn try_null_move(&mut self, beta: Value, eval: Value, depth: i32, ply: usize) -> Option<Value> {
        let above = ((eval - beta) / params::nmp_eval_div()).min(params::nmp_eval_max());
        let less = params::nmp_base() + depth / params::nmp_depth_div() + above;
        self.job.position.make_null();
        self.stack.at(ply).step = Step::NONE;
        let value = -self.alphabeta::<false>(-beta, 1 - beta, depth - less, ply + 1, false);
        self.job.position.unmake(&mut ());
        if self.stopped || value < beta {
            return None;
        }
        // A mate found by passing proves nothing.
        let value = if is_decided(value) { beta } else { value };
        if depth < params::nmp_verify_depth() || self.null_from > 0 {
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

    /// The evaluator's own value, from the table if it has it. In check nothing is judged by it, and it is 0.
    #[inline]
    pub(super) fn raw_evaluation(&mut self, known: Option<Entry>) -> Value {
        match known {
            Some(entry) => entry.eval,
            None if self.job.position.in_check() => 0,
            None => self.eval.evaluate(self.job.position.board()),
        }
    }

    /// Static evaluation of the position as it stands.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        let raw = self.eval.evaluate(self.job.position.board());
        self.adjusted(raw)
    }

    /// The evaluator's value as the search uses it, with what the search has learnt of such positions.
    #[inline]
    pub(super) fn corrected(&self, raw: Value, ply: usize) -> Value {
        let value = self.adjusted(raw);
        let correction = self.corrections.value(self.job.position.board(), self.stack.context(ply));
        (value + correction).clamp(1 - RULE_BOUND, RULE_BOUND - 1)
    }

    /// Whether the move-count draw is so near that a score without the count misleads: a mate has to come before it.
    #[inline]
    pub(super) fn is_near_count_draw(&self, value: Value, ply: usize) -> bool {
        let limit = self.job.settings.rules.draw_plies;
        let mate = if is_mate(value) { MATE - value.abs() - ply as Value } else { 0 };
        let cautious = limit.saturating_sub(COUNT_CAUTION.max(mate as u16)).max(1);
        limit != 0 && rules::is_move_count_draw(&self.job.position, cautious)
    }

    /// Makes a move followed by the line below it the line of this ply.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
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
