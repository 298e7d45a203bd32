//! Finds the tokens of the query in the file name, the names and the text of a place.

use std::collections::HashMap;

use firsthand_source::{identifiers, tokens_of};

use crate::{Candidate, QueryTokens};

/// The tokens of the query (by index) in a place; each list ascending, without repeats.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// In the file's name without its extension.
    pub(super) basename: Vec<usize>,
    /// In its names: one list for the first name, which may be empty, and for each further name that has a token. No
    /// list only if the place has no names.
    pub(super) names: Vec<Vec<usize>>,
    /// In its text.
    pub(super) evidence: Vec<usize>,
}

impl Matches {
    /// The tokens of all lists, each once.
    pub(super) fn all_tokens(&self) -> impl Iterator<Item = usize> + use<> {
        let mut all: Vec<usize> = self.names.concat();
        all.extend(&self.basename);
        all.extend(&self.evidence);
        all.sort_unstable();
        all.dedup();
        all.into_iter()
    }
}

/// Finds the tokens of one query: whole identifiers, and the words they split into.
pub(super) struct Matcher<'q> {
    tokens: HashMap<&'q str, usize>,
    /// By length in bytes, whether some token has it: this and `first_bytes` reject most words of a text.
    lengths: Vec<bool>,
    /// By byte, whether some token starts with it.
    first_bytes: [bool; 256],
    /// By token, the number of the text in which it was last found.
    found_in: Vec<usize>,
    text_number: usize,
    buffer: String,
}

impl<'q> Matcher<'q> {
    pub(super) fn new(query: &'q QueryTokens) -> Self {
        let tokens: HashMap<&str, usize> =
            query.iter().enumerate().map(|(index, token)| (token, index)).collect();
        let longest = tokens.keys().map(|token| token.len()).max().unwrap_or(0);
        let (mut lengths, mut first_bytes) = (vec![false; longest + 1], [false; 256]);
        for token in tokens.keys() {
            lengths[token.len()] = true;
            if let Some(&first) = token.as_bytes().first() {
                first_bytes[usize::from(first)] = true;
            }
        }
        let found_in = vec![0; query.len()];
        Self { tokens, lengths, first_bytes, found_in, text_number: 0, buffer: String::new() }
    }

    pub(super) fn match_place(&mut self, place: &Candidate) -> Matches {
        let mut matches = Matches::default();
        let name = place.path().file_name();
        // The extension only names the language.
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = if stem.is_empty() { name } else { stem };
        matches.basename = self.find(stem);
        if let (Some(range), Some(evidence)) = (place.range(), place.evidence()) {
            let declared = place.declarations().iter().filter(|d| range.contains(d.range.start()));
            let names = place.symbols().iter().map(|symbol| symbol.qualified.as_str());
            for name in names.chain(declared.map(|d| d.name.as_str())) {
                let found = self.find(name);
                if !found.is_empty() || matches.names.is_empty() {
                    matches.names.push(found);
                }
            }
            matches.evidence = self.find(evidence.text());
        }
        matches
    }

    /// The tokens in the text, which is split as [`QueryTokens`] splits a query.
    fn find(&mut self, text: &str) -> Vec<usize> {
        self.text_number += 1;
        let mut found = Vec::new();
        // A byte beyond ASCII may be part of a letter: runs with such bytes are split by character.
        let is_word_byte = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || !b.is_ascii();
        let mut rest = text;
        while let Some(start) = rest.as_bytes().iter().position(is_word_byte) {
            rest = &rest[start..];
            let end = rest.as_bytes().iter().position(|b| !is_word_byte(b)).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            if run.is_ascii() {
                self.find_ascii(run, &mut found);
            } else {
                self.find_unicode(run, &mut found);
            }
            rest = after;
        }
        found.sort_unstable();
        found
    }

    /// Adds the tokens that equal an identifier in the text, or a word of one.
    fn find_unicode(&mut self, text: &str, found: &mut Vec<usize>) {
        for (_, identifier) in identifiers(text) {
            tokens_of(identifier).for_each(|token| self.look_up(&token, found));
        }
    }

    /// As [`Matcher::find_unicode`] for one run of ASCII letters, digits and `_`, without an allocation for each word.
    fn find_ascii(&mut self, run: &str, found: &mut Vec<usize>) {
        let bytes = run.as_bytes();
        let mut start = 0;
        for at in 0..=bytes.len() {
            if at == bytes.len() || bytes[at] == b'_' {
                self.look_up_ascii(&run[start..at], found);
                start = at + 1;
            } else if at > start && starts_word(bytes, at) {
                self.look_up_ascii(&run[start..at], found);
                start = at;
            }
        }
        self.look_up_ascii(run, found);
    }

    /// As [`Matcher::look_up`] for an ASCII word in any case; its first byte and its length are checked first.
    fn look_up_ascii(&mut self, word: &str, found: &mut Vec<usize>) {
        let Some(first) = word.as_bytes().first() else {
            return;
        };
        let possible = self.first_bytes[usize::from(first.to_ascii_lowercase())]
            && self.lengths.get(word.len()).is_some_and(|&known| known);
        if possible {
            let mut lower = std::mem::take(&mut self.buffer);
            lower.clear();
            lower.push_str(word);
            lower.make_ascii_lowercase();
            self.look_up(&lower, found);
            self.buffer = lower;
        }
    }

    /// Adds the token that equals the lower-case word, unless this text has had it already.
    fn look_up(&mut self, word: &str, found: &mut Vec<usize>) {
        if let Some(&token) = self.tokens.get(word)
            && self.found_in[token] != self.text_number
        {
            self.found_in[token] = self.text_number;
            found.push(token);
        }
    }
}

/// Whether a camelCase word starts at `at`, which is not the start of its run of letters and digits.
fn starts_word(bytes: &[u8], at: usize) -> bool {
    bytes[at].is_ascii_uppercase()
        && (!bytes[at - 1].is_ascii_uppercase()
            || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A naive implementation of `find`.
    fn find_naive(query: &QueryTokens, text: &str) -> Vec<usize> {
        let tokens = QueryTokens::of(text);
        let words: Vec<&str> = tokens.iter().collect();
        let found_index = |(index, token): (usize, &str)| words.contains(&token).then_some(index);
        query.iter().enumerate().filter_map(found_index).collect()
    }

    proptest::proptest! {
        #[test]
        fn fast_matching_equals_naive_matching(
            query in "[aBcÄß审批1_ ]{0,12}", text in "[aBcÄßİ审批Ａ1_. —\n]{0,60}",
        ) {
            let query = QueryTokens::of(&query);
            let mut matcher = Matcher::new(&query);
            proptest::prop_assert_eq!(matcher.find(&text), find_naive(&query, &text));
        }
    }

    #[test]
    fn identifiers_and_their_words_are_matched() {
        for (query, text, expect) in [
            ("parseHTTPRequest", "fn parse_request()", vec![1, 3]),
            ("parseHTTPRequest", "x.parseHTTPRequest(", vec![0, 1, 2, 3]),
            ("bar_baz", "BAR_BAZ foobar", vec![0, 1, 2]),
            ("cat", "concat category", vec![]),
            ("größe_x", "die—GRÖSSE_x größe_X—y", vec![0, 1, 2]),
        ] {
            let query = QueryTokens::of(query);
            assert_eq!(Matcher::new(&query).find(text), expect, "{text}");
        }
    }
}
