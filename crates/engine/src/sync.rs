//! The synchronization primitives for which memory ordering matters, from the standard library. `models` also builds
//! the files that use this module, but with loom's versions of the primitives, which try every order of operations that
//! the memory model allows.

pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, atomic};
