//! Tests of PGN: the form that is written, the many forms that are read, and whether both agree.

use crate::games::games;
use crate::playout::config;
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::collection::{ReadError, ReadProblem};
use chuhe_formats::pgn;
use chuhe_formats::{Game, Line, LineMove, Outcome, WriteError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const FORMATS: [MoveFormat; 4] = [
    MoveFormat::Iccs,
    MoveFormat::Wxf,
    MoveFormat::Chinese(Script::Simplified),
    MoveFormat::Chinese(Script::Traditional),
];

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn line(moves: &[&str]) -> Line {
    let moves = moves.iter().map(|text| LineMove::from(mv(text))).collect();
    Line { comment: String::new(), moves }
}

fn read_one(text: &str) -> Game {
    let games: Vec<_> = pgn::read(text).collect();
    assert_eq!(games.len(), 1, "{games:?}");
    games.into_iter().next().unwrap().unwrap()
}

fn moves(text: &str) -> String {
    let texts: Vec<String> = read_one(text).moves().map(|mv| mv.to_string()).collect();
    texts.join(" ")
}

#[test]
fn a_game_is_written_as_programs_expect_it() {
    let mut game = Game::new(Position::startpos());
    game.set_tag("red", "甲 \"quoted\" \\");
    game.set_tag("ECCO", "C21");
    game.outcome = Outcome::Win(Color::Red);
    game.line = line(&["h2e2", "h9g7", "h0g2", "i9h9"]);
    game.line.comment = "Before.\nAll moves.".to_owned();
    game.line.moves[0].glyphs = vec![1, 14];
    game.line.moves[0].comment = "central cannon".to_owned();
    game.line.moves[1].variations = vec![line(&["b9c7", "h0g2"]), line(&["h7e7"])];
    game.line.moves[3].comment = "a } brace".to_owned();
    let text = pgn::write(&game, MoveFormat::Chinese(Script::Simplified)).unwrap();
    let expected = r#"[Game "Chinese Chess"]
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Red "甲 \"quoted\" \\"]
[Black "?"]
[Result "1-0"]
[ECCO "C21"]
[Format "Chinese"]

{Before.
All moves.} 1. 炮二平五 $1 $14 {central cannon} 1... 马８进７ (1... 马２进３
2. 马二进三) (1... 炮８平５) 2. 马二进三 车９平８ ; a } brace
1-0

"#;
    assert_eq!(text, expected);
    assert_eq!(read_one(&text), game);
}

#[test]
fn black_may_begin_and_numbers_go_on_from_the_fen() {
    let mut game = Game::new(Position::from_fen("3ak4/9/9/9/9/9/9/9/4r4/3K5 b - - 3 41").unwrap());
    game.line = line(&["e1e2", "d0d1", "e2e3"]);
    let text = pgn::write(&game, MoveFormat::Wxf).unwrap();
    assert!(
        text.contains("\n[FEN \"3ak4/9/9/9/9/9/9/9/4r4/3K5 b - - 3 41\"]\n[Format \"WXF\"]\n\n")
    );
    assert!(text.contains("\n\n41... R5-1 42. K6+1 R5-1 *\n\n"), "{text}");
    assert_eq!(read_one(&text), game);
    let text = pgn::write(&game, MoveFormat::Iccs).unwrap();
    assert!(text.contains("\n\n41... E1-E2 42. D0-D1 E2-E3 *\n\n"), "{text}");
}

#[test]
fn lines_are_broken_at_80_columns() {
    let mut game = Game::new(Position::startpos());
    let there_and_back = ["h2e2", "h7e7", "e2h2", "e7h7"].map(mv);
    for mv in there_and_back.into_iter().cycle().take(600) {
        game.line.push(mv);
    }
    for format in FORMATS {
        let text = pgn::write(&game, format).unwrap();
        let width = |line: &str| line.chars().map(|c| 1 + usize::from(!c.is_ascii())).sum();
        let widths: Vec<usize> = text.lines().skip(10).map(width).collect();
        let (full, _) = widths.split_last_chunk::<2>().unwrap();
        assert!(full.iter().all(|columns| (60..=80).contains(columns)), "{text}");
        assert_eq!(read_one(&text), game);
    }
}

