//! The results of checks.

use serde::Serialize;

use super::finding::{DialogueLine, Expectation, Observation};

use chuhe_engine::protocol::Dialect;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The engine causes trouble with some hosts, or lacks something optional.
    Warning,
    /// The engine loses games, or makes a host wait forever.
    Failure,
}

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckFinding {
    /// Its severity.
    pub severity: Severity,
    /// What was expected.
    pub expected: Expectation,
    /// What was observed instead.
    pub came: Observation,
    /// The conversation up to the finding.
    pub dialogue: Vec<DialogueLine>,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// No findings.
    Passed,
    /// Warnings.
    Warned,
    /// The check found at least one failure.
    Failed,
    /// There was nothing to check: the engine does not offer the feature, or did not answer the greeting.
    Skipped,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// The dialect used.
    pub protocol: Dialect,
    /// The check.
    pub name: &'static str,
    /// The requirement.
    pub about: &'static str,
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The findings.
    pub findings: Vec<CheckFinding>,
    /// Measurements, or the reason why the check was skipped.
    pub notes: Vec<Observation>,
}

/// The number of checks of a protocol for each verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CheckSummary {
    /// The dialect used.
    pub protocol: Dialect,
    /// Checks without findings.
    pub passed: usize,
    /// Checks with warnings only.
    pub warned: usize,
    /// Checks with at least one failure.
    pub failed: usize,
    /// Skipped checks.
    pub skipped: usize,
}

/// The result of an examination.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineReport {
    /// The engine's own name, if it has announced one.
    pub engine: Option<String>,
    /// Whether no check failed.
    pub passed: bool,
    /// Whether the machine was overloaded at the end, which makes measured times unreliable.
    pub busy: bool,
    /// The counts by protocol.
    pub summary: Vec<CheckSummary>,
    /// The results of all checks.
    pub checks: Vec<CheckReport>,
}

/// An event in a running examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckEvent<'a> {
    /// The checks of a protocol begin.
    Begin(Dialect),
    /// A check is over.
    Check(&'a CheckReport),
    /// The checks of a protocol are over.
    End(&'a CheckSummary),
}

impl CheckVerdict {
    /// The verdict for some findings.
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
