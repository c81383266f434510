use chuhe_engine::types::Color;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_formats::ccbridge;
use chuhe_formats::collection::{FilePlace, ReadError, ReadProblem};
use chuhe_formats::{Game, Outcome};
use proptest::prelude::*;

use super::ccbridge_file::{library, record, xml};
use super::{game, line, moves, stripped};
use crate::games::games;
use crate::playout::config;

fn read_one(bytes: &[u8]) -> Result<Game, ReadError> {
    let games: Vec<_> = ccbridge::read(bytes).collect();
    assert_eq!(games.len(), 1, "{games:?}");
    games.into_iter().next().unwrap()
}

/// A game with tags, comments and variations, one of them nested.
fn annotated() -> Game {
    let mut game = game(None, "h2e2 h9g7 h0g2");
    game.set_tag("Title", "某局");
    game.set_tag("Red", "甲");
    game.set_tag("Type", "摆谱全局");
    game.outcome = Outcome::Win(Color::Black);
    game.line.comment.push_str("Before.\nAll moves.");
    game.line.moves[0].variations = vec![line("c3c4"), line("g3g4 g6g5")];
    game.line.moves[1].comment.push_str("马八进七");
    game.line.moves[1].variations = vec![line("b9c7 h0g2")];
    game.line.moves[1].variations[0].moves[1].variations = vec![line("b0c2"), line("b2c2")];
    game
}

/// The game with these tags added.
fn with_tags(mut game: Game, tags: &[(&str, &str)]) -> Game {
    for (name, value) in tags {
        game.set_tag(name, *value);
    }
    game
}

#[test]
fn a_record_is_read() {
    let game = annotated();
    let read = read_one(&record(&game)).unwrap();
    assert_eq!((&read.line, read.outcome), (&game.line, game.outcome));
    for tag in ["Title", "Red", "Black", "Type"] {
        assert_eq!(read.tag(tag), game.tag(tag), "{tag}");
    }
}

#[test]
fn the_first_piece_moved_overrides_the_header() {
    let mut bytes = record(&game(Some("3k5/9/9/9/9/9/9/9/9/R3K4 b"), ""));
    assert_eq!(read_one(&bytes).unwrap().start.side_to_move(), Color::Black);
    bytes = record(&game(Some("3k5/9/9/9/9/9/9/9/9/R3K4 w"), "a0a1 d9d8"));
    bytes[2112] = 2;
    assert_eq!(moves(&read_one(&bytes).unwrap()), "a0a1 d9d8");
}

#[test]
fn a_library_has_all_its_games() {
    let games = [annotated(), game(None, "c3c4"), with_tags(game(None, ""), &[("Title", "注")])];
    let bytes = library("名局", &games, &[1]);
    let read: Vec<Game> = ccbridge::read(&bytes).collect::<Result<_, _>>().unwrap();
    let texts: Vec<String> = read.iter().map(moves).collect();
    assert_eq!(texts, ["h2e2 h9g7 h0g2", "c3c4", ""]);
    assert!(read.iter().all(|game| game.tag("Collection") == Some("名局")));
    let deleted: Vec<bool> = read.iter().map(|game| game.tag("Deleted").is_some()).collect();
    assert_eq!(deleted, [false, true, false]);
    assert_eq!(read[0].line, games[0].line);
    // An index that is shorter or longer than in known files does no harm.
    let longer = [&bytes[..66624], &vec![0; 276 * 72], &bytes[66624..]].concat();
    assert_eq!(ccbridge::read(&longer).flatten().count(), 3);
}

#[test]
fn a_game_longer_than_a_block_is_one_game() {
    let mut long = game(None, "h2e2 h9g7 h0g2");
    long.line.moves[1].comment = "长".repeat(5000);
    let bytes = library("", &[long.clone(), game(None, "c3c4")], &[]);
    let read: Vec<Game> = ccbridge::read(&bytes).collect::<Result<_, _>>().unwrap();
    assert_eq!((read.len(), &read[0].line), (2, &long.line));
}

