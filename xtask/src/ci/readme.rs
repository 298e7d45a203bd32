//! Runs the README's first command, to check that it works, and compares what it prints with the sample report.
//!
//! The program is the one of the tests, not the README's release build of it: everything would be compiled once more.
//! The sample changes with every line of the code that it cites, so a difference is noted and is no failure.

use anyhow::{Context, Result};

use crate::command::{command, output, root};
use crate::tree::Tree;

/// How the README starts the program.
const PROGRAM: &str = "cargo run --release -q -p firsthand-cli --";

pub(super) fn run() -> Result<String> {
    let tree = Tree::read(&root())?;
    let readme = tree.file("README.md").map_or("", |file| file.text.as_str());
    let arguments = arguments(readme).context("the README starts the program in another way")?;
    let line = format!("\"$0\" {arguments} --format md");
    let mut explore = command("sh");
    explore.args(["-euc", &line]).arg(super::built_program()?);
    let printed = output(explore.stdin(std::process::Stdio::null()))?;
    let note = if sample(readme).is_some_and(|sample| sample == printed) {
        ""
    } else {
        "the sample report is older than the program"
    };
    Ok(note.to_owned())
}

/// The arguments of the first command that starts the program.
fn arguments(page: &str) -> Option<&str> {
    page.lines().find_map(|line| line.strip_prefix(PROGRAM))
}

/// The first block that is fenced as `text`, with four marks since it holds fences.
fn sample(page: &str) -> Option<String> {
    let (_, block) = page.split_once("\n````text\n")?;
    let (block, _) = block.split_once("````\n")?;
    Some(block.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{PROGRAM, arguments, sample};

    #[test]
    fn the_command_and_the_sample_are_found() {
        let page = format!(
            "# A\n```sh\n{PROGRAM} a \"b\"\n{PROGRAM} c\n```\n````text\n## b\n```json\n{{}}\n```\n````\n```text\nc\n```\n"
        );
        assert_eq!(arguments(&page), Some(" a \"b\""));
        assert_eq!(sample(&page).as_deref(), Some("## b\n```json\n{}\n```\n"));
        assert_eq!(
            (arguments("cargo run"), sample("```text\nc\n```\n")),
            (None, None)
        );
    }
}
