//! Selects which of the question's words that occur in no file a report lists.

use firsthand_source::{identifiers, only_begins_sentences, spelling, split_words};
use firsthand_validator::Coverage;

/// Selects the listed words out of the absent ones, as the question spells them: names in code first, and without words
/// that only open a sentence, such as question words.
pub(super) fn select_listed(query: &str, mut words: Vec<String>) -> Vec<String> {
    words.retain(|word| is_name(query, word) || !only_begins_sentences(query, word));
    words.sort_by_key(|word| !is_name(query, word));
    words.truncate(Coverage::MAX_ABSENT);
    let spelled = words.iter().map(|word| spelling(query, word).to_owned());
    spelled.collect()
}

/// Whether the word is, or is part of, a name in code in the question: an identifier in backticks, one with an
/// underscore or a digit, or one with lower-case letters and a capital after its first letter.
fn is_name(query: &str, word: &str) -> bool {
    let in_backticks = query.split('`').skip(1).step_by(2);
    let in_backticks =
        in_backticks.flat_map(|code| identifiers(code).map(|(_, identifier)| identifier));
    let looks_like_code = |identifier: &&str| {
        let mut inside = identifier.chars().skip(1);
        let capital = inside.any(char::is_uppercase) && identifier.chars().any(char::is_lowercase);
        capital || identifier.contains(|c: char| c == '_' || c.is_ascii_digit())
    };
    let named = identifiers(query)
        .map(|(_, identifier)| identifier)
        .filter(looks_like_code);
    in_backticks.chain(named).any(|identifier| {
        identifier.to_lowercase() == word || split_words(identifier).any(|part| part == word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_only_open_a_sentence_are_left_out() {
        let check = |query: &str, words: &str, expect: &str| {
            let words = words.split(' ').map(str::to_owned).collect();
            assert_eq!(select_listed(query, words).join(" "), expect, "{query}");
        };
        check("How is the ledger kept?", "how ledger", "ledger");
        check("where is a jwt validated", "where jwt", "jwt");
        check(
            "how does sessionRenewal work?",
            "how session renewal",
            "session Renewal",
        );
        check(
            "The ledger is wrong. Which handler writes?",
            "which ledger",
            "ledger",
        );
        // A statement opens with its subject, a list of subjects has no question word, and a name counts at any
        // position.
        check("ledger entries are not kept", "ledger", "ledger");
        check("jwt refresh rotation", "jwt rotation", "jwt rotation");
        check("`ledger` is kept by a handler?", "ledger", "ledger");
        check("ledger_rows of a basket", "ledger_rows", "ledger_rows");
        check("Where is it, and where are rows?", "where", "Where");
    }

    #[test]
    fn names_come_first_and_the_list_is_limited() {
        let query = "how do a b c d e f g h i and keepRows go";
        let words = "a b c d e f g h i keep rows".split(' ');
        let words = select_listed(query, words.map(str::to_owned).collect());
        assert_eq!(words.join(" "), "keep Rows a b c d e f");
    }
}
