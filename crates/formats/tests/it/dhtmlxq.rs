use chuhe_engine::types::Color;
use chuhe_formats::dhtmlxq;
use chuhe_formats::{Game, LineMove, Outcome};
use proptest::prelude::*;

use super::{game, line, moves, stripped};
use crate::games::games;
use crate::playout::config;

fn read_one(text: &str) -> Game {
    let games: Vec<_> = dhtmlxq::read(text).collect();
    assert_eq!(games.len(), 1, "{games:?}");
    games.into_iter().next().unwrap().unwrap()
}

fn refusal(text: &str) -> String {
    dhtmlxq::read(text).next().unwrap().unwrap_err().to_string()
}

#[test]
fn a_fen_stands_for_the_placement() {
    let fen = "3ak4/9/9/9/9/9/9/9/4r4/3K5 b - - 3 41";
    let text = format!(
        "[DhtmlXQ][DhtmlXQ_fen]{fen}[/DhtmlXQ_fen][DhtmlXQ_movelist]4838[/DhtmlXQ_movelist]"
    );
    let game = read_one(&text);
    assert_eq!((game.start.fen(), moves(&game)), (fen.to_owned(), "e1d1".to_owned()));
    let alone = read_one(&format!("[DhtmlXQ][DhtmlXQ_fen]{fen}[/DhtmlXQ_fen][/DhtmlXQ]"));
    assert_eq!(alone.start.fen(), fen);
    let error = refusal("[DhtmlXQ][DhtmlXQ_fen]3ak4 w[/DhtmlXQ_fen]");
    assert!(error.starts_with("line 1: field fen: placement: 1 rank"), "{error}");
    // The placement takes precedence over the FEN, since programs that use this format write placements.
    let both = read_one(
        &dhtmlxq::write(&super::game(Some(fen), "e1d1"))
            .0
            .replace("[DhtmlXQ_movelist]", "[DhtmlXQ_fen]none[/DhtmlXQ_fen][DhtmlXQ_movelist]"),
    );
    assert_eq!(moves(&both), "e1d1");
}

#[test]
fn indented_lines_of_comments_stay_so() {
    let mut game = game(None, "h2e2");
    game.line.moves[0].comment = "plan:\n  a) left\n\tb) right".to_owned();
    let (text, losses) = dhtmlxq::write(&game);
    assert!(losses.is_empty() && text.contains("]plan:||  a) left||\tb) right["), "{text}");
    assert_eq!(read_one(&text).line, game.line);
    // Indentation in the web page is not part of the comment.
    let text = text.replace("  a) left||", "  a) left\n    and up||");
    let comment = &read_one(&text).line.moves[0].comment;
    assert_eq!(comment, "plan:\n  a) left\nand up\n\tb) right");
}

#[test]
fn a_game_is_written_as_boards_on_web_pages_read_it() {
    let mut game = game(None, "h2e2 h9g7 h0g2");
    game.set_tag("Red", "甲");
    game.set_tag("ECCO", "C21");
    game.outcome = Outcome::Win(Color::Black);
    game.line.comment = "Before.\nAll moves.".to_owned();
    game.line.moves[1].comment = "a reply".to_owned();
    game.line.moves[1].variations = vec![line("b9c7 h0g2"), line("h7e7")];
    game.line.moves[1].variations[0].moves[1].variations = vec![line("b0c2")];
    let (text, losses) = dhtmlxq::write(&game);
    let expected = "\
[DhtmlXQ]
[DhtmlXQ_red]甲[/DhtmlXQ_red]
[DhtmlXQ_ECCO]C21[/DhtmlXQ_ECCO]
[DhtmlXQ_result]黑胜[/DhtmlXQ_result]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_comment0]Before.||All moves.[/DhtmlXQ_comment0]
[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
[DhtmlXQ_comment2]a reply[/DhtmlXQ_comment2]
[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_move_1_3_2]1927[/DhtmlXQ_move_1_3_2]
[DhtmlXQ_move_0_2_3]7242[/DhtmlXQ_move_0_2_3]
[/DhtmlXQ]

";
    assert_eq!(text, expected);
    assert!(losses.is_empty(), "{losses}");
    assert_eq!(read_one(&text), game);
}

#[test]
fn text_from_web_pages_is_read() {
    let page = "<div>[dhtmlxq]<br>\r\n[DhtmlXQ_title] 某局 [/DhtmlXQ_title]\n[DhtmlXQ_place]北京[/DhtmlXQ_place]\n\
        [DhtmlXQ_redrating][/DhtmlXQ_redrating]\n[DhtmlXQ_blacktime]5分[/DhtmlXQ_time]\n\
        [DhtmlXQ_init]500,350[/DhtmlXQ_init]\n[DhtmlXQ_result]红方胜\n[DhtmlXQ_move_0_1_0]7747 7062 \n 7967[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_comment2]one||two\nthree\rfour[/DhtmlXQ_comment2]\n[/DhtmlXQ]</div>";
    let game = read_one(page);
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2");
    assert_eq!(game.outcome, Outcome::Win(Color::Red));
    assert_eq!((game.tag("Title"), game.tag("Site")), (Some("某局"), Some("北京")));
    assert_eq!((game.tag("BlackTime"), game.tag("init")), (Some("5分"), None));
    // Names and values are normalized to what every format allows; a field with the name of a game's own field does not
    // become a tag.
    let page = "[DhtmlXQ][DhtmlXQ_a\u{1}-b]x\u{2}y[/DhtmlXQ_a][DhtmlXQ_SetUp]z[/DhtmlXQ_SetUp]\
        [DhtmlXQ_move\u{1}_0]z[/DhtmlXQ_move_0]\
        [DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
    let odd = read_one(page);
    assert_eq!((odd.tag("a__b"), odd.tag("SetUp")), (Some("x y"), None));
    assert_eq!(odd.tag("move__0"), None);
    // A lone carriage return ends a line as well, as it would after a conversion to PGN.
    assert_eq!(game.line.moves[1].comment, "one\ntwo\nthree\nfour");
}

