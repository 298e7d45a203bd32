//! Starting other programs: always from the workspace's root, always shown before they run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The workspace's root folder.
pub(crate) fn root() -> PathBuf {
    let manifest_folder = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest_folder.parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// A command that runs at the root.
///
/// The variables about the package `xtask` that `cargo run` set in this process are not passed on: build scripts and
/// tests that read such variables would see those of another package.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// The cargo that started this process, with `args`.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = command(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(args);
    command
}

/// A command that runs a script of the folder `xtask`.
pub(crate) fn script(name: &str) -> Command {
    let mut command = command("python3");
    command.arg(format!("xtask/{name}"));
    command
}

/// The cargo that started this process, with `args`, for the whole workspace. All steps of CI have the same features, so
/// that they share their builds.
pub(crate) fn workspace_cargo(args: &[&str]) -> Command {
    let mut command = cargo(args);
    command.args(["--workspace", "--features", "firsthand-cli/nats"]);
    command
}

/// The command as one would type it.
pub(crate) fn command_line(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}={}", name.to_string_lossy(), shell_quoted(&value?.to_string_lossy())))
    });
    let program = Path::new(command.get_program());
    // The path of cargo is shortened to `cargo`; any other program is shown as it is.
    let is_cargo = program.file_stem().is_some_and(|stem| stem == "cargo");
    let program = if is_cargo { "cargo".into() } else { program.to_string_lossy() };
    let program = std::iter::once(shell_quoted(&program));
    let args = command.get_args().map(|arg| shell_quoted(&arg.to_string_lossy()));
    variables.chain(program).chain(args).collect::<Vec<_>>().join(" ")
}

fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Prints a command and runs it, with this process's output. A failure names the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    run_accepting(&[0], command)
}

/// As [`run`], for a program that ends with one of these exit codes if all is well.
pub(crate) fn run_accepting(codes: &[i32], command: &mut Command) -> Result<()> {
    let line = command_line(command);
    eprintln!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start: {line}"))?;
    if !status.code().is_some_and(|code| codes.contains(&code)) {
        bail!("failed ({status}): {line}");
    }
    Ok(())
}

/// Runs a command silently, and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = command_line(command);
    let output = command.output().with_context(|| format!("cannot start: {line}"))?;
    if !output.status.success() {
        let reported = String::from_utf8_lossy(&output.stderr);
        bail!("failed ({}): {line}\n{}", output.status, reported.trim_end());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether a program of this name is on the search path.
pub(crate) fn is_installed(program: &str) -> bool {
    find(program).is_some()
}

/// The program of this name on the search path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let names = [&format!("{program}{}", std::env::consts::EXE_SUFFIX), program];
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file())
}

/// How npm is started; on Windows it is a script.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

#[cfg(test)]
mod tests {
    use super::{cargo, command, command_line, output};

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let mut doc = cargo(&["doc", "--no-deps"]);
        doc.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(command_line(&doc), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
        assert_eq!(command_line(command("sh").arg("it's")), r"sh 'it'\''s'");
    }

    #[test]
    fn a_failure_names_the_command_and_its_output() {
        let error = output(command("git").arg("no-such-thing")).unwrap_err().to_string();
        assert!(error.contains("git no-such-thing"), "{error}");
    }
}
