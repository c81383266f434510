//! Logging to stderr, and logging a conversation.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use env_logger::fmt::Formatter;
use env_logger::{Builder, Logger, Target};
use log::{Level, LevelFilter, Log, Metadata, Record};

use super::late_file::LateFile;
use crate::failure::{self, Context, Failure};
use chuhe_files as files;
use chuhe_localize::tr;

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
        let stderr = match (self.quiet, self.verbose) {
            (false, 0) => Builder::from_env(env_logger::Env::default().default_filter_or("warn")),
            (quiet, verbose) => {
                let mut builder = Builder::new();
                builder.filter_level(match verbose {
                    _ if quiet => LevelFilter::Off,
                    1 => LevelFilter::Info,
                    2 => LevelFilter::Debug,
                    _ => LevelFilter::Trace,
                });
                builder
            }
        }
        .format(write_line)
        .build();
        let record = self.log_file.as_deref().map(open_record).transpose()?;
        let conversation = if record.is_some() { LevelFilter::Debug } else { LevelFilter::Off };
        log::set_max_level(stderr.filter().max(conversation));
        let said = Mutex::default();
        if record.is_some() {
            // The conversation that led to a panic helps to explain the panic, so the log must reach the disk.
            let report = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                log::logger().flush();
                report(panic);
            }));
        }
        log::set_boxed_logger(Box::new(Both { stderr, record, said })).map_err(Failure::foreign)?;
        Ok(())
    }
}

/// Writes a log line to stderr: warnings and notes as plain text, messages for programmers with their source location.
fn write_line(line: &mut Formatter, record: &Record<'_>) -> io::Result<()> {
    match record.level() {
        Level::Error => writeln!(line, "{}", tr!("error-line", text = record.args().to_string())),
        Level::Warn => writeln!(line, "{}", tr!("warning-line", text = record.args().to_string())),
        Level::Info => writeln!(line, "{}", tr!("note-line", text = record.args().to_string())),
        level => writeln!(line, "{} {}: {}", level, record.target(), record.args()),
    }
}

fn open_record(path: &Path) -> failure::Result<Conversation> {
    let mut file = files::open(path, File::options().create(true).append(true))
        .with_context(|| tr!("log-file-refused", path = path.display().to_string()))?;
    writeln!(file, "# chuhe {}, process {}", env!("CARGO_PKG_VERSION"), std::process::id())?;
    // A chess clock may be running while a line is logged, so logging must not wait for the disk.
    let file = LateFile::start(file)?;
    let logger = Builder::new()
        .filter_module(CONVERSATION, LevelFilter::Debug)
        .target(Target::Pipe(Box::new(file.clone())))
        .format(|line, record| writeln!(line, "{} {}", line.timestamp_millis(), record.args()))
        .build();
    Ok(Conversation { logger, file })
}

/// The log of the conversation with a host, and the log's file.
struct Conversation {
    logger: Logger,
    file: LateFile,
}

/// The log on stderr and the log of the conversation.
struct Both {
    stderr: Logger,
    record: Option<Conversation>,
    /// The warnings already printed; each is printed only once.
    said: Mutex<HashSet<String>>,
}

impl Both {
    /// Whether a line repeats an earlier warning. A new warning is recorded.
    fn is_said(&self, line: &Record<'_>) -> bool {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        line.level() == Level::Warn && !said.insert(line.args().to_string())
    }
}

impl Log for Both {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.stderr.enabled(metadata)
            || self.record.as_ref().is_some_and(|record| record.logger.enabled(metadata))
    }

    fn log(&self, line: &Record<'_>) {
        // Each logger applies its own filter to the line.
        if self.stderr.enabled(line.metadata()) && !self.is_said(line) {
            self.stderr.log(line);
        }
        if let Some(record) = &self.record {
            record.logger.log(line);
        }
    }

    fn flush(&self) {
        if let Some(record) = &self.record {
            record.file.finish(LAST_WORDS_PATIENCE);
        }
    }
}
