//! Mixes what a question finds alone, what it finds together with the words that the caller guessed, and what these find.

mod standing;

use firsthand_source::{Cancel, Losses, NotSearched};

use super::search_text;
use crate::answer::{MAX_LISTED_FILES, RankedFile, Region, SearchResult, Stats, first_files};
use crate::facts::files::Files;
use crate::query::Query;

/// Of this many regions, [`Agreement::own_share`] are those that the question alone finds.
const MIXED: usize = 13;
/// The number of first files of the question and of the words that are compared.
const COMPARED_FILES: usize = 10;
/// The number of common files from which on the words say the same as the question.
const MIN_AGREED_FILES: usize = 3;
/// The rank that counts half as much as the first one in [`fused`].
const HALF_RANK: f64 = 10.0;

/// Answers a query with words: with the text alone, with the words added to it, and with the words alone.
pub(super) fn search(
    listed: &Files,
    query: &Query,
    words: &[String],
    cancel: &Cancel,
) -> SearchResult {
    let with = |words: &[String]| {
        let guess = Query { text: words.join(" "), ..query.clone() };
        (Query { text: format!("{} {}", query.text, guess.text), ..query.clone() }, guess)
    };
    let (mut both, mut guess) = with(words);
    let (mut found, scanned) = search_text(listed, &both, None, cancel);
    let of = |query: &Query| search_text(listed, query, scanned.as_ref(), cancel).0;
    let own = of(&Query { words: Vec::new(), ..query.clone() });
    let (there, nowhere) = standing::standing(&listed.listing, words, &found.tokens, cancel);
    let mut result = if there.is_empty() {
        own
    } else {
        if there != words {
            (both, guess) = with(&there);
            found = of(&both);
        }
        mixed(own, found, of(&guess), query.limit)
    };
    result.notes.extend(standing::note(&nowhere));
    result.absent_guesses = nowhere;
    result
}

fn mixed(own: SearchResult, both: SearchResult, guess: SearchResult, limit: usize) -> SearchResult {
    let agreement = Agreement::of(&own.files, &guess.files);
    let own_leads_to = |region: &Region| own.regions.iter().any(|other| overlaps(other, region));
    let guessed = |region: Region| Region {
        guessed: agreement == Agreement::None || !own_leads_to(&region),
        ..region
    };
    let with_words = match agreement {
        Agreement::Same => fused([guess.regions, both.regions]),
        Agreement::Some | Agreement::None => both.regions,
    };
    let with_words: Vec<Region> = with_words.into_iter().map(guessed).collect();
    let mut result = SearchResult {
        files: first_files(both.files.into_iter().chain(own.files), MAX_LISTED_FILES),
        tokens: both.tokens,
        query_words: own.query_words,
        notes: own.notes,
        not_searched: NotSearched::of_both(own.not_searched, both.not_searched),
        stats: stats(stats(own.stats, both.stats), guess.stats),
        ..SearchResult::default()
    };
    for note in both.notes {
        if !result.notes.contains(&note) {
            result.notes.push(note);
        }
    }
    result.regions = interleaved(with_words, own.regions, agreement.own_share(), limit);
    result
}

/// Whether the words that a caller guesses say the same as the question, by the first files of both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    Same,
    Some,
    /// They lead elsewhere, as wrong words mostly do.
    None,
}

impl Agreement {
    fn of(own: &[RankedFile], guess: &[RankedFile]) -> Self {
        let first = |files| <[RankedFile]>::iter(files).take(COMPARED_FILES).map(|file| &file.path);
        let common = first(own).filter(|path| first(guess).any(|other| other == *path));
        match common.count() {
            0 => Self::None,
            common if common < MIN_AGREED_FILES => Self::Some,
            _ => Self::Same,
        }
    }

    /// The regions of the question alone, of [`MIXED`]: wrong words cannot displace them.
    fn own_share(self) -> usize {
        match self {
            Self::Same => 0,
            Self::Some => 4,
            Self::None => 7,
        }
    }
}

/// Both lists as one, by the sum of the reciprocal ranks of regions that overlap (Cormack et al. 2009). Each region is as
/// the first list that has it holds it.
fn fused(lists: [Vec<Region>; 2]) -> Vec<Region> {
    let mut fused: Vec<(f64, Region)> = Vec::new();
    for list in lists {
        for (rank, region) in (0_u32..).zip(list) {
            let score = 1.0 / (HALF_RANK + f64::from(rank));
            match fused.iter_mut().find(|(_, other)| overlaps(other, &region)) {
                Some((sum, _)) => *sum += score,
                None => fused.push((score, region)),
            }
        }
    }
    fused.sort_by(|a, b| b.0.total_cmp(&a.0));
    fused.into_iter().map(|entry| entry.1).collect()
}

/// Takes regions from both lists in turn, in their order, `own_share` of [`MIXED`] from the second; none twice.
fn interleaved(
    with_words: Vec<Region>,
    own: Vec<Region>,
    own_share: usize,
    limit: usize,
) -> Vec<Region> {
    let (mut with_words, mut own) = (with_words.into_iter(), own.into_iter());
    let (mut taken, mut taken_own) = (0, 0);
    let mut regions: Vec<Region> = Vec::new();
    while regions.len() < limit {
        let is_owns_turn = taken_own * (MIXED - own_share) < taken * own_share;
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

/// The cost of two searches of the same files.
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
