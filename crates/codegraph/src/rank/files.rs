//! Files by a query: their words and the words of their paths.

use rayon::prelude::*;

use super::mention::Mentions;
use super::{Rarity, Score, class_factor};
use crate::graph::Options;
use crate::inventory::FileEntry;
use crate::query::Query;
use crate::scan::{FileCounts, Scan};
use crate::tokens::Tokens;
use crate::words::each_word;

/// Saturation of repeated occurrences.
const K1: f64 = 1.2;
/// How much a file's length counts.
const B: f64 = 0.75;
/// A word of the path counts like so many in the text.
const PATH: f64 = 3.0;
/// What is left of the score of a file whose language is not known: it declares nothing.
const UNKNOWN: f64 = 0.6;

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
    tokens: &Tokens,
    rarity: &Rarity,
    mentions: &Mentions,
    query: &Query,
    options: &Options,
) -> Vec<FileRank> {
    let mut ranks: Vec<FileRank> = scan
        .files
        .par_iter()
        .with_min_len(256)
        .filter_map(|counts| {
            let path = entries[counts.file as usize].path.as_str();
            let in_path = path_tokens(path, tokens);
            if counts.counts.is_empty() && in_path.is_empty() {
                return None;
            }
            let class = (options.classify)(path);
            if query.no_tests && (class.test || class.support) {
                return None;
            }
            let mut score = lexical(counts, &in_path, rarity);
            score.add("mention", mentions.of(counts.file));
            let known = crate::languages::of_path(path).is_some();
            let factor = class_factor(class, query.include) * if known { 1.0 } else { UNKNOWN };
            score.lower("penalty", factor);
            let total = score.total();
            (total > 0.0).then_some(FileRank {
                file: counts.file,
                total,
                path: in_path,
                factor,
            })
        })
        .collect();
    ranks.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.file.cmp(&b.file)));
    ranks
}

/// The tokens of a path with their counts, by token.
fn path_tokens(path: &str, tokens: &Tokens) -> Vec<(u16, u32)> {
    let mut found: Vec<(u16, u32)> = Vec::new();
    each_word(path.as_bytes(), |word| {
        if let Some(id) = tokens.find(&word) {
            match found.iter_mut().find(|entry| entry.0 == id) {
                Some(entry) => entry.1 += 1,
                None => found.push((id, 1)),
            }
        }
    });
    found.sort_unstable();
    found
}

fn lexical(counts: &FileCounts, in_path: &[(u16, u32)], rarity: &Rarity) -> Score {
    let mut score = Score::default();
    let norm = 1.0 - B + B * f64::from(counts.words) / rarity.mean_words;
    let mut paths = in_path.iter().peekable();
    let mut add = |token: u16, content: f64, path: f64| {
        let mass = content + path;
        let value = rarity.weight[usize::from(token)] * mass * (K1 + 1.0) / (mass + K1);
        score.add("content", value * content / mass);
        score.add("path", value * path / mass);
    };
    for &(token, count) in &counts.counts {
        while let Some(&&(other, said)) = paths.peek().filter(|entry| entry.0 < token) {
            add(other, 0.0, PATH * f64::from(said));
            paths.next();
        }
        let said = paths
            .next_if(|entry| entry.0 == token)
            .map_or(0, |entry| entry.1);
        add(token, f64::from(count) / norm, PATH * f64::from(said));
    }
    for &(token, said) in paths {
        add(token, 0.0, PATH * f64::from(said));
    }
    score
}
