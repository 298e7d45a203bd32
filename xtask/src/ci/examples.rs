//! The examples that need no argument are built and run; clippy has checked the types of the others.
//!
//! An example that reads its arguments counts as needing them, unless the comment at its head shows a command that runs
//! it without any.

use std::path::Path;

use anyhow::Result;

use crate::command::{command, root, run as run_command, workspace_cargo};
use crate::packages::workspace;
use crate::tree::Tree;

pub(super) fn run() -> Result<String> {
    let root = root();
    let (workspace, tree) = (workspace(&root)?, Tree::read(&root)?);
    let examples: Vec<&str> = workspace
        .packages
        .iter()
        .flat_map(|package| &package.targets)
        .filter(|target| target.is("example"))
        .filter(|target| {
            let file = tree.file(&target.src_path);
            file.is_some_and(|file| !needs_arguments(&target.name, &file.text))
        })
        .map(|target| target.name.as_str())
        .collect();
    let mut build = workspace_cargo(&["build"]);
    build.args(examples.iter().flat_map(|name| ["--example", name]));
    run_command(&mut build)?;
    let folder = Path::new(&workspace.target_directory).join("debug/examples");
    for name in &examples {
        let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        run_command(command(program).stdin(std::process::Stdio::null()))?;
    }
    Ok(examples.join(", "))
}

fn needs_arguments(name: &str, source: &str) -> bool {
    let bare = format!("--example {name}");
    let shows_bare_command = |line: &str| {
        line.starts_with("//!")
            && line.split_once(&bare).is_some_and(|(_, rest)| rest.trim_end_matches('`').is_empty())
    };
    source.contains("env::args") && !source.lines().any(shows_bare_command)
}

#[cfg(test)]
mod tests {
    use super::needs_arguments;

    #[test]
    fn an_example_that_reads_arguments_needs_them_unless_its_header_shows_otherwise() {
        let reads = "fn main() { let a = std::env::args(); }";
        for (head, needed) in [
            ("", true),
            ("//! cargo run --example show -- DIR\n", true),
            ("//! cargo run --example shows\n", true),
            ("//! cargo run -p x --example show\n", false),
            ("//! Run it: `cargo run --example show`\n", false),
        ] {
            assert_eq!(needs_arguments("show", &format!("{head}{reads}")), needed, "{head}");
        }
        assert!(!needs_arguments("show", "fn main() {}"));
    }
}