#[test]
fn a_page_of_text_is_a_comment() {
    let mut page = game(None, "");
    page.line.comment = "第一轮".to_owned();
    let mut bytes = record(&page);
    bytes[2120..2210].fill(0);
    let read = read_one(&bytes).unwrap();
    assert_eq!((&read.start, &read.line), (&page.start, &page.line));
}

#[test]
fn xml_is_read() {
    let game = annotated();
    let read = ccbridge::read_xml(&xml(&game)).unwrap();
    assert_eq!(
        (&read.line, read.outcome, read.tag("Title")),
        (&game.line, game.outcome, Some("某局"))
    );
    assert_eq!(read.tag("Type"), Some("摆谱全局"));
}

#[test]
fn damage_is_reported_with_its_place_and_the_rest_is_salvaged() {
    let good = record(&game(None, "h2e2 h9g7 h0g2"));
    let broken = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        let error = read_one(&bytes).unwrap_err();
        let salvaged = error.salvaged().map(moves);
        let place = error.place.unwrap();
        (format!("{place}: {}", error.problem), salvaged)
    };
    let first = 2214 + 4;
    let (error, salvaged) = broken(&|bytes| bytes[first + 4 + 3] = 40);
    assert_eq!(error, "byte 0x8ae: ply 2: \"h9e5\" is not a legal move here");
    assert_eq!(salvaged.as_deref(), Some("h2e2"));
    let (error, salvaged) = broken(&|bytes| bytes[first + 4 + 3] = 90);
    assert_eq!(error, "byte 0x8ae: invalid move from 7 to 90; expected points 0 to 89");
    assert_eq!(salvaged.as_deref(), Some("h2e2"));
    let (error, salvaged) = broken(&|bytes| bytes.truncate(first + 6));
    assert_eq!(error, "byte 0x8ae: the game ends in the middle of a move: expected 2 bytes more");
    assert_eq!(salvaged.as_deref(), Some("h2e2"));
    let (error, _) = broken(&|bytes| {
        bytes[first] |= 4;
        bytes[first + 4..first + 8].fill(0xff);
    });
    assert!(error.contains("expected 4294967"), "{error}");
    let (error, salvaged) = broken(&|bytes| bytes[2120] = 0x18);
    assert_eq!((&error[..], salvaged), ("byte 0x848: start position: 0x18 is not a piece", None));
    let (error, _) = broken(&|bytes| bytes[2120 + 4] = 0);
    assert!(error.starts_with("byte 0x848: start position: "), "{error}");
    let (error, _) = broken(&|bytes| bytes.truncate(2000));
    assert_eq!(error, "byte 0x0: a game ends in the middle of its header: expected 214 bytes more");
    let empty = library("", &[], &[]);
    assert_eq!(read_one(&empty).unwrap_err().problem, ReadProblem::EmptyLibrary);
    assert_eq!(read_one(b"x").unwrap_err().problem, ReadProblem::NoCcbridge);
}

/// A variation that cannot be played does not affect the main line.
#[test]
fn a_broken_variation_leaves_the_main_line() {
    let mut whole = game(None, "h2e2 h9g7 h0g2");
    whole.line.moves[1].variations = vec![line("b9c7")];
    let (good, value) = (xml(&whole), "10-22");
    assert_eq!(ccbridge::read_xml(&good).unwrap().line, whole.line);
    for (bad, said) in [("10-23", "is not a legal move here"), ("1023", "invalid move \"1023\"")] {
        let error =
            ccbridge::read_xml(&good.replace(value, bad)).map(|game| moves(&game)).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(error.salvaged().map(moves).as_deref(), Some("h2e2 h9g7 h0g2"));
        assert!(error.to_string().ends_with("; everything else was read"), "{error}");
    }
}

