use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::types::Color;
use chuhe_formats::lines::{self, Positions};
use chuhe_formats::{Game, Outcome, pgn};
use proptest::prelude::*;
use proptest::sample::select;

use super::{game, moves};
use crate::games::games;
use crate::playout::config;

const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 3 41";

/// Each game as its start position and moves, or as its error.
fn read(text: &str) -> Vec<String> {
    let start = chuhe_engine::board::START_FEN;
    let tell = |game: Game| {
        let (fen, moves) = (game.start.fen(), moves(&game));
        if fen == start { moves } else { format!("{fen} | {moves}") }
    };
    lines::read(text).map(|game| game.map_or_else(|error| error.to_string(), tell)).collect()
}

#[test]
fn every_kind_of_line_is_read() {
    let rook = |moves: &str| format!("{ROOK} | {moves}");
    for (text, expected) in [
        ("h2e2 h9g7", vec!["h2e2 h9g7".to_owned()]),
        ("\u{feff}# list\n\n炮二平五, 馬8進7\r\n; and\nC2.5 H8+7", vec!["h2e2 h9g7".to_owned(); 2]),
        ("position startpos moves h2e2\nstartpos", vec!["h2e2".to_owned(), String::new()]),
        (
            "1. h2e2 h9g7\n2. h0g2!? 1-0\n1. c3c4",
            vec!["h2e2 h9g7 h0g2".to_owned(), "c3c4".to_owned()],
        ),
        (
            "1.炮二平五 马８进７\n\n 2、马二进三\n\n兵三进一",
            vec!["h2e2 h9g7 h0g2".to_owned(), "g3g4".to_owned()],
        ),
        ("1 h2e2\n2 h0g2", vec!["h2e2".to_owned() + " h0g2"]),
    ] {
        let read = read(text);
        if text == "1 h2e2\n2 h0g2" {
            assert_eq!(
                read,
                ["line 2: ply 2: \"h0g2\": it is black's turn, but a red horse stands on h0; \
                  read up to move 1"]
            );
        } else {
            assert_eq!(read, expected, "{text}");
        }
    }
    for text in [
        format!("{ROOK} a0a9 d9d8"),
        format!("fen {ROOK} moves a0a9 d9d8"),
        format!("position fen {ROOK} moves a0a9, d9d8 1-0"),
        format!("\"{ROOK}\" 41. R9+9 K4+1"),
    ] {
        assert_eq!(read(&text), [rook("a0a9 d9d8")], "{text}");
    }
    assert_eq!(read("3k5/9/9/9/9/9/9/9/9/R3K4"), ["3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 | "]);
    assert_eq!(read("3k5/9/9/9/9/9/9/9/9/R3K4 b"), ["3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1 | "]);
}

/// A Chinese move has four characters, so moves need no spaces between them.
#[test]
fn chinese_moves_without_blanks_are_read() {
    for text in [
        "1.兵七进一炮2平32.兵三进一炮8平5",
        "1、兵七进一炮2平3\n2、兵三进一炮8平5",
        "1.兵七进一炮2平3!2.兵三进一?炮8平5和棋",
        "兵七进一炮2平3兵三进一炮8平5 1/2-1/2",
        "１．兵七进一炮２平３２．兵三进一炮８平５",
    ] {
        assert_eq!(read(text), ["c3c4 b7c7 g3g4 h7e7"], "{text}");
        let game = pgn::read(text).next().unwrap().unwrap();
        assert_eq!(moves(&game), "c3c4 b7c7 g3g4 h7e7", "{text}");
        assert_eq!(game.outcome == Outcome::Draw, text.contains("和棋") || text.contains('/'));
    }
    let broken = "1.兵七进一炮2平32.兵三进一炮8进93.马二进三";
    assert_eq!(
        read(broken),
        ["line 1: ply 4: \"炮8进9\" is not a legal move here; read up to move 3"]
    );
    // However many moves there are, each is examined once.
    let long = "炮二平五马8进7".repeat(50_000);
    assert_eq!(read(&long).len() + pgn::read(&long).count(), 2);
    // A word that only starts with a move is not a move.
    assert_eq!(pgn::read("炮二平五是中炮").next().unwrap().unwrap_err().extent(), None);
}

