//! Finds names of places in a model's prose.
//!
//! Only the shape of a word counts (separators, dots, digits, case), and what was observed. No word
//! has a meaning here. Where a shape is ambiguous, a line number decides: `Node.js` is allowed,
//! `Node.js:12` is a place.

mod file_names;
mod observed_paths;
mod reading;
mod words;

use std::borrow::Cow;

use firsthand_registry::{LineRange, Registry, RepoPath};

use file_names::{is_build_file, is_file_name};
use observed_paths::ObservedPaths;
use reading::{normalize, readings};
use words::{LineRef, Word, is_path_char, line_phrases, words};

/// The places that prose may name, with their evidence, and all observed paths.
pub(crate) struct ReportedPlaces<'a> {
    /// The path of each place, also normalized where that differs, with its lines.
    places: Vec<(Cow<'a, str>, Option<LineRange>)>,
    evidence: Vec<&'a str>,
    observed_paths: ObservedPaths<'a>,
}

impl<'a> ReportedPlaces<'a> {
    /// `places` are the report's places; `evidence` are the texts that were observed at them.
    pub(crate) fn new(
        places: impl IntoIterator<Item = (&'a RepoPath, Option<LineRange>)>,
        evidence: Vec<&'a str>,
        registry: &'a Registry,
    ) -> Self {
        let mut all = Vec::new();
        for (path, range) in places {
            let path = path.as_str();
            if let Cow::Owned(plain) = normalize(path) {
                all.push((Cow::Owned(plain), range));
            }
            all.push((Cow::Borrowed(path), range));
        }
        let observed_paths =
            ObservedPaths::new(registry.iter().map(|candidate| candidate.path().as_str()));
        Self {
            places: all,
            evidence,
            observed_paths,
        }
    }

    /// Whether the text names a place that the report does not hold. A word that occurs in the evidence may be
    /// repeated, unless it has a line number.
    pub(crate) fn names_unreported_place(&self, text: &str) -> bool {
        self.first_unreported(text).is_some()
    }

    /// The first name in the text of a place that the report does not hold; with its line number where it has one.
    pub(crate) fn first_unreported(&self, text: &str) -> Option<String> {
        self.find_name(text, |word| self.is_unreported_place(word))
    }

    /// Whether a search target names a place that was not observed. Observed places may be named even where
    /// the report does not hold them.
    pub(crate) fn names_unobserved_place(&self, text: &str) -> bool {
        let unseen = |word: &Word<'_>| {
            self.is_unreported_place(word)
                && (word.line_ref.is_some() || !self.observed_paths.names_path(&word.normalized()))
        };
        self.find_name(text, unseen).is_some()
    }

