//! Analyses positions, and sends the results as events.

use std::cell::RefCell;
use std::time::Duration;

use super::board::word;
use super::messages::{Best, Game, Info, Score, SearchOptions};
use super::{Answer, send};
use chuhe_engine::engine::Engine;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::search::{Event, Limits, RootFilter, SearchInfo, Wdl};
use chuhe_engine::types::{self, Move};

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = RefCell::default();
}

/// Calls `act` with the engine of the typed interface.
fn with_engine<T>(act: impl FnOnce(&mut Engine) -> T) -> T {
    ENGINE.with_borrow_mut(|engine| act(engine.get_or_insert_with(Engine::new)))
}

/// Sets the size of the hash table, in megabytes, and clears the engine's memory of earlier searches.
pub(super) fn set_up(hash: Option<u32>) -> Result<(), String> {
    with_engine(|engine| {
        let config = engine.config().clone();
        let hash_mb = hash.unwrap_or(config.hash_mb);
        engine.configure(Config { hash_mb, ..config }).map_err(|error| error.to_string())?;
        engine.new_game();
        Ok(())
    })
}

/// Starts a search. The reports and the answer of the search are sent with the number `id`; the script must not start
/// another search before the answer.
pub(super) fn analyse(id: u32, game: &Game, options: &SearchOptions) -> Result<(), String> {
    let position = game.position()?;
    let limits = limits(options)?;
    with_engine(|engine| {
        configure(engine, options).map_err(|error| error.to_string())?;
        engine.set_position(position);
        engine.start_with(limits, move |event| match event {
            Event::Info(found) => send(id, Answer::Info(info(&found))),
            Event::BestMove(best) => {
                let text = |mv: Option<Move>| mv.map(|mv| mv.to_string());
                let best = Best { mv: text(best.mv), ponder: text(best.ponder) };
                send(id, Answer::Done(super::Reply::Best(best)));
            }
            _ => {}
        });
        Ok(())
    })
}

fn configure(engine: &mut Engine, options: &SearchOptions) -> Result<(), ConfigError> {
    let default = Config::default();
    let config = Config {
        hash_mb: engine.config().hash_mb,
        multipv: options.multipv.unwrap_or(default.multipv),
        repetition: options.rules.map(Into::into).unwrap_or_default(),
        ..default
    };
    let level = options.level.map(PlayingStrength::Level);
    engine.configure(level.map_or(config.clone(), |level| config.with_strength(level)))
}

fn limits(options: &SearchOptions) -> Result<Limits, String> {
    let searchmoves = options.searchmoves.as_ref().map(|moves| {
        let read = |text: &String| text.parse().map_err(|_| format!("no move: {text:?}"));
        moves.iter().map(read).collect::<Result<Vec<Move>, String>>()
    });
    let limits = Limits {
        depth: options.depth.map(|depth| depth.max(1)),
        nodes: options.nodes,
        move_time: options.movetime.map(|ms| Duration::from_millis(ms.into())),
        root_moves: searchmoves.transpose()?.map_or(RootFilter::All, RootFilter::Only),
        ..Limits::none()
    };
    Ok(Limits { infinite: limits == Limits::none(), ..limits })
}

/// Stops the running search, which still sends its answer.
pub(super) fn stop() {
    with_engine(|engine| engine.stop());
}

fn info(found: &SearchInfo) -> Info {
    Info {
        depth: found.depth,
        seldepth: found.seldepth,
        multipv: found.multipv,
        score: score(found.score, found.wdl()),
        bound: word(&found.bound),
        nodes: found.nodes,
        nps: found.nps(),
        time_ms: found.time.as_millis() as u32,
        hashfull: found.hashfull,
        pv: found.pv.iter().map(ToString::to_string).collect(),
    }
}

pub(super) fn score(score: types::Score, wdl: Wdl) -> Score {
    let (cp, mate) = match score {
        types::Score::Cp(cp) => (Some(cp), None),
        types::Score::MateIn(plies) => (None, Some(i32::from(plies.div_ceil(2)))),
        types::Score::MatedIn(plies) => (None, Some(-i32::from(plies.div_ceil(2)))),
    };
    Score { cp, mate, text: score.in_pawns(), wdl: [wdl.win, wdl.draw, wdl.loss] }
}
