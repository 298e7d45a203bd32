//! Compares `firsthand search` and `firsthand explore` with `rg -c -w` on one tree, for names and words, with an empty
//! and a filled cache.
//!
//! *Cold* is with an empty cache folder; the time includes writing the cache. *Warm* is a second run. The tree's files
//! are in the system's page cache for both programs, because one run of each comes first and is not counted. The two
//! programs run alternately, so that other load on the machine affects both; a row gives medians, and the ratio of the
//! medians.

mod clock;
mod names;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::arguments::{Arguments, UsageError};
use crate::command::{cargo, command, is_installed, run as run_command};
use clock::{Times, measure_memory, measure_time};

/// The query by default.
const QUERY: &str = "how are conflicting ignore rules resolved?";
/// How many runs are counted, and how many rare and common names are drawn, by default.
const DEFAULT_RUNS: usize = 5;
const DEFAULT_NAMES: usize = 50;
const DEFAULT_COMMON_NAMES: usize = 10;
/// The most files that contain a rare name.
const MAX_RARE_FILES: usize = 150;
/// More files than this contain a common name.
const MIN_COMMON_FILES: usize = 500;

/// The benchmark's tree, programs and cache folder.
struct Bench {
    program: PathBuf,
    tree: PathBuf,
    cache: PathBuf,
}

pub(super) fn run(arguments: &Arguments, target_directory: &str) -> Result<()> {
    let tree = match arguments.value("--tree") {
        Some(tree) => PathBuf::from(tree),
        None => {
            registry_sources().ok_or_else(|| UsageError("give a tree: --tree DIR".to_owned()))?
        }
    };
    let tree = std::fs::canonicalize(&tree).with_context(|| format!("{}", tree.display()))?;
    if !is_installed("rg") {
        bail!("rg is not installed here, so there is nothing to compare with");
    }
    let build = ["build", "--release", "--package", "firsthand-cli"];
    run_command(&mut cargo(&build))?;
    let bench = Bench {
        program: Path::new(target_directory).join("release/firsthand"),
        cache: std::env::temp_dir().join(format!("xtask-bench-{}", std::process::id())),
        tree,
    };
    let result = bench.print_table(arguments);
    remove_folder(&bench.cache);
    result
}

impl Bench {
    /// Runs both programs and prints the table.
    fn print_table(&self, arguments: &Arguments) -> Result<()> {
        let runs = arguments.number("--runs", DEFAULT_RUNS)?;
        let rare_count = arguments.number("--names", DEFAULT_NAMES)?;
        let common_count = arguments.number("--common", DEFAULT_COMMON_NAMES)?;
        let seed = arguments.number("--seed", 1)? as u64;
        println!("tree: {}\n", self.tree.display());
        println!("| measure | of | firsthand ms | rg ms | ratio | from | to | MiB |");
        println!("|---|--:|--:|--:|--:|--:|--:|--:|");
        let query = arguments.value("--query").unwrap_or(QUERY);
        let word = match arguments.value("--word") {
            Some(word) => word.to_owned(),
            None => self.rarest(query)?,
        };
        for verb in ["search", "explore"] {
            let (mut cold, mut warm) = (Times::default(), Times::default());
            for run in 0..=runs {
                self.measure_pair(&[verb, query], &word, run > 0, &mut cold, &mut warm)?;
            }
            cold.print_row(&format!("{verb} words, cold (rg: {word})"), runs);
            warm.print_row(&format!("{verb} words, warm"), runs);
        }
        let mut sample = names::Sample::new(self, seed)?;
        let rare = sample.rare(rare_count, MAX_RARE_FILES)?;
        let common = sample.common(common_count, MIN_COMMON_FILES)?;
        for (what, names) in [
            (format!("a name in at most {MAX_RARE_FILES} files"), rare),
            (
                format!("a name in more than {MIN_COMMON_FILES} files"),
                common,
            ),
        ] {
            let (mut cold, mut warm) = (Times::default(), Times::default());
            for name in &names {
                let args = ["search", "--symbol", name, "--relation", "definition"];
                self.measure_pair(&args, name, true, &mut cold, &mut warm)?;
            }
            for (name, ratio) in names.iter().zip(cold.ratios()) {
                eprintln!("{name}: {ratio:.2}");
            }
            cold.print_row(&format!("{what}, cold"), names.len());
            warm.print_row(&format!("{what}, warm"), names.len());
        }
        Ok(())
    }

    /// Runs both programs once, with an empty cache and with a filled one.
    fn measure_pair(
        &self,
        args: &[&str],
        word: &str,
        is_counted: bool,
        cold: &mut Times,
        warm: &mut Times,
    ) -> Result<()> {
        remove_folder(&self.cache);
        let mut firsthand = self.firsthand(args);
        let mut rg = command("rg");
        rg.args(["-c", "-w", word]).arg(&self.tree);
        let (cold_time, cold_peer_time) = (measure_time(&mut firsthand)?, measure_time(&mut rg)?);
        let (warm_time, warm_peer_time) = (measure_time(&mut firsthand)?, measure_time(&mut rg)?);
        if is_counted {
            cold.add(cold_time, cold_peer_time);
            warm.add(warm_time, warm_peer_time);
            remove_folder(&self.cache);
            cold.memory = cold.memory.max(measure_memory(&mut firsthand)?);
            warm.memory = warm.memory.max(measure_memory(&mut firsthand)?);
        }
        Ok(())
    }

    /// The program with these arguments, over the tree and the cache folder of the benchmark.
    fn firsthand(&self, args: &[&str]) -> std::process::Command {
        let mut firsthand = command(&self.program.to_string_lossy());
        firsthand.args(args).arg("--root").arg(&self.tree);
        firsthand
            .arg("--cache")
            .arg(&self.cache)
            .args(["--format", "json"]);
        firsthand
    }

    /// The rarest word of the query: the one that the fewest files contain, but at least one does.
    fn rarest(&self, query: &str) -> Result<String> {
        let mut best: Option<(usize, &str)> = None;
        let words = query.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words.filter(|word| word.len() > 1) {
            let files = names::count_files_with(&self.tree, word)?;
            if files > 0 && best.is_none_or(|(fewest, _)| files < fewest) {
                best = Some((files, word));
            }
        }
        let best = best.map(|(_, word)| word.to_owned());
        best.ok_or_else(|| UsageError("no word of the query stands in the tree".to_owned()).into())
    }
}

/// The folder in which cargo stores the sources of dependencies: a large tree that every machine has.
fn registry_sources() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
    Some(home.join("registry/src")).filter(|sources| sources.is_dir())
}

fn remove_folder(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}
