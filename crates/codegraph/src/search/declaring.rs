//! Files that declare an identifier of the query and that the ranks do not reach: others use a common name more
//! often than its own file says it.

use super::Call;
use crate::answer::Stats;
use crate::inventory::FileEntry;
use crate::query::Query;
use crate::rank::files::FileRank;
use crate::rank::symbols::{OpenedFile, QueryContext};
use crate::relate;

/// Identifiers of a query that is about them; one with more of them shows code or a trace.
const MAX_NAMES: usize = 2;
/// Files that are opened for a name.
const MAX_DECLARING_FILES: usize = 3;

/// Those of the files in `ranks` that declare an identifier of the query that no opened file declares, best first.
pub(super) fn declaring(
    call: &Call<'_>,
    entries: &[FileEntry],
    ranks: &[FileRank],
    opened: &[OpenedFile],
    context: &QueryContext<'_>,
    query: &Query,
    stats: &mut Stats,
) -> Vec<FileRank> {
    let tokens = context.tokens.list.iter();
    let names: Vec<&str> = tokens
        .filter(|token| token.compound && token.whole && !token.joined)
        .map(|token| &*token.spelling)
        .collect();
    if names.len() > MAX_NAMES {
        return Vec::new();
    }
    let is_declared = |name: &str| {
        let mut symbols = opened.iter().flat_map(|one| &one.file.facts.symbols);
        symbols.any(|symbol| symbol.name == name)
    };
    let mut found: Vec<FileRank> = Vec::new();
    for name in names.into_iter().filter(|name| !is_declared(name)) {
        let paths = relate::declaring(call, query, name, stats);
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
