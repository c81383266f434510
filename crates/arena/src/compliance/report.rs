//! The results of checks.

use serde::Serialize;

use super::dialogue::EngineDialogue;
use crate::phrase::Phrase;
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
    pub expected: Phrase,
    /// What was observed instead.
    pub came: Phrase,
    /// The conversation up to the finding. Each line is the time in milliseconds since the start of the process, then
    /// `>` (to the engine), `<` (from it) or `!` (its stderr), then the text.
    pub dialogue: Vec<Phrase>,
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
    pub about: &'static Phrase,
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The findings.
    pub findings: Vec<CheckFinding>,
    /// Measurements, or the reason why the check was skipped.
    pub notes: Vec<Phrase>,
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
    pub fn of(protocol: Dialect, checks: &[CheckReport]) -> Self {
        let [passed, warned, failed, skipped] = [
            CheckVerdict::Passed,
            CheckVerdict::Warned,
            CheckVerdict::Failed,
            CheckVerdict::Skipped,
        ]
        .map(|verdict| checks.iter().filter(|check| check.verdict == verdict).count());
        Self { protocol, passed, warned, failed, skipped }
    }
}

/// The findings and remarks of a check.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) findings: Vec<CheckFinding>,
    pub(super) remarks: Vec<Phrase>,
}

impl Notes {
    /// Adds a failure.
    pub(super) fn fail(
        &mut self,
        dialogue: &EngineDialogue,
        expected: Phrase,
        came: impl Into<Phrase>,
    ) {
        self.findings.push(dialogue.finding(Severity::Failure, expected, came));
    }

    /// Adds a warning.
    pub(super) fn warn(
        &mut self,
        dialogue: &EngineDialogue,
        expected: Phrase,
        came: impl Into<Phrase>,
    ) {
        self.findings.push(dialogue.finding(Severity::Warning, expected, came));
    }

    /// Adds a warning about a single line, which is shown instead of the dialogue.
    pub(super) fn warn_of_line(&mut self, line: &str, expected: Phrase) {
        let came: String = line.chars().take(LINE_CHARS).collect();
        let (severity, dialogue) = (Severity::Warning, Vec::new());
        self.findings.push(CheckFinding { severity, expected, came: came.into(), dialogue });
    }

    /// Adds a measurement or another remark.
    pub(super) fn remark(&mut self, remark: impl Into<Phrase>) {
        self.remarks.push(remark.into());
    }

    /// Removes duplicate findings, and limits the severity of the rest to `worst`.
    pub(super) fn tidy(&mut self, worst: Severity) {
        let mut known = Vec::new();
        self.findings.retain_mut(|finding| {
            finding.severity = finding.severity.min(worst);
            let texts = (finding.expected.clone(), finding.came.clone());
            let is_new = !known.contains(&texts);
            known.push(texts);
            is_new
        });
    }
}

/// How many characters of a line are quoted.
const LINE_CHARS: usize = 300;
