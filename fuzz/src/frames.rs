//! The target `frames`: what the MCP server answers to the frames of a client.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use firsthand::{Cancel, Explorer};
use firsthand_mcp::{Limits, McpConfig, Profile, Roots, serve_on};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::{split_line, tree};

/// The id of the last request, which does not occur in the data.
const LAST_REQUEST_ID: &str = "the last request 5f0c2b";
/// The time after which a server counts as hanging.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The first line of the data is a profile; the rest are the frames of an initialized client. Whatever they are, the
/// server writes only frames, answers every request that is not cancelled at least once and no request more often than
/// it was sent, and answers a last request after them; then it ends.
pub fn frames(data: &[u8]) {
    let (profile, sent) = split_line(data);
    let profile = match profile {
        b"driven" => Profile::Driven,
        _ => Profile::Explore,
    };
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let finished =
        runtime.block_on(async { tokio::time::timeout(TIMEOUT, talk(profile, sent)).await });
    let received = finished.expect("the server ends with its input");
    let answers = answers(&received);
    let last = answers.get(&json!(LAST_REQUEST_ID).to_string());
    assert_eq!(last, Some(&1), "the server goes on");
    let (requests, cancelled) = requests(sent);
    for (id, count) in &requests {
        let answered = answers.get(id).copied().unwrap_or_default();
        // A line that is not counted may be answered, too: with an error, under the id that can be read in it.
        let most = count + broken_lines(sent, id);
        assert!(answered <= most, "{id} is answered {answered} times");
        // An id that is used again is its client's fault: the server may take it for the same request.
        let least = usize::from(!cancelled.contains(id));
        assert!(answered >= least, "{id} has no answer");
    }
}

/// The output of a server to a client that sends these frames between `initialize` and a last request.
async fn talk(profile: Profile, sent: &[u8]) -> String {
    let (client, server) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(server);
    let served = tokio::spawn(serve_on(config(profile), read, write, Cancel::new()));
    let (mut from, mut to) = tokio::io::split(client);
    let client_info = json!({"name": "fuzz", "version": "1"});
    let initialize = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client_info,
    }});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let last_request = json!({"jsonrpc": "2.0", "id": LAST_REQUEST_ID, "method": "tools/list"});
    let input = [
        format!("{initialize}\n{initialized}\n").as_bytes(),
        sent,
        format!("\n{last_request}\n").as_bytes(),
    ]
    .concat();
    let mut received = Vec::new();
    let writing = async {
        let written = to.write_all(&input).await;
        written.and(to.shutdown().await)
    };
    let (written, read) = tokio::join!(writing, from.read_to_end(&mut received));
    written.and(read.map(drop)).expect("the streams hold");
    let ended = served.await.expect("the server does not panic");
    ended.expect("the server ends well");
    String::from_utf8(received).expect("frames are UTF-8")
}

fn config(profile: Profile) -> McpConfig {
    static EXPLORER: OnceLock<Explorer> = OnceLock::new();
    let open = || Explorer::builder(tree()).build();
    let explorer = EXPLORER.get_or_init(|| open().expect("the tree opens"));
    McpConfig {
        profile,
        roots: Roots::new(explorer.clone(), []),
        limits: Limits::default(),
        structured: true,
        research: true,
        research_model: None,
    }
}

/// How often each id was answered; asserts that all other frames are notifications, or errors without an id.
fn answers(received: &str) -> BTreeMap<String, usize> {
    let mut answers = BTreeMap::new();
    for line in received.lines() {
        let frame: Value = serde_json::from_str(line).expect("a line is a frame");
        assert_eq!(frame["jsonrpc"], "2.0", "{line}");
        match (frame.get("id"), frame.get("method")) {
            (Some(id), None) => {
                assert!(frame.get("result").is_some() != frame.get("error").is_some());
                *answers.entry(id.to_string()).or_default() += 1;
            }
            (None, Some(_)) => {}
            (None, None) if frame.get("error").is_some() => {}
            _ => panic!("neither an answer nor a notification: {line}"),
        }
    }
    answers
}

/// The ids of the sent requests with their counts, and the ids of cancelled calls.
fn requests(sent: &[u8]) -> (BTreeMap<String, usize>, Vec<String>) {
    let (mut requests, mut cancelled) = (BTreeMap::new(), Vec::new());
    for frame in sent.split(|byte| *byte == b'\n').filter_map(frame_of) {
        match frame.get("id") {
            Some(id) => *requests.entry(id.to_string()).or_default() += 1,
            None => cancelled.push(frame["params"]["requestId"].to_string()),
        }
    }
    (requests, cancelled)
}

/// The request or notification in a line. Those with a repeated key or with white space are left out: written again,
/// they have another length.
fn frame_of(line: &[u8]) -> Option<Value> {
    let frame: Value = serde_json::from_slice(line).ok()?;
    let is_canonical = frame.to_string().len() == line.len();
    (is_canonical && is_request_or_notification(&frame)).then_some(frame)
}

/// How many other lines have this id in them.
fn broken_lines(sent: &[u8], id: &str) -> usize {
    let lines = sent.split(|byte| *byte == b'\n');
    let broken = lines.filter(|line| frame_of(line).is_none());
    let has_id = |line: &&[u8]| String::from_utf8_lossy(line).contains(id);
    broken.filter(has_id).count()
}

/// Whether it is a request or a notification of the protocol.
fn is_request_or_notification(frame: &Value) -> bool {
    let is_id = |id: &Value| id.is_string() || id.as_i64().is_some();
    let is_object = |params: &Value| params.is_object();
    frame["jsonrpc"] == "2.0"
        && frame["method"].is_string()
        && frame.get("id").is_none_or(is_id)
        && frame.get("params").is_none_or(is_object)
        && frame.get("result").is_none()
        && frame.get("error").is_none()
}
