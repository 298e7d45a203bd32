//! The ids of entities: symbols, blocks of lines, commits.

use firsthand_registry::{LineRange, RepoPath, Symbol};

/// The path prefix under which commit messages are observed. Directory walks skip `.git`, so no observed file has such
/// a path.
const COMMIT_PATH_PREFIX: &str = ".git/commits/";

/// The id of a declaration, `path#Qualified::name(kind)`, or of lines outside of declarations, `path#L3-9`.
pub(crate) fn entity_id(path: &RepoPath, symbol: Option<&Symbol>, lines: LineRange) -> String {
    match symbol {
        Some(symbol) => format!("{path}#{}({})", symbol.qualified, symbol.kind),
        None => format!("{path}#L{lines}"),
    }
}

/// Whether `partial` is a suffix of the id, or of the id without its kind.
pub(crate) fn is_suffix(id: &str, partial: &str) -> bool {
    let bare = id.rsplit_once('(').map_or(id, |(bare, _)| bare);
    id.ends_with(partial) || bare.ends_with(partial)
}

/// The name in an id or partial id: the text between `#` and the kind.
pub(crate) fn name_of(id: &str) -> &str {
    // A `#` behind a dot does not separate: it begins a private name, as in `Session.#renew`.
    let separates = |at: &(usize, &str)| !id[..at.0].ends_with('.');
    let name = id.match_indices('#').find(separates);
    let name = name.map_or(id, |(at, _)| &id[at + 1..]);
    name.split_once('(').map_or(name, |(name, _)| name)
}

/// The path under which a commit's message is observed.
pub(crate) fn commit_path(id: &str) -> Option<RepoPath> {
    RepoPath::new(&format!("{COMMIT_PATH_PREFIX}{id}")).ok()
}

/// The commit whose message is observed under this path.
pub(crate) fn commit_of(path: &RepoPath) -> Option<&str> {
    path.as_str().strip_prefix(COMMIT_PATH_PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).unwrap()
    }

    #[test]
    fn ids_name_symbols_or_lines() {
        let lines = LineRange::new(3, 9).unwrap();
        let symbol = Symbol {
            name: "post".to_owned(),
            qualified: "Ledger::post".to_owned(),
            kind: "method".to_owned(),
        };
        let id = entity_id(&path("src/a.rs"), Some(&symbol), lines);
        assert_eq!(id, "src/a.rs#Ledger::post(method)");
        assert_eq!(name_of(&id), "Ledger::post");
        assert_eq!(name_of("a.ts#Session.#renew(method)"), "Session.#renew");
        assert_eq!(name_of("Session.#renew"), "Session.#renew");
        assert_eq!(entity_id(&path("a.md"), None, lines), "a.md#L3-9");
        let commit = commit_path("ab12").unwrap();
        assert_eq!(commit_of(&commit), Some("ab12"));
        assert_eq!(commit_of(&path("src/a.rs")), None);
    }

    #[test]
    fn any_suffix_is_a_partial_id() {
        let id = "src/a.rs#Ledger::post(method)";
        for partial in [
            "post",
            "Ledger::post",
            "post(method)",
            "a.rs#Ledger::post",
            "ost",
            id,
        ] {
            assert!(is_suffix(id, partial), "{partial}");
        }
        for partial in ["Ledger", "src/a.rs", "post(function)"] {
            assert!(!is_suffix(id, partial), "{partial}");
        }
    }
}
