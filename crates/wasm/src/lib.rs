//! The engine for browsers and Node: the npm package `chuhe`, and the page without a server.
//!
//! The scripts in `web/npm` call a few functions of plain WebAssembly, without a binding generator; text is
//! passed as UTF-8, and values as JSON. There are two interfaces: [`lines`] handles UCI and UCCI; [`typed`] offers
//! boards, analysis, conversion and annotation. The TypeScript types are generated from those in [`typed`]. Without a
//! server, `page` answers the page.
//!
//! There is only one thread. A search is postponed until the call that requested it has returned. The script then calls
//! [`turns::work`], in which the search pauses every few milliseconds so that the script can handle messages.

mod exports;
pub mod lines;
#[cfg(feature = "page")]
pub mod page;
mod script;
pub mod turns;
pub mod typed;

use std::panic;

/// Initializes the library. Must be called once, before anything else. `nested_pauses` is whether work that runs inside
/// other work can pause.
pub fn start(nested_pauses: bool) {
    panic::set_hook(Box::new(|what| script::fail(&what.to_string())));
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    chuhe_engine::clock::set(script::now);
    turns::begin(nested_pauses);
}
