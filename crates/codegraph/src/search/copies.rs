//! Detects copies: files most of whose declarations are also in smaller files, such as a library that is published as
//! one file. The smaller file is the one that people change.

use std::collections::HashMap;

use crate::facts::parsed_file::ParsedFile;
use crate::search::rank::passages::SearchedFile;

/// The share of its compared declarations that a copy has in common with smaller files.
const MIN_COPIED_SHARE: f64 = 0.5;
/// A file with fewer compared declarations is no copy.
const MIN_DECLARATIONS: usize = 20;
/// The fewest lines of a declaration that is compared: many files have the same shorter ones.
const MIN_LINES: u32 = 3;
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
    let long = symbols.filter(|symbol| symbol.end - symbol.start + 1 >= MIN_LINES);
    long.filter_map(|symbol| {
        let span = symbol.code.start as usize..symbol.code.end as usize;
        file.text.get(span).filter(|text| text.len() <= MAX_BYTES)
    })
    .collect()
}
