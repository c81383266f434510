//! What a file format cannot hold.

use std::fmt;
use std::ops::AddAssign;

use super::game::{Game, Line};

/// Counts of what was left out when games were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Losses {
    /// Tags with known values.
    pub tags: usize,
    /// Moves, in formats that hold only positions.
    pub moves: usize,
    /// Variations, including nested ones.
    pub variations: usize,
    /// Comments, including those in lost variations.
    pub comments: usize,
    /// Comments that were kept, but moved or changed.
    pub changed_comments: usize,
    /// Annotation glyphs.
    pub glyphs: usize,
    /// Results.
    pub results: usize,
    /// Start positions whose side to move or counters were lost.
    pub counters: usize,
}

impl Losses {
    /// Counts everything in a game except its start position and the moves of its main line.
    pub(super) fn beside_moves(game: &Game) -> Self {
        let mut losses = Self {
            tags: game.tags.iter().filter(|(_, value)| is_meaningful(value)).count(),
            ..Self::default()
        };
        losses.count_line(&game.line);
        losses
    }

    /// Counts the comments, glyphs and variations in a line, including nested ones.
    pub(super) fn count_line(&mut self, line: &Line) {
        self.comments += usize::from(!line.comment.is_empty());
        for played in &line.moves {
            self.comments += usize::from(!played.comment.is_empty());
            self.glyphs += played.glyphs.len();
            self.variations += played.variations.len();
            for variation in &played.variations {
                self.count_line(variation);
            }
        }
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether the value of a tag is known, unlike `?` and `????.??.??`.
pub(super) fn is_meaningful(value: &str) -> bool {
    !value.chars().all(|c| matches!(c, '?' | '.' | '-') || c.is_whitespace())
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.tags += other.tags;
        self.moves += other.moves;
        self.variations += other.variations;
        self.comments += other.comments;
        self.changed_comments += other.changed_comments;
        self.glyphs += other.glyphs;
        self.results += other.results;
        self.counters += other.counters;
    }
}

/// The losses as text, such as `2 tags, 1 variation`; empty if nothing was lost.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.tags, ["tag", "tags"]),
            (self.moves, ["move", "moves"]),
            (self.variations, ["variation", "variations"]),
            (self.comments, ["comment", "comments"]),
            (self.changed_comments, ["comment in its place", "comments in their places"]),
            (self.glyphs, ["glyph", "glyphs"]),
            (self.results, ["result", "results"]),
            (
                self.counters,
                ["start position's side or counters", "start positions' side or counters"],
            ),
        ];
        let counts = counts.into_iter().filter(|&(count, _)| count > 0);
        let words = counts
            .map(|(count, [one, many])| format!("{count} {}", if count == 1 { one } else { many }));
        f.write_str(&words.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::LineMove;
    use super::*;
    use chuhe_engine::board::Position;

    #[test]
    fn everything_is_counted_once() {
        let mut game = Game::new(Position::startpos());
        game.set_tag("Red", "A");
        let mv = || LineMove::from("h2e2".parse::<chuhe_engine::types::Move>().unwrap());
        let inner = Line { comment: "why".to_owned(), moves: vec![mv()] };
        game.line.moves.push(LineMove { glyphs: vec![1, 2], variations: vec![inner], ..mv() });
        let losses = Losses::beside_moves(&game);
        assert_eq!(losses.to_string(), "1 tag, 1 variation, 1 comment, 2 glyphs");
        let mut sum = losses;
        sum += losses;
        assert_eq!(sum.to_string(), "2 tags, 2 variations, 2 comments, 4 glyphs");
        assert!(!sum.is_empty() && Losses::default().is_empty());
    }
}