#[test]
fn lines_that_are_one_game_are_read_as_one() {
    let game = "h2e2 h9g7 h0g2 i9h9";
    let mate = format!("{ROOK} | a0a9 d9d8");
    let long = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";
    for (what, text, expected) in [
        ("Chinese", "炮二平五\n马８进７\n马二进三\n车９平８\n", vec![game]),
        ("WXF", "C2.5\nH8+7\nH2+3\nR9.8", vec![game]),
        ("ICCS", "H2-E2\r\nH9-G7\r\nH0-G2\r\nI9-H9\r\n", vec![game]),
        ("ranks from 1", "h3e3\nh10g8\nh1g3\ni10h10", vec![game]),
        ("a number for each ply", "1. C2.5\n2. H8+7\n3. H2+3\n4. R9.8", vec![game]),
        ("a number for each move", "1. C2.5\n1... H8+7\n2. H2+3\n2. ... R9.8", vec![game]),
        ("a number for Red", "1. C2.5\n   H8+7\n2. H2+3\n   R9.8\n", vec![game]),
        ("numbers alone", "1.\nC2.5\nH8+7\n2.\nH2+3\nR9.8\n", vec![game]),
        ("comments", "# one\nC2.5\n; two\nH8+7\nH2+3\n// three\nR9.8", vec![game]),
        ("empty lines between all", "C2.5\n\nH8+7\n\nH2+3\n\n\nR9.8", vec![game]),
        (
            "two games",
            "C2.5\nH8+7\nH2+3\nR9.8\n\nc3c4\n\n# x\n\nc2.5\nh8+7\n",
            vec![game, "c3c4", "h2e2 h9g7"],
        ),
        (
            "two games, numbers",
            "1. C2.5\nH8+7\n2. H2+3\nR9.8\n1. c3c4\nh8+7",
            vec![game, "c3c4 h9g7"],
        ),
        ("results", "C2.5\nH8+7\n1-0\nC2.5\nH8+7\nH2+3\nR9.8\n\n1/2-1/2", vec!["h2e2 h9g7", game]),
        ("a position", &format!("{ROOK}\na0a9\nd9d8\n"), vec![&mate]),
        (
            "positions",
            &format!("c3c4\nfen {ROOK}\n41. a0a9\n   d9d8\n\n{ROOK}"),
            vec!["c3c4", &mate, &format!("{ROOK} | ")],
        ),
        ("a position and numbers", &format!("{ROOK}\n1. a0a9 d9d8\n"), vec![&mate]),
        ("pairs", "炮二平五 马８进７\n马二进三 车９平８\n车一平二 马２进３", vec![long]),
        ("wrapped", "h2e2 h9g7 h0g2\ni9h9 i0h0 b9c7", vec![long]),
        ("wrapped, numbers", "1. h2e2 h9g7 2. h0g2\ni9h9 3. i0h0 b9c7", vec![long]),
        (
            "pairs, two games",
            "h2e2 h9g7\nh0g2 i9h9\ni0h0 b9c7\n\nh2e2 h9g7\nh0g2 i9h9",
            vec![long, game],
        ),
    ] {
        assert_eq!(read(text), expected, "{what}");
    }
}

#[test]
fn lines_that_are_games_stay_games() {
    let mate = format!("{ROOK} | a0a9");
    for (what, text, expected) in [
        (
            "openings",
            "h2e2 h9g7\nh2e2 h7e7\nc3c4 c6c5",
            vec!["h2e2 h9g7", "h2e2 h7e7", "c3c4 c6c5"],
        ),
        ("playable as one", "h2e2 h9g7\nh0g2 b9c7", vec!["h2e2 h9g7", "h0g2 b9c7"]),
        ("puzzles", &format!("{ROOK} a0a9\nfen {ROOK} moves a0a9"), vec![&mate, &mate]),
        ("one move, said", "startpos moves h2e2\nstartpos moves c3c4", vec!["h2e2", "c3c4"]),
        ("numbered", "1. h2e2 h9g7 1-0\n1. c3c4", vec!["h2e2 h9g7", "c3c4"]),
    ] {
        assert_eq!(read(text), expected, "{what}");
    }
}

/// A game as web sites export it.
const EXPORT: &str = "标题: 某甲 负 某乙\n赛事: 大赛\n布局: D36 中炮进三兵对左炮封车\n红方: 某甲\n黑方：某乙\n\
    结果: 黑方胜\n日期: 2026.08.31\n浏览次数: 170\n来源网站: http://www.example.org/\n \n  \
    1.炮二平五      马８进７  \n  2.马二进三      车９平８  \n  3.车一平二  \n \n棋谱由 http://www.example.org/ 生成\n";

