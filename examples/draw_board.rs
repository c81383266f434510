//! Draws a position as SVG, with an arrow for the best move.
//!
//! ```sh
//! cargo run --release --example draw_board > board.svg
//! cargo run --release --example draw_board -- "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1" > board.svg
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::env;

use chuhe_engine::prelude::*;
use chuhe_review::picture::Picture;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::new();
    if let Some(fen) = env::args().nth(1) {
        engine.set_position(Position::from_fen(&fen)?);
    }
    let result = engine.search(Limits::depth(8));
    let mut picture = Picture::new(engine.position().board());
    picture.coordinates = true;
    if let Some(mv) = result.best {
        picture.arrows.push(format!("{mv}:green").parse()?);
    }
    println!("{}", picture.svg());
    Ok(())
}
