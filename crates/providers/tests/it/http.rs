//! Models over HTTP: real connections to a server on this machine whose replies the tests write byte for byte.

mod anthropic;
mod broken;
mod faults;
mod gemini;
mod load;
mod openai;
mod provider_state;
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

/// The key of every test; no output may contain it.
const KEY: &str = "sk-fake-7d1c0ffee";

/// The result of asking a model for one turn.
struct AskOutcome {
    turn: Result<ModelTurn, ModelError>,
    /// The bodies of the requests.
    bodies: Vec<Value>,
    /// The heads of the requests, in lower case.
    heads: Vec<String>,
    /// The delays before retries, in milliseconds.
    waits: Vec<u64>,
    /// The notices of failed attempts.
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

/// The parts of a request that a test determines.
#[derive(Default)]
struct RequestParts {
    messages: Vec<Message>,
    must_call: Option<&'static str>,
    time_left: Option<Duration>,
}

/// Asks a model for one turn; its server sends these replies in order.
async fn ask(api: ModelApi, parts: RequestParts, replies: Vec<Reply>) -> AskOutcome {
    let server = Server::start(replies).await;
    let model = model(api, &server);
    let notices = std::sync::Mutex::new(Vec::new());
    let send = |notice| notices.lock().unwrap().push(notice);
    let turn = turn_with_notices(&model, &parts, Notices::to(&send)).await;
    let (heads, bodies) = server.requests();
    let waits = server.waits();
    let notices = notices.lock().unwrap().clone();
    AskOutcome { turn, bodies, heads, waits, notices }
}

/// Asks a model for one turn.
async fn turn_of(model: &HttpModel, messages: &[Message]) -> Result<ModelTurn, ModelError> {
    let parts = RequestParts { messages: messages.to_vec(), ..RequestParts::default() };
    turn_with_notices(model, &parts, Notices::default()).await
}

async fn turn_with_notices(
    model: &HttpModel,
    parts: &RequestParts,
    notices: Notices<'_>,
) -> Result<ModelTurn, ModelError> {
    let task = Task::new("how?", Intent::Explain, ".");
    let tools = ["grep", "submit_report"].map(|name| {
        ToolSpec::new(
            name,
            format!("The tool {name}."),
            json!({ "type": "object", "properties": { "pattern": { "type": "string" } } }),
        )
    });
    let request = ModelRequest {
        task: &task,
        system: "The policy.",
        messages: &parts.messages,
        registry: &Registry::new(),
        tools: &tools,
        must_call: parts.must_call,
        steps_left: 3,
        time_left: parts.time_left,
        notices,
    };
    model.turn(&request).await
}

/// Runs the work on a single-threaded runtime, as every test here does.
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
    ToolCall::new(id, tool, arguments)
}

fn model_turn(text: &str, calls: Vec<ToolCall>) -> Message {
    Message::Model(ModelTurn { text: text.to_owned(), calls, ..ModelTurn::default() })
}

/// A conversation with an empty turn, an unknown tool, and arguments that are not JSON.
fn odd_conversation() -> Vec<Message> {
    vec![
        user("How?"),
        model_turn("", Vec::new()),
        user("Go on."),
        model_turn(
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
