//! `firsthand-eval`: measures how well code is found, on tasks with known answers.

mod compare;
mod failure;
mod fit;
mod judge;
mod merge;
mod one;
mod run;
mod show;

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use firsthand::Cancel;
use firsthand_eval::{Measured, RecordedPlan};
use serde::Serialize;

use crate::failure::Failure;

/// The code of a process that was cancelled.
const CANCELLED: u8 = 130;

/// Measure how well code is found, on tasks with known answers
#[derive(Parser, Debug)]
#[command(name = "firsthand-eval", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    what: CliCommand,
    /// No progress and no notes
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// What to measure: one row each.
#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Ask every task of every arm: what is found, how fast, and what an agent does with it
    Run(Box<run::Run>),
    /// The tables of journals, put together as one run
    Merge(merge::Merge),
    /// Two journals, figure by figure, on the tasks that both have
    Compare(compare::Compare),
    /// Compare the answers of agents in pairs, by models that do not know the arms
    Judge(judge::Judge),
    /// Weights of a logistic model, fitted on one half of the repositories and judged on both
    Fit(fit::Fit),
    /// One question to one arm; what `run` starts as a process of its own
    #[command(hide = true)]
    One(one::One),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit()
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    // This runtime only waits for the signal: the command runs on another thread.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::Start)?;
    let result = runtime.block_on(cancellable(move |cancel| match cli.what {
        CliCommand::Run(run) => run.run(cli.quiet, &cancel),
        CliCommand::Merge(merge) => merge.run(),
        CliCommand::Compare(compare) => compare.run(),
        CliCommand::Judge(judge) => judge.run(cli.quiet, &cancel),
        CliCommand::Fit(fit) => fit.run(),
        CliCommand::One(one) => one.run(&cancel),
    }));
    runtime.shutdown_background();
    result
}

/// Runs the command on another thread. An interrupt cancels it; a second interrupt returns at once.
async fn cancellable(
    work: impl FnOnce(Cancel) -> Result<(), Failure> + Send + 'static,
) -> Result<(), Failure> {
    let cancel = Cancel::default();
    let thread_cancel = cancel.clone();
    let mut task = tokio::task::spawn_blocking(move || work(thread_cancel));
    loop {
        tokio::select! {
            result = &mut task => return result.unwrap_or(Err(Failure::Crashed)),
            _ = tokio::signal::ctrl_c() => match cancel.is_cancelled() {
                true => return Err(Failure::Cancelled),
                false => cancel.cancel(),
            },
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::Output)
}

fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&to_json(value)?)
}

fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value);
    let text = text.map_err(|error| Failure::Output(error.into()))?;
    Ok(text + "\n")
}

/// Reads a file that the caller names; `-` is standard input.
#[expect(
    clippy::disallowed_methods,
    reason = "a file that the caller names, not one of a tree's"
)]
fn read(path: &Path) -> Result<String, Failure> {
    let text = match path.as_os_str() == "-" {
        true => io::read_to_string(io::stdin().lock()),
        false => std::fs::read_to_string(path),
    };
    text.map_err(|why| Failure::Input {
        what: path.display().to_string(),
        why,
    })
}

/// Reads journals, and merges them into one measurement.
fn read_merged(paths: &[impl AsRef<Path>]) -> Result<(RecordedPlan, Measured), Failure> {
    let texts = paths.iter().map(|path| read(path.as_ref()));
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    firsthand_eval::merge(texts.iter().map(String::as_str)).map_err(Failure::Merge)
}

/// Writes a file that the caller names; creates its folder if that is missing.
#[expect(
    clippy::disallowed_methods,
    reason = "a file that the caller names, not one of a tree's"
)]
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.map_err(|why| Failure::Write {
        path: path.to_owned(),
        why,
    })
}

/// Reads a file; returns an empty string if it does not exist.
fn read_if_present(path: &Path) -> Result<String, Failure> {
    match read(path) {
        Err(Failure::Input { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
            Ok(String::new())
        }
        read => read,
    }
}

/// Appends to a file that the caller names.
fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}
