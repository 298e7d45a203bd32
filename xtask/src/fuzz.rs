//! `cargo xtask fuzz`: looks for inputs that break a target, with cargo-fuzz on a nightly toolchain.
//!
//! CI runs only the ordinary test of `fuzz/`, which runs the targets on the kept corpora.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::arguments::{Arguments, check_names};
use crate::command::{command, is_installed, output, root, run as run_command};
use crate::table::table;

/// How many seconds each target runs by default.
const DEFAULT_SECONDS: usize = 60;
const NIGHTLY_SECONDS: usize = 600;
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
    run(&["--seconds".to_owned(), NIGHTLY_SECONDS.to_string()])?;
    Ok(format!("{NIGHTLY_SECONDS} s for each target"))
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = Arguments::parse(
        arguments,
        &["--address-sanitizer"],
        &["--seconds", "--seed"],
    )?;
    let seconds = arguments.number("--seconds", DEFAULT_SECONDS)?;
    let seed = arguments.number("--seed", 1)?;
    let all = targets(&root())?;
    check_names("target", &arguments.names, &all)?;
    if !is_installed("cargo-fuzz") {
        bail!(
            "this needs cargo-fuzz: `cargo install --locked cargo-fuzz`, and a nightly toolchain"
        );
    }
    let chosen = |name: &&String| arguments.names.is_empty() || arguments.names.contains(name);
    let (mut rows, mut broken) = (Vec::new(), Vec::new());
    for name in all.iter().filter(chosen) {
        let mut fuzz = fuzz_command(name, arguments.has("--address-sanitizer"));
        fuzz.args(["--", &format!("-max_total_time={seconds}")]);
        fuzz.args([
            &format!("-max_len={MAX_INPUT_BYTES}"),
            &format!("-seed={seed}"),
        ]);
        let passed = run_command(&mut fuzz).is_ok();
        if !passed {
            broken.push(format!("fuzz/artifacts/{name}"));
        }
        let word = if passed { "holds" } else { "BROKEN" };
        rows.push(vec![name.clone(), word.to_owned(), format!("{seconds} s")]);
    }
    println!("\n{}", table(&["target", "result", "time"], &rows));
    println!(
        "seed {seed}; what was found is in fuzz/corpus and, where a target broke, in fuzz/artifacts"
    );
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
    let listed = output(
        command("git")
            .args(["ls-files", "fuzz/fuzz_targets"])
            .current_dir(root),
    )?;
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
        assert!(
            sanitized.starts_with("CFLAGS='-fsanitize=address"),
            "{sanitized}"
        );
        assert!(targets(&root()).unwrap().contains(&"quote".to_owned()));
    }
}
