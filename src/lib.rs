//! A xiangqi (Chinese chess) engine: everything the `chuhe` binary does, as a library.
//!
//! [`engine::Engine`] is the whole of it as one value: options, a position, searches. Below it, [`board::Position`]
//! knows the laws of motion, [`eval`] judges positions, [`search`] finds moves. Above it, [`protocol`] talks with
//! hosts, [`casual`] plays with people, [`annotation`] reviews games, [`arena`] lets engines play each other, [`lab`]
//! learns from games, and [`cli`] talks with people. A room uses only rooms named before it in this list: [`types`],
//! [`board`], then [`rules`], [`notation`], [`picture`] and [`eval`], then [`search`], [`engine`], [`protocol`],
//! [`casual`] and [`annotation`], [`arena`] and [`lab`], [`cli`].

pub mod annotation;
pub mod arena;
pub mod board;
pub mod casual;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod eval;
pub mod lab;
pub mod notation;
pub mod picture;
mod platform;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod types;

/// The example in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub mod readme {}
