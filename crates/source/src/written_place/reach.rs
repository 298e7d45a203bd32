//! What stands before a written path on its line: the beginning of a path with blanks, or the package of a frame.

use std::ops::Range;

use super::runs::is_path_char;
use crate::{composed, is_in_root_name};

/// The most bytes before a path that are compared with paths and folders.
const MAX_REACH: usize = 160;

/// The text around a written path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach {
    /// The text of its line up to the end of the path in composed form, with `/` between the parts of paths.
    spelled: String,
    /// The word before a colon directly before the path; empty if there is none.
    pub(super) behind: String,
}

impl Reach {
    pub(super) fn of(text: &str, path: &Range<usize>) -> Reach {
        let from = path.start.saturating_sub(MAX_REACH);
        let from = text.ceil_char_boundary(from);
        let before = &text[from..path.start];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let slashed = |text: &str| composed(text).replace('\\', "/");
        let mut spelled = slashed(&before[line..]);
        let word = before.strip_suffix(':').unwrap_or_default();
        let others = word.trim_end_matches(is_in_root_name);
        let behind = &word[others.len()..];
        spelled.push_str(&slashed(&text[path.clone()]));
        Reach { spelled, behind: behind.to_owned() }
    }

    /// How many parts at the end of the text and of `path` are the same, if some of them have blanks or marks and the text
    /// can name the path: with all its parts, or two at least, or as the name of a file without folders.
    pub(super) fn common_parts(&self, path: &str) -> Option<usize> {
        let has_marks = |path: &str| path.contains(|c| !is_path_char(c));
        if !has_marks(path) {
            return None;
        }
        let path = composed(path);
        let starts = path.rmatch_indices('/').map(|(at, _)| at + 1).chain([0]);
        let ends = starts.zip(1..).map_while(|(at, count)| {
            let before = self.spelled.strip_suffix(&path[at..])?;
            Some((at, count, before))
        });
        let begins = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let whole = ends.filter(|(_, _, before)| begins(before)).last();
        let (at, count, before) = whole?;
        let is_enough = at == 0 || count >= 2 || !before.ends_with('/');
        (has_marks(&path[at..]) && is_enough).then_some(count)
    }

    /// The words before the path and of the path itself.
    pub(super) fn qualifier(&self) -> Qualifier {
        Qualifier::of(&self.spelled)
    }
}

/// Words beside a written path, among them those of the package in `b.Shop.run(Shop.java:3)`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Qualifier {
    words: Vec<String>,
}

impl Qualifier {
    /// The words of a text, in lower case.
    #[must_use]
    pub fn of(text: &str) -> Qualifier {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let words = words.filter(|word| !word.is_empty());
        Qualifier { words: words.map(str::to_lowercase).collect() }
    }

    /// How many folders around `path`, but for its last `common` parts, stand among the words in their order, in any case.
    #[must_use]
    pub fn folders_of(&self, path: &str, common: usize) -> usize {
        let folders: Vec<String> = (path.rsplit('/').skip(common.max(1)))
            .map(|folder| composed(folder).to_lowercase())
            .collect();
        let run = |(last, first): (usize, usize)| {
            let own = self.words[..=last].iter().rev();
            own.zip(&folders[first..]).take_while(|(a, b)| a == b).count()
        };
        let ends = (0..self.words.len())
            .flat_map(|last| (0..folders.len()).map(move |first| (last, first)));
        ends.map(run).max().unwrap_or(0)
    }
}
