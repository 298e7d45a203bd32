//! Finds the values that contain a text, or a part of it that is unlikely by chance.

use crate::text::words::word_parts;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use firsthand_source::{LineIndex, LineRange, PathClass, unescaped};

use super::escaped;
use super::quotes::{Labels, Quotes};
use crate::facts::scanned_query::ScannedQuery;
use crate::text::entries::{Entry, Format, is_parallel, without_names};
use crate::text::scan::matches::{TokenMatch, exact_matches};

/// The most files of data, and the most files of code, that are read.
const MAX_FILES: usize = 32;
/// The most of these with the same name, such as the translations of one file.
const MAX_NAMESAKES: usize = 3;
/// The most bytes of each of these.
const MAX_BYTES: u64 = 4 << 20;
/// The most parts of a file that are read as entries.
const MAX_PARTS: usize = 12;
/// The most values in the result.
const MAX_VALUES: usize = 4;
/// The information, in nats, from which a part is unlikely to be chance.
const MIN_INFORMATION: f64 = 8.0;
/// The share of a value that is all of it but for what the program fills in.
const WHOLE_SHARE: f64 = 0.75;
/// The smallest share of a value that a text without quotes has in common with it.
const MIN_SHARE: f64 = 0.6;
/// Values with less than this share of the best score are left out.
const MIN_BEST_SHARE: f64 = 0.5;

/// A value that contains a part of the text.
#[derive(Clone, Debug)]
pub(crate) struct FoundValue {
    /// The index of its file.
    pub(crate) file: u32,
    pub(crate) keys: Vec<String>,
    /// From its key to its end.
    pub(crate) lines: LineRange,
    /// The information of what the text and the value have in common, times the share of the value.
    score: f64,
    /// How often its file has words of the query: a translation in the language of the query has most of them.
    file_hits: usize,
    pub(crate) said: Said,
}

/// How a text has a value, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Said {
    Quoted,
    /// In a part that is unlikely by chance.
    AtLength,
    /// All of it, which is short.
    AsLabel,
}

impl FoundValue {
    /// The keys as one name.
    pub(crate) fn key(&self) -> String {
        self.keys.join(".")
    }
}

/// The best values, best first, each key once.
pub(super) fn values(search: &ScannedQuery<'_>) -> Vec<FoundValue> {
    let quotes = Quotes::of(search.text, &search.tokens);
    let labels = Labels::of(search.text, &search.tokens);
    let candidates = candidates(search, &quotes, &labels);
    let threads = search.files.listing.tree.threads;
    let found =
        threads.filter_map(&candidates, 1, |file| in_file(search, (&quotes, &labels), *file));
    let mut values: Vec<FoundValue> = found.into_iter().flatten().collect();
    if values.is_empty() && !search.text.is_ascii() {
        let escaped = escaped::files(search);
        let found =
            threads.filter_map(&escaped, 1, |file| in_file(search, (&quotes, &labels), *file));
        values = found.into_iter().flatten().collect();
    }
    values.sort_by(|a, b| {
        let order = a.said.cmp(&b.said);
        order
            .then(b.score.total_cmp(&a.score))
            .then(b.file_hits.cmp(&a.file_hits))
            .then(a.file.cmp(&b.file))
            .then(a.lines.start().cmp(&b.lines.start()))
            .then_with(|| a.keys.cmp(&b.keys))
    });
    let mut seen: Vec<(Vec<String>, &str)> = Vec::new();
    values.retain(|value| {
        let path = search.path(value.file);
        let is_new = seen.iter().all(|other| !is_same(&value.keys, path, other));
        seen.push((value.keys.clone(), path));
        is_new
    });
    let best = values.first().map_or(0.0, |value| value.score);
    values.retain(|value| value.score >= MIN_BEST_SHARE * best);
    values.truncate(MAX_VALUES);
    values
}

/// Whether keys are the same, or are in parallel files the same but for the first one, which names the language.
fn is_same(keys: &[String], path: &str, (other_keys, other_path): &(Vec<String>, &str)) -> bool {
    keys == other_keys
        || keys.len() > 1 && keys.get(1..) == other_keys.get(1..) && is_parallel(path, other_path)
}

