use chuhe_engine::types::Color;
use chuhe_formats::collection::{Collection, FileFormat, FilePlace, ReadProblem};
use chuhe_formats::encoding::Encoding;
use chuhe_formats::xqf;
use chuhe_formats::{Game, Line, Losses, Outcome};
use proptest::prelude::*;
use proptest::sample::select;

use super::xqf_file::XqfFile;
use super::{game, line, stripped};
use crate::games::games;
use crate::playout::config;

/// Version 1.0, the last before the order of pieces was rotated, the first after that, and the newest.
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
fn damage_is_reported_with_its_place() {
    let mut plain = XqfFile::new(&game(None, "h2e2 h9g7"), 0x0a).bytes();
    assert_eq!(plain.len(), 0x418);
    let error = xqf::read(&plain[..0x412]).unwrap_err();
    let place = Some(FilePlace::Byte(0x410));
    assert_eq!((error.place, error.problem), (place, ReadProblem::ShortFile { expected: 2 }));
    plain[0x409] = 32 + 77;
    let error = xqf::read(&plain).unwrap_err().to_string();
    assert_eq!(error, "byte 0x408: ply 1: \"h2h7\" is not a legal move here");
    plain[0x409] = 0xf0;
    let error = xqf::read(&plain).unwrap_err().to_string();
    assert_eq!(error, "byte 0x408: invalid move from 72 to 208; expected points 0 to 89");
    plain[0x10] = 70;
    let error = xqf::read(&plain[..0x400]).unwrap_err();
    assert_eq!(error.place, Some(FilePlace::Byte(0x400)));
    plain[0x402] = 0;
    let error = xqf::read(&plain).unwrap_err().to_string();
    assert_eq!(error, "byte 0x10: start position: two pieces stand on h0");
    assert!(xqf::read(b"XQ").unwrap_err().to_string().contains("expected a header of 1024 bytes"));
}

#[test]
fn undecodable_bytes_are_reported() {
    let mut game = game(None, "h2e2 h9g7");
    game.set_tag("Title", "某局");
    game.line.moves[0].comment = "好棋".to_owned();
    game.line.moves[1].comment = "也好".to_owned();
    let mut file = XqfFile::new(&game, 0x0a).bytes();
    let comment = file.windows(2).position(|pair| pair == b"\xba\xc3").unwrap();
    (file[0x52], file[comment]) = (0xff, 0xff);
    let error = xqf::read(&file).unwrap_err();
    let text = error.to_string();
    assert_eq!(
        text,
        "byte 0x51: 2 bytes cannot be decoded; byte 0x408: 2 bytes cannot be decoded; everything else was read"
    );
    let read = error.into_salvaged().unwrap();
    assert_eq!(read.line.moves[1], game.line.moves[1]);
    // The program that wrote a full field may have truncated its last character.
    game.set_tag("Red", "一二三四五六七");
    let mut file = xqf::write(&game).0;
    (file[0x130], file[0x13f]) = (15, 0xb0);
    assert_eq!(xqf::read(&file).unwrap().tag("Red"), Some("一二三四五六七"));
}

