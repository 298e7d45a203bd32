//! A scripted model, for measurements with reproducible results.
//!
//! A script has a JSON line for each role (`seat`): `{"seat": "explorer", "arm": "explore-v2", "task": "t1", "turns":
//! [{"text": "…", "calls": [{"tool": "grep", "arguments": {…}}]}]}`; `arm` and `task` are optional, and the first line
//! that matches is used. In the arguments, `{query}` stands for the question, `{c1.path}`, `{c1.start}`, `{c1.end}` and
//! `{c1.quote}` for an observed place, and `{ref1.path}`, `{ref1.start}` and `{ref1.end}` for a place of the last
//! report in the conversation.

use async_trait::async_trait;
use firsthand::Model;
use firsthand::agent::{Message, ModelError, ModelRequest, ModelTurn, ToolCall};
use serde::Deserialize;
use serde_json::Value;

use firsthand_eval::Actor;

/// The turns of all scripted conversations.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Script(Vec<ScriptLine>);

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptLine {
    seat: Actor,
    #[serde(default)]
    arm: Option<String>,
    #[serde(default)]
    task: Option<String>,
    turns: Vec<Turn>,
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    #[serde(default)]
    text: String,
    #[serde(default)]
    calls: Vec<Call>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    tool: String,
    #[serde(default)]
    arguments: Value,
}

impl Script {
    pub(crate) fn read(text: &str) -> Self {
        Self(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    /// The scripted conversation of this actor, arm and task; without turns if no line matches.
    pub(crate) fn conversation(&self, actor: Actor, arm: &str, id: &str) -> ScriptedConversation {
        let fits =
            |pattern: &Option<String>, own: &str| pattern.as_deref().is_none_or(|it| it == own);
        let mut lines = self.0.iter();
        let line =
            lines.find(|line| line.seat == actor && fits(&line.arm, arm) && fits(&line.task, id));
        ScriptedConversation(line.map(|line| line.turns.clone()).unwrap_or_default())
    }
}

/// The turns of one conversation.
pub(crate) struct ScriptedConversation(Vec<Turn>);

#[async_trait]
impl Model for ScriptedConversation {
    fn name(&self) -> &str {
        "script"
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let is_turn = |message: &&Message| matches!(message, Message::Model(_));
        let at = request.messages.iter().filter(is_turn).count();
        let ended = || ModelError::Malformed(format!("the script has no turn {}", at + 1));
        let turn = self.0.get(at).ok_or_else(ended)?;
        let calls = turn.calls.iter().enumerate().map(|(n, call)| {
            let arguments = substitute(&call.arguments, request);
            ToolCall::new(format!("s{at}_{n}"), &call.tool, arguments)
        });
        Ok(ModelTurn { text: turn.text.clone(), calls: calls.collect(), ..ModelTurn::default() })
    }
}

/// Replaces the placeholders in braces; unknown ones stay as they are.
fn substitute(arguments: &Value, request: &ModelRequest<'_>) -> Value {
    match arguments {
        Value::String(text) => match text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
            Some(name) => placeholder_value(name, request).unwrap_or_else(|| arguments.clone()),
            None => arguments.clone(),
        },
        Value::Array(all) => all.iter().map(|one| substitute(one, request)).collect(),
        Value::Object(all) => {
            let substituted = all.iter();
            let substituted =
                substituted.map(|(name, one)| (name.clone(), substitute(one, request)));
            Value::Object(substituted.collect())
        }
        other => other.clone(),
    }
}

fn placeholder_value(name: &str, request: &ModelRequest<'_>) -> Option<Value> {
    if name == "query" {
        return Some(request.task.query.clone().into());
    }
    let (place, field) = name.split_once('.')?;
    if let Some(number) = place.strip_prefix("ref") {
        let at: u64 = number.parse().ok()?;
        let (path, place) = last_report_ref(at, request)?;
        return match field {
            "path" => Some(path.into()),
            "start" => place.get(1).cloned(),
            "end" => place.get(2).cloned(),
            _ => None,
        };
    }
    let place = request.registry.get(place.parse().ok()?)?;
    let range = place.range();
    match field {
        "path" => Some(place.path().as_str().into()),
        "start" => Some(range?.start().into()),
        "end" => Some(range?.end().into()),
        "quote" => {
            let has_long_word =
                |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word.len() > 3);
            let mut lines = place.evidence()?.lines();
            lines.find_map(|(_, line)| has_long_word(line).then(|| line.into()))
        }
        _ => None,
    }
}

/// The path, and the number and lines, of a place of the last report in the conversation, by the line of JSON that every
/// report has.
fn last_report_ref(number: u64, request: &ModelRequest<'_>) -> Option<(String, Value)> {
    let texts = request.messages.iter().rev().map(|message| match message {
        Message::User(text) => text.clone(),
        Message::Answer(answer) => answer.text(),
        Message::Model(_) => String::new(),
    });
    let mut lines = texts.filter_map(|text| {
        let line =
            text.lines().find(|line| line.starts_with("{\"") && line.contains("\"refs\""))?;
        serde_json::from_str::<Value>(line).ok()
    });
    let block = lines.next()?;
    let mut paths = block["refs"].as_object()?.iter();
    paths.find_map(|(path, places)| {
        let mut places = places.as_array()?.iter();
        let place = places.find(|place| place[0].as_u64() == Some(number))?;
        Some((path.clone(), place.clone()))
    })
}
