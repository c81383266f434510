//! The moves of a book as a tree for display.

use chuhe_engine::board::Position;
use chuhe_engine::book::{Book, BookMove, shares};

/// How much of a book's tree is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeLimits {
    /// The maximum depth, in plies from the root.
    pub plies: usize,
    /// The maximum number of moves shown for each position.
    pub moves: usize,
    /// The minimum share of a move that is shown, from 0 to 1.
    pub share_min: f64,
}

/// A move in the tree.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct BookTreeMove {
    /// The move's entry in the book.
    #[serde(flatten)]
    pub entry: BookMove,
    /// The move's share of the weights in the position, from 0 to 1, which is how often the engine plays it.
    pub share: f64,
    /// The book's moves in the position after this move.
    pub replies: Vec<BookTreeMove>,
}

/// Returns the tree that begins in a position.
pub fn explore(book: &Book, position: &Position, limits: TreeLimits) -> Vec<BookTreeMove> {
    if limits.plies == 0 {
        return Vec::new();
    }
    shares(book, position)
        .into_iter()
        .filter(|(_, share)| *share >= limits.share_min)
        .take(limits.moves)
        .map(|(entry, share)| {
            let mut after = position.clone();
            after.make_unchecked(entry.mv, &mut ());
            let below = TreeLimits { plies: limits.plies - 1, ..limits };
            BookTreeMove { entry, share, replies: explore(book, &after, below) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookBuilder, BookGame};
    use chuhe_engine::types::Color;

    #[test]
    fn limits_cut_the_tree() {
        let mut builder = BookBuilder::default();
        for (line, winner) in [
            ("h2e2 h9g7 h0g2", None),
            ("h2e2 b9c7 h0g2", None),
            ("h2e2 h9g7 b0c2", Some(Color::Red)),
            ("g3g4 g6g5", Some(Color::Black)),
        ] {
            let mut position = Position::startpos();
            for word in line.split(' ') {
                let mv = word.parse().unwrap();
                builder.add_game_move(position.board(), mv, BookGame { winner, year: None });
                position.play(mv).unwrap();
            }
        }
        let book = Book::from_bytes(builder.finish(1).unwrap()).unwrap();
        let start = Position::startpos();
        let all = TreeLimits { plies: 9, moves: 9, share_min: 0.0 };
        let tree = explore(&book, &start, all);
        let [cannon, pawn] = &tree[..] else { panic!("{tree:?}") };
        assert_eq!((cannon.entry.mv.to_string().as_str(), cannon.share), ("h2e2", 1.0));
        assert_eq!((pawn.share, pawn.replies[0].share, pawn.replies[0].entry.wins), (0.0, 1.0, 1));
        let shares: Vec<f64> = cannon.replies.iter().map(|reply| reply.share).collect();
        assert_eq!(shares, [0.5, 0.5]);
        assert_eq!(cannon.replies.iter().map(|reply| reply.replies.len()).sum::<usize>(), 3);
        assert_eq!(explore(&book, &start, TreeLimits { share_min: 0.1, ..all }).len(), 1);
        assert!(explore(&book, &start, TreeLimits { plies: 0, ..all }).is_empty());
        let short = explore(&book, &start, TreeLimits { plies: 1, moves: 1, ..all });
        assert!(short.len() == 1 && short[0].replies.is_empty());
    }
}