/// The most that a file may have: the share of a quoted text, information, and how often the words of a label; and how
/// often words of the query.
type Bound = (f64, f64, u32, u32);

/// The files that may contain the value: those with most of a quoted text, then those that may have the most information,
/// then those with most of the words of a label.
fn candidates(search: &ScannedQuery<'_>, quotes: &Quotes, labels: &Labels) -> Vec<u32> {
    let mut by_kind: [Vec<(Bound, u32)>; 2] = Default::default();
    for counts in &search.scan.files {
        let path = &search.entries[counts.file as usize].path;
        let Some(format) = Format::of(path.as_str()) else {
            continue;
        };
        let information = search.phrases.max_information(&counts.counts).max(0.0);
        let often = labels.most_often(counts);
        let bound = (quotes.share(counts), information, often, counts.hits());
        let class = PathClass::of(path);
        let is_excluded = (class.test || class.support) && !search.query.include.tests
            || class.docs && !search.query.include.docs;
        if !is_excluded && (bound.0 >= MIN_SHARE || bound.1 > 0.0 || bound.2 > 0) {
            by_kind[usize::from(format.is_data)].push((bound, counts.file));
        }
    }
    let mut chosen = Vec::new();
    for mut files in by_kind {
        files.sort_by(|(a, file), (b, other)| {
            let order = b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1));
            order.then(b.2.cmp(&a.2)).then(b.3.cmp(&a.3)).then(file.cmp(other))
        });
        let mut namesakes: HashMap<&str, usize> = HashMap::new();
        files.retain(|(_, file)| {
            let count =
                namesakes.entry(search.entries[*file as usize].path.file_name()).or_default();
            *count += 1;
            *count <= MAX_NAMESAKES
        });
        let mut bytes = 0;
        let fits = |file: &u32| {
            bytes += search.entries[*file as usize].size;
            bytes <= MAX_BYTES
        };
        let files = files.into_iter().map(|(_, file)| file);
        chosen.extend(files.take(MAX_FILES).take_while(fits));
    }
    chosen
}

/// A part of a value that the text has, too.
struct Part {
    bytes: Range<usize>,
    /// In nats.
    information: f64,
}

/// The values of a file that are good enough.
fn in_file(
    search: &ScannedQuery<'_>,
    (quotes, labels): (&Quotes, &Labels),
    file: u32,
) -> Option<Vec<FoundValue>> {
    if search.cancel.is_cancelled() {
        return None;
    }
    let listing = &search.files.listing;
    let path = search.path(file);
    let format = Format::of(path)?;
    let raw_bytes = listing.reader.read(path).ok()?;
    let text = listing.tree.searched_text(path, &raw_bytes);
    let text = match unescaped(&text, |c| !c.is_ascii()) {
        Some(plain) => Arc::new(plain),
        None => text,
    };
    let text = Arc::new(format.of_text(&text).without_tags(Arc::unwrap_or_clone(text)));
    let mut by_keys: HashMap<Vec<String>, (Entry, Vec<Part>)> = HashMap::new();
    let hits = exact_matches(&text, &search.tokens);
    for part in parts(search, quotes, &text, &hits) {
        let Some(entry) = named_entry(format, &text, &part.bytes) else {
            continue;
        };
        let known = by_keys.entry(entry.keys.clone());
        let (_, known) = known.or_insert_with(|| (entry, Vec::new()));
        match known.iter_mut().find(|other| !other.is_apart_from(&part)) {
            None => known.push(part),
            // A whole quote, of which this is a phrase.
            Some(other) if other.bytes.len() < part.bytes.len() => other.bytes = part.bytes,
            Some(_) => {}
        }
    }
    let lines = LineIndex::of(&text);
    let file_hits = hits.len();
    let value = |entry: Entry, (score, said): (f64, Said)| {
        let first = LineRange::one(lines.line_at(entry.span.start));
        let lines = first.hull(LineRange::one(lines.line_at(entry.span.end)));
        FoundValue { file, keys: entry.keys, lines, score, file_hits, said }
    };
    let scored = by_keys.into_values().filter_map(|(entry, parts)| {
        let score = score(&text, &entry, &parts, quotes)?;
        Some(value(entry, score))
    });
    let mut found: Vec<FoundValue> = scored.collect();
    if found.is_empty() {
        let runs = labels.runs(&hits).into_iter();
        let runs = runs.filter(|run| is_prose(&text[run.clone()]));
        let entries = runs.filter_map(|run| {
            named_entry(format, &text, &run).filter(|entry| is_all_of(&run, &text, entry))
        });
        found.extend(entries.take(MAX_VALUES).map(|entry| value(entry, (1.0, Said::AsLabel))));
    }
    Some(found)
}

