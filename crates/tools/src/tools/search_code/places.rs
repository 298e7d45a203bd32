//! Windows on the regions of a search, or on declarations related to a symbol: the first are shown whole, of the others
//! only their most informative lines. Each file is masked once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use firsthand_agent::Cancel;
use firsthand_codegraph::Region;
use firsthand_registry::{Declaration, LineRange, MaskedFile, Related, RepoPath, Window};

use super::SearchContext;
use crate::redact_name;
use crate::reply::HiddenSecrets;
use crate::repo::{Repo, declarations_around};
use crate::shown::declaration_label;
use crate::site_lines::best_run;

/// The length of the span in which the highest score is looked for.
const SPAN_LINES: u32 = 8;
/// The fewest lines that are shown of a region, if it has as many.
const MIN_LINES: u32 = 4;
/// The most lines of overloads that are one place.
const MAX_OVERLOAD_LINES: u32 = 40;
/// The most words of the query that are scored: the most informative ones.
const MAX_WORDS: usize = 8;

/// A window on each region, in their order. Overloads beside each other have one window, and so one header.
pub(super) fn windows(
    context: &SearchContext<'_>,
    masked_files: &mut MaskedFiles<'_>,
) -> Vec<Window> {
    let whole_place_count = context.whole_place_count();
    let regions = &context.found.regions;
    let mut windows: Vec<Window> = Vec::new();
    let mut merged: Vec<(&Region, LineRange)> = Vec::new();
    for region in regions {
        let is_shown = |(other, lines): &(&Region, LineRange)| {
            are_overloads(other, region) && lines.covers(region.range)
        };
        if merged.iter().any(is_shown) {
            continue;
        }
        let (masked, declared) = masked_files.of(&region.path, &region.file);
        let overloads = overloads(region, regions);
        let range = if overloads != region.range {
            overloads
        } else if windows.len() < whole_place_count {
            with_body(region)
        } else {
            most_informative_lines(region, masked)
        };
        merged.push((region, overloads));
        let of_all = regions.iter().filter(|other| are_overloads(other, region));
        let hits = of_all.flat_map(|other| other.hits.iter().copied());
        let hits: BTreeSet<u32> = hits.chain(region.hits.iter().copied()).collect();
        let window = window(region, range, masked, declared);
        windows.extend(window.map(|window| window.with_hits(hits)));
    }
    windows
}

/// The lines of a region; of one that is only the head of a long declaration, with the first lines of its body.
fn with_body(region: &Region) -> LineRange {
    let symbol = region.symbol.as_ref().filter(|symbol| symbol.head.covers(region.range));
    let wanted = LineRange::new(region.range.start(), region.range.start() + SPAN_LINES - 1);
    let of_body = symbol.zip(wanted).and_then(|(symbol, wanted)| symbol.range.intersection(wanted));
    of_body.map_or(region.range, |lines| lines.hull(region.range))
}

/// Whether two regions are declarations of one name in one file, found by one relation.
fn are_overloads(one: &Region, other: &Region) -> bool {
    let name = |region: &Region| Some(region.symbol.as_ref()?.qualified.clone());
    let is_same = one.path == other.path && one.relation_of == other.relation_of;
    is_same && one.relation.is_some() && name(one).is_some() && name(one) == name(other)
}

/// The lines of a region with those of its overloads that stand beside it, at most one line apart; its own, where they are
/// too many to be one place.
fn overloads(region: &Region, all: &[Region]) -> LineRange {
    let others = || all.iter().filter(|other| are_overloads(other, region));
    let mut lines = region.range;
    while let Some(beside) = others().map(|other| other.range).find(|other| {
        let is_near = other.start() <= lines.end() + 2 && lines.start() <= other.end() + 2;
        is_near && !lines.covers(*other)
    }) {
        lines = lines.hull(beside);
    }
    if lines.len() <= MAX_OVERLOAD_LINES { lines } else { region.range }
}

