//! A game of a person against the engine, without any terminal: the game and its clocks, and the engine as an opponent
//! that thinks in the background.

mod clock;
mod finish;
mod opponent;
mod session;

pub use clock::{Clocks, TimeControl, TimeControlError};
pub use finish::Finish;
pub use opponent::{Answer, Effort, Opponent, Purpose, Strength, Thought};
pub use session::{PlayError, Session};
