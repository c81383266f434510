//! The coach: evaluations of the user's position, hints in steps, and warnings before blunders.

use super::CasualGame;
use crate::{CasualError, Change, OpponentAnswer, Purpose, Update};
use chuhe_engine::board::{Captures, Position};
use chuhe_engine::clock::Instant;
use chuhe_engine::notation::move_text;
use chuhe_engine::search::Wdl;
use chuhe_engine::types::{Color, Move, PieceType, Score, is_rule};

/// The smallest loss that makes the coach warn against a move, in points of expectation (0 to 100). Annotations call
/// such moves blunders.
pub const WARNING_LOSS: f64 = 15.0;

/// How much of the move a hint reveals. Each request reveals one more step, until the position changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// The piece that moves.
    Piece,
    /// The piece and its destination.
    Point,
    /// The whole move and the likely continuation.
    Move,
}

/// A hint for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// How much of the move the hint reveals.
    pub step: HintStep,
    /// The move.
    pub mv: Move,
}

/// The engine's evaluation of a position in which the user is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The score from Red's point of view.
    pub for_red: Score,
    /// The best line; empty if it is unknown, or if the position has changed.
    pub line: Vec<Move>,
}

/// A move by the user that would be a blunder and has not been played yet.
#[derive(Clone, Debug, PartialEq)]
pub struct BlunderWarning {
    /// The move.
    pub mv: Move,
    /// The move in the game's notation.
    pub text: String,
    /// The score of the best move, from the user's point of view.
    pub before: Score,
    /// The score of this move, from the user's point of view.
    pub after: Score,
    /// What the move loses.
    pub cost: BlunderCost,
    /// The refutation: the opponent's reply and the likely continuation.
    pub refutation: Vec<Move>,
}

/// What a blunder loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlunderCost {
    /// The move lets the opponent force mate.
    AllowsMate {
        /// The number of moves to the opponent's mate.
        moves: u16,
    },
    /// The move misses a forced mate.
    MissesMate {
        /// The number of moves to the missed mate.
        moves: u16,
    },
    /// The move loses the game under the rules.
    LosesByRule,
    /// The move loses pieces, with or without compensation.
    Material {
        /// The pieces that the user loses, most valuable first.
        lost: Vec<PieceType>,
        /// The pieces that the user gains, most valuable first.
        won: Vec<PieceType>,
    },
    /// The move worsens the position.
    Position,
}

/// What the coach knows about the position, and the coach's pending work. Both are reset whenever the position changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Coaching {
    /// The adviser's answer for the current position.
    advice: Option<OpponentAnswer>,
    pub(super) hint: Option<Hint>,
    /// The user's move that the coach is still checking.
    held: Option<Move>,
    warning: Option<BlunderWarning>,
}

impl CasualGame {
    /// Whether the coach is on. If so, it evaluates every position in which the user is to move, and warns before
    /// blunders.
    pub const fn has_coach(&self) -> bool {
        self.has_coach
    }

    /// Turns the coach on or off, and drops a pending warning.
    pub fn set_coach(&mut self, on: bool) {
        self.has_coach = on;
        self.drop_warning();
        self.save_conditions();
        if !on && self.thinks() == Some(Purpose::Evaluation) {
            self.opponent.cancel();
        }
    }

    /// The last hint; `None` once the position has changed.
    pub const fn hint(&self) -> Option<Hint> {
        self.coaching.hint
    }

