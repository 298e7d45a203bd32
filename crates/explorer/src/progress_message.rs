//! One-line progress messages for people.

use firsthand_agent::{Event, SUBMIT, State, ToolCall};
use firsthand_registry::{clip, count, escape};

/// A one-line progress message for an event: the current activity, and the number of places seen. `None` if the event
/// starts no new activity.
#[must_use]
pub fn progress_message(event: &Event, state: &State) -> Option<String> {
    let activity = describe_event(event, state)?;
    let mut chars = activity.chars();
    let first = chars.next()?.to_uppercase();
    let message: String = first.chain(chars).collect();
    Some(match state.registry().len() {
        0 => message,
        seen => format!("{message} · {}", count(seen, "place", "places")),
    })
}

fn describe_event(event: &Event, state: &State) -> Option<String> {
    match event {
        Event::Started { model, .. } => Some(format!("asking {model}")),
        Event::ModelRequested { .. } => {
            Some(format!("thinking, step {}", state.stats().steps.max(1)))
        }
        Event::ModelAnswered { turn, .. } => {
            let calls: Vec<String> = turn.calls.iter().map(describe_call).collect();
            Some(escape(&calls.join(", ")).into_owned())
        }
        Event::FilesChecked { .. } => Some("comparing the cited lines with the files".to_owned()),
        _ => None,
    }
}

/// The maximum number of characters printed of a call's argument.
const MAX_ARGUMENT_CHARS: usize = 40;

/// A tool call as plain text: a verb and its main argument.
fn describe_call(call: &ToolCall) -> String {
    let arguments = call.arguments.as_object();
    let text = |name: &str| arguments?.get(name)?.as_str();
    let (verb, argument) = match call.tool.as_str() {
        "search_code" => ("searching for", text("query").or_else(|| text("symbol"))),
        "grep" => ("looking for", text("pattern")),
        "read_file" => ("reading", text("path")),
        "list_files" => ("listing files in", text("path").or(Some("."))),
        SUBMIT => return "writing the report".to_owned(),
        other => (other, None),
    };
    match argument {
        Some(argument) => format!("{verb} {}", clip(argument, MAX_ARGUMENT_CHARS)),
        None => verb.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_described_in_plain_words() {
        let check = |tool: &str, arguments: serde_json::Value, expect: &str| {
            assert_eq!(describe_call(&ToolCall::new("1", tool, arguments)), expect);
        };
        let long = "word ".repeat(20);
        check(
            "search_code",
            serde_json::json!({"query": "rows locked"}),
            "searching for rows locked",
        );
        check("search_code", serde_json::json!({"symbol": "persist"}), "searching for persist");
        check(
            "grep",
            serde_json::json!({"pattern": long}),
            &format!("looking for {}", clip(&long, 40)),
        );
        check("read_file", serde_json::json!({"path": "src/a.rs"}), "reading src/a.rs");
        check("list_files", serde_json::json!({}), "listing files in .");
        check(SUBMIT, serde_json::json!({}), "writing the report");
        check("owners", serde_json::json!(7), "owners");
    }
}
