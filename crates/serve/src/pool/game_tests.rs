//! Tests casual games whose engine runs in a pool.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::{EnginePool, PoolSettings};
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::engine::{EngineError, EngineSource, SearchRequest, SearchTicket};
use chuhe_engine::rules::Rules;
use chuhe_engine::search::Limits;
use chuhe_engine::types::{Color, Score};
use chuhe_formats::Game;
use chuhe_play::{
    BlunderCost, CasualGame, CasualSettings, Change, Finish, GameState, HintStep, Opponent,
    OpponentAnswer, OpponentEvent, Purpose,
};

/// Red mates with b1b9 or b1d1. After any other move, Black can move only the pawn.
const ENDING: &str = "3k5/8R/9/p8/9/9/9/9/1R7/4K4 w - - 0 1";
/// Red mates with b1b9. If the rook leaves the eighth rank, Black mates with g5g0.
const DANGER: &str = "3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1";
/// Red has two rooks. Black, to move, has a king and two advisers.
const WON: &str = "3ak4/4a4/9/9/9/9/9/9/R8/R3K4 b - - 0 1";
/// Longer than any test in this file takes.
const TIMEOUT: Duration = Duration::from_mins(2);

fn pool() -> EnginePool {
    let settings = PoolSettings { searches: 1, hash_mb: 1, ..Default::default() };
    EnginePool::new(settings).unwrap()
}

fn source(pool: &EnginePool) -> EngineSource {
    let client = pool.client().unwrap();
    EngineSource::new(move || client.clone())
}

fn opponent(pool: &EnginePool, config: Config, limits: Limits) -> Opponent {
    Opponent::with_sources(&source(pool), &source(pool), config, limits).unwrap()
}

fn game(
    pool: &EnginePool,
    fen: &str,
    limits: Limits,
    settings: CasualSettings,
) -> (CasualGame, Receiver<OpponentEvent>) {
    let opponent = opponent(pool, Config::default(), limits);
    let (sender, events) = mpsc::channel();
    let start = Position::from_fen(fen).unwrap();
    let deliver = move |event| drop(sender.send(event));
    (CasualGame::new(opponent, start, settings, deliver).unwrap(), events)
}

fn red() -> CasualSettings {
    CasualSettings::new(Color::Red)
}

/// Receives events until the engine answers.
fn answer(game: &mut CasualGame, events: &Receiver<OpponentEvent>) -> Change {
    loop {
        let event = events.recv_timeout(TIMEOUT).unwrap();
        if let Some(update) = game.handle(event, Instant::now()) {
            return update.change;
        }
    }
}

/// Receives events until a condition holds. None of them may be an answer.
fn handle_until(
    game: &mut CasualGame,
    events: &Receiver<OpponentEvent>,
    is_so: impl Fn(&CasualGame) -> bool,
) {
    while !is_so(game) {
        let event = events.recv_timeout(TIMEOUT).unwrap();
        assert!(game.handle(event, Instant::now()).is_none());
    }
}

/// Keeps an engine busy until the ticket is dropped.
fn occupy(pool: &EnginePool) -> Box<dyn SearchTicket> {
    let (sender, events) = mpsc::channel();
    let request = SearchRequest::new(Position::startpos(), Limits::none());
    let deliver = move |event| drop(sender.send(event));
    let ticket = pool.client().unwrap().enqueue(request, Box::new(deliver)).unwrap();
    // The first event shows that the search has an engine.
    let _ = events.recv_timeout(TIMEOUT).unwrap();
    ticket
}

#[test]
fn a_whole_game_is_played_in_a_pool() {
    let pool = pool();
    let black = CasualSettings::new(Color::Black);
    let (mut game, events) = game(&pool, WON, Limits::nodes(1000), black);
    for _ in 0..60 {
        let first = game.state().position().legal_moves()[0];
        game.play(first, Instant::now()).unwrap();
        game.proceed(Instant::now());
        if game.state().finish().is_some() {
            break;
        }
        assert_eq!(game.thinks(), Some(Purpose::Move));
        assert!(matches!(answer(&mut game, &events), Change::Moved(mv) if mv.color == Color::Red));
        if game.state().finish().is_some() {
            break;
        }
    }
    let finish = game.state().finish().expect("two rooks can mate");
    assert_eq!(finish.headline().to_string(), "Red wins");
}