    /// The last evaluation requested for one of the user's positions, which may be preliminary; `None` before the
    /// first request.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let person = self.state.person();
        let thought =
            self.opponent.thought().filter(|answer| answer.purpose == Purpose::Evaluation);
        let known = thought.or(self.coaching.advice.as_ref());
        match known.and_then(|answer| Some((answer.score?, answer.line.clone()))) {
            Some((score, line)) => Some(Evaluation { for_red: for_red(score, person), line }),
            None => self.last_score.map(|for_red| Evaluation { for_red, line: Vec::new() }),
        }
    }

    /// The warning about a move, if any. [`CasualGame::play_anyway`], or playing the move again, plays the move;
    /// playing another move, or [`CasualGame::drop_warning`], drops it.
    pub const fn warning(&self) -> Option<&BlunderWarning> {
        self.coaching.warning.as_ref()
    }

    /// The user's move that the coach is checking or warns against, and that is not played yet.
    pub fn held(&self) -> Option<Move> {
        self.coaching.held.or(self.warning().map(|warning| warning.mv))
    }

    /// Drops the move that the coach warns against or is still checking. Returns whether there was such a move.
    pub fn drop_warning(&mut self) -> bool {
        let was_held = self.coaching.held.take().is_some();
        if was_held && matches!(self.thinks(), Some(Purpose::Check(_))) {
            self.opponent.cancel();
        }
        self.coaching.warning.take().is_some() || was_held
    }

    /// Plays the move that the coach warns against.
    ///
    /// # Errors
    /// If there is no warning, or it is not the user's turn.
    pub fn play_anyway(&mut self, now: Instant) -> Result<Update, CasualError> {
        self.check_turn()?;
        let warning = self.coaching.warning.take().ok_or(CasualError::NoWarning)?;
        self.play_for_good(warning.mv, now)
    }

    /// Requests the next step of a hint. If the step is already known, returns it; otherwise [`CasualGame::handle`] will
    /// return it.
    ///
    /// # Errors
    /// If it is not the user's turn.
    pub fn request_hint(&mut self) -> Result<Option<Update>, CasualError> {
        self.check_turn()?;
        if let Some(mv) = self.expected_move() {
            return Ok(Some(self.next_hint(mv, None)));
        }
        if let Some(answer) = self.coaching.advice.clone() {
            return Ok(self.hint_of(answer));
        }
        self.request(Purpose::Hint);
        Ok(None)
    }

    /// Requests an evaluation of the user's position. If the evaluation is already known, returns it; otherwise
    /// [`CasualGame::handle`] will return it.
    ///
    /// # Errors
    /// If it is not the user's turn, or the position is an exercise.
    pub fn request_evaluation(&mut self) -> Result<Option<Update>, CasualError> {
        self.check_turn()?;
        self.check_no_exercise()?;
        if self.coaching.advice.is_some() {
            return Ok(Some(Update::of(Change::Evaluated)));
        }
        self.request(Purpose::Evaluation);
        Ok(None)
    }

    /// Starts the coach's evaluation of the user's position, unless that is running or done.
    pub(super) fn proceed_coaching(&mut self) {
        let is_due = self.has_coach && self.coaching.advice.is_none() && self.thinks().is_none();
        if is_due && self.state.is_turn_of(self.state.person()) {
            self.request(Purpose::Evaluation);
        }
    }

    /// Whether the coach is checking a move.
    pub(super) const fn holds_a_move(&self) -> bool {
        self.coaching.held.is_some()
    }

    /// Takes the move that the coach is checking.
    pub(super) const fn take_held(&mut self) -> Option<Move> {
        self.coaching.held.take()
    }

    /// Plays a legal move by the user, or starts the coach's check of it.
    pub(super) fn weigh(&mut self, mv: Move, now: Instant) -> Result<Update, CasualError> {
        let is_warned = self.coaching.warning.take().is_some_and(|warning| warning.mv == mv);
        if !self.has_coach || is_warned {
            return self.play_for_good(mv, now);
        }
        let Some(advice) = &self.coaching.advice else {
            // The coach needs to know the best move first.
            self.coaching.held = Some(mv);
            if self.thinks() != Some(Purpose::Evaluation) {
                self.request(Purpose::Evaluation);
            }
            return Ok(Update::of(Change::Weighing(mv)));
        };
        if advice.mv == Some(mv) || advice.score.is_none() {
            return self.play_for_good(mv, now);
        }
        self.coaching.held = Some(mv);
        self.request(Purpose::Check(mv));
        Ok(Update::of(Change::Weighing(mv)))
    }

    /// Handles the adviser's evaluation of the user's position.
    pub(super) fn handle_evaluation(
        &mut self,
        answer: OpponentAnswer,
        now: Instant,
    ) -> Option<Update> {
        self.keep_advice(answer);
        match self.coaching.held.take() {
            Some(mv) => self.weigh(mv, now).ok().filter(|update| {
                // The check of this move was already announced.
                !matches!(update.change, Change::Weighing(_))
            }),
            None => Some(Update::of(Change::Evaluated)),
        }
    }

    /// Handles the adviser's answer to a request for a hint.
    pub(super) fn handle_hint(&mut self, answer: OpponentAnswer) -> Option<Update> {
        self.keep_advice(answer.clone());
        self.hint_of(answer)
    }

    /// Handles the adviser's check of a move: plays the move, or warns against it.
    pub(super) fn handle_check(
        &mut self,
        mv: Move,
        answer: &OpponentAnswer,
        now: Instant,
    ) -> Option<Update> {
        self.coaching.held = None;
        let position = self.state.position();
        let warning = self
            .coaching
            .advice
            .as_ref()
            .and_then(|advice| warning(position, advice.score?, mv, answer))
            .map(|warning| BlunderWarning {
                text: move_text(position.board(), mv, self.format).to_string(),
                ..warning
            });
        let Some(warning) = warning else {
            return self.play_for_good(mv, now).ok();
        };
        self.coaching.warning = Some(warning.clone());
        Some(Update::of(Change::Warned(warning)))
    }

    fn keep_advice(&mut self, answer: OpponentAnswer) {
        let person = self.state.person();
        self.last_score = answer.score.map(|score| for_red(score, person)).or(self.last_score);
        self.coaching.advice = Some(answer);
    }

    fn hint_of(&mut self, answer: OpponentAnswer) -> Option<Update> {
        answer.mv.map(|mv| self.next_hint(mv, Some(answer)))
    }

    /// Reveals one more step of a hint.
    fn next_hint(&mut self, mv: Move, answer: Option<OpponentAnswer>) -> Update {
        let step = match self.coaching.hint.filter(|hint| hint.mv == mv).map(|hint| hint.step) {
            None => HintStep::Piece,
            Some(HintStep::Piece) => HintStep::Point,
            Some(HintStep::Point | HintStep::Move) => HintStep::Move,
        };
        let hint = Hint { step, mv };
        self.coaching.hint = Some(hint);
        Update::of(Change::Hint(hint, answer))
    }
}

