//! Both dialects from both ends: reading the lines that chuhe writes and those of other engines.

mod engines;
mod round_trips;
