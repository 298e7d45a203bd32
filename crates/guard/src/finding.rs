//! Source files and findings, and findings as SARIF and as text for people.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use firsthand_source::sarif;
use serde_json::Value;

use crate::rules::{RULES, Rule, rule};

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

/// The findings, each with the source's line. `source` gives the text of a file by its path; without it the finding is
/// printed without a line. `color` adds the escapes of a terminal. The last line is the number of findings; the result
/// is empty if there are none.
pub fn text<'t>(
    findings: &[Finding],
    source: impl Fn(&str) -> Option<&'t str>,
    color: bool,
) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    let mut rules_with_help: Vec<&str> = Vec::new();
    for finding in findings {
        let title = Level::ERROR.primary_title(finding.message.as_str()).id(finding.rule);
        let text = source(&finding.path).unwrap_or_default();
        let span = first_line(text, &finding.range);
        let snippet = Snippet::source(text)
            .path(finding.path.as_str())
            .annotation(AnnotationKind::Primary.span(span));
        let mut group = title.element(snippet);
        // A rule's advice is printed once.
        if let Some(rule) = rule(finding.rule).filter(|rule| !rules_with_help.contains(&rule.name))
        {
            group = group.element(Level::HELP.message(rule.help));
            rules_with_help.push(rule.name);
        }
        out += &renderer.render(&[group]);
        out += "\n\n";
    }
    match findings.len() {
        0 => {}
        1 => out += "1 finding\n",
        many => out += &format!("{many} findings\n"),
    }
    out
}

/// The part of a range that is in its first line.
fn first_line(text: &str, range: &Range<usize>) -> Range<usize> {
    let range = range.start.min(text.len())..range.end.min(text.len());
    let length = text.get(range.clone()).and_then(|text| text.find('\n'));
    range.start..length.map_or(range.end, |length| range.start + length)
}
