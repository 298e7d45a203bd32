//! The tokens of a query, which do not depend on the repository.

use std::collections::HashMap;

use crate::words::{Word, WordFilter, each_word, folded};

/// The most distinct tokens of one query, far more than an issue has. Of a longer text the longest tokens are used,
/// since they are the most specific.
const MAX_TOKENS: usize = 4_000;

/// The shortest token in bytes; single letters occur everywhere.
const MIN_BYTES: usize = 2;

/// A token of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    /// Lower case, without `_` and `$`.
    pub(crate) text: String,
    /// The first spelling in the query.
    pub(crate) spelling: String,
    pub(crate) hash: u64,
    /// How often it occurs in the query.
    pub(crate) count: u32,
    /// The line of the query where it first occurs, from 0.
    pub(crate) line: u32,
    /// Whether it is an identifier of several words, as written in the query.
    pub(crate) compound: bool,
    /// Whether the query contains it as a word of its own, not only as a part of one.
    pub(crate) whole: bool,
    /// Whether it is two adjacent words of the query written as one; then it matches only whole identifiers.
    pub(crate) joined: bool,
}

/// The tokens of a query, in the order of their first occurrence.
#[derive(Clone, Debug)]
pub(crate) struct Tokens {
    pub(crate) list: Vec<Token>,
    /// Passes only words that may be a token.
    pub(crate) gate: WordFilter,
    table: Table,
}

impl Tokens {
    pub(crate) fn of(text: &str) -> Tokens {
        let mut list: Vec<Token> = Vec::new();
        let mut index: HashMap<u64, usize> = HashMap::new();
        let mut previous: Option<Word> = None;
        let (mut line, mut counted_to) = (0, 0);
        each_word(text.as_bytes(), |word| {
            // An identifier comes after its parts, so the lines before it may already be counted.
            let between = text.get(counted_to..word.start).unwrap_or_default();
            line += between.bytes().filter(|byte| *byte == b'\n').count() as u32;
            counted_to = counted_to.max(word.start);
            let spelling = &text[word.start..word.end];
            if spelling.len() >= MIN_BYTES {
                push(&mut list, &mut index, spelling, &word, line);
            }
            if word.whole {
                if let Some(before) = previous.filter(|b| word.part && adjacent(text, *b, word)) {
                    let pair = format!(
                        "{}{}",
                        folded(&text[before.start..before.end]),
                        folded(&text[word.start..word.end])
                    );
                    push_pair(&mut list, &mut index, &pair, line);
                }
                previous = Some(word).filter(|w| w.part);
            }
        });
        if list.len() > MAX_TOKENS {
            let mut order: Vec<usize> = (0..list.len()).collect();
            order.sort_by_key(|&i| (std::cmp::Reverse(list[i].text.len()), i));
            order.truncate(MAX_TOKENS);
            order.sort_unstable();
            list = order.into_iter().map(|i| list[i].clone()).collect();
        }
        let table = Table::of(list.iter().map(|token| token.hash).zip(0..));
        let gate = WordFilter::of(list.iter().map(|token| token.text.as_str()));
        Tokens { list, gate, table }
    }

    /// The same tokens with the same indices, but only those with an index in `ids` are found.
    pub(crate) fn only(&self, ids: &[u16]) -> Tokens {
        let selected = || ids.iter().map(|&id| (id, &self.list[usize::from(id)]));
        Tokens {
            list: self.list.clone(),
            gate: WordFilter::of(selected().map(|(_, token)| token.text.as_str())),
            table: Table::of(selected().map(|(id, token)| (token.hash, id))),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The index of the token that equals `word`, if there is one.
    #[inline]
    pub(crate) fn find(&self, word: &Word) -> Option<u16> {
        let id = self.table.find(word.hash)?;
        (word.whole || !self.list[usize::from(id)].joined).then_some(id)
    }

    /// The index of the token that equals a whole identifier with this hash, if there is one.
    pub(crate) fn find_identifier(&self, hash: u64) -> Option<u16> {
        self.table.find(hash)
    }
}

/// Counts a word of the query, and adds its token if it is new.
fn push(
    list: &mut Vec<Token>,
    index: &mut HashMap<u64, usize>,
    spelling: &str,
    word: &Word,
    line: u32,
) {
    let at = *index.entry(word.hash).or_insert_with(|| {
        list.push(Token::new(spelling, word.hash, line));
        list.len() - 1
    });
    let token = &mut list[at];
    token.count += 1;
    token.compound |= !word.part;
    token.whole |= word.whole;
    token.joined = false;
}

/// Adds two words written as one, unless the query itself contains that word.
fn push_pair(list: &mut Vec<Token>, index: &mut HashMap<u64, usize>, pair: &str, line: u32) {
    let hash = crate::words::word_hash(pair);
    index.entry(hash).or_insert_with(|| {
        list.push(Token {
            joined: true,
            ..Token::new(pair, hash, line)
        });
        list.len() - 1
    });
}

impl Token {
    fn new(spelling: &str, hash: u64, line: u32) -> Token {
        Token {
            text: folded(spelling),
            spelling: spelling.to_owned(),
            hash,
            count: 0,
            line,
            compound: false,
            whole: false,
            joined: false,
        }
    }
}

/// Whether only blanks or one hyphen are between two words.
fn adjacent(text: &str, before: Word, after: Word) -> bool {
    let between = &text[before.end..after.start];
    !between.is_empty() && (between == "-" || between.bytes().all(|b| b == b' '))
}

/// A small open-addressed hash table from hash to index. 0 marks a free slot.
#[derive(Clone, Debug, Default)]
struct Table {
    slots: Vec<(u64, u16)>,
    mask: usize,
    /// One bit for each hash. It is small enough to stay in the processor's cache, and rejects most words.
    seen: Vec<u64>,
}

/// The number of bits of `Table::seen`.
const SEEN_BITS: usize = 1 << 16;

impl Table {
    fn of(hashes: impl Iterator<Item = (u64, u16)>) -> Table {
        let hashes: Vec<(u64, u16)> = hashes.collect();
        let size = (hashes.len() * 8).next_power_of_two().max(64);
        let (slots, seen) = (vec![(0, 0); size], vec![0; SEEN_BITS / 64]);
        let mut table = Table {
            slots,
            mask: size - 1,
            seen,
        };
        for (hash, id) in hashes {
            let mut at = table.slot(hash);
            while table.slots[at].0 != 0 {
                at = (at + 1) & table.mask;
            }
            table.slots[at] = (hash, id);
            let bit = Table::bit(hash);
            table.seen[bit / 64] |= 1 << (bit % 64);
        }
        table
    }

    #[inline]
    fn bit(hash: u64) -> usize {
        (hash >> 40) as usize % SEEN_BITS
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        (hash ^ (hash >> 32)) as usize & self.mask
    }

    #[inline]
    fn find(&self, hash: u64) -> Option<u16> {
        let bit = Table::bit(hash);
        if self
            .seen
            .get(bit / 64)
            .is_none_or(|word| (word >> (bit % 64)) & 1 == 0)
        {
            return None;
        }
        let mut at = self.slot(hash);
        loop {
            match self.slots[at] {
                (0, _) => return None,
                (found, id) if found == hash => return Some(id),
                _ => at = (at + 1) & self.mask,
            }
        }
    }
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
                let count = if t.count > 1 {
                    format!("*{}", t.count)
                } else {
                    String::new()
                };
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
        check(
            "the FormData, the form",
            "the*2 form*2 data =formdata +theform",
        );
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
