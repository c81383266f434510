//! Games annotated by several engines, and the moves about which they disagree.

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::grade::{self, Class};
use super::report::AnnotationReport;
use super::{
    Annotation, AnnotationError, AnnotationSettings, GameOrigin, QueuedGame, annotate_all,
};
use crate::dispute::Dispute;
use chuhe_engine::engine::{EngineError, Searcher};
use chuhe_engine::types::Move;

/// A game, annotated by one or more engines.
#[derive(Clone, Debug)]
pub struct GameComparison {
    /// The annotation of each engine.
    pub annotations: Vec<Annotation>,
    /// The moves that one engine calls a mistake and another good.
    pub disputes: Vec<DisputedGrade>,
}

/// A move that one engine calls a mistake and another good.
#[derive(Clone, Debug, Serialize)]
pub struct DisputedGrade {
    /// The ply of the move, counted from 1.
    pub ply: usize,
    /// The move played and the best moves of the engines, after a deeper look.
    pub dispute: Dispute,
    /// The class of the move played by each engine, after the deeper look.
    pub classes: Vec<Class>,
}

impl DisputedGrade {
    /// Whether the move is a mistake or worse according to all engines after the deeper look; `None` if they still
    /// disagree.
    pub fn is_mistake(&self) -> Option<bool> {
        let first = is_mistake(*self.classes.first()?);
        self.classes.iter().all(|&class| is_mistake(class) == first).then_some(first)
    }
}

fn is_mistake(class: Class) -> bool {
    class >= Class::Mistake
}

/// Like [`annotate_all`], but with one or more engines; each has its settings, which are otherwise the same. With several
/// engines, games are annotated one after another, by one engine after another.
///
/// # Errors
/// If searches fail, or `take` fails.
pub fn compare_all<E: From<EngineError>>(
    games: impl Iterator<Item = QueuedGame> + Send,
    settings: &[AnnotationSettings],
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
    mut take: impl FnMut(GameOrigin, Result<GameComparison, AnnotationError>) -> Result<(), E>,
) -> Result<(), E> {
    if let [settings] = settings {
        return annotate_all(games, settings, stop, progress, |origin, outcome| {
            let alone =
                |annotation| GameComparison { annotations: vec![annotation], disputes: Vec::new() };
            take(origin, outcome.map(alone))
        });
    }
    let mut engines: Vec<Box<dyn Searcher>> =
        settings.iter().map(|settings| settings.engines.open()).collect();
    for QueuedGame { origin, game, unread } in games {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                take(origin, Err(error))?;
                continue;
            }
        };
        let mut annotations = Vec::new();
        for settings in settings {
            let queued = QueuedGame {
                origin: origin.clone(),
                game: Ok(game.clone()),
                unread: unread.clone(),
            };
            annotate_all(iter::once(queued), settings, stop, progress, |_, outcome| {
                // A game that can be played is refused by no engine; it is missing only if the work is stopped.
                annotations.extend(outcome.ok());
                Ok::<(), EngineError>(())
            })?;
        }
        if annotations.len() < settings.len() {
            break;
        }
        match disputes(&annotations, &mut engines, settings, stop) {
            Ok(disputes) => take(origin, Ok(GameComparison { annotations, disputes }))?,
            Err(EngineError::Stopped) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Looks deeper at the moves that one engine calls a mistake and another good.
fn disputes(
    annotations: &[Annotation],
    engines: &mut [Box<dyn Searcher>],
    settings: &[AnnotationSettings],
    stop: &AtomicBool,
) -> Result<Vec<DisputedGrade>, EngineError> {
    let (Some(first), Some(settings)) = (annotations.first(), settings.first()) else {
        return Ok(Vec::new());
    };
    let mut disputes = Vec::new();
    for (index, graded) in first.moves.iter().enumerate() {
        let classes = annotations.iter().map(|annotation| annotation.moves[index].class);
        if !classes.clone().any(is_mistake) || classes.clone().all(|class| class > Class::Good) {
            continue;
        }
        let mut moves: Vec<Move> = vec![graded.mv];
        for best in annotations.iter().filter_map(|it| it.points[index].line.first()) {
            if !moves.contains(best) {
                moves.push(*best);
            }
        }
        let searched = (&settings.config, &settings.limits);
        let is_stopped = || stop.load(Ordering::Relaxed);
        let dispute =
            Dispute::settle(engines, &first.position(index), &moves, searched, &is_stopped)?;
        let classes = (0..annotations.len()).map(|engine| class(&dispute, engine)).collect();
        disputes.push(DisputedGrade { ply: index + 1, dispute, classes });
    }
    Ok(disputes)
}

/// The class of the first move of a dispute according to an engine.
fn class(dispute: &Dispute, engine: usize) -> Class {
    let best = dispute.moves.iter().max_by_key(|disputed| disputed.scores[engine].value());
    let (Some(best), Some(played)) = (best, dispute.moves.first()) else { return Class::Best };
    let loss = grade::loss([best, played].map(|it| 100.0 * it.expectations[engine]));
    Class::of(best.scores[engine], played.scores[engine], loss)
}

/// The JSON object for a comparison.
#[derive(Serialize)]
struct ComparisonReport<'a> {
    annotations: Vec<AnnotationReport<'a>>,
    disputes: Vec<DisputedGradeReport<'a>>,
}

