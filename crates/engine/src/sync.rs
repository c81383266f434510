//! The synchronisation primitives for which memory ordering matters, from the standard library. The files that use this
//! module are also built in `models`, where loom's versions of the primitives run them in every order that the memory
//! model allows.

pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, atomic};
