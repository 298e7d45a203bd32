//! `cargo xtask tidy`: the project's policy, checked. One rule is one file here and one row in [`RULES`].
//!
//! A rule is a pure function over the tracked files and cargo's view of the packages. Each of its findings points at a
//! file and a line.

mod additions;
mod architecture;
pub(crate) mod grammars;
mod headers;
mod hosts;
mod laws;
mod layers;
mod links;
mod lints;
mod local_paths;
mod names;
mod orphans;
mod packages;
mod quoted_tests;
mod sizes;
mod unfinished;
mod versions;

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::command::root;
use crate::tree::Tree;

/// One breach of a rule. Order: by place.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    what: String,
}

impl Finding {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line,
            what: what.into(),
        }
    }
}

struct Rule {
    name: &'static str,
    check: fn(&Tree) -> Vec<Finding>,
}

const RULES: &[Rule] = &[
    Rule {
        name: "additions",
        check: additions::check,
    },
    Rule {
        name: "architecture",
        check: architecture::check,
    },
    Rule {
        name: "grammars",
        check: grammars::check,
    },
    Rule {
        name: "headers",
        check: headers::check,
    },
    Rule {
        name: "hosts",
        check: hosts::check,
    },
    Rule {
        name: "layers",
        check: layers::check,
    },
    Rule {
        name: "laws",
        check: laws::check,
    },
    Rule {
        name: "links",
        check: links::check,
    },
    Rule {
        name: "lints",
        check: lints::check,
    },
    Rule {
        name: "local_paths",
        check: local_paths::check,
    },
    Rule {
        name: "names",
        check: names::check,
    },
    Rule {
        name: "orphans",
        check: orphans::check,
    },
    Rule {
        name: "packages",
        check: packages::check,
    },
    Rule {
        name: "quoted_tests",
        check: quoted_tests::check,
    },
    Rule {
        name: "sizes",
        check: sizes::check,
    },
    Rule {
        name: "unfinished",
        check: unfinished::check,
    },
    Rule {
        name: "versions",
        check: versions::check,
    },
];

pub(crate) fn run(given: &[String]) -> Result<()> {
    let given = Arguments::parse(given, &["--lower"], &[])?;
    given.no_names()?;
    if given.has("--lower") {
        sizes::lower(&root(), &Tree::read(&root())?)?;
    }
    check(&Tree::read(&root())?).map(|printed| println!("{printed}"))
}

/// Prints the findings; without any, returns a sentence about what was checked.
///
/// # Errors
/// If there is a finding.
pub(crate) fn check(tree: &Tree) -> Result<String> {
    let mut found: Vec<(Finding, &str)> = RULES
        .iter()
        .flat_map(|rule| {
            (rule.check)(tree)
                .into_iter()
                .map(|finding| (finding, rule.name))
        })
        .collect();
    found.sort();
    for (finding, rule) in &found {
        println!(
            "{}:{}: {rule}: {}",
            finding.path, finding.line, finding.what
        );
    }
    if !found.is_empty() {
        bail!("tidy: {} findings", found.len());
    }
    Ok(format!(
        "{} rules hold in {} files",
        RULES.len(),
        tree.paths.len()
    ))
}

/// Asserts what a rule finds, as `path:line: what` lines.
#[cfg(test)]
fn expect(found: &[Finding], expected: &[&str]) {
    let found: Vec<String> = found
        .iter()
        .map(|f| format!("{}:{}: {}", f.path, f.line, f.what))
        .collect();
    assert_eq!(found, expected);
}
