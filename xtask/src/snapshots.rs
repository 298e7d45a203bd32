//! `cargo xtask snapshots`: accepts what the snapshot tests print now; `--check` fails where a snapshot is stale.
//!
//! Snapshots in files are written by the tests themselves. Those inside the source can only be written by cargo-insta,
//! so that task needs it; the check does not.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::command::{command, is_installed, output, root, run as run_command};
use crate::nextest;
use crate::tree::Tree;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(arguments, &["--check"], &[])?;
    arguments.no_names()?;
    if arguments.has("--check") {
        return check();
    }
    if is_installed("cargo-insta") {
        let runner = if nextest::available() {
            "nextest"
        } else {
            "cargo-test"
        };
        return run_command(&mut nextest::unfiltered(&[
            "insta",
            "test",
            "--accept",
            "--unreferenced=delete",
            "--test-runner",
            runner,
        ]));
    }
    let mut tests = nextest::all_tests();
    tests
        .env("INSTA_UPDATE", "always")
        .env("INSTA_FORCE_PASS", "1");
    let result = run_command(&mut tests);
    let pending = pending(&root())?;
    if pending.is_empty() {
        return result;
    }
    bail!(
        "snapshots inside the source wait in\n  {}\nonly cargo-insta can write them there: \
         `cargo install --locked cargo-insta`, then run this again",
        pending.join("\n  ")
    );
}

fn check() -> Result<()> {
    let list = std::env::temp_dir().join(format!("xtask-snapshots-{}", std::process::id()));
    remove(&list);
    let mut tests = nextest::all_tests();
    let result = run_command(tests.env("INSTA_SNAPSHOT_REFERENCES_FILE", &list));
    let used = lines_of(&list);
    remove(&list);
    result?;
    let root = root();
    let tree = Tree::read(&root)?;
    let unused = unused(&root, tree.paths.iter().map(String::as_str), &used);
    if !unused.is_empty() {
        bail!("no test refers to\n  {}", unused.join("\n  "));
    }
    let pending = pending(&root)?;
    if !pending.is_empty() {
        bail!(
            "snapshots that were never accepted:\n  {}",
            pending.join("\n  ")
        );
    }
    Ok(())
}

/// The snapshot files among `paths` (relative to `root`) that are not among the `used` ones (absolute).
fn unused<'a>(
    root: &Path,
    paths: impl Iterator<Item = &'a str>,
    used: &BTreeSet<String>,
) -> Vec<&'a str> {
    let is_used = |path: &str| used.contains(&*root.join(path).to_string_lossy());
    paths
        .filter(|path| path.ends_with(".snap") && !is_used(path))
        .collect()
}

/// The pending snapshots, which insta wrote and nobody accepted. Git is queried for ignored files too, since some of
/// them are ignored.
fn pending(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for kind in [
        &["--others"][..],
        &["--others", "--ignored", "--exclude-standard"],
    ] {
        let mut list = command("git");
        list.current_dir(root).arg("ls-files").args(kind);
        list.args(["--", "crates/*.pending-snap", "crates/*.snap.new"]);
        found.extend(output(&mut list)?.lines().map(str::to_owned));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

#[expect(clippy::disallowed_methods, reason = "the list is the task's own file")]
fn lines_of(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Removes a file; it is no error if the file does not exist.
fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::unused;

    #[test]
    fn snapshots_no_test_refers_to_are_found() {
        let used = BTreeSet::from(["/p/a/x.snap".to_owned()]);
        let paths = ["a/x.snap", "a/y.snap", "a/z.rs"];
        assert_eq!(
            unused(Path::new("/p"), paths.into_iter(), &used),
            ["a/y.snap"]
        );
    }
}
