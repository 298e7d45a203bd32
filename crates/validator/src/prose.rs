//! Reading a model's prose for names of places.
//!
//! Only the shape of a word counts (separators, dots, digits, case), and what was observed. No word
//! means anything here. Where a shape is ambiguous, a line number decides: `Node.js` may be said,
//! `Node.js:12` may not.

mod endings;
mod known;
mod reading;
mod words;

use std::borrow::Cow;

use firsthand_registry::{LineRange, Registry, RepoPath};

use endings::{is_build_file, is_file};
use known::Known;
use reading::{normalize, readings};
use words::{Mark, Word, is_path_char, line_phrases, words};

/// The places that prose may name, and what else is known to exist.
pub(crate) struct Places<'a> {
    held: Vec<(Cow<'a, str>, Option<LineRange>)>,
    evidence: Vec<&'a str>,
    known: Known<'a>,
}

impl<'a> Places<'a> {
    /// `held` are the report's places; `evidence` is the text that was seen at them.
    pub(crate) fn new(
        held: impl IntoIterator<Item = (&'a RepoPath, Option<LineRange>)>,
        evidence: Vec<&'a str>,
        registry: &'a Registry,
    ) -> Self {
        let mut all = Vec::new();
        for (path, range) in held {
            let path = path.as_str();
            if let Cow::Owned(plain) = normalize(path) {
                all.push((Cow::Owned(plain), range));
            }
            all.push((Cow::Borrowed(path), range));
        }
        let known = Known::new(registry.iter().map(|candidate| candidate.path().as_str()));
        Self {
            held: all,
            evidence,
            known,
        }
    }

    /// Whether the text names a place that is not held. A word that stands in the evidence is the
    /// source's own and may be repeated, unless it states a line.
    pub(crate) fn names_another(&self, text: &str) -> bool {
        self.another(text).is_some()
    }

    /// The first name in the text of a place that is not held, as a reader takes it.
    pub(crate) fn another(&self, text: &str) -> Option<String> {
        self.first(text, |word| self.is_another(word))
    }

    /// Whether the text, which lists what to search for, names a place that was never seen. What was
    /// seen may be named even where the report does not hold it.
    pub(crate) fn names_unseen(&self, text: &str) -> bool {
        let unseen = |word: &Word<'_>| {
            self.is_another(word) && (word.mark.is_some() || !self.known.names(&word.body()))
        };
        self.first(text, unseen).is_some()
    }

