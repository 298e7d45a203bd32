//! Installs what was built where no Rust is: into empty folders, from local files, with nothing on the search path. Each
//! program answers a question about this repository, on the command line and over MCP.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::files::unpack;
use super::platforms::{self, Platform};
use super::{clear, npm};
use crate::command::{NPM, cargo, command, find, output, root, run as run_command};
use crate::install;
use crate::project::{PROGRAM, Project};

const QUESTION: &str = "how is a quote found in the evidence?";
/// Every report begins with it.
const HEADING: &str = "## explore_code report";

/// The nightly step: builds everything for this machine, checks it, and packs the crates as cargo's registry would take
/// them.
pub(crate) fn nightly() -> Result<String> {
    // Every crate of the workspace is there, so nothing is asked for but what the lock file names.
    run_command(&mut cargo(&["package", "--workspace", "--no-verify", "--allow-dirty"]))?;
    run(&super::all()?)
}

/// Installs and asks what is in the folder for this machine.
pub(super) fn run(folder: &Path) -> Result<String> {
    let (project, platform) = (Project::read(&root())?, platforms::of(None)?);
    let fresh = Fresh { folder, root: folder.join("fresh") };
    clear(&fresh.root)?;
    let mut checked = Vec::new();
    for (name, install) in INSTALLERS {
        let Some((program, arguments)) = install(&fresh, &project, &platform)? else {
            continue;
        };
        let start = || {
            let mut start = fresh.command(&program);
            start.args(&arguments);
            start
        };
        ask(&project, start).with_context(|| format!("the program of the {name}"))?;
        checked.push(*name);
    }
    Ok(format!("{} {}", platform.target, checked.join(", ")))
}

/// Where everything is installed, and from where.
struct Fresh<'a> {
    folder: &'a Path,
    root: PathBuf,
}

/// An installed program with its first arguments.
type Installed = (PathBuf, Vec<String>);
/// Installs the program in one way; `None` if nothing was built for that.
type Installer = fn(&Fresh<'_>, &Project, &Platform) -> Result<Option<Installed>>;

const INSTALLERS: &[(&str, Installer)] = &[
    ("archive", |fresh, _, platform| {
        let unpacked = unpack(platform, fresh.folder, &fresh.root)?;
        Ok(Some((unpacked.join(platform.program()), Vec::new())))
    }),
    ("wheel", |fresh, _, platform| {
        let installed = fresh.install_wheel()?;
        Ok(Some((install::program(&installed, &platform.program()), Vec::new())))
    }),
    ("Python package", |fresh, _, _| {
        let python = install::program(&fresh.root.join("python"), "python");
        Ok(Some((python, ["-m", PROGRAM].map(str::to_owned).into())))
    }),
    ("npm package", |fresh, project, platform| fresh.install_npm(project, platform)),
];

impl Fresh<'_> {
    /// Without any variable, and without anything on the search path but what was installed.
    fn command(&self, program: &Path) -> Command {
        let mut command = command(program);
        command.env_clear().env("HOME", &self.root).env("PATH", self.root.join("bin"));
        // Without it no program of Windows can open a socket.
        if let Some(system) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", system);
        }
        command
    }

    fn install_wheel(&self) -> Result<PathBuf> {
        let environment = self.root.join("python");
        // A Python that a version manager chooses needs more than an empty search path to start.
        run_command(command("python3").args(["-m", "venv"]).arg(&environment))?;
        let python = install::program(&environment, "python");
        run_command(
            self.command(&python)
                .args(["-m", "pip", "install", "--quiet", "--no-index", "--find-links"])
                .args([self.folder, Path::new(PROGRAM)]),
        )?;
        Ok(environment)
    }

    fn install_npm(&self, project: &Project, platform: &Platform) -> Result<Option<Installed>> {
        let files = npm::files(project, platform).map(|file| self.folder.join(file));
        if !files.iter().all(|file| file.is_file()) {
            return Ok(None);
        }
        let installed = self.root.join("npm");
        fs::create_dir_all(&installed)?;
        run_command(
            command(NPM)
                .args(["install", "--offline", "--no-audit", "--no-fund", "--prefix"])
                .arg(&installed)
                .args(files)
                .env("HOME", &self.root)
                .env("npm_config_cache", self.root.join("npm-cache")),
        )?;
        let node = find("node").context("node is missing")?;
        let launcher = installed.join("node_modules").join(npm::LAUNCHER);
        Ok(Some((node, vec![launcher.to_string_lossy().into_owned()])))
    }
}

/// Asks for the version, for a report, and for a report over MCP.
fn ask(project: &Project, start: impl Fn() -> Command) -> Result<()> {
    let version = output(start().arg("--version"))?;
    if version.trim() != format!("{PROGRAM} {}", project.version) {
        bail!("its version is {version}");
    }
    let here = root();
    let mut explore = start();
    explore.args(["explore", QUESTION, "--no-cache", "--format", "md", "--root"]);
    let report = output(explore.arg(&here))?;
    let mut serve = start();
    serve.args(["mcp", "--no-cache", "--root"]).arg(&here);
    let answered = exchange(&mut serve)?;
    for printed in [report, answered] {
        if !printed.contains(HEADING) {
            bail!("no report: {printed}");
        }
    }
    Ok(())
}

/// What a server answers to a client that asks the question.
fn exchange(serve: &mut Command) -> Result<String> {
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "check", "version": "1"}});
    let call = json!({"name": "explore_code", "arguments": {"query": QUESTION}});
    let frames = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
    ];
    let mut server =
        serve.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
    let mut requests = server.stdin.take().context("its stdin is a pipe")?;
    for frame in frames {
        writeln!(requests, "{frame}")?;
    }
    let answers = BufReader::new(server.stdout.take().context("its stdout is a pipe")?);
    let mut lines = answers.lines();
    // A client that leaves withdraws what it has asked.
    let answer = lines.find(|line| !matches!(line, Ok(line) if !line.contains("\"id\":2")));
    drop(requests);
    server.wait()?;
    Ok(answer.context("there is no answer")??)
}
