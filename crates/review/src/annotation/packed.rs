//! Annotations in a compact form.

use super::study::PositionAnalysis;
use super::{Annotation, Point, QueuedGame};
use chuhe_engine::rules::Rules;
use chuhe_engine::search::Wdl;
use chuhe_engine::types::{Move, Score};
use chuhe_formats::Game;
use chuhe_formats::collection::ReadError;

/// An annotation without the parts that can be recomputed from its game. It takes a few hundred bytes per move; an
/// [`Annotation`] takes about a thousand.
#[derive(Clone, Debug)]
pub struct PackedAnnotation {
    game: Game,
    unread: Option<ReadError>,
    rules: Rules,
    found: Vec<PositionAnalysis>,
    engine: String,
}

/// The search results of an annotation: what cannot be recomputed from its game.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct AnnotationResults {
    engine: String,
    found: Vec<StoredAnalysis>,
}

/// A search result: the score, the chances of winning, drawing and losing, the depth, the nodes, and the best line.
type StoredAnalysis = (Score, Option<[u16; 3]>, u32, u64, Vec<Move>);

fn stored(analysis: &PositionAnalysis) -> StoredAnalysis {
    let PositionAnalysis { score, wdl, depth, nodes, line } = analysis.clone();
    (score, wdl.map(|Wdl { win, draw, loss }| [win, draw, loss]), depth, nodes, line)
}

/// The search result, unless the file was changed so that it makes no sense.
fn restored((score, wdl, depth, nodes, line): StoredAnalysis) -> Option<PositionAnalysis> {
    let whole = |chances: [u16; 3]| chances.iter().map(|&chance| u32::from(chance)).sum::<u32>();
    let is_sound = wdl.is_none_or(|chances| whole(chances) == 1000) && score != Score::Cp(i32::MIN);
    let wdl = wdl.map(|[win, draw, loss]| Wdl { win, draw, loss });
    is_sound.then_some(PositionAnalysis { score, wdl, depth, nodes, line })
}

impl From<Annotation> for PackedAnnotation {
    fn from(annotation: Annotation) -> Self {
        let Annotation { game, unread, points, rules, nodes, engine, .. } = annotation;
        let mut found: Vec<_> = points.into_iter().map(Point::into_analysis).collect();
        // Only the total number of nodes is known.
        if let Some(first) = found.first_mut() {
            first.nodes = nodes;
        }
        Self { game, unread, rules, found, engine }
    }
}

impl PackedAnnotation {
    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The search results.
    pub fn results(&self) -> AnnotationResults {
        let found = self.found.iter().map(stored).collect();
        AnnotationResults { engine: self.engine.clone(), found }
    }

    /// Restores the annotation of a game under the usual rules from its search results; `None` if these belong to
    /// another game.
    pub fn restore(game: QueuedGame, results: AnnotationResults) -> Option<Self> {
        let QueuedGame { game, unread, .. } = game;
        let AnnotationResults { engine, found } = results;
        let found = found.into_iter().map(restored).collect::<Option<Vec<_>>>()?;
        let game = game.ok().filter(|game| game.line.moves.len() + 1 == found.len())?;
        let (mut places, mut is_fitting) = (found.iter(), true);
        let replayed = game.replay(|position| {
            let mut after = position.clone();
            let line = places.next().map_or(&[][..], |place| &place.line);
            is_fitting &= line.iter().all(|&mv| after.play(mv).is_ok());
        });
        let is_fitting = is_fitting && replayed.is_ok();
        is_fitting.then(|| Self { game, unread, rules: Rules::default(), found, engine })
    }

    /// The annotation.
    pub fn unpack(&self) -> Annotation {
        let Self { game, unread, rules, found, engine } = self.clone();
        Annotation::new(game, unread, found, rules, engine)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::annotation::{AnnotationSettings, annotate};
    use chuhe_engine::engine::EngineSource;
    use chuhe_engine::engine::config::Config;
    use chuhe_engine::search::Limits;
    use chuhe_formats::pgn;

    #[test]
    fn an_annotation_comes_back_as_it_was() {
        for text in [
            "[Red \"a\"]\n\n1. h2e2 {hm} h9g7 (1... b9c7) 2. h0g2 i9h9 3. a0a2 a9a7 *",
            // The rules end the game here, although there is a legal move.
            "[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n\n1. a0a9 e9e8 2. a9a8 e8e9 3. a8a9 e9e8 4. a9a8 e8e9 5. a8a9 e9e8 *",
        ] {
            let game = pgn::read(text).next().unwrap().unwrap();
            let settings = AnnotationSettings {
                limits: Limits::nodes(200),
                jobs: NonZero::<usize>::MIN,
                config: Config { hash_mb: 1, ..Config::default() },
                engines: EngineSource::default(),
            };
            let annotation = annotate(game, &settings, &AtomicBool::new(false), &|| {}).unwrap();
            let packed = PackedAnnotation::from(annotation.clone());
            assert_eq!(packed.unpack().json(), annotation.json());
            assert_eq!(packed.game(), &annotation.game);
            let results = serde_json::to_string(&packed.results()).unwrap();
            let restore = |text: &str, results: &str| {
                let game = pgn::read(text).next().unwrap();
                let results = serde_json::from_str(results).unwrap();
                PackedAnnotation::restore(QueuedGame::numbered(1, game), results)
            };
            assert_eq!(restore(text, &results).unwrap().unpack().json(), annotation.json());
            assert!(restore("1. h2e2 *", &results).is_none(), "another game");
            // The lines of the search do not fit another game of the same length.
            let other = text.replace("h2e2 {hm} h9g7", "h2e2 h7e7").replace("R2K5", "R3K4");
            assert!(restore(&other, &results).is_none(), "{other}");
            for changed in ["[1000,1000,0]", "[65535,0,0]"] {
                let changed = results.replacen("null", changed, 1);
                assert!(changed != results && restore(text, &changed).is_none(), "{changed}");
            }
        }
    }
}
