//! Tests the rules, case by case.

use std::collections::BTreeSet;

use draughts::board::Board;
use draughts::moves::legal_moves;
use draughts::notation::{
    fen, hub_move, long_move_text, move_text, read_board, read_hub_move, read_move,
};
use draughts::position::{DrawReason, GameResult, Position};
use draughts::variant::{Color, Variant};
use game_core::Outcome;

fn board(variant: Variant, text: &str) -> Board {
    read_board(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(variant: Variant, text: &str) -> BTreeSet<String> {
    let board = board(variant, text);
    legal_moves(&board).into_iter().map(|mv| hub_move(&board, mv)).collect()
}

fn assert_moves(variant: Variant, text: &str, expected: &[&str]) {
    let expected = expected.iter().map(|&text| text.to_owned()).collect();
    assert_eq!(moves(variant, text), expected, "{variant} {text}");
}

use Variant::{English, International, Source};

#[test]
fn men_capture_backwards_only_where_the_rules_say() {
    let text = "W:W28:B33,6";
    assert_moves(International, text, &["28x39x33"]);
    assert_moves(Source, text, &["28-22", "28-23"]);
    assert_moves(English, "W:W18:B23,1", &["18-14", "18-15"]);
    assert_moves(English, "W:WK18:B23,1", &["18x27x23"]);
}

#[test]
fn the_largest_capture_is_compulsory_where_the_rules_say() {
    // One man can be captured to the left, or two in succession to the right.
    assert_moves(International, "W:W32:B27,28,19", &["32x14x19x28"]);
    assert_moves(Source, "W:W32:B27,28,19", &["32x14x19x28"]);
    let both = ["22x8x11x18", "22x13x17"];
    assert_moves(English, "W:W22:B17,18,11", &both);
}

#[test]
fn a_king_counts_no_more_than_a_man() {
    assert_moves(International, "W:W32:BK27,28", &["32x21x27", "32x23x28"]);
}

#[test]
fn kings_fly_or_step() {
    assert_eq!(moves(International, "W:WK28:B5").len(), 16);
    assert_moves(English, "W:WK18:B4", &["18-14", "18-15", "18-22", "18-23"]);
    // The king may land on any free square behind the captured piece.
    assert_moves(
        International,
        "W:WK46:B28",
        &["46x23x28", "46x19x28", "46x14x28", "46x10x28", "46x5x28"],
    );
    // Two pieces in a row cannot be jumped.
    assert!(moves(International, "W:WK46:B28,23").iter().all(|mv| mv.contains('-')));
}

#[test]
fn captured_pieces_are_removed_when_the_capture_is_over() {
    // If captured pieces disappeared at once, the king could continue from 16 and capture a fourth.
    assert_moves(International, "W:WK36:B8,11,18,19,45", &["36x16x8x11x18"]);
    let four = ["17x16x11x28x30x40"];
    assert_moves(International, "W:WK17:B11,23,28,30,36,40", &four);
    // A man captures in a circle and ends where it began.
    assert_moves(International, "W:W37:B31,32,21,22,3", &["37x37x21x22x31x32"]);
}

#[test]
fn a_man_that_passes_the_far_row_stays_a_man() {
    let start = board(International, "W:W12:B8,9,45");
    let mv = read_move(&start, "12x14").unwrap();
    let after = start.after(mv);
    assert_eq!(fen(&after), "B:W14:B45");
    // A man whose capture ends on the far row becomes a king.
    let start = board(International, "W:W12:B8,45");
    let after = start.after(read_move(&start, "12x3").unwrap());
    assert_eq!(fen(&after), "B:WK3:B45");
    // In the other games a man cannot continue its capture from the far row.
    let start = board(English, "W:W9:B6,7,28");
    let after = start.after(read_move(&start, "9x2").unwrap());
    assert_eq!(fen(&after), "B:WK2:B7,28");
}

#[test]
fn ambiguous_captures_are_identified_by_their_squares() {
    let start = board(International, "W:WK47:B20,29,38,41,40,30,9,10");
    let moves = legal_moves(&start);
    for mv in moves {
        assert_eq!(read_move(&start, &move_text(&start, mv)), Ok(mv));
        assert_eq!(read_move(&start, &long_move_text(&start, mv)), Ok(mv));
    }
    // Two paths from 6 to 22 capture different pieces.
    let start = board(English, "B:B6:W9,10,17,18");
    let error = read_move(&start, "6x22").unwrap_err();
    assert_eq!(error.to_string(), "6x22 can be several captures: 6x13x22, 6x15x22");
    let left = read_move(&start, "6x13x22").unwrap();
    assert_eq!(hub_move(&start, left), "6x22x9x17");
    assert_eq!(move_text(&start, left), "6x13x22");
    assert_eq!(read_hub_move(&start, "6x22x17x9"), Ok(left));
}

/// The king may make a round trip on its way: that capture visits all the squares of the shorter one.
#[test]
fn a_shorter_capture_is_identified_by_its_squares() {
    let start = board(English, "W:WK25:B6,7,14,15,22,23");
    assert_moves(English, "W:WK25:B6,7,14,15,22,23", &["25x27x22x23", "25x27x6x7x14x15x22x23"]);
    for mv in legal_moves(&start) {
        assert_eq!(read_move(&start, &move_text(&start, mv)), Ok(mv));
        assert_eq!(read_hub_move(&start, &hub_move(&start, mv)), Ok(mv));
    }
    assert!(read_move(&start, "25x27").is_err());
}

#[test]
fn errors_of_moves_name_the_fault() {
    let start = Board::start(International);
    for (text, message) in [
        ("", "invalid move \"\": expected squares such as 32-28 or 19x30"),
        ("32", "invalid move \"32\": expected squares such as 32-28 or 19x30"),
        ("32-99", "32-99 is not legal here"),
        ("32-32-32-32-32-32-32-32-32-32", "32-32-32-32-32-32-32-32-32-32 is not legal here"),
        ("20-25", "20-25 is not legal here"),
    ] {
        assert_eq!(read_move(&start, text).unwrap_err().to_string(), message);
    }
}

#[test]
fn errors_of_positions_name_the_fault() {
    for (text, message) in [
        ("W:W1:B2", "a man on square 1 would be a king"),
        ("W:W31:B31", "two pieces on square 31"),
        ("X:W31:B1", "invalid side to move \"X\": expected W or B"),
        ("W:W51:B1", "invalid square \"51\": expected a number from 1 to 50"),
        ("W:W40-31:B1", "invalid range of squares \"40-31\""),
        ("W:W:B", "there are no pieces on the board"),
        ("We", "expected 50 squares, but found 1"),
    ] {
        assert_eq!(read_board(International, text).unwrap_err().to_string(), message, "{text}");
    }
    let long = format!("W{}x", "e".repeat(49));
    let error = read_board(International, &long).unwrap_err();
    assert_eq!(error.to_string(), "invalid piece 'x' on square 50: expected w, W, b, B or e");
    assert!(read_board(International, "hello").is_err());
    assert_eq!(read_board(International, "W:W31-50:B1-20."), Ok(Board::start(International)));
}

/// Plays the same moves repeatedly.
fn repeat(position: &mut Position, texts: &[&str], plies: usize) {
    for text in texts.iter().cycle().take(plies) {
        assert_eq!(position.outcome(), None, "before {text}, ply {}", position.played().len());
        let mv = read_move(position.board(), text).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    }
}

#[test]
fn the_third_repetition_draws() {
    for variant in Variant::ALL {
        let text = if variant == English { "W:WK29,21:BK4,12" } else { "W:WK47,36:BK4,15" };
        let steps = if variant == English {
            ["29-25", "4-8", "25-29", "8-4"]
        } else {
            ["47-42", "4-9", "42-47", "9-4"]
        };
        let mut position = Position::new(board(variant, text));
        repeat(&mut position, &steps, 7);
        assert_eq!(position.outcome(), None);
        repeat(&mut position, &steps[3..], 1);
        assert_eq!(position.draw(), Some(DrawReason::Repetition));
        assert_eq!(position.result(), Some(GameResult::Draw));
    }
}

/// Plays legal moves that neither repeat a position three times nor allow a capture, until the game is over or this
/// many plies are played.
fn wander(position: &mut Position, plies: usize) {
    for step in 0..plies {
        if position.outcome().is_some() {
            return;
        }
        let moves = legal_moves(position.board());
        let next = moves.iter().cycle().skip(step % moves.len()).take(moves.len()).find(|mv| {
            let mut next = position.clone();
            next.play(**mv);
            let is_loss = legal_moves(next.board()).iter().any(|reply| reply.is_capture());
            next.draw() != Some(DrawReason::Repetition) && !is_loss
        });
        position.play(*next.expect("a move that is safe and repeats nothing"));
    }
}

#[test]
fn a_lone_king_need_not_hold_out_for_ever() {
    for (text, plies) in [("W:WK1,K2,K3:BK45", 32), ("W:WK1,K2:BK45", 10), ("W:WK1:BK45", 10)] {
        let mut position = Position::new(board(International, text));
        wander(&mut position, 60);
        assert_eq!(position.draw(), Some(DrawReason::LoneKing), "{text}");
        assert_eq!(position.played().len(), plies, "{text}");
    }
    // The English game has no rule about lone kings.
    let mut position = Position::new(board(English, "W:WK1:BK32"));
    wander(&mut position, 12);
    assert_eq!(position.outcome(), None);
}

#[test]
fn a_side_without_moves_or_pieces_has_lost() {
    let blocked = Position::new(board(Source, "W:W46:B41,37,36"));
    assert_eq!(blocked.outcome(), Some(Outcome::Loss));
    assert_eq!(blocked.result(), Some(GameResult::Won(Color::Black)));
    let bare = Position::new(board(International, "B:W46:B"));
    assert_eq!(bare.result(), Some(GameResult::Won(Color::White)));
}
