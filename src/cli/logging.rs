//! Logging to stderr, and logging a conversation.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, panic};

use clap::Args;
use env_filter::{Builder, Filter};
use jiff::Timestamp;
use log::{Level, LevelFilter, Log, Metadata, Record};

use super::late_file::LateFile;
use crate::failure::{self, Context, Failure};
use chuhe_localize::tr;
use chuhe_util::files;

/// How long the program waits, before it exits, for the log to be written to disk.
const LAST_WORDS_PATIENCE: Duration = Duration::from_secs(10);
/// The log target for the conversation with a host.
const CONVERSATION: &str = "protocol";

#[derive(Debug, Args)]
pub(super) struct LogArgs {
    /// Print more messages on stderr; repeat for even more
    #[arg(short, long, global = true, display_order = 900, action = clap::ArgAction::Count)]
    verbose: u8,

    /// Print only fatal errors on stderr
    #[arg(short, long, global = true, display_order = 901, conflicts_with = "verbose")]
    quiet: bool,

    /// Log both sides of the conversation with the GUI to a file, with timestamps
    #[arg(long, value_name = "PATH")]
    log_file: Option<PathBuf>,
}

impl LogArgs {
    pub(super) const fn has_file(&self) -> bool {
        self.log_file.is_some()
    }

    pub(super) fn start(&self) -> failure::Result<()> {
        let mut shown = Builder::new();
        match (self.quiet, self.verbose) {
            (true, _) => shown.filter_level(LevelFilter::Off),
            (false, 0) => match env::var("RUST_LOG") {
                Ok(filters) => shown.parse(&filters),
                Err(_) => shown.filter_level(LevelFilter::Warn),
            },
            (false, 1) => shown.filter_level(LevelFilter::Info),
            (false, 2) => shown.filter_level(LevelFilter::Debug),
            (false, _) => shown.filter_level(LevelFilter::Trace),
        };
        let shown = shown.build();
        let conversation = self.log_file.as_deref().map(open_record).transpose()?;
        let recorded = if conversation.is_some() { LevelFilter::Debug } else { LevelFilter::Off };
        log::set_max_level(shown.filter().max(recorded));
        if conversation.is_some() {
            // The conversation that led to a panic helps to explain the panic, so the log must reach the disk.
            let report = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                log::logger().flush();
                report(panic);
            }));
        }
        let logger = Logger { shown, conversation, warnings: Mutex::default() };
        log::set_boxed_logger(Box::new(logger)).map_err(Failure::foreign)?;
        Ok(())
    }
}

/// The text of a log line on stderr: warnings and notes as plain text, messages for programmers with their source
/// location.
fn text(record: &Record<'_>) -> String {
    match record.level() {
        Level::Error => tr!("error-line", text = record.args()),
        Level::Warn => tr!("warning-line", text = record.args()),
        Level::Info => tr!("note-line", text = record.args()),
        level => format!("{} {}: {}", level, record.target(), record.args()),
    }
}

fn open_record(path: &Path) -> failure::Result<LateFile> {
    let mut file = files::open(path, File::options().create(true).append(true))
        .with_context(|| tr!("log-file-refused", path = path.display().to_string()))?;
    writeln!(file, "# chuhe {}, process {}", env!("CARGO_PKG_VERSION"), std::process::id())?;
    // A chess clock may be running while a line is logged, so logging must not wait for the disk.
    Ok(LateFile::start(file)?)
}

/// The log on stderr and the log of the conversation with a host.
struct Logger {
    /// The lines to show on stderr.
    shown: Filter,
    conversation: Option<LateFile>,
    /// The warnings already printed; each is printed only once.
    warnings: Mutex<HashSet<String>>,
}

impl Logger {
    /// The file for a line, if it belongs to the conversation.
    fn file(&self, line: &Metadata<'_>) -> Option<LateFile> {
        let is_recorded = line.target() == CONVERSATION && line.level() <= Level::Debug;
        self.conversation.clone().filter(|_| is_recorded)
    }

    /// Whether a line repeats an earlier warning. A new warning is recorded.
    fn is_repeated(&self, line: &Record<'_>) -> bool {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        line.level() == Level::Warn && !warnings.insert(line.args().to_string())
    }
}

impl Log for Logger {
    fn enabled(&self, line: &Metadata<'_>) -> bool {
        self.shown.enabled(line) || self.file(line).is_some()
    }

    fn log(&self, line: &Record<'_>) {
        // If one of the two cannot be written, nobody can be told.
        if self.shown.matches(line) && !self.is_repeated(line) {
            let _ = io::stderr().write_all(format!("{}\n", text(line)).as_bytes());
        }
        if let Some(mut file) = self.file(line.metadata()) {
            let time = Timestamp::now();
            let _ = file.write_all(format!("{time:.3} {}\n", line.args()).as_bytes());
        }
    }

    fn flush(&self) {
        if let Some(file) = &self.conversation {
            file.finish(LAST_WORDS_PATIENCE);
        }
    }
}
