//! What threads share, where the order of memory matters: the standard library's. The files that use this room are also
//! built in `models`, which has loom's in its place and runs them in every order that the memory model allows.

pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, atomic};
