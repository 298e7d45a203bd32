//! Splits a text into identifiers and words, without stemming and without a stop list.

use std::collections::HashSet;
use std::ops::Range;

use crate::letters::{Letter, each_letter, fold};
use crate::text::distinct;

/// The identifiers of a text: its runs of letters, digits and `_`, each with the byte at which it begins. A combining
/// mark belongs to the letter before it.
pub fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut letters = each_letter(text).peekable();
    std::iter::from_fn(move || {
        let (start, _) = letters.find(|(_, letter)| *letter != Letter::Other)?;
        while letters.next_if(|(_, letter)| *letter != Letter::Other).is_some() {}
        let end = letters.peek().map_or(text.len(), |(at, _)| *at);
        Some((start, &text[start..end]))
    })
}

/// What separates the parts of a qualified name, as languages write it: `Store::save`, `store->save`, `store?.save`.
pub const QUALIFIERS: [&str; 9] = [".", "::", "->", "#", "\\", "?.", "!.", "&.", "?->"];

/// The parts of a qualified name: of a text of several identifiers with nothing but one of the [`QUALIFIERS`] between each
/// two. `None` for any other text.
#[must_use]
pub fn qualified_parts(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut end) = (Vec::new(), 0);
    for (at, part) in identifiers(text) {
        let between = &text[end..at];
        let is_separated = if parts.is_empty() { at == 0 } else { QUALIFIERS.contains(&between) };
        if !is_separated || part.starts_with(char::is_numeric) {
            return None;
        }
        end = at + part.len();
        parts.push(part);
    }
    (parts.len() > 1 && end == text.len()).then_some(parts)
}

/// The parts of an identifier in one kind of script each: letters without case, which are often written without spaces
/// between words, apart from all others. `OrderService的审批` has two.
pub fn scripts(identifier: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let mut letters = each_letter(identifier).peekable();
    std::iter::from_fn(move || {
        let (_, first) = letters.next()?;
        let same = |letter: Letter| (letter == Letter::Uncased) == (first == Letter::Uncased);
        while letters.next_if(|(_, letter)| same(*letter)).is_some() {}
        let end = letters.peek().map_or(identifier.len(), |(at, _)| *at);
        let part = &identifier[from..end];
        from = end;
        Some(part)
    })
}

/// The most characters of a short word: text whose second word is longer may be a list of names instead of a sentence.
const MAX_SHORT_WORD: usize = 4;

/// The most words that a caller guesses for one question.
pub const MAX_GUESSES: usize = 12;

/// What a caller guesses that the code calls a thing: without blanks around it, each once, the first [`MAX_GUESSES`].
#[must_use]
pub fn guesses<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Vec<String> {
    let words = words.into_iter().map(Into::into);
    let words = words.map(|word: String| word.trim().to_owned());
    let mut guesses = distinct(words.filter(|word| !word.is_empty()));
    guesses.truncate(MAX_GUESSES);
    guesses
}

/// A token of a query (one of [`QueryTokens`]) as the query spells it at its first occurrence; the token
/// itself if the query does not contain it.
#[must_use]
pub fn spelling<'a>(query: &'a str, token: &'a str) -> &'a str {
    let occurrence_in = |run: &'a str| {
        let lower = run.to_lowercase();
        let at = lower.find(token).filter(|_| lower.len() == run.len())?;
        let matches = lower == token || split_words(run).any(|word| word == token);
        run.get(at..at + token.len()).filter(|_| matches)
    };
    let mut runs = identifiers(query).map(|(_, run)| run);
    runs.find_map(occurrence_in).unwrap_or(token)
}

/// The words of a query, in lower case, that begin a sentence of it and occur nowhere else in it. Such a word, like `how`,
/// is likely a question word and not the subject of the query. Text without a question mark whose second word is longer
/// than 4 characters does not count as a sentence.
#[must_use]
pub fn sentence_openers(query: &str) -> HashSet<String> {
    let (mut openers, mut others) = (HashSet::new(), HashSet::new());
    for sentence in query.split_inclusive(['.', '?', '!', '\n']) {
        let mut words = identifiers(sentence).map(|(_, run)| run.to_lowercase());
        let Some(first) = words.next() else {
            continue;
        };
        let mut rest = words.peekable();
        let is_short = |second: &String| second.chars().count() <= MAX_SHORT_WORD;
        if sentence.ends_with('?') || rest.peek().is_some_and(is_short) {
            openers.insert(first);
        } else {
            others.insert(first);
        }
        others.extend(rest);
    }
    openers.retain(|word| !others.contains(word));
    openers
}

/// The text's words: runs of letters and digits, split again where camelCase does, in lower case and in their usual
/// width. Letters without case may have no spaces between words: each run of more than two of them yields all pairs of
/// adjacent ones, so that a part of it can be found.
pub fn split_words(text: &str) -> impl Iterator<Item = String> {
    identifiers(text).flat_map(|(_, run)| parts_of(run))
}

