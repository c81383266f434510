//! The choice of evaluation: the option `EvalFile`.

use std::path::Path;
use std::sync::Arc;

use super::config::{Config, ConfigError};
use crate::eval::Hce;
use crate::eval::network::{Network, NetworkEvaluator, embedded};
use crate::search::{Pool, Signals};

/// The option value for the embedded network. It avoids the word `default`, because some hosts split option lines at
/// it.
pub const EMBEDDED: &str = "<embedded>";
/// The option value for the hand-crafted evaluation alone.
pub const HAND_CRAFTED: &str = "none";

/// The canonical spelling of an option value.
pub(super) fn plain(value: &str) -> String {
    match value.to_ascii_lowercase().as_str() {
        "" | "<empty>" | "<default>" | "default" | "embedded" | EMBEDDED => EMBEDDED.to_owned(),
        "hce" | "<none>" | HAND_CRAFTED => HAND_CRAFTED.to_owned(),
        _ => value.to_owned(),
    }
}

/// The network that an option value selects; `None` for the hand-crafted evaluation alone.
pub(super) fn network(eval_file: &str) -> Result<Option<Arc<Network>>, ConfigError> {
    match plain(eval_file).as_str() {
        EMBEDDED => Ok(embedded()),
        HAND_CRAFTED => Ok(None),
        path => match Network::read(Path::new(path)) {
            Ok(network) => Ok(Some(Arc::new(network))),
            Err(error) => Err(ConfigError::Network { path: path.to_owned(), error }),
        },
    }
}

/// The network in use under these options. Below full strength, no network is used: the weaker levels were calibrated
/// without one, and their handicap would outweigh its benefit anyway.
pub(super) fn in_use<'a>(
    config: &Config,
    network: Option<&'a Arc<Network>>,
) -> Option<&'a Arc<Network>> {
    network.filter(|_| config.strength().is_full())
}

/// Creates the search threads, which evaluate with the network, if any.
pub(super) fn pool(
    config: &Config,
    signals: &Arc<Signals>,
    network: Option<&Arc<Network>>,
) -> Result<Pool, ConfigError> {
    let (threads, limit) = (config.effective_threads(), &config.memory);
    let pool = match network {
        Some(network) => Pool::with_evaluator(threads, signals, limit, || {
            NetworkEvaluator::new(Arc::clone(network))
        }),
        None => Pool::with_evaluator(threads, signals, limit, Hce::new),
    };
    pool.map_err(ConfigError::Threads)
}
