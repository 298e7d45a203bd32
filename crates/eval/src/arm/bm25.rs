//! BM25 over files, and over chunks of 50 lines of the best files: the simplest search to compare others with.
//!
//! It is frozen: it shares no code with what it is compared with, not even the walk over files or the classes of paths,
//! so that its figures change with no other part. It ranks plain text, knows nothing about code, and reads every file
//! for every question.

mod files;
mod score;

use std::path::Path;

use super::{ArmContext, ArmError, ArmQuestion};
use crate::found::{Found, Region};
use score::{Corpus, TermCounts, Terms};

/// The weight of a word in the path.
const PATH_WEIGHT: u32 = 3;
/// The number of lines in a chunk.
const CHUNK_LINES: usize = 50;
/// The most files that are listed and split into chunks.
const MAX_FILES: usize = 20;
/// The most chunks that are listed.
const MAX_CHUNKS: usize = 10;

pub(super) fn find(question: &ArmQuestion<'_>, context: &ArmContext) -> Result<Found, ArmError> {
    let terms = Terms::of(question.query);
    let mut corpus = Corpus::default();
    let mut files: Vec<(String, TermCounts)> = Vec::new();
    for path in files::ranked(question.root).map_err(ArmError::failed)? {
        if context.cancel.is_cancelled() {
            return Err(ArmError::Cancelled);
        }
        if let Some(text) = read(question.root, &path) {
            let mut term_counts = terms.term_counts(&text);
            term_counts.add(&terms.term_counts(&path), PATH_WEIGHT);
            corpus.add(&term_counts);
            files.push((path, term_counts));
        }
    }
    let ranked = best(files, MAX_FILES, |term_counts| corpus.score(&terms, term_counts));
    let chunks = chunks(question.root, &terms, &ranked);
    let mut chunk_corpus = Corpus::default();
    chunks.iter().for_each(|(_, term_counts)| chunk_corpus.add(term_counts));
    // Document frequency counts files; document length is that of chunks.
    let chunk_corpus = chunk_corpus.with_idf_of(&corpus);
    Ok(Found {
        files: ranked,
        regions: best(chunks, MAX_CHUNKS, |term_counts| chunk_corpus.score(&terms, term_counts)),
        ..Found::default()
    })
}

/// A file's text; `None` where it is binary or cannot be read.
fn read(root: &Path, path: &str) -> Option<String> {
    let bytes = std::fs::read(root.join(path)).ok()?;
    (!bytes.contains(&0)).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// The chunks of some files, each with the counts of its terms and of those in its path.
fn chunks(root: &Path, terms: &Terms, files: &[String]) -> Vec<(Region, TermCounts)> {
    let mut all = Vec::new();
    for path in files {
        let text = read(root, path).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let path_counts = terms.term_counts(path);
        for (index, chunk) in lines.chunks(CHUNK_LINES).enumerate() {
            let mut term_counts = terms.term_counts(&chunk.join("\n"));
            term_counts.add(&path_counts, PATH_WEIGHT);
            let lines_before =
                u32::try_from(index * CHUNK_LINES).unwrap_or(u32::MAX - CHUNK_LINES as u32);
            let region = Region {
                path: path.clone(),
                start: lines_before + 1,
                end: lines_before + chunk.len() as u32,
            };
            all.push((region, term_counts));
        }
    }
    all
}

/// The `limit` items with the highest scores, best first; ties keep their order. Items without a question word are
/// omitted.
fn best<T>(all: Vec<(T, TermCounts)>, limit: usize, score: impl Fn(&TermCounts) -> f64) -> Vec<T> {
    let mut scored: Vec<(f64, T)> =
        all.into_iter().map(|(one, term_counts)| (score(&term_counts), one)).collect();
    scored.retain(|(score, _)| *score > 0.0);
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(limit);
    scored.into_iter().map(|(_, one)| one).collect()
}
