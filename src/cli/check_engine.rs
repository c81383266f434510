//! `check-engine`: tests how well an engine implements UCCI or UCI.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args::parse_time;
use super::interrupt::interrupt_flag;
use super::{Ending, UsageError};
use crate::cli::outputs;
use crate::failure;
use chuhe_arena::StartFailure;
use chuhe_arena::compliance::{
    CheckEvent, CheckReport, CheckSummary, CheckVerdict, Examination, Severity, checks,
};
use chuhe_arena::settings::EngineSettings;
use chuhe_engine::protocol::Dialect;
use chuhe_localize::Localize;
use chuhe_localize::columns::left;
use chuhe_localize::tr;

/// Check how well an engine implements UCCI or UCI (协议检测), and show where it fails
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct CheckEngineArgs {
    /// Engine to check: a name from `chuhe engines`, or cmd=COMMAND args="A 'B C'" dir=FOLDER proto=ucci|uci|auto coord=0|1 option.NAME=VALUE
    #[arg(value_name = "KEY=VALUE", required_unless_present = "list")]
    engine: Vec<String>,

    /// Protocols to check [default: the one that proto= sets, otherwise those whose greetings the engine answers]
    #[arg(long, value_name = "PROTOCOL", value_enum)]
    protocol: Option<Protocols>,

    /// Run only this check; can be repeated
    #[arg(long, value_name = "NAME", value_parser = check_name)]
    only: Vec<String>,

    /// Timeout for the answer, in milliseconds or with a unit, such as 500ms or 5s
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    timeout: Duration,

    /// List the checks and what each requires of the engine
    #[arg(long)]
    list: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  chuhe check-engine cmd=./eleeye proto=ucci
  chuhe check-engine cmd=fairy-stockfish proto=uci coord=1 \\
      option.UCI_Variant=xiangqi
  chuhe check-engine cmd=pikafish --only quit --only infinite
  chuhe check-engine --list

FAIL marks faults that lose games or make a host wait forever: a missing or repeated answer, an illegal move, a loss on
time or a crash. WARN marks questionable behaviour, or a missing feature on which some hosts rely. Each fault is followed
by the conversation that led to it, one line per message: the milliseconds since the engine started, then > for a line
to the engine, < for a line from it, or ! for its stderr. Every check restarts the engine. The checks measure elapsed
time, so leave the machine idle.";

/// What to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocols {
    /// UCCI 3.0
    Ucci,
    /// UCI for xiangqi
    Uci,
    /// Both, one after the other
    Both,
}

const BOTH: [Dialect; 2] = [Dialect::Ucci, Dialect::Uci];

fn check_name(name: &str) -> Result<String, String> {
    let known = BOTH.into_iter().flat_map(checks).any(|check| check.name == name);
    known.then(|| name.to_owned()).ok_or_else(|| tr!("check-unknown"))
}

/// Settings that are meaningful only in a match.
const MATCH_KEYS: [&str; 9] =
    ["tc", "st", "nodes", "depth", "plies", "timemargin", "ponder", "restart", "scoreunit"];

