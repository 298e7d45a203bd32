//! A query, and what a scan of the listed files found of its words.

use firsthand_source::Cancel;
use firsthand_source::fs::FileEntry;

use super::files::Files;
use crate::answer::QueryWords;
use crate::query::Query;
use crate::text::postings_cache::PostingsCache;
use crate::text::rank::Rarity;
use crate::text::rank::phrase::Phrases;
use crate::text::scan::{Scan, ScannedTokens, scan_words};
use crate::text::tokens::Tokens;

pub(crate) struct ScannedQuery<'a> {
    pub(crate) files: &'a Files,
    /// The files that were scanned, a part of those that are listed.
    pub(crate) entries: &'a [FileEntry],
    pub(crate) query: &'a Query,
    /// The text whose words count.
    pub(crate) text: &'a str,
    pub(crate) cancel: &'a Cancel,
    pub(crate) tokens: Tokens,
    pub(crate) scan: Scan,
    /// What of a query of too many words was used.
    pub(crate) words: Option<QueryWords>,
    pub(crate) rarity: Rarity,
    pub(crate) phrases: Phrases,
}

impl<'a> ScannedQuery<'a> {
    pub(crate) fn of(
        files: &'a Files,
        entries: &'a [FileEntry],
        postings: Option<&PostingsCache>,
        query: &'a Query,
        text: &'a str,
        known: Option<&ScannedTokens>,
        cancel: &'a Cancel,
    ) -> ScannedQuery<'a> {
        let (tokens, scan, words) =
            scan_words(&files.listing, entries, postings, text, known, cancel);
        let rarity = Rarity::of(&tokens, &scan);
        ScannedQuery {
            files,
            entries,
            query,
            text,
            cancel,
            phrases: Phrases::of(text, &tokens, &rarity, &scan),
            tokens,
            scan,
            words,
            rarity,
        }
    }

    /// The path of a scanned file.
    pub(crate) fn path(&self, file: u32) -> &'a str {
        self.entries[file as usize].path.as_str()
    }
}