#[test]
fn a_parenthesis_does_not_hang_over() {
    let mut game = Game::new(Position::startpos());
    game.line = line(&["h2e2", "h9g7"]);
    game.line.moves[0].variations = vec![line(&["c3c4"])];
    for length in 1..=78 {
        game.line.moves[0].comment = "x".repeat(length);
        let text = pgn::write(&game, MoveFormat::Iccs).unwrap();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(read_one(&text), game);
    }
}

#[test]
fn illegal_moves_are_not_written() {
    let mut game = Game::new(Position::startpos());
    game.line = line(&["h2e2", "h9g7", "e0e5"]);
    let illegal = WriteError::Illegal { number: 2, mv: mv("e0e5") };
    assert_eq!(pgn::write(&game, MoveFormat::Wxf), Err(illegal));
    assert_eq!(illegal.to_string(), "move 2: e0e5 is not legal");
    game.line = Line::default();
    for mv in ["h2e2", "h7e7", "e2h2", "e7h7"].map(mv).into_iter().cycle().take(10_000) {
        game.line.push(mv);
    }
    let text = pgn::write(&game, MoveFormat::Iccs).unwrap();
    assert_eq!(read_one(&text), game);
    game.line.push(mv("h2e2"));
    assert_eq!(pgn::write(&game, MoveFormat::Iccs), Err(WriteError::TooLong));
    let longer = text.replace("*\n", "H2-E2 *\n");
    assert!(matches!(
        pgn::read(&longer).next(),
        Some(Err(ReadError { problem: ReadProblem::TooLong, .. }))
    ));
}

#[test]
fn the_layout_of_xqbase_is_read() {
    let text = "\u{feff}[Game \"Chinese Chess\"]\r\n[EVENT \"杯\"]\r\n[White \"甲\"]\r\n[BLACK \"乙\"]\r\n\
        [Result \"0-1\"]\r\n{第一行\r\n第二行}\r\n  1. 炮二平五 马８进７\r\n  2. 马二进三\r\n{此处}\r\n  \
        2.          车９平８\r\n 0-1\r\n============================\r\n 欢迎访问《象棋百科全书网》 \r\n\x1a";
    let game = read_one(text);
    assert_eq!(game.tag("red"), Some("甲"));
    assert_eq!(game.tags[0], ("Event".to_owned(), "杯".to_owned()));
    assert_eq!(game.outcome, Outcome::Win(Color::Black));
    assert_eq!(game.line.comment, "第一行\n第二行");
    assert_eq!(game.line.moves[2].comment, "此处");
    assert_eq!(game.moves().last(), Some(mv("i9h9")));
}

