//! Is this machine and this installation fit to play?
//!
//! ```
//! use chuhe::diagnosis::{Machine, generator_test};
//!
//! let machine = Machine::look();
//! println!("{}, {} threads", machine.cpu, machine.threads);
//! assert!(generator_test().passed);
//! ```

mod conversation;
mod hosts;
mod machine;
mod selftest;

pub use hosts::{EngineHost, engine_hosts};
pub use machine::Machine;
pub use selftest::{
    SelfTest, conversation_test, generator_test, search_test, self_tests, speed_test,
};
