//! The settings in `guard.toml`.

mod keys;

use std::ops::Range;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use keys::{Entry, Raw};

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
