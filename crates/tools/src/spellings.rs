//! How the names that a report cites may be written.

use firsthand_registry::RepoPath;
use firsthand_source::{QUALIFIERS, qualified_parts};

/// How a name may be written: a qualified one with what separates its parts in any language.
pub(crate) fn spellings(name: &str) -> Vec<String> {
    match qualified_parts(name) {
        Some(parts) => QUALIFIERS.iter().map(|separator| parts.join(separator)).collect(),
        None => vec![name.to_owned()],
    }
}

/// The lines of each name, of those `found` of each spelling in order.
pub(crate) fn by_name(
    spellings: &[Vec<String>],
    found: Vec<Vec<(RepoPath, u32)>>,
) -> Vec<Vec<(RepoPath, u32)>> {
    let mut found = found.into_iter();
    let lines = spellings.iter().map(|of_name| {
        let mut lines: Vec<(RepoPath, u32)> =
            found.by_ref().take(of_name.len()).flatten().collect();
        if of_name.len() > 1 {
            lines.sort_unstable();
            lines.dedup();
        }
        lines
    });
    lines.collect()
}
