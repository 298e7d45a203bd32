//! The citations of a text that is not Markdown: a comment, reStructuredText, AsciiDoc or Org.

use std::ops::Range;

use firsthand_anchors::FoldedQuote;

use super::beside::{is_beside, is_quoted_beside};
use super::name_forms::name_of;
use super::{Citation, CitationStyle};
use crate::spot::{find_locations, find_unread};

/// The citations in a part of a document, in order. Literal blocks are not searched.
pub(super) fn citations(document: &str, part: Range<usize>) -> Vec<Citation> {
    let mut found: Vec<Citation> = Vec::new();
    let spans = code_spans(document, part.clone());
    for searched in outside_blocks(document, part) {
        let text = &document[searched.clone()];
        let mut locations = find_locations(text);
        locations.extend(find_unread(text, &locations));
        for location in locations {
            let location = location.behind(searched.start);
            let at = location.at.clone();
            let next = spans.partition_point(|span| span.end <= at.start);
            let around =
                spans.get(next).filter(|span| span.start <= at.start && at.end <= span.end);
            let outer = around.cloned().unwrap_or_else(|| at.clone());
            let style = match around {
                Some(span) if document[span.clone()].contains(char::is_whitespace) => continue,
                Some(_) => CitationStyle::Code,
                None => CitationStyle::Text,
            };
            let before = next.checked_sub(1).and_then(|index| spans.get(index));
            let before = before.filter(|span| is_beside(document, span.end, outer.start));
            let after = spans.get(next + usize::from(around.is_some()));
            let name_after = after.filter(|span| is_beside(document, outer.end, span.start));
            let mut names =
                before.into_iter().chain(name_after).map(|span| &document[span.clone()]);
            let quote = after.filter(|span| is_quoted_beside(document, outer.end, span.start));
            let quote = quote.map(|span| &document[span.clone()]);
            let quote = quote.filter(|code| code.contains(char::is_whitespace));
            let citation = Citation::new(at, &location.path, &location, style);
            let is_alone = citation.is_alone();
            found.push(Citation {
                name: names.find_map(name_of).filter(|_| is_alone),
                quote: quote.and_then(FoldedQuote::span).filter(|_| is_alone),
                ..citation
            });
        }
    }
    found
}

/// The contents of the code spans, each between two runs of one or two backticks in one paragraph.
fn code_spans(document: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let text = &document[part.clone()];
    let mut spans = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(start) = text[at..].find('`').map(|offset| at + offset) {
        let length = text[start..].bytes().take_while(|byte| *byte == b'`').count();
        let run = start..start + length;
        at = run.end;
        // Three are a fence.
        if length > 2 {
            open = None;
            continue;
        }
        open = match open {
            Some(before) if before.len() == length && !text[before.end..start].contains("\n\n") => {
                spans.push(part.start + before.end..part.start + start);
                None
            }
            _ => Some(run),
        };
    }
    spans
}

/// The parts of a text that are not literal blocks: those between two fences (three backticks, or four of `-` or `.`
/// alone in a line), between `#+begin_…` and `#+end_…`, and the indented lines behind a line that ends with `::`.
fn outside_blocks(document: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut outside: Vec<Range<usize>> = Vec::new();
    let mut fence: Option<String> = None;
    let mut literal: Option<usize> = None;
    let mut at = part.start;
    // A line of four dashes below a line of text is the line below a heading.
    let mut is_after_gap = true;
    for line in document[part].split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let content = line.trim_matches(|c: char| c.is_whitespace() || "/!*#;".contains(c));
        let indent = line.len() - line.trim_start().len();
        if literal.is_some_and(|outer| indent <= outer && !content.is_empty()) {
            literal = None;
        }
        let mark = fence_of(line, content).filter(|mark| {
            is_after_gap || fence.as_ref() == Some(mark) || mark.starts_with(['`', '#'])
        });
        is_after_gap = content.is_empty() || content.starts_with('[');
        match (&fence, mark) {
            (Some(open), Some(mark)) if *open == mark => fence = None,
            (None, Some(mark)) => fence = Some(mark),
            (None, None) if literal.is_none() => {
                match outside.last_mut() {
                    Some(last) if last.end == range.start => last.end = range.end,
                    _ => outside.push(range),
                }
                if content.ends_with("::") {
                    literal = Some(indent);
                }
            }
            _ => {}
        }
    }
    outside
}

/// What opens or closes a literal block in a line; the same text for both.
fn fence_of(line: &str, content: &str) -> Option<String> {
    let block = line.trim_start().to_ascii_lowercase();
    if block.starts_with("#+begin_") || block.starts_with("#+end_") {
        return Some("#+".to_owned());
    }
    let marks = content.chars().take_while(|c| *c == '`').count();
    let is_ruled = |mark: char| content.len() == 4 && content.chars().all(|c| c == mark);
    match marks {
        3.. => Some("`".repeat(3)),
        _ => ['-', '.'].into_iter().find(|mark| is_ruled(*mark)).map(|_| content.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(document: &str, expect: &[&str]) {
        let shown = citations(document, 0..document.len()).into_iter().map(|one| {
            let name = one.name.map_or(String::new(), |name| format!(" {name}"));
            let quote = one.quote.map_or(String::new(), |quote| format!(" {quote:?}"));
            format!("{:?} {}:{}-{}{name}{quote}", one.style, one.path, one.start, one.end)
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect, "{document}");
    }

    #[test]
    fn citations_of_a_comment_have_the_names_and_quotes_beside_them() {
        check("See src/a.rs:12.", &["Text src/a.rs:12-12"]);
        check("`keep` (``a.rs:3``) and b.rs:4", &["Code a.rs:3-3 keep", "Text b.rs:4-4"]);
        check(
            "In `a.rs:3-5`: `fn keep() {}`",
            &["Code a.rs:3-5 FoldedQuote([[\"fn keep() {}\"]])"],
        );
        check(
            "`Store::keep()` in a.rs:3; `other` calls a.rs:4",
            &["Text a.rs:3-3 Store::keep", "Text a.rs:4-4"],
        );
        check("run `cargo test a.rs:3` now", &[]);
        check("a.rs:3 `keep`", &["Text a.rs:3-3 keep"]);
    }

    #[test]
    fn literal_blocks_are_not_searched() {
        check("a.rs:1\n```\nb.rs:2\n```\nc.rs:3\n", &["Text a.rs:1-1", "Text c.rs:3-3"]);
        check("/// a.rs:1\n/// ```text\n/// b.rs:2\n/// ```\n", &["Text a.rs:1-1"]);
        check("As in::\n\n    b.rs:2\n\nc.rs:3\n", &["Text c.rs:3-3"]);
        check("----\nb.rs:2\n----\nc.rs:3\n", &["Text c.rs:3-3"]);
        check("Todo\n----\n\nb.rs:2\n", &["Text b.rs:2-2"]);
        check("#+BEGIN_SRC c\nb.rs:2\n#+END_SRC\nc.rs:3\n", &["Text c.rs:3-3"]);
    }
}
