//! The `lines` that a citation names of its place.

use firsthand_registry::{Candidate, LineRange};

use crate::finding::Rule;
use crate::prose::line_range;
use crate::quote::find_quote;
use crate::{Context, Place, ReportBody, Selection, Verdict};

/// What stands between the ranges of a list, and around it.
const LIST_MARKS: &[char] = &[' ', ',', ';', ')', ']', '`'];

/// Narrows a place to the `lines` that the citation `name` names, as far as they were observed. Lines that are read
/// otherwise than they are written are noted: those that cannot be parsed, were not observed or leave out the `quote`, and
/// those of several ranges.
pub(super) fn cite_lines(
    verdict: &mut Verdict,
    name: &str,
    place: &mut Place,
    lines: Option<&str>,
    quote: Option<LineRange>,
    context: &Context<'_>,
) {
    let Some((lines, seen)) = lines.zip(place.range()) else {
        return;
    };
    verdict.mendable.extend(not_there(name, place, lines, context));
    let why = match Named::of(lines, seen) {
        Named::Nothing => "cannot be read as lines, so all of the place is cited",
        Named::Unseen => "are none of that place, so all of it is cited",
        Named::Part(part) | Named::Hull(part) if quote.is_some_and(|quote| !part.covers(quote)) => {
            place.show(quote.map_or(part, |quote| part.hull(quote)));
            "leave out the quote, so all from it to them is cited"
        }
        Named::Part(part) => return place.show(part),
        Named::Hull(hull) => {
            place.show(hull);
            "are several ranges, so all from the first to the last is cited"
        }
    };
    let note = format!("{name}: its `lines` {why}");
    verdict.mendable.push(note.clone());
    verdict.body.add_finding(Rule::ArgumentRepaired, note);
}

/// For the model: which of the lines that a citation names its place does not have, and whether another one does.
fn not_there(name: &str, place: &Place, lines: &str, context: &Context<'_>) -> Option<String> {
    let seen = place.range()?;
    let last = context.candidate(place).and_then(Candidate::file_lines).unwrap_or(u32::MAX);
    let [named] = ranges_of(lines)?[..] else { return None };
    let named =
        LineRange::new(named.start(), named.end().min(last)).filter(|it| it.overlaps(seen))?;
    let rest: Vec<LineRange> = named.without(seen).collect();
    let id = place.id();
    let part = named.intersection(seen)?.short();
    let only = format!("{name}: {id} has only the lines {seen}, so {part} is cited");
    let elsewhere = rest.iter().find_map(|rest| {
        let mut others = context.registry.iter().filter(|other| other.path() == place.path());
        let other = others.find(|other| other.range().is_some_and(|range| range.covers(*rest)))?;
        Some(format!("{only}; a further one can cite {} of {}", rest.short(), other.id()))
    });
    elsewhere.or_else(|| Some(format!("{only}; {} was not shown", rest.first()?.short())))
}

/// What the `lines` of a citation name of the lines that were seen of its place.
#[derive(PartialEq, Eq, Debug)]
enum Named {
    /// One range.
    Part(LineRange),
    /// Several ranges: all from the first to the last of them.
    Hull(LineRange),
    /// Lines that were not seen.
    Unseen,
    /// No lines: the text cannot be read.
    Nothing,
}

impl Named {
    /// Reads `12-20`, or `12` for one line, as prose may spell them, and lists of these. What stands before a colon names the
    /// place again.
    fn of(text: &str, seen: LineRange) -> Self {
        let Some(ranges) = ranges_of(text) else {
            return Self::Nothing;
        };
        let parts = ranges.iter().filter_map(|range| range.intersection(seen));
        match (parts.reduce(LineRange::hull), ranges.len()) {
            (None, _) => Self::Unseen,
            (Some(part), 1) => Self::Part(part),
            (Some(hull), _) => Self::Hull(hull),
        }
    }
}

/// Chooses, of several lines on which a quote starts, the only one that is to be read, or else those that a search found.
pub(super) fn settle_quotes(body: &mut ReportBody, selection: &Selection, context: &Context<'_>) {
    for link in body.flow.iter_mut().filter(|link| !link.quote.also.is_empty()) {
        let submitted = selection.flow.get(link.number - 1).map(|link| &link.quote);
        let Some((candidate, submitted)) = context.candidate(&link.place).zip(submitted) else {
            continue;
        };
        let path = link.place.path();
        let is_read = |line: &u32| {
            let mut reads = body.read_targets.iter().map(|read| &read.place);
            reads.any(|read| {
                read.path() == path && read.range().is_some_and(|it| it.contains(*line))
            })
        };
        let starts = std::iter::once(link.quote.line).chain(link.quote.also.iter().copied());
        let mut near: Vec<u32> = starts.clone().filter(is_read).collect();
        if near.len() != 1 {
            near = starts.filter(|line| candidate.hits().contains(line)).collect();
        }
        if let (false, Some(seen)) = (near.is_empty(), candidate.evidence()) {
            link.quote = find_quote(seen, submitted, &near).unwrap_or_else(|_| link.quote.clone());
        }
    }
}

/// The numbers of the lines that a citation names, as far as they were observed; none where it names none.
pub(super) fn numbers_of(lines: &str, seen: LineRange) -> Vec<u32> {
    let ranges = ranges_of(lines).unwrap_or_default().into_iter();
    let parts = ranges.filter_map(|range| range.intersection(seen));
    parts.flat_map(|part| part.start()..=part.end()).collect()
}

/// The ranges of a list, at least one; `None` where something else stands in it.
fn ranges_of(text: &str) -> Option<Vec<LineRange>> {
    let text = match text.rsplit_once(':') {
        Some((place, lines)) if place.parse::<u32>().is_err() => lines,
        _ => text,
    };
    let is_label = |c: char| c.is_alphabetic() || c.is_whitespace() || "[(#".contains(c);
    let mut rest = text.trim_start_matches(is_label);
    let mut ranges = Vec::new();
    loop {
        let (range, following) = line_range(rest)?;
        ranges.push(range?);
        rest = following.trim_matches(LIST_MARKS);
        if rest.is_empty() {
            return Some(ranges);
        }
        if rest.len() == following.len() {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineRange, Named};

    #[test]
    fn lines_are_read_as_far_as_they_can_be() {
        let check = |text: &str, expect: &str| {
            let seen = LineRange::new(10, 60).unwrap();
            let named = match Named::of(text, seen) {
                Named::Part(part) => part.to_string(),
                Named::Hull(hull) => format!("all of {hull}"),
                other => format!("{other:?}"),
            };
            assert_eq!(named, expect, "{text}");
        };
        for text in [
            "20-25",
            " 20 - 25 ",
            "20–25",
            "20..25",
            "20 to 25",
            "L20-L25",
            "#L20-L25",
            "lines 20-25",
            "[20-25]",
            "c7:20-25",
            "src/a.rs:20-25",
            "(20-25)",
        ] {
            check(text, "20-25");
        }
        check("20", "20-20");
        check("1-12", "10-12");
        check("20-25,40-45", "all of 20-45");
        check("20-25, 40", "all of 20-40");
        check("40-45; 20", "all of 20-45");
        check("c7:20-25,900", "all of 20-25");
        check("20 and 40", "20-40");
        for text in ["900", "61-70", "900,1-9"] {
            check(text, "Unseen");
        }
        for text in [
            "",
            "all",
            "50-20",
            "150-1",
            "20:25",
            "20-25 of it",
            "0",
            "20-x",
            "20-25-30",
            "4294967296",
        ] {
            check(text, "Nothing");
        }
    }
}
