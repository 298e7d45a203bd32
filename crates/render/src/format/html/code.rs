//! The source lines of a page: quotes, and the observed lines around them in a collapsed element; the commit and the
//! places on its forge.

use std::collections::BTreeMap;

use firsthand_registry::{RepoPath, count};
use firsthand_validator::{Place, Quote, VerifiedReport};

use super::Page;
use crate::highlights::{Highlights, class};
use crate::layout::Mention;
use crate::markup::Html;
use crate::origin::Origin;
use crate::parts::PathPart;

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
        let (Some(range), false) = (place.range(), lines.iter().all(|(line, _)| is_quoted(*line)))
        else {
            return;
        };
        out.raw("<details class=\"code\">\n<summary>Lines ").raw(&range.to_string());
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
        out.raw("<tr").raw(attribute).raw("><td>").number(line as usize);
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

/// The shown digits of a commit's id.
const COMMIT_CHARS: usize = 12;

impl Page<'_, '_> {
    /// Prints the commit, its day, and how many of the report's files are other ones there.
    pub(super) fn commit(&self, origin: &Origin, out: &mut Html) {
        out.raw("<p class=\"commit\">Commit ");
        let id = origin.commit.get(..COMMIT_CHARS).unwrap_or_default();
        linked(origin.commit_address(), out, |out| {
            out.raw("<code>").text(id).raw("</code>");
        });
        out.raw(" of ").text(&origin.day);
        let differs = |part: &&PathPart<'_>| !origin.has(part.path.as_str());
        let changed = self.parts.paths.iter().filter(differs).count();
        if changed > 0 {
            let files = count(changed, "file differs", "files differ");
            out.raw("; ").text(&files).raw(" from it");
        }
        out.raw("</p>\n");
    }
}

/// Prints markup as a link to an address, or as it is without one.
pub(super) fn linked(address: Option<String>, out: &mut Html, print: impl FnOnce(&mut Html)) {
    let Some(address) = address else {
        return print(out);
    };
    out.raw("<a rel=\"noreferrer\" href=\"").text(&address).raw("\">");
    print(out);
    out.raw("</a>");
}

impl Page<'_, '_> {
    /// Every place of the report with its number; places in several lists are repeated.
    pub(super) fn numbered_places(&self) -> impl Iterator<Item = (usize, &Place)> {
        let (body, layout) = (self.parts.report.body(), self.layout);
        let links = body.flow.iter().map(|link| &link.place).zip(&layout.links);
        let links = links.map(|(place, mention)| (mention.number, place));
        let reads = layout.reads.iter().filter_map(|(at, mention)| {
            let read = body.read_targets.get(*at)?;
            Some((mention.number, &read.place))
        });
        let primary = self.parts.primary.iter().zip(&body.primary);
        let primary = primary.filter_map(|(place_part, place)| {
            let at = layout.places.iter().position(|known| known == place_part)?;
            Some((at + 1, place))
        });
        links.chain(primary).chain(reads)
    }

    /// The place of a mention.
    pub(super) fn place_of(&self, mention: &Mention) -> Option<&Place> {
        let mut places = self.numbered_places();
        let found = places.find(|(number, _)| *number == mention.number);
        found.map(|(_, place)| place)
    }

    /// The places of the flow and those with relations, in the order of their numbers.
    pub(super) fn diagram_places(&self) -> Vec<(usize, &Place)> {
        let body = self.parts.report.body();
        let relates = |place: &Place| {
            let mut relations = body.observed.relations().iter();
            relations.any(|relation| relation.place == *place || relation.of == *place)
        };
        let in_flow = |place: &Place| body.flow.iter().any(|link| link.place == *place);
        let numbered_places = self.numbered_places();
        let mut places: Vec<_> =
            numbered_places.filter(|(_, place)| in_flow(place) || relates(place)).collect();
        places.sort_by_key(|(number, _)| *number);
        places.dedup_by_key(|(number, _)| *number);
        places
    }
}
