//! Finds names of places in a model's prose.
//!
//! Once look-alike characters are plain and case is folded, each word with the shape of a path (a separator beside
//! a name), of a file (a name, a dot, an ending) or of an id (`c7`) is compared with what the report holds: its
//! paths, their last parts and folders, the text of its places, and the query. A word that is none of these, or whose
//! line number is none of its place's, names a place that the report does not hold.
//!
//! No word has a meaning here; only its shape, and what was seen, count. So `read/write` and `config.load` may be said
//! where both words stand in the text, unless `read` is a folder or `.load` an ending that was observed.

mod reading;
mod tokens;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use firsthand_registry::{LineRange, RepoPath};

use reading::{fold, readings};
use tokens::{LineRef, Shape, Token, is_path_char, loose_lines, tokens};
pub(crate) use tokens::{is_id, line_range};

/// What a report holds, as far as its prose may name it.
pub(crate) struct Holdings<'a> {
    /// The path of each place, folded, with its lines.
    places: Vec<(String, Option<LineRange>)>,
    /// The texts of the places, and the query.
    texts: Vec<&'a str>,
    folded_texts: OnceCell<Vec<String>>,
    /// All observed paths, folded.
    observed: BTreeSet<String>,
}

impl<'a> Holdings<'a> {
    /// `places` are the report's places, `texts` what may be said of them and the query, `observed` all paths that
    /// were seen, of which a search target may name any.
    pub(crate) fn new<'p>(
        places: impl IntoIterator<Item = (&'p RepoPath, Option<LineRange>)>,
        texts: Vec<&'a str>,
        observed: impl IntoIterator<Item = &'p RepoPath>,
    ) -> Self {
        let places = places.into_iter();
        Self {
            places: places.map(|(path, range)| (fold(path.as_str()), range)).collect(),
            texts,
            folded_texts: OnceCell::new(),
            observed: observed.into_iter().map(|path| fold(path.as_str())).collect(),
        }
    }

    /// The first name in the text of a place that the report does not hold, with its line number.
    pub(crate) fn first_foreign_place(&self, text: &str) -> Option<String> {
        self.first_where(text, |token| self.is_foreign(token))
    }

