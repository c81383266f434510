//! Moves about which engines disagree, and what they think of them after a deeper look.

use serde::Serialize;

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, SearchRequest, Searcher};
use chuhe_engine::rules;
use chuhe_engine::search::{Limits, Wdl};
use chuhe_engine::types::{Move, RULE_WIN, Score};

/// How much longer each move is searched than the position was. The depth limit, in plies, grows by as much.
const DEEPER: u32 = 2;

/// Moves in one position about which engines disagree. Each engine has searched the position after each move, with
/// twice the nodes and the time that it had for all moves together, or 2 plies deeper.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dispute {
    /// The moves.
    pub moves: Vec<DisputedMove>,
    /// The move that all engines now consider best; `None` if they still disagree.
    pub settled: Option<Move>,
}

/// A move in a [`Dispute`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DisputedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Its score by each engine, in the order of the engines, from the mover's point of view.
    pub scores: Vec<Score>,
    /// The mover's expectation by each engine, 0 to 1, from the chances that it reports or else from its score.
    #[serde(skip)]
    pub expectations: Vec<f64>,
}

impl Dispute {
    /// Lets each engine search the position after each move. The rules decide positions in which they end the game.
    ///
    /// # Errors
    /// If a search fails or is stopped.
    pub(crate) fn settle(
        engines: &mut [Box<dyn Searcher>],
        position: &Position,
        moves: &[Move],
        (config, limits): (&Config, &Limits),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, EngineError> {
        let config = Config { multipv: 1, ..config.clone() };
        let limits = Limits {
            depth: limits.depth.map(|depth| depth.saturating_add(DEEPER - 1)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_mul(DEEPER.into())),
            move_time: limits.move_time.map(|time| time * DEEPER),
            ..limits.clone()
        };
        let mut disputed = Vec::new();
        for &mv in moves {
            let mut after = position.clone();
            after.make_unchecked(mv, &mut ());
            let ruled = ruled(&after, &config);
            let (mut scores, mut expectations) = (Vec::new(), Vec::new());
            for engine in &mut *engines {
                if let Some(score) = ruled {
                    scores.push(score);
                    expectations.push(Wdl::expectation(score));
                    continue;
                }
                let request = SearchRequest {
                    config: config.clone(),
                    fresh: true,
                    ..SearchRequest::new(after.clone(), limits.clone())
                };
                let result = engine.run(request, is_stopped, &mut |_| {})?;
                let best = result.lines.first();
                let score = best.map_or(Score::Cp(0), |it| it.score).for_mover();
                let known = best.and_then(|it| it.known_wdl).map(|it| 1.0 - it.expected());
                scores.push(score);
                expectations.push(known.unwrap_or_else(|| Wdl::expectation(score)));
            }
            disputed.push(DisputedMove { mv, scores, expectations });
        }
        let best = |engine: usize| {
            // Of equal moves the first one, as in a search.
            let moves = disputed.iter().rev();
            moves.max_by_key(|it| it.scores[engine].value()).map(|it| it.mv)
        };
        let settled = best(0).filter(|_| (1..engines.len()).all(|engine| best(engine) == best(0)));
        Ok(Self { moves: disputed, settled })
    }
}

/// The mover's score if the rules end the game after the move.
fn ruled(after: &Position, config: &Config) -> Option<Score> {
    let ending = rules::ending(after, &config.rules())?;
    Some(match ending.winner {
        None => Score::Cp(0),
        Some(winner) if winner == after.side_to_move() => Score::Cp(-RULE_WIN),
        Some(_) if after.legal_moves().is_empty() => Score::MateIn(1),
        Some(_) => Score::Cp(RULE_WIN),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::engine::EngineSource;

    fn settle(fen: &str, moves: &[&str]) -> Dispute {
        let position = Position::from_fen(fen).unwrap();
        let moves: Vec<Move> = moves.iter().map(|text| text.parse().unwrap()).collect();
        let mut engines = [EngineSource::default().open(), EngineSource::default().open()];
        let config = Config { hash_mb: 1, ..Config::default() };
        let settings = (&config, &Limits::nodes(1000));
        Dispute::settle(&mut engines, &position, &moves, settings, &|| false).unwrap()
    }

    #[test]
    fn the_better_move_settles_a_dispute() {
        // The chariot takes a chariot, or moves away.
        let dispute = settle("r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", &["a0b0", "a0a9"]);
        assert_eq!(dispute.settled, Some("a0a9".parse().unwrap()));
        assert!(
            dispute.moves.iter().all(|it| it.scores.len() == 2 && it.scores[0] == it.scores[1])
        );
        assert!(dispute.moves[1].scores[0].value() > dispute.moves[0].scores[0].value() + 500);
    }

    #[test]
    fn the_rules_decide_before_an_engine_is_asked() {
        // Mate in one against a quiet move.
        let dispute = settle("3k5/8R/R8/9/9/9/8p/9/9/4K4 w - - 0 1", &["a7b7", "a7a9"]);
        assert_eq!(dispute.settled, Some("a7a9".parse().unwrap()));
        assert_eq!(dispute.moves[1].scores, [Score::MateIn(1); 2]);
    }
}
