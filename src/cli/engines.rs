//! Other engines, for commands that search.

use std::sync::atomic::AtomicBool;

use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{ExternalEngine, Patience};
use chuhe_engine::engine::EngineSource;
use chuhe_localize::Localize;

use super::UsageError;
use crate::failure;

/// The engines with these settings. One is started, to check that it works.
///
/// # Errors
/// If a setting is invalid, or the engine cannot be used.
pub(super) fn source<'a>(
    words: impl IntoIterator<Item = &'a str>,
) -> failure::Result<EngineSource> {
    let settings =
        EngineSettings::from_words(words).map_err(|error| UsageError(error.localize()))?;
    // Ctrl-C still ends the program here, and the engine with it.
    let stop = AtomicBool::new(false);
    Ok(ExternalEngine::source(settings, Patience::default(), &stop)?)
}
