//! What annotations depend on.

use serde::Serialize;

use super::{AnnotationSettings, GameSource, PROGRAM};
use chuhe_engine::engine::config::Config;
use chuhe_engine::search::Limits;

/// The version of the form of the terms. Terms of different versions cannot be compared.
const FORM: &str = "chuhe-annotation-note-2";

/// Everything that the output of annotations depends on, which does not include the number of jobs. An interrupted run
/// cannot be resumed with different terms.
#[derive(Clone, Debug, Serialize)]
pub struct AnnotationTerms {
    form: &'static str,
    version: &'static str,
    engine: String,
    /// The digests of the programs of other engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// The digest of the games, if they all go to one file.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    /// The output format.
    format: String,
    /// The tag of the language, if the output format depends on it.
    language: Option<&'static str>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The time limit, in milliseconds.
    movetime: Option<u64>,
    #[serde(flatten)]
    config: Config,
}

impl AnnotationTerms {
    /// The terms of output in `format`, with the settings for each engine. `language` is the tag of the language, if the
    /// output depends on it.
    ///
    /// # Panics
    /// Without settings.
    pub fn new(
        engines: &[AnnotationSettings],
        format: impl Into<String>,
        language: Option<&'static str>,
    ) -> Self {
        let settings = &engines[0];
        let names: Vec<&str> = engines.iter().map(|it| it.engines.name()).collect();
        let programs: Vec<String> = engines
            .iter()
            .filter_map(|it| Some(format!("{:016x}", it.engines.program()?)))
            .collect();
        let Limits { depth, nodes, move_time, .. } = settings.limits;
        Self {
            form: FORM,
            version: PROGRAM,
            engine: names.join(", "),
            program: (!programs.is_empty()).then(|| programs.join(", ")),
            input: None,
            format: format.into(),
            language,
            depth,
            nodes,
            movetime: move_time.map(|time| time.as_millis() as u64),
            config: settings.config.clone(),
        }
    }

    /// The terms of one file with all games of a source.
    #[must_use]
    pub fn for_games(self, source: &GameSource) -> Self {
        Self { input: Some(source.digest()), ..self }
    }
}
