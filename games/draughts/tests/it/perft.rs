//! Tests move counts against published ones.

use draughts::board::Board;
use draughts::moves::perft;
use draughts::notation::read_board;
use draughts::variant::Variant;

#[test]
fn the_start_of_the_international_game() {
    let board = Board::start(Variant::International);
    let counts = [9, 81, 658, 4265, 27_117, 167_140, 1_049_442];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&board, depth), count, "depth {depth}");
    }
}

#[test]
fn the_start_of_the_english_game() {
    let board = Board::start(Variant::English);
    let counts = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&board, depth), count, "depth {depth}");
    }
}

/// Woldouby's position, in which men face men.
#[test]
fn a_position_full_of_captures() {
    let text = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
    let board = read_board(Variant::International, text).unwrap();
    let counts = [6, 12, 30, 73, 215, 590, 1944, 6269, 22_369, 88_050, 377_436];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&board, depth), count, "depth {depth}");
    }
}
