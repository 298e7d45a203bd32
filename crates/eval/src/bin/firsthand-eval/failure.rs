//! The errors of the commands, each with one sentence, a hint and an exit code.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use firsthand::registry::escape;
use firsthand_eval::{
    ArmError, FitError, JournalError, JudgeError, MergeError, ModelSourceError, NothingComparable,
    RunError, TaskLineError, UnknownArm,
};

use crate::CANCELLED;

const FAILED: u8 = 1;
const USAGE: u8 = 2;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An input file cannot be read.
    Input { what: String, why: io::Error },
    /// A line of a task file is invalid.
    Task { what: String, why: TaskLineError },
    /// A line of a feature file is invalid.
    Row { what: String, why: TaskLineError },
    /// A line of a journal answers a task that an earlier line answers.
    Answer { what: String, why: TaskLineError },
    /// No answer of a journal states its features.
    NoEvidence(String),
    /// The rows are too few to fit weights on.
    Fit(FitError),
    /// An output file cannot be written.
    Written { path: PathBuf, why: io::Error },
    /// Two task sets have the same name.
    SameSet(String),
    /// No task is left after `--only`, `--split` and `--limit`.
    NoTask,
    /// Every task was skipped; how many, and why the first was.
    AllSkipped(usize, String),
    /// A model cannot be opened.
    Model(ModelSourceError),
    /// The measurements have no common arm.
    Compare(NothingComparable),
    /// No two answers of agents can be compared.
    NoPair,
    /// Judging stopped early.
    Judge(JudgeError),
    /// A table of prices is invalid.
    Prices {
        what: String,
        why: serde_json::Error,
    },
    /// An arm needs a main agent, and none is given.
    NeedsMain(String),
    /// An arm needs an explorer model, and none is given.
    NeedsExplorer(String),
    /// Journals cannot be merged.
    Merge(MergeError),
    /// The arm is unknown.
    Arm(UnknownArm),
    /// `--git-dir` without a repository's name.
    GitDir(String),
    /// The folder of the trees cannot be created.
    Trees { path: PathBuf, why: io::Error },
    /// The journal cannot be opened or written.
    Journal(JournalError),
    /// The arm that `one` asked failed.
    One(ArmError),
    /// The run stopped early.
    Run(RunError),
    /// The caller cancelled a second time.
    Cancelled,
    /// A thread panicked.
    Crashed,
    /// The process cannot be set up.
    Start(io::Error),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// The code that the process ends with.
    pub(crate) fn exit(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Cancelled
            | Self::Run(RunError::Cancelled)
            | Self::Judge(JudgeError::Cancelled) => CANCELLED,
            // The reader of standard output closed it.
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Run(_)
            | Self::Judge(_)
            | Self::One(_)
            | Self::Journal(JournalError::System { .. })
            | Self::Crashed
            | Self::Written { .. }
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
        let mut text = format!("error: {}\n", escape(&self.sentence()));
        if let Some(hint) = self.hint() {
            text += &format!("hint: {hint}\n");
        }
        // An error here cannot be reported.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    fn sentence(&self) -> String {
        match self {
            Self::Input { what, why } => format!("{what} cannot be read: {why}"),
            Self::Task { what, why } => format!("{what}: {why}"),
            Self::Row { what, why } => format!("{what}: line {} is no row: {}", why.line, why.why),
            Self::Answer { what, why } => format!("{what}: line {}: {}", why.line, why.why),
            Self::NoEvidence(what) => format!("{what} has no answer that states its evidence"),
            Self::Fit(why) => why.to_string(),
            Self::Written { path, why } => format!("{} cannot be written: {why}", path.display()),
            Self::SameSet(name) => format!("two sets of tasks have the name `{name}`"),
            Self::NoTask => "there is no task to measure with".to_owned(),
            Self::AllSkipped(all, why) => {
                format!("no task was measured: {all} skipped, the first because: {why}")
            }
            Self::Arm(why) => why.to_string(),
            Self::Model(why) => why.to_string(),
            Self::NeedsMain(arm) => {
                format!("the arm {arm} is what a main agent does, and there is none")
            }
            Self::NeedsExplorer(arm) => format!("the arm {arm} has no model to explore with"),
            Self::Merge(why) => why.to_string(),
            Self::Compare(why) => why.to_string(),
            Self::NoPair => "no two arms have answers of a main agent to one task".to_owned(),
            Self::Judge(why) => format!("the judging broke off: {why}"),
            Self::Prices { what, why } => format!("{what} is no table of prices: {why}"),
            Self::GitDir(given) => format!("--git-dir {given} names no repository"),
            Self::Trees { path, why } => {
                format!("the folder {} cannot be made: {why}", path.display())
            }
            Self::Journal(why) => why.to_string(),
            Self::One(why) => format!("the arm failed: {why}"),
            Self::Cancelled | Self::Run(RunError::Cancelled) => "cancelled".to_owned(),
            Self::Run(why) => format!("the measurement broke off: {why}"),
            Self::Crashed => "a part of the program broke off".to_owned(),
            Self::Start(why) => format!("the program cannot start: {why}"),
            Self::Output(why) => format!("standard output cannot be written: {why}"),
        }
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
            Self::Journal(JournalError::System { .. }) => return None,
            Self::Journal(_) => "choose another file, or add --resume to take up a journal",
            Self::Run(_) => "with --out and --resume it is taken up again",
            Self::Crashed => "please report this, with the message above",
            Self::Model(_)
            | Self::Prices { .. }
            | Self::Input { .. }
            | Self::Trees { .. }
            | Self::Written { .. }
            | Self::One(_)
            | Self::Cancelled
            | Self::Start(_)
            | Self::Output(_) => return None,
        })
    }
}
