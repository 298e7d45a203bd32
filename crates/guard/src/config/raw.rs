//! The keys of `guard.toml`, as they are written.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Raw {
    pub(super) production: Production,
    pub(super) vocabulary: Words,
    pub(super) dependencies: Dependencies,
    pub(super) subjects: Subjects,
    pub(super) lists: Lists,
    pub(super) reports: Reports,
    pub(super) allowed: AllowedTables,
    pub(super) exceptions: Vec<Spanned<Entry>>,
}

/// What is production code, by path.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Production {
    pub(super) paths: Vec<String>,
    pub(super) skip: Vec<String>,
    pub(super) tests: bool,
}

impl Default for Production {
    fn default() -> Self {
        Self {
            paths: vec!["**".to_owned()],
            skip: Vec::new(),
            tests: false,
        }
    }
}

/// Where banned words come from.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Words {
    pub(super) terms: Vec<String>,
    pub(super) kept: Option<String>,
    pub(super) derive_from: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Dependencies {
    pub(super) files: Vec<String>,
}

/// Words in the names of values: what a query is called, and what a role.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Subjects {
    pub(super) query: Vec<String>,
    pub(super) role: Vec<String>,
}

impl Default for Subjects {
    fn default() -> Self {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Self {
            query: owned(&["query", "queries", "question", "prompt", "topic"]),
            // guard: allow(role-table) reason="what values are called, not what they are"
            role: owned(&["role", "intent"]),
        }
    }
}

#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Lists {
    pub(super) least_words: usize,
}

impl Default for Lists {
    fn default() -> Self {
        Self { least_words: 8 }
    }
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Reports {
    pub(super) paths: Vec<String>,
    pub(super) phrases: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AllowedTables {
    pub(super) tables: Vec<Spanned<Entry>>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) rule: Option<String>,
    pub(super) reason: String,
}
