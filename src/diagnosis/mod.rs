//! Checks whether this machine and this installation are fit to play.

mod conversation;
mod hosts;
mod machine;
mod selftest;

pub(crate) use hosts::{EngineHost, engine_hosts};
pub(crate) use machine::{Machine, UsedNetwork};
pub(crate) use selftest::{SelfTest, self_tests};