#[test]
fn text_around_moves_is_no_game() {
    let expected = "h2e2 h9g7 h0g2 i9h9 i0h0";
    let dashes = "-".repeat(30);
    for text in [
        EXPORT.to_owned(),
        format!("{EXPORT}{EXPORT}"),
        format!("{EXPORT}\n{dashes}\n{EXPORT}{EXPORT}\n"),
        EXPORT.replace(" \n", "\n"),
        EXPORT.replace('\n', "\r\n"),
    ] {
        let games: Vec<Game> = lines::read(&text).map(|game| game.unwrap()).collect();
        assert_eq!(games.len(), text.matches("红方").count());
        for game in games {
            assert_eq!(
                (moves(&game), game.outcome),
                (expected.to_owned(), Outcome::Win(Color::Black))
            );
            for (tag, value) in [
                ("Title", "某甲 负 某乙"),
                ("Event", "大赛"),
                ("Opening", "D36 中炮进三兵对左炮封车"),
                ("Red", "某甲"),
                ("Black", "某乙"),
                ("Date", "2026.08.31"),
            ] {
                assert_eq!(game.tag(tag), Some(value));
            }
        }
    }
    // XQStudio writes rules around the moves, and a footer.
    let numbered = "  1.炮二平五 马８进７\n  2.马二进三 车９平８\n  3.车一平二\n";
    for text in [
        format!("{dashes}\n{numbered}{dashes}\nXQStudio 2.0\n"),
        format!("某局\n{numbered}\n全文完\n"),
        format!("序\n\n某局\n{dashes}\n{numbered}"),
    ] {
        assert_eq!(read(&text), [expected], "{text}");
    }
    // A result directly below the moves belongs to the game above it, and so do the last lines of the text.
    let below = format!("红方: A\n{numbered}结果: 红胜\n红方: B\n{numbered}\n黑方: C\n");
    let games: Vec<Game> = lines::read(&below).map(|game| game.unwrap()).collect();
    assert_eq!((games[0].outcome, games[1].outcome), (Outcome::Win(Color::Red), Outcome::Unknown));
    assert_eq!((games[0].tag("Black"), games[1].tag("Black")), (Some("?"), Some("C")));
    // A position may be given on a line of its own.
    let placed = format!("红方: A\nFEN: {ROOK}\n\n41. R9+9 K4+1\n");
    assert_eq!(read(&placed), [format!("{ROOK} | a0a9 d9d8")]);
}

/// Text that may be a damaged part of a game is an error and is not skipped.
#[test]
fn damaged_games_are_no_text() {
    let place = |text: &str| {
        let errors = lines::read(text).filter_map(Result::err);
        errors.map(|error| error.line().unwrap()).collect::<Vec<_>>()
    };
    let second = EXPORT.replace("马８进７", "吗８进７");
    let garbled = EXPORT.replace("炮二平五", "ÅÚ¶þ").replace("马８进７", "");
    let lines = EXPORT.lines().count();
    assert_eq!(place(&format!("{EXPORT}{second}")), [lines + 11]);
    assert_eq!(place(&format!("{EXPORT}{garbled}")), [lines + 11]);
    // A line among those of a game is invalid.
    assert_eq!(place(&EXPORT.replace("  2.马二进三      车９平８", "  xyzzy")), [12]);
    assert_eq!(place(&EXPORT.replace("  2.马二进三      车９平８", "\nxyzzy\n")).len(), 1);
    // A line of a list is not a game.
    assert_eq!(place("h2e2 h9g7\nxyzzy\nc3c4 c6c5"), [2]);
    assert_eq!(place("h2e2 h9g7\n\nh2e h9g7\n\nc3c4 c6c5"), [3]);
    // A game lacks its moves, or there is no game at all.
    assert_eq!(place(&format!("红方: A\n黑方: B\n\n{EXPORT}")), [1]);
    assert_eq!(place(&format!("{EXPORT}红方: A\n黑方: B\n")), [lines + 1]);
    assert_eq!(place("h2e2 h9g7\n红方: A\n\n红方: B\n"), [2, 4]);
    assert_eq!(place("\nDear reader\n\nno games today\n"), [2]);
    assert_eq!(place("---\n"), [1]);
}