impl CheckEngineArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        if self.list {
            return list(out).map(|()| Ending::Done);
        }
        let engine = self.settings()?;
        // The engine runs in its own process group, so Ctrl-C does not reach it.
        let stop = interrupt_flag()?;
        let examination = Examination { engine: &engine, timeout: self.timeout, stop: &stop };
        let mut written = Ok(());
        let dialects = self.dialects(&examination)?;
        let report = examination.report(
            &dialects,
            |check| self.only.is_empty() || self.only.iter().any(|name| name == check.name),
            |event| {
                if !self.json {
                    written = write_event(out, &event);
                }
                // If the output has been closed, stop.
                if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        written?;
        let report = match report {
            Err(StartFailure::Interrupted) => return Ok(Ending::Interrupted),
            report => report?,
        };
        if self.json {
            outputs::pretty_json(out, &report)?;
        } else if report.busy {
            writeln!(out, "{}", tr!("check-busy"))?;
        }
        Ok(if report.passed { Ending::Done } else { Ending::PartialFailure })
    }

    fn settings(&self) -> failure::Result<EngineSettings> {
        for word in &self.engine {
            let key = word.split('=').next().unwrap_or_default();
            if MATCH_KEYS.contains(&key) {
                return Err(UsageError(tr!("check-match-key", key = key)).into());
            }
        }
        super::engines::settings(&self.engine)
    }

    fn dialects(&self, examination: &Examination) -> Result<Vec<Dialect>, StartFailure> {
        match (self.protocol, examination.engine.dialect) {
            (Some(Protocols::Ucci), _) => Ok(vec![Dialect::Ucci]),
            (Some(Protocols::Uci), _) => Ok(vec![Dialect::Uci]),
            (Some(Protocols::Both), _) => Ok(BOTH.to_vec()),
            (None, Some(dialect)) => Ok(vec![dialect]),
            (None, None) => {
                let spoken = examination.dialects()?;
                // An engine that answers neither greeting may just be slow to start, so both protocols are checked.
                Ok(if spoken.is_empty() { BOTH.to_vec() } else { spoken })
            }
        }
    }
}

fn title(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Ucci => "UCCI",
        Dialect::Uci => "UCI",
    }
}

fn list(out: &mut impl Write) -> failure::Result<()> {
    let ucci: Vec<_> = checks(Dialect::Ucci).collect();
    let uci: Vec<_> = checks(Dialect::Uci).collect();
    let is_in = |list: &[&chuhe_arena::compliance::ProtocolCheck], name| {
        list.iter().any(|c| c.name == name)
    };
    for check in &ucci {
        let both = is_in(&uci, check.name);
        let which = if both { tr!("check-both-protocols") } else { "UCCI".to_owned() };
        writeln!(out, "{:<24}{}{}", check.name, left(&which, 6), check.about.localize())?;
    }
    for check in uci.iter().filter(|check| !is_in(&ucci, check.name)) {
        writeln!(out, "{:<24}{:<6}{}", check.name, "UCI", check.about.localize())?;
    }
    Ok(())
}

fn write_event(out: &mut impl Write, event: &CheckEvent) -> std::io::Result<()> {
    match event {
        CheckEvent::Begin(dialect) => writeln!(out, "{}", title(*dialect)),
        CheckEvent::Check(check) => write_check(out, check),
        &CheckEvent::End(&CheckSummary { protocol, passed, warned, failed, skipped }) => {
            let text = tr!(
                "check-summary",
                protocol = title(protocol),
                passed = passed,
                warned = warned,
                failed = failed,
                skipped = skipped
            );
            writeln!(out, "{text}\n")
        }
    }
}

fn write_check(out: &mut impl Write, check: &CheckReport) -> std::io::Result<()> {
    let notes = check.notes.iter().map(Localize::localize).collect::<Vec<_>>();
    let notes = notes.join(&tr!("list-separator"));
    match check.verdict {
        CheckVerdict::Passed if notes.is_empty() => writeln!(out, "  ok    {}", check.name),
        CheckVerdict::Passed => writeln!(out, "  ok    {:<24}{notes}", check.name),
        CheckVerdict::Skipped => writeln!(out, "  -     {:<24}{notes}", check.name),
        CheckVerdict::Warned | CheckVerdict::Failed => {
            for finding in &check.findings {
                let word = match finding.severity {
                    Severity::Warning => "WARN",
                    Severity::Failure => "FAIL",
                };
                let text = tr!(
                    "check-finding",
                    check = check.name,
                    expected = finding.expected.localize(),
                    came = finding.came.localize()
                );
                writeln!(out, "  {word}  {text}")?;
                for line in &finding.dialogue {
                    writeln!(out, "        {}", line.localize())?;
                }
            }
            Ok(())
        }
    }
}
