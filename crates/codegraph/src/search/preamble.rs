//! Detects preambles, such as licences: the lines before the first declaration that several files have in common. They
//! are not specific to a file.

use std::collections::HashMap;

use crate::search::rank::passages::SearchedFile;

/// The fewest files that begin with a preamble.
const MIN_FILES: usize = 3;
/// The most lines that are compared.
const MAX_LINES: u32 = 40;

/// Removes the hits in the lines with which at least three of the opened files begin, up to their first declarations.
pub(super) fn drop_preamble_hits(opened: &mut [SearchedFile]) {
    let prefix_ends = |searched: &SearchedFile| {
        let file = &searched.file;
        let declared = file.facts.symbols.first().map(|symbol| symbol.start);
        let before = declared.map_or(MAX_LINES, |line| line.saturating_sub(1));
        let count = file.lines.count().min(before).min(MAX_LINES);
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
                .is_some_and(|n| *n >= MIN_FILES)
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
