//! What the entry of a server starts.

use serde_json::Value;

use super::COMMAND;

/// What a server's entry starts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Started {
    /// A name that PATH finds, or a path; `None` where no command stands where setup writes it, as in the entry of a
    /// server at an address.
    pub command: Option<String>,
    /// The arguments.
    pub arguments: Vec<String>,
    /// Whether the entry is switched off.
    pub is_off: bool,
}

impl Started {
    pub(super) fn of(template: &Value, entry: &Value) -> Self {
        let is = |key: &str, value: bool| entry.get(key) == Some(&Value::Bool(value));
        let beside = entry.get("command").and_then(Value::as_array).into_iter().flatten().skip(1);
        let listed = entry.get("args").and_then(Value::as_array).into_iter().flatten();
        let arguments = beside.chain(listed).filter_map(Value::as_str);
        Self {
            command: command_at(template, entry).map(str::to_owned),
            arguments: arguments.map(str::to_owned).collect(),
            is_off: is("disabled", true) || is("enabled", false),
        }
    }
}

/// What stands in an entry where its template has the command.
fn command_at<'v>(template: &Value, entry: &'v Value) -> Option<&'v str> {
    match (template, entry) {
        (template, entry) if template == COMMAND => entry.as_str(),
        (Value::Array(template), Value::Array(entry)) => {
            template.iter().zip(entry).find_map(|(template, entry)| command_at(template, entry))
        }
        (Value::Object(template), Value::Object(entry)) => {
            template.iter().find_map(|(key, template)| command_at(template, entry.get(key)?))
        }
        _ => None,
    }
}
