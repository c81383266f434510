//! Gomocup's protocol, that of the manager Piskvork: lines in, lines out.

mod command;
mod session;
mod talk;
mod time;

pub use talk::run;
