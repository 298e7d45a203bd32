//! What can go wrong with a measurement.

use std::io;
use std::path::PathBuf;

use firsthand_eval::{ArmError, BadLine, JournalError, RunError, UnknownArm};

use super::{Exit, Failure, Said, said};

/// Why there is no measurement.
#[derive(Debug)]
pub(crate) enum Measuring {
    /// A line of a file of tasks is none.
    Task { what: String, why: BadLine },
    /// Two sets of tasks have one name.
    SameSet(String),
    /// No task is left after `--only` and `--limit`.
    NoTask,
    /// Every task was skipped; how many, and why the first was.
    AllSkipped(usize, String),
    /// An arm that is none.
    Arm(UnknownArm),
    /// `--git-dir` without a repository's name.
    GitDir(String),
    /// The folder of the trees cannot be made.
    Trees { path: PathBuf, why: io::Error },
    /// The journal cannot be begun or went wrong.
    Journal(JournalError),
    /// One question, asked alone, has no answer.
    One(ArmError),
    /// The run broke off.
    Run(RunError),
}

impl Measuring {
    pub(super) fn say(&self) -> Said {
        match self {
            Self::Run(RunError::Cancelled) => Failure::Cancelled.say(),
            Self::Run(_) | Self::One(_) | Self::Journal(JournalError::System { .. }) => {
                said(Exit::Failed, self.sentence(), self.hint())
            }
            _ => said(Exit::Usage, self.sentence(), self.hint()),
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Task { what, why } => format!("{what}: {why}"),
            Self::SameSet(name) => format!("two sets of tasks have the name `{name}`"),
            Self::NoTask => "there is no task to measure with".to_owned(),
            Self::AllSkipped(all, why) => {
                format!("no task was measured: {all} skipped, the first because: {why}")
            }
            Self::Arm(why) => why.to_string(),
            Self::GitDir(given) => format!("--git-dir {given} names no repository"),
            Self::Trees { path, why } => {
                format!("the folder {} cannot be made: {why}", path.display())
            }
            Self::Journal(why) => why.to_string(),
            Self::One(why) => format!("the arm failed: {why}"),
            Self::Run(why) => format!("the measurement broke off: {why}"),
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Self::Task { .. } => {
                "a task is one JSON object a line, with id, repo, base, query and gold"
            }
            Self::SameSet(_) => "--tasks NAME=FILE gives a set a name",
            Self::NoTask => "--only takes a part of a task's id, repository or set",
            Self::AllSkipped(..) => {
                "--git-dir OWNER/NAME=PATH or --mirrors DIR says where the commits are"
            }
            Self::Arm(_) => {
                "an example: --arm \"command:my-search --dir {root} --text-file {query_file}\""
            }
            Self::GitDir(_) => "it takes OWNER/NAME=PATH",
            Self::Journal(JournalError::System { .. }) | Self::Trees { .. } | Self::One(_) => "",
            Self::Journal(_) => "choose another file, or add --resume to take up a journal",
            Self::Run(_) => "with --out and --resume it is taken up again",
        }
    }
}
