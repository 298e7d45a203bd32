//! `cargo xtask tidy`: the project's policy, checked. One rule is one file here and one row in [`RULES`].
//!
//! A rule is a pure function over the tracked files and cargo's view of the packages. Each of its findings points at a
//! file and a line.

mod additions;
mod architecture;
mod files;
pub(crate) mod grammars;
mod inner_layers;
mod layers;
mod links;
mod manifests;
mod orphans;
pub(crate) mod packages;
mod tests_by_name;

use anyhow::{Result, bail};

use crate::command::{output, root, script};
use crate::tree::Tree;

/// One breach of a rule. Findings are ordered by path and line.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    what: String,
}

impl Finding {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

/// The name of a rule, and the function that finds its breaches.
type Rule = (&'static str, fn(&Tree) -> Vec<Finding>);

const RULES: &[Rule] = &[
    ("additions", additions::check),
    ("architecture", architecture::check),
    ("breaks", breaks),
    ("files", files::check),
    ("grammars", grammars::check),
    ("inner_layers", inner_layers::check),
    ("layers", layers::check),
    ("links", links::check),
    ("manifests", manifests::check),
    ("orphans", orphans::check),
    ("packages", packages::check),
    ("tests_by_name", tests_by_name::check),
];

/// Each row of the list of breaks still fits the source, so that the list can be used at any time.
fn breaks(_: &Tree) -> Vec<Finding> {
    let fault = output(script("breaks.py").arg("--check")).err();
    let finding = |fault| Finding::new("xtask/breaks.toml", 1, format!("{fault:#}"));
    fault.map(finding).into_iter().collect()
}

/// Prints the findings; without any, returns a sentence about what was checked.
///
/// # Errors
/// If there is a finding.
pub(crate) fn check() -> Result<String> {
    let tree = &Tree::read(&root())?;
    let mut found: Vec<(Finding, &str)> = RULES
        .iter()
        .flat_map(|&(rule, check)| check(tree).into_iter().map(move |finding| (finding, rule)))
        .collect();
    found.sort();
    for (finding, rule) in &found {
        println!("{}:{}: {rule}: {}", finding.path, finding.line, finding.what);
    }
    if !found.is_empty() {
        bail!("tidy: {} findings", found.len());
    }
    Ok(format!("{} rules hold in {} files", RULES.len(), tree.paths.len()))
}

/// Asserts what a rule finds, as `path:line: what` lines.
#[cfg(test)]
fn expect(found: &[Finding], expected: &[&str]) {
    let found: Vec<String> =
        found.iter().map(|f| format!("{}:{}: {}", f.path, f.line, f.what)).collect();
    assert_eq!(found, expected);
}
