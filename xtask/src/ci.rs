//! `cargo xtask ci`: everything that must hold before a change goes in. One step is one row in [`STEPS`].
//!
//! Steps share their builds: clippy and doc share the type-checked crates, and the steps that run something share the
//! build of the `dev` profile. Only the README's commands need a release build.

mod clients;
mod examples;
mod readme;

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::arguments::{Arguments, UsageError, check_names};
use crate::command::{
    Stream, cargo, command_line, root, run as run_command, watch, workspace_cargo,
};
use crate::table::table;
use crate::tree::Tree;
use crate::{api, breaks, guard, mutants, nextest, tidy};

/// A step's note in the table at the end.
type Note = String;

/// The name of a step, and the function that runs it.
type Step = (&'static str, fn() -> Result<Note>);

/// Quick steps come first. Steps that build copies of the crates come last, since cargo keeps one build of each crate.
const STEPS: &[Step] = &[
    ("fmt", || {
        run_noteless(&mut cargo(&["fmt", "--all", "--check"]))
    }),
    ("tidy", || tidy::check(&Tree::read(&root())?)),
    ("guard", guard::check),
    ("clippy", clippy),
    ("test", test),
    ("doctest", || {
        run_noteless(&mut workspace_cargo(&["test", "--doc"]))
    }),
    ("examples", examples::run),
    ("clients", clients::run),
    ("benches", benches),
    ("doc", doc),
    ("api", api::check),
    ("readme", readme::run),
    ("breaks", breaks::sample),
    ("mutants", mutants::sample),
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(arguments, &["--keep-going"], &[])?;
    let steps = chosen(&arguments.names)?;
    let start = Instant::now();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut failed: Vec<String> = Vec::new();
    for &(name, run_step) in steps {
        if !failed.is_empty() && !arguments.has("--keep-going") {
            rows.push(vec![name.to_owned(), "not run".to_owned()]);
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
        rows.push(vec![name.to_owned(), word.to_owned(), time, note]);
    }
    eprintln!("\n{}", table(&["step", "result", "time", ""], &rows));
    eprintln!("{:.1} s in all", start.elapsed().as_secs_f64());
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// The named steps in the order of the table; all without names.
fn chosen(names: &[String]) -> Result<Vec<&'static Step>, UsageError> {
    let known: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
    check_names("step", names, &known)?;
    let is_chosen = |(step, _): &&Step| names.is_empty() || names.iter().any(|name| name == step);
    Ok(STEPS.iter().filter(is_chosen).collect())
}

fn run_noteless(command: &mut Command) -> Result<Note> {
    run_command(command).map(|()| Note::new())
}

/// Runs clippy on the whole workspace, and on the installed crates without any grammar.
fn clippy() -> Result<Note> {
    let all = workspace_cargo(&["clippy", "--all-targets"]);
    let bare = cargo(&["clippy", "-p", "firsthand-cli", "--no-default-features"]);
    for mut clippy in [all, bare] {
        run_command(clippy.args(["--", "-D", "warnings"]))?;
    }
    Ok(Note::new())
}

/// The environment variable that is `required` where research over NATS has to be tested.
const NATS_REQUIREMENT_VARIABLE: &str = "FIRSTHAND_NATS";

fn test() -> Result<Note> {
    let mut untested = "";
    if !nextest::has_nats_server() {
        if std::env::var(NATS_REQUIREMENT_VARIABLE).is_ok_and(|value| value == "required") {
            bail!("nats-server is missing");
        }
        untested = "; not over NATS: nats-server is missing";
    }
    let mut tests = nextest::all_tests();
    if !nextest::available() {
        return run_command(&mut tests).map(|()| format!("with cargo test{untested}"));
    }
    let mut note = Note::new();
    let passed = watch(&mut tests, Stream::Err, |line| {
        if let Some(summary) = nextest::summary(line) {
            note = summary;
        }
    })?;
    if !passed {
        bail!("failed: {} ({note})", command_line(&tests));
    }
    Ok(note + untested)
}

/// Outside of `cargo bench` a benchmark runs each of its functions once, in the profile of the tests.
fn benches() -> Result<Note> {
    let workspace = crate::packages::workspace(&root())?;
    let targets = workspace
        .packages
        .iter()
        .flat_map(|package| &package.targets);
    match targets.filter(|target| target.is("bench")).count() {
        0 => Ok("there are none".to_owned()),
        count => run_command(&mut workspace_cargo(&["test", "--bench", "*"]))
            .map(|()| format!("targets run: {count}")),
    }
}

fn doc() -> Result<Note> {
    let mut doc = workspace_cargo(&["doc", "--no-deps"]);
    run_noteless(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

#[cfg(test)]
mod tests {
    use super::{STEPS, chosen};

    #[test]
    fn steps_run_in_the_tables_order() {
        let names = |arguments: &[&str]| -> Vec<&str> {
            let arguments: Vec<String> = arguments.iter().map(|&name| name.to_owned()).collect();
            chosen(&arguments)
                .unwrap()
                .iter()
                .map(|(name, _)| *name)
                .collect()
        };
        assert_eq!(names(&["doc", "fmt"]), ["fmt", "doc"]);
        assert_eq!(names(&[]).len(), STEPS.len());
        assert!(chosen(&["lint".to_owned()]).is_err());
    }
}
