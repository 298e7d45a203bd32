//! The places of one file that name the members.

use super::chance::{Best, Chance, MIN_SHARED};
use crate::facts::fact_store::syntax_of;
use crate::facts::{ParsedFile, Span};
use crate::text::distinct::distinct;
use crate::text::scan::matches::{TokenMatch, exact_matches};
use crate::text::tokens::Tokens;
use crate::text::words::is_word_byte;
use firsthand_source::{Cancel, Syntax};
use std::collections::BTreeMap;

/// The most places of one file.
const MAX_PLACES: usize = 3;
/// Of more occurrences in one declaration, only all together are a place.
const MAX_HITS: usize = 100;

/// A place that names several members.
#[derive(Clone, Debug)]
pub(super) struct SiblingPlace {
    /// The declaration that contains it.
    pub(super) symbol: Option<usize>,
    /// The lines that name members, ascending.
    pub(super) lines: Vec<u32>,
    /// The members, ascending.
    pub(super) named: Vec<u16>,
    pub(super) best: Best,
}

/// The least likely places of a file that do not overlap: in a declaration, or in the text between two of the outermost.
/// The bytes of `own`, the queried declaration, and of imports do not count, nor do prose and calls of `functions`: who
/// calls some functions of a type does not list them.
pub(super) fn best_places(
    file: &ParsedFile,
    (own, functions): (Option<&Span>, &[u16]),
    tokens: &Tokens,
    chance: &Chance<'_>,
    cancel: &Cancel,
) -> Vec<SiblingPlace> {
    let mut hits = exact_matches(&file.text, tokens);
    let imports = file.facts.imports.iter();
    let imports = imports.filter(|import| !import.reexport && !import.source.is_empty());
    let imports: Vec<&Span> = imports.map(|import| &import.at).collect();
    hits.retain(|hit| {
        let mut left_out = own.into_iter().chain(imports.iter().copied());
        let is_called = || {
            let reference = file.facts.reference_at(hit.start);
            reference.is_some_and(|reference| reference.call && !reference.constructs)
        };
        let is_call = functions.contains(&hit.token) && is_called();
        !is_call && !left_out.any(|span| span.contains(&hit.start))
    });
    let places = places_of(file, &hits, chance);
    // Most files have no place, and need not be parsed for their comments.
    let found = if places.is_empty() || retain_code(file, &mut hits, cancel) == 0 {
        places
    } else {
        places_of(file, &hits, chance)
    };
    apart(file, found)
}

/// Leaves out the hits in comments and docstrings, and those in strings that stand between two words, as in a sentence;
/// returns how many.
fn retain_code(file: &ParsedFile, hits: &mut Vec<TokenMatch>, cancel: &Cancel) -> usize {
    let (syntax, all) = (syntax_of(&file.path, &file.text, cancel), hits.len());
    hits.retain(|hit| {
        let (start, end) = (hit.start as usize, hit.end as usize);
        let before = syntax.partition_point(|(range, _)| range.end <= start);
        match syntax.get(before).filter(|(range, _)| range.contains(&start)) {
            Some((_, Syntax::Comment)) => false,
            Some((range, Syntax::Text)) => {
                let before = file.text[range.start..start].iter().rev();
                let after = file.text[end.min(range.end)..range.end].iter();
                !(is_word_apart(before) && is_word_apart(after))
            }
            _ => true,
        }
    });
    all - hits.len()
}

/// Whether a text begins with blanks and a word.
fn is_word_apart<'t>(mut text: impl Iterator<Item = &'t u8>) -> bool {
    let is_blank = text.next().is_some_and(u8::is_ascii_whitespace);
    is_blank && text.find(|byte| !byte.is_ascii_whitespace()).copied().is_some_and(is_word_byte)
}

/// The least likely place of each enumeration in each declaration and gap.
fn places_of(file: &ParsedFile, hits: &[TokenMatch], chance: &Chance<'_>) -> Vec<SiblingPlace> {
    let mut places: Vec<SiblingPlace> = Vec::new();
    for (index, members) in chance.enumerations.iter().enumerate() {
        let is_member = |hit: &&TokenMatch| members.binary_search(&hit.token).is_ok();
        let own: Vec<TokenMatch> = hits.iter().filter(is_member).copied().collect();
        let containers = containers(file, &own).into_iter();
        places.extend(containers.filter_map(|(symbol, hits)| {
            let (hits, best) = best_run(&hits, chance, index)?;
            let mut lines: Vec<u32> = hits.iter().map(|hit| file.line(hit.start)).collect();
            lines.dedup();
            let named = named(hits);
            Some(SiblingPlace { symbol, lines, named, best })
        }));
    }
    places
}