#[test]
fn a_damaged_record_is_reported() {
    let mut good = ["h2e2", "c3c4", "g3g4"].map(|moves| game(None, moves));
    good[1].set_tag("Title", "某局");
    let whole = library("", &good, &[]);
    let records: Vec<_> =
        (0..whole.len() - 16).filter(|&at| whole[at..].starts_with(b"CCBridge Record\0")).collect();
    for (number, &at) in records.iter().enumerate() {
        let mut bytes = whole.clone();
        (bytes[at], bytes[at + 9]) = (0, b'r');
        let games: Vec<_> = ccbridge::read(&bytes).collect();
        let is_read: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(is_read, [0, 1, 2].map(|other| other != number));
    }
    // Leave half of a surrogate pair.
    let mut bytes = whole;
    let title = records[1] + 180;
    bytes[title..title + 2].copy_from_slice(&[0x00, 0xd8]);
    let games: Vec<_> = ccbridge::read(&bytes).collect();
    let error = games[1].as_ref().unwrap_err();
    assert!(
        error.to_string().contains(": 2 bytes cannot be decoded; everything else was read"),
        "{error}"
    );
    assert_eq!(error.salvaged().unwrap().tag("Title"), Some("\u{fffd}局"));
}

#[test]
fn a_broken_game_does_not_end_a_library() {
    let mut bytes = library("", &[game(None, "h2e2"), game(None, "c3c4")], &[]);
    let first = 66624 + 276 * 128;
    bytes[first + 2120] = 0x99;
    let read: Vec<_> = ccbridge::read(&bytes).collect();
    assert!(read[0].is_err());
    assert_eq!(moves(read[1].as_ref().unwrap()), "c3c4");
}

#[test]
fn damaged_xml_is_reported_with_its_line() {
    let good = xml(&game(None, "h2e2 h9g7"));
    let broken = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        let error = ccbridge::read_xml(&good.replace(from, to)).unwrap_err();
        assert!(matches!(error.place, Some(FilePlace::Line(_))));
        let salvaged = error.salvaged().map(moves);
        (error.to_string(), salvaged)
    };
    let (error, salvaged) = broken("70-62", "70-63");
    assert!(error.contains("ply 2"), "{error}");
    assert_eq!(salvaged.as_deref(), Some("h2e2"));
    let (error, salvaged) = broken("70-62", "7062");
    assert!(error.starts_with("line 14: invalid move \"7062\""), "{error}");
    assert_eq!(salvaged.as_deref(), Some("h2e2"));
    let (error, salvaged) = broken("\"77-47\"", "\"77-47\" end=\"1\"");
    assert!(error.starts_with("line 14: a move follows the end"), "{error}");
    assert_eq!(salvaged.as_deref(), Some("h2e2"));
    assert!(broken("</MoveList>", "").0.contains("invalid XML: "));
    let (error, _) = broken("</FEN>", "</F\0\u{1b}EN>");
    assert!(error.contains("invalid XML: ") && !error.contains(char::is_control), "{error:?}");
    // An element with the name of a game's own field does not become a tag.
    let odd = good.replace("<Black />", "<Format>x</Format><Note.1>y</Note.1>");
    let odd = ccbridge::read_xml(&odd).unwrap();
    assert_eq!((odd.tag("Format"), odd.tag("Note_1")), (None, Some("y")));
    assert!(broken("rnbakabnr", "9").0.starts_with("line 9: FEN: "));
    assert_eq!(broken("MoveList", "Moves").0, "line 2: missing element MoveList");
    assert!(ccbridge::read_xml("").unwrap_err().to_string().starts_with("line 1: invalid XML"));
    // The reader neither expands entities nor recurses.
    let bomb =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaa\">]><ChineseChessRecord>&a;</ChineseChessRecord>";
    assert!(ccbridge::read_xml(bomb).is_err());
    let deep = "<ChineseChessRecord>".repeat(200_000);
    assert!(ccbridge::read_xml(&deep).is_err());
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn trees_are_read_as_they_were_written(game in games()) {
        // The format has no place for glyphs or for comments before a variation, and XML has no control characters.
        let plain = |text: &str| {
            text.replace(|c: char| c != '\n' && (c.is_control() || c == '\u{fffe}' || c == '\u{ffff}'), "")
                .trim().to_owned()
        };
        let mut game = stripped(&game, |played| {
            played.glyphs.clear();
            played.comment = plain(&played.comment);
            played.variations.retain(|variation| !variation.moves.is_empty());
            for variation in &mut played.variations {
                variation.comment.clear();
                // Alternatives to a variation's first move are alternatives to the move that the variation replaces.
                variation.moves[0].variations.clear();
            }
        });
        game.line.comment = plain(&game.line.comment);
        let read = ccbridge::read_xml(&xml(&game)).unwrap();
        prop_assert_eq!((&read.start, read.outcome, &read.line), (&game.start, game.outcome, &game.line));
        prop_assume!(game.start.fen().ends_with(" 0 1"));
        let read = read_one(&record(&game)).unwrap();
        prop_assert_eq!((&read.start, read.outcome, &read.line), (&game.start, game.outcome, &game.line));
    }
}