#[derive(Serialize)]
struct DisputedGradeReport<'a> {
    #[serde(flatten)]
    disputed: &'a DisputedGrade,
    mistake: Option<bool>,
}

impl GameComparison {
    /// Returns the comparison as a JSON object; that of one engine is its annotation.
    ///
    /// # Panics
    /// If it cannot be serialized, which would be a bug in this library.
    pub fn json(&self) -> String {
        if let [annotation] = &self.annotations[..] {
            return annotation.json();
        }
        let disputes = self.disputes.iter();
        let report = ComparisonReport {
            annotations: self.annotations.iter().map(AnnotationReport::new).collect(),
            disputes: disputes
                .map(|disputed| DisputedGradeReport { disputed, mistake: disputed.is_mistake() })
                .collect(),
        };
        serde_json::to_string(&report).expect("a comparison is plain data")
    }

    /// The engines that graded a disputed move from the start as all do after a deeper look; `None` if they still
    /// disagree.
    pub fn right(&self, disputed: &DisputedGrade) -> Option<Vec<&str>> {
        let mistake = disputed.is_mistake()?;
        let agrees = |annotation: &&Annotation| {
            let class = annotation.moves[disputed.ply - 1].class;
            if mistake { is_mistake(class) } else { class <= Class::Good }
        };
        let right = self.annotations.iter().filter(agrees);
        Some(right.map(|annotation| annotation.engine.as_str()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispute::DisputedMove;
    use chuhe_engine::types::Score;

    #[test]
    fn a_disputed_move_is_graded_by_each_engines_own_chances() {
        let disputed = |mv: &str, scores: [i32; 2], expectations: [f64; 2]| DisputedMove {
            mv: mv.parse().unwrap(),
            scores: scores.map(Score::Cp).to_vec(),
            expectations: expectations.to_vec(),
        };
        let played = disputed("h2e2", [10, 10], [0.5, 0.59]);
        let better = disputed("b2e2", [20, 20], [0.7, 0.6]);
        let dispute = Dispute { moves: vec![played, better], settled: None };
        let classes = [0, 1].map(|engine| class(&dispute, engine));
        assert_eq!(classes, [Class::Blunder, Class::Good]);
        let mut graded = DisputedGrade { ply: 1, dispute, classes: classes.to_vec() };
        assert_eq!(graded.is_mistake(), None);
        graded.classes[1] = Class::Mistake;
        assert_eq!(graded.is_mistake(), Some(true));
    }
}
