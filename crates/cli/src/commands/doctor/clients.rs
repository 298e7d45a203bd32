//! The checks of `doctor` for coding agents: which are there, and what the server's entry of each starts.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use clap::Parser as _;
use firsthand_setup::{Entry, Installed, Machine, installed};
use serde::Serialize;

use crate::args::Cli;
use crate::commands::Command as Subcommand;
use crate::root::{NAME, is_this};

/// How long a program may take to print its version.
const MAX_TIME: Duration = Duration::from_secs(3);
/// The longest line with a version, in bytes.
const MAX_VERSION_BYTES: u64 = 200;

/// A coding agent on this machine.
#[derive(Serialize)]
pub(super) struct Client {
    pub(super) client: &'static str,
    #[serde(skip)]
    pub(super) title: &'static str,
    /// The program on PATH that starts it.
    pub(super) program: Option<PathBuf>,
    /// The first of its files and folders that exists.
    pub(super) found: Option<String>,
    /// The file that has the server's entry.
    pub(super) file: Option<String>,
    /// What the entry starts, as it stands there.
    pub(super) command: Option<String>,
    /// What that is; `null` if there is no such program.
    pub(super) starts: Option<Program>,
    /// Whether the entry is switched off.
    pub(super) is_off: bool,
    /// The arguments in the entry with which this program does not serve, if so.
    pub(super) refused: Option<String>,
    /// Why a file with servers cannot be read, if so.
    pub(super) error: Option<String>,
}

/// A program that is started as Firsthand.
#[derive(Serialize)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    /// Whether it is this program.
    pub(super) is_this: bool,
    /// What it prints for `--version`; `null` if it was not asked: it has another name, or a project chose it.
    pub(super) version: Option<String>,
}

impl Client {
    /// Whether its entry starts nothing, or nothing that serves.
    pub(super) fn is_broken(&self) -> bool {
        let starts_nothing = self.command.is_some() && self.starts.is_none();
        self.error.is_some() || starts_nothing || self.refused.is_some()
    }
}

pub(super) fn clients(machine: &Machine) -> Vec<Client> {
    let row = |one: Installed| {
        let error = one.problem.map(|(file, why)| format!("{file}: {why}"));
        let starts = one.entry.as_ref().and_then(|entry| starts(machine, entry));
        let is_this = starts.as_ref().is_some_and(|program| program.is_this);
        let (file, started) = one.entry.map(|entry| (entry.file, entry.started)).unzip();
        let refused = started.as_ref().filter(|started| is_this && !serves(&started.arguments));
        let refused = refused.map(|started| started.arguments.join(" "));
        Client {
            client: &one.client.name,
            title: &one.client.title,
            program: one.program,
            found: one.found,
            file,
            is_off: started.as_ref().is_some_and(|started| started.is_off),
            command: started.and_then(|started| started.command),
            starts,
            refused,
            error,
        }
    };
    installed(machine).into_iter().map(row).collect()
}

/// What PATH finds under the name by which sub-agents, skills and lines call this program.
pub(super) fn on_path(machine: &Machine) -> Option<Program> {
    // In an environment of Python or below a runner, PATH finds it here alone.
    let is_lasting = |path: &PathBuf| !is_this(path) || machine.command == [NAME];
    machine.program(NAME).filter(is_lasting).map(|path| Program::at(path, true))
}

fn starts(machine: &Machine, entry: &Entry) -> Option<Program> {
    let command = entry.started.command.as_ref()?;
    let path = machine.program(command)?;
    // A project must not choose what is run here; and other programs, such as `npx`, have versions of their own.
    let is_ours = path.file_stem().is_some_and(|stem| stem == NAME);
    let may_run = is_ours && (!entry.in_project || command == NAME);
    Some(Program::at(path, may_run))
}

/// Whether this program serves with these arguments.
fn serves(arguments: &[String]) -> bool {
    let words = std::iter::once(NAME).chain(arguments.iter().map(String::as_str));
    match Cli::try_parse_from(words).map(|cli| cli.command) {
        Ok(Subcommand::Mcp(mcp)) => mcp.roots().missing().is_empty(),
        _ => false,
    }
}

impl Program {
    fn at(path: PathBuf, may_run: bool) -> Self {
        let is_this = is_this(&path);
        let version = if is_this {
            Some(format!("{NAME} {}", env!("CARGO_PKG_VERSION")))
        } else {
            may_run.then(|| version(&path)).flatten()
        };
        Self { path, is_this, version }
    }
}

/// The first line that a program prints for `--version`; `None` if it prints none in time.
fn version(program: &Path) -> Option<String> {
    let mut child = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let output = child.stdout.take()?;
    let (send, received) = channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = send.send(output.take(MAX_VERSION_BYTES).read_to_string(&mut text).map(|_| text));
    });
    let text = received.recv_timeout(MAX_TIME);
    // Whether it ended is of no interest once it was read.
    let _ = child.kill();
    let _ = child.wait();
    text.ok()?.ok()?.lines().next().map(str::to_owned)
}
