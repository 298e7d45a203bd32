//! Failures of the command line: each is printed as one sentence with a hint, and ends the process with an exit code.
//! What a library reports becomes one by `From`; what only one command finds is worded there.

use std::io;
use std::path::Path;

use firsthand::impact::ChangeError;
use firsthand::registry::escape;
use firsthand::tools::{OpenError, RootError};
use firsthand::{AbsenceError, BuildError, UpdateError, WorkspaceError, hiding_rule};
use firsthand_citations::DocumentsError;
use firsthand_mcp::ServeError;
use firsthand_research::ResearchError;
use firsthand_setup::Problem;

use crate::paint::{Terminal, TextStyle};

/// What a command takes as `--path`.
pub(crate) const PATH_HINT: &str = "--path takes files, folders and globs below the working folder or --root; a leading ! excludes";

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

/// Why a command failed.
#[derive(Debug)]
pub(crate) struct Failure {
    sentence: String,
    /// What to do about it; may be empty.
    hint: String,
    exit: Exit,
}

impl Failure {
    fn new(exit: Exit, sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), hint: String::new(), exit }
    }

    /// A command line that says what cannot be done.
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        Self::new(Exit::Usage, sentence)
    }

    pub(crate) fn failed(sentence: impl Into<String>) -> Self {
        Self::new(Exit::Failed, sentence)
    }

    pub(crate) fn nothing_found(sentence: impl Into<String>) -> Self {
        Self::new(Exit::NothingFound, sentence)
    }

    /// The caller cancelled.
    pub(crate) fn cancelled() -> Self {
        Self::new(Exit::Cancelled, "cancelled")
    }

    /// The reader of standard output closed it, which is no fault: nothing is printed.
    pub(crate) fn pipe_closed() -> Self {
        Self::new(Exit::Done, "")
    }

    /// Adds what to do about it.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// The question or symbol is empty or only white space.
    pub(crate) fn empty(what: &str) -> Self {
        let hint = "put it in quotes, or pass - to read it from standard input";
        Self::usage(format!("the {what} is empty")).hint(hint)
    }

    /// The root has no files.
    pub(crate) fn no_files(root: &Path) -> Self {
        let sentence = format!("there is no file to look at in {}", root.display());
        Self::usage(sentence).hint(match hiding_rule(root) {
            Some(rule) => format!("ignore files hide everything, the rule {rule} first"),
            None => "hidden files, links, and what git ignores or --exclude names, are left out"
                .to_owned(),
        })
    }

    /// The program was started in this folder, which has projects rather than is one, and no root was named.
    pub(crate) fn above_projects(folder: &Path) -> Self {
        Self::usage(format!("{} is a folder of projects, not a project", folder.display()))
            .hint("start in the project's folder, or name that folder with --root")
    }

    /// The input with this name is no saved report.
    pub(crate) fn no_report(what: &str, why: &impl std::fmt::Display) -> Self {
        Self::usage(format!("{what} is not a report: {why}"))
            .hint("`firsthand explore … --format json` writes one; --citations checks documents")
    }

    /// The lock file of citations cannot be read or written.
    pub(crate) fn lock(why: impl Into<String>) -> Self {
        Self::failed(why).hint("`firsthand cite --lock` writes it anew")
    }

    /// The record of the changes by `init`, in this folder, cannot be written or read.
    pub(crate) fn setup(folder: &Path, why: &Problem) -> Self {
        let hint = match why {
            Problem::RecordAfterChanges(_) => {
                "files may have been changed before that; `firsthand init --undo` takes them back"
            }
            Problem::RecordAfterUndo(_) => {
                "files may have been restored before that; run `firsthand init --undo` again"
            }
            Problem::Record(_) => {
                "nothing was changed; where that file is moved away, init begins anew, and what it added before is to be taken out by hand"
            }
            _ => "nothing was changed",
        };
        Self::failed(format!("what was set up is kept in {}: {why}", folder.display())).hint(hint)
    }

    /// A thread of the program panicked.
    pub(crate) fn crashed() -> Self {
        Self::failed("a part of the program broke off")
            .hint("please report this, with the message above")
    }

    /// The program or its runtime cannot start.
    pub(crate) fn start(why: &io::Error) -> Self {
        Self::failed(format!("the program cannot start: {why}"))
    }

    /// The code that the process ends with.
    pub(crate) fn exit(&self) -> Exit {
        self.exit
    }

    /// Its sentence and its hint, for a client that shows neither apart.
    pub(crate) fn text(&self) -> String {
        let Self { sentence, hint, .. } = self;
        let hint = if hint.is_empty() { String::new() } else { format!(" ({hint})") };
        escape(&format!("{sentence}{hint}")).into_owned()
    }

    /// Prints it to standard error.
    pub(crate) fn print(&self, terminal: &Terminal) {
        let (paint, mut text) = (terminal.stderr, String::new());
        for (style, label, line) in
            [(TextStyle::Error, "error:", &self.sentence), (TextStyle::Hint, "hint:", &self.hint)]
        {
            if !line.is_empty() {
                text += &format!("{} {}\n", paint.text(style, label), escape(line));
            }
        }
        // An error here cannot be reported.
        let _ = io::Write::write_all(&mut io::stderr().lock(), text.as_bytes());
    }
}

