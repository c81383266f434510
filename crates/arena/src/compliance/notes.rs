//! The notes that a check takes.

use std::collections::HashSet;

use super::report::{CheckFinding, Severity};
use super::talk::Talk;

/// The findings and remarks of a check.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) findings: Vec<CheckFinding>,
    pub(super) remarks: Vec<String>,
}

impl Notes {
    /// Adds a failure.
    pub(super) fn fail(&mut self, talk: &Talk, expected: &str, came: impl Into<String>) {
        self.findings.push(talk.finding(Severity::Failure, expected, came));
    }

    /// Adds a warning.
    pub(super) fn warn(&mut self, talk: &Talk, expected: &str, came: impl Into<String>) {
        self.findings.push(talk.finding(Severity::Warning, expected, came));
    }

    /// Adds a warning about a single line, which stands for the dialogue.
    pub(super) fn warn_of_line(&mut self, line: &str, expected: &str) {
        self.findings.push(CheckFinding {
            severity: Severity::Warning,
            expected: expected.to_owned(),
            came: line.chars().take(LINE_CHARS).collect(),
            dialogue: Vec::new(),
        });
    }

    /// Removes repeated findings, and limits their severity to `worst`.
    pub(super) fn tidy(&mut self, worst: Severity) {
        let mut told = HashSet::new();
        self.findings
            .retain(|finding| told.insert((finding.expected.clone(), finding.came.clone())));
        for finding in &mut self.findings {
            finding.severity = finding.severity.min(worst);
        }
    }

    /// Adds a measurement or another remark.
    pub(super) fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }
}

/// How many characters of a line are quoted.
const LINE_CHARS: usize = 300;
