//! Chinese texts of the crate `chuhe-arena`.

mod games;
mod plans;

pub use self::games::{ending_title, forfeits, overloaded};

use crate::Localize;

fn io_error(error: &std::io::Error) -> String {
    error.chinese()
}
