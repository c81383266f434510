//! Both codecs from both ends: what we write we read, and what other engines write too.

mod engines;
mod round_trips;
