//! The observed lines around the quotes of a page, in a collapsed element; the numbers and the names of its places.

use firsthand_registry::Symbol;
use firsthand_validator::{Place, Quote, VerifiedReport};

use super::Page;
use super::sources::Sources;
use crate::layout::Mention;
use crate::markup::Html;
use crate::titles::{leading_name, shows_name};

/// How many lines before and after a quote are on paper.
const PRINTED_CONTEXT: u32 = 5;

impl Sources {
    /// Prints the observed lines of the place, collapsed, unless the quote already has all of them.
    pub(super) fn print_collapsed(
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
            self.row(Some(place.path()), line, (text, 0), class, out);
            next_line = line + 1;
        }
        masked_row(range.end() + 1 - next_line, out);
        out.raw("</table>\n</details>");
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

    /// What names a place: what the first fact about it begins with, if the place's own lines have it, or else the observed
    /// declaration.
    pub(super) fn title<'p>(&'p self, place: &Place) -> Option<Title<'p>> {
        let body = self.parts.report.body();
        let symbol = body.observed.symbol(place);
        let of_symbol = symbol.map(|Symbol { name, qualified, kind }| Title {
            simple: name,
            name: qualified,
            kind,
            line: body.observed.name_line(place, name),
        });
        let link = body.flow.iter().find(|link| link.place == *place);
        let (named, _) = link.and_then(|link| leading_name(&link.fact)).unzip();
        let of_fact = named.filter(|name| {
            of_symbol.is_none_or(|symbol| symbol.simple != *name)
                && shows_name(&body.observed, place, name)
        });
        let line = |name: &str| body.observed.name_line(place, name);
        of_fact.map(|name| Title { simple: name, name, kind: "", line: line(name) }).or(of_symbol)
    }
}

/// What names a place.
#[derive(Clone, Copy)]
pub(super) struct Title<'p> {
    /// The name without its containers.
    pub(super) simple: &'p str,
    pub(super) name: &'p str,
    /// The kind of the declaration; empty where it is not known.
    pub(super) kind: &'p str,
    /// The line of the name, where the place has more than the declaration.
    pub(super) line: Option<u32>,
}
