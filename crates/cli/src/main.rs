//! The command line of Firsthand: parse, call, print.
//!
//! One command is one file in `commands/`, a row of [`commands::Command`] and an arm of [`commands::run`].
//! Each error is a [`failure::Failure`], printed as one sentence with a hint and an exit code. Standard
//! output carries results and nothing else; progress, notes and errors go to standard error.

mod args;
mod commands;
mod failure;
mod input;
mod listing;
mod models;
mod opening;
mod paint;
mod progress;
mod prompt;
mod resume_hint;
mod root;
mod settings;
mod sources;
mod stop;
mod transcript;

use std::process::ExitCode;

use crate::args::Cli;
use crate::commands::Command;
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::stop::Stop;

/// The number of runtime threads; long-running work runs on separate threads.
const WORKER_THREADS: usize = 2;

fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let terminal = Terminal::of(cli.color, cli.quiet);
    let exit = run(cli, &terminal).unwrap_or_else(|failure| {
        failure.print(&terminal);
        failure.exit()
    });
    ExitCode::from(exit as u8)
}

fn run(cli: Cli, terminal: &Terminal) -> Result<Exit, Failure> {
    // Needs neither a runtime nor handles, and ends by the signals that others watch for.
    if let Command::ExtractFacts(extract_facts) = cli.command {
        return extract_facts.run();
    }
    check_handles().map_err(|why| Failure::start(&why))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKER_THREADS)
        .enable_all()
        .build()
        .map_err(|why| Failure::start(&why))?;
    let result = runtime.block_on(async {
        let stop = Stop::watch().map_err(|why| Failure::start(&why))?;
        commands::run(cli.command, terminal, &stop).await
    });
    // Does not wait for threads that still read a file or standard input.
    runtime.shutdown_background();
    result
}

/// The handle pairs that the program may need at once: for its runtime, which panics without them, and for all threads
/// that read files. Without a free handle a file would count as not searched.
#[cfg(unix)]
const HANDLE_PAIRS: usize = 24;

/// Fails unless the process can open [`HANDLE_PAIRS`] pairs of handles.
#[cfg(unix)]
fn check_handles() -> std::io::Result<()> {
    let pairs = (0..HANDLE_PAIRS).map(|_| std::os::unix::net::UnixStream::pair());
    pairs.collect::<Result<Vec<_>, _>>().map(drop)
}

#[cfg(not(unix))]
fn check_handles() -> std::io::Result<()> {
    Ok(())
}
