//! The network in the program itself.

use std::sync::{Arc, LazyLock};

use super::file::Network;

/// The bytes of its file, if there is one: with the feature `network`, and once a network has been trained.
const BYTES: Option<&[u8]> = if cfg!(feature = "network") {
    // Some(include_bytes!("default.nn"))
    None
} else {
    None
};

static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    let network = Network::from_bytes(BYTES?);
    Some(Arc::new(network.expect("the program was built with a sound network")))
});

/// The network that this program was built with; none if it was built without one.
///
/// # Panics
/// Never: a test reads it.
#[must_use]
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
