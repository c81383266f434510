//! What the results of a batch depend on.

use serde::Serialize;

use super::comparison::Comparison;
use super::format::ResultFormat;
use super::positions::PositionSource;
use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::Config;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::game_files::GameFileError;
use chuhe_formats::lines::Positions;

/// The version of the form of the terms. Terms of different versions cannot be compared.
const FORM: u32 = 5;

/// Everything that a batch's results depend on. A batch cannot resume a file with different terms.
#[derive(Clone, Debug, Serialize)]
pub struct BatchTerms {
    form: u32,
    version: &'static str,
    engine: String,
    /// The digests of the programs of other engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// The digest of the source.
    input: String,
    from: Option<&'static str>,
    positions: Positions,
    format: ResultFormat,
    /// The language tag for text output; `None` for other formats.
    language: Option<&'static str>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The time limit, in milliseconds.
    movetime: Option<u64>,
    #[serde(flatten)]
    config: Config,
}

impl BatchTerms {
    /// The terms of a comparison, which do not include the number of jobs. `language` is the language tag for text output.
    ///
    /// # Errors
    /// If a file of the source cannot be read.
    pub fn new(
        comparison: &Comparison,
        source: &PositionSource,
        format: ResultFormat,
        language: &'static str,
    ) -> Result<Self, GameFileError> {
        let batch = &comparison.batch;
        let engines: Vec<&str> = comparison.engines().map(EngineSource::name).collect();
        let programs: Vec<String> = comparison
            .engines()
            .filter_map(|engine| Some(format!("{:016x}", engine.program()?)))
            .collect();
        Ok(Self {
            form: FORM,
            version: env!("CARGO_PKG_VERSION"),
            engine: engines.join(", "),
            program: (!programs.is_empty()).then(|| programs.join(", ")),
            input: source.digest()?,
            from: source.format().map(FileFormat::extension),
            positions: source.which(),
            format,
            language: matches!(format, ResultFormat::Text(_)).then_some(language),
            depth: batch.limits.depth,
            nodes: batch.limits.nodes,
            movetime: batch.limits.move_time.map(|time| time.as_millis() as u64),
            config: batch.config.clone(),
        })
    }
}
