//! What a run does, in one line for people.

use firsthand_agent::{Event, SUBMIT, State, ToolCall};
use firsthand_registry::{clip, count, escape};

/// What a run does now that this event was recorded, in one line: the step, what happens in it, and how many places
/// were seen. `None` for an event that begins nothing new.
#[must_use]
pub fn doing(event: &Event, state: &State) -> Option<String> {
    let doing = step(event)?;
    let (now, most) = (state.stats().steps.max(1), state.budgets().steps);
    let places = count(state.registry().len(), "place", "places");
    Some(format!(
        "step {now} of at most {most}: {doing} · {places} seen"
    ))
}

fn step(event: &Event) -> Option<String> {
    match event {
        Event::Started { model, .. } => Some(format!("asking {model}")),
        Event::ModelAsked { .. } => Some("the model thinks".to_owned()),
        Event::ModelAnswered { turn, .. } => {
            let calls: Vec<String> = turn.calls.iter().map(described).collect();
            Some(escape(&calls.join(", ")).into_owned())
        }
        Event::FilesChecked { .. } => Some("comparing what is cited with the files".to_owned()),
        _ => None,
    }
}

/// Characters of an argument that are shown.
const ARGUMENT: usize = 40;

/// A call as a person reads it: what the tool does, and with what.
fn described(call: &ToolCall) -> String {
    let arguments = call.arguments.as_object();
    let text = |name: &str| arguments?.get(name)?.as_str();
    let (does, with) = match call.tool.as_str() {
        "search_code" => ("searching for", text("query").or_else(|| text("symbol"))),
        "grep" => ("looking for", text("pattern")),
        "read_file" => ("reading", text("path")),
        "list_files" => ("listing files in", text("path").or(Some("."))),
        SUBMIT => return "writing the report".to_owned(),
        other => (other, None),
    };
    match with {
        Some(with) => format!("{does} {}", clip(with, ARGUMENT)),
        None => does.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_told_in_words() {
        let check = |tool: &str, arguments: serde_json::Value, expect: &str| {
            let id = "1".to_owned();
            let tool = tool.to_owned();
            let call = ToolCall {
                id,
                tool,
                arguments,
            };
            assert_eq!(described(&call), expect);
        };
        let long = "word ".repeat(20);
        check(
            "search_code",
            serde_json::json!({"query": "rows locked"}),
            "searching for rows locked",
        );
        check(
            "search_code",
            serde_json::json!({"symbol": "persist"}),
            "searching for persist",
        );
        check(
            "grep",
            serde_json::json!({"pattern": long}),
            &format!("looking for {}", clip(&long, 40)),
        );
        check(
            "read_file",
            serde_json::json!({"path": "src/a.rs"}),
            "reading src/a.rs",
        );
        check("list_files", serde_json::json!({}), "listing files in .");
        check(SUBMIT, serde_json::json!({}), "writing the report");
        check("owners", serde_json::json!(7), "owners");
    }
}
