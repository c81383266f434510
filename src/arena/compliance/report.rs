//! What a check came to.

use std::collections::HashSet;

use serde::Serialize;

use super::talk::Talk;
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
pub struct Finding {
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
pub enum Verdict {
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
    pub verdict: Verdict,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// What was measured or found out; why it was skipped.
    pub notes: Vec<String>,
}

/// What a check finds while it goes on.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) findings: Vec<Finding>,
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
        self.findings.push(Finding {
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

impl Verdict {
    /// What findings add up to.
    pub(super) fn of(findings: &[Finding]) -> Self {
        match findings.iter().map(|finding| finding.severity).max() {
            None => Self::Passed,
            Some(Severity::Warning) => Self::Warned,
            Some(Severity::Failure) => Self::Failed,
        }
    }
}
