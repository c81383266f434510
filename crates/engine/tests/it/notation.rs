//! Tests of relative notation: how moves are written, which forms can be read, and that no text stands for more than
//! one move.

use std::collections::HashMap;

use crate::common::playout::{config, playouts};
use chuhe_engine::board::Position;
use chuhe_engine::notation::chinese::{self, Script};
use chuhe_engine::notation::{MoveTextError, wxf};
use chuhe_engine::types::Move;
use proptest::prelude::*;

const TWO_CANNONS: &str = "4k4/9/9/9/2C6/9/9/2C6/9/3K5 w";
const TWO_AND_TWO: &str = "3k5/9/2P3P2/9/2P3P2/9/9/9/9/4K4 w";

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Reads a text in Chinese or WXF notation, depending on its form.
fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let is_chinese = text.contains(['进', '進', '退', '平']);
    if is_chinese { chinese::parse(position, text) } else { wxf::parse(position, text) }
}

#[test]
fn every_case_is_written_and_read() {
    let mut position = Position::startpos();
    let lines = include_str!("../../../../tests/data/notation.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(fen) = line.strip_prefix("fen ") {
            position = Position::from_fen(fen).unwrap();
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let (mv, board) = (mv(words[0]), position.board());
        assert!(position.is_legal(mv), "{line}");
        let written = [
            wxf::text(board, mv).to_string(),
            chinese::text(board, mv, Script::Simplified).to_string(),
            chinese::text(board, mv, Script::Traditional).to_string(),
        ];
        assert_eq!(written, words[1..4]);
        for text in &words[1..] {
            assert_eq!(read(&position, text), Ok(mv), "{text} in {line}");
        }
    }
}

#[test]
fn invalid_moves_are_refused_with_the_reason() {
    let start = Position::startpos();
    for bad in
        ["", "C2", "C2.", "C2.5+", "C225", "X2.5", "CC.5", "2C.5", "C0.5", "C2.0", "h2e2", "炮2.5"]
    {
        assert!(matches!(wxf::parse(&start, bad), Err(MoveTextError::Form { .. })), "{bad}");
    }
    for bad in [
        "",
        "炮二",
        "炮二平",
        "炮二平五五",
        "炮炮平五",
        "六兵进一",
        "炮二前五",
        "跑二平五",
        "炮二平零",
        "C2.5",
    ] {
        assert!(matches!(chinese::parse(&start, bad), Err(MoveTextError::Form { .. })), "{bad}");
    }
    for illegal in ["C2.2", "C3.5", "R9+3", "H2+4", "C+.5", "Pa+1", "13+1", "P++1", "3++1"] {
        let found = illegal.to_owned();
        assert_eq!(wxf::parse(&start, illegal), Err(MoveTextError::Illegal { found }));
    }
    let long = "车".repeat(1000);
    assert_eq!(chinese::parse(&start, &long).unwrap_err().to_string().chars().count(), 94);
}

#[test]
fn a_name_that_two_moves_share_is_ambiguous() {
    let position = Position::from_fen(TWO_AND_TWO).unwrap();
    let error = chinese::parse(&position, "前兵进一").unwrap_err();
    let MoveTextError::Ambiguous { first, second, .. } = error else { panic!("{error}") };
    assert_eq!([first, second].map(|mv| mv.from().rank()), [7, 7]);
    let position = Position::from_fen(TWO_CANNONS).unwrap();
    let error = wxf::parse(&position, "C7.8").unwrap_err();
    assert!(error.to_string().starts_with("\"C7.8\" is ambiguous: it may be c"), "{error}");
}

#[test]
fn a_move_from_an_empty_square_is_written_in_coordinates() {
    let start = Position::startpos();
    assert_eq!(wxf::text(start.board(), mv("e4e5")).to_string(), "e4e5");
    assert_eq!(chinese::text(start.board(), mv("e4e5"), Script::Simplified).to_string(), "e4e5");
}

proptest! {
    #![proptest_config(config(128))]

    /// Every legal move has a unique text, which is read as that move.
    #[test]
    fn texts_are_unique_and_read_back(playout in playouts()) {
        playout.visit(|position, _| {
            let mut seen = HashMap::new();
            for mv in position.legal_moves() {
                let board = position.board();
                let texts = [
                    wxf::text(board, mv).to_string(),
                    chinese::text(board, mv, Script::Simplified).to_string(),
                    chinese::text(board, mv, Script::Traditional).to_string(),
                ];
                for text in texts {
                    assert_eq!(read(position, &text), Ok(mv), "{text} in {}", position.fen());
                    // The two scripts may give the same text.
                    let other = seen.insert(text.clone(), mv).filter(|&other| other != mv);
                    assert_eq!(other, None, "{text} in {}", position.fen());
                }
            }
        });
    }

    /// Every move read from a text is legal, and no text causes a panic.
    #[test]
    fn no_text_is_too_strange(
        playout in playouts(),
        texts in prop::collection::vec(
            "[KAHERCPN1-9+.-]{2}[+.-][1-9]|[前中后一二三五七][炮车马兵卒一二][进退平][一二三1-3]|.{0,6}",
            16,
        ),
    ) {
        let position = playout.end();
        for text in texts {
            for found in [wxf::parse(&position, &text), chinese::parse(&position, &text)] {
                prop_assert!(found.is_err() || position.is_legal(found.unwrap()), "{text}");
            }
        }
    }
}
