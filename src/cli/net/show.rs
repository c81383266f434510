//! `net show`: shows a network.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{EMBEDDED, positions, read, word};
use crate::cli::outputs;
use crate::cli::table::{Side, table};
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::eval::network::{NetworkHeader, NetworkSummary};
use chuhe_localize::columns::left;
use chuhe_localize::tr;

/// Show how a network was made, and statistics about its weights
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// Network file, or `embedded` for the built-in network
    #[arg(value_name = "FILE", default_value = EMBEDDED)]
    file: PathBuf,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct NetworkReport<'a> {
    file: &'a str,
    header: &'a NetworkHeader,
    summary: &'a NetworkSummary,
}

impl ShowArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let network = read(&self.file)?;
        let positions = positions()?;
        let summary = network.summary(positions.iter().map(Position::board));
        let (header, file) = (&network.header, &*self.file.display().to_string());
        if self.json {
            let report = NetworkReport { file, header, summary: &summary };
            outputs::json(out, &report)?;
            return Ok(());
        }
        write_header(out, file, header, &summary)?;
        write_weights(out, &summary)?;
        if !header.training.is_empty() {
            writeln!(out, "\n{}", tr!("net-settings"))?;
            for line in header.training.lines() {
                writeln!(out, "{}", format!("  {line}").trim_end())?;
            }
        }
        Ok(())
    }
}

fn write_header(
    out: &mut impl Write,
    file: &str,
    header: &NetworkHeader,
    summary: &NetworkSummary,
) -> failure::Result<()> {
    writeln!(out, "{file}: {}", tr!("net-role", role = word(header.role)))?;
    let mut row = |name: String, text: String| writeln!(out, "  {} {text}", left(&name, 9));
    let NetworkHeader { inputs, width, buckets, scale, .. } = header;
    let shape = tr!("net-shape-is", inputs = *inputs, width = *width, outputs = *buckets);
    row(tr!("net-shape"), shape)?;
    row(tr!("net-scale"), tr!("net-scale-is", scale = scale.to_string()))?;
    let checksum = summary.checksum.as_str();
    row(tr!("net-file"), tr!("net-file-is", bytes = summary.bytes, checksum = checksum))?;
    row(tr!("net-version"), header.version.clone())?;
    row(tr!("net-digest"), header.digest.clone())?;
    for (number, run) in header.data.iter().enumerate() {
        let name = if number == 0 { tr!("net-games") } else { String::new() };
        row(name, run.clone())?;
    }
    let neurons = tr!(
        "net-neurons-are",
        dead = summary.dead_neurons,
        unheard = summary.unheard_neurons,
        positions = summary.positions
    );
    row(tr!("net-neurons"), neurons)?;
    let inputs = tr!("net-inputs-are", zero = summary.zero_inputs, all = *inputs);
    row(tr!("net-inputs"), inputs)?;
    Ok(())
}

fn write_weights(out: &mut impl Write, summary: &NetworkSummary) -> failure::Result<()> {
    let heads = [
        (tr!("net-weights"), Side::Left),
        (tr!("net-count"), Side::Right),
        (tr!("net-least"), Side::Right),
        (tr!("net-greatest"), Side::Right),
        (tr!("net-mean-size"), Side::Right),
    ];
    let rows = summary.weights.iter().map(|part| {
        let real = |weight: f64| format!("{weight:.4}");
        let [least, greatest, mean] = [part.least, part.greatest, part.mean_size].map(real);
        vec![tr!("net-part", part = part.part), part.count.to_string(), least, greatest, mean]
    });
    Ok(write!(out, "\n{}", table(&heads, &rows.collect::<Vec<_>>()))?)
}