/// The region's lines in `range` as a window, with secrets redacted.
pub(super) fn window(
    region: &Region,
    range: LineRange,
    masked: &MaskedFile,
    declared: &[Declaration],
) -> Option<Window> {
    let mut window = masked
        .window(range, |_, _| 0)?
        .with_hits(region.hits.iter().copied())
        .with_declarations(declarations_around(declared, range))
        .with_label(region.symbol.as_ref().map(declaration_label), declared);
    window.distance = region.distance;
    window.guessed = region.guessed;
    window.related = region.relation.and_then(|relation| {
        Some(Related {
            relation: relation.name().to_owned(),
            of: redact_name(region.relation_of.as_deref()?).into_owned(),
            resolution: region.resolution?.name().to_owned(),
        })
    });
    Some(window)
}

/// The most informative lines of a region: those with the rarest words of the query close together. If no word of the
/// query is in its hit lines, they are the lines around its first hit, of a related place around the first line that
/// relates; if it has no hit, its first lines. They are lines of the declaration that labels the region, and that of its
/// name is among them if it is near.
fn most_informative_lines(region: &Region, masked: &MaskedFile) -> LineRange {
    let score = |line: u32| -> f64 {
        let lower_case = masked.line(line).map(|line| line.text().to_lowercase());
        let lower_case = lower_case.unwrap_or_default();
        let words = region.tokens.iter().take(MAX_WORDS).enumerate();
        let contained = words.filter(|(_, word)| lower_case.contains(word.as_str()));
        contained.map(|(rank, _)| 1.0 / (rank + 1) as f64).sum()
    };
    let labelled = region.symbol.as_ref().map(|symbol| symbol.range);
    let whole = labelled.and_then(|lines| lines.intersection(region.range)).unwrap_or(region.range);
    let within = |lines: &[u32]| -> Vec<(u32, f64)> {
        let lines = lines.iter().filter(|line| whole.contains(**line));
        lines.map(|&line| (line, score(line))).collect()
    };
    let related: Vec<u32> = region.related.iter().map(|(line, _)| *line).collect();
    let related = if region.tokens.is_empty() { within(&related) } else { Vec::new() };
    let hits = if related.is_empty() { within(&region.hits) } else { related };
    let sum = |run: &[(u32, f64)]| run.iter().map(|(_, score)| score).sum();
    let best = best_run(&hits, SPAN_LINES, sum);
    let (mut first, mut last) =
        best.map_or((whole.start(), whole.start()), |(_, first, last)| (first, last));
    let name = region.symbol.as_ref().map(|symbol| symbol.head.start());
    if let Some(name) = name.filter(|name| last.max(*name) - first.min(*name) < SPAN_LINES) {
        (first, last) = (first.min(name), last.max(name));
    }
    if whole.len() <= (last - first + 1).max(MIN_LINES) + MIN_LINES {
        return whole;
    }
    let start = first.saturating_sub(1).max(whole.start());
    let end = (last + 1).max(start + MIN_LINES - 1).min(whole.end());
    let start = start.min((end + 1).saturating_sub(MIN_LINES)).max(whole.start());
    LineRange::new(start, end).unwrap_or(whole)
}

/// The files of an answer with secrets redacted, each prepared once.
pub(super) struct MaskedFiles<'r> {
    repo: &'r Repo,
    cancel: &'r Cancel,
    masked_files: BTreeMap<RepoPath, (MaskedFile, Vec<Declaration>)>,
    /// The secrets that were hidden in them.
    pub(super) hidden: HiddenSecrets,
}

impl<'r> MaskedFiles<'r> {
    pub(super) fn new(repo: &'r Repo, cancel: &'r Cancel) -> Self {
        Self { repo, cancel, masked_files: BTreeMap::new(), hidden: HiddenSecrets::default() }
    }

    /// A file's lines and declarations, from its bytes as the graph read them.
    pub(super) fn of(
        &mut self,
        path: &RepoPath,
        bytes: &Arc<Vec<u8>>,
    ) -> (&MaskedFile, &[Declaration]) {
        let (repo, cancel, hidden) = (self.repo, self.cancel, &mut self.hidden);
        let prepare = || {
            let masked = repo.sandbox.masked(path, Arc::clone(bytes));
            hidden.record(&masked);
            let declared = repo.declarations(&masked, cancel);
            (masked, declared)
        };
        let (masked, declared) = self.masked_files.entry(path.clone()).or_insert_with(prepare);
        (masked, declared)
    }
}