/// A wrong move must not turn the rest of a game into games of one move.
#[test]
fn a_game_below_itself_breaks_once() {
    for (text, line) in [
        ("炮二平五\n马８进７\n马二进九\n车９平８\n", 3),
        ("炮二平五\n马８进７\n炮二平四\n车９平８\n", 3),
        ("炮二平五\n吗８进７\n马二进三\n", 2),
        ("h2e2\nh9g7\nnonsense\n\ni9h9", 3),
        ("h2e2 h9g7\nh0g2 i9h9\ni0h0 b9c7\nh0g2 a9a8\n", 4),
    ] {
        let games: Vec<_> = lines::read(text).collect();
        assert_eq!(games[0].as_ref().unwrap_err().line(), Some(line), "{text}");
        assert_eq!(games.len(), 1 + usize::from(text.contains("\n\n")), "{text}\n{games:?}");
    }
    // A line that is not a move cannot belong to a game that has not started.
    let titled = read("某局\n炮二平五\n马８进７\n\n另一局\n兵七进一\n");
    assert!(titled[0].starts_with("line 1: \"某局\"") && titled[2].starts_with("line 5: "));
    assert_eq!((&titled[1][..], &titled[3][..]), ("h2e2 h9g7", "c3c4"));
}

#[test]
fn text_after_a_position_is_a_comment() {
    for (rest, comment) in [
        (" bm a0a9; perhaps", "bm a0a9; perhaps"),
        (" best a0a9;", "best a0a9;"),
        (" ; a0a9 wins", "a0a9 wins"),
        (",0.53", "0.53"),
        (" | 120 | a0a9", "120 | a0a9"),
        ("", ""),
    ] {
        let game = lines::read(&format!("{ROOK}{rest}")).next().unwrap().unwrap();
        assert_eq!((game.line.comment.as_str(), game.start.fen()), (comment, ROOK.to_owned()));
        let (text, losses) = lines::write_fens(&game, Positions::First).unwrap();
        assert!(losses.is_empty());
        assert_eq!(lines::read(&text).collect::<Vec<_>>(), [Ok(game)]);
    }
    // A lone carriage return ends a line of the comment, and white space around it is dropped, as in a conversion to
    // PGN.
    for rest in [" w\rb", " bm a0a9; c0 \"w\rb\";", " bm a0a9; c0 \" w\rb\t\";"] {
        let game = lines::read(&format!("{ROOK}{rest}")).next().unwrap().unwrap();
        assert_eq!(game.line.comment, "w\nb");
        let pgn = pgn::write(&game, MoveFormat::Iccs).unwrap();
        assert_eq!(pgn::read(&pgn).collect::<Vec<_>>(), [Ok(game)]);
    }
}

#[test]
fn operations_of_epd_are_tags_and_are_written_back() {
    let text = format!("{ROOK} bm a0a9; id \"mate; in 1\"; acd 12; c0 \"easy\";\n");
    let game = lines::read(&text).next().unwrap().unwrap();
    assert_eq!((game.tag("bm"), game.tag("id")), (Some("a0a9"), Some("mate; in 1")));
    assert_eq!((game.tag("acd"), &game.line.comment[..]), (Some("12"), "easy"));
    let (written, losses) = lines::write_fens(&game, Positions::First).unwrap();
    assert_eq!((written, losses.is_empty()), (text, true));
    // Operations survive other formats, but are written only with the first position.
    let pgn = pgn::write(&game, MoveFormat::Iccs).unwrap();
    assert_eq!(pgn::read(&pgn).next().unwrap().unwrap(), game);
    let mut played = game.clone();
    played.line.push("a0a9".parse().unwrap());
    let (_, losses) = lines::write_fens(&played, Positions::Last).unwrap();
    assert_eq!(losses.to_string(), "3 tags, 1 move, 1 comment");
    // In EPD a position has four fields, and its counters are operations.
    let bare = ROOK.replace(" 3 41", "");
    let game = lines::read(&format!("{bare} hmvc 3; fmvn 41; id \"x\";")).next().unwrap().unwrap();
    assert_eq!((game.start.fen(), game.tag("hmvc")), (ROOK.to_owned(), None));
    // Setting one counter leaves the other unchanged.
    let game = lines::read(&format!("{ROOK} hmvc 5;")).next().unwrap().unwrap();
    assert!(game.start.fen().ends_with(" 5 41"), "{}", game.start.fen());
    // The name of a comment looks like a pawn move, even when it comes first.
    let game = lines::read(&format!("{ROOK} c1 \"a; b\"; c0 \"easy\";")).next().unwrap().unwrap();
    assert_eq!((game.tag("c1"), &game.line.comment[..]), (Some("a; b"), "easy"));
    assert_eq!(moves(&game), "");
}

