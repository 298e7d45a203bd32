//! Scores of files and of places in them: BM25 over fields, with the word statistics of this repository.

pub(super) mod files;
mod names;
mod neighbours;
pub(super) mod passages;

use crate::facts::ParsedFile;
use crate::facts::scanned_query::ScannedQuery;
use crate::text::listing::Listing;
use crate::text::parallel::Threads;
use crate::text::rank::mention::JoinedWords;
use crate::text::rank::phrase::PhraseMatch;
use crate::text::rank::similar::SimilarWords;
use crate::text::scan::matches::TokenMatch;
use std::ops::Range;
use std::sync::Arc;

/// What scoring needs of the query.
pub(crate) struct QueryContext<'a> {
    pub(crate) scanned: &'a ScannedQuery<'a>,
    pub(crate) joined_words: JoinedWords,
    pub(crate) similar: SimilarWords<'a>,
}

impl<'a> QueryContext<'a> {
    pub(crate) fn listing(&self) -> &'a Listing {
        &self.scanned.files.listing
    }

    pub(crate) fn threads(&self) -> Threads {
        self.listing().tree.threads
    }

    /// The weight of a token of the query.
    pub(crate) fn weight(&self, token: u16) -> f64 {
        self.scanned.rarity.weight[usize::from(token)]
    }

    /// The index of a file among the opened ones.
    pub(crate) fn index_of(&self, opened: &[SearchedFile], file: u32) -> Option<usize> {
        let path = self.scanned.path(file);
        opened
            .iter()
            .position(|searched| searched.file.path == path)
    }
}

/// A file opened for a search, with its hits.
pub(crate) struct SearchedFile {
    pub(crate) file: Arc<ParsedFile>,
    pub(crate) hits: Vec<TokenMatch>,
    /// Its phrase matches, by their first bytes.
    pub(crate) phrase_matches: Vec<PhraseMatch>,
    /// The query's tokens in its path, with their counts.
    pub(crate) path_tokens: Vec<(u16, u32)>,
    /// Whether all its declarations are places since the query names the file, with or without a word of the query.
    pub(crate) named: bool,
    pub(crate) file_score: f64,
    /// At most 1: by the class of its path, its language, and whether it is a copy. `file_score` includes it.
    pub(crate) factor: f64,
}

impl SearchedFile {
    /// The hits that begin in a range of bytes.
    pub(crate) fn hits_within(&self, bytes: &Range<usize>) -> &[TokenMatch] {
        let before = |end: usize| self.hits.partition_point(|hit| (hit.start as usize) < end);
        let (first, end) = (before(bytes.start), before(bytes.end));
        &self.hits[first..end.max(first)]
    }
}
