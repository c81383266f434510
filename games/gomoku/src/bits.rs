//! Sets of points.

use crate::board::{POINTS, Point};

const WORDS: usize = POINTS / 64;

/// A set of points of the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points([u64; WORDS]);

impl Points {
    pub(crate) fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    pub(crate) fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Adds points of a row, given as a bit mask with one bit per column.
    pub(crate) fn insert_row(&mut self, row: usize, columns: u32) {
        self.0[row / 2] |= u64::from(columns) << (32 * (row % 2));
    }

    /// The points of a row as a bit mask, with one bit per column.
    pub(crate) fn row(&self, row: usize) -> u32 {
        (self.0[row / 2] >> (32 * (row % 2))) as u32
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut all = *self;
        for (word, more) in all.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        all
    }

    /// The points in the set, row by row from the top.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(index, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.checked_sub(1)?;
                Some(Point::from_index(index * 64 + bit))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_inserted_and_not_removed_members() {
        let all = [(0, 0), (21, 0), (0, 2), (31 - 10, 1), (21, 21)].map(|(x, y)| Point::new(x, y));
        let mut set = Points::default();
        assert_eq!(set.iter().next(), None);
        for point in all {
            set.insert(point);
        }
        set.remove(all[0]);
        assert!(!set.contains(all[0]) && set.contains(all[4]));
        let mut expected = all[1..].to_vec();
        expected.sort();
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        let mut one = Points::default();
        one.insert(all[0]);
        assert_eq!(one.union(&set).iter().count(), 5);
    }

    #[test]
    fn rows_are_sets_of_columns() {
        let mut set = Points::default();
        set.insert_row(3, 0b1001);
        set.insert_row(3, 0b10);
        set.insert_row(4, 1 << 21);
        let expected = [(0, 3), (1, 3), (3, 3), (21, 4)].map(|(x, y)| Point::new(x, y));
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        assert_eq!([2, 3, 4].map(|row| set.row(row)), [0, 0b1011, 1 << 21]);
    }
}
