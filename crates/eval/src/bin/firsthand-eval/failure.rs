//! The errors of the commands, each with one sentence, a hint and an exit code.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use firsthand::registry::escape;
use firsthand_eval::{
    ArmError, FitError, InputLineError, JournalError, JudgeError, MergeError, ModelSourceError,
    NothingComparable, RunError, UnknownArm,
};

use crate::CANCELLED;

/// The exit code if the command was right, but its work failed.
const FAILED: u8 = 1;
/// The exit code if the arguments or an input are wrong.
const USAGE: u8 = 2;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// An input file cannot be read.
    #[error("{what} cannot be read: {why}")]
    Input { what: String, why: io::Error },
    /// A line of a task file is invalid.
    #[error("{what}: line {} is no task: {}", why.line, why.why)]
    Task { what: String, why: InputLineError },
    /// A line of a feature file is invalid.
    #[error("{what}: line {} is no row: {}", why.line, why.why)]
    Row { what: String, why: InputLineError },
    /// A line of a journal answers a task that an earlier line answers.
    #[error("{what}: {why}")]
    Answer { what: String, why: InputLineError },
    /// No answer of a journal states its features.
    #[error("{0} has no answer that states its evidence")]
    NoEvidence(String),
    /// The rows are too few to fit weights on.
    #[error(transparent)]
    Fit(FitError),
    /// An output file cannot be written.
    #[error("{} cannot be written: {why}", path.display())]
    Write { path: PathBuf, why: io::Error },
    /// Two task sets have the same name.
    #[error("two sets of tasks have the name `{0}`")]
    SameSet(String),
    /// No task is left after `--only`, `--split` and `--limit`.
    #[error("there is no task to measure with")]
    NoTask,
    /// Every task was skipped; how many, and why the first was.
    #[error("no task was measured: {0} skipped, the first because: {1}")]
    AllSkipped(usize, String),
    /// A model cannot be opened.
    #[error(transparent)]
    Model(ModelSourceError),
    /// The measurements have no common arm.
    #[error(transparent)]
    Compare(NothingComparable),
    /// No two answers of agents can be compared.
    #[error("no two arms have answers of a main agent to one task")]
    NoPair,
    /// Judging stopped early.
    #[error("the judging broke off: {0}")]
    Judge(JudgeError),
    /// A table of prices is invalid.
    #[error("{what} is no table of prices: {why}")]
    Prices {
        what: String,
        why: serde_json::Error,
    },
    /// An arm needs a main agent, and none is given.
    #[error("the arm {0} is what a main agent does, and there is none")]
    NeedsMain(String),
    /// An arm needs an explorer model, and none is given.
    #[error("the arm {0} has no model to explore with")]
    NeedsExplorer(String),
    /// Journals cannot be merged.
    #[error(transparent)]
    Merge(MergeError),
    /// The arm is unknown.
    #[error(transparent)]
    Arm(UnknownArm),
    /// `--git-dir` without a repository's name.
    #[error("--git-dir {0} names no repository")]
    GitDir(String),
    /// The folder of the trees cannot be created.
    #[error("the folder {} cannot be made: {why}", path.display())]
    Trees { path: PathBuf, why: io::Error },
    /// The journal cannot be opened or written.
    #[error(transparent)]
    Journal(JournalError),
    /// The arm that `one` asked failed.
    #[error("the arm failed: {0}")]
    One(ArmError),
    /// The run failed.
    #[error("the measurement broke off: {0}")]
    Run(RunError),
    /// The caller cancelled the run, which ended by itself.
    #[error("cancelled")]
    RunCancelled,
    /// The caller cancelled a second time.
    #[error("cancelled")]
    Cancelled,
    /// A thread panicked.
    #[error("a part of the program broke off")]
    Crashed,
    /// The process cannot be set up.
    #[error("the program cannot start: {0}")]
    Start(io::Error),
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(io::Error),
}

impl Failure {
    /// The code that the process ends with.
    pub(crate) fn exit(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Cancelled | Self::RunCancelled | Self::Judge(JudgeError::Cancelled) => CANCELLED,
            // The reader of standard output closed it.
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Run(_)
            | Self::Judge(_)
            | Self::One(_)
            | Self::Journal(JournalError::Io { .. })
            | Self::Crashed
            | Self::Write { .. }
            | Self::Start(_)
            | Self::Output(_) => FAILED,
            _ => USAGE,
        })
    }

    /// Prints it to standard error; a closed pipe is no error.
    pub(crate) fn print(&self) {
        if matches!(self, Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe) {
            return;
        }
        let mut text = format!("error: {}\n", escape(&self.to_string()));
        if let Some(hint) = self.hint() {
            text += &format!("hint: {hint}\n");
        }
        // An error here cannot be reported.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Task { .. } => {
                "a task is one JSON object a line, with id, repo, base, query and gold"
            }
            Self::Row { .. } => {
                "a row is one JSON object a line, with repo, id, features and label"
            }
            Self::Answer { .. } => {
                "weights are fitted on one answer of one build to each task, without --repeats"
            }
            Self::NoEvidence(_) => "`run --arm builtin --out FILE` records it",
            Self::Fit(_) => {
                "a repository's half is fixed by its name: give rows of more repositories"
            }
            Self::SameSet(_) => "--tasks NAME=FILE gives a set a name",
            Self::NoTask => {
                "--only takes a part of a task's id, repository or set, and --split one half of the repositories"
            }
            Self::AllSkipped(..) => {
                "--git-dir OWNER/NAME=PATH or --mirrors DIR says where the commits are"
            }
            Self::Arm(_) => {
                "an example: --arm \"command:my-search --dir {root} --text-file {query_file}\""
            }
            Self::NeedsMain(_) => "--main SERVICE:NAME names its model",
            Self::NeedsExplorer(_) => "--explorer SERVICE:NAME names it",
            Self::NoPair => "`run --main MODEL` with two arms has some",
            Self::Judge(_) => "with --out it is taken up again",
            Self::Compare(_) => "--arm ARM --with ARM names one of each",
            Self::Merge(_) => "`run --out FILE` writes a journal",
            Self::GitDir(_) => "it takes OWNER/NAME=PATH",
            Self::Journal(JournalError::Io { .. }) => return None,
            Self::Journal(_) => "choose another file, or add --resume to take up a journal",
            Self::Run(_) | Self::RunCancelled => "with --out and --resume it is taken up again",
            Self::Crashed => "please report this, with the message above",
            _ => return None,
        })
    }
}
