//! The parameters that a host can set.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use super::line::{add, quoted};
use crate::endgame::Tables;
use crate::engine::Settings;
use crate::evaluate::Judge;
use crate::level::Level;
use crate::variant::Variant;

/// A parameter: its name, type and range, and how its value is read and written. The table `ALL` declares all of them.
struct Parameter {
    name: &'static str,
    kind: &'static str,
    values: fn() -> String,
    get: fn(&Parameters) -> String,
    set: fn(&mut Parameters, &str) -> Result<(), String>,
}

/// The values set by the host.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub(super) variant: Variant,
    pub(super) settings: Settings,
    tables: String,
}

const MEGABYTES_MAX: usize = 65_536;
const THREADS_MAX: usize = 256;

const ALL: [Parameter; 6] = [
    Parameter {
        name: "variant",
        kind: "enum",
        values: || format!("values={}", quoted(&Variant::ALL.map(Variant::name).join(" "))),
        get: |parameters| parameters.variant.to_string(),
        set: |parameters, value| {
            parameters.variant = value.parse().map_err(|error| format!("{error}"))?;
            Ok(())
        },
    },
    Parameter {
        name: "hash",
        kind: "int",
        values: || format!("min=1 max={MEGABYTES_MAX}"),
        get: |parameters| parameters.settings.megabytes.to_string(),
        set: |parameters, value| {
            parameters.settings.megabytes = within(value, 1, MEGABYTES_MAX)?;
            Ok(())
        },
    },
    Parameter {
        name: "threads",
        kind: "int",
        values: || format!("min=1 max={THREADS_MAX}"),
        get: |parameters| parameters.settings.threads.to_string(),
        set: |parameters, value| {
            parameters.settings.threads = within(value, 1, THREADS_MAX)?;
            Ok(())
        },
    },
    Parameter {
        name: "level",
        kind: "int",
        values: || format!("min=1 max={}", Level::FULL.number()),
        get: |parameters| parameters.settings.level.number().to_string(),
        set: |parameters, value| {
            let number = within(value, 1, Level::FULL.number())?;
            parameters.settings.level = Level::new(number).unwrap_or(Level::FULL);
            Ok(())
        },
    },
    Parameter {
        name: "evaluation",
        kind: "enum",
        values: || format!("values={}", quoted(&Judge::ALL.map(Judge::name).join(" "))),
        get: |parameters| parameters.settings.judge.to_string(),
        set: |parameters, value| {
            parameters.settings.judge = value.parse()?;
            Ok(())
        },
    },
    Parameter {
        name: "tables",
        kind: "string",
        values: String::new,
        get: |parameters| parameters.tables.clone(),
        set: |parameters, value| {
            parameters.settings.tables = if value.is_empty() {
                None
            } else {
                let tables = Tables::read(Path::new(value));
                Some(Arc::new(tables.map_err(|error| error.to_string())?))
            };
            value.clone_into(&mut parameters.tables);
            Ok(())
        },
    },
];

impl Parameters {
    pub(super) fn new(settings: Settings) -> Self {
        Self { variant: Variant::International, settings, tables: String::new() }
    }

    /// The lines that declare all parameters.
    pub(super) fn declarations(&self) -> Vec<String> {
        let declare = |parameter: &Parameter| {
            let mut line = "param".to_owned();
            add(&mut line, "name", parameter.name);
            add(&mut line, "value", &(parameter.get)(self));
            add(&mut line, "type", parameter.kind);
            let values = (parameter.values)();
            if values.is_empty() { line } else { format!("{line} {values}") }
        };
        ALL.iter().map(declare).collect()
    }

    /// Sets a parameter. Nothing changes if the value is refused; the error says why.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let parameter = ALL.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.ok_or_else(|| format!("unknown parameter {name:?}"))?;
        (parameter.set)(self, value).map_err(|error| format!("{name}: {error}"))
    }
}

fn within<N>(value: &str, least: N, most: N) -> Result<N, String>
where
    N: FromStr + PartialOrd + Display + Copy,
{
    let number = value.parse().ok().filter(|&number: &N| least <= number && number <= most);
    number.ok_or_else(|| format!("expected a number from {least} to {most}, not {value:?}"))
}
