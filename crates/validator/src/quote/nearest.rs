//! Finds the line most similar to a quote that does not occur in the evidence: a hint for the model, which may
//! quote again. A quote is never repaired with it.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use firsthand_registry::{CandidateId, Evidence, escape};
use serde::{Deserialize, Serialize};

use super::{is_slight, strip_gutters};

/// The most characters of a returned text; of a longer line the part most similar to the quote is returned.
const PART_CHARS: usize = 160;
/// Texts are compared by their n-grams of this many characters.
const NGRAM: usize = 3;

/// A line of evidence, or a part of one, that could be quoted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Nearest {
    /// The line's number, from 1.
    pub line: u32,
    /// The source's text, without the white space around it: at most 160 characters.
    pub text: String,
    /// The place that shows it, where the cited one has no similar line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CandidateId>,
}

impl Nearest {
    /// Where it stands: `line 7`, or `[c3], line 7` of another place than the cited one.
    pub(crate) fn at(&self) -> String {
        let place = self.id.map_or_else(String::new, |id| format!("[{id}], "));
        format!("{place}line {}", self.line)
    }
}

/// A line's number, and its text or a part of it.
type Part<'e> = (u32, &'e str);

/// The line of the evidence most similar to one of the quote's lines: it has at least half of that line's n-grams,
/// weighted by their rarity among the evidence's lines; `None` where no line has. White space does not count. Lines
/// that cannot be quoted are skipped.
pub(crate) fn nearest(evidence: &Evidence, quote: &str) -> Option<Nearest> {
    let lines = evidence.lines();
    let plain = lines.filter(|(number, _)| !evidence.is_masked(*number));
    let parts: Vec<Part<'_>> =
        plain.flat_map(|(number, line)| line_parts(line).map(move |part| (number, part))).collect();
    let without_gutters = strip_gutters(quote);
    let quote = without_gutters.as_ref().map_or(quote, |(_, text)| text);
    let similar = quote.lines().filter_map(|line| most_similar(&parts, line));
    let (_, (line, text)) = similar.min_by_key(|(shared, _)| Reverse(*shared))?;
    let text = text.to_owned();
    Some(Nearest { line, text, id: None })
}

/// The parts of a line that can be returned: the whole line, or parts of a long one that overlap by a half.
/// Parts that could not be quoted are left out.
fn line_parts(line: &str) -> impl Iterator<Item = &str> {
    let (line, half) = (line.trim(), PART_CHARS / 2);
    let chars = line.chars().count();
    let starts = line.char_indices().enumerate().step_by(half);
    let starts = starts.filter(move |(nth, _)| *nth == 0 || nth + half < chars);
    let parts = starts.map(move |(_, (from, _))| {
        let rest = &line[from..];
        let end = rest.char_indices().nth(PART_CHARS);
        rest[..end.map_or(rest.len(), |(at, _)| at)].trim()
    });
    parts.filter(|part| !is_slight(part) && matches!(escape(part), Cow::Borrowed(_)))
}

/// The part with the greatest weight of the line's n-grams, and that weight; `None` where it is less than half.
fn most_similar<'e>(parts: &[Part<'e>], line: &str) -> Option<(u32, Part<'e>)> {
    let quote_ngrams: BTreeSet<[char; NGRAM]> = ngrams(line).collect();
    let (mut shared_by_part, mut part_counts) =
        (Vec::new(), HashMap::<[char; NGRAM], usize>::new());
    for (_, part) in parts {
        let shared: BTreeSet<_> =
            ngrams(part).filter(|ngram| quote_ngrams.contains(ngram)).collect();
        for ngram in &shared {
            *part_counts.entry(*ngram).or_default() += 1;
        }
        shared_by_part.push(shared);
    }
    let rarity = |ngram: &[char; NGRAM]| {
        // An n-gram in no part weighs as much as one in a single part.
        let parts_with = part_counts.get(ngram).copied().unwrap_or(1);
        1 + (parts.len() / parts_with).max(1).ilog2()
    };
    let weight = |ngrams: &BTreeSet<[char; NGRAM]>| ngrams.iter().map(rarity).sum::<u32>();
    let shared = shared_by_part.iter().map(weight).zip(parts);
    let best = shared.min_by_key(|(shared, (_, part))| (Reverse(*shared), part.chars().count()));
    let (shared, part) = best.filter(|(shared, _)| shared * 2 >= weight(&quote_ngrams))?;
    (shared > 0).then_some((shared, *part))
}

/// The n-grams of the text without its white space.
fn ngrams(text: &str) -> impl Iterator<Item = [char; NGRAM]> {
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let windows = chars.windows(NGRAM).map(<[char; NGRAM]>::try_from);
    let windows: Vec<_> = windows.filter_map(Result::ok).collect();
    windows.into_iter()
}

#[cfg(test)]
mod tests;
