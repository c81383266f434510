//! A game between a user and the engine, for any user interface, such as a terminal, a window or a web server.
//! [`FriendGame`] is a game between two people, each at a device of their own.
//!
//! [`CasualGame`] is the whole game: the moves and clocks ([`GameState`]), the engine ([`Opponent`]), a coach that
//! warns before blunders, exercises, and the files in which the game is saved. It prints nothing. Its methods return an
//! [`Update`], which describes the change, or a [`CasualError`]. The engine searches in its own threads. Its events go
//! to a function that the caller supplies and that must pass them to [`CasualGame::handle`].
//!
//! ```
//! use std::sync::mpsc;
//! use std::time::Instant;
//!
//! use chuhe_engine::board::Position;
//! use chuhe_play::{CasualGame, CasualSettings, Change, Opponent};
//! use chuhe_engine::engine::config::Config;
//! use chuhe_engine::search::Limits;
//! use chuhe_engine::types::Color;
//!
//! let opponent = Opponent::new(Config::default(), Limits::nodes(1000))?;
//! let (sender, events) = mpsc::channel();
//! let deliver = move |event| drop(sender.send(event));
//! let settings = CasualSettings::new(Color::Red);
//! let mut game = CasualGame::new(opponent, Position::startpos(), settings, deliver)?;
//!
//! game.play_text("炮二平五", Instant::now())?;
//! game.proceed(Instant::now()); // the engine's turn: it begins to think
//! let update = events.iter().find_map(|event| game.handle(event, Instant::now())).unwrap();
//! assert!(matches!(update.change, Change::Moved(mv) if mv.color == Color::Black));
//!
//! let taken_back = game.undo()?;
//! assert!(matches!(taken_back.change, Change::TakenBack { plies: 2, was_over: false }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod conditions;
mod engines;
mod file;
mod finish;
mod friend;
mod game;
mod opponent;
mod state;
mod update;

pub use clock::{Clocks, GameTimeControl, GameTimeControlError};
pub use file::{FileError, GameFiles, LoadedGame, SystemFiles};
pub use finish::{Finish, Headline};
pub use friend::{FriendGame, FriendGameSettings, Proposal};
pub use game::{
    BlunderCost, BlunderWarning, CasualGame, CasualSettings, Evaluation, Exercise, Hint, HintStep,
    WARNING_LOSS,
};
pub use opponent::{Opponent, OpponentAnswer, OpponentEvent, Purpose};
pub use state::GameState;
pub use update::{CasualError, CasualMove, Change, LeaveWarning, Update};
