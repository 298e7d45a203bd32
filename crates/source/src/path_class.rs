//! The class of a file by the shape of its path.
//!
//! Only conventions of languages, their test runners and their build tools count, and only on whole
//! folder names and whole parts of a file's name: `latest.ts` is not a test. The conventions are
//! rows of the closed tables in `path_class/`; a path that matches only ambiguous conventions has no trait.

mod banner;
mod folders;
mod languages;
mod names;
mod tables;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RepoPath;
pub use banner::is_marked_generated;

/// The class of a file by the shape of its path, by the conventions of the supported languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PathClass {
    /// A test.
    pub test: bool,
    /// What tests or builds lean on: fixtures, mocks, benchmarks, scripts of the build, vendored code.
    pub support: bool,
    /// Written by a program.
    pub generated: bool,
    /// Documentation or an example.
    pub docs: bool,
}

impl PathClass {
    /// Reads the traits off a path. A file can have several; product code has none.
    #[must_use]
    pub fn of(path: &RepoPath) -> Self {
        let mut traits = Self::default();
        let parts: Vec<&str> = path.as_str().split('/').collect();
        if let Some((name, folders)) = parts.split_last() {
            let context = folders::read(folders, names::extension(name), &mut traits);
            names::read(name, context, &mut traits);
        }
        traits
    }

    /// Whether a build tool, a package manager or a CI service prescribes this file name: `Makefile`, `yarn.lock`.
    #[must_use]
    pub fn is_conventional(name: &str) -> bool {
        let lower = name.to_lowercase();
        // Without an extension or a capital letter the name may be an ordinary word: `makefile`.
        let marked = name.contains('.') || name.starts_with(char::is_uppercase);
        marked && tables::EXACT_FILES.iter().any(|(exact, _)| *exact == lower)
    }

    /// Whether it has any trait at all.
    #[must_use]
    pub fn any(self) -> bool {
        self.test || self.support || self.generated || self.docs
    }

    fn set(&mut self, kind: tables::Kind) {
        match kind {
            tables::Kind::Test => self.test = true,
            tables::Kind::Support => self.support = true,
            tables::Kind::Generated => self.generated = true,
            tables::Kind::Docs => self.docs = true,
        }
    }
}
