//! A test client that writes and reads frames, and server configurations.

use std::path::Path;
use std::sync::Arc;

use firsthand::agent::{
    CallContext, ModelError, ModelRequest, ModelTurn, Tool, ToolError, ToolOutput, ToolSpec,
};
use firsthand::{Cancel, Explorer, Model};
use firsthand_mcp::{Limits, McpConfig, Profile, Roots, ServeError, serve_on};
use firsthand_testkit::folder;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

/// A small repository.
pub(crate) fn shop() -> tempfile::TempDir {
    folder(&[
        (
            "src/store.ts",
            "import { lockRows } from './rows';\n\n/** Keeps the basket. */\nexport function persistBasket(basket: Basket) {\n  lockRows(basket.id);\n  write(basket);\n}\n",
        ),
        ("src/rows.ts", "export function lockRows(id: string) {\n  held.add(id);\n}\n"),
        (
            "src/app.ts",
            "import { persistBasket } from './store';\n\nexport function checkout(basket: Basket) {\n  persistBasket(basket);\n}\n",
        ),
    ])
}

/// A configuration with structured content, which tests read.
pub(crate) fn config(profile: Profile, root: &Path) -> McpConfig {
    let explorer = Explorer::builder(root).build().unwrap();
    McpConfig {
        profile,
        roots: Roots::new(explorer, []),
        limits: Limits::default(),
        structured: true,
        research: true,
        research_model: None,
    }
}

/// A configuration with a model.
pub(crate) fn config_with_model(model: impl Model + 'static, root: &Path) -> McpConfig {
    let explorer = Explorer::builder(root).model(model).build().unwrap();
    McpConfig { roots: Roots::new(explorer, []), ..config(Profile::Explore, root) }
}

/// A model and a tool that never answer, and signal when a call is received and when it is dropped.
#[derive(Clone)]
pub(crate) struct PendingStub {
    /// Gets one permit per received call.
    pub(crate) received: Arc<tokio::sync::Semaphore>,
    /// Gets one permit per dropped call.
    pub(crate) dropped: Arc<tokio::sync::Semaphore>,
}

impl PendingStub {
    pub(crate) fn new() -> Self {
        let new_semaphore = || Arc::new(tokio::sync::Semaphore::new(0));
        let (received, dropped) = (new_semaphore(), new_semaphore());
        Self { received, dropped }
    }
}

/// Adds a permit when it is dropped.
struct SignalOnDrop(Arc<tokio::sync::Semaphore>);

impl Drop for SignalOnDrop {
    fn drop(&mut self) {
        self.0.add_permits(1);
    }
}

#[async_trait::async_trait]
impl Model for PendingStub {
    fn name(&self) -> &str {
        "waiting"
    }

    async fn turn(&self, _: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let _signal_drop = SignalOnDrop(Arc::clone(&self.dropped));
        self.received.add_permits(1);
        std::future::pending().await
    }
}

#[async_trait::async_trait]
impl Tool for PendingStub {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("wait", "Waits.", json!({"type": "object", "properties": {}}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let _signal_drop = SignalOnDrop(Arc::clone(&self.dropped));
        self.received.add_permits(1);
        std::future::pending().await
    }
}

/// A client over two streams.
pub(crate) struct Wire {
    to_server: WriteHalf<DuplexStream>,
    from_server: BufReader<ReadHalf<DuplexStream>>,
    server: JoinHandle<Result<(), ServeError>>,
    last_request_id: u64,
    /// The frames received while another one was awaited.
    pub(crate) other_frames: Vec<Value>,
}

impl Wire {
    /// Connects a client that has not sent anything.
    pub(crate) fn connect(config: McpConfig) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(theirs);
        let server = tokio::spawn(serve_on(config, read, write, Cancel::new()));
        let (from_server, to_server) = tokio::io::split(ours);
        Self {
            to_server,
            from_server: BufReader::new(from_server),
            server,
            last_request_id: 0,
            other_frames: Vec::new(),
        }
    }

    /// Connects a client and initializes it.
    pub(crate) async fn connect_and_initialize(config: McpConfig) -> Self {
        let mut wire = Self::connect(config);
        wire.initialize().await;
        wire
    }

    /// Sends `initialize`, and after its answer, which it returns, the notification that the client is initialized.
    pub(crate) async fn initialize(&mut self) -> Value {
        self.initialize_with(json!({})).await
    }

    /// Does what [`Wire::initialize`] does, with these capabilities of the client.
    pub(crate) async fn initialize_with(&mut self, capabilities: Value) -> Value {
        let client = json!({"name": "wire", "version": "1"});
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client});
        let initialized = self.ask("initialize", params).await;
        self.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        initialized
    }

    pub(crate) async fn write_bytes(&mut self, bytes: &[u8]) {
        self.to_server.write_all(bytes).await.unwrap();
    }

    pub(crate) async fn write(&mut self, frame: &Value) {
        self.write_bytes(format!("{frame}\n").as_bytes()).await;
    }

    /// Sends a request, and returns its id.
    pub(crate) async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last_request_id += 1;
        let id = self.last_request_id;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        id
    }

    /// The next frame, which is one line; `None` if the server closed its output.
    pub(crate) async fn frame(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.from_server.read_line(&mut line).await.unwrap();
        let frame = || serde_json::from_str::<Value>(&line).expect(&line);
        (read > 0).then(|| {
            let frame = frame();
            assert_eq!(frame["jsonrpc"], "2.0", "{line}");
            frame
        })
    }

    /// The answer to a request.
    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        loop {
            let frame = self.frame().await.expect("the server ended");
            if frame["id"] == json!(id) {
                return frame;
            }
            self.other_frames.push(frame);
        }
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.answer(id).await
    }

    /// Calls a tool and returns its result or, if the call failed, the answer with the error.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": "p"}});
        let answer = self.ask("tools/call", params).await;
        answer.get("result").cloned().unwrap_or(answer)
    }

    /// Closes the input, and waits for the server to end.
    pub(crate) async fn close(self) {
        drop((self.to_server, self.from_server));
        self.server.await.unwrap().unwrap();
    }
}

/// The text of a result.
pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("a text")
}

/// The handle in the result of the tool `open`.
pub(crate) fn handle(opened: &Value) -> String {
    let rest = text(opened).strip_prefix("Handle: ").expect("a handle");
    rest.split(' ').next().unwrap_or_default().to_owned()
}

/// The arguments of `submit_report` for a report with one link.
pub(crate) fn submit_report_arguments(handle: &str, quote: &str) -> Value {
    json!({
        "handle": handle, "primaryCandidateIds": ["c1"], "confidence": "high",
        "recommendedPrimaryAction": "answer_from_report",
        "flow": [{"candidateId": "c1", "role": "store", "fact": "Writes the basket.", "quote": quote}],
    })
}

/// The approximate number of tokens.
pub(crate) fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}
