//! Tests algebraic notation with games from programs for many chess variants, and against independent implementations.

use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::notation::{MoveFormat, parse_move, rank_numbering, san};
use chuhe_engine::types::{Move, PieceType};
use chuhe_formats::pgn;
use proptest::prelude::*;

use super::moves;
use crate::playout::{config, playouts};

#[test]
fn games_of_pyffish_are_read() {
    let text = include_str!("../../../../tests/data/pyffish.pgn");
    let mut formats = Vec::new();
    for game in pgn::read(text) {
        let game = game.unwrap();
        let expected: Vec<String> = game
            .tag("UCI")
            .unwrap()
            .split(' ')
            .map(|text| iccs::parse(text, Ranks::FromOne).unwrap().to_string())
            .collect();
        assert_eq!(moves(&game), expected.join(" "));
        formats.push(text.matches("[Event").count());
    }
    assert_eq!(formats.len(), 8);
}

#[test]
fn a_game_as_xboard_saves_it_is_read() {
    let text = r#"[Event "Computer Chess Game"]
[Site "?"]
[Date "2012.05.04"]
[Round "-"]
[White "A"]
[Black "B"]
[Result "1-0"]
[TimeControl "40/300"]
[Variant "xiangqi"]

{--------------
r h e a k a e h r
. . . . . . . . .
white to play
--------------}
1. Che2 {+0.35/9 4.2} Hg7 {-0.30/9 4.1} 2. Hg2 Rh9 3. Ri1 c5 4. Cxe6 Hc7
{Red mates} 1-0
"#;
    let game = pgn::read(text).next().unwrap().unwrap();
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2 i9h9 i0i1 c6c5 e2e6 b9c7");
    assert_eq!((game.tag("Red"), game.tag("RedTimeControl")), (Some("A"), None));
    assert_eq!(game.line.moves[0].comment, "+0.35/9 4.2");
    let wxf = pgn::write(&game, MoveFormat::Wxf).unwrap();
    assert!(wxf.contains("1. C2.5"), "{wxf}");
}

#[test]
fn the_numbering_is_inferred_from_legality() {
    let start = Position::startpos();
    for (words, ranks) in [
        (&["Che3", "Hg8"][..], Ranks::FromOne),
        (&["Che2", "Hg7"], Ranks::FromZero),
        (&["c5", "c6"], Ranks::FromOne),
        (&["h3e3", "h8e8"], Ranks::FromOne),
        (&["c3c4", "Ra10"], Ranks::FromOne),
        (&["C2.5", "H8+7"], Ranks::FromZero),
        (&[], Ranks::FromZero),
    ] {
        assert_eq!(rank_numbering(&start, words.iter().copied()), ranks, "{words:?}");
    }
}

#[test]
fn a_text_of_two_notations_is_san_first() {
    let read = |fen: &str, text| {
        parse_move(&Position::from_fen(fen).unwrap(), text, Ranks::FromZero)
            .map(|mv| mv.to_string())
    };
    // Both cannons, on h2 and h5, can reach the e-file only along their own ranks, e2 and e5.
    let cannons = "4k4/9/9/9/7C1/9/9/7C1/9/3K5 w";
    assert_eq!(read(cannons, "C2e2"), Ok("h2e2".to_owned()));
    // No cannon can play this, but as coordinates, c2 to e2 is a move by the rook.
    assert_eq!(read("4k4/9/9/9/9/9/9/2R6/9/3K5 w", "C2e2"), Ok("c2e2".to_owned()));
}

#[test]
fn comments_and_variations_are_distinguished() {
    let text = "1. Che3 (a good move) Hg8 (1... c6 2. c5) (see game 4) 2. Hg3 *";
    let game = pgn::read(text).next().unwrap().unwrap();
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2");
    assert_eq!(game.line.moves[0].comment, "a good move");
    assert_eq!(game.line.moves[1].variations.len(), 1);
    assert_eq!(game.line.moves[1].comment, "see game 4");
}

/// The legal moves of other pieces of the same kind to the same point.
fn rivals(position: &Position, mv: Move) -> Vec<Move> {
    let board = position.board();
    let rivals = position.legal_moves().into_iter().filter(|other| {
        *other != mv && other.to() == mv.to() && board.moved_piece(*other) == board.moved_piece(mv)
    });
    rivals.collect()
}

fn point(square: chuhe_engine::types::Square, first: u8) -> String {
    format!("{}{}", char::from(b'a' + square.file()), square.rank() + first)
}

/// A move as `XBoard` writes it: letters K A E H R C, ranks from 0; a pawn has no letter, but its file is written if it
/// moves sideways or captures.
fn xboard_text(position: &Position, mv: Move) -> String {
    let board = position.board();
    let kind = board.moved_piece(mv).unwrap().kind();
    let takes = if board.piece_at(mv.to()).is_some() { "x" } else { "" };
    let (file, rank) = (char::from(b'a' + mv.from().file()), mv.from().rank());
    if kind == PieceType::Pawn {
        let is_straight = mv.from().file() == mv.to().file() && takes.is_empty();
        let origin = if is_straight { String::new() } else { file.to_string() };
        return format!("{origin}{takes}{}", point(mv.to(), 0));
    }
    let letter = b"KAEHRCP"[kind as usize] as char;
    let rivals = rivals(position, mv);
    let on_rank = rivals.iter().any(|other| other.from().rank() == rank);
    let on_file = rivals.iter().any(|other| other.from().file() == mv.from().file());
    let elsewhere = rivals
        .iter()
        .any(|other| other.from().rank() != rank && other.from().file() != mv.from().file());
    let by_file = if on_rank || elsewhere && !on_file { file.to_string() } else { String::new() };
    let by_rank = if on_file { rank.to_string() } else { String::new() };
    format!("{letter}{by_file}{by_rank}{takes}{}", point(mv.to(), 0))
}

/// A move as Fairy-Stockfish writes it: the same letters and P, ranks from 1, and as little of the origin as is
/// unambiguous.
fn fairy_text(position: &Position, mv: Move, long: bool) -> String {
    let board = position.board();
    let letter = b"KAEHRCP"[board.moved_piece(mv).unwrap().kind() as usize] as char;
    let takes = board.piece_at(mv.to()).is_some();
    let rivals = rivals(position, mv);
    let (from, to) = (mv.from(), mv.to());
    let origin = if long {
        point(from, 1)
    } else if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|other| other.from().file() != from.file()) {
        point(from, 1)[..1].to_owned()
    } else if rivals.iter().all(|other| other.from().rank() != from.rank()) {
        point(from, 1)[1..].to_owned()
    } else {
        point(from, 1)
    };
    let separator = if takes {
        "x"
    } else if long {
        "-"
    } else {
        ""
    };
    format!("{letter}{origin}{separator}{}", point(to, 1))
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn every_legal_move_is_read_as_it_is_written(playout in playouts()) {
        let position = playout.end();
        for mv in position.legal_moves() {
            for (text, ranks) in [
                (xboard_text(&position, mv), Ranks::FromZero),
                (fairy_text(&position, mv, false), Ranks::FromOne),
                (fairy_text(&position, mv, true), Ranks::FromOne),
            ] {
                prop_assert_eq!(parse_move(&position, &text, ranks), Ok(mv), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "[KAEHRCPx:a-i0-9-]{0,8}|\\PC{0,6}") {
        let _ = san::parse(&Position::startpos(), &text, Ranks::FromOne);
        let _ = rank_numbering(&Position::startpos(), [&text[..]]);
    }
}
