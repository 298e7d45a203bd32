//! Marks the words of a search where they match.

use std::cmp::Reverse;

use firsthand::registry::QueryTokens;

use super::show::Page;
use crate::paint::TextStyle;

/// The fewest characters of a word that is marked where it matches.
const MIN_MATCH_CHARS: usize = 3;

/// The words that a search marks where they match: those of its query, or the name of its symbol.
pub(super) fn words_to_mark(query: &str) -> Vec<String> {
    let mut words: Vec<String> = QueryTokens::of(query).iter().map(str::to_owned).collect();
    words.retain(|word| word.chars().count() >= MIN_MATCH_CHARS);
    words.sort_by_key(|word| Reverse(word.len()));
    words
}

impl Page<'_> {
    /// The text with the searched words in the colour of matches.
    pub(super) fn matches(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let is_at_start = |word: &&String| {
                let start = rest.get(..word.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(word))
            };
            let matched = self.words.iter().find(is_at_start).map(String::len);
            let (head, tail) = rest.split_at(matched.unwrap_or(next.len_utf8()));
            match matched {
                Some(_) => out += &self.paint(TextStyle::Match, head),
                None => out += head,
            }
            rest = tail;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_words_are_marked_first() {
        assert_eq!(
            words_to_mark("is a find find_quote"),
            ["find_quote", "quote", "find"]
        );
    }
}
