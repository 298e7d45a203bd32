//! Files by a query: their words, the words of their paths, their tests and what stands beside them.

use std::collections::HashMap;

use firsthand_source::{PathClass, RepoPath};

use super::alike::Alike;
use super::bridge::Bridges;
use super::built::GeneratedFiles;
use super::folder::Folders;
use super::mention::Mentions;
use super::symbols::QueryContext;
use super::{Rarity, class_factor};
use crate::graph::Inner;
use crate::inventory::FileEntry;
use crate::query::Query;
use crate::scan::{FileCounts, Scan};

/// Saturation of repeated occurrences.
const K1: f64 = 1.2;
/// How much a file's length counts.
const B: f64 = 0.75;
/// Worth of a token that the path names, in units of its weight: a field of its own, since a path
/// says each word once.
const PATH: f64 = 2.5;
/// What the content of a file whose path says the whole query gains, in units of itself.
const PATH_SHARE: f64 = 5.0;
/// What a file gets of what its test's words are worth.
const TESTED: f64 = 0.25;
/// What a file gets of the mean score of those beside it.
const FOLDER: f64 = 0.2;
/// What is left of the score of a file that is not code of a known language: no code can mean what it declares.
const UNKNOWN: f64 = 0.4;

/// A file with its score.
#[derive(Clone, Debug)]
pub(crate) struct FileRank {
    /// Index in the inventory.
    pub(crate) file: u32,
    pub(crate) total: f64,
    /// Tokens in the path.
    pub(crate) path: Vec<(u16, u32)>,
    /// What the file's class leaves of the score.
    pub(crate) factor: f64,
}

/// Every file that holds something of the query, best first; ties by path.
pub(crate) fn rank(
    entries: &[FileEntry],
    scan: &Scan,
    context: &QueryContext<'_>,
    mentions: &Mentions,
    query: &Query,
    graph: &Inner,
) -> Vec<FileRank> {
    let built = GeneratedFiles::of(entries);
    let judged = graph.threads.filter_map(&scan.files, 256, |counts| {
        let path = &entries[counts.file as usize].path;
        let mut judged = judge(path, counts, context.alike, context.rarity, mentions, graph)?;
        judged.class.generated |= built.holds(path.as_str());
        Some(judged)
    });
    let propagated = propagated(&judged);
    let mut folders = Folders::default();
    let mut ranks: Vec<(FileRank, &ScoredFile<'_>)> = Vec::new();
    for one in &judged {
        if query.no_tests && one.is_test() {
            continue;
        }
        let rank = one.rank(propagated.get(&one.file).copied().unwrap_or(0.0), query);
        if one.known {
            folders.add(one.path, rank.total);
        }
        ranks.push((rank, one));
    }
    for (rank, one) in &mut ranks {
        let own = one.known.then_some(rank.total);
        rank.total += FOLDER * folders.beside(one.path, own) * rank.factor;
    }
    let mut ranks: Vec<FileRank> = ranks.into_iter().map(|entry| entry.0).collect();
    ranks.retain(|rank| rank.total > 0.0);
    ranks.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.file.cmp(&b.file)));
    ranks
}

/// A file with what it has by itself.
struct ScoredFile<'p> {
    file: u32,
    path: &'p str,
    class: PathClass,
    known: bool,
    in_path: Vec<(u16, u32)>,
    /// What its words are worth, without those of its path.
    content: f64,
    own: f64,
}

impl ScoredFile<'_> {
    fn is_test(&self) -> bool {
        self.class.test || self.class.support
    }

    /// The rank of a file that gets `propagated` from a test.
    fn rank(&self, propagated: f64, query: &Query) -> FileRank {
        let factor =
            class_factor(self.class, query.include) * if self.known { 1.0 } else { UNKNOWN };
        FileRank {
            file: self.file,
            total: (self.own + TESTED * propagated) * factor,
            path: self.in_path.clone(),
            factor,
        }
    }
}

fn judge<'p>(
    path: &'p RepoPath,
    counts: &FileCounts,
    alike: &Alike<'_>,
    rarity: &Rarity,
    mentions: &Mentions,
    graph: &Inner,
) -> Option<ScoredFile<'p>> {
    let named = alike.named(path.as_str());
    if counts.counts.is_empty() && named.close.is_empty() {
        return None;
    }
    let content = content(counts, rarity);
    let weight = |entry: &(u16, f64)| rarity.weight[usize::from(entry.0)] * entry.1;
    let in_path: f64 = named.close.iter().map(weight).sum();
    Some(ScoredFile {
        file: counts.file,
        path: path.as_str(),
        class: (graph.options.classify)(path),
        known: crate::languages::of_code(path.as_str()).is_some(),
        in_path: named.counts,
        content,
        own: content * (1.0 + PATH_SHARE * rarity.share(&named.close))
            + PATH * in_path
            + mentions.of(counts.file),
    })
}

/// What the tests lend to the files that they are about.
fn propagated(judged: &[ScoredFile<'_>]) -> HashMap<u32, f64> {
    let tests = judged.iter().filter(|one| one.is_test());
    let mut bridges = Bridges::of(tests.map(|one| (one.path, one.content)).collect());
    for one in judged {
        if one.known && !one.class.any() {
            bridges.add_file(one.file, one.path);
        }
    }
    bridges.propagated()
}

/// BM25 over the words of a file.
fn content(counts: &FileCounts, rarity: &Rarity) -> f64 {
    let norm = 1.0 - B + B * f64::from(counts.words) / rarity.mean_words;
    let one = |&(token, count): &(u16, u32)| {
        let mass = f64::from(count) / norm;
        rarity.weight[usize::from(token)] * mass * (K1 + 1.0) / (mass + K1)
    };
    counts.counts.iter().map(one).sum()
}
