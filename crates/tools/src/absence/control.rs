//! The positive control: a word of a searched file, searched for in the same way and in the same pass, which must be
//! found.

use firsthand_agent::Cancel;
use firsthand_registry::RepoPath;
use firsthand_source::{Control, identifiers};

use super::reading::Reading;
use super::scan::{Patterns, masked};
use crate::Sandbox;

/// The most files that are read to find a word.
const MAX_FILES: usize = 100;
/// A word has at least and at most so many characters.
const WORD_CHARS: std::ops::RangeInclusive<usize> = 4..=60;

/// A word that was chosen for the control, compiled as the searched pattern was.
pub(super) struct TrialWord {
    text: String,
    pub(super) patterns: Patterns,
}

impl TrialWord {
    /// Chooses the longest word of the file in the middle of the list, or of the nearest one after it that has one; if
    /// the searched pattern is not ASCII, preferably a word that is not, either.
    pub(super) fn choose(
        sandbox: &Sandbox,
        paths: &[RepoPath],
        searched: &Patterns,
        cancel: &Cancel,
    ) -> Option<Self> {
        let (before, from_middle) = paths.split_at(paths.len() / 2);
        let mut fallback = None;
        for path in from_middle.iter().chain(before).take(MAX_FILES) {
            if cancel.is_cancelled() {
                break;
            }
            let Some(trial) = Self::in_file(sandbox, path, searched) else {
                continue;
            };
            if searched.as_written().text.is_ascii() || !trial.text.is_ascii() {
                return Some(trial);
            }
            fallback.get_or_insert(trial);
        }
        fallback
    }

    fn in_file(sandbox: &Sandbox, path: &RepoPath, searched: &Patterns) -> Option<Self> {
        let reading = Reading::of(sandbox, path, true).ok()?;
        let file = masked(path, reading.texts).into_iter().next()?;
        let lines = (1..=file.line_count()).filter(|line| !file.redacted().contains_key(line));
        let texts = lines.filter_map(|line| file.line(line));
        let wants_other = !searched.as_written().text.is_ascii();
        let rank = |word: &str| (wants_other && !word.is_ascii(), word.chars().count());
        let mut best: Option<String> = None;
        for line in texts {
            let words = identifiers(line.text()).map(|(_, word)| word);
            let words = words.filter(|word| WORD_CHARS.contains(&word.chars().count()));
            for word in words {
                if best.as_ref().is_none_or(|best| rank(word) > rank(best)) {
                    best = Some(word.to_owned());
                }
            }
        }
        let word = best?;
        // In another case it is found only because case does not count.
        let swapped = match word.to_uppercase() {
            upper if upper == word => word.to_lowercase(),
            upper => upper,
        };
        let texts = [swapped, word];
        let mut trials = texts.into_iter().filter_map(|text| {
            let mut pattern = searched.as_written().clone();
            pattern.text.clone_from(&text);
            let patterns = Patterns::of(&pattern).ok()?;
            let found = !patterns.lines(std::slice::from_ref(&file)).is_empty();
            found.then_some(Self { text, patterns })
        });
        trials.next()
    }

    /// The control, with the files in which the word was found, each with the first line; `None` if it was not.
    pub(super) fn matched(self, found: &[(RepoPath, u32)]) -> Option<Control> {
        let (path, line) = found.first()?.clone();
        Some(Control::new(self.text, path, line, found.len() as u64))
    }
}
