//! What a reader can do who got leads only: guess words that the code may use.

use firsthand::registry::escape;
use firsthand::source::{guesses, join_at_most, split_words};
use firsthand::{Cancel, Explorer};

/// The most words that are named.
const MAX_WORDS: usize = 3;

/// The line below a report of low confidence, with the words of the question that stand in no searched file.
pub(super) fn sentence(nowhere: &[String]) -> String {
    let stand = if nowhere.len() == 1 { "stands" } else { "stand" };
    let nowhere = match nowhere {
        [] => String::new(),
        words => format!("{} {stand} in no searched file; ", named(words)),
    };
    format!(
        "{nowhere}guess names that the code may use: --words \"NAME, SETTING, ...\" (one that stands nowhere changes nothing)"
    )
}

/// The line below a report that the guessed words stand in no searched file; `None` without one.
pub(super) fn in_vain(nowhere: &[String]) -> Option<String> {
    let line = || format!("In no searched file: {} (of --words)", named(nowhere));
    (!nowhere.is_empty()).then(line)
}

fn named(words: &[String]) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    escape(&join_at_most(&words, MAX_WORDS)).into_owned()
}

/// The guessed words of which no part between blanks stands in a searched file, also inside a longer word or with `_`
/// between its words: none if that is not known.
pub(super) fn in_no_file(explorer: &Explorer, words: &[String], cancel: &Cancel) -> Vec<String> {
    let spellings = |word: &str| {
        let parts = word.split_whitespace();
        let spelled = parts
            .flat_map(|part| [part.to_owned(), split_words(part).collect::<Vec<_>>().join("_")]);
        spelled.collect::<Vec<_>>()
    };
    let words = guesses(words);
    let all: Vec<String> = words.iter().flat_map(|word| spellings(word)).collect();
    if all.is_empty() {
        return all;
    }
    let there = explorer.toolbox().graph().occurring(&all, cancel);
    let stands = |word: &String| spellings(word).iter().any(|spelling| there.contains(spelling));
    words.into_iter().filter(|word| !stands(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_the_words_that_stand_nowhere() {
        let of = |words: &str| words.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let check = |nowhere: &str, hint: &str, in_vain: &str| {
            let rest = "guess names that the code may use: --words \"NAME, SETTING, ...\" (one that stands nowhere changes nothing)";
            assert_eq!(sentence(&of(nowhere)), format!("{hint}{rest}"));
            assert_eq!(super::in_vain(&of(nowhere)).unwrap_or_default(), in_vain);
        };
        check("", "", "");
        check(
            "reconcile",
            "reconcile stands in no searched file; ",
            "In no searched file: reconcile (of --words)",
        );
        check(
            "a b c d",
            "a, b, c and 1 more stand in no searched file; ",
            "In no searched file: a, b, c and 1 more (of --words)",
        );
    }
}
