//! Mixes what a question finds alone with what it finds together with the words that the caller guessed.

use firsthand_source::{Cancel, Losses, NotSearched};

use super::search_text;
use crate::answer::{RankedFile, Region, SearchResult, Stats};
use crate::facts::files::Files;
use crate::query::Query;

/// Of this many regions, [`OWN_SHARE`] are those that the question alone finds.
const MIXED: usize = 13;
/// The regions of the question alone, of [`MIXED`]. Wrong words cannot displace them.
const OWN_SHARE: usize = 4;

/// Answers a query with words: with the text alone and with the words added to it.
pub(super) fn search(
    listed: &Files,
    query: &Query,
    words: &[String],
    cancel: &Cancel,
) -> SearchResult {
    let alone = Query { words: Vec::new(), ..query.clone() };
    let own = search_text(listed, &alone, cancel);
    let both = Query { text: format!("{} {}", query.text, words.join(" ")), ..query.clone() };
    let both = search_text(listed, &both, cancel);
    mixed(own, both, query.limit)
}

fn mixed(own: SearchResult, both: SearchResult, limit: usize) -> SearchResult {
    let guessed = |region: Region| Region {
        guessed: !own.regions.iter().any(|other| overlaps(other, &region)),
        ..region
    };
    let with_words: Vec<Region> = both.regions.into_iter().map(guessed).collect();
    let mut result = SearchResult {
        files: distinct_files(both.files.into_iter().chain(own.files)),
        tokens: both.tokens,
        query_words: own.query_words,
        notes: own.notes,
        not_searched: NotSearched::of_both(own.not_searched, both.not_searched),
        stats: stats(own.stats, both.stats),
        ..SearchResult::default()
    };
    for note in both.notes {
        if !result.notes.contains(&note) {
            result.notes.push(note);
        }
    }
    result.regions = interleaved(with_words, own.regions, limit);
    result
}

/// Takes regions from both lists in turn, in their order, [`OWN_SHARE`] of [`MIXED`] from the second; none twice.
fn interleaved(with_words: Vec<Region>, own: Vec<Region>, limit: usize) -> Vec<Region> {
    let (mut with_words, mut own) = (with_words.into_iter(), own.into_iter());
    let (mut taken, mut taken_own) = (0, 0);
    let mut regions: Vec<Region> = Vec::new();
    while regions.len() < limit {
        let is_owns_turn = taken_own * (MIXED - OWN_SHARE) < taken * OWN_SHARE;
        let next = if is_owns_turn {
            own.next().or_else(|| with_words.next())
        } else {
            with_words.next().or_else(|| own.next())
        };
        let Some(region) = next else { break };
        if regions.iter().any(|other| overlaps(other, &region)) {
            continue;
        }
        if is_owns_turn {
            taken_own += 1;
        } else {
            taken += 1;
        }
        regions.push(region);
    }
    regions
}

fn overlaps(region: &Region, other: &Region) -> bool {
    region.path == other.path && region.range.overlaps(other.range)
}

fn distinct_files(files: impl Iterator<Item = RankedFile>) -> Vec<RankedFile> {
    let mut distinct: Vec<RankedFile> = Vec::new();
    for file in files {
        if !distinct.iter().any(|other| other.path == file.path) {
            distinct.push(file);
        }
    }
    distinct.truncate(super::MAX_LISTED_FILES);
    distinct
}

/// The cost of both searches of the same files.
fn stats(own: Stats, both: Stats) -> Stats {
    Stats {
        files_seen: own.files_seen.max(both.files_seen),
        files_skipped: own.files_skipped.max(both.files_skipped),
        files_read: own.files_read.max(both.files_read),
        files_recalled: own.files_recalled.max(both.files_recalled),
        files_parsed: own.files_parsed + both.files_parsed,
        bytes_read: own.bytes_read + both.bytes_read,
        cache_hits: own.cache_hits + both.cache_hits,
        elapsed_ms: 0,
        truncated: own.truncated || both.truncated,
        losses: Losses {
            unreadable: own.losses.unreadable.max(both.losses.unreadable),
            ..own.losses.and(both.losses)
        },
    }
}
