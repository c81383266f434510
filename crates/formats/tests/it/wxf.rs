//! Tests of WXF files in the layouts of `XieXie` and `PlayOK`.

use std::fmt::Write as _;

use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Color;
use chuhe_formats::collection::{Collection, FileFormat, ReadError};
use chuhe_formats::{Game, Outcome, pgn, wxf};
use proptest::prelude::*;

use super::moves;
use crate::games::games;
use crate::playout::config;

fn read(text: &str) -> Vec<Result<Game, ReadError>> {
    wxf::read(text).collect()
}

fn read_one(text: &str) -> Game {
    let [game] = &read(text)[..] else { panic!("not one game: {text}") };
    game.clone().unwrap()
}

const PLAYOK: &str = "FORMAT  WXF
RED     red player ; 1200 ;;
BLACK   black player ; 1240 ;;
RESULT  0-1
DATE    2026-09-03 16:20:58
EVENT   PlayOK Game ; 10m+0s
START{
 1. C2.5 h8+7   2. H2+3 r9.8   3. R1.2 p3+1
 4. H8+9 }END
";

const XIEXIE: &str = "FORMAT  \tWXF\r\nGAME    \t\r\nRED     \t;;;\r\nBLACK   \tA;;;\r\nDATE    \t2-8-2014\r
FEN  \t\trheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR r\r\n\r\nSTART{\r\n  1. H2+3 R9.8\r\n}END\r\n";

#[test]
fn both_layouts_are_read() {
    let game = read_one(PLAYOK);
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 b0a2");
    assert_eq!(game.outcome, Outcome::Win(Color::Black));
    for (tag, value) in [
        ("Red", "red player"),
        ("RedElo", "1200"),
        ("Black", "black player"),
        ("BlackElo", "1240"),
        ("Date", "2026-09-03 16:20:58"),
        ("Event", "PlayOK Game"),
        ("TimeControl", "10m+0s"),
    ] {
        assert_eq!(game.tag(tag), Some(value));
    }
    let game = read_one(XIEXIE);
    assert_eq!(moves(&game), "h0g2 i9h9");
    assert!(game.start.fen().starts_with("rnbakab1r/9/1c4nc1/"));
    assert_eq!(
        (game.tag("Black"), game.tag("Red"), game.tag("BlackTeam")),
        (Some("A"), Some("?"), None)
    );
    // A position without moves is a game.
    assert_eq!(moves(&read_one(&XIEXIE.replace("  1. H2+3 R9.8\r\n", ""))), "");
}

#[test]
fn comments_variations_and_several_games_are_read() {
    let commented = PLAYOK.replace(" h8+7", " {centre} h8+7! (1... c8.5)");
    let read = read(&format!("{commented}\n{XIEXIE}{PLAYOK}"));
    let games: Vec<Game> = read.into_iter().map(Result::unwrap).collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].line.moves[0].comment, "centre");
    assert_eq!(
        (&games[0].line.moves[1].glyphs[..], games[0].line.moves[1].variations.len()),
        (&[1][..], 1)
    );
    assert_eq!(games[2], read_one(PLAYOK));
}

#[test]
fn a_start_position_may_be_set_up() {
    for text in [
        "FORMAT WXF\nSETUP{\n Kd0 Ra0, Ce1\n ke9\n RED\n}\nSTART{\n 1. R9+9 }END\n",
        "SETUP{Kd0 RA0; Ce1 ke9}\nRED A\nSTART{ R9+9 }END\n",
    ] {
        let game = read_one(text);
        assert_eq!(game.start.fen(), "4k4/9/9/9/9/9/9/9/4C4/R2K5 w - - 0 1");
        assert_eq!(moves(&game), "a0a9");
    }
    let black = "FORMAT WXF\nSETUP{ Kd0 ke9 ra9 BLACK MOVE 20 }\nSTART{\n 20. ... r1+9 }END\n";
    let game = read_one(black);
    assert_eq!(
        (&game.start.fen()[..], &moves(&game)[..]),
        ("r3k4/9/9/9/9/9/9/9/9/3K5 b - - 0 20", "a9a0")
    );
    // Each game has its own start position.
    let two = read(&format!("{black}{black}"));
    assert_eq!(two, [Ok(game.clone()), Ok(game)]);
}

#[test]
fn comments_may_be_between_slashes() {
    let text = PLAYOK
        .replace("START{", "/* first\nRED x */\n/*second*/\nSTART{/* third */")
        .replace(" h8+7", " /* cannon {to} the\ncentre */ h8+7/*well*/ (/*or*/ 1... c8.5)");
    let game = read_one(&text);
    assert_eq!(game.line.comment, "first\nRED x\nsecond\nthird");
    assert_eq!(game.line.moves[0].comment, "cannon {to} the\ncentre");
    assert_eq!(game.line.moves[1].comment, "well");
    assert_eq!(game.line.moves[1].variations[0].comment, "or");
    assert_eq!((moves(&game), game.tag("Red")), (moves(&read_one(PLAYOK)), Some("red player")));
}

