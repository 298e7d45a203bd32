//! The hit of a query: a place with its observed lines, or a commit with its message; and the ids of their entities.

use firsthand_registry::{
    Declaration, LineRange, Observation, ObservationKind, PathClass, RepoPath, Source, Symbol,
    Window,
};
use serde::{Deserialize, Serialize};

use crate::payload::{self, Tier};
use crate::retrieve::CommitChange;

/// The number of characters that count as one token of evidence.
const CHARS_PER_TOKEN: usize = 4;

/// The tokens of a text: four characters count as one.
pub(crate) fn tokens_of(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

/// Whether a hit's path is that of a test.
pub(crate) fn is_test(hit: &Hit) -> bool {
    PathClass::of(hit.path()).test
}

/// Whether a hit's path is that of a test or of support: fixtures, vendored code, scripts.
pub(crate) fn is_beside_source(hit: &Hit) -> bool {
    is_test(hit) || PathClass::of(hit.path()).support
}

/// An observed place or commit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Hit {
    /// The id of its entity: `path#Qualified::name(kind)`, `path#L3-9` or `commit:ID`.
    pub entity: String,
    /// How it was retrieved.
    pub tier: Tier,
    /// Its sources, in the order in which they found it; never empty.
    pub sources: Vec<String>,
    /// The score, which is comparable within one tier only.
    pub score: f64,
    /// The observed lines. Secrets are replaced.
    pub window: Window,
    /// The hash of the whole content of the file or message, in hexadecimal.
    pub(crate) content: String,
    /// The day of a commit; otherwise empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) date: String,
    /// The changes of a commit to the requested places; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) changed: Vec<CommitChange>,
}

impl Hit {
    /// The file, or the path under which a commit's message is observed.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        self.window.span.path()
    }

    /// The observed lines.
    #[must_use]
    pub fn lines(&self) -> LineRange {
        self.window.span.range()
    }

    /// The observed lines as text. Secrets are replaced.
    pub(crate) fn text(&self) -> String {
        self.window.span.lines().map(|(_, line)| format!("{}\n", line.text())).collect()
    }

    /// The tokens of its entity id and its lines.
    pub(crate) fn tokens(&self) -> usize {
        tokens_of(&self.entity) + tokens_of(&self.text())
    }

    /// The bare name of the declaration; empty without one.
    pub(crate) fn label(&self) -> &str {
        let symbol = self.window.symbol.as_ref();
        symbol.map_or("", |symbol| symbol.name.as_str())
    }

    /// The name of the declaration with its containers; empty without one.
    pub(crate) fn name(&self) -> String {
        let symbol = self.window.symbol.as_ref();
        symbol.map_or(String::new(), |symbol| symbol.qualified.clone())
    }

    /// The kind of the declaration; empty without one.
    pub(crate) fn kind(&self) -> &str {
        let symbol = self.window.symbol.as_ref();
        symbol.map_or("", |symbol| symbol.kind.as_str())
    }

    /// The shown declarations of its name and kind; those of an overloaded one are several.
    pub(crate) fn declared(&self) -> impl Iterator<Item = &Declaration> {
        let declared = self.window.declarations.iter();
        declared.filter(|one| one.name == self.label() && one.kind == self.kind())
    }

    /// The hit as the output of a classification lists it.
    pub(crate) fn candidate(&self) -> payload::Candidate {
        payload::Candidate {
            entity_id: self.entity.clone(),
            label: self.label().to_owned(),
            kind: self.kind().to_owned(),
            relevance: self.score,
            snippet_text: self.text(),
            tier: self.tier.to_string(),
            source: self.sources.join("+"),
        }
    }

    /// The hit as the output of an execution and the result list it.
    pub(crate) fn evidence(&self) -> payload::Evidence {
        payload::Evidence {
            entity_id: self.entity.clone(),
            tier: self.tier.to_string(),
            source: self.sources.join("+"),
            score: self.score,
            snippet_text: self.text(),
            objectstore_ref: format!("blake3:{}#L{}", self.content, self.lines()),
        }
    }

    /// Converts the hit into an observation for the registry.
    pub(crate) fn observation(&self) -> Observation {
        let windows = vec![self.window.clone()];
        let kind = match self.window.related {
            Some(_) => ObservationKind::Relations,
            None => ObservationKind::Symbols,
        };
        Observation::new(Source::GRAPH, kind, windows)
    }
}

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
    id.ends_with(partial) || id.rsplit_once('(').map_or(id, |(bare, _)| bare).ends_with(partial)
}

/// The name in an id or partial id: the text between `#` and the kind.
pub(crate) fn name_of(id: &str) -> &str {
    // A `#` behind a dot does not separate: it begins a private name, as in `Session.#renew`.
    let separates = |at: &(usize, &str)| !id[..at.0].ends_with('.');
    let name = id.match_indices('#').find(separates).map_or(id, |(at, _)| &id[at + 1..]);
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
        for partial in ["post", "Ledger::post", "post(method)", "a.rs#Ledger::post", "ost", id] {
            assert!(is_suffix(id, partial), "{partial}");
        }
        for partial in ["Ledger", "src/a.rs", "post(function)"] {
            assert!(!is_suffix(id, partial), "{partial}");
        }
    }
}
