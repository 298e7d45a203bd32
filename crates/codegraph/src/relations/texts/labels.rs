//! Short texts that a query says without quotation marks, as one says the name of a button or of a page: whole values of
//! two words or more.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use crate::text::scan::FileCounts;
use crate::text::scan::matches::TokenMatch;
use crate::text::tokens::Tokens;
use crate::text::words::word_parts;

/// The words of a query that follow each other.
pub(super) struct Labels {
    pairs: HashSet<(u16, u16)>,
    words: HashSet<u16>,
}

impl Labels {
    pub(super) fn of(text: &str, tokens: &Tokens) -> Labels {
        let words: Vec<Option<u16>> =
            word_parts(text.as_bytes()).iter().map(|word| tokens.find(word)).collect();
        let pairs = words.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?)));
        Labels { pairs: pairs.collect(), words: words.iter().flatten().copied().collect() }
    }

    /// The most often that a file may have two words of the query that follow each other.
    pub(super) fn most_often(&self, counts: &FileCounts) -> u32 {
        let counts: BTreeMap<u16, u32> = counts.counts.iter().copied().collect();
        let of_pair = |(one, next): &(u16, u16)| Some(*counts.get(one)?.min(counts.get(next)?));
        self.pairs.iter().filter_map(of_pair).max().unwrap_or(0)
    }

    /// Where a text has two words or more next to each other that follow each other in the query.
    pub(super) fn runs(&self, hits: &[TokenMatch]) -> Vec<Range<usize>> {
        let hits: Vec<&TokenMatch> =
            hits.iter().filter(|hit| self.words.contains(&hit.token)).collect();
        let follows = |one: &&TokenMatch, next: &&TokenMatch| {
            next.word_index == one.word_index + 1 && self.pairs.contains(&(one.token, next.token))
        };
        let runs = hits.chunk_by(follows).filter(|run| run.len() > 1);
        runs.map(|run| run[0].start as usize..run[run.len() - 1].end as usize).collect()
    }
}
