//! The banned words, which production code must not contain.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::words::{Word, joined, words};

/// The most words of a text that together can spell one term.
const MAX_TERM_WORDS: usize = 4;

/// Banned terms.
///
/// A term is found in any spelling of it: `gizmo-tron` in `GizmoTron`, `gizmo_tron` and `gizmotron`, but never in a
/// part of a word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
    /// By the term's letters and digits in lower case.
    terms: BTreeMap<String, Term>,
}

/// One banned term.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Term {
    /// The term as it was given.
    written: String,
    /// Where it comes from, for a finding: "a repository of the tasks".
    origin: String,
}

/// An occurrence of a term in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TermMatch<'v> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    term: &'v Term,
}

impl TermMatch<'_> {
    /// What is wrong, in a text of this kind.
    pub(crate) fn message(&self, kind: &str) -> String {
        let Term { written, origin } = self.term;
        format!("`{written}` in {kind} ({origin})")
    }
}

impl Vocabulary {
    /// A vocabulary of the given terms.
    pub fn of<T: AsRef<str>>(terms: impl IntoIterator<Item = T>) -> Self {
        let mut vocabulary = Self::default();
        for term in terms {
            vocabulary.add(term.as_ref(), "given");
        }
        vocabulary
    }

    /// Reads a list: one term a line, which its origin may follow after a `#`. Empty lines and lines that begin with
    /// `#` are skipped.
    pub fn parse(list: &str) -> Self {
        let mut vocabulary = Self::default();
        for line in list.lines() {
            let (term, origin) = line.split_once('#').unwrap_or((line, "given"));
            vocabulary.add(term.trim(), origin.trim());
        }
        vocabulary
    }

    /// Adds the terms of another vocabulary that are missing here.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (key, term) in other.terms {
            self.terms.entry(key).or_insert(term);
        }
        self
    }

    /// Removes the terms that are one of these names or a part of one: a project may name its dependencies.
    /// `grammar-kotlin` removes `kotlin` too.
    #[must_use]
    pub fn without<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        for name in names {
            self.terms.remove(&joined(name.as_ref()));
            for word in words(name.as_ref()) {
                self.terms.remove(&word.text);
            }
        }
        self
    }

    /// The terms as they were given, sorted.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms.values().map(|term| term.written.as_str())
    }

    /// Whether it bans nothing.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn add(&mut self, term: &str, origin: &str) {
        let key = joined(term);
        if !key.is_empty() {
            let (written, origin) = (term.to_owned(), origin.to_owned());
            self.terms.entry(key).or_insert(Term { written, origin });
        }
    }

    /// The occurrences of terms in a text, in order, without overlap; at each position the longest term matches.
    pub(crate) fn find(&self, text: &str) -> Vec<TermMatch<'_>> {
        let words = words(text);
        let (mut hits, mut at) = (Vec::new(), 0);
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some((taken, hit)) = self.longest(rest, text) {
                hits.push(hit);
                at += taken;
            } else {
                at += 1;
            }
        }
        hits
    }

    /// The longest term that begins with the first of these words, and how many words it takes.
    fn longest(&self, words: &[Word], text: &str) -> Option<(usize, TermMatch<'_>)> {
        let (first, mut last) = (words.first()?, words.first()?);
        let (mut name, mut best) = (String::new(), None);
        for (taken, word) in (1..=MAX_TERM_WORDS).zip(words) {
            if taken > 1 && !last.joins(word, text) {
                break;
            }
            last = word;
            name.push_str(&word.text);
            if let Some(term) = self.terms.get(&name) {
                let hit = TermMatch { start: first.start, end: last.end, term };
                best = Some((taken, hit));
            }
        }
        best
    }
}

/// The names in a `Cargo.lock`, a `package.json` or a file with one requirement a line; the file's name decides which.
pub fn dependencies(file_name: &str, text: &str) -> Vec<String> {
    if file_name.ends_with(".lock") {
        return names_in_lock_file(text);
    }
    if file_name.ends_with(".json") {
        return names_in_package_json(text);
    }
    let name = |line: &str| -> String {
        let line = line.trim();
        line.chars().take_while(|c| c.is_alphanumeric() || "-_.".contains(*c)).collect()
    };
    text.lines().map(name).filter(|name| !name.is_empty()).collect()
}

fn names_in_lock_file(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.map(str::to_owned).collect()
}

fn names_in_package_json(text: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
    let lists = lists.iter().filter_map(|list| value.get(list)?.as_object());
    lists.flat_map(|list| list.keys().cloned()).collect()
}
