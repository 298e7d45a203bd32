//! `cargo xtask breaks`: breaks one rule after the other in a copy of the workspace, and runs the laws' tests on each.
//!
//! The copy is below the target folder and shares its builds; the workspace itself is never changed. A break survives
//! if no test of its laws fails: then a test is missing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::arguments::{Arguments, UsageError};
use crate::command::{cargo, root, run as run_command, shown};
use crate::laws::LAWS;
use crate::packages::workspace;
use crate::sample::by_commit;
use crate::table::table;
use crate::tree::Tree;

const LIST: &str = "xtask/breaks.toml";
/// The number of breaks that one run of CI tests.
const CI_SAMPLE: usize = 2;
/// The packages whose tests run for a break that names none.
const DEFAULT_PACKAGES: [&str; 4] = [
    "firsthand-registry",
    "firsthand-validator",
    "firsthand-render",
    "firsthand-testkit",
];

#[derive(Deserialize)]
struct List {
    #[serde(rename = "break")]
    breaks: Vec<Break>,
}

/// A change to the source that breaks one rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Break {
    name: String,
    /// The validator's finding that its rule would have made.
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
        match self.packages.is_empty() {
            true => DEFAULT_PACKAGES.into(),
            false => self.packages.iter().map(String::as_str).collect(),
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

pub(crate) fn run(given: &[String]) -> Result<()> {
    let given = Arguments::parse(given, &[], &["--sample"])?;
    let tree = Tree::read(&root())?;
    let all = read_breaks(&tree)?;
    let known = |name: &&String| all.iter().any(|broken| broken.name == **name);
    if let Some(name) = given.names.iter().find(|name| !known(name)) {
        return Err(UsageError(format!("no break `{name}`")).into());
    }
    let named: Vec<&Break> = all
        .iter()
        .filter(|broken| given.names.is_empty() || given.names.contains(&broken.name))
        .collect();
    let count = given.number("--sample", named.len())?;
    println!(
        "\n{}",
        test_breaks(&tree, &sample_by_commit(&named, count)?)?
    );
    Ok(())
}

/// Tests [`CI_SAMPLE`] of the breaks, selected by the commit, and returns a note with their names.
///
/// # Errors
/// If a break survives or does not compile.
pub(crate) fn sample() -> Result<String> {
    let tree = Tree::read(&root())?;
    let all = read_breaks(&tree)?;
    let some = sample_by_commit(&all.iter().collect::<Vec<_>>(), CI_SAMPLE)?;
    test_breaks(&tree, &some)?;
    let names: Vec<&str> = some.iter().map(|broken| broken.name.as_str()).collect();
    Ok(format!("noticed: {}", names.join(", ")))
}

/// `count` consecutive breaks, from a position that the commit selects.
fn sample_by_commit<'b>(breaks: &[&'b Break], count: usize) -> Result<Vec<&'b Break>> {
    let first = by_commit(breaks.len())?;
    let ring = breaks.iter().cycle().skip(first);
    Ok(ring.take(count.min(breaks.len())).copied().collect())
}

/// Tests the breaks one after the other, and returns a table of the tests that failed.
///
/// # Errors
/// If a break survives or does not compile.
fn test_breaks(tree: &Tree, breaks: &[&Break]) -> Result<String> {
    let target = PathBuf::from(workspace(&root())?.target_directory);
    let copy = WorkspaceCopy::of(tree, target.join("breaks"))?;
    // The tests have to pass without a break, so that every later failure is caused by the break.
    let laws = breaks.iter().flat_map(|b| b.laws()).collect();
    let packages = breaks.iter().flat_map(|b| b.packages()).collect();
    run_command(&mut copy.tests(&target, &packages, &laws))?;
    let (mut rows, mut survived) = (Vec::new(), Vec::new());
    for broken in breaks {
        eprintln!("\n== {}: {}", broken.name, broken.why);
        let result = result(broken, copy.failed_with(broken, tree, &target)?);
        eprintln!("{result}");
        if result.starts_with(char::is_uppercase) {
            survived.push(broken.name.clone());
        }
        let rule = broken.rule.clone().unwrap_or_default();
        rows.push(vec![
            broken.name.clone(),
            rule,
            broken.laws.join(", "),
            result,
        ]);
    }
    let table = table(&["break", "rule", "law", "failed"], &rows);
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
    match broken.laws.iter().all(noticed) {
        true => failed.join(", "),
        false => "SURVIVED".to_owned(),
    }
}

