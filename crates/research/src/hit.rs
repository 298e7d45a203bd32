//! The hit of a query: a place with its observed lines, or a commit with its message.

use firsthand_registry::{
    LineRange, Observation, ObservationKind, PathClass, RepoPath, Source, Window,
};
use serde::{Deserialize, Serialize};

use crate::retrieve::CommitChange;
use crate::{Candidate, Evidence, Tier};

/// The number of characters that count as one token of evidence.
const CHARS_PER_TOKEN: usize = 4;

/// The tokens of a text: four characters count as one.
pub(crate) fn tokens_of(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

/// Whether a hit's path is that of a test or of support: fixtures, vendored code, scripts.
pub(crate) fn is_test(hit: &Hit) -> bool {
    let class = PathClass::of(hit.path());
    class.test || class.support
}

/// An observed place or commit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// The id of its entity: `path#Qualified::name(kind)`, `path#L3-9` or `commit:ID`.
    pub(crate) entity: String,
    /// How it was retrieved.
    pub(crate) tier: Tier,
    /// Its sources, in the order in which they found it; never empty.
    pub(crate) sources: Vec<String>,
    /// The score, which is comparable within one tier only.
    pub(crate) score: f64,
    /// The observed lines.
    pub(crate) window: Window,
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
    /// The entity's id.
    #[must_use]
    pub fn entity(&self) -> &str {
        &self.entity
    }

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

    /// How it was retrieved.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Its sources.
    #[must_use]
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// The observed lines as text. Secrets are replaced.
    pub(crate) fn text(&self) -> String {
        let lines = self.window.span.lines();
        lines
            .map(|(_, line)| format!("{}\n", line.text()))
            .collect()
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

    fn source(&self) -> String {
        self.sources.join("+")
    }

    pub(crate) fn candidate(&self) -> Candidate {
        Candidate {
            entity_id: self.entity.clone(),
            label: self.label().to_owned(),
            kind: self.kind().to_owned(),
            relevance: self.score,
            snippet_text: self.text(),
            tier: self.tier.name().to_owned(),
            source: self.source(),
        }
    }

    pub(crate) fn evidence(&self) -> Evidence {
        Evidence {
            entity_id: self.entity.clone(),
            tier: self.tier.name().to_owned(),
            source: self.source(),
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
