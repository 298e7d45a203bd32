//! Checks that need an interpreter: the packages for Python and JavaScript, the pages in a browser, the scripts of the
//! benchmark, and the workflows of GitHub.

use anyhow::Result;

use crate::command::{command, is_installed, run, script};
use crate::install::{Packages, program, recent_node, unless_missing};

/// The tests of the packages for hosts: the interpreter and its arguments, for each language.
const HOSTS: [(&str, &[&str]); 2] = [
    ("python3", &["-m", "unittest", "discover", "-s", "python/tests"]),
    ("node", &["--test", "npm/test/client.test.js"]),
];

/// Tests the packages for Python and JavaScript with the program of the tests; their types are current.
pub(super) fn hosts() -> Result<String> {
    let program = super::built_program()?;
    run(script("write_types.py").arg(&program).arg("--check"))?;
    let mut notes = Vec::new();
    for (interpreter, arguments) in HOSTS {
        let missing = (!is_installed(interpreter)).then_some(interpreter);
        let note = unless_missing(missing, || {
            let mut suite = command(interpreter);
            suite.args(arguments).env("FIRSTHAND_PROGRAM", &program);
            run(suite.env("PYTHONPATH", "python"))
        });
        notes.push(format!("{interpreter} {}", note?).trim_end().to_owned());
    }
    Ok(notes.join(", "))
}

/// Tests the scripts over journals of the benchmark, and those of the tasks.
pub(super) fn scripts() -> Result<String> {
    Packages::Python("bench-scripts", "bench/eval/requirements.txt").and_then(|packages| {
        let python = program(packages, "python");
        let discover = |folder| run(command(&python).args(["-m", "unittest", "discover", folder]));
        discover("bench/tests").and_then(|()| discover("xtask"))
    })
}

/// The pages in a browser: the suite, its pins, the browser among them.
const PAGES: (&str, Packages) = (
    "crates/render/tests/browser/suite.mjs",
    Packages::Node("browser", "crates/render/tests/browser"),
);

/// Looks at the HTML pages in Chromium.
pub(super) fn pages() -> Result<String> {
    look_at_pages(&[])
}

/// Looks at the HTML pages, and writes how they look anew.
pub(crate) fn write_looks() -> Result<()> {
    look_at_pages(&["--write"]).map(|note| println!("{note}"))
}

fn look_at_pages(arguments: &[&str]) -> Result<String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok("not run: npm has the pinned browser for Linux on x86-64 alone".to_owned());
    }
    let program = super::built_program()?;
    let (suite, packages) = PAGES;
    packages.and_then(|packages| {
        run(recent_node(packages).arg(suite).args([&program, packages]).args(arguments))
    })
}

/// Checks the workflows with actionlint.
pub(super) fn workflows() -> Result<String> {
    Packages::Python("workflows", ".github/requirements.txt").and_then(|packages| {
        let actionlint = program(packages, "actionlint");
        // It finds shellcheck on the search path, and would check more on one machine than on another.
        run(command(actionlint).args(["-color", "-shellcheck="]))
    })
}
