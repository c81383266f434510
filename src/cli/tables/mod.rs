//! `tables`: generates, lists, verifies and probes endgame tables.

mod check;
mod generate;
mod info;
mod probe;
mod records;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Ending;
use crate::failure::{self, Failure};
use chuhe_engine::tables::{MaterialClass, Tables};
use chuhe_localize::tr;

/// Generate, verify and probe endgame tables (残局库)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe tables gen KRKAABB KNPKAABB        generate tables in folder `tables`
  chuhe tables info                        list the tables
  chuhe tables check KRKAABB               verify every entry
  chuhe tables probe '3k5/9/9/9/9/9/9/9/9/R3K4 w'
  chuhe tables records KRKAABB             longest mate, number of zugzwangs
  chuhe --option TablePath=tables          use the tables in games

A class names the pieces of one side, then those of the other; each list begins with the king. The letters are K (king),
R (rook), C (cannon), N (horse), P (pawn), A (advisor) and B (elephant). \"Endgame tables\" in the handbook
describes the tables.")]
pub(super) struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Debug, Subcommand)]
enum TablesCommand {
    Gen(generate::GenArgs),
    Info(info::InfoArgs),
    Check(check::CheckArgs),
    Probe(Box<probe::ProbeArgs>),
    Records(records::RecordsArgs),
}

impl TablesArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        match self.command {
            TablesCommand::Gen(args) => args.run(out),
            TablesCommand::Info(args) => args.run(out),
            TablesCommand::Check(args) => args.run(out),
            TablesCommand::Probe(args) => args.run(out),
            TablesCommand::Records(args) => args.run(out),
        }
    }
}

/// The default folder for tables.
const FOLDER: &str = "tables";

/// The argument for the folder of tables.
#[derive(Debug, Args)]
struct FolderArgs {
    /// Folder (文件夹) with the tables
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    folder: PathBuf,
}

impl FolderArgs {
    fn open(&self) -> failure::Result<Tables> {
        Ok(Tables::open(&self.folder.display().to_string())?)
    }
}

/// The given classes, or else all classes with tables, ordered by number of pieces and then by name.
fn chosen(
    tables: &Tables,
    folder: &Path,
    asked: &[MaterialClass],
) -> failure::Result<Vec<MaterialClass>> {
    for class in asked {
        if tables.table(class).is_none() {
            let (class, folder) = (class.to_string(), folder.display().to_string());
            return Err(Failure::new(tr!("tables-no-class", class = class, folder = folder)));
        }
    }
    if !asked.is_empty() {
        return Ok(asked.to_vec());
    }
    let mut all: Vec<_> = tables.all().iter().map(|table| table.header().class).collect();
    all.sort_by_key(|class| (class.pieces(), class.to_string()));
    Ok(all)
}

/// The name of a file without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
