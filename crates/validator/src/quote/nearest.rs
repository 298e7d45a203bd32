//! Finds the line most similar to a quote that does not occur in the evidence: a hint for the model, which may
//! quote again. A quote is never repaired with it.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use firsthand_registry::{CandidateId, Evidence, RepoPath, escape, split_words};
use firsthand_source::begins_comment;
use serde::{Deserialize, Serialize};

use super::{is_slight, strip_gutters};

/// The most characters of a returned text; of a longer line the part most similar to the quote is returned.
const PART_CHARS: usize = 160;
/// The most lines of a quote that are compared.
const MAX_LINES: usize = 16;
/// Where no line is similar: the fewest characters of a word that is compared, and the fewest words to share.
const MIN_WORD_CHARS: usize = 3;
const MIN_SHARED_WORDS: usize = 3;
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

/// A place in which a line is searched for.
pub(crate) struct Shown<'e> {
    pub(crate) id: CandidateId,
    pub(crate) path: &'e RepoPath,
    pub(crate) evidence: &'e Evidence,
    /// Of equally similar lines that of the least rank is returned; 0 is the cited place's.
    pub(crate) rank: u8,
    /// The only lines that count, if any are named.
    pub(crate) lines: &'e [u32],
}

impl Shown<'_> {
    /// Whether it is neither the cited place nor one of its file.
    fn is_of_other_file(&self) -> bool {
        self.rank > 1
    }
}

/// A line of a place, or a part of one.
struct Part<'e> {
    line: u32,
    /// The position of the line among those of its place that are not blank.
    row: usize,
    text: &'e str,
}

/// A line of the quote and a part that is similar to it.
struct Similar<'p> {
    part: &'p Part<'p>,
    /// How many n-grams they share, and the weight of these.
    shared: usize,
    weight: u32,
}

/// Lines of a place that are similar to lines of the quote and stand as far from each other.
#[derive(Default)]
struct Block<'p>(BTreeMap<usize, Similar<'p>>);

impl<'p> Block<'p> {
    fn weight(&self) -> u32 {
        self.0.values().map(|line| line.weight).sum()
    }

    fn shared(&self) -> usize {
        self.0.values().map(|line| line.shared).sum()
    }

    /// The part that is most similar, of equal ones the shortest.
    fn best(&self) -> Option<&'p Part<'p>> {
        let lines = self.0.values();
        let best = lines.min_by_key(|line| (Reverse(line.weight), line.part.chars()))?;
        Some(best.part)
    }
}

impl Part<'_> {
    fn chars(&self) -> usize {
        self.text.chars().count()
    }
}

/// The line most similar to the quote of all that was shown: it has at least half of the n-grams of one of the quote's
/// lines, weighted by their rarity in its place; `None` where no line has, or where lines of several other files are equally
/// similar. Of a quote of several lines it is one where most of them stand together. White space does not count. Lines that
/// cannot be quoted are skipped, and comments, unless the quote begins as one.
pub(crate) fn nearest<'e>(
    shown: impl IntoIterator<Item = Shown<'e>>,
    quote: &str,
) -> Option<Nearest> {
    let without_gutters = strip_gutters(quote);
    let quote = without_gutters.as_ref().map_or(quote, |(_, text)| text);
    let found = shown.into_iter().filter_map(|shown| {
        let (shared, found) = nearest_in(&shown, quote)?;
        Some((shared, shown, found))
    });
    let found: Vec<_> = found.collect();
    let rank = |(shared, shown, found): &(usize, Shown<'_>, Nearest)| {
        (Reverse(*shared), shown.rank, found.text.chars().count())
    };
    let best = found.iter().min_by_key(|one| rank(one))?;
    let (shared, shown, nearest) = best;
    let is_ambiguous = shown.is_of_other_file()
        && found.iter().any(|(other, in_place, _)| other == shared && in_place.path != shown.path);
    let id = (shown.rank > 0).then_some(shown.id);
    (!is_ambiguous).then(|| Nearest { id, ..nearest.clone() })
}

