//! What a check finds while it goes on.

use std::collections::HashSet;

use super::report::{CheckFinding, Severity};
use super::talk::Talk;

/// What a check finds while it goes on.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) findings: Vec<CheckFinding>,
    pub(super) remarks: Vec<String>,
}

impl Notes {
    /// Games are lost by this.
    pub(super) fn fail(&mut self, talk: &Talk, expected: &str, came: impl Into<String>) {
        self.findings.push(talk.finding(Severity::Failure, expected, came));
    }

    /// Bad manners.
    pub(super) fn warn(&mut self, talk: &Talk, expected: &str, came: impl Into<String>) {
        self.findings.push(talk.finding(Severity::Warning, expected, came));
    }

    /// Bad manners that a line alone shows.
    pub(super) fn warn_of_line(&mut self, line: &str, expected: &str) {
        self.findings.push(CheckFinding {
            severity: Severity::Warning,
            expected: expected.to_owned(),
            came: line.chars().take(LINE_CHARS).collect(),
            dialogue: Vec::new(),
        });
    }

    /// Makes nothing worse than it can be, and tells everything once.
    pub(super) fn tidy(&mut self, worst: Severity) {
        let mut told = HashSet::new();
        self.findings
            .retain(|finding| told.insert((finding.expected.clone(), finding.came.clone())));
        for finding in &mut self.findings {
            finding.severity = finding.severity.min(worst);
        }
    }

    /// Worth knowing.
    pub(super) fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }
}

/// Characters quoted of a line.
const LINE_CHARS: usize = 300;
