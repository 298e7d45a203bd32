//! `cargo xtask ci`: everything that must hold before a change goes in. One step is one row in [`STEPS`].
//!
//! Every third-party crate is type-checked once, for clippy and rustdoc, and compiled once, for everything that runs:
//! the steps have the same profile and the same features of the whole workspace. Benchmarks, and the examples that take
//! arguments, are type-checked by clippy and not linked.
//!
//! The steps of [`NIGHTLY`] take hours. They run with `--nightly`, or where they are named.

mod clients;
mod examples;
mod suites;

pub(crate) use suites::write_looks;

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::command::{cargo, is_installed, run as run_command, script, workspace_cargo};
use crate::packages::target;
use crate::{api, dist, fuzz, mutants, nextest, picture, tidy};

/// A step's note in the table at the end.
type Note = String;

/// The name of a step, and the function that runs it.
type Step = (&'static str, fn() -> Result<Note>);

/// The steps of each run; quick ones come first.
const STEPS: &[Step] = &[
    ("fmt", || run_noteless(&mut cargo(&["fmt", "--all", "--check"]))),
    ("tidy", tidy::check),
    ("guard", || guard(&[]).map(|()| Note::new())),
    ("workflows", suites::workflows),
    ("clippy", clippy),
    ("test", test),
    ("doctest", || run_noteless(&mut workspace_cargo(&["test", "--doc"]))),
    ("examples", examples::run),
    ("clients", clients::run),
    ("hosts", suites::hosts),
    ("pages", suites::pages),
    ("scripts", suites::scripts),
    ("api", api::check),
    ("picture", picture::check),
];

/// What a release ships, and what looks for promises that no test keeps.
const NIGHTLY: &[Step] = &[
    ("agents", clients::agents),
    ("frameworks", clients::frameworks),
    ("dist", dist::check::nightly),
    ("breaks", || run_noteless(&mut script("breaks.py"))),
    ("mutants", mutants::check),
    ("fuzz", fuzz::check),
];

/// The names of all steps.
pub(crate) fn step_names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().chain(NIGHTLY).map(|(name, _)| *name)
}

/// Runs the named steps, or all of each run and, if it is one, of the nightly run.
///
/// # Errors
/// If a step fails. The steps after it are not run, unless `keep_going`.
pub(crate) fn run(names: &[String], keep_going: bool, nightly: bool) -> Result<()> {
    let start = Instant::now();
    let mut rows: Vec<String> = Vec::new();
    let mut failed: Vec<String> = Vec::new();
    for &(name, run_step) in chosen(names, nightly) {
        if !failed.is_empty() && !keep_going {
            rows.push(format!("{name:<10}  not run"));
            continue;
        }
        eprintln!("\n== {name}");
        let begun = Instant::now();
        let result = run_step();
        let time = format!("{:.1} s", begun.elapsed().as_secs_f64());
        eprintln!("== {name}: {time}");
        let (word, note) = match result {
            Ok(note) => ("ok", note),
            Err(error) => {
                eprintln!("error: {error:#}");
                failed.push(format!("{name}: {error:#}"));
                ("FAILED", String::new())
            }
        };
        rows.push(format!("{name:<10}  {word:<7}  {time:>8}  {note}"));
    }
    eprintln!("\n{}", rows.join("\n"));
    eprintln!("{:.1} s in all", start.elapsed().as_secs_f64());
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// The named steps in the order of the tables; without names those of each run, and the nightly ones if it is one.
fn chosen(names: &[String], nightly: bool) -> impl Iterator<Item = &'static Step> {
    let is_chosen = move |name: &str, is_default: bool| {
        (names.is_empty() && is_default) || names.iter().any(|chosen| chosen == name)
    };
    let each_run = STEPS.iter().filter(move |(name, _)| is_chosen(name, true));
    let nights = NIGHTLY.iter().filter(move |(name, _)| is_chosen(name, nightly));
    each_run.chain(nights)
}

fn run_noteless(command: &mut Command) -> Result<Note> {
    run_command(command).map(|()| Note::new())
}

/// Runs the lint of `crates/guard` over the workspace, or over files. Banned words are the `terms` of `guard.toml`, and
/// those of the list that `xtask/banned_words.py` derived from the tasks of benchmarks.
pub(crate) fn guard(paths: &[PathBuf]) -> Result<()> {
    let mut guard = cargo(&["run", "--quiet", "--features", "firsthand-cli/nats"]);
    run_command(guard.args(["--bin", "firsthand-guard", "--"]).args(paths))
}

/// Runs clippy on the whole workspace, and on the installed crates without any optional feature. A narrower choice of
/// crates would share fewer type-checked dependencies with the first run.
fn clippy() -> Result<Note> {
    let all = workspace_cargo(&["clippy", "--all-targets"]);
    let bare = cargo(&["clippy", "-p", "firsthand-cli", "--no-default-features"]);
    for mut clippy in [all, bare] {
        run_command(clippy.args(["--", "-D", "warnings"]))?;
    }
    Ok(Note::new())
}

/// What some tests start: the program, the environment variable that is `required` where they have to run, and what is
/// not tested without it.
const TESTED_WITH: [(&str, &str, &str); 2] = [
    ("nats-server", "FIRSTHAND_NATS", "research over NATS"),
    ("strace", "FIRSTHAND_STRACE", "what is opened"),
];

fn test() -> Result<Note> {
    let mut untested: Vec<String> = Vec::new();
    for (program, variable, what) in TESTED_WITH.iter().filter(|(name, ..)| !is_installed(name)) {
        if std::env::var(variable).is_ok_and(|value| value == "required") {
            bail!("{program} is missing");
        }
        untested.push(format!("not tested: {what}, since {program} is missing"));
    }
    run_command(&mut nextest::all_tests())?;
    Ok(untested.join("; "))
}

/// The program, as the tests use it. After them nothing is compiled for it.
///
/// # Errors
/// If it cannot be built.
pub(crate) fn built_program() -> Result<PathBuf> {
    run_command(&mut workspace_cargo(&["build", "--bin", "firsthand", "--tests"]))?;
    let name = format!("firsthand{}", std::env::consts::EXE_SUFFIX);
    Ok(target()?.join("debug").join(name))
}

#[cfg(test)]
mod tests {
    use super::{NIGHTLY, STEPS, chosen};

    #[test]
    fn steps_run_in_the_tables_order() {
        let names = |arguments: &[&str], nightly| -> Vec<&str> {
            let arguments: Vec<String> = arguments.iter().map(|&name| name.to_owned()).collect();
            chosen(&arguments, nightly).map(|(name, _)| *name).collect()
        };
        assert_eq!(names(&["api", "fmt"], false), ["fmt", "api"]);
        assert_eq!(names(&["breaks", "fmt"], false), ["fmt", "breaks"]);
        assert_eq!(names(&[], false).len(), STEPS.len());
        assert_eq!(names(&[], true).len(), STEPS.len() + NIGHTLY.len());
    }
}
