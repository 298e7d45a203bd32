//! Texts that opened files have in common. A copy is a file most of whose declarations are also in smaller files, such as
//! a library that is published as one file: the smaller file is the one that people change.

use super::keys::Keys;
use super::open::best_of_files;
use super::{Passage, QueryContext, RangeKind, SearchedFile};
use crate::facts::ParsedFile;
use crate::facts::extract::last_at;
use crate::text::entries::is_parallel;
use firsthand_source::count;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The share of its compared declarations that a copy has in common with smaller files.
const MIN_COPIED_SHARE: f64 = 0.5;
/// A file with fewer compared declarations is no copy.
const MIN_DECLARATIONS: usize = 20;
/// The fewest lines of a declaration that is compared: many files have the same shorter ones.
const MIN_COPIED_LINES: u32 = 3;
/// The most bytes of a declaration that is compared. Of a longer one the members are compared instead, since the text
/// of nested declarations is hashed once for each level.
const MAX_BYTES: usize = 16 << 10;
/// The factor of the scores of a copy.
const COPY_FACTOR: f64 = 0.4;

/// Lowers the copies among the opened files.
pub(super) fn lower_copies(opened: &mut [SearchedFile]) {
    let texts: Vec<Vec<&[u8]>> =
        opened.iter().map(|searched| declarations(&searched.file)).collect();
    let mut smallest: HashMap<&[u8], usize> = HashMap::new();
    for (searched, texts) in opened.iter().zip(&texts) {
        for text in texts {
            let size = smallest.entry(text).or_insert(usize::MAX);
            *size = (*size).min(searched.file.text.len());
        }
    }
    let is_copy = |(searched, texts): (&SearchedFile, &Vec<&[u8]>)| {
        let in_smaller = |text: &&&[u8]| smallest[**text] < searched.file.text.len();
        let copied = texts.iter().filter(in_smaller).count();
        texts.len() >= MIN_DECLARATIONS && copied as f64 >= MIN_COPIED_SHARE * texts.len() as f64
    };
    let copies: Vec<bool> = opened.iter().zip(&texts).map(is_copy).collect();
    for (searched, is_copy) in opened.iter_mut().zip(copies) {
        if is_copy {
            searched.factor *= COPY_FACTOR;
            searched.file_score *= COPY_FACTOR;
        }
    }
}

/// The texts of a file's declarations that are compared.
fn declarations(file: &ParsedFile) -> Vec<&[u8]> {
    let symbols = file.facts.symbols.iter();
    let long = symbols.filter(|symbol| symbol.end - symbol.start + 1 >= MIN_COPIED_LINES);
    long.filter_map(|symbol| {
        let span = symbol.code.start as usize..symbol.code.end as usize;
        file.text.get(span).filter(|text| text.len() <= MAX_BYTES)
    })
    .collect()
}

// Files of one shape. Files with the same keys and other values are translations, fixtures, the settings of several
// environments; files that declare the same members of the same super types are migrations, adapters, providers. They are
// one place: of those among the opened files, the one that has the most of the query.

/// Files of code with one shape are one place only where so many are among the opened ones, so that they crowd out others.
const MIN_CROWD: usize = 8;

/// Removes the passages of files that are parallel to a better one, and returns a note for each of these.
pub(super) fn merge(
    passages: &mut Vec<Passage>,
    opened: &[SearchedFile],
    translations: impl Fn(&str) -> usize,
) -> Vec<String> {
    let keys: Vec<Keys> = opened.iter().map(|searched| Keys::of(&searched.file)).collect();
    let best = best_of_files(passages, opened.len(), |passage| passage.own_score);
    // A translation in the language of the query has its words most often.
    let words = |file: usize| if keys[file].are_members { 0 } else { opened[file].hits.len() };
    let mut order: Vec<usize> = (0..opened.len()).filter(|file| best[*file] > 0.0).collect();
    order.sort_by(|&a, &b| {
        let by_path = opened[a].file.path.cmp(&opened[b].file.path);
        words(b).cmp(&words(a)).then(best[b].total_cmp(&best[a])).then(by_path)
    });
    let mut like: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut kept: Vec<usize> = Vec::new();
    for file in order {
        let paths = |other: usize| (&*opened[file].file.path, &*opened[other].file.path);
        let is_like = |other: &&usize| {
            let (path, other_path) = paths(**other);
            is_parallel(path, other_path) && keys[file].are_like(&keys[**other])
        };
        match kept.iter().find(is_like) {
            Some(other) => like.entry(*other).or_default().push(file),
            None => kept.push(file),
        }
    }
    like.retain(|kept, others| {
        if keys[*kept].are_members {
            let is_crowd = others.len() + 1 >= MIN_CROWD;
            others.retain(|other| is_crowd && !has_own_words(&opened[*other], &opened[*kept]));
        }
        !others.is_empty()
    });
    let dropped: HashSet<usize> = like.values().flatten().copied().collect();
    passages.retain(|passage| !dropped.contains(&passage.file));
    let counts = kept.into_iter().map(|file| {
        let path = &*opened[file].file.path;
        (file, path, like.get(&file).map_or(0, Vec::len) + translations(path))
    });
    let note = |(file, path, others): (usize, &str, usize)| {
        let what = if keys[file].are_members { "members" } else { "keys" };
        let files = count(others, "more file", "more files");
        format!("{path} stands for {files} with the same {what}")
    };
    counts.filter(|(.., others)| *others > 0).map(note).collect()
}

