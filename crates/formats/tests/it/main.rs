//! Tests of games in every format: what is written, the many forms that are read, and whether anything is lost.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod ccbridge;
mod ccbridge_file;
mod copied_text;
mod damage;
mod dhtmlxq;
mod encodings;
mod games;
mod guess;
mod lines;
mod memory;
mod mutations;
mod pfc;
mod pgn;
#[path = "../../../engine/tests/it/common/playout.rs"]
mod playout;
mod qq;
mod reading;
mod salvage;
mod san;
#[cfg(steps)]
mod steps;
mod wxf;
mod xqf;
mod xqf_file;

use chuhe_engine::board::Position;
use chuhe_engine::types::Move;
use chuhe_formats::{Game, Line, LineMove};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A line of moves without comments or variations.
fn line(moves: &str) -> Line {
    let moves = moves.split_whitespace().map(|text| LineMove::from(mv(text))).collect();
    Line { comment: String::new(), moves }
}

fn game(fen: Option<&str>, moves: &str) -> Game {
    let start = fen.map_or_else(Position::startpos, |fen| Position::from_fen(fen).unwrap());
    let mut game = Game::new(start);
    game.line = line(moves);
    game
}

/// The moves of a game without its variations.
fn moves(game: &Game) -> String {
    let texts: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    texts.join(" ")
}

/// The game after `keep` has removed from every move what a format does not preserve.
fn stripped(game: &Game, keep: impl Fn(&mut LineMove) + Copy) -> Game {
    fn strip(line: &mut Line, keep: impl Fn(&mut LineMove) + Copy) {
        for played in &mut line.moves {
            keep(played);
            for variation in &mut played.variations {
                strip(variation, keep);
            }
        }
    }
    let mut game = game.clone();
    strip(&mut game.line, keep);
    game
}
