//! Tier 1: BM25 over the repository, exact strings anywhere in files, and files by their paths.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use firsthand_agent::ToolOutput;
use firsthand_codegraph::{Cancel, Region, Scope, SearchResult};
use firsthand_registry::{LineRange, PathClass, RepoPath, Window};
use firsthand_source::secrets::redact_name;
use firsthand_tools::{best_run, declaration_label, search_coverage, token_counts};
use serde_json::json;

use super::file_view::FileView;
use super::{Filter, Retrieved, Retriever, Word, decayed};
use crate::hit::Hit;
use crate::payload::Tier;

/// The source name of hits of a search.
pub(crate) const BM25: &str = "bm25";
/// The source name of those hits of a search that only the words of the caller find.
pub(crate) const GUESSED: &str = "words";

/// The most lines that matches may span.
const MAX_MATCH_SPAN: u32 = 6;
/// The context lines before the matches; after them comes one more.
const CONTEXT_LINES: u32 = 1;
/// The factor on the score of matching lines, relative to the head of the declaration around them.
const INNER_SCORE_FACTOR: f64 = 0.9;
/// The number of words of the text that are matched: the most informative ones.
const MAX_WORDS: usize = 8;

impl Retriever {
    /// Searches for a text. Returns at most `limit` regions, each as one or two windows.
    pub(crate) fn search(
        &self,
        text: &str,
        limit: usize,
        filter: &Filter,
        cancel: &Cancel,
    ) -> Retrieved {
        let found = self.toolbox.graph().search(&filter.query(text, limit), cancel);
        let best = found.regions.iter().map(|region| region.score);
        let best = best.fold(f64::MIN_POSITIVE, f64::max);
        let mut hits = Vec::new();
        for region in &found.regions {
            let view = self.view(&region.path, &region.file, cancel);
            hits.extend(region_hits(&view, region, region.score / best));
        }
        Retrieved {
            hits,
            notes: notes(&found),
            words: words(&found),
            coverage: search_coverage(&found),
            ..Retrieved::default()
        }
    }
}

/// The hits of a region: the head of its declaration and, if they are elsewhere, the lines that matched. These are
/// labelled with the declaration around them, because a region may hold several.
fn region_hits(view: &FileView, region: &Region, score: f64) -> Vec<Hit> {
    let source = if region.guessed { GUESSED } else { BM25 };
    let hit = |lines, label, score| {
        let lines_found = region.hits.iter().copied();
        view.hit(lines, lines_found, label, (Tier::Ranked, source, score))
    };
    let matched = best_matching_lines(region, view);
    let Some(info) = &region.symbol else {
        return hit(matched, None, score).into_iter().collect();
    };
    let label = Some(declaration_label(info));
    let head = view.head(info);
    let inner = if head.covers(matched) {
        None
    } else if matched.overlaps(head) {
        LineRange::new(head.end() + 1, matched.end())
    } else {
        Some(matched)
    };
    let inner_hit = |lines: LineRange| {
        let first = region.hits.iter().find(|line| lines.contains(**line));
        let first = first.map_or(lines.start(), |line| *line);
        let around = view.innermost(first).filter(|_| !info.range.contains(first));
        let (range, label) = match around {
            Some(around) => (around.range, Some(declaration_label(around))),
            None if info.range.contains(first) => (info.range, label.clone()),
            None => (lines, None),
        };
        hit(lines.intersection(range)?, label, score * INNER_SCORE_FACTOR)
    };
    let second = inner.and_then(inner_hit);
    hit(head, label.clone(), score).into_iter().chain(second).collect()
}

/// The few lines of a region that contain the most informative words of the text.
fn best_matching_lines(region: &Region, view: &FileView) -> LineRange {
    let all = region.range;
    let words = || region.tokens.iter().take(MAX_WORDS).enumerate();
    let matching_words = |line: u32| -> BTreeSet<usize> {
        let text = view.lower_line(line);
        words().filter(|(_, word)| text.contains(word.as_str())).map(|(rank, _)| rank).collect()
    };
    let lines = region.hits.iter();
    let lines: Vec<(u32, BTreeSet<usize>)> =
        lines.map(|line| (*line, matching_words(*line))).collect();
    let weight = |run: &[(u32, BTreeSet<usize>)]| -> f64 {
        let words: BTreeSet<&usize> = run.iter().flat_map(|(_, matching)| matching).collect();
        words.iter().map(|rank| 1.0 / (**rank as f64 + 1.0)).sum()
    };
    let best = best_run(&lines, MAX_MATCH_SPAN, weight).filter(|(weight, ..)| *weight > 0.0);
    let (first, last) = best.map_or((all.start(), all.start()), |(_, first, last)| (first, last));
    let start = first.saturating_sub(CONTEXT_LINES).max(all.start());
    let end = (last + CONTEXT_LINES + 1).min(all.end());
    LineRange::new(start, end).unwrap_or(all)
}

pub(super) fn notes(found: &SearchResult) -> Vec<String> {
    found.notes.iter().map(|note| redact_name(note).into_owned()).collect()
}

fn words(found: &SearchResult) -> Vec<Word> {
    let counts = token_counts(&found.tokens, found.stats.files_read);
    let counted = found.tokens.iter().zip(counts).filter(|(token, _)| token.whole);
    let words = counted.map(|(_, count)| Word {
        information: count.information(),
        word: count.token,
        files: count.files,
        in_code: count.in_code,
    });
    words.collect()
}

