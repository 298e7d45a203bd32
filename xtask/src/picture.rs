//! `cargo xtask picture`: draws the README's picture of a terminal from a real run on a part of this repository.
//!
//! CI draws it again and compares, but for the time that the run took. The program is the one of the tests: a release
//! build would compile everything once more.

use std::process::Stdio;

use anstyle_svg::Term;
use anyhow::{Result, bail, ensure};

use crate::ci::built_program;
use crate::command::{command, output, root};
use crate::generated;
use crate::tree::Tree;

/// Where the picture is, and the page that shows it.
const PICTURE: &str = "docs/explore.svg";
const README: &str = "README.md";
/// What is asked, and of what: the answer changes only if this crate does, or the search.
const QUESTION: &str = "how is a quote found in the evidence of a place?";
const ROOT: &str = "crates/validator";
/// What the line has that ends with the time.
const STATE_MARK: &str = "confidence";

/// Draws the picture and writes it.
///
/// # Errors
/// If the program does not print a report, or the file cannot be written.
pub(crate) fn run() -> Result<()> {
    generated::write(&vec![(PICTURE.to_owned(), picture()?)])
}

/// Checks that the README shows the picture, and that it is the current one.
///
/// # Errors
/// If it is not.
pub(crate) fn check() -> Result<String> {
    let tree = Tree::read(&root())?;
    ensure!(tree.text(README).contains(PICTURE), "{README} does not show {PICTURE}");
    if without_time(tree.text(PICTURE)) != without_time(&picture()?) {
        bail!(
            "{PICTURE} is not what the program prints: run `cargo xtask picture`, and look at it"
        );
    }
    Ok(String::new())
}

/// The picture of a run, as SVG.
fn picture() -> Result<String> {
    let program = built_program()?;
    let mut explore = command("sh");
    let line = format!(
        "\"$0\" explore '{QUESTION}' --intent locate --root {ROOT} --color always --no-cache"
    );
    explore.args(["-euc", &line]).arg(program);
    let printed = output(explore.stdin(Stdio::null()))?;
    let typed = format!("$ firsthand explore \"{QUESTION}\" --intent locate\n\n");
    Ok(Term::new().render_svg(&(typed + &printed)))
}

/// The picture without the time on the line of the answer's state.
fn without_time(picture: &str) -> String {
    let lines = picture.lines().map(|line| match line.rsplit_once('·') {
        Some((state, _)) if line.contains(STATE_MARK) => state,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::without_time;

    #[test]
    fn only_the_time_may_differ() {
        let state =
            |time: &str| format!("<tspan>a?</tspan>\nlow confidence · 9 files · {time}\n1 · b");
        assert_eq!(without_time(&state("3 ms")), without_time(&state("1.2 s")));
        assert_ne!(without_time("1 · b"), without_time("1 · c"));
    }
}
