//! `cargo xtask breaks`: breaks one rule after the other in a copy of the workspace, and runs the laws' tests on each.
//!
//! The copy is below the target folder and shares its builds; the workspace itself is never changed. A break survives
//! if no test of its laws fails: then a test is missing.

mod copy;
mod spans;

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::command::{root, run as run_command};
use crate::laws::LAWS;
use crate::packages::target;
use crate::tree::Tree;

use copy::WorkspaceCopy;

pub(crate) const LIST: &str = "xtask/breaks.toml";
/// The packages whose tests run for a break that names none.
const DEFAULT_PACKAGES: [&str; 4] =
    ["firsthand-registry", "firsthand-validator", "firsthand-render", "firsthand-testkit"];

#[derive(Deserialize)]
struct List {
    #[serde(rename = "break")]
    breaks: Vec<Break>,
}

/// A change to the source that breaks one rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Break {
    name: String,
    /// The name of the validator's rule that it breaks.
    rule: Option<String>,
    why: String,
    laws: Vec<String>,
    /// The packages whose tests run; [`DEFAULT_PACKAGES`] if empty.
    #[serde(default)]
    packages: Vec<String>,
    edits: Vec<Edit>,
}

impl Break {
    fn packages(&self) -> BTreeSet<&str> {
        if self.packages.is_empty() {
            DEFAULT_PACKAGES.into()
        } else {
            self.packages.iter().map(String::as_str).collect()
        }
    }

    fn laws(&self) -> BTreeSet<&str> {
        self.laws.iter().map(String::as_str).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    old: String,
    new: String,
}

/// Tests the named breaks, or all, and prints a table.
///
/// # Errors
/// If there is no such break, one does not compile, or one survives.
pub(crate) fn run(names: &[String]) -> Result<()> {
    let tree = Tree::read(&root())?;
    let all = read(&tree)?;
    let is_known = |name: &&String| all.iter().any(|broken| broken.name == **name);
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        bail!("no break `{name}`");
    }
    let selected: Vec<&Break> =
        all.iter().filter(|broken| names.is_empty() || names.contains(&broken.name)).collect();
    println!("\n{}", test_breaks(&tree, &selected)?);
    Ok(())
}

/// Tests all breaks, and returns their number.
///
/// # Errors
/// If one does not compile, or survives.
pub(crate) fn check() -> Result<String> {
    let tree = Tree::read(&root())?;
    let all = read(&tree)?;
    test_breaks(&tree, &all.iter().collect::<Vec<_>>())?;
    Ok(format!("noticed: {}", all.len()))
}

/// Tests the breaks one after the other, and returns a table of the tests that failed.
///
/// # Errors
/// If a break survives or does not compile.
fn test_breaks(tree: &Tree, breaks: &[&Break]) -> Result<String> {
    let target = target()?;
    let copy = WorkspaceCopy::of(tree, target.join("breaks"))?;
    // The tests have to pass without a break, so that every later failure is caused by the break.
    let laws = breaks.iter().flat_map(|b| b.laws()).collect();
    let packages = breaks.iter().flat_map(|b| b.packages()).collect();
    run_command(&mut copy.tests(&target, &packages, &laws))?;
    let (mut rows, mut survived) = (Vec::new(), Vec::new());
    for broken in breaks {
        eprintln!("\n== {}: {}", broken.name, broken.why);
        let result = result(broken, copy.failed_tests_with(broken, tree, &target)?);
        eprintln!("{result}");
        if result.starts_with(char::is_uppercase) {
            survived.push(broken.name.clone());
        }
        let rule = broken.rule.clone().unwrap_or_default();
        let laws = broken.laws.join(", ");
        rows.push(format!("{:<36}  {rule:<18}  {laws:<16}  {result}", broken.name));
    }
    let table = rows.join("\n");
    if !survived.is_empty() {
        eprintln!("\n{table}");
        bail!("no test of its law notices: {}", survived.join(", "));
    }
    Ok(table)
}

/// The tests that failed; in capitals, that the break does not compile or survived.
fn result(broken: &Break, failed: Option<Vec<String>>) -> String {
    let Some(failed) = failed else {
        return "DOES NOT COMPILE".to_owned();
    };
    let noticed = |law: &String| failed.iter().any(|name| is_test_of_law(name, law));
    if broken.laws.iter().all(noticed) { failed.join(", ") } else { "SURVIVED".to_owned() }
}

/// Reads the list of breaks.
///
/// # Errors
/// If it cannot be read, or a break has a fault.
pub(crate) fn read(tree: &Tree) -> Result<Vec<Break>> {
    let file = tree.file(LIST).with_context(|| format!("there is no {LIST}"))?;
    let list: List =
        toml::from_str(&file.text).with_context(|| format!("{LIST} cannot be read"))?;
    let faults: Vec<String> = list.breaks.iter().flat_map(|b| faults(tree, b)).collect();
    if !faults.is_empty() {
        bail!("{LIST}: {}", faults.join("\n"));
    }
    Ok(list.breaks)
}

/// What is wrong with a break: it names no existing law, or a text that it changes does not stand in its file exactly
/// once.
fn faults(tree: &Tree, broken: &Break) -> Vec<String> {
    let name = &broken.name;
    let known = |law: &String| LAWS.iter().any(|known| known.name == law);
    let mut faults = Vec::new();
    if broken.laws.is_empty() || !broken.laws.iter().all(known) {
        faults.push(format!("{name} names no law, or none that there is"));
    }
    for edit in &broken.edits {
        let text = tree.text(&edit.file);
        let count = spans::spans(text, &edit.old).len();
        if count != 1 {
            let file = &edit.file;
            faults.push(format!("what {name} changes stands {count} times in {file}"));
        }
    }
    faults
}

/// Whether the test with this full name is a test of the law.
fn is_test_of_law(test: &str, law: &str) -> bool {
    let function = test.rsplit("::").next().unwrap_or(test);
    LAWS.iter().any(|known| known.name == law && known.covers(function))
}

/// The names of the failed tests in the output of `cargo test`.
fn failed_tests(printed: &str) -> Vec<String> {
    let lines =
        printed.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    let mut names: Vec<String> = lines.map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests;
