//! Scores of files and of places in them: BM25 over fields, with the word statistics of this repository.

pub(super) mod files;
pub(super) mod names;
mod neighbours;
pub(super) mod passages;

use crate::facts::ParsedFile;
use crate::facts::scanned_query::ScannedQuery;
use crate::query::Relation;
use crate::text::listing::Listing;
use crate::text::rank::Score;
use crate::text::rank::phrase::PhraseMatch;
use crate::text::rank::similar::SimilarWords;
use crate::text::scan::matches::TokenMatch;
use firsthand_source::Threads;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// What scoring needs of the query.
pub(crate) struct QueryContext<'a> {
    pub(crate) scanned: &'a ScannedQuery<'a>,
    pub(crate) similar: SimilarWords<'a>,
    /// The qualified names of the query: qualifier and name.
    pub(crate) qualified_names: HashSet<[u64; 2]>,
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
        opened.iter().position(|searched| searched.file.path == path)
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
    /// The last line of the comment with which many files begin, such as a licence; 0 without one.
    pub(crate) preamble: u32,
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

/// The kind of a range of lines, with the index of its declaration among the symbols of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RangeKind {
    /// A declaration, or the signature part of a long one.
    Declaration(usize),
    /// Lines within a declaration that is too long to be shown completely.
    Within(usize),
    /// Lines outside every declaration.
    OutsideDeclarations,
}

impl RangeKind {
    /// The declaration that it is, or is in.
    pub(crate) fn symbol(self) -> Option<usize> {
        match self {
            RangeKind::Declaration(index) | RangeKind::Within(index) => Some(index),
            RangeKind::OutsideDeclarations => None,
        }
    }
}

/// A declaration or a block, with its score.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// The index of its file among those that were opened.
    pub(crate) file: usize,
    pub(crate) kind: RangeKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) score: Score,
    /// The total of `score`, to sort by; 0 until the parts "file" and "best" are added.
    pub(crate) total: f64,
    /// The score that counts for its file, for the places that it uses and for those that use it: without the parts
    /// "file" and "best", and with only a share of the part "uses".
    pub(crate) own_score: f64,
    /// The link by which it was found, if it was not found by its words alone.
    pub(crate) link: Option<Arc<Link>>,
}

/// What leads to a place besides its words.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) relation: Relation,
    /// What it is related to.
    pub(crate) of: String,
    /// 0 for what the query itself leads to, 1 for what uses it.
    pub(crate) distance: u32,
    /// The lines that show the relation.
    pub(crate) lines: Vec<u32>,
}

impl Passage {
    /// A place with the score of its file alone.
    pub(crate) fn of_file(file: usize, score: f64, kind: RangeKind, range: (u32, u32)) -> Passage {
        let mut passage = Passage::at(file, kind, range);
        passage.score.add("file", score);
        passage.total = score;
        passage
    }

    /// A place that `link` leads to, with all its score for that.
    pub(crate) fn linked(
        file: usize,
        (kind, range): (RangeKind, (u32, u32)),
        part: &'static str,
        score: f64,
        link: &Arc<Link>,
    ) -> Passage {
        let mut passage = Passage::at(file, kind, range);
        passage.link = Some(Arc::clone(link));
        passage.score.add(part, score);
        passage.total = score;
        passage
    }

    /// Adds a part of the score.
    pub(crate) fn add(&mut self, part: &'static str, score: f64) {
        self.score.add(part, score);
        self.total = self.score.total();
    }

    /// Whether the places have lines in common.
    pub(crate) fn overlaps(&self, other: &Passage) -> bool {
        self.file == other.file && self.start <= other.end && other.start <= self.end
    }

    /// A place without a score.
    pub(crate) fn at(file: usize, kind: RangeKind, (start, end): (u32, u32)) -> Passage {
        Passage {
            file,
            kind,
            start,
            end,
            score: Score::default(),
            total: 0.0,
            own_score: 0.0,
            link: None,
        }
    }
}
