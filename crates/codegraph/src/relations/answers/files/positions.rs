//! Where strings name files: a position, such as `view(`, is what is directly before a string. A string without an
//! extension could be anything; it names a file if most strings in its position do, or if its position has too few of
//! them, but its path is long.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::file_names::{Candidate, undotted};
use crate::facts::languages::folder;
use crate::text::distinct::{hash, keep_best};
use crate::text::path_names::runs::{heads, quoted_runs};
use crate::text::path_names::{Form, PathNames, split};

/// The share of the strings of a position that name files, from which all that can be read so do. The names of routes are
/// often those of views, but fewer of them have one.
const MIN_SHARE: f64 = 0.75;
/// A position with fewer strings decides nothing.
const MIN_STRINGS: u32 = 2;
/// The parts of a path that no position confirms, if they are not separated by slashes.
const MIN_PARTS: usize = 3;
/// The most files that differ in their extension alone.
const MAX_ALIKE: usize = 3;

/// What the strings of positions name.
#[derive(Default, Debug)]
pub(super) struct Positions(HashMap<String, Position>);

#[derive(Default, Debug)]
struct Position {
    /// Strings of several parts, and names alone.
    paths: Count,
    stems: Count,
    /// The folders from which the paths are written, with their numbers.
    roots: HashMap<String, u32>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Count {
    seen: u32,
    named: u32,
    /// One of the strings that name files.
    one_named: Option<u64>,
    /// Whether different strings name files: a word that is written again proves no more.
    has_different: bool,
}

impl Count {
    fn add(&mut self, written: &str, is_named: bool) {
        let one_named = is_named.then(|| hash(written));
        self.merge(Self { seen: 1, named: u32::from(is_named), one_named, has_different: false });
    }

    fn merge(&mut self, more: Self) {
        self.seen += more.seen;
        self.named += more.named;
        let differ = self.one_named.zip(more.one_named).is_some_and(|(one, other)| one != other);
        self.has_different |= more.has_different || differ;
        self.one_named = self.one_named.or(more.one_named);
    }

    /// With one more string of either kind, so that a single one is no proof.
    fn share(self) -> f64 {
        f64::from(self.named + 1) / f64::from(self.seen + 2)
    }

