//! Models over HTTP, on the wire: real connections to this machine, frames written by us.

mod anthropic;
mod broken;
mod faults;
mod gemini;
mod kept;
mod load;
mod openai;
mod runs;
mod secrets;
mod server;
mod tries;

use std::time::Duration;

use firsthand_agent::registry::Registry;
use firsthand_agent::validator::Intent;
use firsthand_agent::{
    Answer, Message, Model as _, ModelError, ModelRequest, ModelTurn, Notice, Notices, Task,
    ToolCall, ToolSpec,
};
use firsthand_providers::{HttpModel, ModelApi, Secret, Service};
use serde_json::{Value, json};

use server::{Reply, Server};

/// Every API.
const APIS: [ModelApi; 3] = [ModelApi::OpenAi, ModelApi::Anthropic, ModelApi::Gemini];

/// The key of every test; no output may hold it.
const KEY: &str = "sk-fake-7d1c0ffee";

/// What a model was asked and what became of it.
struct Asked {
    turn: Result<ModelTurn, ModelError>,
    /// The bodies of the requests.
    bodies: Vec<Value>,
    /// Their heads, in lower case.
    heads: Vec<String>,
    /// The waits before further tries, in milliseconds.
    waits: Vec<u64>,
    /// What was said of tries that failed.
    notices: Vec<Notice>,
}

fn service(api: ModelApi) -> &'static Service {
    Service::named(match api {
        ModelApi::OpenAi => "openai",
        ModelApi::Anthropic => "anthropic",
        ModelApi::Gemini => "gemini",
    })
    .unwrap()
}

fn model(api: ModelApi, server: &Server) -> HttpModel {
    HttpModel::open(service(api), "m", Some(&server.base), Secret::new(KEY))
        .unwrap()
        .paced_by(server.pace())
}

/// What a test says of its request.
#[derive(Default)]
struct Say {
    messages: Vec<Message>,
    must_call: Option<&'static str>,
    time_left: Option<Duration>,
}

/// Asks for one turn, of a server that gives these replies in order.
async fn ask(api: ModelApi, say: Say, replies: Vec<Reply>) -> Asked {
    let server = Server::start(replies).await;
    let model = model(api, &server);
    let notices = std::sync::Mutex::new(Vec::new());
    let send = |notice| notices.lock().unwrap().push(notice);
    let turn = turn_with_notices(&model, &say, Notices::to(&send)).await;
    let (heads, bodies) = server.asked();
    let waits = server.waits();
    let notices = notices.lock().unwrap().clone();
    Asked {
        turn,
        bodies,
        heads,
        waits,
        notices,
    }
}

/// Asks a model for one turn.
async fn turn_of(model: &HttpModel, messages: &[Message]) -> Result<ModelTurn, ModelError> {
    let say = Say {
        messages: messages.to_vec(),
        ..Say::default()
    };
    turn_with_notices(model, &say, Notices::default()).await
}

async fn turn_with_notices(
    model: &HttpModel,
    say: &Say,
    notices: Notices<'_>,
) -> Result<ModelTurn, ModelError> {
    let task = Task {
        query: "how?".to_owned(),
        intent: Intent::Explain,
        root: ".".to_owned(),
    };
    let tools = ["grep", "submit_report"].map(|name| ToolSpec {
        name: name.to_owned(),
        description: format!("The tool {name}."),
        parameters: json!({ "type": "object", "properties": { "pattern": { "type": "string" } } }),
    });
    let request = ModelRequest {
        task: &task,
        system: "The policy.",
        messages: &say.messages,
        registry: &Registry::new(),
        tools: &tools,
        must_call: say.must_call,
        steps_left: 3,
        time_left: say.time_left,
        notices,
    };
    model.turn(&request).await
}

/// Runs it on one thread, as every test here.
fn on_one_thread<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}

fn user(text: &str) -> Message {
    Message::User(text.to_owned())
}

fn answer(call: &str, text: &str) -> Message {
    Message::Answer(Answer {
        call: call.to_owned(),
        tool: "grep".to_owned(),
        summary: text.to_owned(),
        ..Answer::default()
    })
}

fn call(id: &str, tool: &str, arguments: Value) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        tool: tool.to_owned(),
        arguments,
    }
}

fn said(text: &str, calls: Vec<ToolCall>) -> Message {
    Message::Model(ModelTurn {
        text: text.to_owned(),
        calls,
        ..ModelTurn::default()
    })
}

/// A conversation in which everything odd has happened.
fn odd_conversation() -> Vec<Message> {
    vec![
        user("How?"),
        said("", Vec::new()),
        user("Go on."),
        said(
            "Looking.",
            vec![
                call("a", "grep", json!({ "pattern": "x" })),
                call("b", "no such/tool", json!("{\"cut")),
            ],
        ),
        answer("a", "c1 is here"),
        answer("b", "There is no such tool."),
        user("A gap."),
    ]
}