/// Whether the path of a file has a word of the query that the path of the other one does not have.
fn has_own_words(file: &SearchedFile, other: &SearchedFile) -> bool {
    let in_other = |token: u16| other.path_tokens.iter().any(|(known, _)| *known == token);
    file.path_tokens.iter().any(|(token, _)| !in_other(*token))
}

// Texts that people see stand in files with the same keys in several languages. They say what the code does in the words
// of a query, all of them at once, so that parts of a long file would take the places of the code.

/// The most files that are read to find a parallel one.
const MAX_PARALLEL_READ: usize = 3;

/// Removes the passages of files of texts but the best one. The files that the query names keep theirs.
pub(super) fn keep_best_text(
    context: &QueryContext<'_>,
    passages: &mut Vec<Passage>,
    opened: &[SearchedFile],
) {
    let is_of_texts = |searched: &SearchedFile| {
        let keys = Keys::of_values(&searched.file.path, &searched.file.text);
        let keys = keys.filter(|keys| keys.are_texts() && !searched.named);
        keys.is_some_and(|keys| has_parallel(context, &searched.file.path, &keys))
    };
    let is_of_texts: Vec<bool> = opened.iter().map(is_of_texts).collect();
    let of_texts = passages.iter().enumerate().filter(|(_, passage)| is_of_texts[passage.file]);
    let best = of_texts.max_by(|(_, a), (_, b)| a.own_score.total_cmp(&b.own_score));
    let best = best.map(|(at, _)| at);
    let mut at = 0..;
    passages.retain(|passage| at.next() == best || !is_of_texts[passage.file]);
}

/// Whether one of the first files with a parallel path has the same keys.
fn has_parallel(context: &QueryContext<'_>, path: &str, keys: &Keys) -> bool {
    let paths = context.scanned.entries.iter().map(|entry| entry.path.as_str());
    let others = paths.filter(|other| *other != path && is_parallel(path, other));
    others.take(MAX_PARALLEL_READ).any(|other| {
        let text = context.listing().reader.read(other).ok();
        text.is_some_and(|text| {
            Keys::of_values(other, &text).is_some_and(|others| keys.are_like(&others))
        })
    })
}

// Places that match only beside the code of their file: in imports and the name of its namespace, or in comments outside
// declarations, such as a licence, by words that stand in the code, too.

/// Removes blocks in which only imports and the namespace match, or comments by words that stand in the code, too, if
/// something else of their file matches.
pub(super) fn drop_beside_code(passages: &mut Vec<Passage>, opened: &[SearchedFile]) {
    let mut code_tokens: HashMap<usize, HashSet<u16>> = HashMap::new();
    let mut is_beside: Vec<bool> = Vec::with_capacity(passages.len());
    for passage in &*passages {
        let searched = &opened[passage.file];
        let is_outside = passage.kind == RangeKind::OutsideDeclarations;
        is_beside.push(
            is_outside && {
                let in_code = code_tokens.entry(passage.file);
                is_beside_code(
                    passage,
                    searched,
                    in_code.or_insert_with(|| tokens_in_code(searched)),
                )
            },
        );
    }
    let others: HashSet<usize> = passages
        .iter()
        .zip(&is_beside)
        .filter(|(_, is_beside)| !**is_beside)
        .map(|(passage, _)| passage.file)
        .collect();
    let mut is_beside = is_beside.into_iter();
    passages.retain(|passage| {
        let is_beside = is_beside.next().unwrap_or_default();
        !(is_beside && others.contains(&passage.file))
    });
}

/// Whether all matches of a place are in imports and the namespace, or in comments by words that stand in the code, too.
fn is_beside_code(passage: &Passage, searched: &SearchedFile, in_code: &HashSet<u16>) -> bool {
    let file = &searched.file;
    // A file has many hits and many such places, so the hits of each place are sliced out by their bytes.
    let hits = searched.hits_within(&file.lines.bytes(passage.start, passage.end));
    hits.iter().all(|hit| {
        file.facts.is_before_code(hit.start)
            || (is_comment(file, hit.start) && in_code.contains(&hit.token))
    })
}

/// The query's tokens in a file, except in imports, in its namespace and in comments outside declarations.
fn tokens_in_code(searched: &SearchedFile) -> HashSet<u16> {
    let file = &searched.file;
    let hits = searched.hits.iter();
    let in_code =
        hits.filter(|hit| !file.facts.is_before_code(hit.start) && !is_comment(file, hit.start));
    in_code.map(|hit| hit.token).collect()
}

fn is_comment(file: &ParsedFile, at: u32) -> bool {
    last_at(&file.facts.comments, at).is_some()
}
