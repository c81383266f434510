//! Tests of what remains of broken games, in every format.

use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::Color;
use chuhe_formats::collection::{Collection, FileFormat, GameContent, ReadError, Target};
use chuhe_formats::{Game, Outcome, dhtmlxq, lines, pgn, xqf};
use proptest::prelude::*;
use proptest::sample::select;

use super::xqf_file::XqfFile;
use super::{game, line, moves};
use crate::games::games;
use crate::playout::config;

const LONG: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 c9e7";
const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";

fn errors(bytes: impl Into<Vec<u8>>, format: FileFormat) -> Vec<ReadError> {
    Collection::new(bytes.into(), format).games().filter_map(Result::err).collect()
}

fn error(bytes: impl Into<Vec<u8>>, format: FileFormat) -> ReadError {
    let mut errors = errors(bytes, format);
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

/// A game whose ninth move is illegal.
fn broken() -> Game {
    let mut game = game(None, &LONG.replace("b0c2", "b0b9"));
    game.set_tag("Red", "甲");
    game.outcome = Outcome::Win(Color::Black);
    game.line.moves[1].comment.push_str("a reply");
    game
}

/// The first eight moves of the broken game.
fn whole_part() -> Game {
    let mut game = broken();
    game.line.moves.truncate(8);
    game
}

#[test]
fn the_moves_before_the_break_are_kept_with_all_else() {
    let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Red \"甲\"]\n[Black \"?\"]\n";
    let text = LONG.replace("b0c2", "b0b9").replace("h9g7", "h9g7 {a reply}");
    let web = dhtmlxq::write(&broken()).0;
    for (bytes, format, place) in [
        (format!("{tags}[Result \"0-1\"]\n\n{text} *\n").into_bytes(), FileFormat::Pgn, "line 9: "),
        (format!("{tags}\n\n{text} 0-1\n").into_bytes(), FileFormat::Pgn, "line 9: "),
        (web.into_bytes(), FileFormat::DhtmlXq, "line 5: field movelist, "),
        (XqfFile::new(&broken(), 0x0a).bytes(), FileFormat::Xqf, "byte 0x4"),
        (XqfFile::new(&broken(), 0x12).bytes(), FileFormat::Xqf, "byte 0x4"),
    ] {
        let error = error(bytes, format);
        assert_eq!(error.salvaged(), Some(&whole_part()), "{format:?}");
        let told = error.to_string();
        let reason = "ply 9: \"b0b9\" is not a legal move here";
        let reason = told.strip_suffix("; read up to move 8").filter(|told| told.ends_with(reason));
        assert!(reason.is_some_and(|reason| reason.starts_with(place)), "{told}");
        let noted = error.into_noted().unwrap();
        assert_eq!(noted.line.moves[7].comment, format!("not read: {}", reason.unwrap()));
    }
    let list = LONG.replace("b0c2", "b0b9") + " 0-1";
    let kept = error(list, FileFormat::Moves).into_salvaged().unwrap();
    assert_eq!((moves(&kept), kept.outcome), (moves(&whole_part()), broken().outcome));
    let below = LONG.replace("b0c2", "b0b9").replace(' ', "\n");
    assert_eq!(moves(error(below, FileFormat::Moves).salvaged().unwrap()), moves(&whole_part()));
}

#[test]
fn a_broken_variation_ends_and_the_main_line_goes_on() {
    let mut game = game(None, "h2e2 h9g7 h0g2");
    game.line.moves[1].variations = vec![line("b9c7 h0g2 b9c7"), line("h7e7"), line("a0a1")];
    game.line.comment = "before".to_owned();
    let mut kept = game.clone();
    kept.line.moves[1].variations = vec![line("b9c7 h0g2"), line("h7e7")];
    let text = "{before} 1. h2e2 h9g7 (1... b9c7 2. h0g2 b9c7 (2... a9a8) {x} 3. a0a1) (1... h7e7) \
        (1... a0a1 2. a0a2) 2. h0g2";
    for (bytes, format) in [
        (text.as_bytes().to_vec(), FileFormat::Pgn),
        (dhtmlxq::write(&game).0.into_bytes(), FileFormat::DhtmlXq),
        (XqfFile::new(&game, 0x0a).bytes(), FileFormat::Xqf),
    ] {
        let error = error(bytes, format);
        assert_eq!(error.salvaged().map(|game| &game.line), Some(&kept.line), "{format:?}");
        let text = error.to_string();
        assert!(text.contains("\"b9c7\" is not a legal move here; "), "{text}");
        assert!(
            text.ends_with("\"a0a1\" is not a legal move here; everything else was read"),
            "{text}"
        );
        let comment = error.into_noted().unwrap().line.comment;
        assert!(comment.starts_with("before\nnot read: ") && comment.contains("b9c7"), "{comment}");
    }
}

#[test]
fn damage_in_pgn_costs_as_little_as_can_be() {
    for (text, kept) in [
        ("[Event \"x\"]\n[Site x]\n1. h2e2 h9g7 *", "h2e2 h9g7; everything else was read"),
        ("1. h2e2 $256 h9g7 *", "h2e2 h9g7; everything else was read"),
        ("1. h2e2 ) h9g7 *", "h2e2 h9g7; everything else was read"),
        ("(1. h2e2 (c3c4)) 1. h2e2 h9g7 *", "h2e2 h9g7; everything else was read"),
        ("1. h2e2 h9g7 { open\n2. h0g2 *", "h2e2 h9g7; read up to move 2"),
        ("1. h2e2 (1. c3c4 { open\n1... h9g7 *", "h2e2; read up to move 1"),
        ("1. h2e2 h9g7 (1... b9c7 2. h0g2 *", "h2e2 h9g7; read up to move 2"),
        ("1. h2e2 h9g7 2. h2e2 (2. h0g2 i9h9) {x} 2... h0g2 ) *", "h2e2 h9g7; read up to move 2"),
        (&format!("[FEN \"{ROOK}\"]\n1. nonsense"), "; the start position was read"),
    ] {
        let error = error(text, FileFormat::Pgn);
        let told = error.to_string();
        let (_, how) = told.rsplit_once("; ").unwrap();
        assert_eq!(format!("{}; {how}", moves(error.salvaged().unwrap())), kept, "{text}");
    }
    for text in [
        "[Event \"x\"]\n1. nonsense *",
        "[FEN \"9/9 w\"]\n1. h2e2 *",
        "[FEN 3k5/9/9/9/9/9/9/9/9/R3K4 w]\n1. h2e2 *",
        "Dear reader",
    ] {
        let error = error(text, FileFormat::Pgn);
        assert_eq!(error.salvaged(), None, "{text}");
        assert!(!error.to_string().contains("was read"), "{error}");
    }
}

#[test]
fn damage_in_dhtmlxq_costs_as_little_as_can_be() {
    let read = |fields: &str| error(format!("[DhtmlXQ]{fields}[/DhtmlXQ]"), FileFormat::DhtmlXq);
    for (fields, kept) in [
        ("[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist]", "h2e2"),
        ("[DhtmlXQ_movelist]774770620990[/DhtmlXQ_movelist]", "h2e2 h9g7"),
        (
            "[DhtmlXQ_movelist]774799997967[/DhtmlXQ_movelist][DhtmlXQ_move_0_3_1]1022[/DhtmlXQ_x]",
            "h2e2",
        ),
        ("[DhtmlXQ_move_0_1]7747[/DhtmlXQ_x][DhtmlXQ_movelist]7747[/DhtmlXQ_x]", "h2e2"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_x][DhtmlXQ_move_0_2_1]7062[/DhtmlXQ_x]", "h2e2"),
    ] {
        assert_eq!(read(fields).salvaged().map(moves).as_deref(), Some(kept), "{fields}");
    }
    assert_eq!(
        read("[DhtmlXQ_binit]1234[/DhtmlXQ_x][DhtmlXQ_movelist]7747[/DhtmlXQ_x]").salvaged(),
        None
    );
    // Branch 0 is the main line, whichever move its field claims to replace.
    let odd = "[DhtmlXQ_move_0_0_0]7747[/DhtmlXQ_x][DhtmlXQ_move_0_0_1]7062[/DhtmlXQ_x][DhtmlXQ_movelist][/DhtmlXQ_x]";
    assert_eq!(read(odd).salvaged().map(moves).as_deref(), Some("h2e2"));
}

#[test]
fn games_of_damaged_files_can_be_written_and_shown() {
    let fields = "[DhtmlXQ_]x[/DhtmlXQ_][DhtmlXQ_movelist]7747[/DhtmlXQ_x][DhtmlXQ_move_\u{1b}_1]1[/DhtmlXQ_x]";
    let error = error(format!("[DhtmlXQ]{fields}[/DhtmlXQ]"), FileFormat::DhtmlXq);
    let told = error.to_string();
    assert!(!told.contains('\u{1b}') && told.contains("move_\\u{1b}_1"), "{told}");
    let mut noted = error.into_noted().unwrap();
    noted.set_tag("", "x");
    let text = pgn::write(&noted, MoveFormat::Iccs).unwrap();
    assert!(text.contains("\n[_ \"x\"]\n"), "{text}");
    let again = pgn::read(&text).next().unwrap().unwrap();
    assert_eq!(again.line, noted.line);
}

#[test]
fn of_an_xqf_file_that_was_cut_off_the_moves_are_kept() {
    let mut whole = game(None, LONG);
    whole.line.moves[4].variations = vec![line("c3c4")];
    let bytes = XqfFile::new(&whole, 0x12).bytes();
    let mut kept = 0;
    for length in 0x404..bytes.len() {
        let error = xqf::read(&bytes[..length]).unwrap_err();
        let game = error.into_salvaged();
        let moves = game.map_or(0, |game| game.line.moves.len());
        assert!(moves >= kept && moves <= whole.line.moves.len(), "{length:#x}");
        kept = moves;
    }
    // Only the variation, which comes last, was missing.
    assert_eq!(kept, whole.line.moves.len());
    assert_eq!(xqf::read(&bytes), Ok(whole));
}

/// The game as a line of moves, with the move `at` replaced by one that no piece can make.
fn spoiled(game: &Game, at: usize, format: MoveFormat) -> String {
    let GameContent::Text(text) = Target::Moves(format).write(game).unwrap().0 else {
        unreachable!("move lists are text")
    };
    let mut words: Vec<&str> = text.split(' ').collect();
    let first = words.iter().position(|word| *word == "moves").map_or(0, |at| at + 1);
    words[first + at] = "a0i9";
    words.join(" ")
}

proptest! {
    #![proptest_config(config(64))]

    /// Wherever the error in a game is, the part before it is the same as in the game, and can be written again.
    #[test]
    fn salvage_is_a_part_of_the_game(
        game in games(),
        place in any::<prop::sample::Index>(),
        format in select(vec![MoveFormat::Iccs, MoveFormat::Wxf]),
    ) {
        prop_assume!(!game.line.moves.is_empty());
        let at = place.index(game.line.moves.len());
        let text = spoiled(&game, at, format);
        let read: Vec<_> = lines::read(&text).collect();
        let [Err(error)] = &read[..] else { panic!("{text}: {read:?}") };
        let kept: Vec<_> = game.moves().take(at).collect();
        match error.salvaged() {
            None => prop_assert_eq!((at, &game.start), (0, &Position::startpos())),
            Some(part) => {
                prop_assert_eq!(part.moves().collect::<Vec<_>>(), kept);
                prop_assert_eq!(part.outcome, game.outcome);
                prop_assert!(pgn::write(part, format).is_ok());
            }
        }
    }

    /// Whatever the damage to a file, the salvaged part can be played, and can be written with a comment on what is
    /// missing.
    #[test]
    fn salvage_is_sound(
        game in games(),
        version in select(vec![0x0a_u8, 0x12]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let xqf = XqfFile::new(&game, version).bytes();
        let web = dhtmlxq::write(&game).0.into_bytes();
        let text = pgn::write(&game, MoveFormat::Wxf).unwrap().into_bytes();
        let all = [(xqf, FileFormat::Xqf), (web, FileFormat::DhtmlXq), (text, FileFormat::Pgn)];
        for (mut bytes, format) in all {
            for (place, byte) in &damage {
                let at = place.index(bytes.len());
                bytes[at] = *byte;
            }
            for error in errors(bytes, format) {
                let Some(noted) = error.clone().into_noted() else { continue };
                let told = error.to_string();
                prop_assert!(noted.final_position().is_ok() && told.contains("; "), "{}", told);
                let again = pgn::write(&noted, MoveFormat::Iccs).unwrap();
                prop_assert_eq!(pgn::read(&again).map(|game| game.unwrap().line).collect::<Vec<_>>(), [noted.line]);
            }
        }
    }
}
