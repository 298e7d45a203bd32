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
    pub(super) names: Names,
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
        Self {
            query: owned(&["query", "queries", "question", "prompt", "topic"]),
            // guard: allow(role-table) reason="what values are called, not what they are"
            role: owned(&["role", "intent"]),
        }
    }
}

/// Words in the names of functions and of lists.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Names {
    /// Of functions that take a text apart into words.
    pub(super) tokens: Vec<String>,
    /// Of functions whose result is their argument in another form.
    pub(super) reshaping: Vec<String>,
    /// Of lists that are there to change words of a query.
    pub(super) purposes: Vec<String>,
}

impl Default for Names {
    // guard: allow(word-list) reason="words in the names of functions and lists, in the source that is looked at"
    #[rustfmt::skip]
    fn default() -> Self {
        Self {
            tokens: owned(&[
                "token", "tokens", "tokenize", "tokenizer", "word", "words", "term", "terms", "identifiers",
            ]),
            reshaping: owned(&[
                "clean", "fold", "lower", "lowercase", "normal", "normalize", "split", "stem", "term", "terms", "token",
                "tokenize", "tokens", "trim", "word", "words", "sorted", "enumerate", "reversed", "str", "iter",
            ]),
            purposes: owned(&[
                "stop", "stopword", "stopwords", "synonym", "synonyms", "suffix", "suffixes", "stem", "stems",
                "thesaurus", "inflection", "inflections",
            ]),
        }
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
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
