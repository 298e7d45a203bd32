//! The explanation: each place with its most telling line, what uses another before what it uses.

use firsthand_agent::registry::{Candidate, Related};
use firsthand_agent::validator::FlowLink;

use super::line::{best, declared_in, names_word};
use super::sight::Sight;
use super::weigh::{holds, rarity, telling};

/// Words and names in one fact.
const WORDS: usize = 4;

/// One link for each place that has a line to quote.
pub(super) fn flow(sight: &Sight<'_>, places: &[&Candidate]) -> Vec<FlowLink> {
    let ordered = in_order(places);
    ordered
        .iter()
        .filter_map(|candidate| link(sight, candidate, &used_by(candidate, places)))
        .collect()
}

/// The places with users first. Ties, and places that use each other, stay in the order of rank.
fn in_order<'a>(places: &[&'a Candidate]) -> Vec<&'a Candidate> {
    let mut left = places.to_vec();
    let mut ordered: Vec<&Candidate> = Vec::new();
    while !left.is_empty() {
        let free = left.iter().position(|candidate| {
            let used = |other: &&&Candidate| uses(other, candidate);
            !left.iter().any(|other| used(&other))
        });
        ordered.push(left.remove(free.unwrap_or(0)));
    }
    ordered
}

/// Whether one place mentions what another declares, and not the other way round.
fn uses(user: &Candidate, used: &Candidate) -> bool {
    let one_way = |from: &Candidate, to: &Candidate| {
        from.id() != to.id() && name_of(to).is_some_and(|name| mentions(from, name))
    };
    one_way(user, used) && !one_way(used, user)
}

/// The names that a place uses of what the other places declare.
fn used_by<'a>(candidate: &Candidate, places: &[&'a Candidate]) -> Vec<&'a str> {
    let own = name_of(candidate);
    let mut names: Vec<&str> = places
        .iter()
        .filter(|other| uses(candidate, other))
        .filter_map(|other| name_of(other))
        .filter(|name| Some(*name) != own)
        .collect();
    names.dedup();
    names.truncate(WORDS);
    names
}

/// The name of what a place declares, where the declaration itself was seen.
fn name_of(candidate: &Candidate) -> Option<&str> {
    let name = &candidate.symbols().first()?.name;
    declared_in(candidate, name).map(|_| name.as_str())
}

fn mentions(candidate: &Candidate, name: &str) -> bool {
    candidate
        .evidence()
        .is_some_and(|evidence| names_word(evidence.text(), name))
}

fn link(sight: &Sight<'_>, candidate: &Candidate, used: &[&str]) -> Option<FlowLink> {
    let symbol = candidate.symbols().first();
    let edge = candidate.related().first();
    let mut used = used.to_vec();
    let of = edge
        .filter(|edge| edge.relation != "callees")
        .map(last_name);
    used.extend(of.filter(|name| !used.contains(name) && mentions(candidate, name)));
    let mut names = used.clone();
    names.extend(symbol.map(|symbol| symbol.name.as_str()));
    let quote = best(sight, candidate, &names)?;
    let mut parts = Vec::new();
    if let Some(symbol) = symbol.filter(|symbol| mentions(candidate, &symbol.name)) {
        let declared = declared_in(candidate, &symbol.name).is_some();
        let verb = if declared { "defines" } else { "is in" };
        parts.push(format!("{verb} `{}`", symbol.name));
    }
    if !used.is_empty() {
        let names: Vec<String> = used.iter().map(|name| format!("`{name}`")).collect();
        parts.push(format!("uses {}", names.join(", ")));
    }
    let words = words_of(sight, candidate);
    // What a place holds is no fact about it where there is one.
    if parts.is_empty() && !words.is_empty() {
        let noun = if words.len() == 1 { "word" } else { "words" };
        parts.push(format!("has the {noun} {}", words.join(", ")));
    }
    Some(FlowLink {
        lines: None,
        candidate_id: candidate.id().to_string(),
        role: role(candidate),
        fact: sentence(&parts.join("; ")),
        quote,
    })
}

/// What kind of thing a place shows, and how it was reached.
fn role(candidate: &Candidate) -> String {
    let kind = candidate.symbols().first();
    let kind = kind.map_or_else(|| "text".to_owned(), |symbol| symbol.kind.clone());
    match candidate.related().first() {
        Some(edge) => {
            let relation = edge.relation.trim_end_matches('s');
            format!("{kind}, {relation} of {}", last_name(edge))
        }
        None => kind,
    }
}

/// The bare name of the symbol that an edge leads from.
fn last_name(edge: &Related) -> &str {
    let parts = edge.of.rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts
        .into_iter()
        .find(|part| !part.is_empty())
        .unwrap_or(&edge.of)
}

/// The most telling words of the question that a place holds.
fn words_of<'s>(sight: &'s Sight<'_>, candidate: &Candidate) -> Vec<&'s str> {
    let mut words = telling(sight);
    words.retain(|word| holds(candidate, word));
    words.sort_by(|a, b| rarity(sight, b).total_cmp(&rarity(sight, a)));
    words.truncate(WORDS);
    words
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first
            .to_uppercase()
            .chain(chars)
            .chain(std::iter::once('.'))
            .collect()
    })
}
