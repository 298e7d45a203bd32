//! Texts that opened files have in common. A copy is a file most of whose declarations are also in smaller files, such as
//! a library that is published as one file: the smaller file is the one that people change. A preamble, such as a
//! licence, is the lines before the first declaration that several files have in common: it is not specific to a file.

use std::collections::HashMap;

use super::rank::SearchedFile;
use crate::facts::parsed_file::ParsedFile;

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
    let texts: Vec<Vec<&[u8]>> = opened
        .iter()
        .map(|searched| declarations(&searched.file))
        .collect();
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

/// The fewest files that begin with a preamble.
const MIN_PREAMBLE_FILES: usize = 3;
/// The most lines that are compared.
const MAX_PREAMBLE_LINES: u32 = 40;

/// Removes the hits in the lines with which at least three of the opened files begin, up to their first declarations.
pub(super) fn drop_preamble_hits(opened: &mut [SearchedFile]) {
    let prefix_ends = |searched: &SearchedFile| {
        let file = &searched.file;
        let declared = file.facts.symbols.first().map(|symbol| symbol.start);
        let before = declared.map_or(MAX_PREAMBLE_LINES, |line| line.saturating_sub(1));
        let count = file.lines.count().min(before).min(MAX_PREAMBLE_LINES);
        let ends: Vec<usize> = (1..=count)
            .map(|line| file.lines.bytes(1, line).end)
            .collect();
        ends
    };
    let mut counts: HashMap<Vec<u8>, usize> = HashMap::new();
    for searched in opened.iter() {
        for end in prefix_ends(searched) {
            *counts
                .entry(searched.file.text[..end].to_vec())
                .or_default() += 1;
        }
    }
    for searched in opened {
        let common_ends = prefix_ends(searched).into_iter().take_while(|end| {
            counts
                .get(&searched.file.text[..*end])
                .is_some_and(|n| *n >= MIN_PREAMBLE_FILES)
        });
        // A prefix that is the whole file is no preamble.
        let followed = |end: &usize| !searched.file.text[*end..].trim_ascii().is_empty();
        if let Some(end) = common_ends.last().filter(followed) {
            searched.hits.retain(|hit| hit.start as usize >= end);
            searched
                .phrase_matches
                .retain(|found| found.start as usize >= end);
        }
    }
}
