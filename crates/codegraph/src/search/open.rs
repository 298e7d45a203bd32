//! Opens the most promising files and scores their declarations and blocks.

use super::rank::passages::score;
use super::shared_texts::drop_beside_code;
use super::{FileRank, Passage, QueryContext, RangeKind, SearchedFile, links, preambles};
use crate::answer::Stats;
use crate::facts::extract::last_at;
use crate::facts::{ParsedFile, Span, Symbol};
use crate::text::rank::TEST_FACTOR;
use crate::text::scan::matches::{TokenMatch, token_matches};
use crate::text::window::{blocks, head};
use firsthand_source::Threads;
use std::collections::{HashMap, HashSet};

/// What each place of the best file gains, as a multiple of the best score of a place; places of other files gain in
/// proportion to the scores of their files.
const FILE_WEIGHT: f64 = 1.5;
/// What the best place of each file gains, as a multiple of the best score of a place; its other places gain in
/// proportion to their scores.
const BEST_OF_FILE_WEIGHT: f64 = 0.15;
/// Of the declarations on the same lines, at most this many whose names the query contains are scored, and at most this
/// many others: they are shown as one place, and each is scored by all the text of the lines.
const MAX_SAME_LINES: usize = 64;
/// The share of the score of its best declaration that a file's score gains.
const BEST_SYMBOL_SHARE: f64 = 0.8;

/// Opens files in the order of `ranks`; a file that cannot be read any more is skipped.
pub(super) fn open(
    context: &QueryContext<'_>,
    ranks: &[FileRank],
    stats: &mut Stats,
) -> Vec<SearchedFile> {
    let scanned = context.scanned;
    let opened = context.threads().filter_map(ranks, 1, |rank| {
        let path = scanned.path(rank.file);
        let (file, facts_cached) = scanned.files.open(path, scanned.cancel)?;
        let mut hits = token_matches(&file.text, &scanned.tokens, &context.similar);
        drop_dead(&mut hits, &file.facts.dead_code);
        let preamble = preambles::last_line(scanned.files, &file);
        let code = if preamble > 0 { file.lines.bytes(1, preamble).end } else { 0 };
        hits.retain(|hit| hit.start as usize >= code);
        let searched = SearchedFile {
            phrase_matches: scanned.phrases.matches(&hits),
            file,
            hits,
            path_tokens: rank.path_tokens.clone(),
            preamble,
            named: false,
            file_score: rank.total,
            factor: rank.factor,
        };
        Some((searched, facts_cached))
    });
    for (searched, facts_cached) in &opened {
        stats.bytes_read += searched.file.text.len() as u64;
        if searched.file.language.is_some() {
            stats.cache_hits += u64::from(*facts_cached);
            stats.files_parsed += u64::from(!*facts_cached);
        }
    }
    opened.into_iter().map(|entry| entry.0).collect()
}

/// Drops the hits in code that no longer runs, of words that the file has elsewhere, too.
fn drop_dead(hits: &mut Vec<TokenMatch>, dead_code: &[Span]) {
    if dead_code.is_empty() {
        return;
    }
    let is_dead = |hit: &TokenMatch| last_at(dead_code, hit.start).is_some();
    let live = hits.iter().filter(|hit| !is_dead(hit)).map(|hit| hit.token);
    let live: HashSet<u16> = live.collect();
    hits.retain(|hit| !live.contains(&hit.token) || !is_dead(hit));
}

/// Every place in the opened files that contains a word of the query, with its own score.
pub(super) fn passages(context: &QueryContext<'_>, opened: &[SearchedFile]) -> Vec<Passage> {
    let numbered: Vec<(usize, &SearchedFile)> = opened.iter().enumerate().collect();
    let found = context
        .threads()
        .each(&numbered, 1, |(index, searched)| passages_of_file(*index, searched, context));
    found.into_iter().flatten().collect()
}

/// The score of each opened file: its own, a share of that of its best declaration, and the share from linked files.
pub(super) fn file_scores(
    threads: Threads,
    opened: &[SearchedFile],
    passages: &[Passage],
) -> Vec<f64> {
    let best = best_of_files(passages, opened.len(), |passage| passage.own_score);
    let each = opened.iter().zip(best).zip(links::propagated(threads, opened));
    each.map(|((file, best), propagated)| file.file_score + BEST_SYMBOL_SHARE * best + propagated)
        .collect()
}

