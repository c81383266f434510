use chuhe::notation::Outcome;
use chuhe::notation::xqf::{self, XqfProblem};
use chuhe::types::Color;
use proptest::prelude::*;
use proptest::sample::select;

use super::xqf_file::XqfFile;
use super::{game, line, stripped};
use crate::common::games::games;
use crate::common::playout::config;

/// 1.0, the one before the pieces changed places, the one after, and the newest.
const VERSIONS: [u8; 4] = [0x0a, 0x0b, 0x0c, 0x12];

#[test]
fn every_version_is_read() {
    let mut game = game(None, "h2e2 h9g7 h0g2");
    game.set_tag("Title", "某局");
    game.set_tag("Red", "甲");
    game.outcome = Outcome::Win(Color::Black);
    game.line.comment = "Before.\nAll moves.".to_owned();
    game.line.moves[0].variations = vec![line("c3c4"), line("g3g4 g6g5")];
    game.line.moves[1].comment = "马八进七".to_owned();
    game.line.moves[1].variations = vec![line("b9c7 h0g2")];
    game.line.moves[1].variations[0].moves[1].variations = vec![line("b0c2"), line("b2c2")];
    for version in VERSIONS {
        let file = XqfFile::new(&game, version).bytes();
        assert_eq!(xqf::read(&file), Ok(game.clone()), "{version:#x}");
    }
}

#[test]
fn damage_is_told_with_its_place() {
    let mut plain = XqfFile::new(&game(None, "h2e2 h9g7"), 0x0a).bytes();
    assert_eq!(plain.len(), 0x418);
    let error = xqf::read(&plain[..0x412]).unwrap_err();
    assert_eq!((error.offset, error.problem), (0x410, XqfProblem::Short { expected: 2 }));
    plain[0x409] = 32 + 77;
    let error = xqf::read(&plain).unwrap_err().to_string();
    assert_eq!(error, "byte 0x408: move 1, both sides counted: \"h2h7\" is no legal move here");
    plain[0x409] = 0xf0;
    let error = xqf::read(&plain).unwrap_err().to_string();
    assert_eq!(error, "byte 0x408: 72 to 208 is no move: expected points 0 to 89");
    plain[0x10] = 70;
    let error = xqf::read(&plain[..0x400]).unwrap_err();
    assert_eq!(error.offset, 0x400);
    plain[0x402] = 0;
    let error = xqf::read(&plain).unwrap_err().to_string();
    assert_eq!(error, "byte 0x10: start position: two pieces stand on h0");
    assert!(xqf::read(b"XQ").unwrap_err().to_string().contains("expected a header of 1024 bytes"));
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn trees_are_read_as_they_were_written(game in games(), version in select(&VERSIONS[..])) {
        prop_assume!(game.start.fen().ends_with(" 0 1") && !game.line.moves.is_empty());
        // Neither glyphs nor what is said before a variation have a place; blanks at the ends of comments go.
        let mut game = stripped(&game, |played| {
            played.glyphs.clear();
            played.comment = played.comment.replace('\0', "").trim().to_owned();
            played.variations.retain(|variation| !variation.moves.is_empty());
            for variation in &mut played.variations {
                variation.comment.clear();
                // A first move's alternatives are those of the move it replaces.
                variation.moves[0].variations.clear();
            }
        });
        game.line.comment = game.line.comment.replace('\0', "").trim().to_owned();
        let read = xqf::read(&XqfFile::new(&game, version).bytes()).unwrap();
        prop_assert_eq!((&read.start, read.outcome), (&game.start, game.outcome));
        prop_assert_eq!(read.line, game.line);
    }

    #[test]
    fn no_file_is_too_strange(
        version in any::<u8>(),
        damage in prop::collection::vec((0_usize..0x460, any::<u8>()), 0..20),
    ) {
        let mut bytes = XqfFile::new(&game(None, "h2e2 h9g7 h0g2 i9h9"), 0x0a).bytes();
        bytes[2] = version;
        let length = bytes.len();
        for (at, byte) in damage {
            bytes[at.min(length - 1)] = byte;
        }
        let _ = xqf::read(&bytes);
    }
}