    /// The first word for which `is_match` holds, or else the first line numbers that no place of the report covers, in
    /// the first of the text's [`readings`] that has one.
    fn find_name(&self, text: &str, is_match: impl Fn(&Word<'_>) -> bool) -> Option<String> {
        readings(text).iter().find_map(|text| {
            let words = words(text);
            let word = words.iter().find(|word| is_match(word));
            let word = word.map(|word| word.with_line_ref.to_owned());
            word.or_else(|| self.unreported_lines(text, &words))
        })
    }

    /// The first line numbers that belong to no place of the report. Written out (`line 3`) they count only where
    /// the text also names a file.
    fn unreported_lines(&self, text: &str, words: &[Word<'_>]) -> Option<String> {
        let phrases = line_phrases(text);
        if phrases.is_empty() {
            return None;
        }
        let normalized = words.iter().map(|word| (word.normalized(), word));
        let files: Vec<Cow<'_, str>> = normalized
            .filter(|(normalized, word)| self.looks_like_place(normalized, word))
            .map(|(normalized, _)| normalized)
            .collect();
        let unreported = phrases.iter().find(|phrase| {
            let reported = files
                .iter()
                .any(|file| self.reports_lines(file, &phrase.line_ref));
            let is_allowed = match phrase.written_out {
                true => files.is_empty(),
                false => self.occurs_in_evidence(phrase.raw),
            };
            !reported && !is_allowed
        });
        unreported.map(|phrase| phrase.raw.to_owned())
    }

    fn is_unreported_place(&self, word: &Word<'_>) -> bool {
        let normalized = word.normalized();
        if !self.looks_like_place(&normalized, word) {
            return false;
        }
        match &word.line_ref {
            Some(line_ref) if line_ref.unambiguous => !self.reports_lines(&normalized, line_ref),
            Some(line_ref) => {
                !self.reports_lines(&normalized, line_ref) && !self.occurs_in_evidence(word.raw)
            }
            None => !self.reports(&normalized) && !self.occurs_in_evidence(word.raw),
        }
    }

    /// Whether a reported place covers the lines. Only the exact path, or its last parts, can name its file.
    fn reports_lines(&self, normalized: &str, line_ref: &LineRef) -> bool {
        let Some(lines) = line_ref.lines else {
            return false;
        };
        self.places.iter().any(|(path, range)| {
            has_path_suffix(path, normalized) && range.is_some_and(|range| range.covers(lines))
        })
    }

    /// Whether the path is that of a reported place, its last parts, or a folder of it.
    fn reports(&self, normalized: &str) -> bool {
        let normalized = normalized.trim_start_matches("./").trim_matches('/');
        self.places
            .iter()
            .any(|(path, _)| has_path_suffix(path, normalized) || is_folder_of(path, normalized))
    }

    fn occurs_in_evidence(&self, word: &str) -> bool {
        self.evidence.iter().any(|text| contains_word(text, word))
    }

    /// Whether a word has the shape of a path: a file name with an extension, several separators, one
    /// separator after an observed folder, or a prefix that only paths have. With a line number,
    /// an observed file's bare name counts.
    fn looks_like_place(&self, normalized: &str, word: &Word<'_>) -> bool {
        let parts: Vec<&str> = normalized.trim_matches('/').split('/').collect();
        let last = parts.last().copied().unwrap_or("");
        let unambiguous = word
            .line_ref
            .as_ref()
            .is_some_and(|line_ref| line_ref.unambiguous);
        let rooted = normalized.starts_with('/') && parts.len() > 1;
        let relative = normalized.starts_with("./") || normalized.starts_with("../");
        let below_variable = match word.preceding {
            Some('~') => normalized.starts_with('/'),
            Some('$') => parts.len() > 1 && normalized.starts_with(char::is_uppercase),
            _ => false,
        };
        if rooted || ((relative || below_variable) && last.contains(char::is_alphabetic)) {
            return true;
        }
        match parts.len() {
            1 if unambiguous => {
                extension(last).is_some() || self.observed_paths.is_observed_name(last)
            }
            1 => {
                is_file_name(last, word.is_call)
                    || (!word.is_call && self.observed_paths.has_observed_shape(last))
            }
            2 => {
                unambiguous
                    || is_build_file(last)
                    || (extension(last).is_some() && !word.is_call)
                    || self.observed_paths.is_in_a_folder(parts[0], last)
            }
            _ => unambiguous || !parts.iter().all(|part| is_abbreviation(part)),
        }
    }
}

/// Whether `part` is the path, or its last components, as far as a word of prose can spell them.
fn has_path_suffix(path: &str, part: &str) -> bool {
    !part.is_empty()
        && path.strip_suffix(part).is_some_and(|rest| {
            rest.chars()
                .next_back()
                .is_none_or(|before| before == '/' || !is_path_char(before))
                || part.starts_with('/')
        })
}

/// Whether the path lies in a folder of that name; `folder` may have several components.
fn is_folder_of(path: &str, folder: &str) -> bool {
    !folder.is_empty()
        && path.match_indices(folder).any(|(at, _)| {
            let before = &path[..at];
            (before.is_empty() || before.ends_with('/'))
                && path[at + folder.len()..].starts_with('/')
        })
}

/// The text after the name's last dot, if it is 1 to 10 letters or digits, the first of them a letter.
fn extension(name: &str) -> Option<&str> {
    let (_, extension) = name.rsplit_once('.')?;
    let shaped = extension.starts_with(char::is_alphabetic)
        && extension.chars().all(char::is_alphanumeric)
        && extension.chars().count() <= 10;
    shaped.then_some(extension)
}

/// Whether it has only capital letters and digits: `GET` in `GET/PUT/POST`, `12` in `2024/12/31`.
fn is_abbreviation(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_uppercase() || c.is_numeric())
}

/// Whether the text contains the word, not only inside a longer one.
fn contains_word(text: &str, word: &str) -> bool {
    let is_word_char = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_word_char);
        let after = text[at + word.len()..]
            .chars()
            .next()
            .is_some_and(is_word_char);
        !before && !after
    })
}

#[cfg(test)]
mod tests;
