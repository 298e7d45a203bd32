//! Findings as text for people.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::finding::Finding;
use crate::rules::rule;

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
