//! Checks whether an engine follows its protocol, and quotes the conversation where it does not.
//!
//! Each check is a conversation with a new process. A failure means that the engine loses games or makes a host wait
//! forever; a warning means that it causes trouble with some hosts. The checks expect what UCCI 3.0 specifies or what
//! UCI engines commonly do, not the habits of this engine.
//!
//! ```
//! use chuhe_arena::compliance::checks;
//! use chuhe_engine::protocol::Dialect;
//!
//! let names: Vec<_> = checks(Dialect::Ucci).map(|check| check.name).collect();
//! assert!(names.contains(&"isready"));
//! ```
//!
//! An [`Examination`] runs all checks:
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use chuhe_arena::compliance::{CheckEvent, Examination};
//! use chuhe_arena::settings::EngineSettings;
//!
//! let engine = EngineSettings::new("./engine");
//! let stop = AtomicBool::new(false);
//! let examination = Examination { engine: &engine, timeout: Duration::from_secs(5), stop: &stop };
//! let dialects = examination.dialects()?;
//! let report = examination.report(&dialects, |_| true, |event| {
//!     if let CheckEvent::Check(check) = event {
//!         println!("{}: {:?}", check.name, check.verdict);
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert!(report.passed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dialogue;
mod greeting;
mod limits;
mod lines;
mod options;
mod positions;
mod report;
mod stopping;
mod table;
mod test_game;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use self::report::{
    CheckEvent, CheckFinding, CheckReport, CheckSummary, CheckVerdict, EngineReport, Severity,
};
pub use self::table::{ProtocolCheck, checks};

use self::dialogue::{Break, EngineDialogue, Subject};
use self::report::Notes;
use super::fault::{LaunchError, StartFailure};
use super::load::was_busy;
use super::settings::EngineSettings;
use crate::phrase::phrase;
use chuhe_engine::protocol::{Dialect, Reply};

/// A set of checks of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Examination<'a> {
    /// The engine. Its limits, margin and pondering are ignored.
    pub engine: &'a EngineSettings,
    /// The timeout for answers.
    pub timeout: Duration,
    /// Stops the checks when set.
    pub stop: &'a AtomicBool,
}

/// How long to wait for the greeting in a dialect that the engine may not support.
const GUESS: Duration = Duration::from_secs(2);

impl<'a> Examination<'a> {
    fn subject(&self, dialect: Dialect) -> Subject<'a> {
        Subject {
            engine: self.engine,
            dialect,
            ranks: self.engine.ranks(),
            name: None,
            offers: Vec::new(),
            timeout: self.timeout,
            stop: self.stop,
        }
    }

    /// The dialects in which the engine answers the greeting.
    ///
    /// # Errors
    /// If the engine does not start, or `stop` is set.
    pub fn dialects(&self) -> Result<Vec<Dialect>, StartFailure> {
        let mut dialects = Vec::new();
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            let subject = self.subject(dialect);
            let greeted = EngineDialogue::start(&subject)
                .and_then(|mut dialogue| dialogue.greet(GUESS.min(self.timeout)));
            match greeted {
                Ok(_) => dialects.push(dialect),
                Err(error) => self.only_findings(error)?,
            }
        }
        Ok(dialects)
    }

    /// Runs the selected checks, dialect by dialect, and returns their results. `watch` is called at each step; if it
    /// returns `Break`, the checks end and `stop` is set.
    ///
    /// # Errors
    /// If the engine cannot be started, or `stop` is set.
    pub fn report(
        &self,
        dialects: &[Dialect],
        wanted: impl Fn(&ProtocolCheck) -> bool,
        mut watch: impl FnMut(CheckEvent) -> ControlFlow<()>,
    ) -> Result<EngineReport, StartFailure> {
        let mut report = EngineReport {
            engine: self.engine.name.clone(),
            passed: true,
            ..EngineReport::default()
        };
        let mut notify = |event: CheckEvent| {
            if watch(event).is_break() {
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        for &dialect in dialects {
            let begun = report.checks.len();
            notify(CheckEvent::Begin(dialect));
            let name = self.run(dialect, &wanted, |check| {
                notify(CheckEvent::Check(&check));
                report.checks.push(check);
            })?;
            report.engine = report.engine.take().or(name);
            let summary = CheckSummary::of(dialect, &report.checks[begun..]);
            notify(CheckEvent::End(&summary));
            report.passed &= summary.failed == 0;
            report.summary.push(summary);
        }
        report.busy = was_busy();
        Ok(report)
    }

    /// Runs the selected checks of a dialect and passes each result to `on_report`. Returns the engine's own name.
    ///
    /// # Errors
    /// If the engine cannot be started, or `stop` is set.
    pub fn run(
        &self,
        dialect: Dialect,
        wanted: impl Fn(&ProtocolCheck) -> bool,
        mut on_report: impl FnMut(CheckReport),
    ) -> Result<Option<String>, StartFailure> {
        let mut subject = self.subject(dialect);
        let met = match subject.meet() {
            Ok(()) => true,
            Err(error) => {
                self.only_findings(error)?;
                false
            }
        };
        for check in checks(dialect).filter(|check| wanted(check)) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(StartFailure::Interrupted);
            }
            let mut notes = Notes::default();
            let mut verdict = None;
            if met || check.name == table::GREETING {
                match (check.run)(&subject, &mut notes) {
                    Ok(()) => {}
                    Err(Break::Finding(finding)) => notes.findings.push(*finding),
                    Err(Break::Skip(reason)) => {
                        notes.remark(reason);
                        verdict = Some(CheckVerdict::Skipped);
                    }
                    Err(error) => self.only_findings(error)?,
                }
            } else {
                notes.remark(phrase!("the engine does not answer its greeting", "引擎不回答问候",));
                verdict = Some(CheckVerdict::Skipped);
            }
            notes.tidy(check.worst);
            on_report(CheckReport {
                protocol: dialect,
                name: check.name,
                about: &check.about,
                verdict: verdict.unwrap_or_else(|| CheckVerdict::of(&notes.findings)),
                findings: notes.findings,
                notes: notes.remarks,
            });
        }
        Ok(subject.name)
    }

    /// Ignores failures of the engine and skipped checks; returns everything else as an error.
    fn only_findings(&self, error: Break) -> Result<(), StartFailure> {
        match error {
            Break::Finding(_) | Break::Skip(_) => Ok(()),
            Break::Interrupted => Err(StartFailure::Interrupted),
            Break::Start(reason) => Err(LaunchError::new(&self.engine.command, &reason).into()),
        }
    }
}

impl Subject<'_> {
    /// Determines what all checks need: the engine's name, its options, and how it numbers ranks.
    fn meet(&mut self) -> Result<(), Break> {
        for line in EngineDialogue::start(self)?.greet(self.timeout)? {
            match line.reply {
                Some(Reply::Option(option)) => self.offers.push(option),
                Some(Reply::Id { field, value }) if field == "name" => self.name = Some(value),
                _ => {}
            }
        }
        match greeting::ranks_shown(self) {
            Ok(ranks) => self.ranks = ranks,
            // A check reports this fault, so it is ignored here.
            Err(Break::Finding(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