impl From<BuildError> for Failure {
    fn from(why: BuildError) -> Self {
        Self::usage(why.to_string()).hint(match &why {
            BuildError::Open(OpenError::Root(RootError::Missing(_))) => {
                "--root takes the folder of a repository"
            }
            BuildError::Open(OpenError::Root(RootError::NotAFolder(_))) => {
                "--root takes a folder; name what you look for in the query"
            }
            BuildError::Open(OpenError::Root(RootError::Exclude { .. })) => {
                "--exclude takes a pattern as .gitignore has it, such as `vendor/` or `*.min.js`"
            }
            _ => "",
        })
    }
}

impl From<WorkspaceError> for Failure {
    fn from(why: WorkspaceError) -> Self {
        Self::usage(why.to_string()).hint("--root NAME=DIR names a root")
    }
}

impl From<ServeError> for Failure {
    fn from(why: ServeError) -> Self {
        let (exit, hint) = match &why {
            ServeError::NoToken(_) => {
                (Exit::Usage, "set FIRSTHAND_MCP_TOKEN, or listen on 127.0.0.1")
            }
            ServeError::Listen { .. } => (Exit::Usage, "--http 127.0.0.1:0 takes a free port"),
            ServeError::Refused(_) => (Exit::Usage, ""),
            ServeError::Protocol(_) => (Exit::Failed, ""),
        };
        Self::new(exit, why.to_string()).hint(hint)
    }
}

impl From<AbsenceError> for Failure {
    fn from(why: AbsenceError) -> Self {
        let is_scope = matches!(why, AbsenceError::Scope { .. });
        Self::usage(why.to_string()).hint(if is_scope { PATH_HINT } else { "" })
    }
}

impl From<ChangeError> for Failure {
    fn from(why: ChangeError) -> Self {
        Self::usage(why.to_string()).hint(match why {
            ChangeError::NoRepository | ChangeError::Bare => "--root names another folder",
            ChangeError::History(ref error) if !error.is_lacking() => {
                return Self::failed(error.to_string());
            }
            _ => {
                "a change is A..B, A...B, a revision, or a file with a diff; what uses a name: search --symbol NAME \
                 --relation references"
            }
        })
    }
}

impl From<DocumentsError> for Failure {
    fn from(why: DocumentsError) -> Self {
        Self::usage(why.to_string())
            .hint("documents are files and folders below the working folder or --root")
    }
}

impl From<UpdateError> for Failure {
    fn from(why: UpdateError) -> Self {
        Self::failed(format!("the report cannot be updated: {why}"))
            .hint("`firsthand verify` without --update lists its places")
    }
}

impl From<ResearchError> for Failure {
    fn from(why: ResearchError) -> Self {
        match why {
            ResearchError::Cancelled => Self::cancelled(),
            ResearchError::Intent(_) | ResearchError::Hint(_) => Self::usage(why.to_string()),
            ResearchError::Transcript(_) => Self::usage(why.to_string())
                .hint("`firsthand research … --transcript FILE` writes one"),
        }
    }
}