#[test]
fn every_spelling_of_moves_is_read() {
    let expected = "h2e2 h9g7 h0g2 i9h9";
    for text in [
        "1. h2e2 h9g7 2. h0g2 i9h9 *",
        "1.H2-E2 H9-G7 2.H0-G2 I9-H9",
        "1. C2.5 N8+7 2. N2+3 R9.8",
        "[Format \"ICCS\"]\n1. c2=5! h8+7?! 2. H2+3!? r9=8+ 1/2-1/2",
        "1、炮二平五 馬8進7 2、馬二進三 車9平8",
        "１．炮二平五！ 马８进７ ２．马二进三 车９平８",
        "1. 炮二平五 2. H9-G7 … n2+3 1... 车９平８ 1-0",
        "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r\"]\nh2e2 h9g7 h0g2 i9h9",
        "1. h3e3 h10g8 2. h1g3 i10h10",
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
    let game = read_one("1. c2=5! h8+7?! 2. H2+3 !? $10 r9=8??");
    let glyphs: Vec<&[u8]> = game.line.moves.iter().map(|played| &played.glyphs[..]).collect();
    assert_eq!(glyphs, [&[1][..], &[6], &[5, 10], &[4]]);
    assert_eq!(
        moves("[FEN \"3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w\"]\n27.8 d9d8 2.17.8"),
        "c6b6 d9d8 c7b7"
    );
}

#[test]
fn signs_behind_moves_are_glyphs_and_stay() {
    for (sign, glyph) in [
        ("+=", 14),
        ("=+", 15),
        ("+/=", 14),
        ("=/+", 15),
        ("\u{2a72}", 14),
        ("\u{2a71}", 15),
        ("\u{b1}", 16),
        ("\u{2213}", 17),
        ("+/-", 16),
        ("-/+", 17),
        ("+-", 18),
        ("-+", 19),
        ("=", 10),
        ("\u{221e}", 13),
        ("\u{25a1}", 7),
        ("N", 146),
        ("＋＝", 14),
    ] {
        for text in [
            format!("1. h2e2 h9g7 {sign} 2. h0g2 1-0"),
            format!("1. h2e2 h9g7{sign} 2. h0g2 1-0"),
            format!("1.C2=5 马8进7{sign} 2.H2+3 1-0"),
        ] {
            let game = read_one(&text);
            assert_eq!(game.line.moves[1].glyphs, [glyph], "{text}");
            assert_eq!((game.line.moves.len(), game.outcome.text()), (3, "1-0"), "{text}");
            let written = pgn::write(&game, MoveFormat::Iccs).unwrap();
            assert_eq!(read_one(&written).line, game.line);
        }
    }
    for (text, outcome) in
        [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2", "1/2-1/2"), ("*", "*")]
    {
        let game = read_one(&format!("1. h2e2 += h9g7 {text}"));
        assert_eq!((game.outcome.text(), game.line.moves[1].glyphs.len()), (outcome, 0), "{text}");
    }
    // If a comment precedes the variation's move, nothing is lost.
    let game = read_one("1. h2e2 (+= 1. c3c4) h9g7 *");
    assert_eq!(game.line.moves[0].comment, "+= 1. c3c4");
}

#[test]
fn comments_and_variations_of_every_kind_are_read() {
    let text = "{first} ; second\n;  third\n1. h2e2 {a} {} {b} (not a (nested) move) \
        (1. c3c4 {x} 1-0 (1. b2e2 $1 ; y\n) 1... h9g7) ({z} 1. g3g4 *) h9g7 ()\n% escaped h0g2\n2. h0g2";
    let game = read_one(text);
    assert_eq!(game.line.comment, "first\nsecond\n third");
    let first = &game.line.moves[0];
    assert_eq!(first.comment, "a\nb\nnot a (nested) move");
    let mut inner = line(&["b2e2"]);
    inner.moves[0].glyphs = vec![1];
    inner.moves[0].comment = "y".to_owned();
    let mut variations = [line(&["c3c4", "h9g7"]), line(&["g3g4"])];
    variations[0].moves[0].comment = "x".to_owned();
    variations[0].moves[0].variations = vec![inner];
    variations[1].comment = "z".to_owned();
    assert_eq!(first.variations, variations);
    assert_eq!(game.line.moves[1], LineMove::from(mv("h9g7")));
    assert_eq!(game.moves().count(), 3);
}

#[test]
fn a_backslash_before_the_last_quote_is_no_escape() {
    let game = read_one(
        "[Event \"e\"]\n[White \"Engine /L6\\\"]\n[Black \"C:\\\"] [Site \"x\\\"]  \n\n1. h2e2 *",
    );
    let tags: Vec<_> = game.tags.iter().map(|(_, value)| &value[..]).collect();
    assert_eq!(tags, ["e", "Engine /L6\\", "C:\\", "x\\"]);
    let text = pgn::write(&game, MoveFormat::Iccs).unwrap();
    assert_eq!(read_one(&text), game);
    let escaped = "[Event \"say \\\"]\\\" or \\\"] [B \\\"c\"]\n\n1. h2e2 *";
    assert_eq!(read_one(escaped).tag("Event"), Some("say \"]\" or \"] [B \"c"));
}

#[test]
fn every_lost_tag_is_reported() {
    let lines = ["1", "2", "3", "4", "5", "6"].map(|i| ["[Tag", i, " x]\n"].concat()).concat();
    let told = |moves: &str| {
        let error = pgn::read(&format!("{lines}{moves}")).next().unwrap().unwrap_err();
        error.to_string().replace("; expected [Name \"value\"]", "")
    };
    let tag = |i: usize| format!("line {i}: invalid tag \"[Tag{i} x]\"; ");
    let tags = |count: usize| (1..=count).map(tag).collect::<Vec<_>>().concat();
    assert_eq!(told("1. h2e2 *"), format!("{}and 2 more; everything else was read", tags(4)));
    let cut = told("1. h2e2 h9g9 *");
    assert!(cut.ends_with(&format!("{}and 3 more; read up to move 1", tags(3))), "{cut}");
}

#[test]
fn files_that_were_cut_and_joined_keep_their_games() {
    let next = "[Event \"B\"]\n[Red \"C\"]\n\n1. h0g2 *\n";
    for cut in [
        "[Event \"A\"]\n[Red \"D\"]\n",
        "[Event \"A\"]\n[Red \"D",
        "[Event \"A\"]\n[Red \"",
        "[Event \"A\"]\n[Re",
        "[Event \"A\"]\n\n1. h2e2 *",
        "[Event \"A\"]\n\n1. h2e2 h9",
        "[Event \"A\"]\n\n1. h2e2 {some\nwords",
        "[Event \"A\"]\n\n1. h2e2 (1. h2",
    ] {
        let games: Vec<_> = pgn::read(&[cut, next].concat()).collect();
        assert_eq!(games.len(), 2, "{cut}: {games:?}");
        assert_eq!(games[1], Ok(read_one(next)), "{cut}");
    }
}

#[test]
fn a_comment_behind_a_variation_is_on_the_move_it_replaces() {
    let game = read_one("1. h2e2 {a} (1. c3c4 {b}) {c} (1. g3g4) {d} 1... h9g7 *");
    assert_eq!(game.line.moves[0].comment, "a\nc\nd");
    let text = pgn::write(&game, MoveFormat::Iccs).unwrap();
    assert!(text.contains("1. H2-E2 {a\nc\nd} (1. C3-C4 {b}) (1. G3-G4) 1... H9-G7 *"), "{text}");
    assert_eq!(read_one(&text), game);
}

#[test]
fn comments_keep_indentation_but_no_nuls() {
    let game = read_one("1. h2e2 {a\r\n    b\n\tc} h9g7 {x\0y} *");
    assert_eq!(game.line.moves[0].comment, "a\n    b\n\tc");
    assert_eq!(game.line.moves[1].comment, "xy");
    let text = pgn::write(&game, MoveFormat::Iccs).unwrap();
    assert_eq!(read_one(&text), game);
}

#[test]
fn tags_are_read_generously() {
    let text =
        "[ Event  \"a \"b\" c\\\\d \\\"e\\\"\" ] [Site \"\"]\n\n[x_1 \"C:\\dir\"]\n[FEN \"\"]\n\n*";
    let game = read_one(text);
    let tags: Vec<(&str, &str)> = game.tags.iter().map(|(n, v)| (&n[..], &v[..])).collect();
    assert_eq!(tags, [("Event", "a \"b\" c\\d \"e\""), ("Site", ""), ("x_1", "C:\\dir")]);
    assert_eq!(game.start, Position::startpos());
    // `White` means `Red`, and is ignored if the tag `Red` is present.
    for text in [
        "[White \"A\"]\n[WHITEELO \"9\"]",
        "[Red \"A\"]\n[RedElo \"9\"]\n[White \"B\"]\n[WhiteElo \"8\"]",
    ] {
        let tags = read_one(text).tags;
        let tags: Vec<(&str, &str)> = tags.iter().map(|(n, v)| (&n[..], &v[..])).collect();
        assert_eq!(tags, [("Red", "A"), ("RedElo", "9")], "{text}");
    }
    // Invisible characters are read as spaces, because they would be written as spaces.
    let game = read_one("[Event \"a\u{13}b\tc\"]\n\n1. h2e2 *");
    assert_eq!(game.tag("Event"), Some("a b c"));
    assert_eq!(read_one(&pgn::write(&game, MoveFormat::Iccs).unwrap()), game);
    // An unknown result yields to a known one.
    for (text, outcome) in [
        ("[Result \"*\"]\n0-1", Outcome::Win(Color::Black)),
        ("[Result \"1-0\"]\n*", Outcome::Win(Color::Red)),
        ("[Result \"1/2-1/2\"]\n", Outcome::Draw),
        ("[Result \"win\"]\n", Outcome::Unknown),
    ] {
        assert_eq!(read_one(text).outcome, outcome, "{text}");
    }
}

#[test]
fn a_broken_game_says_where_and_the_next_one_comes() {
    let good = "[Event \"good\"]\n1. h2e2 *\n";
    for (broken, line, reason) in [
        (
            "[Event \"x\"]\n\n1. h2e2\nh2e2 2. h0g2 1-0\n",
            4,
            "ply 2: \"h2e2\" is not a legal move here",
        ),
        (
            "1. h2e2 h9g7\n2. castles *\n",
            2,
            "ply 3: \"castles\" is not a move: expected a move such as h2e2, C2.5 or 炮二平五",
        ),
        (
            "[Event \"x\"]\n[Site x]\n[Date \"y\"]\n1. h2e2 *\n",
            2,
            "invalid tag \"[Site x]\"; expected [Name \"value\"]",
        ),
        (
            "\n[FEN \"9/9 w\"]\n1. h2e2 *\n",
            2,
            "tag FEN: placement: 2 ranks; expected 10, separated by '/'",
        ),
        ("1. h2e2\n{ open\n2. h0g2 *\n", 2, "unclosed comment: expected } or )"),
        ("1. h2e2\n( open\n2. h0g2 *\n", 2, "unclosed comment: expected } or )"),
        ("1. h2e2\n(1. c3c4 (1. g3g4\n1... h9g7) *\n", 2, "unclosed variation: expected )"),
        ("1. h2e2\n) 1-0\n", 2, "unexpected ): no variation is open"),
        ("{x}\n(1. h2e2) 1. h2e2 *\n", 2, "a variation has no preceding move to replace"),
        ("1. h2e2\n$256 *\n", 2, "invalid annotation glyph \"$256\"; expected $0 to $255"),
        (
            "1. h2e2\n} *\n",
            2,
            "ply 2: \"}\" is not a move: expected a move such as h2e2, C2.5 or 炮二平五",
        ),
    ] {
        let text = format!("{good}{broken}{good}");
        let games: Vec<_> = pgn::read(&text).collect();
        assert_eq!(games.len(), 3, "{text}\n{games:?}");
        assert!(games[0].is_ok() && games[0] == games[2], "{games:?}");
        let error = games[1].as_ref().unwrap_err();
        assert_eq!(
            (error.line(), &error.problem.to_string()[..]),
            (Some(line + 2), reason),
            "{text}"
        );
    }
}

#[test]
fn nesting_has_a_bottom() {
    let deep = |depth: usize| format!("1. h2e2 {}{}", "(1. h2e2 ".repeat(depth), ")".repeat(depth));
    let game = read_one(&deep(500));
    assert_eq!(read_one(&pgn::write(&game, MoveFormat::Wxf).unwrap()), game);
    let error = pgn::read(&deep(100_000)).next().unwrap().unwrap_err();
    assert_eq!((error.line(), &error.problem), (Some(1), &ReadProblem::TooDeep));
    assert_eq!(error.into_salvaged(), Some(game));
}

#[test]
fn text_without_a_game_is_an_error_only_if_there_is_nothing_else() {
    assert_eq!(pgn::read(" \n\u{feff}\r\n").count(), 0);
    for text in ["\nDear reader,\nno games today. 1-0\n", "{a comment}", "\n; a comment\n"] {
        let games: Vec<_> = pgn::read(text).collect();
        let [Err(error)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(error.problem, ReadProblem::NoPgn);
    }
    assert_eq!(moves("; our games\nDear reader,\n[Event \"?\"]\n1. h2e2 *\n (C) us { 1-0"), "h2e2");
    assert_eq!(pgn::read("1. h2e2 * 1. c3c4 *\n\n1. g3g4").flatten().count(), 3);
}

#[test]
fn games_without_tags_and_results_are_separated_by_move_numbers() {
    for (text, expected) in [
        ("1. h2e2 h9g7 2. h0g2\n\n1. b2e2 b9c7\n\n1.c3c4\n", 3),
        ("[Red \"A\"]\n\n1. h2e2 h9g7\r\n\r\n1、炮八平五 马２进３", 2),
        ("1. h2e2 h9g7\n1. b2e2", 1),
        ("1. h2e2\n\n1. ... h9g7\n\n2. h0g2", 1),
        ("1. h2e2\n\n1…h9g7", 1),
        ("1. h2e2 h9g7 (1... b9c7\n\n1. h0g2)", 1),
        ("1. h2e2 h9g7 {\n\n1. b2e2\n\n1. c3c4} 2. h0g2", 1),
    ] {
        let games: Vec<_> = pgn::read(text).collect();
        assert_eq!(games.len(), expected, "{text}: {games:?}");
        assert!(expected == 1 || games.iter().all(Result::is_ok), "{text}: {games:?}");
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// What is written is read back unchanged, whether it is one game or several.
    #[test]
    fn games_round_trip(games in vec(games(), 1..3), format in select(&FORMATS)) {
        let text: String = games.iter().map(|game| pgn::write(game, format).unwrap()).collect();
        let read: Vec<Game> = pgn::read(&text).map(|game| game.unwrap()).collect();
        prop_assert_eq!(&read, &games, "{}", text);
    }

    /// Whatever the damage to a file, reading it ends, and the games read can be written.
    #[test]
    fn damaged_text_never_panics(
        game in games(),
        format in select(&FORMATS),
        damage in vec((any::<prop::sample::Index>(), 0_usize..4, "[\\[\\]{}();$%*\"\n0-9 ]|\\PC{0,2}"), 1..8),
    ) {
        let text = pgn::write(&game, format).unwrap();
        let mut chars: Vec<char> = (text.clone() + &text).chars().collect();
        for (place, length, patch) in damage {
            let start = place.index(chars.len());
            let end = (start + length).min(chars.len());
            chars.splice(start..end, patch.chars());
        }
        let text: String = chars.into_iter().collect();
        let read = pgn::read(&text).filter_map(|game| game.or_else(|e| e.into_salvaged().ok_or(())).ok());
        for game in read {
            let again = pgn::write(&game, format).unwrap();
            prop_assert_eq!(pgn::read(&again).collect::<Vec<_>>(), [Ok(game)], "{}", again);
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "([\\[\\]{}();$%*\"\n\r ]|1\\.|h2e2|C2\\.5|炮二平五|1-0|\\PC|[A-Z][a-z]{2}){0,60}") {
        let _ = pgn::read(&text).count();
    }
}

#[test]
fn a_line_is_escaped_behind_a_byte_order_mark() {
    assert_eq!(pgn::read("\u{feff}% no game\n").count(), 0);
    assert_eq!(pgn::read("\u{feff}% one\nh2e2 *").map(Result::unwrap).count(), 1);
}
