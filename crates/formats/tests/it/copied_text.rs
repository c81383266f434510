//! Games copied from web pages and documents, and games that contradict themselves.

use chuhe_engine::types::Color;
use chuhe_formats::collection::{Collection, FileFormat, ReadProblem};
use chuhe_formats::{Game, Outcome, dhtmlxq};
use proptest::prelude::*;
use proptest::sample::select;

use super::{game, moves};
use crate::playout::config;

fn read(text: &str, format: FileFormat) -> Game {
    let games = Collection::new(text.as_bytes().to_vec(), format);
    let first = games.games().next().unwrap();
    first.unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A game in a format, split where invisible characters may stand.
const TOKENS: [(FileFormat, &[&str]); 5] = [
    (
        FileFormat::Pgn,
        &[
            "[Red \"A\"]",
            "\n\n",
            "1.",
            " ",
            "h2e2",
            " ",
            "{a comment}",
            " ",
            "(1.",
            "炮二平五",
            " ",
            "!",
            ")",
            "马８进７",
            "$1",
            " ",
            "2.",
            " ",
            "H2+3",
            " ",
            "i9h9",
            " ",
            "1-0",
            "\n",
        ],
    ),
    (
        FileFormat::Wxf,
        &[
            "FORMAT\tWXF",
            "\n",
            "RED\tA;;;",
            "\n",
            "START{",
            "\n",
            "1.",
            " ",
            "C2.5",
            " ",
            "h8+7",
            "\n",
            "}END",
            "\n",
        ],
    ),
    (
        FileFormat::Moves,
        &["红方: A", "\n", "1.", " ", "炮二平五", "马８进７", " ", "2.", "h0g2", ",", "1-0", "\n"],
    ),
    (
        FileFormat::Fen,
        &["3k5/9/9/9/9/9/9/9/9/R3K4", " ", "w", " ", "-", " ", "-", " ", "0", " ", "1", "\n"],
    ),
    (FileFormat::Qq, &["1", " ", "1", " ", "26", " ", "32", " ", "1 2 1 2 4 0 1 0", "\n"]),
];

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn invisible_characters_between_tokens_change_no_game(
        format in 0..TOKENS.len(),
        places in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        invisible in select(vec!['\u{200b}', '\u{feff}', '\u{ad}', '\u{200e}', '\u{2060}', '\u{202a}']),
    ) {
        let (format, tokens) = TOKENS[format];
        let mut tokens: Vec<String> = tokens.iter().map(|&token| token.to_owned()).collect();
        let expected = read(&tokens.concat(), format);
        for place in places {
            let place = place.index(tokens.len());
            tokens[place].insert(0, invisible);
        }
        prop_assert_eq!(read(&tokens.concat(), format), expected);
    }
}

