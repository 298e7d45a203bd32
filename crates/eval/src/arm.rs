//! Arms: ways of finding, compared on the same tasks. One file each, and one row here.

mod bm25;
mod builtin;
mod command;
mod output;
mod search;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use firsthand::Cancel;
use firsthand::Intent;

pub use command::Template;

use crate::found::Found;

/// What an arm is asked.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The tree.
    pub root: &'a Path,
    /// The question.
    pub query: &'a str,
    /// What the answer is for.
    pub intent: Intent,
    /// Where the question stands as a file, for programs.
    pub query_file: &'a Path,
}

/// Why an arm has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArmError {
    /// The tree cannot be opened or looked at.
    #[error("{0}")]
    Failed(String),
    /// It took longer than it may.
    #[error("it took longer than {0} s")]
    TimedOut(u64),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// A way of finding.
#[derive(Clone, Debug)]
pub enum Arm {
    /// One of ours.
    Own(&'static Row),
    /// An external program.
    Command(Template),
}

/// An arm of ours.
#[derive(Debug)]
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    find: fn(&Ask<'_>, &Cancel) -> Result<Found, ArmError>,
}

/// The arms of ours.
pub const ARMS: &[Row] = &[
    Row {
        name: "search",
        about: "the code graph with the task's text, tests left out; no model",
        find: search::without_tests,
    },
    Row {
        name: "search-all",
        about: "the same, tests included: `firsthand search` as it is",
        find: search::with_tests,
    },
    Row {
        name: "builtin",
        about: "a whole exploration with the embedded model: primary places, then the flow",
        find: builtin::find,
    },
    Row {
        name: "bm25",
        about: "BM25 over files and chunks of 50 lines, tests and documentation left out: the floor",
        find: bm25::find,
    },
];

/// What begins the name of an external program's arm.
const COMMAND: &str = "command:";

/// A text that names no arm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownArm {
    /// There is no arm of that name.
    #[error("there is no arm `{0}`; there is: {names}, command:TEMPLATE", names = names())]
    Name(String),
    /// The template names no program, or has a quote that does not end.
    #[error("the template {0}")]
    Template(&'static str),
}

fn names() -> String {
    let names: Vec<&str> = ARMS.iter().map(|row| row.name).collect();
    names.join(", ")
}

impl Row {
    /// Finds, in this process. Blocks.
    ///
    /// # Errors
    /// An [`ArmError`].
    pub fn find(&self, ask: &Ask<'_>, cancel: &Cancel) -> Result<Found, ArmError> {
        (self.find)(ask, cancel)
    }
}

impl FromStr for Arm {
    type Err = UnknownArm;

    fn from_str(text: &str) -> Result<Self, UnknownArm> {
        if let Some(template) = text.strip_prefix(COMMAND) {
            return Ok(Self::Command(Template::parse(template)?));
        }
        let row = ARMS.iter().find(|row| row.name == text);
        row.map(Self::Own)
            .ok_or_else(|| UnknownArm::Name(text.to_owned()))
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(row) => f.write_str(row.name),
            Self::Command(template) => write!(f, "{COMMAND}{template}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "search",
            "search-all",
            "builtin",
            "bm25",
            "command:rank {root} '{query_file}'",
        ] {
            assert_eq!(text.parse::<Arm>().unwrap().to_string(), text);
        }
        let check = |text: &str, expect: &str| {
            assert_eq!(text.parse::<Arm>().unwrap_err().to_string(), expect);
        };
        let there = "there is: search, search-all, builtin, bm25, command:TEMPLATE";
        check("grep", &format!("there is no arm `grep`; {there}"));
        check("command: ", "the template names no program");
        check("command:a 'b", "the template has a quote that does not end");
    }
}
