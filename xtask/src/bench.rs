//! `cargo xtask bench`: the benchmarks by name, or all, and the comparison of a cold search with ripgrep.

mod search_vs_rg;

use anyhow::Result;

use crate::arguments::{Arguments, UsageError, check_names};
use crate::command::{cargo, root, run as run_command};
use crate::packages::workspace;

/// The name of the comparison, among those of the benchmarks.
const COMPARISON: &str = "search-vs-rg";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(
        arguments,
        &[],
        &[
            "--tree", "--query", "--word", "--runs", "--names", "--common", "--seed",
        ],
    )?;
    let workspace = workspace(&root())?;
    let targets = workspace
        .packages
        .iter()
        .flat_map(|package| &package.targets);
    let known: Vec<&str> = targets
        .filter(|target| target.is("bench"))
        .map(|target| target.name.as_str())
        .collect();
    let (benches, compare) = chosen(&arguments.names, &known)?;
    if !benches.is_empty() {
        let mut bench = cargo(&["bench", "--workspace"]);
        for name in benches {
            bench.args(["--bench", name]);
        }
        run_command(&mut bench)?;
    }
    if compare {
        search_vs_rg::run(&arguments, &workspace.target_directory)?;
    }
    Ok(())
}

/// Which benchmarks to run, and whether to compare; everything without names.
fn chosen<'a>(names: &'a [String], known: &[&'a str]) -> Result<(Vec<&'a str>, bool), UsageError> {
    if names.is_empty() {
        return Ok((known.to_vec(), true));
    }
    let mut benches: Vec<&str> = names.iter().map(String::as_str).collect();
    benches.retain(|name| *name != COMPARISON);
    check_names("benchmark", names, &[known, &[COMPARISON]].concat())?;
    let compare = benches.len() < names.len();
    Ok((benches, compare))
}

#[cfg(test)]
mod tests {
    use super::{COMPARISON, chosen};

    #[test]
    fn names_choose_benchmarks_and_the_comparison() {
        let names = |arguments: &[&str]| {
            arguments
                .iter()
                .map(|&n| n.to_owned())
                .collect::<Vec<String>>()
        };
        let known = ["scan", "rank"];
        assert_eq!(chosen(&[], &known).unwrap(), (vec!["scan", "rank"], true));
        assert_eq!(
            chosen(&names(&["rank"]), &known).unwrap(),
            (vec!["rank"], false)
        );
        assert_eq!(
            chosen(&names(&[COMPARISON]), &known).unwrap(),
            (vec![], true)
        );
        assert!(chosen(&names(&["sort"]), &known).is_err());
    }
}
