//! `cargo xtask fuzz`: looks for inputs that break a target, with cargo-fuzz on a nightly toolchain.
//!
//! CI runs only the ordinary test of `fuzz/`, which runs the targets on the kept corpora.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{command, is_installed, output, root, run as run_command};

/// How many seconds each target runs in a night.
const NIGHTLY_SECONDS: u32 = 600;
/// The longest input, in bytes.
const MAX_INPUT_BYTES: usize = 1 << 14;

/// Runs every target for as long as a night allows; without cargo-fuzz, the note reports that.
///
/// # Errors
/// If a target breaks.
pub(crate) fn check() -> Result<String> {
    if !is_installed("cargo-fuzz") {
        return Ok("not run: there is no cargo-fuzz".to_owned());
    }
    run(&[], NIGHTLY_SECONDS, 1, false)?;
    Ok(format!("{NIGHTLY_SECONDS} s for each target"))
}

/// Runs some targets, or all, for a time.
///
/// # Errors
/// If there is no such target, no cargo-fuzz, or a target breaks.
pub(crate) fn run(names: &[String], seconds: u32, seed: u32, sanitized: bool) -> Result<()> {
    let all = targets(&root())?;
    if let Some(name) = names.iter().find(|name| !all.contains(name)) {
        bail!("no target `{name}`; there are {}", all.join(", "));
    }
    let mut broken = Vec::new();
    for name in if names.is_empty() { &all } else { names } {
        let mut fuzz = fuzz_command(name, sanitized);
        fuzz.args(["--", &format!("-max_total_time={seconds}")]);
        fuzz.args([&format!("-max_len={MAX_INPUT_BYTES}"), &format!("-seed={seed}")]);
        if run_command(&mut fuzz).is_err() {
            broken.push(format!("fuzz/artifacts/{name}"));
        }
    }
    println!("seed {seed}; what was found is in fuzz/corpus");
    if !broken.is_empty() {
        bail!("inputs that break a target are in {}", broken.join(", "));
    }
    Ok(())
}

/// The command that fuzzes one target. Without a sanitizer it builds quickly. The project has no `unsafe` code, so the
/// address sanitizer is for the C code of the parsers, whose compiler needs the flag too.
fn fuzz_command(name: &str, sanitized: bool) -> Command {
    let mut fuzz = command("cargo");
    // The toolchain that this task runs with is not the one that it starts.
    fuzz.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    let sanitizer = if sanitized { "address" } else { "none" };
    fuzz.args(["+nightly", "fuzz", "run", name, "--features", "libfuzzer"]);
    fuzz.args(["--sanitizer", sanitizer]);
    if sanitized {
        fuzz.env("CFLAGS", "-fsanitize=address -fno-omit-frame-pointer");
    }
    fuzz
}

/// The names of the targets: the names of the files in `fuzz/fuzz_targets`.
fn targets(root: &Path) -> Result<Vec<String>> {
    let listed = output(command("git").args(["ls-files", "fuzz/fuzz_targets"]).current_dir(root))?;
    let name = |line: &str| Path::new(line).file_stem()?.to_str().map(str::to_owned);
    Ok(listed.lines().filter_map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::{fuzz_command, targets};
    use crate::command::{command_line, root};

    #[test]
    fn a_target_runs_under_a_nightly_toolchain() {
        assert_eq!(
            command_line(&fuzz_command("quote", false)),
            "cargo +nightly fuzz run quote --features libfuzzer --sanitizer none"
        );
        let sanitized = command_line(&fuzz_command("facts", true));
        assert!(sanitized.starts_with("CFLAGS='-fsanitize=address"), "{sanitized}");
        assert!(targets(&root()).unwrap().contains(&"quote".to_owned()));
    }
}
