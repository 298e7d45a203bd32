//! What a reader can do who got leads only: guess words that the code may use.

use firsthand::registry::escape;
use firsthand::source::join_at_most;
use firsthand::{Cancel, Explorer};

/// The most words that are named.
const MAX_WORDS: usize = 3;

/// The line below a report of low confidence, with the words of the question and those guessed for it that stand in no
/// searched file.
pub(super) fn sentence(of_question: &[String], guessed: &[String]) -> String {
    let words: Vec<&str> = of_question.iter().chain(guessed).map(String::as_str).collect();
    let nowhere = match words.len() {
        0 => String::new(),
        1 => format!("{} stands in no searched file; ", escape(words[0])),
        _ => format!("{} stand in no searched file; ", escape(&join_at_most(&words, MAX_WORDS))),
    };
    format!(
        "{nowhere}guess names that the code may use: --words \"NAME, SETTING, ...\" (wrong ones cost little)"
    )
}

/// The words that stand in no searched file, also as a part of a longer word: none if that is not known.
pub(super) fn in_no_file(explorer: &Explorer, words: &[String], cancel: &Cancel) -> Vec<String> {
    let words: Vec<String> = words.iter().map(|word| word.trim().to_owned()).collect();
    let there = explorer.toolbox().graph().occurring(&words, cancel);
    words.into_iter().filter(|word| !word.is_empty() && !there.contains(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_the_words_that_stand_nowhere() {
        let check = |of_question: &str, guessed: &str, expect: &str| {
            let [of_question, guessed] = [of_question, guessed]
                .map(|words| words.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
            let line = sentence(&of_question, &guessed);
            let rest = "guess names that the code may use: --words \"NAME, SETTING, ...\" (wrong ones cost little)";
            assert_eq!(line, format!("{expect}{rest}"));
        };
        check("", "", "");
        check("reconcile", "", "reconcile stands in no searched file; ");
        check("reconcile", "retry_loop", "reconcile, retry_loop stand in no searched file; ");
        check("a b", "c d", "a, b, c and 1 more stand in no searched file; ");
    }
}
