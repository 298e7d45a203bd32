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
    /// The files with allowed tables.
    pub(crate) allowed: Vec<AllowedFile>,
}

/// The file as it is written.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Raw {
    production: Production,
    pub(crate) vocabulary: Words,
    pub(crate) dependencies: Dependencies,
    reports: Reports,
    allowed: AllowedTables,
}

/// What is production code, by path.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Production {
    /// Patterns of the files that are production code; without any, all are.
    paths: Vec<String>,
    /// Patterns of files among them that are not.
    skip: Vec<String>,
}

/// Where banned words come from.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Words {
    /// Banned terms that are written in the settings.
    terms: Vec<String>,
    /// A file with banned terms, one per line.
    pub(crate) terms_file: Option<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Dependencies {
    /// Files that list dependencies.
    pub(crate) files: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Reports {
    /// Patterns of the source files that contain the texts of reports, which must not give orders.
    paths: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct AllowedTables {
    /// Files whose tables are allowed.
    tables: Vec<Spanned<Entry>>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Entry {
    /// The pattern of the files.
    path: String,
    reason: String,
}

/// Files whose tables are allowed: they are exempt from every rule about tables.
#[derive(Debug)]
pub(crate) struct AllowedFile {
    paths: GlobSet,
    /// The pattern from which `paths` is built, as it is written.
    pub(crate) path: String,
    reason: String,
    /// Its byte range in the settings.
    pub(crate) range: Range<usize>,
}

impl AllowedFile {
    /// Whether it exempts the file at `path` from the rule, with a valid reason.
    pub(crate) fn covers(&self, name: &str, path: &str) -> bool {
        rule(name).is_some_and(|rule| rule.exempts_closed_tables)
            && self.fault().is_none()
            && self.paths.is_match(path)
    }

    /// The reason why the exemption is invalid; `None` if it is valid.
    pub(crate) fn fault(&self) -> Option<String> {
        fault(&[], &self.reason)
    }
}

/// Files of tests, benchmarks and examples by convention.
#[rustfmt::skip]
const TESTS: &[&str] = &[
    "**/tests/**", "**/tests.rs", "**/test/**", "**/__tests__/**", "**/benches/**", "**/examples/**",
    "**/*_test.rs", "**/*.test.*", "**/*.spec.*", "**/test_*.py", "**/*_test.py", "**/conftest.py",
];

impl Config {
    /// Reads settings. `name` is the file's path, for findings in it.
    ///
    /// # Errors
    /// A [`ConfigError`] if the settings are invalid.
    pub fn parse(name: &str, text: &str) -> Result<Self, ConfigError> {
        let raw: Raw = toml::from_str(text)?;
        let skip = raw.production.skip.iter().map(String::as_str);
        let allowed = |spanned: &Spanned<Entry>| {
            let Entry { path, reason } = spanned.get_ref();
            Ok(AllowedFile {
                paths: globs([path])?,
                path: path.clone(),
                reason: reason.clone(),
                range: spanned.span(),
            })
        };
        Ok(Self {
            production: match raw.production.paths.as_slice() {
                [] => globs(["**"])?,
                paths => globs(paths)?,
            },
            skipped: globs(skip.chain(TESTS.iter().copied()))?,
            reports: globs(&raw.reports.paths)?,
            allowed: raw.allowed.tables.iter().map(allowed).collect::<Result<_, ConfigError>>()?,
            raw,
            name: name.to_owned(),
            text: text.to_owned(),
        })
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
            allowed: Vec::new(),
        })
    }
}

fn globs<P: AsRef<str>>(patterns: impl IntoIterator<Item = P>) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(GlobBuilder::new(pattern.as_ref()).literal_separator(true).build()?);
    }
    set.build()
}
