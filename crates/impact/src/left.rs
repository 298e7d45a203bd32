//! Lines that are as those which a change replaces, and were left as they were: copies of them, and what follows the same
//! pattern near them.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, identifiers};

use crate::declared::{Changed, rebound};
use crate::document::{Dependence, How};
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::layout::is_compound;
use crate::lookup::Lookup;
use crate::shared::{Ranked, is_in_hunk, is_touched};

/// The least names of a line that is compared; if none has several words; and the least letters of one that is looked for.
const MIN_NAMES: usize = 3;
const MIN_SIMPLE: usize = 4;
const MIN_LETTERS: usize = 4;
/// The most replaced lines that are compared.
const MAX_LINES: usize = 60;
/// The most lines of the tree with a name by which the others of a line are found: more say nothing.
const MAX_WITH_NAME: usize = 300;
/// The most lines that are left of one replaced line, and of the change.
const MAX_LEFT: usize = 4;
const MAX_LISTED: usize = 8;

/// A line that the change replaces.
struct Replaced {
    path: RepoPath,
    text: String,
    names: BTreeSet<String>,
    /// The names that the change takes from it, and those that it adds: a line that was left holds the first, or, if there
    /// are none, none of the others.
    gone: BTreeSet<String>,
    new: BTreeSet<String>,
    /// The lines in its place: one that is more like these was not left.
    after: Vec<String>,
    /// Whether it imports: only the same line was left.
    is_import: bool,
}

/// A line of the tree that may have been left.
struct Left {
    path: RepoPath,
    line: u32,
    /// Whether it is the same but for some names.
    is_copy: bool,
}

/// The lines of the present tree that the change leaves as those which it replaces.
pub(crate) fn left_lines(
    lookup: &mut Lookup<'_>,
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
) -> Vec<Found> {
    let cancel = lookup.cancel;
    let mut replaced = replaced(lookup, diffs);
    lookup.keep(&mut replaced, MAX_LINES);
    let texts: BTreeSet<String> = replaced.iter().flat_map(Replaced::sought).collect();
    let texts: Vec<String> = texts.into_iter().collect();
    let most = MAX_WITH_NAME;
    let lines = lookup.graph().lines_with(&texts, most, most, lookup.cancel);
    let found = texts.into_iter().zip(lines).filter(|(_, lines)| lines.len() <= most);
    let found: BTreeMap<String, Vec<Line>> = found.collect();
    let mut places = Ranked::default();
    for one in replaced.iter().take_while(|_| !cancel.is_cancelled()) {
        // The same line in a changed declaration was left, too; a similar one there is seen by who changes it.
        let touched = |path: &RepoPath, line, is_same: bool| {
            is_in_hunk(diffs, path, line) || !is_same && is_touched(diffs, changed, path, line)
        };
        for left in lookup.left_of(one, &found, touched) {
            let (path, line, how) = (&left.path, left.line, How::SameLines);
            let place = if one.is_import {
                lookup.place_at(path, line, Dependence::Sibling, how)
            } else {
                lookup.forgotten_at(path, line, how)
            };
            if let Some(place) = place.filter(|place| !place.is_test()) {
                let first = place.around().start();
                places.add((left.path, first), place, 1 + usize::from(left.is_copy));
            }
        }
    }
    places.best(lookup, MAX_LISTED)
}

/// The replaced lines that hold enough names and do not stand elsewhere after the change.
fn replaced(lookup: &Lookup<'_>, diffs: &[LineDiff<'_>]) -> Vec<Replaced> {
    let pairs = diffs.iter().flat_map(LineDiff::replaced);
    let added: BTreeSet<String> = pairs.flat_map(|(_, after)| lines_of(&after)).collect();
    let mut seen = BTreeSet::new();
    let mut replaced = Vec::new();
    let of_code = |diff: &&LineDiff<'_>| {
        let class = PathClass::of(&diff.file.path);
        !class.test && !class.generated
    };
    for diff in diffs.iter().filter(of_code) {
        let path = &diff.file.path;
        let before = diff.file.before.bytes().unwrap_or_default();
        let code = lookup.without_imports(path, before);
        let spoken = lookup.without_comments(path, before);
        // The comments at the beginning say who wrote a file, and when.
        let head = spoken.iter().take_while(|byte| byte.is_ascii_whitespace());
        let head = head.filter(|byte| **byte == b'\n').count();
        let code: Vec<&[u8]> = code.split(|byte| *byte == b'\n').collect();
        // Of imports, those of what is taken from elsewhere now.
        let rebound = lookup.rebound(path, before, &diff.after.concat());
        let whole: Vec<&[u8]> = spoken.split(|byte| *byte == b'\n').collect();
        let later = lookup.without_comments(path, &diff.after.concat());
        let later: Vec<&[u8]> = later.split(|byte| *byte == b'\n').collect();
        for (before, after) in diff.hunk_lines() {
            let after = later.get(after).unwrap_or_default().join(&b'\n');
            let (kept, after) = (names_of(&String::from_utf8_lossy(&after)), lines_of(&after));
            let before = before.filter(|index| *index >= head);
            for index in before {
                let (Some(line), Some(whole)) = (code.get(index), whole.get(index)) else {
                    continue;
                };
                let is_import = line.trim_ascii().is_empty();
                let line = if is_import { whole } else { line };
                let text = String::from_utf8_lossy(line).trim().to_owned();
                let names = names_of(&text);
                if is_import && names.is_disjoint(&rebound) {
                    continue;
                }
                if is_special(&names) && !added.contains(&text) && seen.insert(text.clone()) {
                    let gone = names.difference(&kept).cloned().collect();
                    let new = kept.difference(&names).cloned().collect();
                    let (path, after) = (path.clone(), after.clone());
                    replaced.push(Replaced { path, text, names, gone, new, after, is_import });
                }
            }
        }
    }
    replaced
}

