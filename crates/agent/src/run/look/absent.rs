//! Which words of a question are listed as standing in no searched file.

use firsthand_source::{identifiers, only_opens, spelling, split_words};

/// The most words that are listed.
const MOST: usize = 8;

/// Of words that stand in no file those that are listed, as the question spells them. First come those that can only be
/// names in code. What only opens a sentence asks for something, and is not what is asked about.
pub(super) fn listed(query: &str, mut words: Vec<String>) -> Vec<String> {
    words.retain(|word| is_name(query, word) || !only_opens(query, word));
    words.sort_by_key(|word| !is_name(query, word));
    words.truncate(MOST);
    let spelled = words.iter().map(|word| spelling(query, word).to_owned());
    spelled.collect()
}

/// Whether the question has the word as, or in, what is no word of a sentence: in backticks, with an underscore, a
/// digit or a capital inside.
fn is_name(query: &str, word: &str) -> bool {
    let ticked = query.split('`').skip(1).step_by(2);
    let ticked = ticked.flat_map(|code| identifiers(code).map(|(_, run)| run));
    let inner = |run: &&str| {
        let mut inside = run.chars().skip(1);
        let capital = inside.any(char::is_uppercase) && run.chars().any(char::is_lowercase);
        capital || run.contains(|c: char| c == '_' || c.is_ascii_digit())
    };
    let named = identifiers(query).map(|(_, run)| run).filter(inner);
    ticked
        .chain(named)
        .any(|run| run.to_lowercase() == word || split_words(run).any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_opens_a_sentence_is_not_told() {
        let check = |query: &str, words: &str, expect: &str| {
            let words = words.split(' ').map(str::to_owned).collect();
            assert_eq!(listed(query, words).join(" "), expect, "{query}");
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
        // A statement opens with what it is about, a list of subjects has no word that only asks, and a name is one
        // wherever it stands.
        check("ledger entries are not kept", "ledger", "ledger");
        check("jwt refresh rotation", "jwt rotation", "jwt rotation");
        check("`ledger` is kept by a handler?", "ledger", "ledger");
        check("ledger_rows of a basket", "ledger_rows", "ledger_rows");
        check("Where is it, and where are rows?", "where", "Where");
    }

    #[test]
    fn names_come_first_and_so_many_are_told() {
        let query = "how do a b c d e f g h i and keepRows go";
        let words = "a b c d e f g h i keep rows".split(' ');
        let listed = listed(query, words.map(str::to_owned).collect());
        assert_eq!(listed.join(" "), "keep Rows a b c d e f");
    }
}