#[test]
fn the_first_piece_moved_says_whose_turn_it_is() {
    let binit = "9999999949999999999999999999999999999999309999999999999999990099";
    let text =
        format!("[DhtmlXQ_binit]{binit}[/DhtmlXQ_binit][DhtmlXQ_movelist]3031[/DhtmlXQ_movelist]");
    assert_eq!(read_one(&text).start.fen(), "p2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
    let text = text.replace("0099", "0799");
    assert_eq!(read_one(&text).start.fen(), "3k5/9/9/9/9/9/9/p8/9/4K4 b - - 0 1");
    // Red cannot be to move while Black is in check.
    let rook = "3999999949999999999999999999999999999999309999999999999999999999";
    let text = format!("[DhtmlXQ][DhtmlXQ_binit]{rook}[/DhtmlXQ_binit][/DhtmlXQ]");
    assert_eq!(read_one(&text).start.fen(), "3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1");
}

#[test]
fn a_broken_game_says_where_and_the_next_one_comes() {
    let games = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747\n70629[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n\
        [DhtmlXQ]\n\n[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist][/DhtmlXQ]\n\
        [DhtmlXQ]\n[/DhtmlXQ]\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
    let read: Vec<String> = dhtmlxq::read(games)
        .map(|game| game.map_or_else(|error| error.to_string(), |game| moves(&game)))
        .collect();
    assert_eq!(
        read,
        [
            "line 2: field movelist: 9 digits; expected four for each move; read up to move 2",
            "line 7: field movelist, ply 2: \"h2e2\" is not a legal move here; \
             read up to move 1",
            "line 8: no game: expected [DhtmlXQ_movelist], [DhtmlXQ_binit] or [DhtmlXQ_fen]",
            "h2e2",
        ]
    );
    for (field, reason) in [
        ("binit]1234", "line 1: field binit: 4 digits; expected 64, two for each piece"),
        ("move_0_2]7062", "line 1: field move_0_2: expected move_P_N_B, for branch B from move N"),
        ("move_0_2_1]7062", "line 1: branch 1: branch 0 has no move 2 to replace"),
        (
            "move_0_1_1]7062[/DhtmlXQ_][DhtmlXQ_move_1_0_1]7747",
            "line 1: field move_1_0_1: duplicate branch 1",
        ),
        (
            "move_2_1_1]7747[/DhtmlXQ_][DhtmlXQ_move_1_1_2]7747",
            "branch 1: branch 2 has no move 1 to replace",
        ),
        ("move_0_1_1]7947", "line 1: field move_0_1_1, ply 1: \"h0e2\" is not a legal"),
        (
            "move_0_1_1]9747",
            "\"9747\" is not a move: expected four digits: a file 0-8 and a row 0-9, twice",
        ),
    ] {
        let text = format!("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_{field}[/DhtmlXQ_x]");
        assert!(refusal(&text).contains(reason), "{text}: {}", refusal(&text));
    }
    assert!(refusal("nothing").starts_with("line 1: no game"));
}

#[test]
fn content_without_a_place_is_counted() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 3 41";
    let mut game = game(Some(fen), "a0a9 d9d8");
    game.set_tag("movelist", "x");
    game.set_tag("Site", "?");
    game.line.moves[0].glyphs = vec![1];
    game.line.moves[1].comment = "a||b".to_owned();
    game.line.moves[1].variations = vec![line("d9d8")];
    game.line.moves[1].variations[0].comment = "instead".to_owned();
    let (text, losses) = dhtmlxq::write(&game);
    let expected =
        "1 tag, 2 comments in their places, 1 glyph, 1 start position's side or counters";
    assert_eq!(losses.to_string(), expected);
    assert_eq!(read_one(&text).line.moves[1].variations[0].moves[0].comment, "instead");
}

proptest! {
    #![proptest_config(config(128))]

    /// Moves and variations are always preserved, and so are comments, unless their loss was reported.
    #[test]
    fn games_round_trip(game in games()) {
        let (text, losses) = dhtmlxq::write(&game);
        let read = read_one(&text);
        let bare = |game: &Game| stripped(game, |played| {
            let variations = std::mem::take(&mut played.variations);
            *played = LineMove { variations, ..LineMove::from(played.mv) };
            for variation in &mut played.variations {
                variation.comment.clear();
            }
        });
        let (mut ours, mut theirs) = (bare(&game), bare(&read));
        prop_assert_eq!(ours.outcome, theirs.outcome);
        if losses.counters == 0 {
            prop_assert_eq!(ours.start.fen(), theirs.start.fen());
        }
        if losses.changed_comments == 0 {
            prop_assert_eq!(&ours.line, &theirs.line, "{}", text);
            ours = stripped(&game, |played| played.glyphs.clear());
            theirs = read;
        }
        ours.line.comment.clear();
        theirs.line.comment.clear();
        prop_assert_eq!(ours.line, theirs.line, "{}", text);
    }

    #[test]
    fn no_text_is_too_strange(
        text in "(\\[/?DhtmlXQ(_(movelist|binit|move_0_1_[12]|comment[01]|x))?\\]|7747|[0-9]{2}|\\PC|\n){0,30}"
    ) {
        let _ = dhtmlxq::read(&text).count();
    }
}