/// The least likely ones of places that overlap.
fn apart(file: &ParsedFile, mut places: Vec<SiblingPlace>) -> Vec<SiblingPlace> {
    let size = |place: &SiblingPlace| {
        let symbol = place.symbol.map(|at| &file.facts.symbols[at]);
        symbol.map_or(u32::MAX, |symbol| symbol.end - symbol.start)
    };
    places.sort_by(|a, b| {
        let by_surprise = b.best.surprise.total_cmp(&a.best.surprise);
        by_surprise.then_with(|| size(a).cmp(&size(b)))
    });
    let mut taken: Vec<SiblingPlace> = Vec::new();
    for place in places {
        let overlaps = taken.iter().any(|other| {
            let (first, last) = (place.lines.first(), place.lines.last());
            other.lines.first() <= last && first <= other.lines.last()
        });
        if !overlaps && taken.len() < MAX_PLACES {
            taken.push(place);
        }
    }
    taken
}

fn named(hits: &[TokenMatch]) -> Vec<u16> {
    distinct(hits.iter().map(|hit| hit.token))
}

/// The hits in each declaration and in each gap between the outermost ones, where these are several members; if there are
/// none, all hits.
fn containers(file: &ParsedFile, hits: &[TokenMatch]) -> Vec<(Option<usize>, Vec<TokenMatch>)> {
    let mut by_symbol: BTreeMap<usize, Vec<TokenMatch>> = BTreeMap::new();
    let mut by_gap: BTreeMap<(u32, u32), Vec<TokenMatch>> = BTreeMap::new();
    for hit in hits {
        let mut is_declared = false;
        for symbol in file.facts.around(hit.start) {
            by_symbol.entry(symbol).or_default().push(*hit);
            is_declared = true;
        }
        if !is_declared {
            let gap = file.gap_around(file.line(hit.start));
            by_gap.entry(gap).or_default().push(*hit);
        }
    }
    let declared = by_symbol.into_iter().map(|(symbol, hits)| (Some(symbol), hits));
    let between = by_gap.into_values().map(|hits| (None, hits));
    let mut found: Vec<_> = declared.chain(between).collect();
    found.retain(|(_, hits)| named(hits).len() >= MIN_SHARED);
    // Each member may have a declaration of its own, as a key of a file of data has.
    if found.is_empty() && named(hits).len() >= MIN_SHARED {
        found.push((None, hits.to_vec()));
    }
    found
}

/// The least likely run of hits; of equal ones, the shortest.
fn best_run<'h>(
    hits: &'h [TokenMatch],
    chance: &Chance<'_>,
    enumeration: usize,
) -> Option<(&'h [TokenMatch], Best)> {
    let words = |run: &[TokenMatch]| {
        let ends = run.first().zip(run.last());
        ends.map_or(0, |(first, last)| last.word_index.saturating_sub(first.word_index))
    };
    let of_run =
        |run: &[TokenMatch]| chance.best_of(enumeration, &named(run), f64::from(words(run)));
    if hits.len() > MAX_HITS {
        return Some((hits, of_run(hits)?));
    }
    let mut found: Option<(&[TokenMatch], Best)> = None;
    for start in 0..hits.len() {
        let mut seen = Vec::new();
        for end in start..hits.len() {
            // A run ends with a member that it did not have before.
            if seen.contains(&hits[end].token) {
                continue;
            }
            seen.push(hits[end].token);
            let run = &hits[start..=end];
            let Some(best) = of_run(run).filter(|_| seen.len() >= MIN_SHARED) else {
                continue;
            };
            let is_better = found.as_ref().is_none_or(|(other, known)| {
                let by_surprise = best.surprise.total_cmp(&known.surprise);
                by_surprise.then_with(|| words(other).cmp(&words(run))).is_gt()
            });
            if is_better {
                found = Some((run, best));
            }
        }
    }
    found
}
