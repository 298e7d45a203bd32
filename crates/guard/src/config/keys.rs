//! The keys of `guard.toml`, as they are written.

use serde::Deserialize;
use toml::Spanned;

/// The whole file.
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
    /// Patterns of the files that are production code.
    pub(crate) paths: Vec<String>,
    /// Patterns of files among them that are not.
    pub(crate) skip: Vec<String>,
    /// Whether test code counts as production code.
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
    pub(crate) terms_file: Option<String>,
    /// Files of tasks, or folders of them, to derive banned terms from.
    pub(crate) derive_from: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Dependencies {
    /// Files that list dependencies.
    pub(crate) files: Vec<String>,
}

/// Words by which the name of a value is recognized: that of a query, and that of a role.
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
    /// Words in the names of functions that split a text into words.
    pub(crate) tokens: Vec<String>,
    /// Words in the names of lists whose purpose is to change words of a query.
    pub(crate) purposes: Vec<String>,
}

impl Default for Names {
    #[rustfmt::skip]
    fn default() -> Self {
        Self {
            tokens: owned(&[
                "token", "tokenize", "tokenizer", "word", "term", "identifiers",
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
    /// The fewest common words with which a list is a word list even if nothing applies it to a query.
    pub(crate) least_words: usize,
}

impl Default for Lists {
    fn default() -> Self {
        Self { least_words: 8 }
    }
}

/// The source files that contain the texts of reports, which must not give orders.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Reports {
    /// Patterns of these files.
    pub(crate) paths: Vec<String>,
    /// Phrases that count as orders, in addition to those of the rule.
    pub(crate) phrases: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct AllowedTables {
    /// Files whose tables are allowed.
    pub(crate) tables: Vec<Spanned<Entry>>,
}

/// An exemption for the files that match a pattern.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Entry {
    /// The pattern.
    pub(crate) path: String,
    /// The rule, in an entry of `exceptions`; not used for allowed tables.
    pub(crate) rule: Option<String>,
    pub(crate) reason: String,
}
