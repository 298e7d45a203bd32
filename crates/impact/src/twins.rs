//! Places with the same lines around them as lines that a change inserts, and without these: copies of one text, of which
//! one was changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, identifiers};

use crate::document::How;
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::left::{is_special, names_of};
use crate::lookup::Lookup;
use crate::shared::{Ranked, is_in_hunk};

/// The most lines before inserted ones, and behind them, that are compared, and the least that are the same.
const MAX_AROUND: usize = 3;
const MIN_SAME: usize = 2;
/// The most lines of the tree that are as one of these: more say nothing.
const MAX_COPIES: usize = 8;
/// The most inserted parts that are compared.
const MAX_PARTS: usize = 40;
/// The most places that are listed.
const MAX_LISTED: usize = 6;

/// Lines that the change inserts, with the lines of code around them.
struct Inserted {
    /// The inserted lines that hold a name.
    texts: Vec<String>,
    /// The nearest lines before and behind, nearest first.
    before: Vec<String>,
    behind: Vec<String>,
}

/// The places of the present tree around which the same lines stand, and not the inserted ones.
pub(crate) fn twins(lookup: &mut Lookup<'_>, diffs: &[LineDiff<'_>]) -> Vec<Found> {
    let mut inserted: Vec<Inserted> =
        diffs.iter().flat_map(|diff| inserted(lookup, diff)).collect();
    lookup.keep(&mut inserted, MAX_PARTS);
    let sought: BTreeSet<&String> = inserted.iter().flat_map(Inserted::special).collect();
    let texts: Vec<String> = sought.into_iter().cloned().collect();
    let most = MAX_COPIES * 2;
    let found = lookup.graph().lines_with(&texts, most, most, lookup.cancel);
    let copies: BTreeMap<&String, Vec<Line>> = texts.iter().zip(found).collect();
    let mut places = Ranked::default();
    for one in inserted.iter().take_while(|_| !lookup.cancel.is_cancelled()) {
        let mut seen: BTreeSet<Line> = BTreeSet::new();
        for text in one.special() {
            let lines = copies.get(text).filter(|lines| lines.len() <= most).into_iter().flatten();
            let same: Vec<&Line> =
                lines.filter(|(path, line)| lookup.code_at(path, *line).trim() == text).collect();
            if same.len() > MAX_COPIES {
                continue;
            }
            for (path, line) in same {
                let is_changed = is_in_hunk(diffs, path, *line);
                let twin = (!is_changed).then(|| lookup.twin_at(one, path, *line)).flatten();
                let Some((same, at)) = twin.filter(|(_, at)| seen.insert((path.clone(), *at)))
                else {
                    continue;
                };
                let place = lookup.forgotten_at(path, at, How::SameLines);
                if let Some(place) = place.filter(|place| !place.is_test()) {
                    places.add((path.clone(), at), place, same);
                }
            }
        }
    }
    places.best(lookup, MAX_LISTED)
}

/// The parts of a file's later state that are inserted, and no import, comment or blank line.
fn inserted(lookup: &Lookup<'_>, diff: &LineDiff<'_>) -> Vec<Inserted> {
    let path = &diff.file.path;
    let class = PathClass::of(path);
    if class.test || class.generated {
        return Vec::new();
    }
    let code = lookup.code_lines(path, &diff.after.concat());
    let parts = diff.hunk_lines().filter(|(before, _)| before.is_empty());
    let parts = parts.map(|(_, lines)| {
        let telling = |text: &&String| identifiers(text).next().is_some();
        let of = |range: Range<usize>| code.get(range).unwrap_or_default().iter().filter(telling);
        Inserted {
            texts: of(lines.clone()).cloned().collect(),
            before: of(0..lines.start).rev().take(MAX_AROUND).cloned().collect(),
            behind: of(lines.end..code.len()).take(MAX_AROUND).cloned().collect(),
        }
    });
    parts.filter(|one| !one.texts.is_empty()).collect()
}

impl Inserted {
    /// The lines around it that few others are like by chance.
    fn special(&self) -> impl Iterator<Item = &String> {
        self.before.iter().chain(&self.behind).filter(|text| is_special(&names_of(text)))
    }
}

impl Lookup<'_> {
    /// The lines of a text without imports, comments and the blanks around them.
    fn code_lines(&self, path: &RepoPath, text: &[u8]) -> Vec<String> {
        let code = self.without_comments(path, &self.without_imports(path, text));
        let lines = code.split(|byte| *byte == b'\n');
        lines.map(|line| String::from_utf8_lossy(line).trim().to_owned()).collect()
    }

    /// How many lines around a line are those around the inserted ones, and the line behind which these would stand; `None` if
    /// they are too few, the nearest one before is not the same, or more than half of the inserted ones stand there.
    fn twin_at(&self, one: &Inserted, path: &RepoPath, line: u32) -> Option<(usize, u32)> {
        let lines = self.code_lines(path, &self.text(path)?);
        let telling: Vec<usize> =
            (0..lines.len()).filter(|at| identifiers(&lines[*at]).next().is_some()).collect();
        let text = lines.get(line as usize - 1)?;
        let at = telling.iter().position(|index| *index == line as usize - 1)?;
        // The first telling line behind the place.
        let gap = match one.before.iter().position(|other| other == text) {
            Some(distance) => at + distance + 1,
            None => at.checked_sub(one.behind.iter().position(|other| other == text)?)?,
        };
        let same = |index: Option<&usize>, other: &String| {
            index.is_some_and(|index| lines[*index] == *other)
        };
        let before = one.before.iter().enumerate();
        let before = before.take_while(|(away, other)| {
            same(gap.checked_sub(away + 1).and_then(|at| telling.get(at)), other)
        });
        let behind = one.behind.iter().enumerate();
        let behind = behind.take_while(|(away, other)| same(telling.get(gap + away), other));
        let (before, behind) = (before.count(), behind.count());
        let near = gap.saturating_sub(2 * MAX_AROUND)..gap + 2 * MAX_AROUND + one.texts.len();
        let near = telling.iter().enumerate().filter(|(at, _)| near.contains(at));
        let near: BTreeSet<&String> = near.map(|(_, index)| &lines[*index]).collect();
        let there = one.texts.iter().filter(|text| near.contains(text)).count();
        // Of lines that stand anywhere, one on each side.
        let is_special = |text: &String| is_special(&names_of(text));
        let least = if one.before.first().is_some_and(is_special) { 0 } else { 1 };
        let is_same = before > 0 && behind >= least && before + behind >= MIN_SAME;
        let is_there = 2 * there > one.texts.len();
        let place = telling.get(gap.checked_sub(1)?).copied()?;
        let at = u32::try_from(place + 1).unwrap_or(u32::MAX);
        (is_same && !is_there).then_some((before + behind, at))
    }
}
