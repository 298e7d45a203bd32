//! One place for what overlaps, and no place longer than a report takes.
//!
//! Candidates that share lines are one group. A group that is short enough is one place; in a longer
//! one, each quote is covered by a window around it, and what has no quote is shown by the window
//! around its own hits. Everything shown was observed: a window never leaves its group.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{Declaration, LineRange, RepoPath, clamp};

use crate::draft::{Cited, Context, Draft, DraftRead};
use crate::finding::{Item, Rule};

/// Overlapping observed ranges of one file, as one.
struct Group {
    hull: LineRange,
    declarations: Vec<Declaration>,
    quotes: Vec<u32>,
    windows: Vec<LineRange>,
}

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let max = context.limits.range_lines.max(2);
    let mut groups = groups_of(draft);
    let mut clamped = Vec::new();
    for link in &mut draft.flow {
        let lines = LineRange::new(link.quote.line, link.quote.end);
        let Some((group, lines)) = group_of(&mut groups, &link.at).zip(lines) else {
            continue;
        };
        let range = group.window(lines, max);
        clamped.extend(shortened(&link.at, range));
        link.at.range = Some(range);
    }
    let others = draft
        .primary
        .iter_mut()
        .chain(draft.reads.iter_mut().map(|read| &mut read.at));
    for cited in others {
        let Some(group) = group_of(&mut groups, cited) else {
            continue;
        };
        let range = group.window_for(cited, max);
        clamped.extend(shortened(cited, range));
        cited.range = Some(range);
    }
    let mut said = BTreeSet::new();
    for detail in clamped
        .into_iter()
        .filter(|detail| said.insert(detail.clone()))
    {
        draft.note(Rule::Clamped, detail);
        draft.lose(Rule::Clamped, Item::Place, 1);
    }
    let mut merged = dedupe(
        "primary place",
        &mut draft.primary,
        |cited| cited,
        |_, _| {},
    );
    // What must be read stays so under the name of what covers it.
    let keep_required = |kept: &mut DraftRead<'_>, gone: &DraftRead<'_>| {
        kept.required |= gone.required;
    };
    merged.extend(dedupe(
        "read target",
        &mut draft.reads,
        |read| &read.at,
        keep_required,
    ));
    for detail in merged {
        draft.note(Rule::Merged, detail);
    }
}

impl Group {
    /// The window that covers the quoted `lines`, an old one where there is one.
    fn window(&mut self, lines: LineRange, max: u32) -> LineRange {
        if let Some(known) = self.windows.iter().find(|window| window.covers(lines)) {
            return *known;
        }
        let mut focus = vec![lines.start(), lines.end()];
        focus.extend(&self.quotes);
        // Only a quote that an old window cuts in two makes windows share a line.
        let bounds = self.free_around(lines, self.hull).unwrap_or(self.hull);
        self.open(bounds, &focus, max)
    }

    /// The window that shows a place without a quote: the one that shows what made it a place, or
    /// its own, around its first hit or the first of its lines that no window shows.
    fn window_for(&mut self, cited: &Cited<'_>, max: u32) -> LineRange {
        let own = cited.candidate.range().unwrap_or(self.hull);
        let hits = cited.candidate.hits();
        let hit = hits.first().copied();
        let shows = |window: &LineRange| match hit {
            Some(hit) => window.contains(hit),
            None => window.covers(own),
        };
        if let Some(known) = self.windows.iter().copied().find(shows) {
            return known;
        }
        let bounds = if self.hull.len() <= max {
            self.hull
        } else {
            own
        };
        let free = hit
            .or_else(|| self.first_free(own))
            .and_then(|line| LineRange::new(line, line));
        match free.and_then(|lines| Some((lines, self.free_around(lines, bounds)?))) {
            Some((lines, bounds)) => {
                let focus: Vec<u32> = std::iter::once(lines.start())
                    .chain(hits.iter().copied())
                    .collect();
                self.open(bounds, &focus, max)
            }
            // Several windows show all of it together.
            None => self
                .windows
                .iter()
                .copied()
                .find(|w| w.overlaps(own))
                .unwrap_or(own),
        }
    }

