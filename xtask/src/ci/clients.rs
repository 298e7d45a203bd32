//! Tests the MCP server with third-party clients: the SDKs for Python and TypeScript, the protocol's conformance suite,
//! and the inspector's command line; nightly also with coding agents whose model is scripted.
//!
//! Their packages are pinned in `crates/mcp/tests/clients`, and installed below the target folder. Where Python or Node
//! is missing, what needs it is not run, and the note says so; `.ci/run` requires both.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::command::{command, command_line, output, root, run as run_command};
use crate::install::{self, Packages};

/// The folder of the suites and the pinned versions.
const SUITES: &str = "crates/mcp/tests/clients";

/// A suite of client tests: its name, its language's packages, and the function that runs it.
type Suite = (&'static str, Packages, fn(&SuiteEnvironment) -> Result<()>);

const NODE: Packages = Packages::Node("mcp-clients/node", SUITES);

const SDK_SUITES: &[Suite] = &[
    (
        "python",
        Packages::Python("mcp-clients/python", "crates/mcp/tests/clients/requirements.txt"),
        python,
    ),
    ("typescript", NODE, |environment| node_suite(environment, "suite.mjs", &[])),
    ("conformance", NODE, conformance),
    ("inspector", NODE, inspector),
];

const AGENTS: Packages = Packages::Node("mcp-clients/agents", "crates/mcp/tests/clients/agents");

/// Coding agents, which have a gigabyte of packages: only in the nightly run. They list what `init` sets up, and read a
/// report.
const AGENT_SUITES: &[Suite] = &[
    ("listings", AGENTS, |environment| node_suite(environment, "listings.mjs", &["node"])),
    (
        "listings of Python's",
        Packages::Python(
            "mcp-clients/python-agents",
            "crates/mcp/tests/clients/agents/requirements.txt",
        ),
        |environment| node_suite(environment, "listings.mjs", &["python"]),
    ),
    ("agents", AGENTS, |environment| node_suite(environment, "agents.mjs", &["agents"])),
];

/// The examples for frameworks, whose packages have as much.
const FRAMEWORK_SUITES: &[Suite] = &[
    (
        "python",
        Packages::Python(
            "mcp-clients/python-frameworks",
            "crates/mcp/tests/clients/frameworks/requirements.txt",
        ),
        |environment| node_suite(environment, "agents.mjs", &["python"]),
    ),
    (
        "node",
        Packages::Node("mcp-clients/node-frameworks", "crates/mcp/tests/clients/frameworks"),
        |environment| node_suite(environment, "agents.mjs", &["node"]),
    ),
];

/// The environment of a suite.
struct SuiteEnvironment {
    /// The server.
    program: PathBuf,
    /// The suites' folder.
    suites: PathBuf,
    /// The language's packages.
    packages: PathBuf,
}

pub(super) fn run() -> Result<String> {
    run_suites(SDK_SUITES)
}

/// Tests that coding agents list the server that `init` sets up, and what they hand to their models of its results.
pub(super) fn agents() -> Result<String> {
    run_suites(AGENT_SUITES)
}

/// Tests what the examples for frameworks hand to their models.
pub(super) fn frameworks() -> Result<String> {
    run_suites(FRAMEWORK_SUITES)
}

fn run_suites(suites_to_run: &[Suite]) -> Result<String> {
    let program = super::built_program()?;
    let mut notes = Vec::new();
    for (name, packages, run_suite) in suites_to_run {
        let note = packages.and_then(|packages| {
            run_suite(&SuiteEnvironment {
                program: program.clone(),
                suites: root().join(SUITES),
                packages: packages.to_owned(),
            })
        });
        let note = note.with_context(|| *name)?;
        notes.push(format!("{name} {note}").trim_end().to_owned());
    }
    Ok(notes.join(", "))
}

fn python(environment: &SuiteEnvironment) -> Result<()> {
    let python = install::program(&environment.packages, "python");
    let suite = environment.suites.join("suite.py");
    run_command(command(python).arg(suite).arg(&environment.program))
}

fn node_suite(environment: &SuiteEnvironment, script: &str, arguments: &[&str]) -> Result<()> {
    let suite = environment.suites.join(script);
    run_command(
        command("node")
            .arg(suite)
            .args([&environment.program, &environment.packages])
            .args(arguments),
    )
}

/// The expected failures are listed in `conformance.yml`, with the reasons.
fn conformance(environment: &SuiteEnvironment) -> Result<()> {
    let server = RunningServer::start(&environment.program, &environment.suites)?;
    let package = "@modelcontextprotocol/conformance/dist/index.js";
    let mut suite = packaged(environment, package);
    suite.args(["server", "--suite", "all", "--url", &server.url, "--expected-failures"]);
    suite.arg(environment.suites.join("conformance.yml")).arg("--output-dir");
    suite.arg(environment.packages.join("conformance"));
    let finished =
        suite.output().with_context(|| format!("cannot start: {}", command_line(&suite)))?;
    let reported = String::from_utf8_lossy(&finished.stdout);
    if !finished.status.success() {
        bail!("failed ({}): {}\n{reported}", finished.status, command_line(&suite));
    }
    let summary = reported.lines().rfind(|line| line.contains("Baseline"));
    eprintln!("{}", summary.unwrap_or_default());
    Ok(())
}

fn inspector(environment: &SuiteEnvironment) -> Result<()> {
    let server = RunningServer::start(&environment.program, &environment.suites)?;
    let root = environment.suites.to_string_lossy().into_owned();
    let program = environment.program.to_string_lossy().into_owned();
    let call =
        ["--method", "tools/call", "--tool-name", "search_code", "--tool-arg", "query=suite"];
    let stdio = ["--", &program, "mcp", "--root", &root];
    let http = ["--transport", "http", "--server-url", &server.url];
    let list = ["--method", "tools/list"];
    for (args, expect) in [
        ([&list[..], &stdio].concat(), "explore_code"),
        ([&call[..], &stdio].concat(), "suite.py"),
        ([&http[..], &list].concat(), "explore_code"),
        ([&http[..], &call].concat(), "suite.py"),
    ] {
        let package = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
        let mut inspector = packaged(environment, package);
        inspector.env("MCP_CATALOG_PATH", environment.packages.join("inspector.json"));
        let reported = output(inspector.arg("--cli").args(&args))?;
        if !reported.contains(expect) {
            bail!("`{expect}` is not in what {} printed:\n{reported}", args.join(" "));
        }
    }
    Ok(())
}

/// A command that runs a program of a package.
fn packaged(environment: &SuiteEnvironment, package: &str) -> std::process::Command {
    let mut program = install::recent_node(&environment.packages);
    program.arg(environment.packages.join("node_modules").join(package));
    program
}

/// An HTTP server that runs during a suite.
struct RunningServer {
    child: Child,
    /// The URL to which clients connect.
    url: String,
}

impl RunningServer {
    /// Serves `root` at a free port.
    fn start(program: &Path, root: &Path) -> Result<Self> {
        let mut server = command(program);
        server.args(["mcp", "--no-cache", "--http", "127.0.0.1:0", "--root"]).arg(root);
        let mut child = server.stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let mut first_line = String::new();
        let stderr = child.stderr.take().context("its stderr is a pipe")?;
        let mut running = Self { child, url: String::new() };
        BufReader::new(stderr).read_line(&mut first_line)?;
        let at = first_line
            .find("http://")
            .with_context(|| format!("it does not listen: {first_line}"))?;
        running.url = first_line.split_off(at).trim_end().to_owned();
        Ok(running)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
