//! The project's own tasks, run as `cargo xtask <task>`. What CI runs is `cargo xtask ci`.
//!
//! One task is one file and one row in [`TASKS`]; one tidy rule is one file under `tidy/` and one row in its table.

mod adversary;
mod api;
mod arguments;
mod bench;
mod breaks;
mod ci;
mod command;
mod fuzz;
mod guard;
mod invariants;
mod issuers;
mod languages;
mod laws;
mod mutants;
mod nextest;
mod packages;
mod registries;
mod snapshots;
mod table;
mod tidy;
mod tokens;
mod tree;

use std::process::ExitCode;

struct Task {
    name: &'static str,
    arguments: &'static str,
    what: &'static str,
    run: fn(&[String]) -> anyhow::Result<()>,
}

const TASKS: &[Task] = &[
    Task {
        name: "ci",
        arguments: "[STEP…] [--keep-going] [--nightly]",
        what: "everything CI checks, or only the named steps; --nightly adds breaks, mutants and fuzz",
        run: ci::run,
    },
    Task {
        name: "tidy",
        arguments: "[--lower]",
        what: "the project's policy; --lower takes shrunken files into the ceilings",
        run: tidy::run,
    },
    Task {
        name: "guard",
        arguments: "[PATH…]",
        what: "the lint that keeps the project generic, over this workspace",
        run: guard::run,
    },
    Task {
        name: "invariants",
        arguments: "[LAW…] [--cases N] [--seed N]",
        what: "the tests that bear a law's name, with many cases",
        run: invariants::run,
    },
    Task {
        name: "adversary",
        arguments: "[--attempts N] [--seed N] [--from N]",
        what: "attempts at a lie in a report, by the hundred thousand",
        run: adversary::run,
    },
    Task {
        name: "breaks",
        arguments: "[NAME…]",
        what: "break rules on purpose, one at a time: some law's test must fail",
        run: breaks::run,
    },
    Task {
        name: "snapshots",
        arguments: "[--check]",
        what: "accept what the snapshot tests print now, or fail where it is stale",
        run: snapshots::run,
    },
    Task {
        name: "packages",
        arguments: "",
        what: "write the packages for registries anew; tidy sees that they are current",
        run: registries::run,
    },
    Task {
        name: "api",
        arguments: "",
        what: "write the public API of the crates to api/",
        run: api::run,
    },
    Task {
        name: "languages",
        arguments: "",
        what: "hand the grammars' features on to the crates that are built on the code graph",
        run: languages::run,
    },
    Task {
        name: "issuers",
        arguments: "CONFIG --version VERSION",
        what: "write the table of issuers' token formats from gitleaks' config/gitleaks.toml",
        run: issuers::run,
    },
    Task {
        name: "bench",
        arguments: "[NAME…] [--tree DIR] [--query TEXT] [--word WORD] [--runs N]",
        what: "the benchmarks, and a cold search against ripgrep (search-vs-rg)",
        run: bench::run,
    },
    Task {
        name: "fuzz",
        arguments: "[TARGET…] [--seconds N] [--seed N] [--address-sanitizer]",
        what: "look for inputs that break a fuzz target (needs cargo-fuzz and a nightly toolchain)",
        run: fuzz::run,
    },
    Task {
        name: "mutants",
        arguments: "[PACKAGE…] [--shard K/N]",
        what: "break the crates that keep the laws and see whether tests notice (needs cargo-mutants)",
        run: mutants::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return ExitCode::SUCCESS;
    };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        eprintln!("error: no task `{name}`\n\n{}", help());
        return ExitCode::from(2);
    };
    match (task.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(if error.is::<arguments::UsageError>() {
                2
            } else {
                1
            })
        }
    }
}

fn help() -> String {
    let mut rows: Vec<Vec<String>> = TASKS
        .iter()
        .map(|task| {
            vec![
                format!("{} {}", task.name, task.arguments),
                task.what.to_owned(),
            ]
        })
        .collect();
    rows.push(vec!["help".to_owned(), "this list".to_owned()]);
    format!("cargo xtask <task>\n\n{}", table::table(&[], &rows))
}

#[cfg(test)]
mod tests {
    use super::{TASKS, help};

    #[test]
    fn help_has_a_line_for_every_task() {
        let help = help();
        for task in TASKS {
            assert!(help.contains(task.what), "{}", task.name);
        }
        assert_eq!(help.lines().count(), TASKS.len() + 3);
    }
}
