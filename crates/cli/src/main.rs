//! The command line of Firsthand: parse, call, print.
//!
//! One command is one file in `commands/`, a row of [`commands::Command`] and an arm of [`commands::run`].
//! Each error is a variant of [`failure::Failure`], printed as one sentence with a hint and an exit code. Standard output carries results and nothing else; progress, notes and errors go to standard
//! error.

mod args;
mod commands;
mod failure;
mod go_on;
mod input;
mod models;
mod opening;
mod output;
mod paint;
mod progress;
mod prompt;
mod root;
mod settings;
mod stop;
mod transcript;

use std::process::ExitCode;

use crate::args::Cli;
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::stop::Stop;

/// Threads of the runtime: the work that takes time runs on threads of its own.
const WORKERS: usize = 2;

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
    enough_handles().map_err(Failure::Start)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .enable_all()
        .build()
        .map_err(Failure::Start)?;
    let done = runtime.block_on(async {
        let stop = Stop::watch().map_err(Failure::Start)?;
        commands::run(cli.command, terminal, &stop).await
    });
    // A thread that still reads a file, or waits for standard input, does not hold the process up.
    runtime.shutdown_background();
    done
}

/// Pairs of handles that the program may need at once: those of its runtime, which panics without them, and those of
/// all threads that walk and read. A file that could not be opened for want of one would count as not searched.
#[cfg(unix)]
const PAIRS: usize = 24;

/// Whether the process may open so many.
#[cfg(unix)]
fn enough_handles() -> std::io::Result<()> {
    let pairs = (0..PAIRS).map(|_| std::os::unix::net::UnixStream::pair());
    pairs.collect::<Result<Vec<_>, _>>().map(drop)
}

#[cfg(not(unix))]
fn enough_handles() -> std::io::Result<()> {
    Ok(())
}
