//! A neural network as an evaluation, or as a correction of the hand-crafted one.
//!
//! One hidden layer for each side sums up the weights of what that side sees ([`features`]); its neurons are clamped
//! to 0..=1 and squared (SCReLU); one of eight outputs, by the stage of the game, sums up the neurons of both sides.

pub mod features;
mod file;

pub use self::file::{
    ACTIVATION_ONE, FloatWeights, Network, NetworkError, NetworkHeader, OUTPUT_ONE,
    OUTPUT_WEIGHT_MAX, Role, WIDTH,
};
