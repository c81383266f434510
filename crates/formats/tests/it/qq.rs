//! Tests of CHE files as QQ writes them.

use std::fmt::Write as _;

use chuhe_engine::types::Color;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::{Game, qq};
use proptest::prelude::*;

use super::{game, moves};
use crate::playout::config;

/// A CHE file, in which every piece has the number of the first piece of its kind.
pub(crate) fn file(game: &Game) -> String {
    let mut position = game.start.clone();
    let mut text = format!("1 {} ", game.line.moves.len());
    for (ply, mv) in (1..).zip(game.moves()) {
        let piece = position.board().moved_piece(mv).unwrap();
        let side = i32::from(piece.color() == Color::Red);
        let number = [0, 1, 3, 5, 7, 9, 11][piece.kind() as usize] + 16 * side;
        let [from, to] = [mv.from(), mv.to()].map(|at| format!("{} {}", at.rank(), 8 - at.file()));
        write!(text, "{number} 32 {side} {from} {to} 0 {ply} 0 ").unwrap();
        position.make_unchecked(mv, &mut ());
    }
    text
}

const GAME: &str =
    "1 4 21 32 1 0 1 2 2 0 1 0 10 32 0 7 7 7 4 0 2 0\n26 32 1 2 7 2 5 0 3 0 6 32 0 9 7 7 6 0 4 0\n";

#[test]
fn columns_count_from_the_right_of_red() {
    for text in [GAME, "\u{feff}1\n4\t", GAME.trim_end()] {
        let text = if text.len() < 10 { text.to_owned() + &GAME[4..] } else { text.to_owned() };
        assert_eq!(moves(&qq::read(&text).unwrap()), "h0g2 b7e7 b2d2 b9c7");
        assert_eq!(FileFormat::guess("a.txt", text.as_bytes()), Some(FileFormat::Qq));
    }
    assert_eq!(FileFormat::guess("a.che", b""), Some(FileFormat::Qq));
    assert_eq!(FileFormat::guess("a.che", b"[DhtmlXQ]"), Some(FileFormat::DhtmlXq));
    assert_eq!(FileFormat::guess("a.txt", b"1 4 21 3"), None);
}

#[test]
fn damage_is_reported_with_its_place() {
    for (from, to, expected) in [
        (
            "26 32 1 2 7 2 5",
            "26 32 1 2 7 3 5",
            "line 2: ply 3: \"b2d3\" is not a legal move here; read up to move 2",
        ),
        (
            "0 3 0",
            "0 0",
            "line 2: ply 3: invalid numbers \"26 32 1 2 7 2 5 0 0 6\"; \
             expected ten like 26 32 1 2 1 2 4 0 3 0; read up to move 2",
        ),
        (
            "7 7 7 4",
            "7 9 7 4",
            "line 1: ply 2: invalid numbers \"10 32 0 7 9 7 4 0 2 0\"; \
             expected ten like 26 32 1 2 1 2 4 0 2 0; read up to move 1",
        ),
        ("1 4", "1 5", "line 2: the file declares 5 moves, but contains 4; read up to move 4"),
        ("1 4", "1 3", "line 2: the file declares 3 moves, but contains 4; read up to move 3"),
        (
            "1 4",
            "4",
            "line 1: no game: expected a 1, the number of moves, and ten numbers for each move",
        ),
        (
            "1 4",
            "1 x",
            "line 1: no game: expected a 1, the number of moves, and ten numbers for each move",
        ),
    ] {
        assert!(GAME.contains(from));
        let error = qq::read(&GAME.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(moves(&qq::read("1 0").unwrap()), "");
    assert!(qq::read("").is_err() && qq::read("1").is_err());
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn a_cut_file_is_never_taken_for_whole(cut in 0_usize..200) {
        let game = game(None, "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 b0a2");
        let text = file(&game);
        prop_assert_eq!(&qq::read(&text).unwrap(), &game);
        let words: Vec<&str> = text.split_whitespace().collect();
        let cut = cut % words.len();
        let read = qq::read(&words[..cut].join(" "));
        prop_assert!(read.is_err(), "{cut}");
        if let Some(read) = read.unwrap_err().salvaged() {
            prop_assert!(moves(&game).starts_with(&moves(read)));
        }
    }
}
