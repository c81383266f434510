//! The engine for browsers and Node: the package `chuhe` of npm, and the page without a server.
//!
//! What the scripts in `packaging/npm` call are a few functions of plain WebAssembly, without a binding generator: texts
//! go in and out as UTF-8, values as JSON. There are two doors. [`lines`] speaks UCI and UCCI; [`typed`] has boards,
//! analysis, conversion and annotation, with the types from which those of TypeScript are made. `page` is what answers
//! the page where there is no server.
//!
//! There is one thread. A search is work put off until the call that asked for it has returned; the script then calls
//! [`turns::work`], in which the search breaks off every few milliseconds so that the script can hear messages ([`turns`]).

mod exports;
mod host;
pub mod lines;
#[cfg(feature = "page")]
pub mod page;
pub mod turns;
pub mod typed;

use std::panic;

/// Prepares everything. Called once, first; `nested_pauses` tells whether work can pause that is part of other work.
pub fn start(nested_pauses: bool) {
    panic::set_hook(Box::new(|what| host::fail(&what.to_string())));
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    chuhe_engine::clock::set(host::now);
    turns::begin(nested_pauses);
}