/// The moves of each game of a damaged library, and whether a loss is reported.
fn read_damaged(bytes: &[u8]) -> (Vec<String>, bool) {
    let read: Vec<_> = ccbridge::read(bytes).collect();
    let is_told = read.iter().any(Result::is_err);
    let games =
        read.into_iter().filter_map(|game| game.map_or_else(ReadError::into_salvaged, Some));
    (games.map(|game| moves(&game)).collect(), is_told)
}

#[test]
fn no_game_of_a_damaged_library_is_lost_in_silence() {
    let mut long = game(None, "h2e2 h9g7 h0g2");
    long.line.moves[0].comment = "长".repeat(3000);
    let games =
        [annotated(), game(None, "c3c4 g6g5"), long, game(None, "g3g4"), game(None, "b0c2")];
    let named =
        (1..).zip(games).map(|(number, game)| with_tags(game, &[("Title", &format!("{number}"))]));
    let named: Vec<Game> = named.collect();
    let good = library("名局", &named, &[]);
    let all: Vec<String> = named.iter().map(moves).collect();
    assert_eq!(read_damaged(&good), (all.clone(), false));
    let mut with_flags_only = good.clone();
    for entry in 0..5 {
        let at = 66624 + 276 * entry;
        with_flags_only[at + 4..at + 100].fill(0);
    }
    let first = 66624 + 276 * 128;
    // Without lengths, only what begins a record shows that it is missing.
    for (bytes, step) in [(&good, 512), (&with_flags_only, 4096)] {
        for at in (first..bytes.len()).step_by(step) {
            let (games, is_told) = read_damaged(&bytes[..at]);
            let is_whole = bytes[at..].iter().all(|&byte| byte == 0);
            assert!(is_told || is_whole, "cut at {at:#x}: {games:?}");
            assert!(all.starts_with(&games) || is_told, "cut at {at:#x}: {games:?}");
        }
        for at in (first % step..bytes.len()).step_by(step) {
            let mut zeroed = bytes.clone();
            let end = (at + 512).min(bytes.len());
            zeroed[at..end].fill(0);
            let (games, is_told) = read_damaged(&zeroed);
            let lost = all.iter().filter(|game| !games.contains(game)).count();
            assert!(lost <= 1 && (lost == 0 || is_told), "zeros at {at:#x}: {games:?}");
        }
    }
    let mut rng = SplitMix64::new(7);
    for _ in 0..500 {
        let mut flipped = good.clone();
        let at = rng.below(flipped.len() as u64) as usize;
        flipped[at] ^= 1 << rng.below(8);
        let (games, is_told) = read_damaged(&flipped);
        let lost = all.iter().filter(|game| !games.contains(game)).count();
        assert!(lost <= 1 && (games.len() == all.len() || is_told), "flip at {at:#x}: {games:?}");
    }
}
