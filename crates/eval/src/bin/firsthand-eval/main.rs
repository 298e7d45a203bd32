//! `firsthand-eval`: measures how well code is found, on tasks with known answers.

mod run;

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use firsthand::registry::escape;
use firsthand::{Cancel, Intent};
use firsthand_eval::{Arm, ArmQuestion, JournalError, RunError, ask_arm};

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
    /// One question to one arm; what `run` starts as a process of its own
    #[command(hide = true)]
    One(One),
}

/// One question to one arm, in a process whose time and memory are its own.
#[derive(Args, Debug)]
struct One {
    #[arg(long)]
    arm: String,
    #[arg(long)]
    root: PathBuf,
    #[arg(long)]
    query_file: PathBuf,
    #[arg(long, default_value_t)]
    intent: Intent,
}

impl One {
    fn run(&self, cancel: &Cancel) -> Result<(), Failure> {
        let arm = self.arm.parse().map_err(Failure::usage)?;
        let Arm::BuiltIn(built_in) = arm else {
            return Err(Failure::usage("a program is a process of its own already"));
        };
        let question =
            ArmQuestion { root: &self.root, query: &read(&self.query_file)?, intent: self.intent };
        let answer = ask_arm(built_in, &question, cancel);
        let answer = answer.map_err(|why| Failure::work(format!("the arm failed: {why}")))?;
        let text = serde_json::to_string(&answer).map_err(Failure::work)?;
        print(&(text + "\n"))
    }
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    // This runtime only waits for the signal: the command runs on another thread.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|why| Failure::work(format!("the program cannot start: {why}")))?;
    let result = runtime.block_on(cancellable(move |cancel| match cli.what {
        CliCommand::Run(run) => run.run(cli.quiet, &cancel),
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
            result = &mut task => {
                let crashed = Failure::work("a part of the program broke off");
                let crashed = crashed.hint("please report this, with the message above");
                return result.unwrap_or(Err(crashed));
            }
            _ = tokio::signal::ctrl_c() => {
                if cancel.is_cancelled() {
                    return Err(Failure::cancelled());
                }
                cancel.cancel();
            }
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|why| Failure::output(&why))
}

/// Reads a file that the caller names; `-` is standard input.
#[expect(clippy::disallowed_methods, reason = "a file that the caller names, not one of a tree's")]
fn read(path: &Path) -> Result<String, Failure> {
    let text = if path.as_os_str() == "-" {
        io::read_to_string(io::stdin().lock())
    } else {
        std::fs::read_to_string(path)
    };
    text.map_err(|why| Failure::usage(format!("{} cannot be read: {why}", path.display())))
}

/// The exit code if the command was right, but its work failed.
const FAILED: u8 = 1;
/// The exit code if the arguments or an input are wrong.
const USAGE: u8 = 2;
/// The exit code of a cancelled command.
const CANCELLED: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    hint: Option<&'static str>,
    code: u8,
}

impl Failure {
    /// The arguments or an input are wrong.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self { message: message.to_string(), hint: None, code: USAGE }
    }

    /// The work failed.
    pub(crate) fn work(message: impl Display) -> Self {
        Self { code: FAILED, ..Self::usage(message) }
    }

    /// The caller cancelled.
    pub(crate) fn cancelled() -> Self {
        Self { code: CANCELLED, ..Self::usage("cancelled") }
    }

    /// Adds what to do about it.
    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Standard output cannot be written; that its reader closed it is no error.
    pub(crate) fn output(why: &io::Error) -> Self {
        if why.kind() == io::ErrorKind::BrokenPipe {
            return Self { message: String::new(), hint: None, code: 0 };
        }
        Self::work(format!("standard output cannot be written: {why}"))
    }

    /// Prints it to standard error, and returns the code that the process ends with.
    pub(crate) fn report(&self) -> ExitCode {
        if !self.message.is_empty() {
            let mut text = format!("error: {}\n", escape(&self.message));
            if let Some(hint) = self.hint {
                text += &format!("hint: {hint}\n");
            }
            // An error here cannot be reported.
            let _ = io::stderr().lock().write_all(text.as_bytes());
        }
        ExitCode::from(self.code)
    }
}

impl From<JournalError> for Failure {
    fn from(why: JournalError) -> Self {
        match why {
            JournalError::Io { .. } => Self::work(why),
            _ => Self::usage(why).hint("choose another file, or add --resume to take up a journal"),
        }
    }
}

impl From<RunError> for Failure {
    fn from(why: RunError) -> Self {
        let failure = match why {
            RunError::Cancelled => Self::cancelled(),
            why => Self::work(format!("the measurement broke off: {why}")),
        };
        failure.hint("with --out and --resume it is taken up again")
    }
}
