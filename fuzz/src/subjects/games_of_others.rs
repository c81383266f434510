//! The protocols and files of gomoku and draughts.

use std::io::Cursor;

use draughts::notation::{
    fen, hub_board, hub_move, long_move_text, move_text, read_board, read_hub_move, read_move,
};
use draughts::pdn::read_games;
use draughts::variant::Variant;
use draughts::{hub as host, moves};
use gomoku::piskvork as manager;
use gomoku::rules::Rule;

use super::shape::{is_readable, text};

/// The maximum number of lines used from an input.
const LINES_MAX: usize = 24;

/// Games of draughts: readable games are written and read back as the same games. Boards and moves survive a round
/// trip.
pub(super) fn pdn(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for variant in Variant::ALL {
        match read_games(text, variant) {
            Ok(games) => {
                for game in games.iter().take(4) {
                    let written = game.to_string();
                    let again = read_games(&written, variant);
                    let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
                    assert_eq!(again.len(), 1, "{written}");
                    assert_eq!(again[0].to_string(), written);
                }
            }
            Err(error) => is_readable(&error.to_string()),
        }
        match read_board(variant, text) {
            Ok(board) => {
                for written in [fen(&board), hub_board(&board)] {
                    assert_eq!(read_board(variant, &written), Ok(board), "{written}");
                }
                for mv in moves::legal_moves(&board) {
                    assert_eq!(read_hub_move(&board, &hub_move(&board, mv)), Ok(mv));
                    for written in [move_text(&board, mv), long_move_text(&board, mv)] {
                        assert_eq!(read_move(&board, &written), Ok(mv), "{written}");
                    }
                }
            }
            Err(error) => is_readable(&error.to_string()),
        }
    }
}

/// A conversation in the protocol of gomoku managers. The engine has no thinking time and plays at the lowest level.
pub(super) fn piskvork(bytes: &[u8]) {
    let Some((&form, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let mut script = String::from("ABOUT\nINFO timeout_turn 0\n");
    for line in text.lines().take(LINES_MAX) {
        let small = line.to_ascii_lowercase();
        if !["time", "memory", "node", "thread"].iter().any(|word| small.contains(word)) {
            script.push_str(line);
            script.push('\n');
        }
    }
    let settings = gomoku::engine::Settings {
        table_megabytes: 1,
        level: gomoku::level::Level::Low,
        ..Default::default()
    };
    let rule = Rule::ALL[usize::from(form) % Rule::ALL.len()];
    let mut output = Vec::new();
    manager::run(Cursor::new(script.into_bytes()), &mut output, settings, rule).unwrap();
    let output = String::from_utf8(output).expect("answers are text");
    assert!(output.starts_with("name="), "{output}");
}

/// A conversation in the Hub protocol of draughts. Searches end after a few nodes.
pub(super) fn hub(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut script = String::from("hub\nlevel depth=1 nodes=20\n");
    for line in text.lines().take(LINES_MAX) {
        let small = line.to_ascii_lowercase();
        if ["hash", "threads", "tables", "seed"].iter().any(|word| small.contains(word)) {
            continue;
        }
        script.push_str(line);
        script.push('\n');
        if small.contains("level") {
            script.push_str("level depth=1 nodes=20\n");
        }
    }
    script.push_str("stop\nping\nquit\n");
    let settings = draughts::engine::Settings { megabytes: 1, ..Default::default() };
    let mut output = Vec::new();
    host::serve(Cursor::new(script.into_bytes()), &mut output, settings).unwrap();
    let output = String::from_utf8(output).expect("answers are text");
    assert!(output.contains("wait"), "{output}");
}
