//! Searches of the typed door: analysis and annotation. What they find is sent as events.

use std::cell::RefCell;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use super::board::{self, line, word};
use super::messages::{
    AnnotatedPosition, Annotation, Best, Game, GameFile, GradedMove, Info, Score, SearchOptions,
};
use super::{Answer, send};
use crate::turns;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::engine::{Engine, EngineSource};
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::search::{Event, Limits, RootFilter, SearchInfo, Wdl};
use chuhe_engine::types::{self, Move};
use chuhe_review::annotation::{self, AnnotationSettings, grade};

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = RefCell::default();
    /// What ends an annotation.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = RefCell::default();
}

/// Does something with the engine of this door.
fn with_engine<T>(act: impl FnOnce(&mut Engine) -> T) -> T {
    ENGINE.with_borrow_mut(|engine| act(engine.get_or_insert_with(Engine::new)))
}

/// Sets the size of the table in megabytes, and forgets what was searched.
pub(super) fn set_up(hash: Option<u32>) -> Result<(), String> {
    with_engine(|engine| {
        let config = engine.config().clone();
        let hash_mb = hash.unwrap_or(config.hash_mb);
        engine.configure(Config { hash_mb, ..config }).map_err(|error| error.to_string())?;
        engine.new_game();
        Ok(())
    })
}

/// Begins a search. Its reports are sent with this number; the script begins no other before its answer.
pub(super) fn analyse(id: u32, game: &Game, options: SearchOptions) -> Result<(), String> {
    let position = game.position()?;
    let limits = limits(&options)?;
    with_engine(|engine| {
        configure(engine, &options).map_err(|error| error.to_string())?;
        engine.set_position(position);
        engine.start_with(limits, move |event| match event {
            Event::Info(found) => send(id, Answer::Info(info(&found))),
            Event::BestMove(best) => {
                let text = |mv: Option<Move>| mv.map(|mv| mv.to_string());
                let best = Best { mv: text(best.mv), reply: text(best.ponder) };
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
        multipv: options.lines.unwrap_or(default.multipv),
        repetition: options.rules.map(Into::into).unwrap_or_default(),
        ..default
    };
    let level = options.level.map(PlayingStrength::Level);
    engine.configure(level.map_or(config.clone(), |level| config.with_strength(level)))
}

fn limits(options: &SearchOptions) -> Result<Limits, String> {
    let only = options.only.as_ref().map(|moves| {
        let read = |text: &String| text.parse().map_err(|_| format!("no move: {text:?}"));
        moves.iter().map(read).collect::<Result<Vec<Move>, String>>()
    });
    let limits = Limits {
        depth: options.depth.map(|depth| depth.max(1)),
        nodes: options.nodes,
        move_time: options.time.map(|ms| Duration::from_millis(ms.into())),
        root_moves: only.transpose()?.map_or(RootFilter::All, RootFilter::Only),
        ..Limits::none()
    };
    Ok(Limits { infinite: limits == Limits::none(), ..limits })
}

/// Ends what is running; it still gives its answer.
pub(super) fn stop() {
    ENGINE.with_borrow(|engine| engine.as_ref().inspect(|engine| engine.stop()).is_some());
    STOP.with_borrow(|stop| {
        if let Some(stop) = stop {
            stop.store(true, Ordering::Relaxed);
        }
    });
}

fn info(found: &SearchInfo) -> Info {
    Info {
        depth: found.depth,
        seldepth: found.seldepth,
        line: found.multipv,
        score: score(found.score, found.wdl()),
        bound: word(&found.bound),
        nodes: found.nodes,
        nps: found.nps(),
        time: found.time.as_millis() as u32,
        hashfull: found.hashfull,
        moves: found.pv.iter().map(ToString::to_string).collect(),
    }
}

fn score(score: types::Score, wdl: Wdl) -> Score {
    let (cp, mate) = match score {
        types::Score::Cp(cp) => (Some(cp), None),
        types::Score::MateIn(plies) => (None, Some(i32::from(plies.div_ceil(2)))),
        types::Score::MatedIn(plies) => (None, Some(-i32::from(plies.div_ceil(2)))),
    };
    Score { cp, mate, text: score.in_pawns(), wdl: [wdl.win, wdl.draw, wdl.loss] }
}

/// Begins to annotate the first game of a file, with so many nodes for each position.
pub(super) fn annotate(id: u32, file: GameFile, nodes: u64) -> Result<(), String> {
    let collection = file.collection()?;
    let game = match collection.games().next() {
        Some(Ok(game)) => game,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("there is no game in it".to_owned()),
    };
    let stop = Arc::<AtomicBool>::default();
    STOP.set(Some(Arc::clone(&stop)));
    let total = game.line.moves.len() as u32 + 1;
    turns::later(Box::new(move || {
        let settings = AnnotationSettings {
            limits: Limits::nodes(nodes),
            jobs: NonZero::<usize>::MIN,
            config: Config::default(),
            engines: EngineSource::Own,
        };
        let done = AtomicU32::new(0);
        let progress = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            send(id, Answer::Progress([done, total]));
        };
        let answer = match annotation::annotate(game, &settings, &stop, &progress) {
            Ok(found) => Answer::Done(super::Reply::Annotation(Box::new(annotated(&found)))),
            Err(error) => Answer::Error(error.to_string()),
        };
        send(id, answer);
    }));
    Ok(())
}

fn annotated(found: &annotation::Annotation) -> Annotation {
    let mut position = found.game.start.clone();
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    for (ply, point) in found.points.iter().enumerate() {
        let side = position.side_to_move();
        let for_red = grade::for_red(point.score, side);
        positions.push(AnnotatedPosition {
            fen: position.fen(),
            score: score(for_red, Wdl::from_score(for_red)),
            depth: point.depth,
            best: line(&position, point.line.iter().copied()),
        });
        let Some(played) = found.moves.get(ply) else { break };
        moves.push(GradedMove {
            mv: board::written(&position, played.mv),
            side: played.side.into(),
            class: word(&played.class),
            loss: (played.loss * 10.0).round() / 10.0,
            forced: played.is_forced,
            turning_point: played.is_turning_point,
        });
        position.make_unchecked(played.mv, &mut ());
    }
    Annotation {
        opening: found.opening.clone().map(|name| [name.english, name.chinese]),
        positions,
        moves,
        accuracy: [0, 1].map(|side| found.sides[side].accuracy),
        judgement: board::judgement(&found.judgement),
        pgn: found.pgn(MoveFormat::Iccs).unwrap_or_default(),
        nodes: found.nodes,
    }
}
