//! What a check came to.

use serde::Serialize;

use crate::protocol::Dialect;

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Bad manners, or a lack of something optional: some host will stumble.
    Warning,
    /// Games are lost by it, or a host waits for ever.
    Failure,
}

/// Something an engine does wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckFinding {
    /// How bad it is.
    pub severity: Severity,
    /// What a good engine would have done.
    pub expected: String,
    /// What this one did.
    pub came: String,
    /// What was said before that: milliseconds since the start of the process, then `>` for lines to the engine, `<` for
    /// lines from it, `!` for its stderr.
    pub dialogue: Vec<String>,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// Nothing to complain of.
    Passed,
    /// Warnings.
    Warned,
    /// At least one failure.
    Failed,
    /// The check has no object: a feature that is not offered, or an engine that does not answer its greeting.
    Skipped,
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// The dialect spoken.
    pub protocol: Dialect,
    /// The check.
    pub name: &'static str,
    /// What a good engine does.
    pub about: &'static str,
    /// The outcome.
    pub verdict: CheckVerdict,
    /// What is wrong.
    pub findings: Vec<CheckFinding>,
    /// What was measured or found out; why it was skipped.
    pub notes: Vec<String>,
}

/// How many checks of a protocol came to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CheckSummary {
    /// The dialect spoken.
    pub protocol: Dialect,
    /// Nothing to complain of.
    pub passed: usize,
    /// Warnings only.
    pub warned: usize,
    /// Some failure.
    pub failed: usize,
    /// Not made.
    pub skipped: usize,
}

/// What was found out about an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineReport {
    /// What the engine is called, if it says.
    pub engine: Option<String>,
    /// Whether no check failed.
    pub passed: bool,
    /// Whether the machine had more to do at the end than it could, so that times say little about the engine.
    pub busy: bool,
    /// By protocol.
    pub summary: Vec<CheckSummary>,
    /// Every check.
    pub checks: Vec<CheckReport>,
}

/// What an examination tells while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckEvent<'a> {
    /// The checks of a protocol begin.
    Begin(Dialect),
    /// A check is over.
    Check(&'a CheckReport),
    /// The checks of a protocol are over.
    End(&'a CheckSummary),
}

impl CheckVerdict {
    /// What findings add up to.
    pub(super) fn of(findings: &[CheckFinding]) -> Self {
        match findings.iter().map(|finding| finding.severity).max() {
            None => Self::Passed,
            Some(Severity::Warning) => Self::Warned,
            Some(Severity::Failure) => Self::Failed,
        }
    }
}

impl CheckSummary {
    /// Counts the checks of a protocol.
    #[must_use]
    pub fn of(protocol: Dialect, checks: &[CheckReport]) -> Self {
        let count = |verdict| checks.iter().filter(|check| check.verdict == verdict).count();
        Self {
            protocol,
            passed: count(CheckVerdict::Passed),
            warned: count(CheckVerdict::Warned),
            failed: count(CheckVerdict::Failed),
            skipped: count(CheckVerdict::Skipped),
        }
    }
}
