//! How moves are written down.

pub mod chinese;
pub mod diagram;
pub mod iccs;
mod relative;
pub mod wxf;

pub use relative::MoveTextError;
