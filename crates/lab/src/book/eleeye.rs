//! Writes `BOOK.DAT`, the book format of `ElephantEye`, which [`chuhe_engine::book`] reads.

use chuhe_engine::board::Board;
use chuhe_engine::book::BookMove;
use chuhe_engine::book::eleeye::{move_bits, orders};

/// The records collected for a file.
#[derive(Debug, Default)]
pub(super) struct Records(Vec<((u32, u32), u16, u16)>);

impl Records {
    /// Adds the moves of a position that have a weight. In a symmetric position, each move is added with its mirror
    /// image.
    pub(super) fn add(&mut self, board: &Board, moves: &[BookMove]) {
        let [own, mirrored] = orders(board);
        for found in moves.iter().filter(|found| found.weight > 0) {
            if own <= mirrored {
                self.0.push((own, move_bits(found.mv), found.weight));
            }
            if own >= mirrored && (own != mirrored || found.mv != found.mv.mirror()) {
                self.0.push((mirrored, move_bits(found.mv.mirror()), found.weight));
            }
        }
    }

    /// Returns the bytes of the file.
    pub(super) fn bytes(mut self) -> Vec<u8> {
        self.0.sort_unstable();
        self.0.dedup_by_key(|row| (row.0, row.1));
        let mut bytes = Vec::with_capacity(8 * self.0.len());
        for ((lock, _), mv, weight) in self.0 {
            bytes.extend(lock.to_le_bytes());
            bytes.extend(mv.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::board::Position;
    use chuhe_engine::book::Book;

    use super::*;

    #[test]
    fn symmetric_positions_have_both_moves_and_others_one() {
        let mut position = Position::startpos();
        let mut records = Records::default();
        let move_of = |text: &str, weight| BookMove::new(text.parse().unwrap(), weight);
        let start = [move_of("h2e2", 9), move_of("e3e4", 4), move_of("a0a1", 0)];
        records.add(position.board(), &start);
        position.play("h2e2".parse().unwrap()).unwrap();
        records.add(position.board(), &[move_of("h9g7", 7)]);
        let bytes = records.bytes();
        let book = Book::from_bytes(bytes).unwrap();
        assert_eq!((book.is_own(), book.move_count()), (false, 4));
        let found = |position: &Position| {
            let moves = book.moves(position.board());
            let mut found: Vec<(String, u16)> =
                moves.into_iter().map(|found| (found.mv.to_string(), found.weight)).collect();
            found.sort();
            found
        };
        let of = |list: &[(&str, u16)]| -> Vec<(String, u16)> {
            list.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
        };
        assert_eq!(found(&Position::startpos()), of(&[("b2e2", 9), ("e3e4", 4), ("h2e2", 9)]));
        assert_eq!(found(&position), of(&[("h9g7", 7)]));
        let mut mirrored = Position::startpos();
        mirrored.play("b2e2".parse().unwrap()).unwrap();
        assert_eq!(found(&mirrored), of(&[("b9c7", 7)]));
    }
}
