//! Splits a text into identifiers and words, without stemming and without a stop list.

/// The identifiers of a text: its runs of letters, digits and `_`, each with the byte at which it begins.
pub fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(inside)?;
        let rest = &text[start..];
        let end = start + rest.find(|c| !inside(c)).unwrap_or(rest.len());
        at = end;
        Some((start, &text[start..end]))
    })
}

/// The most characters of a short word: text whose second word is longer may be a list of names instead of a sentence.
const MAX_SHORT_WORD: usize = 4;

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

/// Whether a word (in lower case) begins a sentence of a query and occurs nowhere else in it than at the beginning of
/// sentences. Such a word, like `how`, is likely a question word and not the subject of the query. Text without a
/// question mark whose second word is longer than 4 characters does not count as a sentence.
#[must_use]
pub fn only_begins_sentences(query: &str, word: &str) -> bool {
    let sentences = query.split_inclusive(['.', '?', '!', '\n']);
    let mut opens = false;
    for sentence in sentences {
        let mut words = identifiers(sentence).map(|(_, run)| run.to_lowercase());
        let first = words.next();
        let rest: Vec<String> = words.collect();
        if rest.iter().any(|other| other == word) {
            return false;
        }
        let short = |other: &String| other.chars().count() <= MAX_SHORT_WORD;
        let is_sentence = sentence.ends_with('?') || rest.first().is_some_and(short);
        if first.as_deref() == Some(word) {
            if !is_sentence {
                return false;
            }
            opens = true;
        }
    }
    opens
}

/// The text's words: runs of letters and digits, split again where camelCase does. Lower case.
pub fn split_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .flat_map(split_camel)
}

/// Splits `parseHTTPRequest2` into `parse`, `http`, `request2`.
fn split_camel(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    let mut words = Vec::new();
    let mut current = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|i| chars[i]);
        let lower_next = chars.get(at + 1).is_some_and(|n| n.is_lowercase());
        let starts = c.is_uppercase() && before.is_some_and(|b| !b.is_uppercase() || lower_next);
        if starts && !current.is_empty() {
            words.push(std::mem::take(&mut current));
        }
        current.extend(c.to_lowercase());
    }
    if !current.is_empty() {
        words.push(current);
    }
    words
}

/// The raw tokens of a query, each once, in order: whole identifiers and the words they split into.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueryTokens(Vec<String>);

impl QueryTokens {
    /// Splits the query.
    #[must_use]
    pub fn of(query: &str) -> Self {
        let mut tokens: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut push = |token: String| {
            if !token.is_empty() && seen.insert(token.clone()) {
                tokens.push(token);
            }
        };
        for (_, run) in identifiers(query) {
            let words: Vec<String> = split_words(run).collect();
            if words.len() > 1 {
                push(run.to_lowercase());
            }
            words.into_iter().for_each(&mut push);
        }
        Self(tokens)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, expect: &str) {
        let tokens = QueryTokens::of(query);
        assert_eq!(
            tokens.iter().collect::<Vec<_>>().join(" "),
            expect,
            "query {query:?}"
        );
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
        check(
            "how are ignore rules resolved?",
            "how are ignore rules resolved",
        );
        check("parseHTTPRequest2", "parsehttprequest2 parse http request2");
        check("Foo::bar_baz foo", "foo bar_baz bar baz");
        check("größe 数据 x", "größe 数据 x");
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
