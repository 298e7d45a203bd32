//! The answer as Markdown for an agent, within a budget: the claims of each part in turn as long as they fit, the rest
//! counted; claims refer to places by number, and the list at the end has each path once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use firsthand_registry::clip;
use firsthand_render::untrusted::{escape_prose, inert, quote_lines};
use firsthand_source::distinct;

use super::{head, in_turns, location, not_found, parts};
use crate::Researched;
use crate::payload::{Claim, Place, SearchResult};

/// The most characters of the form, as of a report's Markdown.
const MAX_CHARS: usize = 2_500;
/// The most characters of the names that were not found.
const MAX_MISSING_CHARS: usize = 300;
/// The most degradations that are printed, and the most characters of each.
const MAX_DEGRADATIONS: usize = 3;
const MAX_DEGRADATION_CHARS: usize = 160;

/// The result as Markdown of at most [`MAX_CHARS`] characters.
pub(super) fn markdown(researched: &Researched) -> String {
    let parts = parts(&researched.result);
    let turns = in_turns(&researched.result, &parts);
    let mut shown = turns.len();
    loop {
        let taken: BTreeSet<(usize, usize)> = turns[..shown].iter().copied().collect();
        let form = form(researched, &parts, &taken);
        if shown == 0 || form.chars().count() <= MAX_CHARS {
            return clip(&form, MAX_CHARS).into_owned();
        }
        shown -= 1;
    }
}

/// The form with the claims `taken`.
fn form(
    researched: &Researched,
    parts: &[(&str, Vec<&Claim>)],
    taken: &BTreeSet<(usize, usize)>,
) -> String {
    let result = &researched.result;
    let mut out = "## research report\n".to_owned();
    let _ = writeln!(out, "{}", inert(&head(researched)));
    let missing = not_found(result);
    if !missing.is_empty() {
        let _ = writeln!(out, "{}", inert(&clip(missing.trim_end(), MAX_MISSING_CHARS)));
    }
    let (mut shown, mut left_out): (Vec<&Claim>, Vec<String>) = (Vec::new(), Vec::new());
    for (index, (part, claims)) in parts.iter().enumerate() {
        let part = escape_prose(part);
        let here: Vec<&Claim> = (0..claims.len())
            .filter(|claim| taken.contains(&(index, *claim)))
            .map(|claim| claims[claim])
            .collect();
        if here.len() < claims.len() {
            left_out.push(format!("{} of {part}", claims.len() - here.len()));
        }
        if !here.is_empty() {
            let _ = write!(out, "\n### {}\n", inert(&part));
        }
        here.iter().for_each(|claim| write_claim(&mut out, claim));
        shown.extend(here);
    }
    if !left_out.is_empty() {
        let _ = writeln!(out, "\nLeft out: {}.", inert(&left_out.join(", ")));
    }
    if result.claims.is_empty() {
        let synthesis = escape_prose(&result.synthesis.to_string());
        let _ = write!(out, "\n{}\n", inert(&synthesis));
    }
    write_places(&mut out, result, &shown);
    out + &inert(&degradations(result))
}

/// A claim with each of its quotes once.
fn write_claim(out: &mut String, claim: &Claim) {
    let text = escape_prose(&claim.text);
    let _ = writeln!(out, "- {} {}", inert(&text), claim.place_numbers());
    let quotes = claim.references.iter().map(|reference| &*reference.quote);
    for quote in distinct(quotes) {
        for line in quote_lines(quote) {
            let _ = writeln!(out, "  >     {line}");
        }
    }
}

/// The places of the claims: a line for each path, with its numbers and lines.
fn write_places(out: &mut String, result: &SearchResult, claims: &[&Claim]) {
    let references = claims.iter().flat_map(|claim| &claim.references);
    let places: BTreeMap<_, &Place> = references
        .filter_map(|reference| Some((reference.place, result.place_of(reference)?)))
        .collect();
    let mut by_path: Vec<(&Place, String)> = Vec::new();
    for (number, place) in places {
        let is_same = |(other, _): &&mut (&Place, String)| {
            place.commit.is_empty() && other.commit.is_empty() && other.path == place.path
        };
        let lines = format!("[{number}] {}-{}", place.start, place.end);
        match by_path.iter_mut().find(is_same) {
            Some((_, numbered)) => *numbered += &format!(", {lines}"),
            None if place.commit.is_empty() => by_path.push((place, lines)),
            None => by_path.push((place, format!("[{number}]"))),
        }
    }
    if !by_path.is_empty() {
        out.push_str("\n### places\n");
    }
    for (place, numbered) in by_path {
        let path = location(place, "");
        let _ = writeln!(out, "- {} {numbered}", inert(&path));
    }
}

/// The first degradations; the others are counted.
fn degradations(result: &SearchResult) -> String {
    let mut list = String::new();
    for degradation in result.degraded.iter().take(MAX_DEGRADATIONS) {
        let text = format!("{}: {}", degradation.stage, degradation.reason);
        let text = escape_prose(&text);
        let _ = writeln!(list, "- {}", clip(&text, MAX_DEGRADATION_CHARS));
    }
    match result.degraded.len() {
        0 => list,
        1..=MAX_DEGRADATIONS => format!("\nDegraded:\n{list}"),
        all => format!("\nDegraded:\n{list}- and {} more\n", all - MAX_DEGRADATIONS),
    }
}
