//! All failures of the command line, each printed as one sentence with a hint and an exit code.

mod hints;
mod research;
mod resume;
mod roots;
mod run;
mod serve;
mod setup;
mod transcript_path;
mod verify;

use std::io;
use std::path::{Path, PathBuf};

use firsthand::impact::ChangeError;
use firsthand::registry::escape;
use firsthand::{
    AbsenceError, BuildError, ModelOpenError, SavedReportError, UpdateError, hiding_rule,
};
use firsthand_citations::{BaselineError, DocumentsError};
use firsthand_mcp::ServeError;
use firsthand_setup::Problem;

use hints::{hint_of_absence, hint_of_change, model_hint, path_hint};
pub(crate) use research::ResearchFailure;
pub(crate) use resume::ResumeFailure;
pub(crate) use roots::RootsFailure;
pub(crate) use run::RunFailure;
use serve::{above_projects_message, root_message, serve_message};
use setup::setup_message;
pub(crate) use transcript_path::TranscriptPathError;
use transcript_path::transcript_path_message;
use verify::{baseline_message, lock_message, report_message, update_message};

use crate::models;
use crate::paint::{Terminal, TextStyle};
use crate::settings::{SettingSource, SettingsError};

/// The exit code of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The command succeeded: `explore` printed a report, which may be a fallback; for `verify`: every place holds.
    Done = 0,
    /// The command failed; for `verify`: a place does not hold; for `absent`: it was found.
    Failed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Nothing relevant was found; for `verify`: the report names no place; for `absent`: nothing is proved.
    NothingFound = 3,
    /// The caller cancelled.
    Cancelled = 130,
}

/// Why a command failed. In every variant, `what` is the display name of an input.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The question or symbol is empty or only white space.
    EmptyQuery(&'static str),
    /// An input cannot be read.
    Input { what: String, why: io::Error },
    /// An input is not text.
    Encoding { what: String },
    /// An input is too long.
    Length { what: String, limit: u64 },
    /// Both a symbol and a query were given.
    SymbolAndQuery(String),
    /// The root cannot be opened.
    Root(BuildError),
    /// The MCP server cannot serve.
    Serve(ServeError),
    /// The flags name no roots that can be explored.
    Roots(RootsFailure),
    /// The root has no files.
    NoFiles(PathBuf),
    /// A path selects no file; `similar` are paths that do.
    Path { path: String, why: String, similar: Vec<String> },
    /// A server was started in this folder, which has projects rather than is one, and no root was named.
    AboveProjects(PathBuf),
    /// The model name is unknown.
    Model(String),
    /// The model cannot be opened; `from` is where its address was set.
    OpenModel { why: ModelOpenError, from: Option<SettingSource> },
    /// The user's settings are invalid.
    Settings(SettingsError),
    /// A base URL was given for the built-in model.
    NoServer,
    /// The transcript file cannot be opened.
    Transcript { path: PathBuf, why: TranscriptPathError },
    /// Writing the transcript failed.
    TranscriptWrite { path: PathBuf, why: io::Error },
    /// The input of `verify` is not a report.
    Report { what: String, why: SavedReportError },
    /// A report cannot be updated.
    Update(UpdateError),
    /// A report has no SARIF form.
    NoSarif,
    /// The pattern or the scope of `absent` cannot be used.
    Absent(AbsenceError),
    /// The change of `impact` cannot be read.
    Change(ChangeError),
    /// The documents of `verify --citations` cannot be read.
    Documents(DocumentsError),
    /// The lock file of citations cannot be read or written.
    Lock(String),
    /// Rewritten documents cannot be written.
    Fix(String),
    /// A baseline cannot be read.
    Baseline { what: String, why: BaselineError },
    /// A transcript, of this display name, cannot be replayed.
    Replay(RunFailure, String),
    /// A run cannot be resumed.
    Resume { what: String, why: ResumeFailure },
    /// The exploration failed.
    Explore(RunFailure),
    /// The record of the changes by `init`, in this folder, cannot be written or read.
    Setup(PathBuf, Problem),
    /// The research failed.
    Research(ResearchFailure),
    /// A thread of the program panicked.
    Crashed,
    /// The runtime could not be started.
    Start(io::Error),
    /// Standard output cannot be written.
    Output(io::Error),
    /// The reader of standard output closed it.
    PipeClosed,
    /// The caller cancelled.
    Cancelled,
}

/// A failure as it is printed.
struct ErrorMessage {
    sentence: String,
    hint: Option<String>,
    exit: Exit,
}

/// A message; an empty hint counts as none.
fn error(exit: Exit, sentence: impl Into<String>, hint: impl Into<String>) -> ErrorMessage {
    let hint = Some(hint.into()).filter(|hint| !hint.is_empty());
    ErrorMessage { sentence: sentence.into(), hint, exit }
}

