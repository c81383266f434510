//! Tests of both dialects: chuhe must parse its own lines and those of other engines.

mod engines;
mod round_trips;
