//! The engine for browsers and Node: the npm package `chuhe`, and the page without a server.
//!
//! The scripts in `packaging/npm` call a few functions of plain WebAssembly, without a binding generator; texts are
//! passed as UTF-8, values as JSON. There are two interfaces: [`lines`] handles UCI and UCCI; [`typed`] offers boards,
//! analysis, conversion and annotation, and defines the types from which the TypeScript types are generated. `page`
//! answers the page if there is no server.
//!
//! There is only one thread. A search is postponed until the call that requested it has returned; the script then calls
//! [`turns::work`], in which the search pauses every few milliseconds so that the script can handle messages
//! ([`turns`]).

mod exports;
mod host;
pub mod lines;
#[cfg(feature = "page")]
pub mod page;
pub mod turns;
pub mod typed;

use std::panic;

/// Initializes the library. Must be called once, before anything else. `nested_pauses` is whether work that runs inside
/// other work can pause.
pub fn start(nested_pauses: bool) {
    panic::set_hook(Box::new(|what| host::fail(&what.to_string())));
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    chuhe_engine::clock::set(host::now);
    turns::begin(nested_pauses);
}
