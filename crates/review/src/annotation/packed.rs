//! Annotations in a compact form.

use super::study::PositionAnalysis;
use super::{Annotation, Point};
use chuhe_engine::rules::Rules;
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
        }
    }
}