/// The source name of hits found by exact text.
pub(crate) const TEXT_SOURCE: &str = "text";

/// The source name of hits found by their path.
pub(crate) const PATH_SOURCE: &str = "path";

/// The most files that one name may match.
const MAX_FILES: usize = 3;
/// The number of first lines of a file that a hit shows.
const MAX_HEAD_LINES: u32 = 12;
/// The most places that are read.
const MAX_PLACES: u32 = 40;
/// The character limit of the tool result.
const MAX_RESULT_CHARS: usize = 60_000;

impl Retriever {
    /// The places that contain exactly this text (case-sensitive) as a whole word.
    pub(crate) async fn text(&self, text: &str, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let Some(grep) = self.toolbox.tool("grep") else {
            return Retrieved::default();
        };
        let mut arguments = json!({
            "pattern": text, "literal": true, "case": "sensitive", "context": 1, "limit": MAX_PLACES,
            "include": ["tests", "generated"],
        });
        if let Some(path) = &filter.within {
            arguments["path"] = json!(path);
        }
        let call = self.toolbox.call(cancel.clone(), MAX_RESULT_CHARS);
        let output = match grep.call(arguments, &call).await {
            Ok(output) => output,
            Err(error) => {
                return Retrieved { notes: vec![error.to_string()], ..Retrieved::default() };
            }
        };
        let (retriever, cancel, text) = (self.clone(), cancel.clone(), text.to_owned());
        let lookup = move || retriever.text_hits(output, &text, &cancel);
        tokio::task::spawn_blocking(lookup).await.unwrap_or_default()
    }

    /// The windows of the output in which the text is a whole word. Blocks.
    fn text_hits(&self, output: ToolOutput, text: &str, cancel: &Cancel) -> Retrieved {
        let mut files: BTreeMap<&RepoPath, Option<Arc<Vec<u8>>>> = BTreeMap::new();
        let mut hits = Vec::new();
        let windows = output.observations.iter().flat_map(|seen| &seen.windows);
        let windows = windows.filter(|window| contains_whole_word(window, text));
        for (rank, window) in windows.enumerate() {
            let (path, lines) = (window.span.path(), window.span.range());
            let read_file = || self.toolbox.sandbox().read(path).map(Arc::new).ok();
            let Some(bytes) = files.entry(path).or_insert_with(read_file) else {
                continue;
            };
            let class = PathClass::of(path);
            let view = self.view(path, bytes, cancel);
            let line = window.hits.first().copied();
            let label = view.innermost(line.unwrap_or(lines.start())).map(declaration_label);
            let score = decayed(1.0, rank, class.test || class.support);
            let found = (Tier::Ranked, TEXT_SOURCE, score);
            hits.extend(view.hit(lines, window.hits.iter().copied(), label, found));
        }
        Retrieved {
            hits,
            notes: output.diagnostics,
            coverage: output.coverage,
            ..Retrieved::default()
        }
    }

    /// Finds the files whose path ends with the name, at a `/`; each is shown by its first lines. Shorter paths come
    /// first.
    pub(crate) fn files_named(&self, name: &str, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let inventory = self.toolbox.graph().files();
        let Ok(within) = Scope::of(filter.within.as_deref().unwrap_or_default(), &inventory) else {
            return Retrieved::default();
        };
        let paths = inventory.files.iter().map(|entry| &entry.path);
        let paths = paths.filter(|path| within.holds(path.as_str()));
        let mut found: Vec<_> = paths.filter(|path| is_path_of(path.as_str(), name)).collect();
        found.sort_by_key(|path| path.as_str().len());
        let hit = |path: &RepoPath| {
            let bytes = self.toolbox.sandbox().read(path).ok()?;
            let found = (Tier::Exact, PATH_SOURCE, 1.0);
            let view = self.view(path, &Arc::new(bytes), cancel);
            view.hit(LineRange::new(1, MAX_HEAD_LINES)?, [], None, found)
        };
        Retrieved {
            hits: found.into_iter().take(MAX_FILES).filter_map(hit).collect(),
            ..Retrieved::default()
        }
    }
}

/// Whether a matching line contains the text as a whole word, not as a part of a longer name.
fn contains_whole_word(window: &Window, text: &str) -> bool {
    let is_name_char = |c: char| c.is_alphanumeric() || c == '_';
    let is_boundary = |outer: Option<char>, inner: Option<char>| {
        !(outer.is_some_and(is_name_char) && inner.is_some_and(is_name_char))
    };
    let has_whole_word = |line: &str| {
        line.match_indices(text).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + text.len()..]);
            is_boundary(before.chars().next_back(), text.chars().next())
                && is_boundary(after.chars().next(), text.chars().next_back())
        })
    };
    let mut lines = window.span.lines();
    lines.any(|(number, line)| window.hits.contains(&number) && has_whole_word(line.text()))
}

/// Whether a path ends with this file name or partial path, at a `/`. A name without `.` and `/` is no file name.
pub(crate) fn is_path_of(path: &str, name: &str) -> bool {
    let is_file_name = name.contains('.') || name.contains('/');
    is_file_name
        && path.strip_suffix(name).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}