/// The most similar line of a place, and how many n-grams it and the lines around it share with the quote.
fn nearest_in(shown: &Shown<'_>, quote: &str) -> Option<(usize, Nearest)> {
    let evidence = shown.evidence;
    let lines = evidence.lines().filter(|(_, text)| !text.trim().is_empty());
    let is_named = |line: &u32| shown.lines.is_empty() || shown.lines.contains(line);
    let of_comments = begins_comment(quote);
    let plain = lines.enumerate().filter(|(_, (line, text))| {
        !evidence.is_masked(*line) && is_named(line) && (of_comments || !begins_comment(text))
    });
    let parts = plain
        .flat_map(|(row, (line, text))| line_parts(text).map(move |text| Part { line, row, text }));
    let parts: Vec<Part<'_>> = parts.collect();
    let blocks = similar_blocks(&parts, quote);
    if blocks.is_empty() {
        return by_words(&parts, quote);
    }
    let blocks = blocks.into_iter();
    let rank = |block: &Block<'_>| (Reverse(block.weight()), block.best().map(Part::chars));
    let block = blocks.min_by_key(rank)?;
    let best = block.best()?;
    Some((block.shared(), Nearest { line: best.line, text: best.text.to_owned(), id: None }))
}

/// The line that shares the most words with a quote that has no similar one, as where the quote says in prose what the line
/// does: most words of the quote, or most of the line's.
fn by_words(parts: &[Part<'_>], quote: &str) -> Option<(usize, Nearest)> {
    let words_of = |text: &str| -> HashSet<String> {
        split_words(text).filter(|word| word.chars().count() >= MIN_WORD_CHARS).collect()
    };
    let words = words_of(quote);
    let found = parts.iter().filter_map(|part| {
        let own = words_of(part.text);
        let shared = own.intersection(&words).count();
        let is_most = 2 * shared > own.len().min(words.len());
        (is_most && shared >= MIN_SHARED_WORDS).then_some((shared, part))
    });
    let (shared, part) = found.max_by_key(|(shared, part)| (*shared, Reverse(part.chars())))?;
    Some((shared, Nearest { line: part.line, text: part.text.to_owned(), id: None }))
}

/// The blocks of similar lines of a place.
fn similar_blocks<'p>(parts: &'p [Part<'p>], quote: &str) -> Vec<Block<'p>> {
    let lines = quote.lines().filter(|line| !line.trim().is_empty());
    let mut blocks: BTreeMap<usize, Block<'p>> = BTreeMap::new();
    for (at, line) in lines.take(MAX_LINES).enumerate() {
        for found in similar(parts, line) {
            // The same for all lines that stand as far from each other as in the quote.
            let start = found.part.row + MAX_LINES - at;
            let Block(of_lines) = blocks.entry(start).or_default();
            let rank = |one: &Similar<'_>| (Reverse(one.weight), one.part.chars());
            if of_lines.get(&at).is_none_or(|known| rank(&found) < rank(known)) {
                of_lines.insert(at, found);
            }
        }
    }
    blocks.into_values().collect()
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

/// The parts with at least half of the line's n-grams by weight.
fn similar<'p>(parts: &'p [Part<'p>], line: &str) -> Vec<Similar<'p>> {
    let quote_ngrams: HashSet<[char; NGRAM]> = ngrams(line).collect();
    let (mut shared_by_part, mut part_counts) =
        (Vec::new(), HashMap::<[char; NGRAM], usize>::new());
    for part in parts {
        let shared: HashSet<_> =
            ngrams(part.text).filter(|ngram| quote_ngrams.contains(ngram)).collect();
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
    let weight = |ngrams: &HashSet<[char; NGRAM]>| ngrams.iter().map(rarity).sum::<u32>();
    let least = weight(&quote_ngrams).div_ceil(2).max(1);
    let shared = shared_by_part.iter().zip(parts);
    let shared =
        shared.map(|(shared, part)| Similar { part, shared: shared.len(), weight: weight(shared) });
    shared.filter(|found| found.weight >= least).collect()
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