#[test]
fn version_1_is_written_as_it_was_published() {
    let mut game = game(None, "c3c4 h9g7");
    game.set_tag("Title", "仙人指路对起马局");
    game.set_tag("Date", "1997年11月16日");
    game.set_tag("Type", "残局");
    game.outcome = Outcome::Win(Color::Black);
    game.line.moves[0].comment = "a\nb".to_owned();
    game.line.moves[0].variations = vec![line("g3g4")];
    let (bytes, losses) = xqf::write(&game);
    assert!(losses.is_empty(), "{losses}");
    assert_eq!(bytes[..0x10], *b"XQ\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0");
    let placement = [
        80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, //
        9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86,
    ];
    assert_eq!(bytes[0x10..0x30], placement);
    assert_eq!((bytes[0x33], bytes[0x40], bytes[0x50], bytes[0x110]), (2, 3, 16, 14));
    assert_eq!(bytes[0x51..0x61], *Encoding::Gb18030.encode("仙人指路对起马局"));
    let moves = [
        &[0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0][..],
        &[23 + 24, 24 + 32, 0xff, 0, 4, 0, 0, 0, b'a', b'\r', b'\n', b'b'],
        &[79 + 24, 67 + 32, 0, 0, 0, 0, 0, 0],
        &[63 + 24, 64 + 32, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(bytes[0x400..], moves.concat());
    assert_eq!(xqf::read(&bytes), Ok(game));
}

#[test]
fn content_without_a_place_in_xqf_is_counted() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 3 41";
    let mut game = game(Some(fen), "a0a9 d9d8");
    game.set_tag("Site", "?");
    game.set_tag("Red", "名字太长了".repeat(2));
    game.set_tag("Black", format!("{}名", "-".repeat(14)));
    game.set_tag("ECCO", "C21");
    game.set_tag("Type", "布局");
    game.line.moves[0].glyphs = vec![1];
    game.line.moves[1].variations = vec![line("d9d8")];
    game.line.moves[1].variations[0].comment = "instead".to_owned();
    let (bytes, losses) = xqf::write(&game);
    let expected = "3 tags, 1 comment in its place, 1 glyph, 1 start position's side or counters";
    assert_eq!(losses.to_string(), expected);
    let read = xqf::read(&bytes).unwrap();
    assert_eq!((read.tag("Red"), read.tag("Type")), (Some("名字太长了名字"), Some("布局")));
    // The part that fits in the field carries no information.
    assert_eq!(read.tag("Black").filter(|&value| value != "?"), None);
    assert_eq!(read.line.moves[1].variations[0].moves[0].comment, "instead");
    let (_, losses) = xqf::write(&super::game(Some("3k5/9/9/9/9/9/9/9/9/R3K4 b"), ""));
    assert_eq!(losses.to_string(), "1 start position's side or counters");
}

/// Reads a file without detecting its encoding, because random texts may look like any.
fn read_gb18030(bytes: Vec<u8>) -> Game {
    let games = Collection::detect("", bytes, Some(FileFormat::Xqf), "gb18030".parse().ok());
    games.unwrap().games().next().unwrap().unwrap()
}

/// Lifts variations as a file stores them: alternatives to a variation's first move become alternatives to the move
/// that the variation replaces.
fn lift(line: &mut Line) {
    for played in &mut line.moves {
        played.variations = lifted(std::mem::take(&mut played.variations));
    }
}

fn lifted(lines: Vec<Line>) -> Vec<Line> {
    let mut found = Vec::new();
    for mut line in lines.into_iter().filter(|line| !line.moves.is_empty()) {
        let inner = std::mem::take(&mut line.moves[0].variations);
        lift(&mut line);
        found.push(line);
        found.extend(lifted(inner));
    }
    found
}

proptest! {
    #![proptest_config(config(128))]

    /// Moves and variations are always preserved, and so are comments, unless their loss was reported.
    #[test]
    fn written_games_are_read_back(game in games()) {
        let (bytes, losses) = xqf::write(&game);
        let read = read_gb18030(bytes.clone());
        if losses.changed_comments == 0 {
            prop_assert_eq!(xqf::read(&bytes), Ok(read.clone()));
        }
        let mut game = stripped(&game, |played| played.glyphs.clear());
        lift(&mut game.line);
        let bare = |game: &Game| stripped(game, |played| {
            played.comment.clear();
            played.variations.iter_mut().for_each(|line| line.comment.clear());
        });
        let (mut ours, mut theirs) = (bare(&game), bare(&read));
        prop_assert_eq!(ours.outcome, theirs.outcome);
        if losses.counters == 0 {
            prop_assert_eq!(ours.start.fen(), theirs.start.fen());
        }
        if losses.changed_comments == 0 {
            (ours, theirs) = (game, read);
        } else {
            ours.line.comment.clear();
            theirs.line.comment.clear();
        }
        prop_assert_eq!(ours.line, theirs.line);
    }


    #[test]
    fn trees_are_read_as_they_were_written(game in games(), version in select(&VERSIONS[..])) {
        prop_assume!(game.start.fen().ends_with(" 0 1") && !game.line.moves.is_empty());
        // The format has no place for glyphs or for comments before a variation, and white space at the ends of
        // comments is lost.
        let mut game = stripped(&game, |played| {
            played.glyphs.clear();
            played.comment = played.comment.replace('\0', "").trim().to_owned();
            played.variations.retain(|variation| !variation.moves.is_empty());
            for variation in &mut played.variations {
                variation.comment.clear();
                // Alternatives to a variation's first move are alternatives to the move that the variation replaces.
                variation.moves[0].variations.clear();
            }
        });
        game.line.comment = game.line.comment.replace('\0', "").trim().to_owned();
        let read = read_gb18030(XqfFile::new(&game, version).bytes());
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

/// In GB18030, this name has the bytes of another text in UTF-8.
#[test]
fn a_text_that_looks_like_another_encoding_is_read_back() {
    let mut game = game(None, "h2e2");
    game.set_tag("Red", "浣犲ソ");
    let (bytes, losses) = xqf::write(&game);
    assert_eq!(losses, Losses::default());
    assert_eq!(xqf::read(&bytes).unwrap().tag("Red"), Some("浣犲ソ"));
    // Without the mark, the bytes are taken for UTF-8.
    let plain = [&bytes[..0x3f0], &[0; 16], &bytes[0x400..]].concat();
    assert_eq!(xqf::read(&plain).unwrap().tag("Red"), Some("你好"));
}
