//! `net compare`: compares two networks.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use toml::{Table, Value};

use super::super::numbers::jobs;
use super::{EMBEDDED, positions, read, word};
use crate::cli::outputs;
use crate::cli::table::{Side, table};
use crate::failure;
use chuhe_engine::eval::network::{AgreementFigures, Network, NetworkHeader, NetworkPair};
use chuhe_lab::Corpus;
use chuhe_lab::train::{HeldOutComparison, TrainingError, TrainingSettings, compare_on_games};
use chuhe_localize::columns::{left, width};
use chuhe_localize::tr;

/// Compare two networks: how they were trained, their values for the same positions, and their errors on held-out games
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Network file, or `embedded` for the built-in network
    #[arg(value_name = "A")]
    first: PathBuf,

    /// Network to compare with A
    #[arg(value_name = "B", default_value = EMBEDDED)]
    second: PathBuf,

    /// Files or folders of games; only the games that A's settings hold out are used
    #[arg(value_name = "DATA")]
    data: Vec<PathBuf>,

    /// Number of threads [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CompareReport<'a> {
    networks: [String; 2],
    /// The settings in which the networks' training differed, each with both values.
    differences: &'a BTreeMap<String, [Option<String>; 2]>,
    positions: u64,
    outputs: AgreementFigures,
    totals: AgreementFigures,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<HeldOutErrors>,
}

#[derive(Serialize)]
struct HeldOutErrors {
    hand_crafted: f64,
    networks: [f64; 2],
}

impl CompareArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let files = [&self.first, &self.second];
        let networks = [read(files[0])?, read(files[1])?];
        let differences = differences(&networks);
        let (positions, outputs, totals, held_out) = if self.data.is_empty() {
            let positions = positions()?;
            let mut pair = NetworkPair::new(networks.clone());
            for position in &positions {
                pair.see(position.board());
            }
            (positions.len() as u64, pair.outputs.figures(), pair.totals.figures(), None)
        } else {
            let found = self.on_games(&networks)?;
            let HeldOutComparison { positions, hand_crafted_error: hand_crafted, .. } = found;
            let errors = HeldOutErrors { hand_crafted, networks: found.errors };
            (positions, found.outputs, found.totals, Some(errors))
        };
        let report = CompareReport {
            networks: files.map(|file| file.display().to_string()),
            differences: &differences,
            positions,
            outputs,
            totals,
            held_out,
        };
        if self.json {
            outputs::json(out, &report)?;
            return Ok(());
        }
        report.write(out)
    }

    /// Compares the networks on the games that the settings of the first network hold out. If it has no settings, those
    /// of the second network apply, and if neither has any, the default settings apply.
    fn on_games(&self, networks: &[Arc<Network>; 2]) -> failure::Result<HeldOutComparison> {
        let settings = networks.iter().find_map(|network| {
            let training = &network.header.training;
            toml::from_str::<TrainingSettings>(training).ok().filter(|_| !training.is_empty())
        });
        let settings = settings.unwrap_or_default();
        let corpus = Corpus::read(&self.data)?;
        let count = corpus.len();
        let found = compare_on_games(&corpus, &settings, networks, self.jobs)?;
        if found.positions == 0 {
            return Err(TrainingError::TooFew { games: count }.into());
        }
        Ok(found)
    }
}

impl CompareReport<'_> {
    fn write(&self, out: &mut impl Write) -> failure::Result<()> {
        for (letter, file) in ["A", "B"].into_iter().zip(&self.networks) {
            writeln!(out, "{letter}  {file}")?;
        }
        if self.differences.is_empty() {
            writeln!(out, "\n{}", tr!("net-made-alike"))?;
        } else {
            writeln!(out, "\n{}", tr!("net-made-differently"))?;
        }
        let columns = self.differences.keys().map(|name| width(name)).max().unwrap_or_default();
        for (name, values) in self.differences {
            let [first, second] =
                values.each_ref().map(|value| value.clone().unwrap_or_else(|| "-".to_owned()));
            writeln!(out, "  {}  {}  {second}", left(name, columns), left(&first, 16))?;
        }
        writeln!(out, "\n{}", tr!("net-values", positions = self.positions))?;
        let heads = [
            (String::new(), Side::Left),
            (tr!("net-mean-difference"), Side::Right),
            (tr!("net-rms-difference"), Side::Right),
            (tr!("net-greatest-difference"), Side::Right),
            (tr!("net-correlation"), Side::Right),
        ];
        let rows = [(tr!("net-outputs"), &self.outputs), (tr!("net-totals"), &self.totals)];
        let rows = rows.map(|(name, figures)| {
            let correlation = figures.correlation.map(|number| format!("{number:.4}"));
            vec![
                format!("  {name}"),
                format!("{:+.1}", figures.mean_difference),
                format!("{:.1}", figures.rms_difference),
                figures.greatest_difference.to_string(),
                correlation.unwrap_or_else(|| "-".to_owned()),
            ]
        });
        write!(out, "{}", table(&heads, &rows))?;
        if let Some(HeldOutErrors { hand_crafted, networks: [first, second] }) = self.held_out {
            writeln!(out, "\n{}", tr!("net-held-out"))?;
            for (name, error) in
                [(tr!("net-hand-crafted"), hand_crafted), ("A".into(), first), ("B".into(), second)]
            {
                writeln!(out, "  {} {error:.6}", left(&name, 24))?;
            }
        }
        Ok(())
    }
}

/// The differences in how two networks were trained.
fn differences(networks: &[Arc<Network>; 2]) -> BTreeMap<String, [Option<String>; 2]> {
    let [first, second] = networks.each_ref().map(|network| made(&network.header));
    let names = first.keys().chain(second.keys()).cloned();
    let pairs = names.map(|name| {
        let values = [first.get(&name).cloned(), second.get(&name).cloned()];
        (name, values)
    });
    pairs.filter(|(_, [first, second])| first != second).collect()
}

/// How a network was trained: its settings by key, and the other entries of its header.
fn made(header: &NetworkHeader) -> BTreeMap<String, String> {
    let mut made = BTreeMap::from([
        ("role".to_owned(), word(header.role).to_owned()),
        ("scale".to_owned(), header.scale.to_string()),
        ("version".to_owned(), header.version.clone()),
        ("digest".to_owned(), header.digest.clone()),
    ]);
    if let Ok(table) = header.training.parse::<Table>() {
        flatten("settings", table, &mut made);
    }
    made
}

fn flatten(prefix: &str, table: Table, made: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let name = format!("{prefix}.{key}");
        match value {
            Value::Table(table) => flatten(&name, table, made),
            value => drop(made.insert(name, value.to_string())),
        }
    }
}