/// The best score of a passage in each of `count` files; 0 without one.
pub(super) fn best_of_files(
    passages: &[Passage],
    count: usize,
    score: impl Fn(&Passage) -> f64,
) -> Vec<f64> {
    let mut best = vec![0.0_f64; count];
    for passage in passages {
        best[passage.file] = best[passage.file].max(score(passage));
    }
    best
}

/// Adds the parts of the score that depend on a place's file, and sorts: best first; ties by path and line. Both parts
/// are in proportion to the best score, so that long and short queries weigh files and places in the same way.
pub(super) fn add_file_scores(
    passages: &mut Vec<Passage>,
    opened: &[SearchedFile],
    file_scores: &[f64],
) {
    let best_of_file = best_of_files(passages, opened.len(), |passage| passage.score.total());
    let best = best_of_file.iter().copied().fold(0.0, f64::max);
    let best_file = file_scores.iter().copied().fold(0.0, f64::max);
    for passage in passages.iter_mut() {
        let file = passage.file;
        let file_share = share_of(file_scores[file], best_file);
        let place_share = share_of(passage.score.total(), best_of_file[file]);
        passage.score.add("file", FILE_WEIGHT * best * file_share);
        passage.add("best", BEST_OF_FILE_WEIGHT * best * place_share);
    }
    links::definitions_over_prototypes(passages, opened);
    drop_beside_code(passages, opened);
    passages.sort_by(|a, b| {
        b.total
            .total_cmp(&a.total)
            .then_with(|| opened[a.file].file.path.cmp(&opened[b.file].file.path))
            .then(a.start.cmp(&b.start))
            .then(b.end.cmp(&a.end))
            .then(a.kind.symbol().cmp(&b.kind.symbol()))
    });
}

/// The value as a share of the best one.
fn share_of(value: f64, best: f64) -> f64 {
    if best > 0.0 { value / best } else { 0.0 }
}

fn passages_of_file(
    file_index: usize,
    searched: &SearchedFile,
    context: &QueryContext<'_>,
) -> Vec<Passage> {
    let query = context.scanned.query;
    let file = &searched.file;
    let mut ranges: Vec<(RangeKind, (u32, u32))> = Vec::new();
    let mut counts: HashMap<(u32, u32, bool), usize> = HashMap::new();
    let wrappers = wrappers(file);
    for (index, symbol) in file.facts.symbols.iter().enumerate().filter(|(at, _)| !wrappers[*at]) {
        let lines_and_named = (symbol.start, symbol.end, is_named(searched, symbol));
        let count = counts.entry(lines_and_named).or_default();
        *count += 1;
        if *count > MAX_SAME_LINES {
            continue;
        }
        if symbol.end - symbol.start < query.max_lines() {
            ranges.push((RangeKind::Declaration(index), (symbol.start, symbol.end)));
        } else {
            split_long(file, (index, &wrappers), query.max_lines(), &mut ranges);
        }
    }
    let (first, last) = (searched.preamble + 1, file.lines.count());
    for (_, (start, _)) in ranges.iter_mut().filter(|(_, range)| range.1 >= first) {
        *start = first.max(*start);
    }
    for (start, end) in uncovered_ranges(file, (None, &wrappers), first, last) {
        let cut = blocks(&file.text, &file.lines, start, end, query.window_lines);
        ranges.extend(cut.into_iter().map(|range| (RangeKind::OutsideDeclarations, range)));
    }
    let scored = ranges
        .into_iter()
        .filter_map(|(kind, range)| score(file_index, searched, kind, range, context));
    let mut found: Vec<Passage> = scored.collect();
    let is_test = |passage: &Passage| {
        passage.kind.symbol().is_some_and(|index| file.facts.symbols[index].test)
    };
    found.retain(|passage| !(query.no_tests && is_test(passage)));
    for passage in &mut found {
        let lowered = is_test(passage) && !query.include.tests;
        let factor = if lowered { searched.factor.min(TEST_FACTOR) } else { searched.factor };
        passage.score.lower("penalty", factor);
        passage.own_score = passage.score.total();
    }
    found
}

