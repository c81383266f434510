//! Scores of positions: evaluations, and wins and losses with their distance in plies.

/// The largest absolute evaluation.
pub const EVALUATION_MAX: i32 = 29_000;
/// The score of a won position at the root. A win in n plies scores n less.
pub(crate) const WIN: i32 = 30_000;
/// A bound larger than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// The maximum length of a line, in plies.
pub const PLIES_MAX: usize = 500;

/// The result of searching a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An evaluation, in the game's units.
    Evaluation(i32),
    /// The side to move wins in this many plies.
    WinIn(u32),
    /// The side to move loses in this many plies.
    LossIn(u32),
}

impl Score {
    pub(crate) fn from_value(value: i32) -> Self {
        if value > EVALUATION_MAX {
            Self::WinIn((WIN - value) as u32)
        } else if value < -EVALUATION_MAX {
            Self::LossIn((WIN + value) as u32)
        } else {
            Self::Evaluation(value)
        }
    }
}

/// Converts a score for storage in the table: the search counts plies to a win or loss from the root, the table counts
/// them from the stored position.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value > EVALUATION_MAX {
        value + ply as i32
    } else if value < -EVALUATION_MAX {
        value - ply as i32
    } else {
        value
    }
}

/// Converts a score from the table, reversing `to_table`.
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if value > EVALUATION_MAX {
        value - ply as i32
    } else if value < -EVALUATION_MAX {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_worded_with_their_distance() {
        assert_eq!(Score::from_value(WIN - 3), Score::WinIn(3));
        assert_eq!(Score::from_value(4 - WIN), Score::LossIn(4));
        assert_eq!(Score::from_value(-EVALUATION_MAX), Score::Evaluation(-EVALUATION_MAX));
    }

    #[test]
    fn the_table_counts_from_its_own_position() {
        for value in [WIN - 9, 9 - WIN, 120, -120, 0] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        // A win 9 plies from the root, seen at ply 5, is 4 plies away.
        assert_eq!(to_table(WIN - 9, 5), WIN - 4);
    }
}
