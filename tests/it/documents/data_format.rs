//! Tests that the file shown byte by byte in `docs/reference/data-format.md` is valid and contains the games that the
//! page lists.

use chuhe_engine::board::START_FEN;
use chuhe_engine::types::{Color, mate_in};
use chuhe_lab::data::{DataFile, Ply, SelfPlayGame};

use super::{page, table};

/// The bytes of the table: hexadecimal, or text in quotes.
fn shown() -> Vec<u8> {
    let rows = table(&page("docs/reference/data-format.md"), "| bytes | meaning |");
    rows.iter()
        .flat_map(|row| match row[0].strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(text) => text.as_bytes().to_vec(),
            None => row[0]
                .trim_matches('`')
                .split(' ')
                .map(|byte| u8::from_str_radix(byte, 16).unwrap())
                .collect(),
        })
        .collect()
}

#[test]
fn the_bytes_shown_are_a_file_of_two_games() {
    let bytes = shown();
    let file = DataFile::from_bytes(&bytes).unwrap();
    let ply = |mv: &str, score| Ply { mv: mv.parse().unwrap(), score };
    let games = [
        SelfPlayGame {
            start: START_FEN.to_owned(),
            plies: vec![ply("h2e2", None), ply("h9g7", Some(-25))],
            side_lines: Vec::new(),
            winner: None,
            adjudicated: true,
        },
        SelfPlayGame {
            start: "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1".to_owned(),
            plies: vec![ply("a0a9", Some(mate_in(1) as i16))],
            side_lines: Vec::new(),
            winner: Some(Color::Red),
            adjudicated: false,
        },
    ];
    assert_eq!(file.games, games);
    assert_eq!((file.header.bench, file.header.first), (591_675, 0));
    assert_eq!(file.header.command, "chuhe datagen --games 2");
    // Reading the file and writing it in the current format keeps the games.
    assert_eq!(DataFile::from_bytes(&file.to_bytes().unwrap()).unwrap(), file);
}