/// Reads the list of breaks.
///
/// # Errors
/// If a break names no existing law, or its `old` text does not occur exactly once in the file.
fn read_breaks(tree: &Tree) -> Result<Vec<Break>> {
    let file = tree
        .file(LIST)
        .with_context(|| format!("there is no {LIST}"))?;
    let list: List =
        toml::from_str(&file.text).with_context(|| format!("{LIST} cannot be read"))?;
    for broken in &list.breaks {
        let known = |law: &String| LAWS.iter().any(|known| known.name == law);
        if broken.laws.is_empty() || !broken.laws.iter().all(known) {
            bail!(
                "{LIST}: {} names no law, or none that there is",
                broken.name
            );
        }
        for edit in &broken.edits {
            let text = tree.file(&edit.file).map_or("", |file| file.text.as_str());
            match text.matches(&edit.old).count() {
                1 => {}
                count => bail!(
                    "{LIST}: what {} changes stands {count} times in {}",
                    broken.name,
                    edit.file
                ),
            }
        }
    }
    Ok(list.breaks)
}

/// Whether the test with this full name is a test of the law.
fn is_test_of_law(test: &str, law: &str) -> bool {
    let function = test.rsplit("::").next().unwrap_or(test);
    LAWS.iter()
        .any(|known| known.name == law && known.covers(function))
}

/// The names of the failed tests in the output of `cargo test`.
fn failed_tests(printed: &str) -> Vec<String> {
    let lines = printed
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    let mut names: Vec<String> = lines.map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

/// A copy of the workspace, which is removed when it is dropped.
struct WorkspaceCopy {
    at: PathBuf,
}

impl Drop for WorkspaceCopy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.at);
    }
}

#[expect(clippy::disallowed_methods, reason = "the copy is the task's own")]
impl WorkspaceCopy {
    fn of(tree: &Tree, at: PathBuf) -> Result<Self> {
        let _ = std::fs::remove_dir_all(&at);
        for path in &tree.paths {
            let (from, to) = (root().join(path), at.join(path));
            std::fs::create_dir_all(to.parent().unwrap_or(Path::new(".")))?;
            if from.is_file() {
                std::fs::copy(&from, &to).with_context(|| format!("cannot copy {path}"))?;
            }
        }
        Ok(Self { at })
    }

    /// Applies the break, runs the tests and reverts the change. Returns the names of the failed tests; `None` if the
    /// copy does not compile.
    fn failed_with(
        &self,
        broken: &Break,
        tree: &Tree,
        target: &Path,
    ) -> Result<Option<Vec<String>>> {
        for edit in &broken.edits {
            let at = self.at.join(&edit.file);
            let text = std::fs::read_to_string(&at)?;
            std::fs::write(&at, text.replacen(&edit.old, &edit.new, 1))?;
        }
        let mut tests = self.tests(target, &broken.packages(), &broken.laws());
        eprintln!("$ {}", shown(&tests));
        let output = tests.output()?;
        for edit in &broken.edits {
            let text = tree.file(&edit.file).map_or("", |file| file.text.as_str());
            std::fs::write(self.at.join(&edit.file), text)?;
        }
        let noise = String::from_utf8_lossy(&output.stderr);
        if noise.contains("could not compile") {
            eprintln!("{noise}");
            return Ok(None);
        }
        Ok(Some(failed_tests(&String::from_utf8_lossy(&output.stdout))))
    }

    /// The command that runs the copy's tests whose names contain the name of one of the laws. Tests under `ui`, whose
    /// programs must not compile, are left out.
    fn tests(&self, target: &Path, packages: &BTreeSet<&str>, laws: &BTreeSet<&str>) -> Command {
        let mut tests = cargo(&["test", "--no-fail-fast", "--test", "it"]);
        for package in packages {
            tests.args(["--package", package]);
        }
        tests.arg("--").args(laws).args(["--skip", "ui::"]);
        tests.current_dir(&self.at);
        tests
            .env("CARGO_TARGET_DIR", target)
            // A fixed seed, so that a break that was noticed once is noticed again.
            .env("PROPTEST_RNG_SEED", "1")
            .env("RUST_BACKTRACE", "0");
        tests
    }
}

#[cfg(test)]
mod tests;
