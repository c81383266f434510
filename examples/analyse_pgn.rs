//! Searches each game of a file at the position ten plies before its end, and prints the two best lines of play.
//!
//! ```sh
//! cargo run --release --example analyse_pgn -- tests/data/games.pgn
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::{env, fs};

use chuhe_engine::engine::config::Config;
use chuhe_engine::prelude::*;
use chuhe_formats::collection::Collection;
use chuhe_formats::collection::FileFormat;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| "tests/data/games.pgn".to_owned());
    let bytes = fs::read(&path)?;
    let format = FileFormat::guess(&path, &bytes).ok_or("no games in this file")?;
    let mut engine = Engine::with_config(Config { multipv: 2, ..Config::default() })?;
    for (number, game) in (1..).zip(Collection::new(bytes, format).games()) {
        // A broken game yields an error in its place; the other games are still read.
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                println!("game {number} cannot be read: {error}");
                continue;
            }
        };
        let mut position = game.start.clone();
        for mv in game.moves().take(game.moves().count().saturating_sub(10)) {
            position.play(mv)?;
        }
        println!("game {number}, after {} plies: {}", position.history().len(), position.fen());
        engine.new_game();
        engine.set_position(position);
        let mut search = engine.start(Limits::depth(8));
        for event in search.by_ref() {
            if let Event::Info(info) = event
                && info.multipv == 1
            {
                println!("  depth {:>2}, {:>8} nodes", info.depth, info.nodes);
            }
        }
        for line in search.wait().lines {
            let moves: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
            println!("  {}. {:?}: {}", line.multipv, line.score, moves.join(" "));
        }
    }
    Ok(())
}
