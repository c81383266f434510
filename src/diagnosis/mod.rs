//! Checks whether the machine and the installation are fit for play.

mod conversation;
mod hosts;
mod machine;
mod selftest;

pub(crate) use hosts::{EngineHost, engine_hosts};
pub(crate) use machine::{Machine, UsedNetwork};
pub(crate) use selftest::{SelfTest, self_tests};
