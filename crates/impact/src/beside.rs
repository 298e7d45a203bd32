//! Files beside a change: tests that are named after its files, and files that usually change with them.

use std::collections::BTreeSet;
use std::time::Duration;

use firsthand_codegraph::is_code;
use firsthand_history::TogetherLimits;
use firsthand_registry::PathClass;
use firsthand_source::{Cancel, RepoPath, count, identifiers, split_words};
use firsthand_tools::Toolbox;

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, How, ImpactDocument};
use crate::found::Found;
use crate::revisions::ReadChange;

/// The least commits that changed two files together, and the least share of those that changed one of them.
const MIN_TOGETHER: usize = 3;
const MIN_TOGETHER_SHARE: f64 = 0.5;
/// The most changed files of which others are counted.
const MAX_CHANGED: usize = 50;
/// The most files that usually change with the changed ones.
const MAX_TOGETHER: usize = 10;
/// The time for the history.
const HISTORY_TIME: Duration = Duration::from_secs(2);

/// The test files that are named after a changed file, and hold no place yet.
pub(crate) fn tests_by_name(toolbox: &Toolbox, changed: &[Changed], found: &[Found]) -> Vec<Found> {
    let inventory = toolbox.graph().files();
    let known: BTreeSet<&RepoPath> = found.iter().map(|place| &place.path).collect();
    let all = inventory.files.iter().map(|file| &file.path);
    let all = all.filter(|path| is_code(path.as_str()) && !known.contains(path));
    let all = all.filter(|path| PathClass::of(path).test);
    let all: Vec<(&RepoPath, Vec<String>)> = all.map(|path| (path, stem_words(path))).collect();
    let mut tests = Vec::new();
    let mut seen = BTreeSet::new();
    for (of, one) in changed.iter().enumerate() {
        let path = &one.side.path;
        if one.state == ChangedState::Comment || PathClass::of(path).test || !seen.insert(path) {
            continue;
        }
        let words = stem_words(path);
        let named = all.iter().filter(|(_, test)| is_named_after(test, &words));
        let mut named: Vec<&RepoPath> = named.map(|(test, _)| *test).collect();
        let distance = |test: &RepoPath| {
            let parts = |path: &RepoPath| -> BTreeSet<String> {
                path.as_str().split('/').map(str::to_owned).collect()
            };
            parts(path).symmetric_difference(&parts(test)).count()
        };
        let Some(nearest) = named.iter().map(|test| distance(test)).min() else {
            continue;
        };
        named.retain(|test| distance(test) == nearest);
        tests.extend(
            named
                .into_iter()
                .map(|test| Found::file(test.clone(), Dependence::Test, How::FileName, Some(of))),
        );
    }
    tests
}

/// The words of a file's name, without its endings.
fn stem_words(path: &RepoPath) -> Vec<String> {
    let name = path.file_name();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let parts = identifiers(stem).flat_map(|(_, part)| {
        split_words(part).map(|word| word.to_lowercase()).collect::<Vec<_>>()
    });
    parts.collect()
}

/// Whether a test's words are those of a file and at most one more, at an end.
fn is_named_after(test: &[String], file: &[String]) -> bool {
    let begins = test.starts_with(file) || test.ends_with(file);
    !file.is_empty() && begins && test.len() <= file.len() + 1
}

/// The files that usually change with the changed ones, and do not now.
pub(crate) fn together(
    toolbox: &Toolbox,
    change: &ReadChange,
    cancel: &Cancel,
    document: &mut ImpactDocument,
) -> Vec<Found> {
    let mut paths: Vec<RepoPath> = change.change.files.clone();
    document.losses.cap += paths.len().saturating_sub(MAX_CHANGED) as u64;
    paths.truncate(MAX_CHANGED);
    let time = cancel.after(HISTORY_TIME);
    let limits = TogetherLimits::default();
    let Some((history, base)) = change.history.as_ref().filter(|_| !paths.is_empty()) else {
        return Vec::new();
    };
    let walked = match history.changed_together(&paths, base, limits, &time) {
        Ok(walked) => walked,
        Err(why) => {
            let note = format!("what usually changes together is not known: {why}");
            document.notes.push(note);
            return Vec::new();
        }
    };
    if time.is_cancelled() {
        let commits = count(walked.commits, "commit was", "commits were");
        let why = if cancel.is_cancelled() {
            "the time was up".to_owned()
        } else {
            format!("this takes at most {} s", HISTORY_TIME.as_secs())
        };
        let note = format!("only {commits} asked what usually changes together: {why}");
        document.notes.push(note);
    }
    let mut pairs: Vec<(f64, &RepoPath)> = Vec::new();
    let others = walked.others.iter();
    for (path, counts) in others.filter(|(path, _)| !toolbox.sandbox().excludes(path)) {
        let shares = counts.iter().zip(&walked.changes).filter(|(both, _)| **both >= MIN_TOGETHER);
        let best = shares.map(|(both, all)| *both as f64 / *all as f64).max_by(f64::total_cmp);
        pairs.extend(best.filter(|share| *share >= MIN_TOGETHER_SHARE).map(|share| (share, path)));
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    document.losses.cap += pairs.len().saturating_sub(MAX_TOGETHER) as u64;
    pairs.truncate(MAX_TOGETHER);
    let file =
        |path: &RepoPath| Found::file(path.clone(), Dependence::Together, How::History, None);
    pairs.into_iter().map(|(_, path)| file(path)).collect()
}
