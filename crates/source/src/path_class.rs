//! The class of a file by the shape of its path.
//!
//! Only conventions of languages, their test runners and their build tools count, and only on whole folder names and
//! whole parts of a file's name: `latest.ts` is not a test. The conventions are the rows of a closed table,
//! `path_class/conventions.tsv`; a path that matches only ambiguous conventions has no trait.

mod banner;

use std::sync::LazyLock;

use regex_automata::meta::Regex;
use regex_automata::{Input, MatchKind, PatternSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RepoPath;
use crate::pattern::{Pattern, compiled};
pub use banner::{begins_comment, is_marked_generated};

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
        let mut class = Self::default();
        for row in CONVENTIONS.of(path.as_str()) {
            class.test |= row.class.test;
            class.support |= row.class.support;
            class.generated |= row.class.generated;
            class.docs |= row.class.docs;
        }
        class
    }

    /// Whether a build tool, a package manager or a CI service prescribes this file name: `Makefile`, `yarn.lock`.
    #[must_use]
    pub fn is_conventional(name: &str) -> bool {
        // Without an extension or a capital letter the name may be an ordinary word: `makefile`.
        let marked = name.contains('.') || name.starts_with(char::is_uppercase);
        let matching = || CONVENTIONS.matching(name, name.len());
        marked && matching().iter().any(|index| CONVENTIONS.rows[index.as_usize()].is_conventional)
    }

    /// Whether a file is in a folder of packages that others wrote.
    #[must_use]
    pub fn is_vendored(path: &RepoPath) -> bool {
        let path = path.as_str();
        CONVENTIONS.of(path).any(|row| row.is_vendored)
    }

    /// Whether it has any trait at all.
    #[must_use]
    pub fn any(self) -> bool {
        self.test || self.support || self.generated || self.docs
    }
}

static CONVENTIONS: LazyLock<Conventions> =
    LazyLock::new(|| Conventions::parse(include_str!("path_class/conventions.tsv")));

/// The table of conventions.
struct Conventions {
    rows: Vec<Convention>,
    /// A pattern for each row.
    patterns: Option<Regex>,
    /// The parts of a path that have names.
    parts: Vec<Pattern>,
}

/// A convention, without its pattern.
struct Convention {
    class: PathClass,
    /// Whether a tool prescribes the name.
    is_conventional: bool,
    /// Whether it is that of a folder of packages that others wrote.
    is_vendored: bool,
    /// The part that ends what of a path it holds in.
    until: Option<usize>,
}

impl Conventions {
    fn parse(table: &str) -> Self {
        let mut parts: Vec<(String, String)> = Vec::new();
        let (mut rows, mut patterns) = (Vec::new(), Vec::new());
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let expanded = |pattern: &str| {
                let named = parts.iter();
                named.fold(pattern.to_owned(), |text, (name, part)| text.replace(name, part))
            };
            match line.split('\t').collect::<Vec<_>>()[..] {
                [name, pattern] => parts.push((format!("{{{name}}}"), expanded(pattern))),
                [traits, until, pattern] => {
                    let until = format!("{{{until}}}");
                    let until = parts.iter().position(|(name, _)| *name == until);
                    rows.push(Convention::new(traits, until));
                    patterns.push(from_beginning(&expanded(pattern)));
                }
                _ => {}
            }
        }
        let parts = parts.iter().map(|(_, part)| Pattern::of_text(from_beginning(part)));
        Self { rows, patterns: compiled(&patterns, MatchKind::All), parts: parts.collect() }
    }

    /// The conventions that hold for a path.
    fn of<'p>(&'p self, path: &'p str) -> impl Iterator<Item = &'p Convention> {
        let matching = self.matching(path, path.len());
        let matching: Vec<_> = matching.iter().collect();
        matching.into_iter().filter_map(move |index| {
            let row = &self.rows[index.as_usize()];
            let end = self.end_in(path, row);
            let holds = end == path.len() || self.matching(path, end).contains(index);
            holds.then_some(row)
        })
    }

    /// The rows whose patterns match in a path before this byte.
    fn matching(&self, path: &str, end: usize) -> PatternSet {
        let mut matching = PatternSet::new(self.rows.len());
        if let Some(patterns) = &self.patterns {
            patterns.which_overlapping_matches(&Input::new(path).range(..end), &mut matching);
        }
        matching
    }

    /// The end of what of a path a convention holds in.
    fn end_in(&self, path: &str, row: &Convention) -> usize {
        let until = row.until.map(|part| &self.parts[part]);
        let found = until.and_then(|part| part.find(path.as_bytes(), 0..path.len(), false));
        found.map_or(path.len(), |(whole, kept)| match whole.start {
            _ if kept != whole => kept.end,
            0 => 0,
            // The slash ends the folder before it.
            slash => slash + 1,
        })
    }
}

impl Convention {
    fn new(traits: &str, until: Option<usize>) -> Self {
        let has = |name: &str| traits.split(' ').any(|one| one == name);
        let class = PathClass {
            test: has("test"),
            support: has("support"),
            generated: has("generated"),
            docs: has("docs"),
        };
        Self { class, is_conventional: has("conventional"), is_vendored: has("vendored"), until }
    }
}

/// The pattern of what begins where the name of a folder or file does, in any case.
fn from_beginning(pattern: &str) -> String {
    format!("(?i)(?:^|/)(?:{pattern})")
}
