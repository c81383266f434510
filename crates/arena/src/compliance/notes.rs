//! The notes of a check.

use super::finding::{Expectation, Observation};
use super::report::{CheckFinding, Severity};
use super::talk::Talk;

/// The findings and remarks of a check.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) findings: Vec<CheckFinding>,
    pub(super) remarks: Vec<Observation>,
}

impl Notes {
    /// Adds a failure.
    pub(super) fn fail(
        &mut self,
        talk: &Talk,
        expected: Expectation,
        came: impl Into<Observation>,
    ) {
        self.findings.push(talk.finding(Severity::Failure, expected, came));
    }

    /// Adds a warning.
    pub(super) fn warn(
        &mut self,
        talk: &Talk,
        expected: Expectation,
        came: impl Into<Observation>,
    ) {
        self.findings.push(talk.finding(Severity::Warning, expected, came));
    }

    /// Adds a warning about a single line, which is shown instead of the dialogue.
    pub(super) fn warn_of_line(&mut self, line: &str, expected: Expectation) {
        self.findings.push(CheckFinding {
            severity: Severity::Warning,
            expected,
            came: Observation::Words(line.chars().take(LINE_CHARS).collect()),
            dialogue: Vec::new(),
        });
    }

    /// Removes duplicate findings, and limits the severity of the rest to `worst`.
    pub(super) fn tidy(&mut self, worst: Severity) {
        let mut told = Vec::new();
        self.findings.retain(|CheckFinding { expected, came, .. }| {
            let finding = (expected.clone(), came.clone());
            let is_new = !told.contains(&finding);
            told.push(finding);
            is_new
        });
        for finding in &mut self.findings {
            finding.severity = finding.severity.min(worst);
        }
    }

    /// Adds a measurement or another remark.
    pub(super) fn remark(&mut self, remark: impl Into<Observation>) {
        self.remarks.push(remark.into());
    }
}

/// How many characters of a line are quoted.
const LINE_CHARS: usize = 300;
