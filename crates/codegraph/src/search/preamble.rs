//! Lines with which several files begin alike before they declare anything, as a licence: no file says anything by
//! them.

use std::collections::HashMap;

use crate::rank::symbols::OpenedFile;

/// Files that begin alike.
const ALIKE: usize = 3;
/// Most lines that are compared.
const LINES: u32 = 40;

/// Leaves out the hits in the lines with which at least three of the opened files begin alike, up to their first
/// declarations.
pub(super) fn drop_preamble_hits(opened: &mut [OpenedFile]) {
    let prefixes = |searched: &OpenedFile| {
        let file = &searched.file;
        let declared = file.facts.symbols.first().map(|symbol| symbol.start);
        let before = declared.map_or(LINES, |line| line.saturating_sub(1));
        let count = file.lines.count().min(before).min(LINES);
        let ends: Vec<usize> = (1..=count)
            .map(|line| file.lines.bytes(1, line).end)
            .collect();
        ends
    };
    let mut alike: HashMap<Vec<u8>, usize> = HashMap::new();
    for searched in opened.iter() {
        for end in prefixes(searched) {
            *alike.entry(searched.file.text[..end].to_vec()).or_default() += 1;
        }
    }
    for searched in opened {
        let common = prefixes(searched).into_iter().take_while(|end| {
            alike
                .get(&searched.file.text[..*end])
                .is_some_and(|n| *n >= ALIKE)
        });
        // What nothing follows is no beginning: the whole file is alike.
        let followed = |end: &usize| !searched.file.text[*end..].trim_ascii().is_empty();
        if let Some(end) = common.last().filter(followed) {
            searched.hits.retain(|hit| hit.start as usize >= end);
            searched.runs.retain(|run| run.start as usize >= end);
        }
    }
}
