//! Plays games between the program and itself, and writes their positions as training data for weights.
//!
//! Usage: `self_play VARIANT JUDGE GAMES NODES SEED > positions`. Each line holds a position in the Hub protocol's
//! format, the result for the side to move (0, 1 or 2 half points), and the search score. Positions with a pending
//! capture are left out, as are those in the random opening.

use std::error::Error;
use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;

use draughts::engine::{Engine, Settings};
use draughts::evaluate::Judge;
use draughts::moves::{has_captures, legal_moves};
use draughts::notation::hub_board;
use draughts::position::{GameResult, Position};
use draughts::variant::Variant;
use game_core::{Limits, Score};

/// Games of this length, in plies, are counted as draws.
const PLIES_MAX: usize = 220;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [variant, judge, games, nodes, seed] = &words[..] else {
        return Err("expected VARIANT JUDGE GAMES NODES SEED".into());
    };
    let variant: Variant = variant.parse()?;
    let judge: Judge = judge.parse()?;
    let (games, nodes, mut random): (u64, u64, u64) =
        (games.parse()?, nodes.parse()?, seed.parse()?);
    let mut engine = Engine::new(Settings { megabytes: 4, judge, ..Settings::default() });
    let mut out = stdout().lock();
    for _ in 0..games {
        engine.clear();
        let mut position = Position::start(variant);
        let random_plies = 6 + number(&mut random) % 8;
        let mut seen = Vec::new();
        while position.outcome().is_none() && position.played().len() < PLIES_MAX {
            let board = *position.board();
            let moves = legal_moves(&board);
            let is_opening = (position.played().len() as u64) < random_plies;
            if is_opening || number(&mut random).is_multiple_of(40) {
                let chosen = number(&mut random) as usize % moves.len();
                position.play(moves[chosen]);
                continue;
            }
            let limits = Limits::nodes(nodes);
            let found = engine.think(&position, limits, &AtomicBool::new(false), |_| {});
            let Some(found) = found else { break };
            if !has_captures(&board) {
                let value = match found.score {
                    Score::Evaluation(value) => value.clamp(-9000, 9000),
                    Score::WinIn(_) => 9999,
                    Score::LossIn(_) => -9999,
                };
                seen.push((board, value));
            }
            position.play(found.line[0]);
        }
        for (board, value) in seen {
            let half_points = match position.result() {
                None | Some(GameResult::Draw) => 1,
                Some(GameResult::Won(side)) if side == board.side() => 2,
                Some(GameResult::Won(_)) => 0,
            };
            writeln!(out, "{} {half_points} {value:+06}", hub_board(&board))?;
        }
    }
    Ok(())
}

/// The next number of a xorshift generator, whose seed must not be 0.
fn number(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 8
}
