//! Terms that depend only on the material, and the table that caches them.

use super::Sum;
use super::tapered::Tapered;
use super::terms::{self as t, CoefficientSink};
use crate::board::Board;
use crate::types::{Color, PieceType};

/// Counts the terms that depend only on the material.
pub(super) fn count_imbalance<S: CoefficientSink>(board: &Board, sinks: &mut [S; 2]) {
    for (us, sink) in Color::ALL.into_iter().zip(sinks) {
        let own = |kind| board.count(us, kind) as usize;
        let enemy = |kind| board.count(!us, kind) as usize;
        let (advisors, elephants) = (own(PieceType::Advisor), own(PieceType::Elephant));
        sink.add(t::GUARDS + 3 * advisors + elephants, 1);
        sink.add(t::ADVISORS_AND_ROOKS + 3 * enemy(PieceType::Rook) + advisors, 1);
        sink.add(t::ADVISORS_AND_HORSES + 3 * enemy(PieceType::Horse) + advisors, 1);
        sink.add(t::ELEPHANTS_AND_CANNONS + 3 * enemy(PieceType::Cannon) + elephants, 1);
        let count = |kind| own(kind) as i32;
        let (horses, rooks, cannons) =
            (count(PieceType::Horse), count(PieceType::Rook), count(PieceType::Cannon));
        for (place, number) in [horses, rooks, cannons].into_iter().enumerate() {
            sink.add(t::PAIRS + place, i32::from(number == 2));
        }
        let products = [rooks * horses, rooks * cannons, horses * cannons];
        for (place, product) in products.into_iter().enumerate() {
            sink.add(t::MIXED_PAIRS + place, product);
        }
        let pieces = board.material_key().count_ones() as i32;
        sink.add(t::CROWD, horses * pieces);
        sink.add(t::CROWD + 1, cannons * pieces);
        sink.add(t::CANNON_GUARDS, cannons * (advisors + elephants) as i32);
    }
}

/// The imbalance: the value of the material beyond the sum of its pieces, from Red's point of view.
pub(super) fn imbalance(board: &Board) -> Tapered {
    let mut sides = [Sum::default(); 2];
    count_imbalance(board, &mut sides);
    let mut sum = sides[0].0;
    sum -= sides[1].0;
    sum
}

/// A cache of the [`imbalance`] by material key. A search meets few different keys, but meets them often.
#[derive(Debug)]
pub(in crate::eval) struct MaterialTable(Box<[(u32, Tapered); MaterialTable::COUNT]>);

impl MaterialTable {
    const BITS: u32 = 10;
    const COUNT: usize = 1 << Self::BITS;

    pub(in crate::eval) fn new() -> Self {
        // No board has material key 0.
        Self(Box::new([(0, Tapered::default()); Self::COUNT]))
    }

    #[inline]
    pub(super) fn of(&mut self, board: &Board) -> Tapered {
        let key = board.material_key();
        // The multiplier is 2^32 divided by the golden ratio; it spreads keys that differ in only a few bits.
        let place = key.wrapping_mul(0x9e37_79b1) >> (32 - Self::BITS);
        let known = &mut self.0[place as usize];
        if known.0 != key {
            *known = (key, imbalance(board));
        }
        known.1
    }
}
