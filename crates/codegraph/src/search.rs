//! The fourth layer: search by text. It scans all files, ranks them, opens the best, ranks their declarations, and
//! selects the regions to show.

mod fallbacks;
mod guesses;
mod keys;
mod links;
mod named;
mod open;
mod preambles;
mod promising;
mod rank;
mod roots;
mod select;
mod shared_texts;
mod texts;

use crate::QueryWords;
use crate::facts::scanned_query::ScannedQuery;
use std::sync::Arc;

use crate::answer::{MAX_LISTED_FILES, RankedFile, SearchResult, first_files};
use crate::facts::files::Files;
use crate::facts::parsed_file::given_up_note;
use crate::query::Query;
use crate::text::listing::{Listing, index_in};
use crate::text::rank::similar::SimilarWords;
use crate::text::scan::{Scan, ScannedTokens};
use crate::text::scope::Scope;
use crate::text::tokens::Tokens;
use crate::text::unread::{may_hold_words, not_searched};
use firsthand_source::fs::{FileEntry, Inventory};
use firsthand_source::{Cancel, NotSearched, RepoPath, Unsearched, guesses};
use named::NamedPlaces;
use rank::files::{self, FileRank};
use rank::names::qualified_names;
use rank::{Link, Passage, QueryContext, RangeKind, SearchedFile};
use texts::Texts;

/// Answers a query over a listing of the tree.
pub(crate) fn search(listed: &Files, query: &Query, cancel: &Cancel) -> SearchResult {
    let words = guesses(&query.words);
    if words.is_empty() {
        search_text(listed, query, None, cancel).0
    } else {
        guesses::search(listed, query, &words, cancel)
    }
}

/// Answers a query by its text alone, with the scan for its words. A known scan of the same files is used where it has
/// all of them.
fn search_text(
    listed: &Files,
    query: &Query,
    known: Option<&ScannedTokens>,
    cancel: &Cancel,
) -> (SearchResult, Option<ScannedTokens>) {
    let mut result = SearchResult::default();
    let listing = &listed.listing;
    let mut inventory = Arc::clone(&listing.inventory);
    let mut file_indices = None;
    if let Some(within) = &query.within {
        let (part, indices) = part_within(&inventory, within, &mut result.notes);
        inventory = Arc::new(part);
        file_indices = Some(indices);
    }
    result.stats.files_seen = inventory.files.len() as u64;
    result.stats.files_skipped = inventory.skipped.total();
    let entries = &inventory.files;
    let named = NamedPlaces::of(listing, entries, query);
    result.notes.extend(named.notes.iter().cloned());
    if entries.is_empty() {
        // Without files there is no note about the words of the query.
        result.set_not_searched(inventory.not_listed.clone());
        return (result, None);
    }
    let has_words = !Tokens::of(&named.text).list.is_empty();
    if !has_words && named.files.is_empty() && fallbacks::wordless_parts(&query.text).is_empty() {
        let note = "the query holds no word of two or more characters";
        result.notes.push(note.to_owned());
        return (result, None);
    }
    // The listing has the postings of the whole tree.
    let all_postings = listing.postings();
    let part = file_indices.and_then(|indices| Some(all_postings?.part(&indices)));
    let postings = if query.within.is_some() { part.as_ref() } else { all_postings };
    let scanned = ScannedQuery::of(listed, entries, postings, query, &named.text, known, cancel);
    add_scan(&scanned.scan, &mut result);
    answer(&scanned, &named, &mut result);
    let regions = &mut result.regions;
    regions.retain(|region| !named.is_beside_unread(entries, region));
    add_unread(&scanned, (listing, &inventory), &named, &mut result);
    if result.regions.is_empty() {
        add_empty(entries, &mut result);
    }
    (result, Some((scanned.tokens, scanned.scan)))
}