    fn open(&mut self, bounds: LineRange, focus: &[u32], max: u32) -> LineRange {
        let window = clamp(bounds, focus, &self.declarations, max);
        self.windows.push(window);
        window
    }

    /// The part of `bounds` around `lines` that no window shows; `None` where one shows a line.
    fn free_around(&self, lines: LineRange, bounds: LineRange) -> Option<LineRange> {
        let mut free = bounds;
        for window in &self.windows {
            free = if window.end() < lines.start() {
                LineRange::new(free.start().max(window.end() + 1), free.end())?
            } else if window.start() > lines.end() {
                LineRange::new(free.start(), free.end().min(window.start() - 1))?
            } else {
                return None;
            };
        }
        Some(free)
    }

    /// The first line of `own` that no window shows.
    fn first_free(&self, own: LineRange) -> Option<u32> {
        let behind = self
            .windows
            .iter()
            .map(|window| window.end().saturating_add(1));
        let mut starts: Vec<u32> = behind.chain([own.start()]).collect();
        starts.sort_unstable();
        let shown = |line: u32| self.windows.iter().any(|window| window.contains(line));
        starts
            .into_iter()
            .find(|&line| own.contains(line) && !shown(line))
    }
}

fn groups_of(draft: &Draft<'_>) -> BTreeMap<RepoPath, Vec<Group>> {
    let mut groups: BTreeMap<RepoPath, Vec<Group>> = BTreeMap::new();
    let flow = draft.flow.iter().map(|link| (&link.at, Some(&link.quote)));
    let reads = draft.reads.iter().map(|read| (&read.at, None));
    for (cited, quote) in flow
        .chain(draft.primary.iter().map(|c| (c, None)))
        .chain(reads)
    {
        let Some(range) = cited.candidate.range() else {
            continue;
        };
        let mut group = Group {
            hull: range,
            declarations: cited.candidate.declarations().to_vec(),
            quotes: quote.map(|q| vec![q.line, q.end]).unwrap_or_default(),
            windows: Vec::new(),
        };
        let of_file = groups.entry(cited.candidate.path().clone()).or_default();
        // The new range may bridge several groups.
        let touches = |old: &mut Group| old.hull.overlaps(range);
        for old in of_file.extract_if(.., touches) {
            group.hull = group.hull.hull(old.hull);
            group.declarations.extend(old.declarations);
            group.quotes.extend(old.quotes);
        }
        of_file.push(group);
    }
    groups
}

fn group_of<'g>(
    groups: &'g mut BTreeMap<RepoPath, Vec<Group>>,
    cited: &Cited<'_>,
) -> Option<&'g mut Group> {
    let range = cited.candidate.range()?;
    groups
        .get_mut(cited.candidate.path())?
        .iter_mut()
        .find(|group| group.hull.covers(range))
}

fn shortened(cited: &Cited<'_>, range: LineRange) -> Option<String> {
    let seen = cited.candidate.range()?;
    (!range.covers(seen)).then(|| format!("{}: {seen} to {range}", cited.candidate.id()))
}

/// Keeps the first of what is one place, telling it of the others; says which were taken as one. A
/// path-only place gives way to one with lines in the same file.
fn dedupe<'a, T>(
    list: &str,
    items: &mut Vec<T>,
    at: impl for<'t> Fn(&'t T) -> &'t Cited<'a>,
    absorb: impl Fn(&mut T, &T),
) -> Vec<String> {
    let mut notes = Vec::new();
    let all = std::mem::take(items);
    let ranged: BTreeSet<RepoPath> = all
        .iter()
        .map(&at)
        .filter(|cited| cited.range.is_some())
        .map(|cited| cited.candidate.path().clone())
        .collect();
    for item in all {
        let cited = at(&item);
        let gives_way = cited.range.is_none() && ranged.contains(cited.candidate.path());
        let note = format!("{list} {} is one with another", cited.candidate.id());
        match items.iter_mut().find(|kept| at(kept).meets(cited)) {
            Some(kept) => absorb(kept, &item),
            None if gives_way => {}
            None => {
                items.push(item);
                continue;
            }
        }
        notes.push(note);
    }
    notes
}
