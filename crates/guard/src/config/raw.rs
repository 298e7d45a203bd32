//! The keys of `guard.toml`, as they are written.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Raw {
    pub(crate) production: Production,
    pub(crate) vocabulary: Words,
    pub(crate) dependencies: Dependencies,
    pub(crate) subjects: Subjects,
    pub(crate) names: Names,
    pub(crate) lists: Lists,
    pub(crate) reports: Reports,
    pub(crate) allowed: AllowedTables,
    pub(crate) exceptions: Vec<Spanned<Entry>>,
}

/// What is production code, by path.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Production {
    pub(crate) paths: Vec<String>,
    pub(crate) skip: Vec<String>,
    pub(crate) tests: bool,
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
pub(crate) struct Words {
    /// Banned terms that are written in the settings.
    pub(crate) terms: Vec<String>,
    /// A file with banned terms, one per line, which is used if there are no task files.
    pub(crate) kept: Option<String>,
    /// Files of tasks, or folders of them, to derive banned terms from.
    pub(crate) derive_from: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Dependencies {
    /// Files that list dependencies.
    pub(crate) files: Vec<String>,
}

/// Words in the names of values: what a query is called, and what a role.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Subjects {
    pub(crate) query: Vec<String>,
    pub(crate) role: Vec<String>,
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
pub(crate) struct Names {
    /// Of functions that take a text apart into words.
    pub(crate) tokens: Vec<String>,
    /// Of functions whose result is their argument in another form.
    pub(crate) reshaping: Vec<String>,
    /// Of lists that are there to change words of a query.
    pub(crate) purposes: Vec<String>,
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
pub(crate) struct Lists {
    pub(crate) least_words: usize,
}

impl Default for Lists {
    fn default() -> Self {
        Self { least_words: 8 }
    }
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Reports {
    pub(crate) paths: Vec<String>,
    pub(crate) phrases: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct AllowedTables {
    pub(crate) tables: Vec<Spanned<Entry>>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) rule: Option<String>,
    pub(crate) reason: String,
}