    /// Whether a search target names a place that was not observed. The term of a search is often a member
    /// (`config.load`) or a choice (`read/write`).
    pub(crate) fn names_unobserved_place(&self, target: &str) -> bool {
        let is_unobserved = |token: &Token<'_>| {
            let name = fold(token.raw);
            let may_be_term = match (token.shape, name.split_once('/')) {
                (Some(Shape::File), _) => !self.has_known_ending(&name),
                (Some(Shape::Path), Some((first, second))) => {
                    let is_word = |part: &str| !part.is_empty() && !part.contains(['/', '.']);
                    is_word(first) && is_word(second) && !self.is_known(first)
                }
                (None, _) => true,
                _ => false,
            };
            self.is_foreign(token)
                && (token.lines.is_some() || !(may_be_term || self.is_known(&name)))
        };
        self.first_where(target, is_unobserved).is_some()
    }

    /// The first token for which `is_match` holds, else the first line numbers of no place of the report, in the first
    /// of the text's [`readings`] that has one.
    fn first_where(&self, text: &str, is_match: impl Fn(&Token<'_>) -> bool) -> Option<String> {
        let readings = readings(text);
        readings.iter().find_map(|reading| {
            let tokens = tokens(reading);
            let is_place = |token: &&Token<'_>| {
                is_match(token) && !self.is_quotient(token, reading, &readings[0])
            };
            let token = tokens.iter().find(is_place);
            token
                .map(|token| token.with_lines.to_owned())
                .or_else(|| self.foreign_lines(reading, &tokens))
        })
    }

    /// Whether each `/` of a token stood between blanks wherever a reading has it, and no part of it is a known path:
    /// `total / count`.
    fn is_quotient(&self, token: &Token<'_>, reading: &str, plain: &str) -> bool {
        let spaced = token.raw.replace('/', " / ");
        let mut parts = token.raw.split('/');
        token.lines.is_none()
            && token.raw.contains('/')
            && !token.raw.contains('.')
            && plain.matches(&spaced).count() == reading.matches(token.raw).count()
            && !plain.contains(token.raw)
            && !parts.any(|part| self.is_known(&fold(part)))
    }

    fn is_foreign(&self, token: &Token<'_>) -> bool {
        let name = fold(token.raw);
        let shape = self.shape(token, &name);
        match &token.lines {
            Some(lines) if lines.certain && (shape.is_some() || self.is_file_name(&name)) => {
                !self.holds_lines(&name, lines)
            }
            Some(lines) if !lines.certain && shape.is_some() => {
                !self.holds_lines(&name, lines) && !self.stands_in_texts(&name)
            }
            _ => shape.is_some_and(|shape| !self.holds(&name, shape)),
        }
    }

    /// What a token looks like in this repository: `_.ts` is a file where a line number belongs to it, or files end in
    /// `.ts`; `4.n`, an abbreviation, where a line number does.
    fn shape(&self, token: &Token<'_>, name: &str) -> Option<Shape> {
        let has_line = || token.lines.as_ref().is_some_and(|lines| lines.certain);
        let is_file = || {
            has_line() && (token.is_ending_behind_marks() || token.has_ending_of_letters())
                || token.is_ending_behind_marks() && self.has_known_ending(name)
        };
        token.shape.or_else(|| is_file().then_some(Shape::File))
    }

    /// The first line numbers that stand apart from a file's name (`L12`, `lines 3 to 9 of it`) and are not of the
    /// files that the text names. Written out, they count only where it names one.
    fn foreign_lines(&self, text: &str, tokens: &[Token<'_>]) -> Option<String> {
        let loose = loose_lines(text);
        if loose.is_empty() {
            return None;
        }
        let names = tokens.iter().map(|token| (token, fold(token.raw)));
        let files: Vec<String> = names
            .filter(|(token, name)| self.shape(token, name).is_some() || self.is_file_name(name))
            .map(|(_, name)| name)
            .collect();
        let is_foreign = |raw: &str, lines: &LineRef| {
            let is_free =
                if lines.certain { self.stands_in_texts(&fold(raw)) } else { files.is_empty() };
            !is_free && !files.iter().any(|file| self.holds_lines(file, lines))
        };
        let foreign = loose.iter().find(|(raw, lines)| is_foreign(raw, lines));
        foreign.map(|(raw, _)| (*raw).to_owned())
    }

    /// Whether the name is that of a place or of a folder of one, or stands in the texts.
    fn holds(&self, name: &str, shape: Shape) -> bool {
        let path = name.trim_start_matches("./").trim_matches('/');
        let names_path =
            |(place, _): &(String, _)| ends_with(place, path) || is_folder_of(place, path);
        (shape != Shape::Id && self.places.iter().any(names_path))
            || (shape == Shape::Member && !self.has_known_ending(name))
            || self.stands_in_texts(name)
            || self.joins_words(name, shape)
    }

    /// Whether the name joins words of the texts: `read/write`, `config.load`.
    fn joins_words(&self, name: &str, shape: Shape) -> bool {
        let parts: Vec<&str> = name.split(['/', '.']).collect();
        let is_known = match (shape, parts.as_slice()) {
            (Shape::Path, [first, _]) => self.is_known(first),
            (Shape::File, [_, _, ..]) => self.has_known_ending(name),
            _ => true,
        };
        let is_word = |part: &&str| !part.is_empty() && self.stands_in_texts(part);
        !is_known && parts.iter().all(is_word)
    }

    /// Whether a reported place covers the lines. Only the exact path, or its last parts, can name its file.
    fn holds_lines(&self, name: &str, lines: &LineRef) -> bool {
        self.places.iter().any(|(place, range)| {
            ends_with(place, name)
                && range.zip(lines.range).is_some_and(|(range, lines)| range.covers(lines))
        })
    }

    fn stands_in_texts(&self, name: &str) -> bool {
        let texts =
            self.folded_texts.get_or_init(|| self.texts.iter().map(|text| fold(text)).collect());
        texts.iter().any(|text| contains_word(text, name))
    }

    /// All paths that were observed or are reported.
    fn known_paths(&self) -> impl Iterator<Item = &str> {
        let reported = self.places.iter().map(|(path, _)| path);
        self.observed.iter().chain(reported).map(String::as_str)
    }

    /// Whether the name is a known path, the last parts of one, or a folder of one.
    fn is_known(&self, name: &str) -> bool {
        let name = name.trim_start_matches("./").trim_matches('/');
        self.known_paths().any(|path| ends_with(path, name) || is_folder_of(path, name))
    }

    /// Whether a known path ends in the name: `Makefile`.
    fn is_file_name(&self, name: &str) -> bool {
        self.known_paths().any(|path| ends_with(path, name))
    }

    /// Whether a known path has the same ending as the name.
    fn has_known_ending(&self, name: &str) -> bool {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        self.known_paths().any(|path| path.rsplit_once('.').map(|(_, ending)| ending) == ending)
    }
}

/// Whether `part` is the path, or its last components, as far as a word of prose can spell them.
fn ends_with(path: &str, part: &str) -> bool {
    !part.is_empty()
        && path.strip_suffix(part).is_some_and(|rest| {
            rest.chars().next_back().is_none_or(|before| before == '/' || !is_path_char(before))
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

/// Whether the text contains the word, not only inside a longer one.
fn contains_word(text: &str, word: &str) -> bool {
    let is_word_char = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_word_char);
        let after = text[at + word.len()..].chars().next().is_some_and(is_word_char);
        !before && !after
    })
}

#[cfg(test)]
mod tests;
