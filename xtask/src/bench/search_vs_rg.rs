//! A cold `firsthand search` against `rg -c -w`, on one tree.
//!
//! Cold means without the facts that earlier searches kept: each run has an empty cache folder of its own. The tree's
//! files are in the system's page cache for both, because one run of each comes first and is not counted. The two are
//! run in turn, so that what else the machine does meets both.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::arguments::{Arguments, Misuse};
use crate::command::{cargo, command, installed, run as run_command, shown};

const QUERY: &str = "how are conflicting ignore rules resolved?";
const WORD: &str = "ignore";
const RUNS: usize = 5;

pub(super) fn run(given: &Arguments, target_directory: &str) -> Result<()> {
    let tree = match given.value("--tree") {
        Some(tree) => PathBuf::from(tree),
        None => registry_sources().ok_or_else(|| Misuse("give a tree: --tree DIR".to_owned()))?,
    };
    let tree = std::fs::canonicalize(&tree).with_context(|| format!("{}", tree.display()))?;
    let runs = given.number("--runs", RUNS)?;
    run_command(&mut cargo(&[
        "build",
        "--release",
        "--package",
        "firsthand-cli",
    ]))?;
    let program = Path::new(target_directory).join("release/firsthand");
    let cache = std::env::temp_dir().join(format!("xtask-bench-{}", std::process::id()));

    let query = given.value("--query").unwrap_or(QUERY);
    let mut search = command(&program.to_string_lossy());
    search.args(["search", query, "--root"]).arg(&tree);
    search.env("XDG_CACHE_HOME", &cache);
    let mut rg = command("rg");
    rg.args(["-c", "-w", given.value("--word").unwrap_or(WORD)])
        .arg(&tree);
    let with_rg = installed("rg");

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in 0..=runs {
        remove(&cache);
        let times = (
            time(&mut search)?,
            if with_rg { Some(time(&mut rg)?) } else { None },
        );
        if run > 0 {
            ours.push(times.0);
            theirs.extend(times.1);
        }
    }
    remove(&cache);
    println!("tree: {}", tree.display());
    let ours = report(&search, &mut ours);
    if with_rg {
        let theirs = report(&rg, &mut theirs);
        println!("ratio: {:.1}", ours / theirs);
    } else {
        println!("rg is not installed here, so there is nothing to compare with");
    }
    Ok(())
}

/// Prints the median and the range, and returns the median in milliseconds.
fn report(command: &Command, times: &mut [Duration]) -> f64 {
    times.sort();
    let milliseconds = |at: usize| {
        times
            .get(at)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let (low, median, high) = (
        milliseconds(0),
        milliseconds(times.len() / 2),
        milliseconds(times.len().max(1) - 1),
    );
    let runs = times.len();
    println!(
        "{median:8.1} ms ({low:.1} to {high:.1}, {runs} runs)  {}",
        shown(command)
    );
    median
}

fn time(command: &mut Command) -> Result<Duration> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let begun = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("cannot start: {}", shown(command)))?;
    let time = begun.elapsed();
    if !status.success() {
        bail!("failed ({status}): {}", shown(command));
    }
    Ok(time)
}

/// Where cargo keeps the sources of what this workspace depends on: a large tree that every machine has.
fn registry_sources() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
    Some(home.join("registry/src")).filter(|sources| sources.is_dir())
}

fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::report;
    use crate::command::command;

    #[test]
    fn the_median_is_reported() {
        let mut times = [9, 1, 4, 2, 3].map(Duration::from_millis);
        assert!((report(&command("x"), &mut times) - 3.0).abs() < 1e-9);
        assert!(report(&command("x"), &mut []).abs() < 1e-9);
    }
}