/// Names the files that match by their paths and have no text to show.
fn add_empty(entries: &[FileEntry], result: &mut SearchResult) {
    let sizes = result.files.iter().filter_map(|file| {
        let index = index_in(entries, file.path.as_str())?;
        (entries[index as usize].size == 0).then(|| file.path.as_str().to_owned())
    });
    let empty = NotSearched::grouped(sizes.map(|path| (Unsearched::Empty, path)));
    if !empty.is_empty() {
        result.set_not_searched(NotSearched::joined(result.not_searched.clone(), empty));
    }
}

/// The part of the inventory that `within` selects, and the indices of its files in the inventory. If `within` is
/// invalid, the part is empty and a note says why.
fn part_within(
    inventory: &Inventory,
    within: &str,
    notes: &mut Vec<String>,
) -> (Inventory, Vec<u32>) {
    let scope =
        Scope::of(within, inventory).map_err(|error| notes.push(format!("{within}: {error}")));
    let is_selected = |file: &&FileEntry| {
        let scope = scope.as_ref();
        scope.is_ok_and(|scope| scope.holds(file.path.as_str()))
    };
    let numbered = inventory.files.iter().zip(0..);
    let (files, indices) = numbered
        .filter(|(file, _)| is_selected(file))
        .map(|(file, index)| (file.clone(), index))
        .unzip();
    let part =
        Inventory { files, skipped: inventory.skipped, not_listed: inventory.not_listed.clone() };
    (part, indices)
}

fn answer(scanned: &ScannedQuery<'_>, named: &NamedPlaces, result: &mut SearchResult) {
    let &ScannedQuery { entries, query, .. } = scanned;
    result.query_words = scanned.words;
    result.notes.extend(scanned.words.map(QueryWords::note));
    let context = QueryContext {
        scanned,
        similar: SimilarWords::of(&scanned.tokens),
        qualified_names: qualified_names(&query.text),
    };
    let ranks = files::rank(&context);
    result.tokens = scanned.rarity.stats(&scanned.tokens, scanned.cancel);
    // Nobody saw the words that the caller guesses.
    let is_guessed = !guesses(&query.words).is_empty();
    let texts = if is_guessed { Texts::default() } else { Texts::of(scanned) };
    if ranks.is_empty() && named.files.is_empty() && texts.is_empty() {
        add_places_inside_words(&context, result);
        return;
    }
    let (mut top, translations) = promising::promising(&context, &ranks, &mut result.stats);
    named.add_files(&context, &mut top, &ranks);
    roots::add_files(&context, &mut top, &ranks);
    texts.add_files(&mut top, &ranks);
    let mut opened = open::open(&context, &top, &mut result.stats);
    let declaring = promising::declaring_files(&context, &ranks, &opened, &mut result.stats);
    opened.extend(open::open(&context, &declaring, &mut result.stats));
    shared_texts::lower_copies(&mut opened);
    let given_up = given_up_note(opened.iter().map(|searched| &*searched.file));
    result.notes.extend(given_up);
    named.mark_files(&context, &mut opened);
    let mut passages = open::passages(&context, &opened);
    let unopened = |path: &str| {
        let file = index_in(entries, path).and_then(|file| translations.get(&file));
        file.copied().unwrap_or_default()
    };
    let parallel = shared_texts::merge(&mut passages, &opened, unopened);
    result.notes.extend(parallel);
    shared_texts::keep_best_text(&context, &mut passages, &opened);
    let threads = context.threads();
    links::propagate_uses(threads, &mut passages, &opened);
    let file_scores = open::file_scores(threads, &opened, &passages);
    open::add_file_scores(&mut passages, &opened, &file_scores);
    result.files = ranked_files(entries, &ranks, &opened, &file_scores, named);
    let mut files: Vec<usize> = (0..opened.len()).collect();
    files.sort_by(|&a, &b| file_scores[b].total_cmp(&file_scores[a]));
    let lines = named.lines(&context, &opened);
    let mut first = named.first_places(&lines, &context, &opened, &mut passages);
    texts.add_places(&context, &opened, &mut first, &mut passages);
    let turns = roots::Turns::of(&context, &opened, &passages);
    let mut chosen =
        select::select((passages, first), turns, &files, query.limit, query.window_lines);
    if chosen.is_empty() {
        // The words stand only in the paths of files.
        chosen = fallbacks::beginnings(&opened, &files, &file_scores, query);
    }
    texts.add_label_users(&context, &opened, &mut chosen);
    let named_lines = |path: &str| {
        let own = lines.iter().filter(|line| opened[line.0].file.path == path);
        own.map(|line| line.1).collect::<Vec<u32>>()
    };
    result.regions = select::regions(&opened, &chosen, &context, &named_lines);
}

