//! Runs the README's commands, to check that they work.
//!
//! It runs the lines that start with `cargo` in blocks fenced as `sh` or `console` (there after `$ `), except
//! `cargo xtask ci` itself, commands that another step runs or that need the network, and blocks after the comment
//! `<!-- xtask: skip -->`.
//!
//! The sample report (the block fenced as `text`) is compared with what the first command prints as Markdown. It
//! changes with every line of the code that it cites, so a difference is noted and is no failure.

use anyhow::Result;

use crate::command::{command, output, root, run as run_command};
use crate::tree::Tree;

const SKIP: &str = "<!-- xtask: skip -->";
/// Beginnings of commands that are not run.
const EXCLUDED_COMMANDS: &[&str] = &[
    "cargo xtask ci",
    "cargo fmt",
    "cargo clippy",
    "cargo nextest run",
    "cargo test",
    "cargo doc",
    "cargo install",
    "cargo add",
    "cargo binstall",
    "cargo publish",
    "cargo update",
    "cargo search",
];

pub(super) fn run() -> Result<String> {
    let tree = Tree::read(&root())?;
    let readme = tree.file("README.md").map_or("", |file| file.text.as_str());
    let commands = commands(readme);
    for line in &commands {
        run_command(
            command("sh")
                .args(["-euc", line])
                .stdin(std::process::Stdio::null()),
        )?;
    }
    let sample = commands.first().zip(sample(readme));
    let is_stale = sample.is_some_and(|(line, sample)| !is_current(line, &sample));
    let note = if is_stale {
        "; the sample report is older than the program"
    } else {
        ""
    };
    Ok(format!("commands run: {}{note}", commands.len()))
}

/// The first block that is fenced as `text`, with four marks since it holds fences.
fn sample(page: &str) -> Option<String> {
    let lines = page.lines().skip_while(|line| *line != "````text").skip(1);
    let lines: Vec<&str> = lines.take_while(|line| *line != "````").collect();
    (!lines.is_empty()).then(|| lines.join("\n") + "\n")
}

fn is_current(line: &str, sample: &str) -> bool {
    let line = format!("{line} --format md");
    let printed = output(command("sh").args(["-euc", &line]));
    printed.is_ok_and(|printed| printed == sample)
}

/// The commands to run, in order; a line that ends with a backslash goes on in the next.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    let mut skip = false;
    while let Some(line) = lines.next() {
        let line = line.trim();
        let Some(info) = line.strip_prefix("```") else {
            skip = line == SKIP || (skip && line.is_empty());
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .take_while(|line| line.trim() != "```")
            .collect();
        let console = info.starts_with("console");
        if !skip && (console || info.split_whitespace().next() == Some("sh")) {
            found.extend(command_lines(&block, console));
        }
        skip = false;
    }
    found.retain(|line| {
        line.starts_with("cargo ")
            && !EXCLUDED_COMMANDS
                .iter()
                .any(|e| starts_with_command(line, e))
    });
    found
}

/// The command lines of a block.
fn command_lines(block: &[&str], console: bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut continues = false;
    for line in block {
        let line = line.trim();
        if continues {
            if let Some(last) = found.last_mut() {
                last.push(' ');
                last.push_str(line.trim_end_matches('\\').trim_end());
            }
        } else if let Some(line) = if console {
            line.strip_prefix("$ ")
        } else {
            Some(line)
        } {
            found.push(line.trim_end_matches('\\').trim_end().to_owned());
        } else {
            continue;
        }
        continues = line.ends_with('\\');
    }
    found
}

/// Whether `line` is this command, perhaps with more arguments.
fn starts_with_command(line: &str, command: &str) -> bool {
    line.strip_prefix(command)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::{commands, is_current, sample};

    #[test]
    fn commands_of_shell_blocks_are_taken() {
        let page = "\
```sh
# Ask.
cargo run -q -- explore \"how?\" --root .
cargo run -- \\
  schema \\
  report   # all of it
cargo xtask ci
cargo xtask circle
ls
cargo install --path crates/cli
```
```console
$ cargo xtask tidy
cargo is the output here
$ echo cargo
```
```rust
cargo run
```
";
        assert_eq!(
            commands(page),
            [
                "cargo run -q -- explore \"how?\" --root .",
                "cargo run -- schema report   # all of it",
                "cargo xtask circle",
                "cargo xtask tidy",
            ]
        );
    }

    #[test]
    fn a_comment_skips_the_next_block_only() {
        let page = "<!-- xtask: skip -->\n\n```sh\ncargo a\n```\n```sh\ncargo b\n```\n\
                    <!-- xtask: skip -->\nText between.\n```sh\ncargo c\n```\n";
        assert_eq!(commands(page), ["cargo b", "cargo c"]);
    }

    #[test]
    fn the_sample_is_what_the_command_prints() {
        let page = "# A\n````text\n## b\n```json\n{}\n```\n````\n```text\nc\n```\n";
        assert_eq!(sample(page).as_deref(), Some("## b\n```json\n{}\n```\n"));
        assert_eq!(sample("```text\nc\n```\n"), None);
        for (printed, current) in [("x --format md\n", true), ("x\n", false)] {
            assert_eq!(is_current("echo x", printed), current, "{printed}");
        }
    }
}
