//! The source lines of a page: quotes, and the observed lines around them in a collapsed element.

use firsthand_validator::{Place, Quote, VerifiedReport};

use crate::markup::Html;

/// How many lines before and after a quote are on paper.
const PRINTED_CONTEXT: u32 = 5;

/// Prints the observed lines of the place, collapsed, unless the quote already has all of them.
pub(super) fn collapsed_lines(
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
        let class = match is_quoted(line) {
            true => " class=\"quoted\"",
            false if line.abs_diff(middle) > PRINTED_CONTEXT => " class=\"far\"",
            false => "",
        };
        row(line, text, class, out);
        next_line = line + 1;
    }
    masked_row(range.end() + 1 - next_line, out);
    out.raw("</table>\n</details>");
}

/// Prints the quote's own lines.
pub(super) fn quote(quote: &Quote, out: &mut Html) {
    out.raw("\n<table class=\"source quote\" tabindex=\"0\">");
    for (line, text) in lines_of(quote) {
        row(line, text, "", out);
    }
    out.raw("</table>");
}

fn lines_of(quote: &Quote) -> impl Iterator<Item = (u32, &str)> {
    (quote.line..).zip(quote.text.split('\n'))
}

fn row(line: u32, text: &str, class: &str, out: &mut Html) {
    out.raw("<tr").raw(class).raw("><td>").number(line as usize);
    out.raw("</td><td><code>")
        .text(text)
        .raw("</code></td></tr>");
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
