//! The tool that ends the conversation.

use firsthand_validator::{Repair, Selection};

use crate::{ToolCall, ToolSpec};

/// The name of the tool that ends the conversation.
pub const SUBMIT: &str = "submit_report";

/// The answer to a report that could be parsed.
pub(crate) const RECEIVED: &str = "Received.";

/// The description of the tool. The schema is [`Selection::schema`].
#[must_use]
pub fn submit_spec() -> ToolSpec {
    ToolSpec::new(
        SUBMIT,
        "Ends the exploration with your report. What does not check out is dropped.",
        Selection::schema().clone(),
    )
}

/// A submitted selection with its repairs, or else the reason why it cannot be parsed, in a
/// sentence for the model.
pub(crate) type ParsedSubmission = Result<(Selection, Vec<Repair>), String>;

/// Parses the arguments of a call of [`SUBMIT`].
pub(crate) fn parse_selection(call: &ToolCall) -> ParsedSubmission {
    let read = Selection::from_arguments(&call.arguments);
    read.map_err(|why| format!("{why} Nothing was submitted."))
}
