//! Ranks files for a query: by their words, the words of their paths, their tests and the other files of their folders.

use crate::search::rank::ScannedQuery;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use firsthand_source::{PathClass, RepoPath};

use super::QueryContext;
use super::neighbours::{Folders, TestLinks};
use crate::facts::languages;
use crate::query::Query;
use crate::text::rank::{Rarity, class_factor};
use crate::text::scan::FileCounts;

/// BM25's `k1`: the saturation of repeated occurrences.
const K1: f64 = 1.2;
/// BM25's `b`: how much a file's length counts.
const B: f64 = 0.75;
/// The score of a token in the path, in units of its weight: a field of its own, since a path
/// contains each word once.
const PATH_WEIGHT: f64 = 2.5;
/// What the score of a file's content gains if its path contains the whole query, in units of that score.
const PATH_COVERAGE_GAIN: f64 = 5.0;
/// The share of a test's score that the file gets which it tests.
const TEST_SHARE: f64 = 0.25;
/// The share of the mean score of the other files of its folder that a file gets.
const FOLDER_SHARE: f64 = 0.2;
/// The factor of a file that is not code of a known language: no code can refer to what it declares.
const NOT_CODE_FACTOR: f64 = 0.4;
/// The factor of a file that only declares the types of code in other files.
const DECLARATION_FILE_FACTOR: f64 = 0.6;

/// A file with its score.
#[derive(Clone, Debug)]
pub(crate) struct FileRank {
    /// Index in the inventory.
    pub(crate) file: u32,
    pub(crate) total: f64,
    /// The query's tokens in the path, with their counts.
    pub(crate) path_tokens: Vec<(u16, u32)>,
    /// The factor for the class of its path and for its language, at most 1. `total` includes it.
    pub(crate) factor: f64,
}

impl FileRank {
    /// A file that is ranked by nothing but this score.
    pub(crate) fn of(file: u32, total: f64) -> FileRank {
        FileRank { file, total, path_tokens: Vec::new(), factor: 1.0 }
    }

    /// Adds a file with its rank among `ranks`, if it is not among `top`.
    pub(crate) fn add(top: &mut Vec<FileRank>, ranks: &[FileRank], file: u32) {
        if top.iter().all(|rank| rank.file != file) {
            let rank = ranks.iter().find(|rank| rank.file == file).cloned();
            top.push(rank.unwrap_or_else(|| FileRank::of(file, 0.0)));
        }
    }
}

/// Every file with a word of the query in its text, or with such a word or a similar one in its path, best first; ties
/// by path. Without the tests if the query excludes them.
pub(crate) fn rank(context: &QueryContext<'_>) -> Vec<FileRank> {
    let (&ScannedQuery { entries, query, .. }, listing) = (context.scanned, context.listing());
    // A file that has a source map was generated from the files that the map lists.
    let paths = entries.iter().map(|entry| entry.path.as_str());
    let with_source_map: HashSet<&str> =
        paths.filter_map(|path| path.strip_suffix(".map")).collect();
    let scored = listing.tree.threads.filter_map(&context.scanned.scan.files, 256, |counts| {
        let path = &entries[counts.file as usize].path;
        let read = || listing.reader.read(path.as_str()).ok();
        let mut scored = score_file(path, counts, context, read)?;
        scored.class.generated |= with_source_map.contains(path.as_str());
        Some(scored)
    });
    let propagated = propagated(&scored);
    let mut folders = Folders::default();
    let mut ranks: Vec<(FileRank, &ScoredFile<'_>)> = Vec::new();
    for scored_file in &scored {
        if query.no_tests && scored_file.class.test {
            continue;
        }
        let rank =
            scored_file.rank(propagated.get(&scored_file.file).copied().unwrap_or(0.0), query);
        if scored_file.is_code {
            folders.add(scored_file.path, rank.total);
        }
        ranks.push((rank, scored_file));
    }
    for (rank, scored_file) in &mut ranks {
        let own = scored_file.is_code.then_some(rank.total);
        rank.total += FOLDER_SHARE * folders.mean_of_others(scored_file.path, own) * rank.factor;
    }
    let mut ranks: Vec<FileRank> = ranks.into_iter().map(|entry| entry.0).collect();
    ranks.retain(|rank| rank.total > 0.0);
    ranks.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.file.cmp(&b.file)));
    ranks
}

/// A file with its own score, without what other files add.
struct ScoredFile<'p> {
    file: u32,
    path: &'p str,
    class: PathClass,
    is_code: bool,
    /// The factor of the kind of file by its language, and by the files beside it.
    kind_factor: f64,
    /// The query's tokens in the path, with their counts.
    path_tokens: Vec<(u16, u32)>,
    /// The BM25 score of its words, without those of its path.
    content: f64,
    /// The score of its words and its path.
    own_score: f64,
}

impl ScoredFile<'_> {
    fn is_test(&self) -> bool {
        self.class.test || self.class.support
    }

    /// The rank of a file that gets the score `propagated` from a test.
    fn rank(&self, propagated: f64, query: &Query) -> FileRank {
        let factor = class_factor(self.class, query.include) * self.kind_factor;
        FileRank {
            file: self.file,
            total: (self.own_score + TEST_SHARE * propagated) * factor,
            path_tokens: self.path_tokens.clone(),
            factor,
        }
    }
}

fn score_file<'p>(
    path: &'p RepoPath,
    counts: &FileCounts,
    context: &QueryContext<'_>,
    read: impl FnOnce() -> Option<Arc<Vec<u8>>>,
) -> Option<ScoredFile<'p>> {
    let (rarity, matched) = (&context.scanned.rarity, context.similar.matches(path.as_str()));
    if counts.counts.is_empty() && matched.similarity.is_empty() {
        return None;
    }
    let content = bm25(counts, rarity);
    let language = languages::of_unopened(path.as_str(), read);
    let language = language.filter(|language| !language.is_data);
    let weight = |entry: &(u16, f64)| rarity.weight[usize::from(entry.0)] * entry.1;
    let path_score: f64 = matched.similarity.iter().map(weight).sum();
    Some(ScoredFile {
        file: counts.file,
        path: path.as_str(),
        class: PathClass {
            generated: PathClass::of(path).generated || counts.generated,
            ..PathClass::of(path)
        },
        is_code: language.is_some(),
        kind_factor: match language {
            None => NOT_CODE_FACTOR,
            Some(language) if language.is_declaration_file(path.as_str()) => {
                DECLARATION_FILE_FACTOR
            }
            Some(_) => 1.0,
        },
        path_tokens: matched.counts,
        content,
        own_score: content * (1.0 + PATH_COVERAGE_GAIN * rarity.query_share(&matched.similarity))
            + PATH_WEIGHT * path_score,
    })
}

/// The scores that the files get from their tests.
fn propagated(scored: &[ScoredFile<'_>]) -> HashMap<u32, f64> {
    let tests = scored.iter().filter(|file| file.is_test());
    let mut links = TestLinks::of(tests.map(|test| (test.path, test.content)).collect());
    for scored_file in scored {
        if scored_file.is_code && !scored_file.class.any() {
            links.add_file(scored_file.file, scored_file.path);
        }
    }
    links.propagated()
}

/// BM25 over the words of a file.
fn bm25(counts: &FileCounts, rarity: &Rarity) -> f64 {
    let norm = 1.0 - B + B * f64::from(counts.words) / rarity.mean_words;
    let score_of = |&(token, count): &(u16, u32)| {
        let mass = f64::from(count) / norm;
        rarity.weight[usize::from(token)] * mass * (K1 + 1.0) / (mass + K1)
    };
    counts.counts.iter().map(score_of).sum()
}