/// Adds what a scan read.
fn add_scan(scan: &Scan, result: &mut SearchResult) {
    result.stats.files_read = scan.files.len() as u64;
    result.stats.files_recalled = scan.recalled;
    result.stats.bytes_read = scan.bytes;
    result.stats.files_skipped += scan.unread.len() as u64;
}

/// Adds what a scan did not search. Where nothing was found, a text that was not searched and has none of the words does not
/// count.
fn add_unread(
    scanned: &ScannedQuery<'_>,
    (listing, inventory): (&Listing, &Inventory),
    named: &NamedPlaces,
    result: &mut SearchResult,
) {
    let scan = &scanned.scan;
    let has_foreign_words = scanned.tokens.list.iter().any(|token| !token.text.is_ascii());
    let foreign = scan.files.iter().filter(|file| has_foreign_words && file.foreign);
    let foreign = foreign.map(|file| file.file);
    let mut unread = scan.unread.clone();
    if result.regions.is_empty() && named.files.is_empty() {
        let words: Vec<&str> = scanned.tokens.list.iter().map(|token| &*token.text).collect();
        unread = may_hold_words(listing, scanned.entries, unread, &words);
    }
    result.set_not_searched(not_searched(
        inventory,
        scanned.entries,
        unread,
        foreign,
        &named.files,
    ));
}

/// The result for a query of which no file has a word or a similar one.
fn add_places_inside_words(context: &QueryContext<'_>, result: &mut SearchResult) {
    let (opened, places) = fallbacks::places_inside_words(context, &mut result.stats);
    let lines_in = |path: &str| {
        let of_file = places.iter();
        let of_file = of_file.filter(|(place, _)| opened[place.file].file.path == path);
        of_file.map(|(_, line)| *line).collect()
    };
    let chosen: Vec<Passage> = places.iter().map(|(place, _)| place.clone()).collect();
    result.regions = select::regions(&opened, &chosen, context, &lines_in);
    if !context.scanned.cancel.is_cancelled() {
        let note = if result.regions.is_empty() {
            "no file holds a word of the query"
        } else {
            "no file holds a word of the query, except inside longer words"
        };
        result.notes.push(note.to_owned());
    }
}

/// At most [`MAX_LISTED_FILES`] files, best first: the opened ones by their final scores, those that the query names before
/// all others, then the rest.
fn ranked_files(
    entries: &[FileEntry],
    ranks: &[FileRank],
    opened: &[SearchedFile],
    file_scores: &[f64],
    named: &NamedPlaces,
) -> Vec<RankedFile> {
    let mut list: Vec<RankedFile> = opened
        .iter()
        .zip(file_scores)
        .filter_map(|(file, score)| {
            let path = RepoPath::new(&file.file.path).ok()?;
            let score = *score;
            Some(RankedFile { path, score })
        })
        .collect();
    let is_named = |file: &RankedFile| {
        index_in(entries, file.path.as_str()).is_some_and(|file| named.files.contains(&file))
    };
    list.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        is_named(b).cmp(&is_named(a)).then(by_score).then_with(|| a.path.cmp(&b.path))
    });
    let further = ranks.iter().map(|rank| RankedFile {
        path: entries[rank.file as usize].path.clone(),
        score: rank.total,
    });
    first_files(list.into_iter().chain(further), MAX_LISTED_FILES)
}

#[cfg(test)]
mod tests;
