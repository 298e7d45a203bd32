//! The line that reads most like a quote which does not stand in the evidence: a hint for who has
//! to quote again, and nothing else. A quote is never mended with it.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use firsthand_registry::{Evidence, escape};
use serde::{Deserialize, Serialize};

use super::{is_slight, strip_gutters};

/// Of a longer line only a part of this many characters is returned: the one that is most like the quote.
const PART_CHARS: usize = 160;
/// Texts are compared by their runs of so many characters.
const RUN: usize = 3;

/// A line of evidence, or a part of one, that could be quoted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Nearest {
    /// The line's number, from 1.
    pub line: u32,
    /// Its text, without the white space around it, as it stands there: at most 160 characters.
    pub text: String,
}

/// A line, or a part of one, and its number.
type Part<'e> = (u32, &'e str);

/// The line of the evidence that is most like one of the quote's lines: of the quote's runs of
/// characters it has at least half, where each counts by how few lines have it. White space does not
/// count. Lines that cannot be quoted are passed over.
pub(crate) fn nearest(evidence: &Evidence, quote: &str) -> Option<Nearest> {
    let lines = evidence.lines();
    let plain = lines.filter(|(number, _)| !evidence.is_masked(*number));
    let parts: Vec<Part<'_>> = plain
        .flat_map(|(number, line)| parts_of(line).map(move |part| (number, part)))
        .collect();
    let bare = strip_gutters(quote);
    let quote = bare.as_ref().map_or(quote, |(_, text)| text);
    let likest = quote.lines().filter_map(|line| most_similar(&parts, line));
    let (_, (line, text)) = likest.min_by_key(|(shared, _)| Reverse(*shared))?;
    let text = text.to_owned();
    Some(Nearest { line, text })
}

/// The parts of a line that can be returned: all of it, or of a long one parts that overlap by a half.
/// Parts that could not be quoted are left out.
fn parts_of(line: &str) -> impl Iterator<Item = &str> {
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

/// The part that has most of the line, and how much it has; `None` where it is less than half.
fn most_similar<'e>(parts: &[Part<'e>], line: &str) -> Option<(u32, Part<'e>)> {
    let wanted: BTreeSet<[char; RUN]> = runs(line).collect();
    let (mut had, mut held) = (Vec::new(), HashMap::<[char; RUN], usize>::new());
    for (_, part) in parts {
        let shared: BTreeSet<_> = runs(part).filter(|run| wanted.contains(run)).collect();
        for run in &shared {
            *held.entry(*run).or_default() += 1;
        }
        had.push(shared);
    }
    let rarity = |run: &[char; RUN]| {
        // A run that no line has weighs as much as one that one line has.
        let having = held.get(run).copied().unwrap_or(1);
        1 + (parts.len() / having).max(1).ilog2()
    };
    let weight = |runs: &BTreeSet<[char; RUN]>| runs.iter().map(rarity).sum::<u32>();
    let shared = had.iter().map(weight).zip(parts);
    let most = shared.min_by_key(|(shared, (_, part))| (Reverse(*shared), part.chars().count()));
    let (shared, part) = most.filter(|(shared, _)| shared * 2 >= weight(&wanted))?;
    (shared > 0).then_some((shared, *part))
}

/// Every run of so many characters that are not white space.
fn runs(text: &str) -> impl Iterator<Item = [char; RUN]> {
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let windows = chars.windows(RUN).map(<[char; RUN]>::try_from);
    let windows: Vec<_> = windows.filter_map(Result::ok).collect();
    windows.into_iter()
}

#[cfg(test)]
mod tests;
