//! Checks whether this machine and this installation are fit to play.
//!
//! ```
//! use std::path::Path;
//!
//! use chuhe::diagnosis::{Machine, engine_hosts, generator_test};
//!
//! let machine = Machine::look();
//! println!("{}, {} threads", machine.cpu, machine.threads);
//! assert!(generator_test().passed);
//!
//! for host in engine_hosts(Path::new("/usr/bin/chuhe")) {
//!     println!("{} ({}), {}:\n{}", host.name, host.systems, host.protocol, host.steps);
//! }
//! ```

mod conversation;
mod hosts;
mod machine;
mod selftest;

pub use hosts::{EngineHost, engine_hosts};
pub use machine::{Machine, UsedNetwork};
pub use selftest::{
    SelfTest, conversation_test, generator_test, search_test, self_tests, speed_test,
};
