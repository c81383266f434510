//! Tests of PFC files as `vschess` writes them.

use std::fmt::Write as _;

use chuhe_engine::board::START_FEN;
use chuhe_formats::collection::{Collection, FileFormat, FilePlace};
use chuhe_formats::encoding::Encoding;
use chuhe_formats::{Game, Line, LineMove, Outcome, pfc};
use proptest::prelude::*;

use super::moves;
use crate::games::games;
use crate::playout::config;

fn quoted(text: &str) -> String {
    // XML cannot contain control characters.
    let plain = |c: char| {
        if c.is_control() && c != '\n' || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c }
    };
    text.chars().map(plain).collect::<String>().trim().replace('"', "&quot;")
}

fn put(moves: &[LineMove], others: &[&Line], is_main: bool, text: &mut String) {
    let Some((played, replies)) = moves.split_first() else { return };
    let default = if is_main { " default=\"true\"" } else { "" };
    // A variation may come before the main line.
    if let Some((line, others)) = others.split_first().filter(|_| is_main) {
        put(&line.moves, &[], false, text);
        put(moves, others, true, text);
        return;
    }
    let _ = write!(text, "<n m=\"{}\" c=\"{}\"{default}>", played.mv, quoted(&played.comment));
    let variations: Vec<&Line> =
        replies.first().map(|next| next.variations.iter().collect()).unwrap_or_default();
    put(replies, &variations, true, text);
    text.push_str("</n>");
}

/// A PFC file in which only quotation marks are escaped.
pub(crate) fn file(game: &Game) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"{}\" m=\"{}\" c=\"{}\"",
        game.outcome.text(),
        game.start.fen(),
        quoted(&game.line.comment),
    );
    for (name, tag) in [("title", "Title"), ("red", "Red"), ("create-time", "Date")] {
        if let Some(value) = game.known_tag(tag) {
            let _ = write!(text, " {name}=\"{}\"", quoted(value));
        }
    }
    text.push('>');
    let variations: Vec<&Line> =
        game.line.moves.first().map(|first| first.variations.iter().collect()).unwrap_or_default();
    put(&game.line.moves, &variations, true, &mut text);
    (text + "</n>").replace("\"></n>", "\" />")
}

const GAME: &str = "<n version=\"2\" win=\"1/2-1/2\" title=\"T\" create-time=\"2012-10-05 09:43:05\" place=\"广州\" level=\"a\nb\"
   m=\"\" c=\"第一行\n第二行 &lt;3\">
 <n m=\"c3c4\" c=\"a < b & c\"/>
 <n m=\"h2e2\" default=\"true\">
  <n m=\"h9g7\">
   <n m=\"h0g2\"/></n>
  <n m=\"h7e7\" c=\"顺炮\"/>
 </n>
</n>
";

#[test]
fn elements_are_moves_and_attributes_tags() {
    let page = format!("<textarea>[pfchessrecord]<!--<?xml version=\"1.0\"?>{GAME}--></textarea>");
    for text in [GAME, &GAME.replace('\n', "\r\n"), &page] {
        let game = pfc::read(text).unwrap();
        assert_eq!(moves(&game), "h2e2 h9g7 h0g2");
        assert_eq!(game.outcome, Outcome::Draw);
        assert_eq!(game.line.comment, "第一行\n第二行 <3");
        for (tag, value) in
            [("Title", "T"), ("Date", "2012-10-05 09:43:05"), ("Site", "广州"), ("level", "a b")]
        {
            assert_eq!(game.tag(tag), Some(value));
        }
        let first = &game.line.moves[0];
        assert_eq!(first.variations[0].moves[0].comment, "a < b & c");
        assert_eq!(game.line.moves[1].variations[0].moves[0].comment, "顺炮");
    }
}

#[test]
fn it_is_known_by_its_content_in_any_encoding() {
    for encoding in [Encoding::Utf8, Encoding::Gb18030] {
        let bytes = encoding.encode(GAME).into_owned();
        assert_eq!(FileFormat::guess("game.txt", &bytes), Some(FileFormat::Pfc));
        let game = Collection::new(bytes, FileFormat::Pfc).games().next().unwrap().unwrap();
        assert_eq!(game.tag("Site"), Some("广州"));
    }
    let pgn = b"[Event \"x\"]\n\n1. h2e2 {<n m=\"\">} *\n";
    assert_eq!(FileFormat::guess("-", pgn), Some(FileFormat::Pgn));
}

#[test]
fn damage_is_reported_with_its_line() {
    for (from, to, expected, salvaged) in [
        (
            "h0g2",
            "h0g3",
            "line 8: ply 3: \"h0g3\" is not a legal move here; read up to move 2",
            "h2e2 h9g7",
        ),
        (
            "h7e7",
            "",
            "line 9: ply 2: \"\" is not a move: expected a move such as h2e2, C2.5 \
             or 炮二平五; everything else was read",
            "h2e2 h9g7 h0g2",
        ),
        (
            "<n m=\"h7e7\" c=\"顺炮\"/>",
            "<x/>",
            "line 9: \"x\" is not a move; expected an element like <n m=\"h2e2\">; everything else was read",
            "h2e2 h9g7 h0g2",
        ),
        (
            "<n m=\"h7e7\" c=\"顺炮\"/>",
            "h7e7",
            "line 8: \"h7e7\" is not a move; expected an element like <n m=\"h2e2\">; everything else was read",
            "h2e2 h9g7 h0g2",
        ),
    ] {
        assert!(GAME.contains(from));
        let error = pfc::read(&GAME.replace(from, to)).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.salvaged().map(moves).as_deref(), Some(salvaged));
    }
    let error = |text: &str| pfc::read(text).unwrap_err();
    assert_eq!(error("").to_string(), "line 1: no game: expected an element like <n m=\"FEN\">");
    let bad = error(&GAME.replace("m=\"\"", "m=\"9/9 w\"")).to_string();
    assert!(bad.starts_with("line 1: attribute m: "), "{bad}");
    let open = error(GAME.trim_end().trim_end_matches("</n>"));
    assert!(open.to_string().contains("invalid XML: "), "{open}");
    assert!(matches!(open.place, Some(FilePlace::Line(_))));
    // The depth of the elements does not make the reader recurse.
    let moves = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let deep: String = moves
        .iter()
        .cycle()
        .take(20_000)
        .fold(String::new(), |text, mv| text + &format!("<n m=\"{mv}\">"));
    let deep = format!("<n m=\"{START_FEN}\">{deep}{}", "</n>".repeat(20_001));
    let too_long = error(&deep);
    assert_eq!(too_long.salvaged().unwrap().line.moves.len(), 10_000);
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn written_games_are_read_back(mut game in games()) {
        let keep = |played: &mut LineMove| {
            played.glyphs.clear();
            played.variations.iter_mut().for_each(|line| line.comment.clear());
            played.variations.retain(|line| !line.moves.is_empty());
            // Alternatives to an alternative are alternatives to the same move.
            let firsts = played.variations.iter_mut().filter_map(|line| line.moves.first_mut());
            firsts.for_each(|first| first.variations.clear());
        };
        game = super::stripped(&game, keep);
        let read = pfc::read(&file(&game)).unwrap();
        let trimmed = |text: &str| quoted(text).replace("&quot;", "\"");
        prop_assert_eq!(trimmed(&game.line.comment), read.line.comment);
        prop_assert_eq!((game.start.fen(), game.outcome), (read.start.fen(), read.outcome));
        let same = super::stripped(&game, |played| played.comment = trimmed(&played.comment));
        prop_assert_eq!(same.line.moves, read.line.moves);
    }
}
