//! Annotation, with progress reported as events. The script cancels an annotation by terminating its worker.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::board::{self, line, word};
use super::messages::{AnnotatedPosition, Annotation, GameFile, GradedMove};
use super::search::score;
use super::{Answer, Reply, send};
use crate::turns;
use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::Config;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::search::{Limits, Wdl};
use chuhe_review::annotation::{self, AnnotationSettings, DEFAULT_NODES, grade};

/// Starts annotating the first game in a file, with `nodes` nodes per position, by default as many as `chuhe annotate`.
pub(super) fn annotate(id: u32, file: GameFile, nodes: Option<u64>) -> Result<(), String> {
    let collection = file.collection()?;
    let game = match collection.games().next() {
        Some(Ok(game)) => game,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("there is no game in it".to_owned()),
    };
    let total = game.line.moves.len() as u32 + 1;
    turns::later(Box::new(move || {
        let settings = AnnotationSettings {
            limits: Limits::nodes(nodes.unwrap_or(DEFAULT_NODES)),
            jobs: NonZero::<usize>::MIN,
            config: Config::default(),
            engines: EngineSource::default(),
        };
        let (done, never) = (AtomicU32::new(0), AtomicBool::new(false));
        let progress = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            send(id, Answer::Progress([done, total]));
        };
        let answer = match annotation::annotate(game, &settings, &never, &progress) {
            Ok(found) => Answer::Done(Reply::Annotation(Box::new(annotated(&found)))),
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
            red_score: score(for_red, Wdl::from_score(for_red)),
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