    fn is_proof(self) -> bool {
        self.has_different && self.share() >= MIN_SHARE
    }
}

/// The last word of a position.
pub(super) fn word(head: &str) -> &str {
    words(head).next_back().unwrap_or_default()
}

/// The first word of a position.
pub(super) fn first_word(head: &str) -> &str {
    words(head).next().unwrap_or_default()
}

fn words(head: &str) -> impl DoubleEndedIterator<Item = &str> {
    let words = head.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}

impl Positions {
    /// Adds the strings of a text whose positions end with one of these words, or all.
    pub(super) fn add(
        &mut self,
        text: &[u8],
        path: &str,
        names: &PathNames<'_>,
        words: Option<&BTreeSet<&str>>,
    ) {
        for run in quoted_runs(text) {
            let heads = heads(text, &run);
            let is_wanted = |head: &String| words.is_none_or(|words| words.contains(word(head)));
            if !heads.first().is_some_and(is_wanted) {
                continue;
            }
            let written = String::from_utf8_lossy(&text[run.span.clone()]);
            let is_path = written.contains(['/', '.', ':', '\\']);
            let named = names.named_by(&written, path);
            for head in heads {
                let position = self.0.entry(head).or_default();
                if !is_path {
                    let is_beside = |file: &u32| folder(names.path(*file)) == folder(path);
                    let is_named = named.as_ref().is_some_and(|named| {
                        named.files.len() == 1 || named.files.iter().any(is_beside)
                    });
                    position.stems.add(&written, is_named);
                    continue;
                }
                position.paths.add(&written, named.is_some());
                if let Some(named) = named.as_ref().filter(|named| named.files.len() == 1) {
                    let root = root(names.path(named.files[0]), named.matched).to_owned();
                    *position.roots.entry(root).or_default() += 1;
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: Positions) {
        for (head, found) in other.0 {
            let position = self.0.entry(head).or_default();
            position.paths.merge(found.paths);
            position.stems.merge(found.stems);
            for (root, count) in found.roots {
                *position.roots.entry(root).or_default() += count;
            }
        }
    }

    /// The files that a candidate names: none if it may be something else, or could name several; more than one if
    /// these differ in their extensions alone.
    pub(super) fn accept(&self, candidate: &Candidate, names: &PathNames<'_>) -> Vec<u32> {
        let position = self.position(candidate);
        let named = &candidate.named;
        let is_complete = named.matched == named.parts;
        let is_accepted = match (named.form, position) {
            (Form::Whole, _) => candidate.is_quoted || named.parts > 1,
            (Form::Parts, Some(position)) => {
                position.paths.share() >= MIN_SHARE || position.stems.is_proof()
            }
            (Form::Parts, None) => candidate.is_quoted && is_complete && named.parts >= MIN_PARTS,
            (Form::Stem, Some(position)) => position.paths.is_proof() || position.stems.is_proof(),
            (Form::Stem, None) => false,
        };
        if !is_accepted {
            return Vec::new();
        }
        let from = names.path(candidate.from);
        let beside = || files_where(&named.files, |file| folder(names.path(file)) == folder(from));
        let in_root = || {
            let root = position.and_then(Position::main_root);
            files_where(&named.files, |file| {
                root == Some(self::root(names.path(file), named.matched))
            })
        };
        let near = || nearest(&named.files, from, names);
        let is_path = named.form != Form::Stem;
        let all = || named.files.clone();
        let choices = if is_path {
            vec![all(), in_root(), beside(), near()]
        } else {
            vec![beside(), in_root(), all()]
        };
        let mut only = choices.into_iter().filter(|files| differ_in_extension(files, names));
        only.next().unwrap_or_default()
    }

    /// The longest position of a candidate that enough strings have.
    fn position(&self, candidate: &Candidate) -> Option<&Position> {
        let (first, longer) = candidate.heads.split_first()?;
        let decides =
            |position: &&Position| position.paths.seen + position.stems.seen >= MIN_STRINGS;
        let found = |head| self.0.get(head).filter(decides);
        longer.iter().find_map(found).or_else(|| found(first))
    }
}

impl Position {
    /// The folder from which most paths are written.
    fn main_root(&self) -> Option<&str> {
        let roots = self.roots.iter();
        let main = roots.max_by_key(|(root, count)| (**count, Reverse(*root)));
        main.map(|(root, _)| root.as_str())
    }
}

/// A path without its last parts.
fn root(path: &str, parts: usize) -> &str {
    let mut rest = path;
    for _ in 0..parts {
        rest = folder(rest);
    }
    rest
}

fn files_where(files: &[u32], is_wanted: impl Fn(u32) -> bool) -> Vec<u32> {
    files.iter().copied().filter(|file| is_wanted(*file)).collect()
}

/// The files with the most folders in common with a path.
fn nearest(files: &[u32], from: &str, names: &PathNames<'_>) -> Vec<u32> {
    let mut files = files.to_vec();
    keep_best(&mut files, |file| {
        let (own, other) = (folder(names.path(*file)), folder(from));
        own.split('/').zip(other.split('/')).take_while(|(a, b)| a == b).count()
    });
    files
}

/// Whether files are one, or differ in their extensions alone.
fn differ_in_extension(files: &[u32], names: &PathNames<'_>) -> bool {
    let bare = |file: &u32| {
        let (folder, name) = split(names.path(*file));
        (folder, undotted(name))
    };
    let mut bare_paths = files.iter().map(bare);
    let first = bare_paths.next();
    first.is_some() && files.len() <= MAX_ALIKE && bare_paths.all(|other| Some(other) == first)
}
