//! Chinese texts of the crate `chuhe-arena`.

mod compliance;
mod games;
mod plans;

pub use self::games::ending_title;

fn io_error(error: &std::io::Error) -> String {
    error.to_string() // LOCALIZE: std::io::Error
}