impl Failure {
    /// The code that the process ends with.
    pub(crate) fn exit(&self) -> Exit {
        self.message().exit
    }

    /// Its sentence and its hint, for a client that shows neither apart.
    pub(crate) fn text(&self) -> String {
        let ErrorMessage { sentence, hint, .. } = self.message();
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        escape(&format!("{sentence}{hint}")).into_owned()
    }

    /// Prints it to standard error; a closed pipe is no error.
    pub(crate) fn print(&self, terminal: &Terminal) {
        if matches!(self, Self::PipeClosed) {
            return;
        }
        let ErrorMessage { sentence, hint, .. } = self.message();
        let paint = terminal.stderr;
        let mut text =
            format!("{} {}\n", paint.text(TextStyle::Error, "error:"), escape(&sentence));
        if let Some(hint) = hint {
            text += &format!("{} {}\n", paint.text(TextStyle::Hint, "hint:"), escape(&hint));
        }
        // An error here cannot be reported.
        let _ = io::Write::write_all(&mut io::stderr().lock(), text.as_bytes());
    }

    fn message(&self) -> ErrorMessage {
        use Exit::{Cancelled, Done, Failed, Usage};
        match self {
            Self::EmptyQuery(what) => error(
                Usage,
                format!("the {what} is empty"),
                "put it in quotes, or pass - to read it from standard input",
            ),
            Self::Input { what, why } => error(Usage, format!("{what} cannot be read: {why}"), ""),
            Self::Encoding { what } => error(Usage, format!("{what} is not UTF-8 text"), ""),
            Self::Length { what, limit } => {
                error(Usage, format!("{what} is longer than {} MiB", limit >> 20), "")
            }
            Self::SymbolAndQuery(query) => error(
                Usage,
                "--symbol takes no query beside it",
                format!("leave out `{query}`, or leave out --symbol to search for it"),
            ),
            Self::Root(why) => root_message(why),
            Self::Roots(why) => why.message(),
            Self::Serve(why) => serve_message(why),
            Self::NoFiles(root) => no_files_message(root),
            Self::Path { path, why, similar } => {
                error(Usage, format!("`{path}` selects no file: {why}"), path_hint(similar))
            }
            Self::AboveProjects(folder) => above_projects_message(folder),
            Self::Model(name) => error(
                Usage,
                format!("there is no model `{name}`; there is: {}", models::names()),
                "`firsthand models` says more of each",
            ),
            Self::OpenModel { why, from } => error(Usage, why.to_string(), model_hint(why, *from)),
            Self::Settings(why) => error(Usage, why.to_string(), why.hint()),
            Self::NoServer => error(
                Usage,
                "`builtin` is in this program, and --base-url names a server",
                "--model openai:NAME names a model of that server",
            ),
            Self::Transcript { path, why } => transcript_path_message(&path.display(), why),
            Self::TranscriptWrite { path, why } => error(
                Failed,
                format!("the transcript {} broke off: {why}", path.display()),
                "the report is whole, but cannot be replayed",
            ),
            Self::Report { what, why } => report_message(what, why),
            Self::Update(why) => update_message(why),
            Self::NoSarif => {
                error(Usage, "--format sarif goes with --citations", "for a report there is json")
            }
            Self::Absent(why) => error(Usage, why.to_string(), hint_of_absence(why)),
            Self::Change(why) => error(Usage, why.to_string(), hint_of_change(why)),
            Self::Lock(why) => lock_message(why),
            Self::Fix(why) => error(Failed, why, "no document was rewritten"),
            Self::Baseline { what, why } => baseline_message(what, why),
            Self::Documents(why) => {
                error(Usage, why.to_string(), "--citations takes files and folders below --root")
            }
            Self::Replay(failure, what) => failure.replay_message(what),
            Self::Resume { what, why } => why.message(what),
            Self::Explore(failure) => failure.message(),
            Self::Research(why) => why.message(),
            Self::Cancelled => error(Cancelled, "cancelled", ""),
            Self::Setup(path, why) => setup_message(path, why),
            Self::Crashed => error(
                Failed,
                "a part of the program broke off",
                "please report this, with the message above",
            ),
            Self::Start(why) => error(Failed, format!("the program cannot start: {why}"), ""),
            Self::Output(why) => {
                error(Failed, format!("standard output cannot be written: {why}"), "")
            }
            Self::PipeClosed => error(Done, "", ""),
        }
    }
}

fn no_files_message(root: &Path) -> ErrorMessage {
    let hint = match hiding_rule(root) {
        Some(rule) => format!("ignore files hide everything, the rule {rule} first"),
        None => {
            "hidden files, links, and what git ignores or --exclude names, are left out".to_owned()
        }
    };
    let sentence = format!("there is no file to look at in {}", root.display());
    error(Exit::Usage, sentence, hint)
}