/// Whether the query contains the symbol's whole name.
fn is_named(searched: &SearchedFile, symbol: &Symbol) -> bool {
    let hits = &searched.hits;
    let from = hits.partition_point(|hit| hit.start < symbol.name_span.start);
    hits[from..]
        .iter()
        .take_while(|hit| hit.start == symbol.name_span.start)
        .any(|hit| hit.exact && hit.end == symbol.name_span.end)
}

/// Adds the ranges of a declaration that is too long to be shown completely: its signature part, and the blocks of its
/// lines that belong to no member.
fn split_long(
    file: &ParsedFile,
    (index, wrappers): (usize, &[bool]),
    max_lines: u32,
    ranges: &mut Vec<(RangeKind, (u32, u32))>,
) {
    let symbol = &file.facts.symbols[index];
    let head = head(symbol.start, symbol.end, symbol.name_line, symbol.signature_end, max_lines);
    ranges.push((RangeKind::Declaration(index), head));
    for (start, end) in uncovered_ranges(file, (Some(index), wrappers), head.1 + 1, symbol.end) {
        let cut = blocks(&file.text, &file.lines, start, end, max_lines);
        ranges.extend(cut.into_iter().map(|range| (RangeKind::Within(index), range)));
    }
}

/// Of each declaration of a file, whether it only wraps others, as a namespace does, or a module in which nothing stands but
/// types and modules: what is in it is a place, and not the wrapper, which says no more than the file does.
fn wrappers(file: &ParsedFile) -> Vec<bool> {
    let symbols = &file.facts.symbols;
    let is_scope = |symbol: &Symbol| matches!(symbol.kind.as_str(), "namespace" | "module");
    let (mut has_members, mut has_others) =
        (vec![false; symbols.len()], vec![false; symbols.len()]);
    for symbol in symbols {
        if let Some(around) = symbol.container {
            has_members[around as usize] = true;
            has_others[around as usize] |= !symbol.is_type() && !is_scope(symbol);
        }
    }
    let is_bare = |at: usize, symbol: &Symbol| {
        let between = uncovered_ranges(file, (Some(at), &[]), symbol.name_line + 1, symbol.end - 1);
        let mut lines = between.into_iter().flat_map(|(first, last)| first..=last);
        lines.all(|line| file.text[file.lines.bytes(line, line)].trim_ascii().is_empty())
    };
    let wraps = |(at, symbol): (usize, &Symbol)| {
        let is_namespace = symbol.kind == "namespace";
        has_members[at]
            && (is_namespace || is_scope(symbol) && !has_others[at] && is_bare(at, symbol))
    };
    symbols.iter().enumerate().map(wraps).collect()
}

/// The ranges within the lines `first..=last` that no declaration directly in `container` covers; what is in a wrapper is in
/// what is around it.
fn uncovered_ranges(
    file: &ParsedFile,
    (container, wrappers): (Option<usize>, &[bool]),
    first: u32,
    last: u32,
) -> Vec<(u32, u32)> {
    let is_wrapper = |at: u32| wrappers.get(at as usize).is_some_and(|is_wrapper| *is_wrapper);
    let around = |symbol: &Symbol| {
        let mut around = symbol.container;
        while let Some(wrapper) = around.filter(|at| is_wrapper(*at)) {
            around = file.facts.symbols[wrapper as usize].container;
        }
        around
    };
    let mut found = Vec::new();
    let mut next = first;
    let from = container.map_or(0, |index| index + 1);
    let inside = container.and_then(|index| u32::try_from(index).ok());
    let symbols = file.facts.symbols.iter().enumerate().skip(from);
    let symbols = symbols.take_while(|(_, symbol)| symbol.start <= last);
    let symbols =
        symbols.filter(|(at, _)| !wrappers.get(*at).is_some_and(|is_wrapper| *is_wrapper));
    for symbol in symbols.map(|(_, symbol)| symbol).filter(|symbol| around(symbol) == inside) {
        if symbol.start > next {
            found.push((next, symbol.start - 1));
        }
        next = next.max(symbol.end + 1);
    }
    if next <= last {
        found.push((next, last));
    }
    found
}
