//! The header of a window: path, id, the declarations that it shows, range, and the relation that led here.

use std::cmp::Reverse;
use std::fmt::{self, Write as _};

use crate::{CandidateId, Declaration, LineRange, Window, escape};

/// Behind the lines of a declaration that goes on outside of the window.
const IN_PART: &str = ", in part";
/// The longer of the two things that may stand after a header's range; ` of 7` is the other.
const TO_THE_END: &str = " (to the end)";
/// Declarations that a header names beside the one that the window is labelled with; of more, it gives the
/// number.
const BESIDE: usize = 3;

pub(super) fn write_header(
    out: &mut impl fmt::Write,
    window: &Window,
    id: Option<CandidateId>,
) -> fmt::Result {
    let range = window.span.range();
    let beside = named(&beside(window));
    write!(out, "{}{beside} {range}", title(window, id, IN_PART))?;
    match window.span.file_lines() {
        Some(total) if total > range.end() => write!(out, " of {total}")?,
        Some(_) => write!(out, "{TO_THE_END}")?,
        None => {}
    }
    write!(out, "{}", relation(window))
}

/// At most this many characters go to the window's header, whatever its id and however its lines
/// are narrowed.
pub(crate) fn cost(window: &Window) -> usize {
    let (end, total) = (
        window.span.range().end(),
        window.span.file_lines().unwrap_or(0),
    );
    let range = 2 * digits(end) + " -".len();
    let after = TO_THE_END.len().max(" of ".len() + digits(total));
    let text = title(window, Some(CandidateId::WIDEST), IN_PART)
        .chars()
        .count()
        + relation(window).chars().count();
    // What is shown whole now may be shown in part then, and other names may come first.
    let parts = labelled(window).map(|declared| part_of(declared.range, IN_PART).len());
    let part = parts.max().unwrap_or(0);
    let mut others = beside(window);
    others.sort_by_key(|declared| Reverse(escape(&declared.name).chars().count()));
    let beside = named(&others).chars().count();
    text + part + beside + range + after + "\n".len()
}

/// A header up to the first declaration; `in_part` stands behind the lines of one that goes on.
pub(super) fn title(window: &Window, id: Option<CandidateId>, in_part: &str) -> String {
    let mut out = format!("#### {}", window.span.path());
    if let Some(id) = id {
        let _ = write!(out, " [{id}]");
    }
    if let Some(symbol) = &window.symbol {
        let _ = write!(
            out,
            " {} ({}",
            escape(&symbol.qualified),
            escape(&symbol.kind)
        );
        let part = whole_of(window).map(|whole| part_of(whole.range, in_part));
        let _ = write!(out, "{})", part.unwrap_or_default());
    }
    out
}

/// The declarations that the window's label can mean, as far as it shows some of them.
fn labelled(window: &Window) -> impl Iterator<Item = &Declaration> {
    let range = window.span.range();
    let symbol = window.symbol.as_ref();
    window.declarations.iter().filter(move |declared| {
        symbol.is_some_and(|symbol| symbol.can_mean(declared)) && range.overlaps(declared.range)
    })
}

/// The declaration that the window is labelled with, where only a part of it is shown. Of several
/// that the label can mean, nobody knows which.
fn whole_of(window: &Window) -> Option<&Declaration> {
    let mut labelled = labelled(window);
    let only = labelled.next().filter(|_| labelled.next().is_none())?;
    (!window.span.range().covers(only.range)).then_some(only)
}

fn part_of(whole: LineRange, in_part: &str) -> String {
    format!(" {whole}{in_part}")
}

/// What a labelled window shows of declarations outside of its label's: the outermost that do not reach
/// around the window.
fn beside(window: &Window) -> Vec<&Declaration> {
    let range = window.span.range();
    let mut found: Vec<&Declaration> = Vec::new();
    if window.symbol.is_none() {
        return found;
    }
    let own: Vec<LineRange> = labelled(window).map(|declared| declared.range).collect();
    if own.is_empty() {
        return found;
    }
    for declared in &window.declarations {
        let shown = declared.range.overlaps(range) && !declared.range.covers(range);
        let apart = own.iter().all(|own| !own.overlaps(declared.range));
        let outermost = found
            .iter()
            .all(|other| !other.range.covers(declared.range));
        if shown && apart && outermost {
            found.push(declared);
        }
    }
    found
}

/// `, open, close, +4`
fn named(declared: &[&Declaration]) -> String {
    let names = declared.iter().take(BESIDE);
    let mut text: String = names.map(|d| format!(", {}", escape(&d.name))).collect();
    if declared.len() > BESIDE {
        let _ = write!(text, ", +{}", declared.len() - BESIDE);
    }
    text
}

/// A header's end, where the place was found by a relation.
fn relation(window: &Window) -> String {
    window.related.as_ref().map_or_else(String::new, |r| {
        let (relation, of) = (escape(&r.relation), escape(&r.of));
        format!(" · {relation} of {of}, by {}", escape(&r.resolution))
    })
}

pub(super) fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}