/// The value at these bytes. What has no letter, such as a version, is no name that code could use.
fn named_entry(format: Format, text: &[u8], at: &Range<usize>) -> Option<Entry> {
    let entry = format.entry_at(text, at)?;
    entry.keys.concat().contains(char::is_alphabetic).then_some(entry)
}

/// Whether these bytes have each word of a value.
fn is_all_of(bytes: &Range<usize>, text: &[u8], entry: &Entry) -> bool {
    let value = entry.alternative(text, bytes);
    let words = word_parts(&without_names(&text[value.clone()]));
    let ends = words.first().zip(words.last());
    ends.is_some_and(|(first, last)| {
        bytes.start <= value.start + first.start && value.start + last.end <= bytes.end
    })
}

impl Part {
    fn is_apart_from(&self, other: &Part) -> bool {
        self.bytes.end <= other.bytes.start || other.bytes.end <= self.bytes.start
    }
}

/// The parts of a file that the text has, too, those with the most information first.
fn parts(
    search: &ScannedQuery<'_>,
    quotes: &Quotes,
    text: &[u8],
    hits: &[TokenMatch],
) -> Vec<Part> {
    let matches = search.phrases.matches(hits).into_iter();
    let long = matches.map(|found| Part {
        bytes: found.start as usize..found.end as usize,
        information: found.information,
    });
    let mut parts: Vec<Part> = long.collect();
    parts.sort_by(|a, b| {
        let order = b.information.total_cmp(&a.information);
        order.then(a.bytes.start.cmp(&b.bytes.start))
    });
    parts.truncate(MAX_PARTS);
    let whole = quotes.whole_parts(hits).into_iter().take(MAX_PARTS);
    parts.extend(whole.map(|bytes| Part { bytes, information: 0.0 }));
    parts.retain(|part| is_prose(&text[part.bytes.clone()]));
    parts
}

/// Whether people read it as words: there are blanks between them, or they are of a script that may have none. An
/// address or a path is no such text.
fn is_prose(text: &[u8]) -> bool {
    !text.is_ascii() || text.iter().any(u8::is_ascii_whitespace)
}

/// The score of a value by the parts that the text has, too, and how the text has it; `None` if they may be there by
/// chance.
fn score(text: &[u8], entry: &Entry, parts: &[Part], quotes: &Quotes) -> Option<(f64, Said)> {
    let value = parts.iter().map(|part| entry.alternative(text, &part.bytes));
    let value = value.min_by_key(Range::len).unwrap_or_else(|| entry.value.clone());
    let common = parts.iter().map(|part| {
        let end = part.bytes.end.min(value.end);
        word_parts(&text[part.bytes.start..end.max(part.bytes.start)]).len()
    });
    let words = word_parts(&without_names(&text[value.clone()])).len();
    let share = common.sum::<usize>() as f64 / words.max(1) as f64;
    let information: f64 = parts.iter().map(|part| part.information).sum();
    let mut texts = parts.iter().map(|part| &text[part.bytes.clone()]);
    let is_quoted = texts.any(|text| quotes.contain(text));
    let is_good = if is_quoted {
        share >= WHOLE_SHARE || information >= MIN_INFORMATION
    } else {
        share >= MIN_SHARE && information >= MIN_INFORMATION
    };
    let said = if is_quoted { Said::Quoted } else { Said::AtLength };
    is_good.then_some((information.max(1.0) * share.min(1.0), said))
}
