//! The settings in `guard.toml`.

use std::ops::Range;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde::Deserialize;
use toml::Spanned;

use crate::exceptions::fault;
use crate::rules::rule;

/// Why settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The text is not TOML, or has an unknown key.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A path pattern is invalid.
    #[error("{0}")]
    Pattern(#[from] globset::Error),
}

/// The settings: which files the guard checks, and which tables and files are exempt.
///
/// ```
/// let config = firsthand_guard::Config::parse(
///     "guard.toml",
///     r#"
/// [production]
/// paths = ["src/**"]
///
/// [allowed]
/// tables = [{ path = "src/languages.rs", reason = "one row a language" }]
/// "#,
/// )?;
/// assert!(config.is_production("src/search.rs"));
/// assert!(!config.is_production("src/search/tests.rs"));
/// # Ok::<(), firsthand_guard::ConfigError>(())
/// ```
#[derive(Debug)]
pub struct Config {
    pub(crate) raw: Raw,
    name: String,
    text: String,
    production: GlobSet,
    skipped: GlobSet,
    reports: GlobSet,
}

/// An exemption for files: their tables are allowed, or they have an exception from one rule.
#[derive(Debug)]
pub(crate) struct AllowedFile {
    pub(crate) paths: GlobSet,
    /// The pattern from which `paths` is built, as it is written.
    pub(crate) path: String,
    /// The rule; `None` for allowed tables, which are exempt from every rule about tables.
    pub(crate) rule: Option<String>,
    pub(crate) reason: String,
    /// Its byte range in the settings.
    pub(crate) range: Range<usize>,
}

impl AllowedFile {
    /// Whether it exempts the file at `path` from the rule, with a valid reason.
    pub(crate) fn covers(&self, name: &str, path: &str) -> bool {
        let rules: Vec<&str> = self.rule.as_deref().into_iter().collect();
        let exempts = rules.contains(&name)
            || (rules.is_empty() && rule(name).is_some_and(|rule| rule.exempts_closed_tables));
        exempts && fault(&rules, &self.reason).is_none() && self.paths.is_match(path)
    }
}

/// Files of tests, benchmarks and examples by convention.
const TESTS: &[&str] = &[
    "**/tests/**",
    "**/tests.rs",
    "**/test/**",
    "**/__tests__/**",
    "**/benches/**",
    "**/examples/**",
    "**/*_test.rs",
    "**/*.test.*",
    "**/*.spec.*",
    "**/test_*.py",
    "**/*_test.py",
    "**/conftest.py",
];

impl Config {
    /// Reads settings. `name` is the file's path, for findings in it.
    ///
    /// # Errors
    /// A [`ConfigError`] if the settings are invalid.
    pub fn parse(name: &str, text: &str) -> Result<Self, ConfigError> {
        let raw: Raw = toml::from_str(text)?;
        let production = globs(&raw.production.paths)?;
        let mut skip = raw.production.skip.clone();
        if !raw.production.tests {
            skip.extend(TESTS.iter().map(|&test| test.to_owned()));
        }
        let config = Self {
            production,
            skipped: globs(&skip)?,
            reports: globs(&raw.reports.paths)?,
            raw,
            name: name.to_owned(),
            text: text.to_owned(),
        };
        config.allowed_files()?;
        Ok(config)
    }

    /// Whether a file is production code, by its path from the root with `/` between folders.
    pub fn is_production(&self, path: &str) -> bool {
        self.production.is_match(path) && !self.skipped.is_match(path)
    }

    /// The file's path, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the settings.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Banned terms that are written in the settings.
    pub fn terms(&self) -> &[String] {
        &self.raw.vocabulary.terms
    }

    /// Whether a file contains the texts of reports.
    pub(crate) fn is_report(&self, path: &str) -> bool {
        self.reports.is_match(path)
    }

    /// The files with allowed tables, and the files with an exception.
    pub(crate) fn allowed_files(&self) -> Result<Vec<AllowedFile>, globset::Error> {
        let tables = self.raw.allowed.tables.iter().map(|entry| (entry, None));
        let rule = |entry: &Entry| Some(entry.rule.clone().unwrap_or_default());
        let files = self
            .raw
            .exceptions
            .iter()
            .map(|entry| (entry, rule(entry.get_ref())));
        tables
            .chain(files)
            .map(|(spanned, rule)| {
                let entry = spanned.get_ref();
                Ok(AllowedFile {
                    paths: globs(std::slice::from_ref(&entry.path))?,
                    path: entry.path.clone(),
                    rule,
                    reason: entry.reason.clone(),
                    range: spanned.span(),
                })
            })
            .collect()
    }
}

impl Default for Config {
    /// All files except tests are production code, and there are no exemptions.
    fn default() -> Self {
        Self::parse("guard.toml", "").unwrap_or_else(|_| Self {
            raw: Raw::default(),
            name: String::new(),
            text: String::new(),
            production: GlobSet::empty(),
            skipped: GlobSet::empty(),
            reports: GlobSet::empty(),
        })
    }
}

fn globs(patterns: &[String]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(GlobBuilder::new(pattern).literal_separator(true).build()?);
    }
    set.build()
}

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
    #[serde(rename = "kept")]
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
    // guard: allow(word-list) reason="words in the names of functions and lists, in the source that is looked at"
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
