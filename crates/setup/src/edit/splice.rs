//! The difference of two texts, as it is stored for undoing it.

use serde::{Deserialize, Serialize};

/// The difference of two texts as one replacement: `added` in place of `removed` at a byte offset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Splice {
    /// The byte offset.
    at: usize,
    removed: String,
    pub(crate) added: String,
}

impl Splice {
    /// The difference of two texts: what is between their longest common prefix and suffix.
    pub(crate) fn between(before: &str, after: &str) -> Self {
        let same = |(a, b): &(char, char)| a == b;
        let length = |(a, _): (char, char)| a.len_utf8();
        let shared = before.chars().zip(after.chars());
        let at: usize = shared.take_while(same).map(length).sum();
        let (old, new) = (&before[at..], &after[at..]);
        let shared = old.chars().rev().zip(new.chars().rev());
        let suffix_len: usize = shared.take_while(same).map(length).sum();
        Self {
            at,
            removed: old[..old.len() - suffix_len].to_owned(),
            added: new[..new.len() - suffix_len].to_owned(),
        }
    }

    /// The text after the replacement; `None` if `before` does not have `removed` at the offset.
    pub(crate) fn apply(&self, before: &str) -> Option<String> {
        self.exchanged(before, &self.removed, &self.added)
    }

    /// The text before the replacement; `None` if `after` does not have `added` at the offset.
    pub(crate) fn undo(&self, after: &str) -> Option<String> {
        self.exchanged(after, &self.added, &self.removed)
    }

    fn exchanged(&self, text: &str, old: &str, new: &str) -> Option<String> {
        let (head, rest) = text.split_at_checked(self.at)?;
        Some([head, new, rest.strip_prefix(old)?].concat())
    }

    /// The text with `removed` in place of `added`, which has moved; `None` unless `added` is there exactly once, or if a
    /// comma would stay behind that nothing follows, or, where lines count, two of them would become one.
    pub(super) fn undo_moved(&self, text: &str, lines_count: bool) -> Option<String> {
        let mut found = text.match_indices(&*self.added).map(|(at, _)| at);
        let at = found.next().filter(|_| !self.added.is_empty())?;
        let (head, tail) = (&text[..at], &text[at + self.added.len()..]);
        let is_line = head.is_empty() || head.ends_with('\n') || tail.is_empty();
        let joins_lines = lines_count && self.added.ends_with('\n') && !is_line;
        let leaves_comma = tail.trim_start().starts_with(['}', ']'])
            && head.trim_end().ends_with(',')
            && !self.added.trim_end().ends_with(',');
        let is_clean = found.next().is_none() && !joins_lines && !leaves_comma;
        is_clean.then(|| [head, &self.removed, tail].concat())
    }

    /// What was added before a text; `None` if that was not added.
    pub(super) fn before(&self, text: &str) -> Option<&str> {
        self.added.split_once(text).map(|(before, _)| before)
    }

    /// The added lines, without their common indentation. `after` is the text after the replacement.
    pub(crate) fn shown(&self, after: &str) -> String {
        let before = after.get(..self.at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let indentation = if line.trim().is_empty() { line } else { "" };
        let new = format!("{indentation}{}", self.added);
        // An entry that is appended to a JSON object begins with the comma after the entry before it.
        let new = new.trim_start_matches([',', '\r', '\n']).trim_end();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let lines = || new.lines().filter(|line| !line.trim().is_empty());
        let common_indent = lines().map(indent).min().unwrap_or_default();
        let lines = new.lines().map(|line| line.get(common_indent..).unwrap_or_default());
        lines.collect::<Vec<_>>().join("\n")
    }
}
