//! Tests that moves are read and written as `docs/reference/notation.md` describes, and that its game survives a round
//! trip.

use chuhe_engine::board::Position;
use chuhe_engine::notation::chinese::{self, Script};
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{MoveFormat, MoveTextError, parse_move, wxf};
use chuhe_engine::types::Move;
use chuhe_formats::pgn;

use super::{blocks, page, table};

const PAGE: &str = "docs/reference/notation.md";

/// Reads a text in the notation it appears to be in.
fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let is_chinese = text.contains(['进', '進', '退', '平']);
    if is_chinese { chinese::parse(position, text) } else { wxf::parse(position, text) }
}

#[test]
fn every_example_is_written_and_read() {
    let page = page(PAGE);
    let mut checked = 0;
    for block in blocks(&page).iter().filter(|block| block.language == "text") {
        let mut position = Position::startpos();
        for line in block.text.lines().filter(|line| !line.is_empty()) {
            if let Some(fen) = line.strip_prefix("fen ") {
                position = Position::from_fen(fen).unwrap();
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let mv: Move = words[0].parse().unwrap();
            let board = position.board();
            let written = [
                wxf::text(board, mv).to_string(),
                chinese::text(board, mv, Script::Simplified).to_string(),
                chinese::text(board, mv, Script::Traditional).to_string(),
            ];
            assert_eq!(written, words[1..4], "{line}");
            for text in &words[1..] {
                assert_eq!(read(&position, text), Ok(mv), "{text} in {line}");
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn every_algebraic_text_is_read() {
    let page = page(PAGE);
    let block = blocks(&page).into_iter().find(|block| block.language == "san").unwrap();
    let mut position = Position::startpos();
    for line in block.text.lines().filter(|line| !line.is_empty()) {
        if let Some(fen) = line.strip_prefix("fen ") {
            position = Position::from_fen(fen).unwrap();
            continue;
        }
        let (mv, texts) = line.split_once(' ').unwrap();
        let mv: Move = mv.parse().unwrap();
        let [xboard, fairy @ ..] = &texts.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert_eq!(parse_move(&position, xboard, Ranks::FromZero), Ok(mv), "{line}");
        assert_eq!(fairy.len(), 3, "{line}");
        for text in fairy {
            assert_eq!(parse_move(&position, text, Ranks::FromOne), Ok(mv), "{text} in {line}");
        }
    }
}

#[test]
fn refusals_have_the_documented_reason() {
    for row in table(&page(PAGE), "| position | text |") {
        let [fen, text, reason] = &row[..] else { panic!("{row:?}") };
        let [fen, text, reason] = [fen, text, reason].map(|cell| cell.trim_matches('`'));
        let error = read(&Position::from_fen(fen).unwrap(), text).unwrap_err();
        assert_eq!(error.to_string(), reason);
    }
}

#[test]
fn the_game_is_read_and_written_as_it_stands() {
    let page = page(PAGE);
    let block = blocks(&page).into_iter().find(|block| block.language == "pgn").unwrap();
    let game = pgn::read(block.text).next().unwrap().unwrap();
    let written = pgn::write(&game, MoveFormat::Wxf).unwrap();
    assert_eq!(written.trim_end(), block.text.trim_end());
}
