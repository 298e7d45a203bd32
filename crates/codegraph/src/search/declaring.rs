//! Finds files that declare an identifier of the query but rank too low to be opened: the files that use a common name
//! contain it more often than the file that declares it.

use super::Call;
use crate::answer::Stats;
use crate::query::Query;
use crate::relations;
use crate::search::rank::files::FileRank;
use crate::search::rank::passages::{QueryContext, SearchedFile};
use firsthand_source::fs::FileEntry;

/// A query with more identifiers gets no such files: it is code or a stack trace.
const MAX_NAMES: usize = 2;
/// The most files that are opened for each identifier.
const MAX_DECLARING_FILES: usize = 3;

/// The files of `ranks` that declare an identifier of the query which no opened file declares, best first. An
/// identifier that occurs in no file is skipped.
pub(super) fn declaring_files(
    call: &Call<'_>,
    entries: &[FileEntry],
    ranks: &[FileRank],
    opened: &[SearchedFile],
    context: &QueryContext<'_>,
    query: &Query,
    stats: &mut Stats,
) -> Vec<FileRank> {
    let tokens = context.tokens.list.iter().zip(&context.rarity.files);
    let names: Vec<(&str, u32)> = tokens
        .filter(|(token, _)| token.compound && token.whole && !token.joined)
        .map(|(token, files)| (&*token.spelling, *files))
        .collect();
    if names.len() > MAX_NAMES {
        return Vec::new();
    }
    let is_declared = |name: &str| {
        let mut symbols = opened
            .iter()
            .flat_map(|searched| &searched.file.facts.symbols);
        symbols.any(|symbol| symbol.name == name)
    };
    let mut found: Vec<FileRank> = Vec::new();
    for (name, files) in names {
        if files == 0 || is_declared(name) {
            continue;
        }
        let paths = relations::declaring_files(call.files, query, name, call.cancel, stats);
        let declares = |rank: &&FileRank| {
            let path = entries[rank.file as usize].path.as_str();
            paths.iter().any(|declaring| declaring == path)
        };
        let new = ranks.iter().filter(declares).take(MAX_DECLARING_FILES);
        found.extend(new.cloned());
    }
    found.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.file.cmp(&b.file)));
    found.dedup_by_key(|rank| rank.file);
    found
}
