//! The tokens of a query, which do not depend on the repository.

mod forms;

use std::collections::{HashMap, HashSet};

use crate::text::words::{Word, WordFilter, each_word, folded};
use foldhash::fast::RandomState;
use forms::{QueryLine, lines_by_form};

/// The most distinct tokens of one query that are counted in the tree; of a longer text, those that come first.
const MAX_COUNTED: usize = u16::MAX as usize;

/// The shortest token in bytes; single letters occur everywhere.
const MIN_BYTES: usize = 2;

/// A token of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Token {
    /// Lower case, without `_` and `$`.
    pub(crate) text: String,
    /// The first spelling in the query.
    pub(crate) spelling: String,
    pub(crate) hash: u64,
    /// How often it occurs in the query, without the lines of a repeated form.
    pub(crate) count: u32,
    /// The line of the query where it first occurs, from 0; the lines of a repeated form come after all others.
    pub(crate) line: u32,
    /// Whether it is an identifier of several words, as written in the query.
    pub(crate) compound: bool,
    /// Whether the query contains it as a word of its own, not only as a part of one.
    pub(crate) whole: bool,
    /// Whether it is two adjacent words of the query written as one; then it matches only whole identifiers.
    pub(crate) joined: bool,
}

/// The tokens of a query, in the order of their first occurrence; those of lines of a repeated form come last.
#[derive(Clone, Debug)]
pub(crate) struct Tokens {
    pub(crate) list: Vec<Token>,
    /// Passes only words that may be a token.
    pub(crate) gate: WordFilter,
    /// How many different words of the query are in the list.
    pub(crate) words: usize,
    /// How many more the query has.
    pub(crate) unlisted: usize,
    /// The index of each token by its hash, looked up for the words of all files.
    ids: HashMap<u64, u16, RandomState>,
}

impl Tokens {
    pub(crate) fn of(text: &str) -> Tokens {
        let mut builder = Builder::default();
        for (rank, line) in (0..).zip(lines_by_form(text)) {
            builder.push_line(line, rank);
        }
        Tokens::listed(builder.list, builder.unlisted.len())
    }

    fn listed(list: Vec<Token>, unlisted: usize) -> Tokens {
        let ids = list.iter().map(|token| token.hash).zip(0..).collect();
        let gate = WordFilter::of(list.iter().map(|token| token.text.as_str()));
        let words = list.iter().filter(|token| !token.joined).count();
        Tokens { list, gate, words, unlisted, ids }
    }

    /// Only the tokens with an index in `ids`, which are ascending; an index is then that in `ids`.
    pub(crate) fn kept(self, ids: &[u16]) -> Tokens {
        let mut ids = ids.iter().peekable();
        // The list ends before its indices do, since there can be as many.
        let tokens = self.list.into_iter().zip(0_u16..);
        let kept = tokens.filter(|(_, id)| ids.next_if_eq(&id).is_some());
        Tokens::listed(kept.map(|(token, _)| token).collect(), self.unlisted)
    }

    /// The same tokens with the same indices, but only those with an index in `ids` are found.
    pub(crate) fn only(&self, ids: &[u16]) -> Tokens {
        let selected = || ids.iter().map(|&id| (id, &self.list[usize::from(id)]));
        Tokens {
            list: self.list.clone(),
            gate: WordFilter::of(selected().map(|(_, token)| token.text.as_str())),
            ids: selected().map(|(id, token)| (token.hash, id)).collect(),
            ..*self
        }
    }

    /// Whether a word in lower case is one of the tokens.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.list.iter().any(|token| token.text == word)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The index of the token that equals `word`, if there is one.
    #[inline]
    pub(crate) fn find(&self, word: &Word) -> Option<u16> {
        let id = *self.ids.get(&word.hash)?;
        (word.whole || !self.list[usize::from(id)].joined).then_some(id)
    }

    /// The index of the token that equals a whole identifier with this hash, if there is one.
    pub(crate) fn find_identifier(&self, hash: u64) -> Option<u16> {
        self.ids.get(&hash).copied()
    }
}

/// Collects the tokens of a query.
#[derive(Default)]
struct Builder {
    list: Vec<Token>,
    /// The index of each token by its hash.
    index: HashMap<u64, usize>,
    /// The hashes of the words for which the list has no room.
    unlisted: HashSet<u64>,
}

impl Builder {
    /// Adds the words of a line of the query and the pairs of them.
    fn push_line(&mut self, line: QueryLine<'_>, rank: u32) {
        let text = line.text;
        let mut previous: Option<Word> = None;
        each_word(text.as_bytes(), |word| {
            let spelling = &text[word.start..word.end];
            if spelling.len() >= MIN_BYTES && (word.part || word.whole) {
                self.push(spelling, &word, rank, !line.is_repeated);
            }
            if word.whole {
                if let Some(before) = previous.filter(|b| word.part && adjacent(text, *b, word)) {
                    let pair = format!(
                        "{}{}",
                        folded(&text[before.start..before.end]),
                        folded(&text[word.start..word.end])
                    );
                    self.push_pair(&pair, rank);
                }
                previous = Some(word).filter(|w| w.part);
            }
        });
    }

