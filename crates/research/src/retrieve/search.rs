//! Tier 1: BM25 over the repository.

use std::collections::BTreeSet;

use firsthand_codegraph::{Cancel, Region, SearchResult};
use firsthand_registry::{LineRange, TokenCount};
use firsthand_source::secrets::redact_name;
use firsthand_tools::{declaration_label, search_coverage};

use super::file_view::FileView;
use super::{Filter, Retrieved, Retriever, Word};
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
        let graph = self.toolbox.graph();
        let found = graph.search(&filter.query(text, limit), cancel);
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

/// The hits of a region: the head of its declaration and, if they are elsewhere, the lines that matched.
fn region_hits(view: &FileView, region: &Region, score: f64) -> Vec<Hit> {
    let source = if region.guessed { GUESSED } else { BM25 };
    let hit = |lines, score| {
        let label = region.symbol.as_ref().map(declaration_label);
        let lines_found = region.hits.iter().copied();
        view.hit(lines, lines_found, label, (Tier::Ranked, source, score))
    };
    let matched = best_matching_lines(region, view);
    let Some(info) = &region.symbol else {
        return hit(matched, score).into_iter().collect();
    };
    let head = view.head(info);
    let inner = if head.covers(matched) {
        None
    } else if matched.overlaps(head) {
        LineRange::new(head.end() + 1, matched.end())
    } else {
        Some(matched)
    };
    let first = hit(head, score);
    let second = inner.and_then(|lines| hit(lines, score * INNER_SCORE_FACTOR));
    first.into_iter().chain(second).collect()
}

/// The few lines of a region that contain the most informative words of the text.
fn best_matching_lines(region: &Region, view: &FileView) -> LineRange {
    let all = region.range;
    let words = || region.tokens.iter().take(MAX_WORDS).enumerate();
    let matching_words = |line: u32| -> BTreeSet<usize> {
        let text = view.lower_line(line);
        let matching = words().filter(|(_, word)| text.contains(word.as_str()));
        matching.map(|(rank, _)| rank).collect()
    };
    let lines = region.hits.iter();
    let lines: Vec<(u32, BTreeSet<usize>)> =
        lines.map(|line| (*line, matching_words(*line))).collect();
    let mut best = (0.0, all.start(), all.start());
    for (index, (first, _)) in lines.iter().enumerate() {
        let within = lines[index..]
            .iter()
            .take_while(|(line, _)| line - first < MAX_MATCH_SPAN);
        let (mut words, mut last) = (BTreeSet::new(), *first);
        for (line, matching) in within {
            words.extend(matching.iter().copied());
            last = *line;
        }
        // The first words are the most informative.
        let weight: f64 = words.iter().map(|rank| 1.0 / (*rank as f64 + 1.0)).sum();
        if weight > best.0 {
            best = (weight, *first, last);
        }
    }
    let start = best.1.saturating_sub(CONTEXT_LINES).max(all.start());
    let end = (best.2 + CONTEXT_LINES + 1).min(all.end());
    LineRange::new(start, end).unwrap_or(all)
}

pub(super) fn notes(found: &SearchResult) -> Vec<String> {
    let notes = found.notes.iter();
    notes.map(|note| redact_name(note).into_owned()).collect()
}

fn words(found: &SearchResult) -> Vec<Word> {
    let of_files = u32::try_from(found.stats.files_read).unwrap_or(u32::MAX);
    let whole_words = found.tokens.iter().filter(|token| token.whole);
    let words = whole_words.map(|token| {
        let count = TokenCount {
            token: token.text.clone(),
            files: token.files,
            of_files: of_files.max(token.files),
            occurrences: token.occurrences,
            in_code: token.in_code,
        };
        Word {
            information: count.information(),
            word: count.token,
            files: token.files,
            in_code: token.in_code,
        }
    });
    words.collect()
}
