//! Chinese texts of the crate `chuhe-arena`.

mod compliance;
mod games;
mod plans;

pub use self::games::ending_title;

use crate::Localize;

fn io_error(error: &std::io::Error) -> String {
    error.chinese()
}