#[test]
fn typographic_characters_are_read_as_typed_ones() {
    for text in [
        "[Red “A”]\n\n1. H2–E2 h9—g7 2. Ｈ０－Ｇ２ 1–0\n",
        "[Red \"A\"]\n\n１．ｈ２ｅ２　ｈ９ｇ７\u{a0}2.\u{a0}h0g2 １－０\n",
        "[\u{200b}Red „A“]\n\n1.h\u{ad}2e2\nh9g7\n2.\nh0g2 1:0\n",
    ] {
        let game = read(text, FileFormat::Pgn);
        assert_eq!(
            (moves(&game).as_str(), game.tag("Red")),
            ("h2e2 h9g7 h0g2", Some("A")),
            "{text}"
        );
        assert_eq!(game.outcome, Outcome::Win(Color::Red));
    }
    // Quotation marks and invisible characters in names and comments are kept.
    let game = read("[Red \"“A” 👩\u{200d}🎓\"]\n\n1. h2e2 {a\u{200b}b ８} *\n", FileFormat::Pgn);
    assert_eq!(game.tag("Red"), Some("“A” 👩\u{200d}🎓"));
    assert_eq!(game.line.moves[0].comment, "a\u{200b}b ８");
    let fen = read("３k５/9/9/9/9/9/9/9/9/R3K4\u{200b} w\u{a0}- - 0 1\n", FileFormat::Fen);
    assert_eq!(fen.start.fen(), "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    let text = "[DhtmlXQ][DhtmlXQ_movelist]７７４７\u{200b}7062[/DhtmlXQ_movelist][/DhtmlXQ]";
    assert_eq!(moves(&read(text, FileFormat::DhtmlXq)), "h2e2 h9g7");
}

#[test]
fn contradictory_results_are_reported() {
    let red = Outcome::Win(Color::Red);
    let wxf = "FORMAT\tWXF\nRESULT\t0-1\nSTART{\n1. C2.5 h8+7 1-0\n}END\n";
    for (text, format, line) in [
        ("[Result \"0-1\"]\n\n1. h2e2 h9g7 1-0\n", FileFormat::Pgn, 1),
        (wxf, FileFormat::Wxf, 2),
        ("结果: 黑胜\nh2e2 h9g7 1-0\n", FileFormat::Moves, 2),
        ("h2e2 h9g7 0-1 1-0\n", FileFormat::Moves, 1),
        ("<n win=\"1-0\" result=\"0-1\" m=\"\"><n m=\"h2e2\"/></n>", FileFormat::Pfc, 1),
    ] {
        let games = Collection::new(text.as_bytes().to_vec(), format);
        let error = games.games().next().unwrap().unwrap_err();
        let problem = ReadProblem::Results { taken: red, other: Outcome::Win(Color::Black) };
        assert_eq!((&error.problem, error.line()), (&problem, Some(line)), "{text}");
        assert_eq!(error.into_salvaged().map(|game| game.outcome), Some(red));
    }
    for text in [
        "[Result \"1-0\"]\n\n1. h2e2 h9g7 *\n",
        "[Result \"*\"]\n\n1. h2e2 h9g7 1-0\n",
        "[Result \"1-0\"]\n\n1. h2e2 h9g7\n",
    ] {
        assert_eq!(read(text, FileFormat::Pgn).outcome, red);
    }
    assert_eq!(read(&wxf.replace("1-0", "*"), FileFormat::Wxf).outcome, Outcome::Win(Color::Black));
}

#[test]
fn signs_before_the_next_number_belong_to_the_previous_move() {
    for text in [
        "1. C2.5 H8+7 !!2. H2+3 R9.8!",
        "1. C2.5 H8+7!! 2.H2+3 !R9.8 !",
        "1. 炮二平五 马８进７ ！！2.马二进三车９平８!",
        "1.C2.5 H8+7 !! 2. H2+3 R9.8 $1",
    ] {
        let wxf = format!("FORMAT\tWXF\nSTART{{\n{text}\n}}END\n");
        let lines = text.replace("$1", "!");
        for game in [
            read(&wxf, FileFormat::Wxf),
            read(text, FileFormat::Pgn),
            read(&lines, FileFormat::Moves),
        ] {
            assert_eq!(moves(&game), "h2e2 h9g7 h0g2 i9h9", "{text}");
            assert_eq!(game.line.moves[1].glyphs, [3], "{text}");
        }
    }
}

#[test]
fn text_behind_a_pass_becomes_a_comment() {
    let text = "1. h2e2 (1. h0g2 -- 2. i0h0 {rook is out} (2. c3c4) Z0) (1. <> h9g7) h9g7 2. h0g2 i9h9 1-0";
    let games = Collection::new(text.as_bytes().to_vec(), FileFormat::Pgn);
    let error = games.games().next().unwrap().unwrap_err();
    assert!(error.to_string().starts_with("line 1: ply 2: a pass is not a move"), "{error}");
    let game = error.into_salvaged().unwrap();
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2 i9h9");
    let first = &game.line.moves[0];
    assert_eq!(first.comment, "<> h9g7");
    let [variation] = &first.variations[..] else { panic!("{first:?}") };
    assert_eq!(variation.moves[0].comment, "-- 2. i0h0 rook is out (2. c3c4) Z0");
    let games = Collection::new(b"1. h2e2 -- 2. h0g2 *".to_vec(), FileFormat::Pgn);
    let game = games.games().next().unwrap().unwrap_err().into_salvaged().unwrap();
    assert_eq!((moves(&game).as_str(), &*game.line.moves[0].comment), ("h2e2", "-- 2. h0g2"));
}

#[test]
fn an_ambiguous_move_is_read_as_the_following_moves_require() {
    let text = "1. Cb4 Hg7 2. Ch4 Hc7 3. Cd4 c5 4. Cd5 *";
    let expected = "b2b4 h9g7 b4h4 b9c7 h4d4 c6c5 d4d5";
    for format in [FileFormat::Pgn, FileFormat::Moves] {
        assert_eq!(moves(&read(text, format)), expected);
    }
    // Nothing decides.
    let games = Collection::new(b"1. Cb4 Hg7 2. Ch4 *".to_vec(), FileFormat::Pgn);
    let error = games.games().next().unwrap().unwrap_err().to_string();
    assert!(error.contains("is ambiguous: it may be "), "{error}");
}

#[test]
fn references_and_breaks_of_a_web_page_are_decoded() {
    let text = "<p>[DhtmlXQ]<br>[DhtmlXQ_title]A &amp; B &#39;cup&#x27;&nbsp;final[/DhtmlXQ_title]<br/>\
        [DhtmlXQ_red]José &lt;X&gt;[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
        [DhtmlXQ_comment1]a &lt; b||next&quot;q&quot;<br/>&hellip; &unknown;[/DhtmlXQ_comment1][/DhtmlXQ]";
    let game = read(text, FileFormat::DhtmlXq);
    assert_eq!(game.tag("Title"), Some("A & B 'cup' final"));
    assert_eq!(game.tag("Red"), Some("José <X>"));
    assert_eq!(game.line.moves[0].comment, "a < b\nnext\"q\"\n… &unknown;");
    let pfc = read(
        "<n red=\"A&nbsp;&amp;&eacute;\" m=\"\"><n m=\"h2e2\" c=\"a&hellip;b & c\"/></n>",
        FileFormat::Pfc,
    );
    assert_eq!(pfc.tag("Red"), Some("A &é"));
    assert_eq!(pfc.line.moves[0].comment, "a…b & c");
    let mut literal = game;
    literal.set_tag("Red", "&amp; is a reference");
    literal.line.moves[0].comment = "so is &#39;, and <br> is a break".to_owned();
    let (text, losses) = dhtmlxq::write(&literal);
    assert!(losses.is_empty(), "{losses}");
    assert_eq!(read(&text, FileFormat::DhtmlXq), literal);
}

#[test]
fn moves_may_follow_a_position_after_a_comma() {
    let start = "9/3k5/4c4/4N4/9/6R2/9/5p3/4r4/5K3 w";
    for separator in [", ", " ; ", " | ", ",", " "] {
        let text = format!("{start}{separator}g4g8 d8d9 e6c7, 1-0\n");
        let read = read(&text, FileFormat::Moves);
        assert_eq!(moves(&read), "g4g8 d8d9 e6c7", "{text}");
        assert_eq!(read.start, game(Some(start), "").start);
        assert_eq!(read.outcome, Outcome::Win(Color::Red));
    }
    let remark = read(&format!("{start} ; g4g8 wins\n"), FileFormat::Fen);
    assert_eq!(remark.line.comment, "g4g8 wins");
}
