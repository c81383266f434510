//! The embedded network.

use std::sync::{Arc, LazyLock};

use super::file::Network;

/// The bytes of the network file.
#[cfg(feature = "network")]
const BYTES: Option<&[u8]> = Some(include_bytes!("default.nn"));

/// This build has no embedded network.
#[cfg(not(feature = "network"))]
const BYTES: Option<&[u8]> = None;

static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    let network = Network::from_bytes(BYTES?);
    Some(Arc::new(network.expect("the embedded network is valid")))
});

/// The embedded network; `None` in a build without one.
///
/// # Panics
/// Never: a test reads the embedded network.
pub fn embedded() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_can_read_its_own_network() {
        assert_eq!(embedded().is_some(), BYTES.is_some());
    }
}
