//! `tables gen`: generates tables.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use super::super::interrupt::Interrupt;
use super::super::numbers::{jobs, megabytes, whole};
use super::super::{Ending, outputs, progress};
use super::FOLDER;
use crate::cli::args::localized;
use crate::failure::{self, Context};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::tables::{MaterialClass, Table};
use chuhe_lab::tables::{GenerationObserver, GenerationSettings, Phase, generate};
use chuhe_localize::columns::{left, right};
use chuhe_localize::tr;

/// Generate tables, including those for all classes that captures lead to; existing tables are kept
///
/// The work can be interrupted at any time; running the same command again resumes it.
#[derive(Debug, Args)]
pub(super) struct GenArgs {
    /// Classes (子力类别), such as KRKAABB
    #[arg(value_name = "CLASS", required = true, value_parser = localized::<MaterialClass>)]
    classes: Vec<MaterialClass>,

    /// Folder for the tables, created if needed
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    folder: PathBuf,

    /// Number of threads [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Memory to use, in MB; classes that need more use a temporary file
    #[arg(long, value_name = "MB", default_value = "4096", value_parser = megabytes::<u64>(1..=1 << 24))]
    memory: u64,

    /// Number of minutes between checkpoints
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = whole::<u64>(1..=10_000))]
    save_every: u64,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GenReport {
    made: Vec<MaterialClass>,
    found: Vec<MaterialClass>,
    was_stopped: bool,
}

impl GenArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        chuhe_util::files::make_folder(&self.folder)
            .with_context(|| self.folder.display().to_string())?;
        let stop = Interrupt::watch_patiently()?;
        let bar = progress::bar(0, "{msg} {bar:30} {percent}%");
        let observer = Bar { bar, stop: &stop };
        let wanted = usize::try_from(self.memory << 20).unwrap_or(usize::MAX);
        let most = MemoryLimit::of_control_groups().at_most(wanted);
        let settings = GenerationSettings {
            folder: self.folder.clone(),
            threads: self.jobs.get(),
            memory_bytes: most as u64,
            save_every: Duration::from_mins(self.save_every),
        };
        let generated = generate(&self.classes, &settings, &observer)?;
        observer.bar.finish_and_clear();
        if self.json {
            let report = GenReport {
                made: generated.made.clone(),
                found: generated.found.clone(),
                was_stopped: generated.was_stopped,
            };
            outputs::json(out, &report)?;
        } else {
            let rows = generated.found.iter().map(|class| (class, tr!("tables-gen-found")));
            let made = generated.made.iter().map(|class| (class, tr!("tables-gen-made")));
            for (class, what) in rows.chain(made) {
                writeln!(out, "{} {what}", left(&class.to_string(), 12))?;
            }
        }
        if generated.was_stopped {
            writeln!(outputs::stderr(), "{}", tr!("tables-gen-stopped"))?;
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }
}

struct Bar<'a> {
    bar: ProgressBar,
    stop: &'a Interrupt,
}

impl GenerationObserver for Bar<'_> {
    fn began(&self, class: MaterialClass, number: usize, of: usize, entries: u64) {
        self.bar.set_length(entries.max(1));
        self.bar.set_prefix(tr!(
            "tables-gen-class",
            number = number,
            of = of,
            class = class.to_string()
        ));
        self.bar.set_position(0);
    }

    fn advanced(&self, phase: Phase, entries: u64) {
        let what = match phase {
            Phase::FirstLook => tr!("tables-phase-look"),
            Phase::Pass(plies) => tr!("tables-phase-pass", plies = plies),
            Phase::Ban => tr!("tables-phase-ban"),
            Phase::Writing => tr!("tables-phase-writing"),
        };
        self.bar.set_message(format!("{} {}", self.bar.prefix(), left(&what, 18)));
        self.bar.set_position(entries);
    }

    fn finished(&self, table: &Table, time: Duration) {
        let (header, bytes) = (table.header(), table.bytes());
        let line = tr!(
            "tables-gen-line",
            class = left(&header.class.to_string(), 12),
            entries = right(&header.entries.to_string(), 11),
            bytes = right(&bytes.to_string(), 10),
            seconds = right(&format!("{:.1}", time.as_secs_f64()), 8)
        );
        // If stderr is closed, nobody reads the progress.
        self.bar.suspend(|| drop(writeln!(outputs::stderr(), "{line}")));
    }

    fn is_stopped(&self) -> bool {
        self.stop.acknowledged()
    }
}
