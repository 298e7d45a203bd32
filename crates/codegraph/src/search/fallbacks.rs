//! What is shown of a query of which no file has a word, or only in its path. That nothing is there may be said only if
//! no file has a word inside longer ones either.

use super::named::place_of_line;
use super::open::open;
use super::{FileRank, Passage, QueryContext, RangeKind, SearchedFile};
use crate::answer::Stats;
use crate::facts::ParsedFile;
use crate::query::Query;
use crate::text::occurring::TextFinder;
use crate::text::tokens::Tokens;
use crate::text::window::blocks;
use firsthand_source::fs::FileEntry;

/// The fewest bytes of a word that is searched for; shorter ones are inside words by chance.
const MIN_BYTES: usize = 4;
/// The most words that are searched for.
const MAX_WORDS: usize = 64;
/// The most files in the result.
const MAX_FILES: usize = 10;

/// The files with the most words of the query inside others, and a place of each with the line of such a word.
pub(super) fn places_inside_words(
    context: &QueryContext<'_>,
    stats: &mut Stats,
) -> (Vec<SearchedFile>, Vec<(Passage, u32)>) {
    let (scanned, query) = (context.scanned, context.scanned.query);
    let words = scanned.tokens.list.iter().filter(|token| !token.joined);
    let words = words.map(|token| token.text.clone());
    let words = words.filter(|word| word.len() >= MIN_BYTES);
    let texts = words.chain(wordless_parts(&query.text)).take(MAX_WORDS);
    let Some(finder) = TextFinder::of(&texts.collect::<Vec<_>>()) else {
        return Default::default();
    };
    let numbered: Vec<(u32, &FileEntry)> = (0..).zip(scanned.entries).collect();
    let (threads, reader) = (context.threads(), &context.listing().reader);
    let ranks = threads.map(&numbered, 8, Vec::new, |buffer, (file, entry)| {
        let path = entry.path.as_str();
        let read = !scanned.cancel.is_cancelled() && reader.read_into(path, buffer).is_ok();
        let count = if read { finder.matches(buffer).len() } else { 0 };
        (count > 0).then(|| FileRank::of(*file, count as f64))
    });
    let mut ranks: Vec<FileRank> = ranks.into_iter().flatten().collect();
    ranks.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.file.cmp(&b.file)));
    ranks.truncate(MAX_FILES.min(query.limit));
    let opened = open(context, &ranks, stats);
    let places = opened.iter().enumerate();
    let places = places.filter_map(|(file, searched)| place(file, searched, &finder, query));
    let places = places.collect();
    (opened, places)
}

/// The marks that end a sentence or a part of it.
const SENTENCE_MARKS: &[char] = &['?', '!', '.', ',', ';', ':'];

/// The parts of a query between blanks in which no word is: operators, emoji, and as its last part a name of one letter.
pub(super) fn wordless_parts(query: &str) -> Vec<String> {
    let parts: Vec<&str> = query.split_whitespace().collect();
    let last = parts.len().saturating_sub(1);
    let numbered = parts.iter().enumerate().map(|(at, part)| {
        let trimmed = part.trim_end_matches(SENTENCE_MARKS);
        (at, if trimmed.is_empty() { part } else { trimmed })
    });
    let wordless = numbered.filter(|(at, part)| {
        let is_one_letter = part.len() == 1;
        let may_be_a_name = *at == last && part.chars().all(char::is_alphanumeric);
        (!is_one_letter || may_be_a_name) && Tokens::of(part).list.is_empty()
    });
    wordless.map(|(_, part)| part.to_owned()).collect()
}

/// The place around the first such word, and its line.
fn place(
    file: usize,
    searched: &SearchedFile,
    finder: &TextFinder,
    query: &Query,
) -> Option<(Passage, u32)> {
    // What is only in a secret is not found.
    let at = finder.first(&searched.file.text)?;
    let line = searched.file.lines.line_at(at);
    let (kind, range) = place_of_line(&searched.file, line, query.max_lines());
    Some((Passage::of_file(file, searched.file_score, kind, range), line))
}

/// The most files whose first lines are shown.
const MAX_BEGINNINGS: usize = 3;

/// The first lines of the best files, best first, for a query whose words occur only in their paths.
pub(super) fn beginnings(
    opened: &[SearchedFile],
    files: &[usize],
    file_scores: &[f64],
    query: &Query,
) -> Vec<Passage> {
    let beginning = |&file: &usize| {
        let ParsedFile { text, lines, .. } = &*opened[file].file;
        let first = opened[file].preamble + 1;
        let cut = blocks(text, lines, first, lines.count(), query.max_lines());
        let range = cut.into_iter().next()?;
        let kind = RangeKind::OutsideDeclarations;
        Some(Passage::of_file(file, file_scores[file], kind, range))
    };
    let found = files.iter().filter_map(beginning);
    found.take(query.limit.min(MAX_BEGINNINGS)).collect()
}
