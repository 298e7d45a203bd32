//! What somebody saw word by word: the parts of a text in quotation marks, and labels, which are said without them.

use crate::text::scan::FileCounts;
use crate::text::scan::matches::TokenMatch;
use crate::text::tokens::Tokens;
use crate::text::words::{Word, folded, word_parts};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// The share of the words of a part that a quote has, in their order; what the program fills in is not in a value.
const MIN_COMMON_SHARE: f64 = 0.75;
/// The share of the words of a quote that a part of it has at least; the program fills in the others.
const MIN_QUOTE_SHARE: f64 = 0.5;
/// The fewest words of a quote. A single word in quotation marks is more often a name of code, or of the program.
const MIN_WORDS: usize = 2;

/// The parts of a text in quotation marks.
pub(super) struct Quotes(Vec<Quote>);

struct Quote {
    /// Its words in lower case.
    words: Vec<String>,
    /// Those of its tokens that are no joined words, each with the index of its word.
    tokens: Vec<(usize, u16)>,
}

/// Quotation marks: the opening ones, each with its closing one.
const MARKS: [(char, char); 8] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('\u{201c}', '\u{201d}'),
    ('\u{2018}', '\u{2019}'),
    ('\u{201e}', '\u{201c}'),
    ('\u{ab}', '\u{bb}'),
    ('\u{300c}', '\u{300d}'),
];

impl Quotes {
    pub(super) fn of(text: &str, tokens: &Tokens) -> Quotes {
        let quote = |text: &str| {
            let parts = word_parts(text.as_bytes());
            let words = parts.iter().map(|word| folded(&text[word.start..word.end]));
            Quote {
                words: words.collect(),
                tokens: (0..)
                    .zip(&parts)
                    .filter_map(|(at, word)| Some((at, tokens.find(word)?)))
                    .collect(),
            }
        };
        let quotes = quoted_parts(text).into_iter().map(quote);
        Quotes(quotes.filter(|quote| quote.words.len() >= MIN_WORDS).collect())
    }

    /// The largest share of a quote whose words a file has.
    pub(super) fn share(&self, counts: &FileCounts) -> f64 {
        let has = |(_, token): &&(usize, u16)| {
            counts.counts.binary_search_by_key(token, |count| count.0).is_ok()
        };
        let share = |quote: &Quote| {
            let found = quote.tokens.iter().filter(has).count();
            found as f64 / quote.tokens.len().max(1) as f64
        };
        self.0.iter().map(share).fold(0.0, f64::max)
    }

    /// Whether one of the quotes has the words of this part, in their order.
    pub(super) fn contain(&self, part: &[u8]) -> bool {
        let text = |word: Word| String::from_utf8_lossy(&part[word.start..word.end]);
        let words = word_parts(part).into_iter().map(|word| folded(&text(word)));
        let words: Vec<String> = words.collect();
        let has = |quote: &Quote| {
            let mut own = quote.words.iter();
            let found = words.iter().filter(|word| {
                own.clone().any(|other| other == *word) && own.by_ref().any(|other| other == *word)
            });
            // What the program fills in is not in the value.
            let found = found.count() as f64;
            found >= MIN_COMMON_SHARE * words.len() as f64
                && found >= MIN_QUOTE_SHARE * quote.words.len() as f64
        };
        !words.is_empty() && self.0.iter().any(has)
    }

    /// Where all words of a quote are as far from each other as in it, but for those that are no tokens, as the letters of
    /// `n'a`. A phrase match has at least three words, and of common words more: a text that many untranslated copies of a
    /// file have is made of common words.
    pub(super) fn whole_parts(&self, hits: &[TokenMatch]) -> Vec<Range<usize>> {
        let hits: Vec<&TokenMatch> = hits.iter().collect();
        let is_most = |quote: &&Quote| {
            let least = MIN_QUOTE_SHARE * quote.words.len() as f64;
            quote.tokens.len() >= MIN_WORDS && quote.tokens.len() as f64 >= least
        };
        let mut parts = Vec::new();
        for quote in self.0.iter().filter(is_most) {
            for run in hits.windows(quote.tokens.len()) {
                let own = quote.tokens.iter().map(|(at, token)| (at - quote.tokens[0].0, *token));
                let first = run[0].word_index;
                let found = run.iter().map(|hit| ((hit.word_index - first) as usize, hit.token));
                if own.eq(found) {
                    parts.push(run[0].start as usize..run[run.len() - 1].end as usize);
                }
            }
        }
        parts
    }
}

/// The texts between quotation marks. A mark inside a word is an apostrophe.
fn quoted_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut next = 0;
    while let Some((at, open)) =
        text[next..].char_indices().find(|(at, c)| opens(text, next + at, *c))
    {
        let start = next + at + open.len_utf8();
        let closing = MARKS.iter().filter(|marks| marks.0 == open).map(|marks| marks.1);
        let ends = closing.filter_map(|close| {
            let mut ends = text[start..].match_indices(close);
            ends.find(|(at, _)| !continues(text, start + at + close.len_utf8()))
        });
        let end = ends.map(|(at, _)| start + at).min();
        parts.extend(end.map(|end| &text[start..end]));
        next = end.map_or(start, |end| end + 1);
        next = text.ceil_char_boundary(next);
    }
    parts
}

fn opens(text: &str, at: usize, mark: char) -> bool {
    let before = text[..at].chars().next_back();
    MARKS.iter().any(|marks| marks.0 == mark) && !before.is_some_and(char::is_alphanumeric)
}

/// Whether a word goes on at an offset.
fn continues(text: &str, at: usize) -> bool {
    text[at..].chars().next().is_some_and(char::is_alphanumeric)
}

// Labels: short texts that a query says without quotation marks, as one says the name of a button or of a page. They are
// whole values of two words or more.

/// The words of a query that follow each other.
pub(super) struct Labels {
    pairs: HashSet<(u16, u16)>,
    words: HashSet<u16>,
}

impl Labels {
    pub(super) fn of(text: &str, tokens: &Tokens) -> Labels {
        let words: Vec<Option<u16>> =
            word_parts(text.as_bytes()).iter().map(|word| tokens.find(word)).collect();
        let pairs = words.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?)));
        Labels { pairs: pairs.collect(), words: words.iter().flatten().copied().collect() }
    }

    /// The most often that a file may have two words of the query that follow each other.
    pub(super) fn most_often(&self, counts: &FileCounts) -> u32 {
        let counts: BTreeMap<u16, u32> = counts.counts.iter().copied().collect();
        let of_pair = |(one, next): &(u16, u16)| Some(*counts.get(one)?.min(counts.get(next)?));
        self.pairs.iter().filter_map(of_pair).max().unwrap_or(0)
    }

    /// Where a text has two words or more next to each other that follow each other in the query.
    pub(super) fn runs(&self, hits: &[TokenMatch]) -> Vec<Range<usize>> {
        let hits: Vec<&TokenMatch> =
            hits.iter().filter(|hit| self.words.contains(&hit.token)).collect();
        let follows = |one: &&TokenMatch, next: &&TokenMatch| {
            next.word_index == one.word_index + 1 && self.pairs.contains(&(one.token, next.token))
        };
        let runs = hits.chunk_by(follows).filter(|run| run.len() > 1);
        runs.map(|run| run[0].start as usize..run[run.len() - 1].end as usize).collect()
    }
}
