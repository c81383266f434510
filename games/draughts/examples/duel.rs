//! Plays two evaluations against each other, with the same number of positions searched per move.
//!
//! Usage: `duel VARIANT NODES GAMES SEED FIRST SECOND`, where FIRST and SECOND are names of evaluations or files of
//! weights. Every opening of random moves is played twice, with colours reversed. Prints the wins, draws and losses of
//! FIRST, and its Elo difference with a 95 % interval.

use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;

use draughts::engine::{Engine, Settings};
use draughts::evaluate::patterns::Patterns;
use draughts::evaluate::{Evaluator, Judge};
use draughts::moves::legal_moves;
use draughts::position::{GameResult, Position};
use draughts::variant::{Color, Variant};
use game_core::Limits;

/// Games of this length, in plies, are counted as draws.
const PLIES_MAX: usize = 300;
const RANDOM_PLIES: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [variant, nodes, games, seed, first, second] = &words[..] else {
        return Err("expected VARIANT NODES GAMES SEED FIRST SECOND".into());
    };
    let variant: Variant = variant.parse()?;
    let (nodes, games, mut random): (u64, u64, u64) =
        (nodes.parse()?, games.parse()?, seed.parse()?);
    let judges = [judge(variant, first)?, judge(variant, second)?];
    let engine = || Engine::new(Settings { megabytes: 8, ..Settings::default() });
    let mut engines = [engine(), engine()];
    let mut counts = [0_u64; 3];
    for _ in 0..games / 2 {
        let opening = opening(variant, &mut random);
        for first_color in Color::ALL {
            let mut position = opening.clone();
            engines.iter_mut().for_each(Engine::clear);
            while position.outcome().is_none() && position.played().len() < PLIES_MAX {
                let who = usize::from(position.board().side() != first_color);
                let found = engines[who].think_with(
                    judges[who],
                    &position,
                    Limits::nodes(nodes),
                    &AtomicBool::new(false),
                    |_| {},
                );
                let Some(found) = found else { break };
                position.play(found.line[0]);
            }
            match position.result() {
                None | Some(GameResult::Draw) => counts[1] += 1,
                Some(GameResult::Won(side)) if side == first_color => counts[0] += 1,
                Some(GameResult::Won(_)) => counts[2] += 1,
            }
        }
    }
    let [wins, draws, losses] = counts.map(|count| count as f64);
    let all = wins + draws + losses;
    let mean = (wins + draws / 2.0) / all;
    let square = (wins + draws / 4.0) / all;
    let error = 1.96 * ((square - mean * mean).max(0.0) / all).sqrt();
    let elo = |share: f64| {
        let share = share.clamp(0.001, 0.999);
        400.0 * (share / (1.0 - share)).log10()
    };
    writeln!(
        stdout(),
        "{first} {second}: +{wins} ={draws} -{losses}, {:.1} %, Elo {:+.0} [{:+.0}, {:+.0}]",
        100.0 * mean,
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    )?;
    Ok(())
}

fn judge(variant: Variant, name: &str) -> Result<Evaluator, Box<dyn Error>> {
    if let Ok(judge) = name.parse::<Judge>() {
        return Ok(Evaluator::new(judge, variant));
    }
    let patterns = Patterns::from_bytes(variant, &fs::read(name)?)?;
    Ok(Evaluator::Patterns(Box::leak(Box::new(patterns))))
}

/// A position reached by a few random moves, from which the game continues.
fn opening(variant: Variant, random: &mut u64) -> Position {
    loop {
        let mut position = Position::start(variant);
        while position.played().len() < RANDOM_PLIES && position.outcome().is_none() {
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let moves = legal_moves(position.board());
            position.play(moves[(*random >> 8) as usize % moves.len()]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}
