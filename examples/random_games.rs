//! Generates random games for measurements, with features of real games: a few first moves are common, captures are
//! preferred, players and events recur, and dates advance.
//!
//! ```sh
//! cargo run --release --example random_games -- 10000 1 > games.pgn    # 10,000 games from seed 1
//! ```

use std::error::Error;
use std::io::{BufWriter, Write};

use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::{Game, Outcome, pgn};

/// The minimum and maximum number of plies of a game.
const PLIES: (u64, u64) = (20, 60);
/// The number of initial plies in which some moves are much more common than others.
const OPENING: u64 = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let count: u64 = words.next().map_or(Ok(10), |word| word.parse())?;
    let seed: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let mut rng = SplitMix64::new(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for number in 0..count {
        let game = game(&mut rng, number, count)?;
        out.write_all(pgn::write(&game, MoveFormat::Iccs)?.as_bytes())?;
    }
    Ok(out.flush()?)
}

fn game(rng: &mut SplitMix64, number: u64, count: u64) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::new(Position::startpos());
    let mut position = game.start.clone();
    let plies = PLIES.0 + rng.below(PLIES.1 - PLIES.0 + 1);
    for ply in 0..plies {
        let Some(mv) = choose(rng, &position, ply) else { break };
        game.line.push(mv);
        position.play(mv)?;
    }
    let name = |rng: &mut SplitMix64| {
        let (first, second) = (rng.below(500), rng.below(500));
        format!("Player {}", first.min(second))
    };
    let year = 1950 + number * 75 / count.max(1);
    game.set_tag("Event", format!("Cup {}", rng.below(300)));
    game.set_tag("Date", format!("{year}.{:02}.{:02}", 1 + rng.below(12), 1 + rng.below(28)));
    game.set_tag("Round", (1 + rng.below(11)).to_string());
    game.set_tag("Red", name(rng));
    game.set_tag("Black", name(rng));
    game.outcome = match rng.below(10) {
        0..4 => Outcome::Win(Color::Red),
        4..7 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    };
    Ok(game)
}

/// Chooses a move: in the opening, one of the first moves in a list that is always in the same order; later, a random
/// move, preferring captures.
fn choose(rng: &mut SplitMix64, position: &Position, ply: u64) -> Option<Move> {
    let moves = position.legal_moves();
    if ply < OPENING {
        let mut order: Vec<Move> = moves.iter().copied().collect();
        order.sort_by_key(|mv| SplitMix64::new(position.key() ^ u64::from(mv.bits())).next());
        // Each move is half as likely as the one before.
        let at = (rng.next().trailing_zeros() as usize) % order.len().max(1);
        return order.get(at).copied();
    }
    let captures: Vec<Move> =
        moves.iter().copied().filter(|&mv| position.board().captured_piece(mv).is_some()).collect();
    let pool = if captures.is_empty() || rng.below(3) > 0 { &moves[..] } else { &captures[..] };
    let at = rng.below(pool.len().max(1) as u64) as usize;
    pool.get(at).copied()
}
