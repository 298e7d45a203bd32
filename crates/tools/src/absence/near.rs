//! What makes an absence a proof: the scope that is searched, a control that is found in it, and the names that are nearly
//! the pattern: in other case, with other separators, or longer.

use std::collections::BTreeMap;

use firsthand_agent::Cancel;
use firsthand_codegraph::{Inventory, Scope, ScopeError, language_of};
use firsthand_registry::RepoPath;
use firsthand_source::fs::{LeftOut, Survey};
use firsthand_source::{Control, SearchedPattern, Unsearched, identifiers, split_words};

use super::reading::Reading;
use super::scan::{Patterns, Scan, masked};
use super::{AbsenceError, NearName, NearNames};
use crate::Sandbox;

/// The most names, and the most paths.
const MAX_NEAR: usize = 10;
/// The most words of a pattern for which names near it are searched for.
const MAX_WORDS: usize = 8;

/// A wider pattern that matches the names near a pattern; `None` if there is none.
pub(super) fn loose(pattern: &SearchedPattern) -> Option<SearchedPattern> {
    let wide = pattern.clone().with_word(false).with_case(false);
    if pattern.regex {
        return (wide != *pattern).then_some(wide);
    }
    let words: Vec<String> = split_words(&pattern.text).collect();
    let has_words = (1..=MAX_WORDS).contains(&words.len());
    has_words.then(|| SearchedPattern::plain(words.join("[-_./ ]?")).with_regex(true))
}

/// The names that a scan found near its pattern, and the paths that hold one.
pub(super) fn names(scan: &Scan, paths: &[RepoPath], loose: &Patterns) -> NearNames {
    let mut by_name: BTreeMap<&str, NearName> = BTreeMap::new();
    for (name, path, line) in &scan.near {
        let near = by_name.entry(name).or_insert_with(|| NearName {
            name: name.clone(),
            lines: 0,
            path: path.clone(),
            line: *line,
        });
        near.lines += 1;
    }
    let mut names: Vec<NearName> = by_name.into_values().collect();
    names.sort_by_key(|near| std::cmp::Reverse(near.lines));
    names.truncate(MAX_NEAR);
    let in_path = paths.iter().filter(|path| loose.is_in(path.as_str()));
    NearNames { names, paths: in_path.take(MAX_NEAR).cloned().collect() }
}

/// The most files that are read to find a word of the preferred kind.
const MAX_FILES: usize = 100;
/// A word has at least and at most so many characters.
const WORD_CHARS: std::ops::RangeInclusive<usize> = 4..=60;

/// A word that was chosen for the control, compiled as the searched pattern was.
pub(super) struct TrialWord {
    text: String,
    pub(super) patterns: Patterns,
}

impl TrialWord {
    /// Chooses the longest word of the file in the middle of the list, or of the nearest one after it that has one;
    /// preferably a word that is ASCII if the searched pattern is, and one that is not if it is not.
    pub(super) fn choose(
        sandbox: &Sandbox,
        paths: &[RepoPath],
        searched: &Patterns,
        cancel: &Cancel,
    ) -> Option<Self> {
        let (before, from_middle) = paths.split_at(paths.len() / 2);
        let mut fallback = None;
        let order: Vec<&RepoPath> = from_middle.iter().chain(before).collect();
        let (first, rest) = order.split_at(order.len().min(MAX_FILES));
        // Where many images stand together, code beyond them has words.
        let (code, others): (Vec<&RepoPath>, Vec<&RepoPath>) =
            rest.iter().partition(|path| language_of(path.as_str()).is_some());
        for (at, path) in first.iter().chain(&code).chain(&others).enumerate() {
            if cancel.is_cancelled() || (at >= MAX_FILES && fallback.is_some()) {
                break;
            }
            let Some(trial) = Self::in_file(sandbox, path, searched) else {
                continue;
            };
            if searched.as_written().text.is_ascii() == trial.text.is_ascii() {
                return Some(trial);
            }
            fallback.get_or_insert(trial);
        }
        fallback
    }

    fn in_file(sandbox: &Sandbox, path: &RepoPath, searched: &Patterns) -> Option<Self> {
        let reading = Reading::of(sandbox, path, searched.ascii).ok()?;
        if reading.doubt.is_some() {
            return None; // it will not count as searched
        }
        let file = masked(sandbox, path, reading.texts).into_iter().next()?;
        let lines = (1..=file.line_count()).filter(|line| !file.redacted().contains_key(line));
        let texts = lines.filter_map(|line| file.line(line));
        let is_ascii = searched.as_written().text.is_ascii();
        let rank = |word: &str| (word.is_ascii() == is_ascii, word.chars().count());
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

/// Parses the parts of a scope; one with a leading `!` excludes. Returns the parts, too, without those that exclude
/// nothing: they name no file of the tree.
pub(super) fn scope_of(
    parts: &[String],
    survey: &Survey,
) -> Result<(Scope, Vec<String>), AbsenceError> {
    let inventory = Inventory { files: survey.files.clone(), ..Inventory::default() };
    let holds_all = |scope: Scope| {
        let mut files = survey.files.iter();
        files.all(|file| scope.holds(file.path.as_str()))
    };
    let is_idle =
        |part: &&String| part.starts_with('!') && Scope::of(part, &inventory).is_ok_and(holds_all);
    let parts: Vec<String> = parts.iter().filter(|part| !is_idle(part)).cloned().collect();
    let scope = parse(&parts, &inventory, survey)?;
    Ok((scope, parts))
}

fn parse(parts: &[String], inventory: &Inventory, survey: &Survey) -> Result<Scope, AbsenceError> {
    Scope::several(parts.iter().map(String::as_str), inventory).map_err(|error| {
        let is_wrong = |part: &&String| Scope::of(part, inventory).is_err();
        let glob = parts.iter().find(is_wrong).cloned().unwrap_or_default();
        let why = match (error, left_out(&glob, survey)) {
            (_, Some(why)) => format!("it is there and not searched ({why})"),
            (ScopeError::Glob(error), None) => error.reason,
            (other, None) => other.to_string(),
        };
        AbsenceError::Scope { glob, why }
    })
}

/// Why a part of a scope, or a folder around it, is not searched, if it is there.
fn left_out(part: &str, survey: &Survey) -> Option<Unsearched> {
    let part = RepoPath::new(part).ok()?;
    let part = format!("{part}/");
    let around = |entry: &&LeftOut| {
        let path = entry.path.trim_end_matches('/');
        part.strip_prefix(path).is_some_and(|rest| {
            rest == "/" || rest.len() > 1 && rest.starts_with('/') && entry.path.ends_with('/')
        })
    };
    survey.left_out.iter().find(around).map(|entry| entry.why)
}

/// Whether something at the path of an entry, or below it if the path ends with `/`, may be in a scope; an entry without a
/// path may be.
pub(super) fn may_hold(scope: &Scope, path: &str) -> bool {
    let Some(folder) = path.strip_suffix('/') else {
        let is_root = path.rsplit('/').next() == Some(".");
        return is_root || path.is_empty() || scope.holds(path);
    };
    match scope {
        Scope::Several { of, .. } => of.is_empty() || of.iter().any(|scope| may_hold(scope, path)),
        Scope::Below(_) => scope.holds(folder),
        _ => true,
    }
}
