//! Places that match only beside the code of their file: in imports, or in comments outside declarations, such as a
//! licence, by words that stand in the code, too.

use std::collections::{HashMap, HashSet};

use super::rank::SearchedFile;
use super::rank::passages::{Passage, RangeKind};
use crate::facts::parsed_file::ParsedFile;

/// Removes blocks in which only imports match, or comments by words that stand in the code, too, if something else of
/// their file matches.
pub(super) fn drop(passages: &mut Vec<Passage>, opened: &[SearchedFile]) {
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

/// Whether all matches of a place are in imports, or in comments by words that stand in the code, too.
fn is_beside_code(passage: &Passage, searched: &SearchedFile, in_code: &HashSet<u16>) -> bool {
    let file = &searched.file;
    // A file has many hits and many such places, so the hits of each place are sliced out by their bytes.
    let hits = searched.hits_within(&file.lines.bytes(passage.start, passage.end));
    hits.iter().all(|hit| {
        is_imported(file, hit.start)
            || (is_comment(file, hit.start) && in_code.contains(&hit.token))
    })
}

/// The query's tokens in a file, except in imports and in comments outside declarations.
fn tokens_in_code(searched: &SearchedFile) -> HashSet<u16> {
    let file = &searched.file;
    let hits = searched.hits.iter();
    let in_code = hits.filter(|hit| !is_imported(file, hit.start) && !is_comment(file, hit.start));
    in_code.map(|hit| hit.token).collect()
}

fn is_imported(file: &ParsedFile, at: u32) -> bool {
    file.facts
        .imports
        .iter()
        .any(|import| import.at.contains(&at))
}

fn is_comment(file: &ParsedFile, at: u32) -> bool {
    let comments = &file.facts.comments;
    let before = comments.partition_point(|comment| comment.start <= at);
    before
        .checked_sub(1)
        .is_some_and(|last| comments[last].contains(&at))
}