    /// The first word of the text that is one of those, or else the first lines in it that no place of
    /// the report holds; in any reading of the text.
    fn first(&self, text: &str, is: impl Fn(&Word<'_>) -> bool) -> Option<String> {
        readings(text).iter().find_map(|text| {
            let words = words(text);
            let word = words.iter().find(|word| is(word));
            let word = word.map(|word| word.whole.to_owned());
            word.or_else(|| self.stray_lines(text, &words))
        })
    }

    /// Lines that the text states beside a file which does not hold them, or beside none. Written out
    /// (`line 3`) they may speak of anything where no file is named.
    fn stray_lines(&self, text: &str, words: &[Word<'_>]) -> Option<String> {
        let phrases = line_phrases(text);
        if phrases.is_empty() {
            return None;
        }
        let bodies = words.iter().map(|word| (word.body(), word));
        let files: Vec<Cow<'_, str>> = bodies
            .filter(|(body, word)| self.looks_like_place(body, word))
            .map(|(body, _)| body)
            .collect();
        let stray = phrases.iter().find(|phrase| {
            let held = files
                .iter()
                .any(|file| self.holds_lines(file, &phrase.mark));
            let own = match phrase.spoken {
                true => files.is_empty(),
                false => self.stands_in_evidence(phrase.raw),
            };
            !held && !own
        });
        stray.map(|phrase| phrase.raw.to_owned())
    }

    fn is_another(&self, word: &Word<'_>) -> bool {
        let body = word.body();
        if !self.looks_like_place(&body, word) {
            return false;
        }
        match &word.mark {
            Some(mark) if mark.hard => !self.holds_lines(&body, mark),
            Some(mark) => !self.holds_lines(&body, mark) && !self.stands_in_evidence(word.raw),
            None => !self.holds(&body) && !self.stands_in_evidence(word.raw),
        }
    }

    /// Only the exact path, or its last parts, can state a line.
    fn holds_lines(&self, body: &str, mark: &Mark) -> bool {
        let Some(lines) = mark.lines else {
            return false;
        };
        self.held.iter().any(|(path, range)| {
            ends_with_part(path, body) && range.is_some_and(|range| range.covers(lines))
        })
    }

    fn holds(&self, body: &str) -> bool {
        let body = body.trim_start_matches("./").trim_matches('/');
        self.held
            .iter()
            .any(|(path, _)| ends_with_part(path, body) || is_folder_of(path, body))
    }

    fn stands_in_evidence(&self, word: &str) -> bool {
        self.evidence.iter().any(|text| stands_alone(text, word))
    }

    /// Whether a word has the shape of a path: a file with an ending, several separators, one
    /// separator behind a folder that exists, or a beginning that only paths have. With a line number,
    /// a known file's bare name counts.
    fn looks_like_place(&self, body: &str, word: &Word<'_>) -> bool {
        let parts: Vec<&str> = body.trim_matches('/').split('/').collect();
        let last = parts.last().copied().unwrap_or("");
        let hard = word.mark.as_ref().is_some_and(|mark| mark.hard);
        let rooted = body.starts_with('/') && parts.len() > 1;
        let relative = body.starts_with("./") || body.starts_with("../");
        let below = match word.before {
            Some('~') => body.starts_with('/'),
            Some('$') => parts.len() > 1 && body.starts_with(char::is_uppercase),
            _ => false,
        };
        if rooted || ((relative || below) && last.contains(char::is_alphabetic)) {
            return true;
        }
        match parts.len() {
            1 if hard => ending(last).is_some() || self.known.is_name(last),
            1 => is_file(last, word.called) || (!word.called && self.known.is_like_a_name(last)),
            2 => {
                hard || is_build_file(last)
                    || (ending(last).is_some() && !word.called)
                    || self.known.is_in_a_folder(parts[0], last)
            }
            _ => hard || !parts.iter().all(|part| is_abbreviation(part)),
        }
    }
}

/// Whether `part` is the path, or its last parts: a whole name, as far as prose can hold it.
fn ends_with_part(path: &str, part: &str) -> bool {
    !part.is_empty()
        && path.strip_suffix(part).is_some_and(|rest| {
            rest.chars()
                .next_back()
                .is_none_or(|before| before == '/' || !is_path_char(before))
                || part.starts_with('/')
        })
}

/// Whether the path lies in a folder of that name, or in those folders.
fn is_folder_of(path: &str, folder: &str) -> bool {
    !folder.is_empty()
        && path.match_indices(folder).any(|(at, _)| {
            let before = &path[..at];
            (before.is_empty() || before.ends_with('/'))
                && path[at + folder.len()..].starts_with('/')
        })
}

/// What follows the name's last dot: 1 to 10 letters or digits, the first of them a letter.
fn ending(name: &str) -> Option<&str> {
    let (_, ending) = name.rsplit_once('.')?;
    let shaped = ending.starts_with(char::is_alphabetic)
        && ending.chars().all(char::is_alphanumeric)
        && ending.chars().count() <= 10;
    shaped.then_some(ending)
}

/// `GET` in `GET/PUT/POST`, `12` in `2024/12/31`.
fn is_abbreviation(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_uppercase() || c.is_numeric())
}

/// Whether the word stands in the text as a word, not inside a longer one.
fn stands_alone(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(inside);
        let after = text[at + word.len()..].chars().next().is_some_and(inside);
        !before && !after
    })
}

#[cfg(test)]
mod tests;