#[test]
fn hints_coach_and_draws_come_from_a_pool_too() {
    let pool = pool();
    let now = Instant::now();
    let (mut game, events) = game(&pool, DANGER, Limits::nodes(500), red());
    game.set_strength(PlayingStrength::Level(0)).unwrap();
    assert!(game.request_hint().unwrap().is_none());
    let Change::Hint(hint, Some(thought)) = answer(&mut game, &events) else { panic!("no hint") };
    assert_eq!((hint.step, thought.score), (HintStep::Piece, Some(Score::MateIn(1))));
    game.offer_draw().unwrap();
    assert!(matches!(answer(&mut game, &events), Change::Ended), "the engine stands worse");
    assert_eq!(game.state().finish(), Some(&Finish::Agreed));

    game.new_game(Color::Red);
    game.set_coach(true);
    game.proceed(now);
    assert_eq!(game.thinks(), Some(Purpose::Evaluation));
    assert!(matches!(answer(&mut game, &events), Change::Evaluated));
    let blunder = game.play_text("i8i7", now).unwrap().change;
    assert!(matches!(blunder, Change::Weighing(_)));
    let Change::Warned(warning) = answer(&mut game, &events) else { panic!("no warning") };
    assert_eq!(warning.before, Score::MateIn(1));
    assert_eq!(warning.cost, BlunderCost::AllowsMate { moves: 1 });
    assert!(game.drop_warning());
    let Change::Moved(_) = game.play_text("b1b9", now).unwrap().change else { panic!() };
    assert!(matches!(game.state().finish(), Some(Finish::Law(..))));
}

#[test]
fn a_move_is_taken_back_while_the_engine_thinks_or_waits() {
    let pool = pool();
    let (mut game, events) = game(&pool, ENDING, Limits::none(), red());
    for is_waiting in [false, true] {
        let other = is_waiting.then(|| occupy(&pool));
        game.play_text("b1b2", Instant::now()).unwrap();
        game.proceed(Instant::now());
        if is_waiting {
            handle_until(&mut game, &events, |game| game.ahead() == Some(0));
        }
        let undone = game.undo().unwrap().change;
        assert!(matches!(undone, Change::TakenBack { plies: 1, was_over: false }));
        assert_eq!((game.thinks(), game.ahead()), (None, None));
        game.proceed(Instant::now());
        drop(other);
        // A request about a move that was taken back is not answered.
        assert!(game.request_hint().unwrap().is_none());
        assert!(matches!(answer(&mut game, &events), Change::Hint(..)));
        assert_eq!(game.state().moves(), []);
    }
}

#[test]
fn two_games_share_an_engine() {
    let pool = pool();
    let mut games = [0, 1].map(|_| game(&pool, ENDING, Limits::nodes(3000), red()));
    // The answer to each request if it is made alone.
    let alone: Vec<_> = ["b1b2", "b1c1"]
        .iter()
        .map(|text| {
            let (mut game, events) = game(&pool, ENDING, Limits::nodes(3000), red());
            game.play_text(text, Instant::now()).unwrap();
            game.proceed(Instant::now());
            answer(&mut game, &events);
            game.state().moves()
        })
        .collect();
    let other = occupy(&pool);
    for ((game, _), text) in games.iter_mut().zip(["b1b2", "b1c1"]) {
        game.play_text(text, Instant::now()).unwrap();
        game.proceed(Instant::now());
    }
    for (place, (game, events)) in games.iter_mut().enumerate() {
        handle_until(game, events, |game| game.ahead() == Some(place));
    }
    drop(other);
    for ((game, events), alone) in games.iter_mut().zip(alone) {
        assert!(matches!(answer(game, events), Change::Moved(mv) if mv.color == Color::Black));
        assert_eq!((game.ahead(), game.state().moves()), (None, alone));
    }
}

#[test]
fn no_clock_runs_while_a_move_waits() {
    let pool = pool();
    let control = Some("60s".parse().unwrap());
    let settings = CasualSettings { control, ..red() };
    let (mut game, events) = game(&pool, ENDING, Limits::nodes(500), settings);
    let left =
        |game: &CasualGame, color| game.state().clocks().unwrap().left(color, Instant::now());
    let stands = |game: &CasualGame, color| {
        let before = left(game, color);
        thread::sleep(Duration::from_millis(20));
        left(game, color) == before
    };
    let other = occupy(&pool);
    game.proceed(Instant::now());
    assert!(!stands(&game, Color::Red));
    // A request about the position does not stop the clock.
    game.request_evaluation().unwrap();
    handle_until(&mut game, &events, |game| game.ahead().is_some());
    assert!(!stands(&game, Color::Red));
    // A move that the coach has to check stops the clock.
    game.set_coach(true);
    game.request_evaluation().unwrap();
    handle_until(&mut game, &events, |game| game.ahead().is_some());
    let change = game.play_text("b1b2", Instant::now()).unwrap().change;
    assert!(matches!(change, Change::Weighing(_)));
    game.proceed(Instant::now());
    assert!(stands(&game, Color::Red));
    assert!(game.drop_warning());
    game.proceed(Instant::now());
    assert!(!stands(&game, Color::Red));
    game.set_coach(false);
    game.play_text("b1b2", Instant::now()).unwrap();
    game.proceed(Instant::now());
    assert!(!stands(&game, Color::Black) || game.ahead().is_some());
    handle_until(&mut game, &events, |game| game.ahead().is_some());
    assert!(stands(&game, Color::Black) && stands(&game, Color::Red));
    assert!(game.check_clocks(Instant::now() + TIMEOUT).is_none());
    drop(other);
    handle_until(&mut game, &events, |game| game.ahead().is_none());
    assert!(!stands(&game, Color::Black), "it thinks on its own time");
    assert!(matches!(answer(&mut game, &events), Change::Moved(_)));
}

