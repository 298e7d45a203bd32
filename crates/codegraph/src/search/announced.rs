//! Where what is only announced is defined: a prototype that fits a query says that a definition stands in
//! another file, whose own words may not bring it up.

use crate::inventory::FileEntry;
use crate::languages::folder;
use crate::rank::files::FileRank;
use crate::rank::symbols::{Asked, Candidate, Searched};
use crate::scan::Scan;
use crate::words::each_word;

/// Best places among which prototypes are looked for.
const LOOKED: usize = 40;
/// Files that are opened for all of them.
const FILES: usize = 4;

/// The files, best first, of a prototype's folder that were not opened and hold every word that its name has of
/// the query. `candidates` come in any order; the first `opened.len()` of `ranks` are open.
pub(super) fn files(
    entries: &[FileEntry],
    ranks: &[FileRank],
    scan: &Scan,
    opened: &[Searched],
    candidates: &[Candidate],
    asked: &Asked<'_>,
) -> Vec<FileRank> {
    let prototypes = prototypes(opened, candidates);
    let mut found: Vec<FileRank> = Vec::new();
    for (path, name) in prototypes {
        let mut words: Vec<u16> = Vec::new();
        each_word(name.as_bytes(), |word| {
            words.extend(asked.tokens.find(&word))
        });
        let beside = ranks.iter().filter(|rank| {
            let other = &entries[rank.file as usize].path;
            folder(other.as_str()) == folder(path)
                && opened.iter().all(|file| file.file.path != other.as_str())
        });
        let holds = |rank: &&FileRank| {
            let at = scan
                .files
                .binary_search_by_key(&rank.file, |file| file.file);
            at.is_ok_and(|at| {
                let counts = &scan.files[at].counts;
                words
                    .iter()
                    .all(|word| counts.iter().any(|count| count.0 == *word))
            })
        };
        for rank in beside.filter(holds) {
            if found.len() < FILES && found.iter().all(|kept| kept.file != rank.file) {
                found.push(rank.clone());
            }
        }
    }
    found
}

/// Path and name of the prototypes among the best places that no opened file defines, best first.
fn prototypes<'o>(opened: &'o [Searched], candidates: &[Candidate]) -> Vec<(&'o str, &'o str)> {
    let mut best: Vec<&Candidate> = candidates.iter().collect();
    best.sort_by(|a, b| b.own.total_cmp(&a.own));
    best.truncate(LOOKED);
    let symbols = || opened.iter().flat_map(|file| &file.file.facts.symbols);
    let defined =
        |name: &str| symbols().any(|symbol| symbol.name == name && symbol.is_definition());
    let named = best.iter().filter_map(|candidate| {
        let file = &opened[candidate.file].file;
        let symbol = &file.facts.symbols[candidate.shape.symbol()?];
        Some((
            file.path.as_str(),
            symbol.name.as_str(),
            symbol.is_prototype(),
        ))
    });
    named
        .filter(|(_, name, prototype)| *prototype && !defined(name))
        .map(|(path, name, _)| (path, name))
        .collect()
}