    /// Adds the token of a word of the query if it is new, and counts the word.
    fn push(&mut self, spelling: &str, word: &Word, line: u32, is_counted: bool) {
        let Some(at) = self.index_of(word.hash, || Token::new(spelling, word.hash, line)) else {
            self.unlisted.insert(word.hash);
            return;
        };
        let token = &mut self.list[at];
        token.count += u32::from(is_counted);
        token.compound |= !word.part;
        token.whole |= word.whole;
        token.joined = false;
    }

    /// Adds two words written as one, unless the query itself contains that word.
    fn push_pair(&mut self, pair: &str, line: u32) {
        let hash = crate::text::words::word_hash(pair);
        self.index_of(hash, || Token { joined: true, ..Token::new(pair, hash, line) });
    }

    /// The index of the token with this hash, which is added if it is new; `None` if there is no room for it.
    fn index_of(&mut self, hash: u64, token: impl FnOnce() -> Token) -> Option<usize> {
        if let Some(at) = self.index.get(&hash) {
            return Some(*at);
        }
        if self.list.len() == MAX_COUNTED {
            return None;
        }
        self.list.push(token());
        self.index.insert(hash, self.list.len() - 1);
        Some(self.list.len() - 1)
    }
}

impl Token {
    fn new(spelling: &str, hash: u64, line: u32) -> Token {
        Token {
            text: folded(spelling),
            spelling: spelling.to_owned(),
            hash,
            line,
            ..Token::default()
        }
    }
}

/// Whether only blanks or one hyphen are between two words.
fn adjacent(text: &str, before: Word, after: Word) -> bool {
    let between = &text[before.end..after.start];
    !between.is_empty() && (between == "-" || between.bytes().all(|b| b == b' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expect: &str) {
        let tokens = Tokens::of(text);
        let seen: Vec<String> = tokens
            .list
            .iter()
            .map(|t| {
                let mark = if t.joined {
                    "+"
                } else if t.compound {
                    "="
                } else {
                    ""
                };
                let count = if t.count > 1 { format!("*{}", t.count) } else { String::new() };
                format!("{mark}{}{count}", t.text)
            })
            .collect();
        assert_eq!(seen.join(" "), expect, "tokens of {text:?}");
    }

    #[test]
    fn tokens_are_words_their_parts_and_pairs_of_adjacent_words() {
        check("", "");
        check("x", "");
        check("form data", "form data +formdata");
        check("the FormData, the form", "the*2 form*2 data =formdata +theform");
        check("retry.policy", "retry policy");
        check("zero-copy  reads", "zero copy +zerocopy reads +copyreads");
        check("Größe", "größe");
    }

    #[test]
    fn a_token_has_the_line_of_its_first_occurrence() {
        let tokens = Tokens::of("\nfix FormData\n\nthe data of\nx data");
        let seen: Vec<String> = tokens
            .list
            .iter()
            .filter(|token| !token.joined)
            .map(|token| format!("{} {}", token.text, token.line))
            .collect();
        let expect = "fix 1, form 1, data 1, formdata 1, the 3, of 3";
        assert_eq!(seen.join(", "), expect);
    }

    #[test]
    fn a_word_counts_once_in_the_lines_of_a_repeated_form() {
        let log: String = (10..20).map(|n| format!("INFO took {n}ms\n")).collect();
        let tokens = Tokens::of(&format!("{log}ERROR took long\n"));
        let of = |text: &str| tokens.list.iter().find(|token| token.text == text).unwrap();
        assert_eq!((of("error").count, of("error").line), (1, 0));
        assert_eq!((of("took").count, of("took").line), (1, 0));
        assert!(of("info").line > 0);
        assert_eq!(of("info").count, 0);
    }

    #[test]
    fn a_query_with_the_most_tokens_is_reduced() {
        let text: String = (0..2 * MAX_COUNTED).map(|n| format!("w{n:x}\n")).collect();
        let tokens = Tokens::of(&text);
        assert_eq!(tokens.len(), MAX_COUNTED);
        assert_eq!(tokens.kept(&[0, 2]).len(), 2);
    }

    proptest! {
        #[test]
        fn every_token_is_found_by_its_hash(text in "\\PC{0,80}") {
            let tokens = Tokens::of(&text);
            for (id, token) in tokens.list.iter().enumerate() {
                let word = Word { start: 0, end: 1, hash: token.hash, whole: true, part: true };
                prop_assert_eq!(tokens.find(&word).map(usize::from), Some(id));
            }
        }
    }
}
