//! A neural network as an evaluation, or as a correction of the hand-crafted one.
//!
//! A hidden layer for each side adds up the weights of that side's inputs ([`features`]). Its neurons are clamped to
//! 0..=1 and squared (`SCReLU`). One of eight outputs, selected by the stage of the game, is a weighted sum of the
//! neurons of both sides. During a search the hidden layer is updated move by move, but only when a position is
//! evaluated.
//!
//! ```
//! use std::sync::Arc;
//!
//! use chuhe_engine::board::Position;
//! use chuhe_engine::eval::Evaluator;
//! use chuhe_engine::eval::network::{Network, NetworkEvaluator, NetworkTrace};
//!
//! // Convert a network to a file's bytes and back. (`Network::read` takes a path.)
//! let network = Network::from_bytes(&Network::random(1).to_bytes())?;
//! let network = Arc::new(network);
//!
//! let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
//! let mut position = Position::startpos();
//! evaluator.reset(position.board());
//! position.make_unchecked("h2e2".parse()?, evaluator.push());
//! let value = evaluator.evaluate(position.board());
//! // Black is to move, but the trace is from Red's point of view.
//! assert_eq!(NetworkTrace::of(&network, position.board()).total, -value);
//!
//! let mut damaged = network.to_bytes();
//! damaged[5000] ^= 1;
//! let error = Network::from_bytes(&damaged).unwrap_err();
//! assert_eq!(error.to_string(), "damaged: the checksum does not match");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulator;
mod compare;
mod embedded;
mod evaluator;
pub mod features;
mod file;
mod simd;
mod summary;
mod trace;

pub use self::accumulator::NetworkPly;
pub use self::compare::{Agreement, AgreementFigures, NetworkPair};
pub use self::embedded::embedded;
pub use self::evaluator::NetworkEvaluator;
pub use self::file::{
    ACTIVATION_ONE, FloatWeights, Network, NetworkError, NetworkHeader, OUTPUT_ONE,
    OUTPUT_WEIGHT_MAX, Role, WIDTH,
};
pub use self::simd::Simd;
pub use self::summary::{NetworkSummary, WeightRange};
pub use self::trace::{NetworkTrace, PieceShare};