#[test]
fn it_is_known_by_its_content() {
    for text in [PLAYOK, XIEXIE, "start{\n1. C2.5\n}end", "\u{feff}format wxf\nSTART{ 1. C2.5 }END"]
    {
        assert_eq!(FileFormat::guess("game.txt", text.as_bytes()), Some(FileFormat::Wxf), "{text}");
        let utf16: Vec<u8> =
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(FileFormat::guess("", &utf16), Some(FileFormat::Wxf), "{text}");
        assert_eq!(Collection::new(utf16, FileFormat::Wxf).games().flatten().count(), 1);
    }
    let game = pgn::write(&read_one(PLAYOK), MoveFormat::Wxf).unwrap();
    assert_eq!(FileFormat::guess("", game.as_bytes()), Some(FileFormat::Pgn));
}

#[test]
fn damage_is_reported_with_its_place() {
    for (text, expected) in [
        (
            PLAYOK.replace("R1.2", "R1.x"),
            "line 8: ply 5: \"R1.x\" is not a move: expected a move such as h2e2, C2.5 or 炮二平五; read up to move 4",
        ),
        (PLAYOK.replace("}END", ""), "line 7: missing }END after START{; everything else was read"),
        (PLAYOK.replace("START{", "START"), "line 1: no game: expected START{, moves and }END"),
        (XIEXIE.replace("RHEAKAEHR", "RHEA1AEHR"), "line 6: line FEN: there is no red king"),
        (PLAYOK.replace("EVENT ", "SETUP{ "), "line 6: missing } after SETUP{"),
        (
            PLAYOK.replace("EVENT ", "SETUP{ Ke0 ke9 Xa0 }"),
            "line 6: SETUP{: invalid \"Xa0\"; expected pieces like Ke0 and ke9, RED or BLACK, and \
             MOVE with a number",
        ),
        (
            PLAYOK.replace("EVENT ", "SETUP{ Ke0 ke9 MOVE x }"),
            "line 6: SETUP{: invalid \"MOVE\"; expected pieces like Ke0 and ke9, RED or BLACK, and \
             MOVE with a number",
        ),
        (PLAYOK.replace("EVENT ", "SETUP{Ke0 ke0}"), "line 6: SETUP{: two pieces stand on e0"),
        (PLAYOK.replace("EVENT ", "SETUP{Ke0}"), "line 6: SETUP{: there is no black king"),
        (
            PLAYOK.replace("START{", "/* x\nSTART{"),
            "line 7: unclosed comment: expected */; everything else was read",
        ),
        (
            PLAYOK.replace("h8+7", "h8+7 /* x"),
            "line 8: unclosed comment: expected */; read up to move 2",
        ),
        (
            PLAYOK.replace("START{", "START").replace("FORMAT", "FORMAL"),
            "line 1: no game: expected START{, moves and }END",
        ),
    ] {
        let found = read(&format!("{text}\n{PLAYOK}"));
        assert_eq!(found[0].as_ref().unwrap_err().to_string(), expected);
        assert_eq!((found.len(), &found[1]), (2, &Ok(read_one(PLAYOK))));
    }
    let nothing = read("\nhello\n");
    assert_eq!(nothing[0].as_ref().unwrap_err().line(), Some(2));
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn files_of_playok_are_read(game in games()) {
        let mut position = game.start.clone();
        let mut body = String::new();
        for (ply, mv) in game.moves().enumerate() {
            let text = move_text(position.board(), mv, MoveFormat::Wxf).to_string();
            // Black's pieces are lower-case letters.
            let text = if position.side_to_move() == Color::Black { text.to_lowercase() } else { text };
            if ply % 2 == 0 {
                write!(body, "{:2}. ", ply / 2 + 1).unwrap();
            }
            body += &text;
            body.push(if ply % 6 == 5 { '\n' } else { ' ' });
            position.make_unchecked(mv, &mut ());
        }
        let text = format!("FORMAT  WXF\nFEN  {}\nRED     a ; 1 ;;\nSTART{{\n{body}}}END\n", game.start.fen());
        prop_assert_eq!(moves(&read_one(&text)), moves(&game));
    }

    #[test]
    fn no_text_is_too_strange(
        text in "(FORMAT|WXF|START\\{|\\}END|\n| |RED|FEN |1\\. |C2\\.5|h8\\+7|\\{|\\}|\\(|SETUP\\{|;|/\\*|\\*/|Ke0|ke9|\\PC){0,40}"
    ) {
        let _ = read(&text);
    }
}
