//! Does an engine speak its protocol? Conversations that show it, and what was said where it does not.
//!
//! Every check is a conversation with a fresh process. A failure is what loses games or makes a host wait for ever; a
//! warning is bad manners, or the lack of something that some hosts rely on. What a check expects follows UCCI 3.0 or
//! the usage of UCI engines, not the habits of this one.

mod endings;
mod greeting;
mod leaving;
mod limits;
mod lines;
mod notes;
mod options;
mod pondering;
mod positions;
mod report;
mod setting;
mod stopping;
mod talk;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub use self::report::{
    CheckEvent, CheckFinding, CheckReport, CheckSummary, CheckVerdict, EngineReport, Severity,
};

use self::notes::Notes;
use self::talk::{Break, Subject, Talk};
use super::settings::EngineSettings;
use crate::notation::iccs::Ranks;
use crate::protocol::{Dialect, Reply};

/// One thing a good engine does.
#[derive(Debug)]
pub struct ProtocolCheck {
    /// Its name.
    pub name: &'static str,
    /// What a good engine does.
    pub about: &'static str,
    dialects: &'static [Dialect],
    /// The worst that can come of it.
    worst: Severity,
    run: fn(&Subject, &mut Notes) -> Result<(), Break>,
}

const BOTH: &[Dialect] = &[Dialect::Ucci, Dialect::Uci];
const UCCI: &[Dialect] = &[Dialect::Ucci];
const UCI: &[Dialect] = &[Dialect::Uci];

/// A row of a group's table.
const fn check(
    name: &'static str,
    about: &'static str,
    dialects: &'static [Dialect],
    worst: Severity,
    run: fn(&Subject, &mut Notes) -> Result<(), Break>,
) -> ProtocolCheck {
    ProtocolCheck { name, about, dialects, worst, run }
}

/// All checks, in the order in which they are made.
const GROUPS: [&[ProtocolCheck]; 9] = [
    greeting::CHECKS,
    options::CHECKS,
    positions::CHECKS,
    endings::CHECKS,
    limits::CHECKS,
    stopping::CHECKS,
    lines::CHECKS,
    pondering::CHECKS,
    leaving::CHECKS,
];

/// The checks there are in a dialect, in the order in which they are made.
pub fn checks(dialect: Dialect) -> impl Iterator<Item = &'static ProtocolCheck> {
    GROUPS.into_iter().flatten().filter(move |check| check.dialects.contains(&dialect))
}

/// Why an engine cannot be examined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExaminationError {
    /// The program does not start.
    #[error("cannot start {command}: {reason}")]
    Start {
        /// The program.
        command: String,
        /// Why not.
        reason: io::Error,
    },
    /// It was asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// The examination of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Examination<'a> {
    /// The engine; limits, margin and pondering say nothing here.
    pub engine: &'a EngineSettings,
    /// How long an answer may take before it counts as none.
    pub patience: Duration,
    /// Ends the examination soon once it is set.
    pub stop: &'a AtomicBool,
}

/// How long a greeting in a dialect nobody asked for is waited for.
const GUESS: Duration = Duration::from_secs(2);