/// The words of one identifier: `parseHTTPRequest2` has `parse`, `http`, `request2`.
fn parts_of(identifier: &str) -> Vec<String> {
    // A letter and its mark are one, so that a capital with a mark is no acronym.
    let identifier = &*crate::composed(identifier);
    let letters: Vec<(usize, Letter)> = each_letter(identifier).collect();
    let start_of = |index: usize| letters.get(index).map_or(identifier.len(), |entry| entry.0);
    let mut words = Vec::new();
    for part in word_bounds(&letters) {
        words.push(fold(&identifier[start_of(part.start)..start_of(part.end)]));
    }
    words
}

/// The words of a run of letters, digits and `_`, by the indices of their characters: split at `_`, between lower and
/// upper case, before the last capital of an acronym, between a digit and a capital, and where letters without case
/// begin or end. More than two of these yield all pairs of adjacent ones.
#[must_use]
pub fn word_bounds<O>(letters: &[(O, Letter)]) -> Vec<Range<usize>> {
    let lower_after = |at: usize| letters.get(at + 1).is_some_and(|next| next.1 == Letter::Lower);
    let (mut words, mut from) = (Vec::new(), 0);
    for at in 1..=letters.len() {
        let before = letters[at - 1].1;
        let ends = letters.get(at).is_none_or(|&(_, letter)| {
            letter == Letter::Joint
                || before == Letter::Joint
                || (letter == Letter::Uncased) != (before == Letter::Uncased)
                || (letter == Letter::Upper && before != Letter::Upper)
                || (letter == Letter::Upper && lower_after(at))
        });
        if !ends {
            continue;
        }
        let width =
            if before == Letter::Uncased { UNCASED_WIDTH.min(at - from) } else { at - from };
        if before != Letter::Joint {
            words.extend((from..=at - width).map(|first| first..first + width));
        }
        from = at;
    }
    words
}

/// How many letters without case make up one word of a longer run.
const UNCASED_WIDTH: usize = 2;

/// The raw tokens of a query, each once, in order: whole identifiers and the words they split into.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueryTokens(Vec<String>);

impl QueryTokens {
    /// Splits the query.
    #[must_use]
    pub fn of(query: &str) -> Self {
        let mut seen = HashSet::new();
        let tokens = identifiers(query).flat_map(|(_, run)| tokens_of(run));
        Self(tokens.filter(|token| seen.insert(token.clone())).collect())
    }

    /// The tokens, lower case, in the order of the query.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the query has no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The tokens of an identifier: its parts in one script each, as a whole if they have several words, and their words.
pub fn tokens_of(identifier: &str) -> impl Iterator<Item = String> {
    scripts(identifier).flat_map(|part| {
        let words = parts_of(part);
        let whole = (words.len() > 1).then(|| fold(part));
        whole.into_iter().chain(words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, expect: &str) {
        let tokens = QueryTokens::of(query);
        assert_eq!(tokens.iter().collect::<Vec<_>>().join(" "), expect, "query {query:?}");
        assert_eq!(tokens.len(), tokens.iter().count());
        assert_eq!(tokens.is_empty(), expect.is_empty(), "query {query:?}");
    }

    #[test]
    fn identifiers_are_whole_runs() {
        let seen: Vec<_> = identifiers("a::größe_2(x)+_").collect();
        assert_eq!(seen, [(0, "a"), (3, "größe_2"), (13, "x"), (16, "_")]);
    }

    #[test]
    fn queries_split_into_words() {
        check("how are ignore rules resolved?", "how are ignore rules resolved");
        check("parseHTTPRequest2", "parsehttprequest2 parse http request2");
        check("Foo::bar_baz foo", "foo bar_baz bar baz");
        check("größe 数据 x", "größe 数据 x");
        // A run without spaces is also split into pairs, and apart from letters with case.
        check("审批流程", "审批流程 审批 批流 流程");
        check("OrderService的审批", "orderservice order service 的审批 的审 审批");
        check("注文の承認", "注文の承認 注文 文の の承 承認");
        check("결제를", "결제를 결제 제를");
        // A mark belongs to the letter before it, and full-width forms are letters like others.
        check("น้ำ", "น้ำ น้ ้ำ");
        check("ＯｒｄｅｒＳｅｒｖｉｃｅ＿２", "orderservice_2 order service 2");
        check("\u{301}e\u{301} \u{fe0f}", "\u{e9}");
        check("__init__ _private", "init private");
        check("?! --", "");
    }

    #[test]
    fn tokens_are_spelled_as_in_the_query() {
        let query = "Why does ChannelSidebar drop MAX_SIZE of channelStore? Straße, ÄRGER";
        for (token, expect) in [
            ("why", "Why"),
            ("channelsidebar", "ChannelSidebar"),
            ("sidebar", "Sidebar"),
            ("channel", "Channel"),
            ("store", "Store"),
            ("max_size", "MAX_SIZE"),
            ("size", "SIZE"),
            ("straße", "Straße"),
            ("ärger", "ÄRGER"),
            ("side", "side"),
            ("gone", "gone"),
        ] {
            assert_eq!(spelling(query, token), expect);
        }
    }
}
