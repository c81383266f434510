//! Has the engine play a short game against itself and prints the moves in Chinese notation.
//!
//! ```sh
//! cargo run --release --example play_game
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use chuhe_engine::notation::chinese::Script;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::prelude::*;
use chuhe_engine::rules::{self, Rules};

/// Nodes per move.
const NODES: u64 = 2000;
/// The game is abandoned after this many plies.
const PLIES_MAX: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::new();
    let format = MoveFormat::Chinese(Script::Simplified);
    for ply in 0..PLIES_MAX {
        if let Some(ending) = rules::ending(engine.position(), &Rules::default()) {
            println!("{}: {:?} wins", ending.reason, ending.winner);
            return Ok(());
        }
        let result = engine.search(Limits::nodes(NODES));
        let mv = result.best.ok_or("a position without an ending has a legal move")?;
        let text = move_text(engine.position().board(), mv, format).to_string();
        let number = ply / 2 + 1;
        match engine.position().side_to_move() {
            Color::Red => print!("{number:>3}. {text}"),
            Color::Black => println!("  {text}"),
        }
        engine.play(mv)?;
    }
    println!("abandoned: {}", engine.position().fen());
    Ok(())
}
