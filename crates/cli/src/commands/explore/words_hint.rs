//! What a reader can do who got leads only: guess words that the code may use.

use firsthand::registry::escape;
use firsthand::source::join_at_most;
use firsthand::{AbsenceOutcome, AbsenceRequest, Cancel, Explorer, SearchedPattern};

/// The most words that are named.
const MAX_WORDS: usize = 3;

/// The line below a report of low confidence, with the words of the question and those guessed for it that stand in no file.
pub(super) fn sentence(of_question: &[String], guessed: &[String]) -> String {
    let words: Vec<&str> = of_question.iter().chain(guessed).map(String::as_str).collect();
    let nowhere = match words.len() {
        0 => String::new(),
        1 => format!("{} stands in no file; ", escape(words[0])),
        _ => format!("{} stand in no file; ", escape(&join_at_most(&words, MAX_WORDS))),
    };
    format!(
        "{nowhere}guess names that the code may use: --words \"NAME, SETTING, ...\" (wrong ones cost little)"
    )
}

/// The words that stand in no file, also as a part of a longer word; those of which that is not known are left out.
pub(super) fn in_no_file(explorer: &Explorer, words: &[String], cancel: &Cancel) -> Vec<String> {
    let is_absent = |word: &&String| {
        let request = AbsenceRequest::new(SearchedPattern::plain(word.trim()));
        let found = explorer.absent(&request, cancel);
        found.is_ok_and(|found| found.outcome == AbsenceOutcome::Absent)
    };
    words.iter().filter(is_absent).cloned().collect()
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
        check("reconcile", "", "reconcile stands in no file; ");
        check("reconcile", "retry_loop", "reconcile, retry_loop stand in no file; ");
        check("a b", "c d", "a, b, c and 1 more stand in no file; ");
    }
}