#[test]
fn operations_that_are_lost_are_reported() {
    for (operations, expected) in [
        ("hmvc x; id \"a\";", "operation hmvc: invalid number \"x\""),
        ("fmvn; id \"a\";", "operation fmvn: invalid number \"\""),
        ("fmvn -1; id \"a\";", "operation fmvn: invalid number \"-1\""),
        ("hmvc 4294967296; id \"a\";", "operation hmvc: invalid number \"4294967296\""),
        ("id \"a\"; id \"b\";", "duplicate operation id"),
        ("id \"a\"; hmvc 3; hmvc 4;", "duplicate operation hmvc"),
    ] {
        let error = lines::read(&format!("{ROOK} {operations}")).next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), format!("line 1: {expected}; everything else was read"));
        let game = error.into_salvaged().unwrap();
        assert_eq!((game.start.fen(), game.tag("id")), (ROOK.to_owned(), Some("a")));
    }
}

#[test]
fn a_position_may_be_in_an_address() {
    let address = format!("https://example.org/xiangqi?fen={}", ROOK.replace(' ', "_"));
    assert_eq!(read(&address), [format!("{ROOK} | ")]);
    let broken = address.replace("R3K4", "R8");
    assert!(read(&broken)[0].starts_with("line 1: there is no red king"), "{}", read(&broken)[0]);
}

#[test]
fn an_error_names_the_expectation_and_reading_goes_on() {
    let text = format!("h2e2\nnonsense\nh2e2 h2e2\n9/9 w\n{ROOK}\nfen x\n2. h2e9\n");
    assert_eq!(
        read(&text),
        [
            "h2e2",
            "line 2: \"nonsense\": expected a FEN, or moves like h2e2, C2.5 or 炮二平五",
            "line 3: ply 2: \"h2e2\": no piece stands on h2; \
             read up to move 1",
            "line 4: placement: 2 ranks; expected 10, separated by '/'",
            &format!("{ROOK} | "),
            "line 6: \"fen x\": expected a FEN, or moves like h2e2, C2.5 or 炮二平五",
            "line 7: ply 1: \"h2e9\": the red cannon on h2 cannot go there",
        ]
    );
}

#[test]
fn positions_are_chosen() {
    let mut game = game(Some(ROOK), "a0a9 d9d8");
    game.line.comment = "white\nspace".to_owned();
    game.outcome = Outcome::Win(Color::Red);
    let written = |which| lines::write_fens(&game, which).unwrap();
    let (all, losses) = written(Positions::All);
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 3 41 ; white space"));
    assert_eq!(losses.to_string(), "2 moves, 1 comment in its place, 1 result");
    assert_eq!(written(Positions::Last).0, format!("{}\n", lines[2]));
    assert_eq!(written(Positions::First).0, format!("{}\n", lines[0]));
}

#[test]
fn illegal_moves_are_not_written() {
    let game = game(None, "h2e2 h2e2");
    assert!(lines::write_moves(&game, MoveFormat::Iccs).is_err());
    assert!(lines::write_fens(&game, Positions::Last).is_err());
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn main_lines_round_trip(
        games in prop::collection::vec(games(), 1..4),
        format in select(vec![
            MoveFormat::Iccs,
            MoveFormat::Wxf,
            MoveFormat::Chinese(Script::Simplified),
            MoveFormat::Chinese(Script::Traditional),
        ]),
    ) {
        let text: String = games.iter().map(|game| lines::write_moves(game, format).unwrap().0).collect();
        let read: Vec<Game> = lines::read(&text).map(|game| game.unwrap()).collect();
        prop_assert_eq!(read.len(), games.len());
        for (read, game) in read.iter().zip(&games) {
            prop_assert_eq!((&read.start, read.outcome, moves(read)), (&game.start, game.outcome, moves(game)));
        }
    }

    #[test]
    fn no_text_is_too_strange(
        text in "(fen |moves |startpos|\n|[0-9]{1,3}\\.|h2e2|炮二平五|1-0|9/|3k5/9/9/9/9/9/9/9/9/R3K4 w|\\PC| ){0,30}"
    ) {
        let _ = lines::read(&text).count();
    }
}
