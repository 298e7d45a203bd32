//! Searches with `rg` for the words of the question, and lists the files with the most matching lines.
//!
//! `rg` must be on the `PATH`. It does not rank lines, so the answer has files and no regions.

use std::collections::BTreeSet;
use std::process::Command;

use super::{ArmContext, ArmError, ArmQuestion};
use crate::found::Found;
use crate::process::run;

/// Shorter words are ignored: every file contains them.
const MIN_WORD_CHARS: usize = 3;
/// The most files that are listed.
const MAX_FILES: usize = 20;
/// The most words of a search: the command lines of some systems cannot hold more.
const MAX_WORDS: usize = 200;

pub(super) fn find(
    question: &ArmQuestion<'_>,
    context: &ArmContext<'_>,
) -> Result<Found, ArmError> {
    let words = words(question.query);
    if words.is_empty() {
        return Ok(Found::default());
    }
    let mut command = Command::new("rg");
    command.args([
        "--count",
        "--ignore-case",
        "--word-regexp",
        "--fixed-strings",
        "--no-messages",
    ]);
    for word in &words {
        command.args(["-e", word]);
    }
    command.arg(".").current_dir(question.root);
    let output = run(&mut command, context.timeout, context.cancel)?;
    // The exit status is not checked: rg exits with 1 if nothing matches, and with 2 if some file could not be read.
    let text = String::from_utf8_lossy(output.stdout()).into_owned();
    let counted_files = text.lines().filter_map(|line| {
        let (path, count) = line.rsplit_once(':')?;
        Some((count.parse::<u64>().ok()?, path.to_owned()))
    });
    let mut counted_files: Vec<(u64, String)> = counted_files.collect();
    counted_files.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    counted_files.truncate(MAX_FILES);
    let places = counted_files.into_iter().map(|(_, path)| (path, None));
    Ok(Found::of_places(places))
}

/// The distinct words of the question in lower case, in its order.
fn words(query: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let words = query.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words = words.filter(|word| word.chars().count() >= MIN_WORD_CHARS);
    let words = words
        .map(str::to_lowercase)
        .filter(|word| seen.insert(word.clone()));
    words.take(MAX_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_distinct_and_long_enough() {
        assert_eq!(
            words("Is `add_item` in the (Basket) basket?"),
            ["add_item", "the", "basket"]
        );
        assert!(words("a b ?").is_empty());
    }
}
