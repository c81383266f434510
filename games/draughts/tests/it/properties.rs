//! Tests properties of every position in many random games.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::collections::HashSet;

use draughts::board::{Board, Move};
use draughts::geometry::bits;
use draughts::moves::{capturers, has_captures, has_moves, legal_moves, paths, perft};
use draughts::notation::{
    fen, hub_board, hub_move, long_move_text, move_text, read_board, read_hub_move, read_move,
};
use draughts::pdn::{PdnGame, read_games};
use draughts::position::Position;
use draughts::variant::{Color, Variant};

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

/// Calls `visit` with every position of random games and its legal moves.
fn random_games(variant: Variant, games: u64, mut visit: impl FnMut(&Position, &[Move])) {
    for game in 0..games {
        let mut random = Random(0x1234_5678_9abc_def1 ^ (game + 1) << 20);
        let mut position = Position::start(variant);
        for _ in 0..200 {
            let moves = legal_moves(position.board());
            visit(&position, &moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn a_move_taken_back_leaves_no_trace() {
    for variant in Variant::ALL {
        random_games(variant, 20, |position, moves| {
            let mut other = position.clone();
            for &mv in moves {
                other.play(mv);
                assert_eq!(other.key(), other.board().key());
                assert_eq!(other.undo(), Some(mv));
                assert_eq!(&other, position);
            }
        });
    }
}

#[test]
fn moves_are_all_different_and_captures_as_the_rules_want() {
    for variant in Variant::ALL {
        let rules = variant.rules();
        random_games(variant, 40, |position, moves| {
            let board = position.board();
            assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len());
            assert_eq!(has_moves(board), !moves.is_empty());
            let takes = moves.first().is_some_and(|mv| mv.is_capture());
            assert_eq!(has_captures(board), takes);
            assert!(moves.iter().all(|mv| mv.is_capture() == takes));
            let from = moves.iter().fold(0, |all, mv| all | 1 << mv.from);
            if takes && rules.largest_capture {
                assert_eq!(from & !capturers(board), 0);
                let count = moves[0].captured.count_ones();
                assert!(moves.iter().all(|mv| mv.captured.count_ones() == count));
            } else if takes {
                assert_eq!(from, capturers(board));
            }
            for &mv in moves {
                let after = board.after(mv);
                let captured = mv.captured.count_ones();
                assert_eq!(after.count() + captured, board.count());
                assert_eq!(after.men(Color::White) & after.far_row(Color::White), 0);
                assert!(!paths(board, mv).is_empty());
            }
        });
    }
}

#[test]
fn exchanged_colors_have_the_same_moves() {
    for variant in Variant::ALL {
        random_games(variant, 6, |position, _| {
            let board = position.board();
            assert_eq!(perft(board, 2), perft(&board.exchanged(), 2));
        });
    }
}

#[test]
fn positions_and_moves_come_back_from_text() {
    for variant in Variant::ALL {
        random_games(variant, 25, |position, moves| {
            let board = position.board();
            assert_eq!(read_board(variant, &fen(board)).as_ref(), Ok(board));
            assert_eq!(read_board(variant, &hub_board(board)).as_ref(), Ok(board));
            for &mv in moves {
                assert_eq!(read_hub_move(board, &hub_move(board, mv)), Ok(mv));
                assert_eq!(read_move(board, &long_move_text(board, mv)), Ok(mv));
                assert_eq!(read_move(board, &move_text(board, mv)), Ok(mv));
            }
        });
    }
}

#[test]
fn games_come_back_from_pdn() {
    for variant in Variant::ALL {
        let mut games = Vec::new();
        random_games(variant, 10, |position, _| {
            if position.played().len() % 37 == 36 {
                games.push(PdnGame::new(position.clone()));
            }
        });
        // Also tests the game from its middle.
        if let Some(game) = games.first() {
            games.push(PdnGame::new(Position::new(*game.position.board())));
        }
        let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
        let text = texts.join("\n");
        assert_eq!(read_games(&text, Variant::International).as_ref(), Ok(&games), "{text}");
    }
}

/// A plain implementation of the rules by rows and columns, without bit tricks.
mod plain {
    use super::{Board, Color, HashSet, bits};

    type Square = (i32, i32);

    pub(super) type PlainMove = (u8, u8, Vec<u8>);

    struct Reader<'a> {
        board: &'a Board,
        from: Square,
        is_king: bool,
        found: Vec<(Square, Vec<Square>)>,
    }

    fn square(board: &Board, bit: u8) -> Square {
        let index = i32::from(board.rules().geometry.number(bit)) - 1;
        let width = board.rules().geometry.width() as i32;
        let row = index / width;
        (row, 2 * (index % width) + i32::from(row % 2 == 0))
    }

    fn bit(board: &Board, (row, column): Square) -> Option<u8> {
        let rows = board.rules().geometry.rows() as i32;
        if !(0..rows).contains(&row) || !(0..rows).contains(&column) {
            return None;
        }
        let number = row * rows / 2 + column / 2 + 1;
        Some(board.rules().geometry.bit(number as u8))
    }

    impl Reader<'_> {
        /// The owner of the piece on a square: `None` off the board, 0 if the square is free.
        fn at(&self, square: Square) -> Option<i32> {
            let bit = bit(self.board, square)?;
            if square == self.from {
                return Some(0);
            }
            Some(
                self.board
                    .piece_at(bit)
                    .map_or(0, |piece| if piece.color == self.board.side() { 1 } else { 2 }),
            )
        }

        fn capture(&mut self, at: Square, taken: &[Square]) {
            let rules = self.board.rules();
            let forward = if self.board.side() == Color::White { -1 } else { 1 };
            let flies = self.is_king && rules.kings_fly;
            let mut is_over = true;
            for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                if !self.is_king && !rules.men_capture_backwards && down != forward {
                    continue;
                }
                let mut over = (at.0 + down, at.1 + right);
                while flies && self.at(over) == Some(0) {
                    over = (over.0 + down, over.1 + right);
                }
                if self.at(over) != Some(2) || taken.contains(&over) {
                    continue;
                }
                let mut landing = (over.0 + down, over.1 + right);
                while self.at(landing) == Some(0) {
                    is_over = false;
                    let taken = [taken, &[over]].concat();
                    self.capture(landing, &taken);
                    landing = (landing.0 + down, landing.1 + right);
                    if !flies {
                        break;
                    }
                }
            }
            if is_over && !taken.is_empty() {
                self.found.push((at, taken.to_vec()));
            }
        }
    }

    pub(super) fn moves(board: &Board) -> HashSet<PlainMove> {
        let rules = board.rules();
        let forward = if board.side() == Color::White { -1 } else { 1 };
        let mut captures = Vec::new();
        let mut quiet = Vec::new();
        for from_bit in bits(board.pieces(board.side())) {
            let from = square(board, from_bit);
            let is_king = board.kings(board.side()) >> from_bit & 1 != 0;
            let mut reader = Reader { board, from, is_king, found: Vec::new() };
            reader.capture(from, &[]);
            captures.extend(reader.found.iter().map(|(to, taken)| (from, *to, taken.clone())));
            for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let mut to = (from.0 + down, from.1 + right);
                while (is_king || down == forward) && reader.at(to) == Some(0) {
                    quiet.push((from, to, Vec::new()));
                    to = (to.0 + down, to.1 + right);
                    if !(is_king && rules.kings_fly) {
                        break;
                    }
                }
            }
        }
        let most = captures.iter().map(|(_, _, taken)| taken.len()).max().unwrap_or(0);
        if rules.largest_capture {
            captures.retain(|(_, _, taken)| taken.len() == most);
        }
        let list = if captures.is_empty() { quiet } else { captures };
        let bits_of = |squares: Vec<Square>| {
            let mut bits: Vec<u8> =
                squares.into_iter().map(|square| bit(board, square).unwrap()).collect();
            bits.sort_unstable();
            bits
        };
        list.into_iter()
            .map(|(from, to, taken)| {
                (bit(board, from).unwrap(), bit(board, to).unwrap(), bits_of(taken))
            })
            .collect()
    }
}

#[test]
fn a_plain_reading_of_the_rules_finds_the_same_moves() {
    for variant in Variant::ALL {
        random_games(variant, 60, |position, moves| {
            let found: HashSet<plain::PlainMove> = moves
                .iter()
                .map(|mv| (mv.from, mv.to, bits(mv.captured).collect::<Vec<u8>>()))
                .collect();
            let expected = plain::moves(position.board());
            assert_eq!(found, expected, "{} {}", variant, fen(position.board()));
        });
    }
}
