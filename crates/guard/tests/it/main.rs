//! What each rule reports and what it does not, the law `generic`, the parsing of settings, and the printed output.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may fail, and reads its corpus"
)]

#[cfg(feature = "cli")]
mod cli;
mod corpus;
mod generic;
mod load;
mod print;
mod settings;
mod tree;
mod vocabulary;

use firsthand_guard::{Config, Finding, SourceFile, Vocabulary, check};

/// A file.
fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), text: text.to_owned() }
}

/// The banned terms of these tests, of an invented product.
fn banned() -> Vocabulary {
    Vocabulary::of(["gizmo-tron", "frobnicators"])
}

/// Findings in files, with settings.
fn found(files: &[(&str, &str)], settings: &str) -> Vec<Finding> {
    let files: Vec<SourceFile> = files.iter().map(|(path, text)| file(path, text)).collect();
    check(&files, &Config::parse("guard.toml", settings).unwrap(), &banned())
}

/// Findings as `path:line: rule`.
fn findings_as_lines(found: &[Finding]) -> Vec<String> {
    found.iter().map(|one| format!("{}:{}: {}", one.path, one.line, one.rule)).collect()
}
