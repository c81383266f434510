//! Chinese texts of the crate `chuhe-engine`.

mod board;
mod words;

pub(crate) use self::words::{piece, side};
