//! A lint that keeps a code search generic: nothing in it may map words of a query to behaviour, and nothing may know
//! the repositories that it is measured with.
//!
//! It reads sources (Rust, TypeScript, JavaScript, Python) with tree-sitter and looks for banned words in identifiers,
//! strings and comments, for closed tables of roles, for regexes and word lists that are applied to a query, for word
//! lists that are applied to the words of any text, and for orders in the texts of reports. [`RULES`] lists the rules;
//! [`Config`] defines what is production code, and which tables are allowed; a comment
//! `guard: allow(RULE) reason="…"` excuses one item.
//!
//! ```
//! use firsthand_guard::{Config, SourceFile, Vocabulary, check};
//!
//! let file = SourceFile {
//!     path: "src/rank.rs".into(),
//!     text: r#"
//! fn boost(query: &str) -> f64 {
//!     if query.contains("cache") { 2.0 } else { gizmotron_weight() }
//! }"#.into(),
//! };
//! let found = check(&[file], &Config::default(), &Vocabulary::of(["gizmotron"]));
//! let places: Vec<_> = found.iter().map(|found| (found.line, found.rule)).collect();
//! assert_eq!(places, [(3, "word-list"), (3, "vocabulary")]);
//! ```
//!
//! The law of this crate is `generic`; its property tests are in `tests/it/generic.rs`. Examples with and without
//! findings of each rule are in `tests/corpus`.
//!
//! Pure: text and vocabulary in, findings out. With the feature `load` (on by default) `load` reads a project from a
//! disk, and with `text` [`text`] prints findings with the lines they are about.
//!
//! Not for: proving that code is generic. Syntax alone decides: of a value the guard knows its name, its type as a
//! parameter, what the same function binds to it, and the last expression of the function of the file that gives it; of
//! other files it knows constants that are lists of words. It does not follow a value into another function, as an argument
//! (`is_small(word)`, whose parameter is `part`) or in a field (`of.pieces`). A reviewer sees more. Nor for style, or for anything
//! outside source files.

mod check;
mod config;
mod exceptions;
mod finding;
mod language;
#[cfg(feature = "load")]
pub mod load;
mod names;
mod reading;
mod rules;
mod syntax;
mod tables;
#[cfg(feature = "text")]
mod text;
mod vocabulary;
mod words;

pub use check::{check, check_part};
pub use config::{Config, ConfigError};
pub use finding::{Finding, SourceFile, sarif};
pub use rules::{RULES, Rule};
#[cfg(feature = "text")]
pub use text::text;
pub use vocabulary::{Vocabulary, dependencies};
pub use words::{Word, words};
