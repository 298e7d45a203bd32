//! `impact_of_change`: what a change touches, without a model.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use firsthand::impact::{ChangeError, ChangeSpec, ImpactRequest, markdown};
use firsthand::tools::{parse, spec};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Call, McpTool};
use crate::tool_result::ToolResult;

/// The most characters of an answer, and the least and the most that a client may ask for.
const CHARS: usize = 2_500;
const MIN_CHARS: usize = 500;
const MAX_CHARS: usize = 20_000;

pub(super) struct ImpactOfChange;

const ABOUT: &str = "\
What a change touches: callers, implementors and other uses of each changed declaration, tests that reach it, places that \
enumerate the same members or were probably forgotten, texts and documents. Each with its line; `(by name)` is less \
certain than the others. Ask it before you end an edit, with nothing but the work tree changed, and in a review.";

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// `A..B`, `A...B`, `--staged`, or a revision that the files are compared with; without it, what is not committed.
    change: Option<String>,
    /// A unified diff instead.
    #[schemars(extend("x-words" = true))]
    diff: Option<String>,
    /// The most characters, 2500 by default.
    #[schemars(range(min = MIN_CHARS, max = MAX_CHARS))]
    max_chars: Option<usize>,
    /// The path of another allowed repository, or of several roots the name of the one that changes.
    root: Option<String>,
}

#[async_trait]
impl McpTool for ImpactOfChange {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("impact_of_change", ABOUT)
    }

    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        // Empty arguments count as not given, but an empty diff alone is one without a line.
        let is_empty = |diff: &Value| diff.as_str().is_some_and(|diff| diff.trim().is_empty());
        if arguments.get("change").is_none() && arguments.get("diff").is_some_and(is_empty) {
            return Err(ChangeError::EmptyDiff.to_string());
        }
        let arguments: Arguments = parse(arguments).map_err(|error| error.to_string())?;
        let found = call.roots.find(arguments.root.as_deref())?;
        let change = match (arguments.change, arguments.diff) {
            (None, None) => ChangeSpec::uncommitted(),
            (Some(change), None) => ChangeSpec::parse(&change),
            (None, Some(diff)) => ChangeSpec::Diff(diff.into_bytes()),
            (Some(_), Some(_)) => return Err("pass `change` or `diff`, not both".to_owned()),
        };
        let max_chars = arguments.max_chars.unwrap_or(CHARS);
        let (explorer, cancel) = (found.explorer.clone(), call.cancel.clone());
        let mut request = ImpactRequest::new(change);
        request.root.clone_from(&found.root);
        let work = move || explorer.impact(&request, &cancel);
        let looked_up = call.progress.during("looking up", |_| tokio::task::spawn_blocking(work));
        let document = looked_up.await?.map_err(|error| error.to_string())?;
        let document = document.map_err(|error| message(&error))?;
        Ok(ToolResult::text(markdown(&document, max_chars)).with_notes(&found.notes()))
    }
}

/// What a client's model is told; of a `change` that is no revision, also what is.
fn message(error: &ChangeError) -> String {
    match error {
        ChangeError::History(why) if why.is_lacking() => format!(
            "{why}; `change` is `A..B` or a revision, and a change that is in none is a `diff`; search_code lists what \
             uses a `symbol` (`relation`: callers, references) or names a file (files)"
        ),
        error => error.to_string(),
    }
}
