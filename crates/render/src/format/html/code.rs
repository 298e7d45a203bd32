//! The source lines of a page: quotes, and the observed lines around them in a collapsed element.

use std::collections::BTreeMap;

use firsthand_registry::RepoPath;
use firsthand_validator::{Place, Quote, VerifiedReport};

use crate::highlights::{Highlights, class};
use crate::markup::Html;

/// How many lines before and after a quote are on paper.
const PRINTED_CONTEXT: u32 = 5;

/// The lines of a file, and what is set apart in them.
pub(super) struct Lines<'a> {
    pub(super) path: &'a RepoPath,
    pub(super) highlights: &'a Highlights,
}

impl Lines<'_> {
    /// Prints the observed lines of the place, collapsed, unless the quote already has all of them.
    pub(super) fn collapsed(
        &self,
        report: &VerifiedReport,
        place: &Place,
        quote: Option<&Quote>,
        out: &mut Html,
    ) {
        let is_quoted =
            |line: u32| quote.is_some_and(|quote| lines_of(quote).any(|(at, _)| at == line));
        let lines: Vec<(u32, &str)> = report.body().observed.lines(place).collect();
        let (Some(range), false) = (
            place.range(),
            lines.iter().all(|(line, _)| is_quoted(*line)),
        ) else {
            return;
        };
        out.raw("<details class=\"code\">\n<summary>Lines ")
            .raw(&range.to_string());
        out.raw("</summary>\n<table class=\"source\" tabindex=\"0\">");
        let middle = quote.map_or(range.start(), |quote| quote.line);
        let mut next_line = range.start();
        for (line, text) in lines {
            masked_row(line - next_line, out);
            let class = if is_quoted(line) {
                " class=\"quoted\""
            } else if line.abs_diff(middle) > PRINTED_CONTEXT {
                " class=\"far\""
            } else {
                ""
            };
            self.row(line, (text, 0), class, out);
            next_line = line + 1;
        }
        masked_row(range.end() + 1 - next_line, out);
        out.raw("</table>\n</details>");
    }

    /// Prints the quote's own lines. `observed` are the lines of its place.
    pub(super) fn quote(&self, quote: &Quote, observed: &BTreeMap<u32, &str>, out: &mut Html) {
        out.raw("\n<table class=\"source quote\" tabindex=\"0\">");
        for (line, text) in lines_of(quote) {
            let start = observed.get(&line).and_then(|whole| whole.find(text));
            self.row(line, (text, start.unwrap_or(0)), "", out);
        }
        out.raw("</table>");
    }

    /// Prints a text of a line, which begins at this byte of the line, in a row with this attribute.
    fn row(&self, line: u32, (text, start): (&str, usize), attribute: &str, out: &mut Html) {
        out.raw("<tr")
            .raw(attribute)
            .raw("><td>")
            .number(line as usize);
        out.raw("</td><td><code>");
        let mut printed = 0;
        for (bytes, syntax) in self.highlights.of_line(self.path, line) {
            let from = bytes.start.saturating_sub(start).max(printed);
            let to = bytes.end.saturating_sub(start).min(text.len());
            let parts = text.get(printed..from).zip(text.get(from..to));
            let Some(((before, part), class)) = parts.zip(class(*syntax)) else {
                continue;
            };
            out.text(before).raw("<span class=\"").raw(class);
            out.raw("\">").text(part).raw("</span>");
            printed = to;
        }
        out.text(text.get(printed..).unwrap_or_default());
        out.raw("</code></td></tr>");
    }
}

fn lines_of(quote: &Quote) -> impl Iterator<Item = (u32, &str)> {
    (quote.line..).zip(quote.text.split('\n'))
}

/// Prints a row for this many masked lines, if there are any.
fn masked_row(lines: u32, out: &mut Html) {
    if lines > 0 {
        out.raw("<tr class=\"hidden\"><td></td><td>");
        out.number(lines as usize)
            .raw(if lines == 1 { " line" } else { " lines" })
            .raw(" not shown</td></tr>");
    }
}
