//! Arms: the search methods that a run compares on the same tasks. Each has a file, and a row in [`ARMS`].

mod agent_loop;
mod ask;
mod command;
mod search;
mod v1;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use firsthand::{Cancel, Intent, Model};

pub use ask::{ProcessAnswer, ask_arm};
pub use command::CommandTemplate;

use crate::found::Found;
use crate::model::ModelSource;
use crate::trace::{Actor, Trace};

/// The question to an arm.
#[derive(Clone, Copy, Debug)]
pub struct ArmQuestion<'a> {
    /// The root of the source tree.
    pub root: &'a Path,
    /// The question.
    pub query: &'a str,
    /// The purpose of the answer.
    pub intent: Intent,
}

impl ArmQuestion<'_> {
    /// The first message of a conversation about the question.
    pub(crate) fn text(&self) -> String {
        format!("Question: {}\n\nIntent: {}.", self.query, self.intent)
    }
}

/// Why an arm has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArmError {
    /// The arm cannot work, or its answer cannot be read.
    #[error("{0}")]
    Failed(String),
    /// The timeout, in seconds, elapsed.
    #[error("it took longer than {0} s")]
    TimedOut(u64),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl ArmError {
    pub(crate) fn failed(why: impl fmt::Display) -> Self {
        Self::Failed(why.to_string())
    }
}

/// The environment in which an arm answers a question.
#[derive(Clone)]
pub struct ArmContext {
    /// The task's id.
    pub id: String,
    /// The trace that records its events.
    pub trace: Arc<Trace>,
    /// The model that explores, for arms that need one.
    pub explorer: Option<ModelSource>,
    /// The program whose command `one` answers questions to built-in arms without a language model.
    pub program: PathBuf,
    /// The arm's timeout.
    pub timeout: Duration,
    /// Cancels the arm.
    pub cancel: Cancel,
}

impl ArmContext {
    /// Opens the explorer's model for one conversation of an arm.
    fn explorer(&self, arm: &str) -> Result<Arc<dyn Model>, ArmError> {
        let none = || ArmError::Failed("the arm needs a model that explores".to_owned());
        let source = self.explorer.as_ref().ok_or_else(none)?;
        let model = source.conversation(Actor::Explorer, arm, &self.id, &self.trace);
        model.map_err(ArmError::failed)
    }
}

/// A search method.
#[derive(Clone, Debug)]
pub enum Arm {
    /// A built-in arm.
    BuiltIn(&'static ArmSpec),
    /// An external program.
    Command(CommandTemplate),
}

/// A built-in arm.
#[derive(Debug)]
pub struct ArmSpec {
    /// The name.
    pub name: &'static str,
    /// The model that the arm needs.
    pub needs: RequiredModel,
    /// Answers the question in this process, and blocks until it is answered.
    pub(crate) find: fn(&ArmQuestion<'_>, &ArmContext) -> Result<Found, ArmError>,
}

/// The model that an arm needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequiredModel {
    /// None.
    Nothing,
    /// A model that explores.
    Explorer,
    /// A main agent's model: the arm measures an agent without a report.
    Main,
}

/// The built-in arms.
pub const ARMS: &[ArmSpec] = &[
    ArmSpec {
        name: "search",
        needs: RequiredModel::Nothing,
        find: |question, context| search::find(question, true, context),
    },
    ArmSpec {
        name: "search-all",
        needs: RequiredModel::Nothing,
        find: |question, context| search::find(question, false, context),
    },
    ArmSpec { name: "builtin", needs: RequiredModel::Nothing, find: agent_loop::builtin },
    ArmSpec { name: "explore-v2", needs: RequiredModel::Explorer, find: agent_loop::with_model },
    ArmSpec { name: "explore-v1", needs: RequiredModel::Explorer, find: v1::find },
    ArmSpec { name: "baseline", needs: RequiredModel::Main, find: agent_only },
    ArmSpec { name: "none", needs: RequiredModel::Main, find: agent_only },
];

fn agent_only(_: &ArmQuestion<'_>, _: &ArmContext) -> Result<Found, ArmError> {
    Err(ArmError::Failed("the arm needs a main agent".to_owned()))
}

/// The async runtime of one conversation or one exploration.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, ArmError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(ArmError::failed)
}

/// The prefix of the name of an external program's arm.
const COMMAND_PREFIX: &str = "command:";

/// Why a text does not name an arm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownArm {
    /// There is no arm of that name.
    #[error("there is no arm `{0}`; there is: {names}, command:TEMPLATE", names = arm_names())]
    Name(String),
    /// The template names no program, or has an unclosed quote.
    #[error("the template {0}")]
    Template(&'static str),
}

fn arm_names() -> String {
    let names: Vec<&str> = ARMS.iter().map(|row| row.name).collect();
    names.join(", ")
}

impl Arm {
    /// The model that the arm needs.
    #[must_use]
    pub fn needs(&self) -> RequiredModel {
        match self {
            Self::BuiltIn(row) => row.needs,
            Self::Command(_) => RequiredModel::Nothing,
        }
    }

    /// Whether this is the arm of that name.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        matches!(self, Self::BuiltIn(row) if row.name == name)
    }
}

impl FromStr for Arm {
    type Err = UnknownArm;

    fn from_str(text: &str) -> Result<Self, UnknownArm> {
        if let Some(template) = text.strip_prefix(COMMAND_PREFIX) {
            return Ok(Self::Command(CommandTemplate::parse(template)?));
        }
        let row = ARMS.iter().find(|row| row.name == text);
        row.map(Self::BuiltIn).ok_or_else(|| UnknownArm::Name(text.to_owned()))
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(row) => f.write_str(row.name),
            Self::Command(template) => write!(f, "{COMMAND_PREFIX}{template}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_print_the_same() {
        for text in [
            "search",
            "search-all",
            "builtin",
            "explore-v1",
            "baseline",
            "command:rank {root} '{query_file}'",
        ] {
            assert_eq!(text.parse::<Arm>().unwrap().to_string(), text);
        }
        let check = |text: &str, expect: &str| {
            assert_eq!(text.parse::<Arm>().unwrap_err().to_string(), expect);
        };
        let there = "there is: search, search-all, builtin, explore-v2, explore-v1, baseline, none, \
                     command:TEMPLATE";
        check("grep", &format!("there is no arm `grep`; {there}"));
        check("command: ", "the template names no program");
        check("command:a 'b", "the template has a quote that does not end");
    }
}