/// Whether few other lines hold the same names by chance.
pub(crate) fn is_special(names: &BTreeSet<String>) -> bool {
    let least = if names.iter().any(|name| is_compound(name)) { MIN_NAMES } else { MIN_SIMPLE };
    names.len() >= least
}

fn lines_of(text: &[u8]) -> Vec<String> {
    let lines = text.split(|byte| *byte == b'\n');
    lines.map(|line| String::from_utf8_lossy(line).trim().to_owned()).collect()
}

pub(crate) fn names_of(line: &str) -> BTreeSet<String> {
    identifiers(line).map(|(_, name)| name.to_owned()).collect()
}

/// The words and signs of a line.
fn tokens(line: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (token, more) = rest.split_at(if word > 0 { word } else { first.len_utf8() });
        tokens.push(token);
        rest = more.trim_start();
    }
    tokens
}

/// The share of the tokens of two lines that both have in one order, in thousandths.
fn likeness(one: &str, other: &str) -> usize {
    let (one, other) = (tokens(one), tokens(other));
    let mut common = vec![0_usize; other.len() + 1];
    for token in &one {
        let mut diagonal = 0;
        for (at, same) in other.iter().enumerate() {
            let above = common[at + 1];
            common[at + 1] = if token == same { diagonal + 1 } else { above.max(common[at]) };
            diagonal = above;
        }
    }
    2_000 * common[other.len()] / (one.len() + other.len()).max(1)
}

/// Whether two lines are the same but for fewer words than they share.
fn is_copy(one: &str, other: &str) -> bool {
    let (one, other) = (tokens(one), tokens(other));
    let is_word = |token: &&str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let pairs = || one.iter().zip(&other);
    let differing = pairs().filter(|(one, other)| one != other).count();
    let shared = pairs().filter(|(one, other)| one == other && is_word(one)).count();
    let has_same_signs = pairs().all(|(one, other)| one == other || is_word(one) && is_word(other));
    one.len() == other.len() && has_same_signs && differing < shared
}

impl Replaced {
    /// What is looked for in the tree: the line, and its names.
    fn sought(&self) -> Vec<String> {
        let names = self.names.iter().filter(|name| name.chars().count() >= MIN_LETTERS);
        names.cloned().chain([self.text.clone()]).collect()
    }

    /// Whether a line is a copy of this one, or shares more names with it than it has others, and holds those that the
    /// change takes; if it takes none, it shares twice as many. What is rather as the lines in its place was not left.
    fn is_left(&self, line: &str) -> bool {
        if line == self.text || self.is_import {
            return line == self.text;
        }
        let own = likeness(&self.text, line);
        if self.after.iter().any(|after| likeness(after, line) >= own) {
            return false;
        }
        let names = names_of(line);
        let both = self.names.intersection(&names).count();
        let others = self.names.len().max(names.len()) - both;
        if self.gone.is_empty() {
            return self.new.is_disjoint(&names) && both >= 2 * others;
        }
        self.gone.is_subset(&names) && both > others && both >= MIN_NAMES
    }
}

impl Lookup<'_> {
    /// The names that a file takes from elsewhere in its later state.
    fn rebound(&self, path: &RepoPath, before: &[u8], after: &[u8]) -> BTreeSet<String> {
        let of = |text: &[u8]| self.graph().bindings(path.as_str(), text, self.cancel);
        rebound(&of(before), &of(after))
    }

    /// The lines that are as a replaced one: as many folders around it as hold no more than [`MAX_LEFT`] of them.
    fn left_of(
        &self,
        replaced: &Replaced,
        found: &BTreeMap<String, Vec<Line>>,
        is_touched: impl Fn(&RepoPath, u32, bool) -> bool,
    ) -> Vec<Left> {
        let with_names = replaced.sought().into_iter().filter_map(|text| found.get(&text));
        let lines: BTreeSet<&Line> = with_names.flatten().collect();
        let lines: Vec<&Line> = lines.into_iter().collect();
        let mut left: Vec<Left> = Vec::new();
        for of_file in lines.chunk_by(|one, other| one.0 == other.0) {
            let bytes = of_file.first().and_then(|(path, _)| self.text(path)).unwrap_or_default();
            let texts: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
            for (path, line) in of_file {
                let text = texts.get(*line as usize - 1).copied().unwrap_or_default();
                let text = String::from_utf8_lossy(text);
                let is_same = text.trim() == replaced.text && !replaced.is_import;
                if replaced.is_left(text.trim()) && !is_touched(path, *line, is_same) {
                    let is_copy = is_copy(&replaced.text, &text);
                    left.push(Left { path: path.clone(), line: *line, is_copy });
                }
            }
        }
        let copies = left.iter().filter(|one| one.is_copy).count();
        left.retain(|one| copies == 0 || one.is_copy);
        nearest(&replaced.path, left)
    }
}

/// Those in the outermost folder around a file that holds no more than [`MAX_LEFT`] of them.
fn nearest(path: &RepoPath, left: Vec<Left>) -> Vec<Left> {
    let depth = |other: &RepoPath| {
        let parts = path.as_str().split('/').zip(other.as_str().split('/'));
        parts.take_while(|(one, other)| one == other).count()
    };
    let depths: Vec<usize> = left.iter().map(|one| depth(&one.path)).collect();
    let at_least = |least: usize| depths.iter().filter(|depth| **depth >= least).count();
    let least = (0..).find(|least| at_least(*least) <= MAX_LEFT).unwrap_or(usize::MAX);
    left.into_iter().filter(|one| depth(&one.path) >= least).collect()
}