#[test]
fn without_a_pool_the_game_can_still_be_played() {
    let pool = pool();
    let now = Instant::now();
    let (mut game, events) = game(&pool, ENDING, Limits::nodes(500), red());
    let other = occupy(&pool);
    game.set_coach(true);
    game.play_text("b1b2", now).unwrap();
    assert_eq!(game.thinks(), Some(Purpose::Evaluation));
    drop((pool, other));
    assert!(matches!(answer(&mut game, &events), Change::Moved(mv) if mv.color == Color::Red));
    assert!(matches!(game.failure(), Some(EngineError::Closed)));
    game.proceed(now);
    handle_until(&mut game, &events, |game| game.thinks().is_none());
    assert!(game.failure().is_some() && game.state().is_turn_of(Color::Black));
    game.undo().unwrap();
    game.offer_draw().unwrap();
    assert!(matches!(answer(&mut game, &events), Change::DrawDeclined));
}

fn state(fen: &str) -> GameState {
    let game = Game::new(Position::from_fen(fen).unwrap());
    GameState::new(game, Color::Red, Rules::default(), None).unwrap()
}

fn submit(opponent: &mut Opponent, purpose: Purpose, state: &GameState) -> OpponentAnswer {
    let (sender, inbox) = mpsc::channel();
    opponent.request(purpose, state, move |event| drop(sender.send(event)));
    inbox.iter().find_map(|event| opponent.handle(event)).unwrap()
}

#[test]
fn engines_of_a_pool_answer_as_own_ones_do() {
    let pool = pool();
    let game = state("r1bak1bnr/4a4/nc2c4/p1p1p1p1p/9/2P6/P3P1P1P/1CN1B2C1/9/R2AKABNR w");
    for (level, purpose) in [(20, Purpose::Move), (0, Purpose::Evaluation)] {
        let config = Config { hash_mb: 1, skill_level: level, ..Config::default() };
        let mut pooled = opponent(&pool, config.clone(), Limits::nodes(2000));
        let mut own = Opponent::new(config, Limits::nodes(2000)).unwrap();
        let (pooled, own) = (submit(&mut pooled, purpose, &game), submit(&mut own, purpose, &game));
        assert!(own.mv.is_some());
        // Advice is limited to one second, in which one of the two engines may search deeper than the other.
        assert!(own == pooled || purpose == Purpose::Evaluation && pooled.score.is_some());
    }
}

#[test]
fn cancelled_request_gets_no_answer() {
    let pool = pool();
    let game = state(DANGER);
    let mut opponent = opponent(&pool, Config::default(), Limits::nodes(2000));
    let (sender, inbox) = mpsc::channel();
    opponent.request(Purpose::Move, &game, move |event| drop(sender.send(event)));
    opponent.cancel();
    assert!(inbox.iter().all(|event| opponent.handle(event).is_none()));
    assert!(submit(&mut opponent, Purpose::Move, &game).mv.is_some());
}

#[test]
fn a_pool_that_does_not_answer_is_no_riddle() {
    let pool = pool();
    let game = state(DANGER);
    let bad = Config { elo: 1, ..Config::default() };
    assert!(Opponent::with_sources(&source(&pool), &source(&pool), bad, Limits::none()).is_err());
    let mut opponent = opponent(&pool, Config::default(), Limits::nodes(100));
    assert!(opponent.set_strength(PlayingStrength::Elo(9000)).is_err());
    opponent.set_strength(PlayingStrength::Elo(900)).unwrap();
    assert_eq!((opponent.config().elo, opponent.strength()), (900, PlayingStrength::Elo(900)));
    assert!(submit(&mut opponent, Purpose::Move, &game).mv.is_some());
    assert!(opponent.failure().is_none());
    drop(pool);
    let nothing = submit(&mut opponent, Purpose::Hint, &game);
    assert_eq!((nothing.mv, nothing.score), (None, None));
    assert!(matches!(opponent.failure(), Some(EngineError::Closed)));
}
