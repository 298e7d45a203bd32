//! Source files and findings, and findings as SARIF.

use std::ops::Range;

use firsthand_source::sarif;
use serde_json::Value;

use crate::rules::{RULES, Rule};

/// A file to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The path from the root, with `/` between folders.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// A violation of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The file's path, as it was given; the path of the settings if the fault is in them.
    pub path: String,
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    /// 1-based; the line of the last character.
    pub end_line: usize,
    /// 1-based, in characters; one past the last.
    pub end_column: usize,
    /// The rule's name.
    pub rule: &'static str,
    /// What is wrong here, in one sentence without a full stop.
    pub message: String,
    /// In bytes of the file.
    pub range: Range<usize>,
}

impl Finding {
    /// Order: by place, then by rule.
    pub(crate) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let key = |f: &Self| (f.line, f.column, f.rule, f.end_line, f.end_column);
        (self.path.cmp(&other.path)).then_with(|| key(self).cmp(&key(other)))
    }

    pub(crate) fn new(
        path: &str,
        text: &str,
        rule: &'static str,
        range: Range<usize>,
        message: String,
    ) -> Self {
        let (line, column) = place(text, range.start);
        let (end_line, end_column) = place(text, range.end);
        Self { path: path.to_owned(), line, column, end_line, end_column, rule, message, range }
    }
}

/// The line and the column, both 1-based, of a byte offset; the column counts characters.
pub(crate) fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The findings as one run of SARIF 2.1.0, the standard's form of a lint's results, with every rule described. Columns
/// count characters.
pub fn sarif(findings: &[Finding]) -> Value {
    let rule = |rule: &Rule| sarif::Rule { name: rule.name, what: rule.what, help: rule.help };
    let rules: Vec<sarif::Rule<'_>> = RULES.iter().map(rule).collect();
    let found = findings.iter().map(|finding| sarif::Found {
        rule: finding.rule,
        message: &finding.message,
        path: &finding.path,
        start: (finding.line, finding.column),
        end: (finding.end_line, finding.end_column),
    });
    let level = sarif::Level::Error;
    sarif::log("firsthand-guard", env!("CARGO_PKG_VERSION"), level, &rules, found)
}
