//! Gomocup's protocol, as used by the manager Piskvork.

mod command;
mod session;
mod talk;
mod time;

pub use talk::run;
