//! Prints how each game in a file ends under each of the three sets of xiangqi rules.
//!
//! ```sh
//! cargo run --release --example judge -- tests/data/games.pgn
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::{env, fs};

use chuhe_engine::prelude::*;
use chuhe_engine::rules::{self, Rules};
use chuhe_formats::collection::Collection;
use chuhe_formats::collection::FileFormat;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| "tests/data/games.pgn".to_owned());
    let bytes = fs::read(&path)?;
    let format = FileFormat::guess(&path, &bytes).ok_or("no games in this file")?;
    for (number, game) in (1..).zip(Collection::new(bytes, format).games()) {
        let game = game?;
        let position = game.final_position()?;
        println!("game {number}, recorded as {:?}", game.outcome);
        for set in RuleSet::ALL {
            let rules = Rules { set, ..Rules::default() };
            match rules::ending(&position, &rules) {
                None => println!("  {set}: the game goes on"),
                Some(ending) => println!("  {set}: {}, winner {:?}", ending.reason, ending.winner),
            }
        }
    }
    // A perpetual check, which loses for the side giving it.
    let mut position = Position::from_fen("4k4/9/9/9/9/9/9/R8/4A4/4K4 w - - 0 1")?;
    position.play("a2a9".parse()?)?;
    for mv in ["e9e8", "a9a8", "e8e9", "a8a9"].iter().cycle().take(12) {
        position.play(mv.parse()?)?;
    }
    println!("{:?}", rules::ending(&position, &Rules::default()));
    Ok(())
}