impl<'a> Examination<'a> {
    fn subject(&self, dialect: Dialect) -> Subject<'a> {
        Subject {
            engine: self.engine,
            dialect,
            ranks: self.engine.ranks,
            name: None,
            offers: Vec::new(),
            patience: self.patience,
            stop: self.stop,
        }
    }

    /// The dialects whose greeting the engine answers.
    ///
    /// # Errors
    /// If it does not start, or everything is to stop.
    pub fn dialects(&self) -> Result<Vec<Dialect>, ExaminationError> {
        let mut spoken = Vec::new();
        for &dialect in BOTH {
            let subject = self.subject(dialect);
            let answer = Talk::start(&subject)
                .and_then(|mut talk| talk.greet(GUESS.min(self.patience)).map(|_| ()));
            match answer {
                Ok(()) => spoken.push(dialect),
                Err(error) => self.only_findings(error)?,
            }
        }
        Ok(spoken)
    }

    /// Makes the checks that are wanted, dialect by dialect, and puts together what they came to. `watch` hears of each
    /// as it ends, and may break the examination off.
    ///
    /// # Errors
    /// If the engine does not start, or everything is to stop.
    pub fn report(
        &self,
        dialects: &[Dialect],
        wanted: impl Fn(&ProtocolCheck) -> bool,
        mut watch: impl FnMut(CheckEvent) -> ControlFlow<()>,
    ) -> Result<EngineReport, ExaminationError> {
        let mut report = EngineReport {
            engine: self.engine.name.clone(),
            passed: true,
            ..EngineReport::default()
        };
        let mut tell = |event: CheckEvent| {
            if watch(event).is_break() {
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        for &dialect in dialects {
            let begun = report.checks.len();
            tell(CheckEvent::Begin(dialect));
            let name = self.run(dialect, &wanted, |check| {
                tell(CheckEvent::Check(&check));
                report.checks.push(check);
            })?;
            report.engine = report.engine.take().or(name);
            let summary = CheckSummary::of(dialect, &report.checks[begun..]);
            tell(CheckEvent::End(&summary));
            report.passed &= summary.failed == 0;
            report.summary.push(summary);
        }
        report.busy = is_busy();
        Ok(report)
    }

    /// Makes the checks of a dialect that are wanted, and hands each out when it is over. Tells what the engine calls
    /// itself.
    ///
    /// # Errors
    /// If it does not start, or everything is to stop.
    pub fn run(
        &self,
        dialect: Dialect,
        wanted: impl Fn(&ProtocolCheck) -> bool,
        mut on_report: impl FnMut(CheckReport),
    ) -> Result<Option<String>, ExaminationError> {
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
                return Err(ExaminationError::Interrupted);
            }
            let mut notes = Notes::default();
            let mut verdict = None;
            if met || check.name == greeting::NAME {
                match (check.run)(&subject, &mut notes) {
                    Ok(()) => {}
                    Err(Break::Finding(finding)) => notes.findings.push(finding),
                    Err(Break::Skip(reason)) => {
                        notes.remark(reason);
                        verdict = Some(CheckVerdict::Skipped);
                    }
                    Err(error) => self.only_findings(error)?,
                }
            } else {
                notes.remark("the engine does not answer its greeting");
                verdict = Some(CheckVerdict::Skipped);
            }
            notes.tidy(check.worst);
            on_report(CheckReport {
                protocol: dialect,
                name: check.name,
                about: check.about,
                verdict: verdict.unwrap_or_else(|| CheckVerdict::of(&notes.findings)),
                findings: notes.findings,
                notes: notes.remarks,
            });
        }
        Ok(subject.name)
    }

    /// Lets pass what is the engine's doing.
    fn only_findings(&self, error: Break) -> Result<(), ExaminationError> {
        match error {
            Break::Finding(_) | Break::Skip(_) => Ok(()),
            Break::Interrupted => Err(ExaminationError::Interrupted),
            Break::Start(reason) => {
                let command = self.engine.command.display().to_string();
                Err(ExaminationError::Start { command, reason })
            }
        }
    }
}

impl Subject<'_> {
    /// Learns what all checks have to know: options, name, and how ranks are counted.
    fn meet(&mut self) -> Result<(), Break> {
        let lines = Talk::start(self)?.greet(self.patience)?;
        for heard in lines {
            match heard.reply {
                Some(Reply::Option(option)) => self.offers.push(option),
                Some(Reply::Id { field, value }) if field == "name" => self.name = Some(value),
                _ => {}
            }
        }
        match greeting::ranks_shown(self) {
            Ok(Some(ranks)) => self.ranks = ranks,
            // Whatever is wrong will come up in a check.
            Ok(None) | Err(Break::Finding(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Whether over the last minute more was to be done than the processors could do, apart from the engine. Where the
/// system does not tell, it is taken for idle.
fn is_busy() -> bool {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Option<f64> = text.split(' ').next().and_then(|word| word.parse().ok());
    let processors = thread::available_parallelism().map_or(1, usize::from);
    load.is_some_and(|load| load > processors as f64 + 1.0)
}

/// The name of a numbering.
fn ranks_name(ranks: Ranks) -> &'static str {
    match ranks {
        Ranks::FromZero => "ranks 0 to 9",
        Ranks::FromOne => "ranks 1 to 10",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_one_word_and_stand_for_one_check() {
        let mut names = HashSet::new();
        for check in GROUPS.into_iter().flatten() {
            assert!(names.insert(check.name), "{}", check.name);
            assert!(check.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        }
    }
}
