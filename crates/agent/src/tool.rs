//! The ports that read the repository: tools, the finder of usages, and the source of files.

use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use firsthand_registry::{LineRange, Observation, Receipt, RepoPath, TokenCount};
use firsthand_source::Cancel;
use firsthand_validator::{Coverage, Finding, Fit, FoundName, VerifiedReport};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{RepoReader, ToolSpec};

/// A tool that observes the repository. Everything that a report can cite is a typed output of a tool.
#[async_trait]
pub trait Tool: Send + Sync {
    /// Its name, description and argument schema.
    fn spec(&self) -> ToolSpec;

    /// Runs a call. The loop applies its [`Policy`](crate::Policy) to the output, and cuts it to `room`
    /// characters, before it is observed. It may block its thread: the run still ends in time
    /// (see [`Threads`](crate::Threads)).
    ///
    /// # Errors
    /// [`ToolError::Answer`] becomes the answer to the model; [`ToolError::Stop`] ends the run.
    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError>;

    /// Whether its calls may run in parallel with others. A tool that only reads may.
    fn parallel_safe(&self) -> bool {
        true
    }
}

#[async_trait]
impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn spec(&self) -> ToolSpec {
        (**self).spec()
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        (**self).call(arguments, call).await
    }

    fn parallel_safe(&self) -> bool {
        (**self).parallel_safe()
    }
}

/// The context of a tool call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CallContext {
    /// The cancellation signal, which a long-running tool should check.
    pub cancel: Cancel,
    /// The most characters of its observations that will be shown.
    pub room: usize,
    /// Reads files of the repository, under the run's policy.
    pub repo: RepoReader,
}

impl CallContext {
    /// The context of a call, for a caller that runs a tool without the loop.
    #[must_use]
    pub fn new(cancel: Cancel, room: usize, repo: RepoReader) -> Self {
        Self { cancel, room, repo }
    }
}

/// The output of a tool.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ToolOutput {
    /// The observations, in the order in which they should be shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observations: Vec<Observation>,
    /// Text for the model that cannot be cited: counts, a tree summary.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Deviations from the request: truncated, searched literally, no such path. Never evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<String>,
    /// Requested lines that are in no observation: the answer names them, except those that
    /// another place shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<(RepoPath, LineRange)>,
    /// What was searched.
    #[serde(default)]
    pub coverage: Coverage,
    /// Receipts of what the search did not find. They have ids, which a report can cite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receipts: Vec<Receipt>,
    /// Findings for the report, such as redactions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

impl From<Observation> for ToolOutput {
    fn from(observation: Observation) -> Self {
        Self { observations: vec![observation], ..Self::default() }
    }
}

/// How a call of a tool ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "nearly every call ends with an output")]
pub enum ToolOutcome {
    /// The tool's output, cut to what was shown.
    Output(ToolOutput),
    /// The error that the model read instead of an output.
    Error(String),
    /// The end of the run interrupted the call. A resumed run makes it again.
    Interrupted,
    /// The model withdrew the call ([`ToolCall::withdrawn`](crate::ToolCall::withdrawn)) before the tool answered.
    Withdrawn,
}

impl ToolOutcome {
    /// The tool's output, if it returned one.
    #[must_use]
    pub fn output(&self) -> Option<&ToolOutput> {
        match self {
            Self::Output(output) => Some(output),
            _ => None,
        }
    }

    /// The text that the model reads instead of an output.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        match self {
            Self::Output(_) => None,
            Self::Error(text) => Some(text),
            Self::Interrupted => Some("Not finished: the run was ended."),
            Self::Withdrawn => Some("Not finished: the call was withdrawn."),
        }
    }
}

/// The error of a tool.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToolError {
    /// The model receives this text, and the run continues.
    #[error("{0}")]
    Answer(String),
    /// The run cannot continue.
    #[error("{0}")]
    Stop(String),
}

/// Finds the usages of the declarations that a report cites, for a caller who will change them.
///
/// The loop calls it once in a run with intent edit or debug, after the first report, and shows the
/// model the result. The result is treated like a tool's output: the policy applies to it, it is cut, and it
/// is observed, so that its places have ids.
#[async_trait]
pub trait UsageFinder: Send + Sync {
    /// Call sites, implementors and tests of the declarations around these lines, best first, each a
    /// window of one line or a few. At most `call.room` characters and 12 places of them are shown. The run
    /// continues without usages after three seconds, and after any error.
    ///
    /// # Errors
    /// A [`ToolError`]; the run continues without usages.
    async fn find_usages(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError>;
}

/// Says what the printed form of a report has no room for, so that the model can choose what to leave out, and so that a
/// report that loses a part of its answer is lowered.
pub trait ReportFit: Send + Sync {
    /// What the printed report loses; the same for the same report.
    fn fit(&self, report: &VerifiedReport) -> Fit;
}

/// The present bytes of files, for tools and for checking cited places before a report is built.
#[async_trait]
pub trait FileSource: Send + Sync {
    /// The file's bytes; `None` where there is no file that may be read: it is gone, outside the root, or excluded.
    ///
    /// # Errors
    /// The file exists, and could not be read now. A report that cites it states that, instead of a change.
    async fn bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>>;

    /// The counts of these words in the repository: called when a report is checked, for the words of the
    /// question that no tool counted. Empty where the source cannot count.
    async fn count_words(&self, words: &[String]) -> Vec<TokenCount> {
        let _ = words;
        Vec::new()
    }

    /// Those of these texts that occur in a file or in its path, in any case, also inside longer words. It is called
    /// before words that no file contains as words are reported as absent. None where the source cannot find out.
    async fn occurring(&self, texts: &[String]) -> Vec<String> {
        let _ = texts;
        Vec::new()
    }

    /// For each of these names, every line of the searched files that holds it; of a name in more than `most` lines, some
    /// of them, which are more than `most`; and whether the tree leaves it unexplained, where that is known. `None` where the
    /// source cannot search, or did not do it to the end.
    async fn find_names(&self, names: &[String], most: usize) -> Option<Vec<FoundName>> {
        let _ = (names, most);
        None
    }

    /// Makes the search of a receipt again, in the files as they are: a report cites only receipts that this confirms.
    ///
    /// # Errors
    /// Why the absence is not proved now, in a few words; the source may be unable to search.
    async fn search_again(&self, receipt: &Receipt) -> Result<Receipt, String> {
        let _ = receipt;
        Err("this source cannot search".to_owned())
    }
}
