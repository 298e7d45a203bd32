//! The folders, and what a command opens in them.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::files::{FILES, LINKS, PRICE};
use crate::{CACHE, NO_SETTINGS, git, tree};

/// The program that prints the system calls of another one.
const TRACER: &str = "strace";
/// The environment variable that is `required` where this has to be tested.
const REQUIREMENT_VARIABLE: &str = "FIRSTHAND_STRACE";

/// Calls that open a file. Children of the program are followed, and descriptors are printed with the paths to which
/// they lead.
const TRACED: [&str; 4] = ["-f", "-qq", "-y", "--trace=open,openat,openat2,execve"];

/// Whether processes can be traced here. If not, this is said, or a failure where it is required.
pub(super) fn can_trace() -> bool {
    let traced = Command::new(TRACER).args(TRACED).arg("true").output();
    let is_traced = traced.is_ok_and(|traced| traced.status.success());
    let is_required = std::env::var(REQUIREMENT_VARIABLE).is_ok_and(|value| value == "required");
    assert!(is_traced || !is_required, "{TRACER} is missing, or processes cannot be traced");
    if !is_traced {
        eprintln!("not tested: {TRACER} is missing, or processes cannot be traced");
    }
    is_traced
}

/// The folders `web` and `api`, which are declared, and `out`, which is not.
pub(super) struct Folders(TempDir);

impl Folders {
    pub(super) fn new() -> Self {
        let folders = Self(tree(FILES));
        for (target, link) in LINKS {
            symlink(target, folders.path().join(link)).unwrap();
        }
        for root in ["out", "web", "api"] {
            let folder = folders.path().join(root);
            git(&folder, &["init", "-q"]);
            git(&folder, &["add", "-A", "-f"]);
            git(&folder, &["commit", "-q", "-m", "a"]);
        }
        let changed = PRICE.replace("number", "bigint");
        for root in ["web", "api"] {
            std::fs::write(folders.path().join(root).join("src/price.ts"), &changed).unwrap();
        }
        folders
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn on_disk(&self, path: &str) -> String {
        self.path().join(path).to_str().unwrap().to_owned()
    }

    /// A traced command over both declared roots, which writes its calls to a file beside them.
    pub(super) fn traced(&self, args: &[&str]) -> Command {
        let mut command = Command::new(TRACER);
        command
            .args(TRACED)
            .args(["-o", &self.on_disk("calls.txt")])
            .arg(assert_cmd::cargo::cargo_bin!("firsthand"))
            .args(args)
            .args(["--root", "web=web", "--root", "lib=api"])
            .env("FIRSTHAND_CACHE", CACHE)
            .env("FIRSTHAND_CONFIG", NO_SETTINGS)
            .current_dir(self.path());
        command
    }

    /// Starts a traced server.
    pub(super) fn server(&self, args: &[&str]) -> Child {
        let mut command = self.traced(&[&["mcp"], args].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    }

    /// Runs a command over both roots; it opens nothing below `out`.
    #[track_caller]
    pub(super) fn check(&self, args: &[&str]) -> String {
        let output = self.traced(args).stdin(Stdio::null()).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        self.check_calls(&format!("{args:?} {printed} {errors}"), &[]);
        printed
    }

    /// Checks that the last command opened of `out` these files alone.
    #[track_caller]
    pub(super) fn check_calls(&self, what: &str, expected: &[&str]) {
        let expected = expected.iter().map(PathBuf::from).collect();
        assert_eq!(self.opened_below("out"), expected, "{what}");
    }

    /// Checks that a search opens files of both declared roots: otherwise nothing is shown by what is not opened.
    #[track_caller]
    pub(super) fn check_trace(&self) {
        self.check(&["search", "formatPrice"]);
        for root in ["web", "api"] {
            let opened = self.opened_below(root);
            assert!(opened.contains(Path::new("src/price.ts")), "{root}: {opened:?}");
        }
    }

    /// What the last command opened below a folder.
    fn opened_below(&self, folder: &str) -> BTreeSet<PathBuf> {
        let calls = std::fs::read_to_string(self.path().join("calls.txt")).unwrap();
        let folder = self.path().canonicalize().unwrap().join(folder);
        let opened = calls.lines().filter_map(opened);
        opened.filter_map(|path| Some(path.strip_prefix(&folder).ok()?.to_owned())).collect()
    }
}

/// The path of what a call opened or ran; `None` if it failed. The tracer prints the path to which a descriptor leads.
fn opened(call: &str) -> Option<PathBuf> {
    let (call, result) = call.rsplit_once(" = ")?;
    match call.split_once("execve(\"") {
        Some((_, program)) => Some(PathBuf::from(program.split('"').next()?)),
        None => Some(PathBuf::from(result.split_once('<')?.1.strip_suffix('>')?)),
    }
}