/// Converts a score from the point of view of `side` to Red's.
fn for_red(score: Score, side: Color) -> Score {
    if side == Color::Red { score } else { -score }
}

/// The warning about a move, if it is a blunder. `before` is the score of the best move; `answer` is the result of
/// searching this one. Both scores are from the point of view of the side to move.
fn warning(
    position: &Position,
    before: Score,
    mv: Move,
    answer: &OpponentAnswer,
) -> Option<BlunderWarning> {
    let after = answer.score?;
    let loss = 100.0 * (Wdl::expectation(before) - Wdl::expectation(after));
    if loss < WARNING_LOSS {
        return None;
    }
    Some(BlunderWarning {
        mv,
        text: String::new(),
        before,
        after,
        cost: cost(position, before, after, &answer.line),
        refutation: answer.line.iter().skip(1).copied().collect(),
    })
}

/// Determines what a move loses. `line` starts with the move.
fn cost(position: &Position, before: Score, after: Score, line: &[Move]) -> BlunderCost {
    match (before, after) {
        (_, Score::MatedIn(plies)) => BlunderCost::AllowsMate { moves: plies.div_ceil(2) },
        (Score::MateIn(plies), _) => BlunderCost::MissesMate { moves: plies.div_ceil(2) },
        (_, Score::Cp(cp)) if is_rule(cp) && cp < 0 => BlunderCost::LosesByRule,
        _ => {
            let captures = Captures::along(position, line);
            let side = position.side_to_move();
            if captures.balance_of(side) >= 0 {
                return BlunderCost::Position;
            }
            let (won, lost) = captures.net_of(side);
            BlunderCost::Material { lost, won }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use super::*;
    use crate::{CasualSettings, Opponent, OpponentEvent};
    use chuhe_engine::engine::config::Config;
    use chuhe_engine::search::Limits;
    use chuhe_engine::types::RULE_WIN;

    /// Red mates with b1b9; if the rook leaves the eighth rank, Black mates with g5g0.
    const DANGER: &str = "3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1";

    fn game(fen: &str) -> (CasualGame, Receiver<OpponentEvent>) {
        let config = Config { hash_mb: 1, ..Config::default() };
        let opponent = Opponent::new(config, Limits::nodes(500)).unwrap();
        let (sender, events) = mpsc::channel();
        let start = Position::from_fen(fen).unwrap();
        let settings = CasualSettings { coach: true, ..CasualSettings::new(start.side_to_move()) };
        let deliver = move |event| drop(sender.send(event));
        (CasualGame::new(opponent, start, settings, deliver).unwrap(), events)
    }

    /// Waits for the engine's next answer.
    fn answer(game: &mut CasualGame, events: &Receiver<OpponentEvent>) -> Change {
        events.iter().find_map(|event| game.handle(event, Instant::now())).unwrap().change
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn every_position_of_the_person_is_evaluated_once() {
        let (mut game, events) = game(DANGER);
        let now = Instant::now();
        game.proceed(now);
        assert_eq!(game.thinks(), Some(Purpose::Evaluation));
        assert_eq!(answer(&mut game, &events), Change::Evaluated);
        let evaluation = game.evaluation().unwrap();
        assert_eq!((evaluation.for_red, evaluation.line[0]), (Score::MateIn(1), mv("b1b9")));
        game.proceed(now);
        assert_eq!(game.thinks(), None);
        // The hint is the best move, which is already known, so no search is needed.
        let hint = game.request_hint().unwrap().unwrap().change;
        assert!(matches!(hint, Change::Hint(hint, Some(_)) if hint.mv == mv("b1b9")), "{hint:?}");
    }

    #[test]
    fn a_blunder_is_held_back_until_it_is_confirmed() {
        let (mut game, events) = game(DANGER);
        let now = Instant::now();
        // The move is played before the coach has evaluated the position.
        assert_eq!(game.play(mv("i8i7"), now).unwrap().change, Change::Weighing(mv("i8i7")));
        assert_eq!((game.held(), game.warning()), (Some(mv("i8i7")), None));
        let Change::Warned(warning) = answer(&mut game, &events) else { panic!("no warning") };
        assert_eq!(game.held(), Some(mv("i8i7")), "it lies on the board");
        assert_eq!(warning.cost, BlunderCost::AllowsMate { moves: 1 });
        assert_eq!((warning.before, warning.refutation[0]), (Score::MateIn(1), mv("g5g0")));
        assert_eq!((game.state().moves().len(), game.warning()), (0, Some(&warning)));
        assert!(game.drop_warning() && game.warning().is_none() && game.held().is_none());
        assert!(matches!(game.play_anyway(now), Err(CasualError::NoWarning)));

        game.play(mv("i8i7"), now).unwrap();
        assert!(matches!(answer(&mut game, &events), Change::Warned(_)));
        assert!(matches!(game.play_anyway(now).unwrap().change, Change::Moved(_)));
        game.undo().unwrap();
        assert_eq!(game.warning(), None, "what was taken back is asked again");
    }

    #[test]
    fn the_same_move_again_confirms_it_and_another_one_drops_it() {
        let (mut game, events) = game(DANGER);
        let now = Instant::now();
        game.play(mv("i8i7"), now).unwrap();
        assert!(matches!(answer(&mut game, &events), Change::Warned(_)));
        game.play(mv("i8i6"), now).unwrap();
        let Change::Warned(warning) = answer(&mut game, &events) else { panic!("no warning") };
        assert_eq!(warning.mv, mv("i8i6"));
        assert!(matches!(game.play(mv("i8i6"), now).unwrap().change, Change::Moved(_)));
    }

    #[test]
    fn good_moves_are_not_questioned() {
        let (mut game, events) = game(DANGER);
        game.proceed(Instant::now());
        answer(&mut game, &events);
        let change = game.play(mv("b1b9"), Instant::now()).unwrap().change;
        assert!(matches!(change, Change::Moved(_)), "the best move is played at once: {change:?}");
        game.undo().unwrap();
        game.set_coach(false);
        let change = game.play(mv("i8i7"), Instant::now()).unwrap().change;
        assert!(matches!(change, Change::Moved(_)), "without a coach: {change:?}");
    }

    #[test]
    fn blunder_cost_names_mate_material_or_position() {
        let position = Position::from_fen("3k5/4r4/4n4/4p4/9/9/4C4/9/4R4/5K3 w - - 0 1").unwrap();
        let line = |text: &str| text.split_whitespace().map(mv).collect::<Vec<_>>();
        let cost_of = |before, after, text| cost(&position, before, after, &line(text));
        let material = |lost: &[PieceType], won: &[PieceType]| BlunderCost::Material {
            lost: lost.to_vec(),
            won: won.to_vec(),
        };
        let (cp, quiet) = (Score::Cp, "e1a1 d9d8");
        for (before, after, text, cost) in [
            (cp(0), Score::MatedIn(4), quiet, BlunderCost::AllowsMate { moves: 2 }),
            (Score::MateIn(5), Score::MatedIn(2), quiet, BlunderCost::AllowsMate { moves: 1 }),
            (Score::MateIn(5), cp(300), quiet, BlunderCost::MissesMate { moves: 3 }),
            (cp(300), cp(-RULE_WIN), quiet, BlunderCost::LosesByRule),
            (cp(300), cp(-300), quiet, BlunderCost::Position),
            // The cannon captures the horse across the pawn and is recaptured.
            (cp(300), cp(-300), "e3e7 e8e7", BlunderCost::Position),
            (
                cp(300),
                cp(-900),
                "e3e4 d9d8 e4e7 e8e7 e1e6 e7e6",
                material(
                    &[PieceType::Rook, PieceType::Cannon],
                    &[PieceType::Horse, PieceType::Pawn],
                ),
            ),
        ] {
            assert_eq!(cost_of(before, after, text), cost, "{before:?} {after:?} {text}");
        }
    }

    #[test]
    fn only_blunders_are_warned_of() {
        let position = Position::startpos();
        let answer = |score| OpponentAnswer {
            purpose: Purpose::Check(mv("a0a1")),
            mv: Some(mv("a0a1")),
            line: vec![mv("a0a1"), mv("h7h0")],
            score: Some(score),
        };
        let warned =
            |before, after| warning(&position, before, mv("a0a1"), &answer(after)).is_some();
        assert!(warned(Score::Cp(50), Score::Cp(-400)));
        assert!(!warned(Score::Cp(50), Score::Cp(-30)));
        assert!(!warned(Score::Cp(-2000), Score::MatedIn(4)), "lost before");
        assert!(!warned(Score::MateIn(3), Score::Cp(1500)), "still won");
    }
}
