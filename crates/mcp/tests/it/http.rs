//! Streamable HTTP with hand-written requests: authorization, requests with and without a session, lost connections.

use firsthand::Cancel;
use firsthand_mcp::{HttpOptions, HttpServer, McpConfig, Profile, ServeError};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::wire::{
    PendingStub, config, config_with_model, handle, shop, submit_report_arguments, text,
};

/// A server that stops at the end of the test.
pub(crate) struct TestServer {
    pub(crate) url: String,
    _stop: firsthand::agent::CancelOnDrop,
}

impl TestServer {
    pub(crate) async fn new(config: McpConfig, options: HttpOptions) -> Self {
        let listening =
            HttpServer::bind(([127, 0, 0, 1], 0).into(), options, config).await.unwrap();
        let (url, stop) = (listening.url(), Cancel::new());
        let _stop = stop.on_drop();
        tokio::spawn(listening.serve(stop));
        Self { url, _stop }
    }
}

/// A response.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    /// The frames in the body, which is JSON or an event stream.
    fn frames(&self) -> Vec<Value> {
        let lines = self.body.lines().map(|line| line.strip_prefix("data:").unwrap_or(line).trim());
        lines
            .filter(|line| line.starts_with('{'))
            .map(|line| serde_json::from_str(line).expect(line))
            .collect()
    }

    /// The answer among the frames.
    pub(crate) fn answer(&self) -> Value {
        let answer = self.frames().into_iter().find(|frame| frame.get("id").is_some());
        answer.unwrap_or_else(|| panic!("no answer: {} {}", self.status, self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

/// The address of the server, and the text of a request for the URL.
fn request(url: &str, method: &str, headers: &[(&str, &str)], body: &str) -> (String, String) {
    let (address, path) = url.trim_start_matches("http://").split_once('/').expect(url);
    let mut all: Vec<(&str, &str)> = vec![
        ("host", address),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("connection", "close"),
    ];
    for header in headers {
        all.retain(|(name, _)| name != &header.0);
        all.push(*header);
    }
    let head: String = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    (
        address.to_owned(),
        format!("{method} /{path} HTTP/1.1\r\n{head}content-length: {length}\r\n\r\n{body}"),
    )
}

async fn send(url: &str, method: &str, headers: &[(&str, &str)], body: &str) -> Response {
    let (address, request) = request(url, method, headers, body);
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let response = String::from_utf8(bytes).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").expect(&response);
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect(head);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { without_chunk_lengths(body) } else { body.to_owned() };
    Response { status, head: head.to_owned(), body }
}

/// Decodes a chunked body.
fn without_chunk_lengths(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).expect(length);
        out += &rest[..length];
        body = rest[length..].trim_start_matches("\r\n");
    }
    out
}

pub(crate) async fn post(url: &str, headers: &[(&str, &str)], frame: &Value) -> Response {
    let version = frame["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    let mut all = headers.to_vec();
    if let Some(version) = version {
        all.push(("mcp-protocol-version", version));
        all.push(("mcp-method", frame["method"].as_str().unwrap()));
        if let Some(name) = frame["params"]["name"].as_str() {
            all.push(("mcp-name", name));
        }
    }
    send(url, "POST", &all, &frame.to_string()).await
}

/// The client info that a request without a session carries.
fn client_meta(name: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": name, "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

pub(crate) fn tool_call(id: u64, tool: &str, arguments: Value) -> Value {
    tool_call_as("alone", id, tool, arguments)
}

#[expect(clippy::needless_pass_by_value, reason = "callers write the arguments in place")]
fn tool_call_as(name: &str, id: u64, tool: &str, arguments: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments, "_meta": client_meta(name)});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

fn initialize_frame(name: &str) -> Value {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": name, "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

/// A client with a session.
pub(crate) struct Session {
    url: String,
    id: String,
}

impl Session {
    pub(crate) async fn begin(url: &str, name: &str) -> Self {
        let begun = post(url, &[], &initialize_frame(name)).await;
        assert_eq!(begun.answer()["result"]["serverInfo"]["name"], "firsthand");
        let id = begun.header("mcp-session-id").expect(&begun.head).to_owned();
        let session = Self { url: url.to_owned(), id };
        let frame = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(session.post(&frame).await.status, 202);
        session
    }

    fn headers(&self) -> [(&str, &str); 2] {
        [("mcp-session-id", &self.id), ("mcp-protocol-version", "2025-11-25")]
    }

    async fn post(&self, frame: &Value) -> Response {
        post(&self.url, &self.headers(), frame).await
    }

    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let frame = json!({"jsonrpc": "2.0", "id": 2, "method": method, "params": params});
        self.post(&frame).await.answer()
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        answer["result"].clone()
    }
}

#[tokio::test]
async fn a_public_address_needs_a_token() {
    let shop = shop();
    let bind_with = async |token: Option<&str>| {
        let options = HttpOptions { token: token.map(str::to_owned), ..HttpOptions::default() };
        HttpServer::bind(([0, 0, 0, 0], 0).into(), options, config(Profile::Explore, shop.path()))
            .await
    };
    assert!(matches!(bind_with(None).await, Err(ServeError::NoToken(_))));
    assert!(bind_with(Some("x")).await.is_ok());
}

#[tokio::test]
async fn only_authorized_requests_are_accepted() {
    let shop = shop();
    let options =
        HttpOptions { token: Some("s3cret".into()), origins: vec!["http://localhost:6274".into()] };
    let server = TestServer::new(config(Profile::Explore, shop.path()), options).await;
    let check = async |headers: &[(&str, &str)], status: u16| {
        let response = post(&server.url, headers, &initialize_frame("x")).await;
        assert_eq!(response.status, status, "{headers:?} {}", response.body);
    };
    let token = ("authorization", "Bearer s3cret");
    check(&[], 401).await;
    check(&[("authorization", "Bearer s3cre7")], 401).await;
    check(&[token], 200).await;
    check(&[token, ("origin", "http://localhost:6274")], 200).await;
    check(&[token, ("origin", "http://localhost:9999")], 403).await;
    check(&[token, ("origin", "https://evil.example")], 403).await;
    check(&[token, ("origin", "null")], 403).await;
    check(&[token, ("host", "evil.example")], 403).await;
    check(&[token, ("host", "localhost")], 200).await;
    check(&[token, ("content-type", "text/plain")], 415).await;
    check(&[token, ("accept", "text/html")], 406).await;
    check(&[token, ("mcp-session-id", "0")], 404).await;
}

#[tokio::test]
async fn oversized_and_malformed_requests_are_refused() {
    let shop = shop();
    let server =
        TestServer::new(config(Profile::Explore, shop.path()), HttpOptions::default()).await;
    let check = async |method: &str, body: &str, status: u16| {
        let response = send(&server.url, method, &[], body).await;
        assert_eq!(response.status, status, "{method} {}", response.body);
    };
    check("POST", &"x".repeat(2 << 20), 413).await;
    // A notification that the protocol does not know is answered with nothing.
    check("POST", r#"{"jsonrpc":"1.0","method":"notifications/no/such"}"#, 202).await;
    // Other bodies are answered as such lines are over standard input.
    for (body, code) in [
        ("", -32700),
        (" \n", -32700),
        ("{", -32700),
        ("7", -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    ] {
        let response = send(&server.url, "POST", &[], body).await;
        let answer: serde_json::Value = serde_json::from_str(&response.body).unwrap();
        assert_eq!((response.status, &answer["error"]["code"]), (400, &json!(code)), "{body}");
    }
    check("PUT", "", 405).await;
    check("DELETE", "", 400).await;
    // A stream needs a session.
    check("GET", "", 400).await;
    let session = Session::begin(&server.url, "x").await;
    assert_eq!(
        session.ask("tools/list", json!({})).await["result"]["tools"][0]["name"],
        "explore_code"
    );
}

#[tokio::test]
async fn only_the_path_of_the_endpoint_is_served() {
    let shop = shop();
    let options = HttpOptions { token: Some("s3cret".into()), ..HttpOptions::default() };
    let server = TestServer::new(config(Profile::Explore, shop.path()), options).await;
    for path in ["/", "/mcp/", "/mcp/x", "/mcpx", "/.well-known/x"] {
        let url = server.url.replace("/mcp", path);
        let response = send(&url, "GET", &[], "").await;
        assert_eq!(response.status, 404, "{path} {}", response.body);
        assert_eq!(response.body, "the server answers at /mcp\n");
    }
}

#[tokio::test]
async fn requests_without_a_session_are_served() {
    let shop = shop();
    let server =
        TestServer::new(config(Profile::Explore, shop.path()), HttpOptions::default()).await;
    let discover = json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": client_meta("x")}});
    let discovered = post(&server.url, &[], &discover).await.answer();
    let versions = discovered["result"]["supportedVersions"].as_array().unwrap().clone();
    assert!(
        versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-06-18")),
        "{discovered}"
    );
    let call = tool_call(2, "explore_code", json!({"query": "persist basket"}));
    let result = post(&server.url, &[], &call).await.answer()["result"].clone();
    assert!(text(&result).contains("src/store.ts"), "{result}");
}

/// A lost connection ends its run, with and without a session.
#[tokio::test]
async fn a_dropped_request_ends_its_run() {
    let shop = shop();
    let model = PendingStub::new();
    let server =
        TestServer::new(config_with_model(model.clone(), shop.path()), HttpOptions::default())
            .await;
    let session = Session::begin(&server.url, "x").await;
    let arguments = json!({"query": "persist basket"});
    let stateless_call = tool_call(7, "explore_code", arguments.clone());
    let session_call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "explore_code", "arguments": arguments}});
    let stateless_headers: [(&str, &str); 3] = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "explore_code"),
    ];
    for (headers, frame) in
        [(&stateless_headers[..], stateless_call), (&session.headers()[..], session_call)]
    {
        let (address, request) = request(&server.url, "POST", headers, &frame.to_string());
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        model.received.acquire().await.unwrap().forget();
        assert_eq!(model.dropped.available_permits(), 0);
        drop(stream);
        model.dropped.acquire().await.unwrap().forget();
    }
}

/// A call that is cancelled by a notification, as clients with a session do.
#[tokio::test]
async fn a_cancelled_call_ends_its_run() {
    let shop = shop();
    let model = PendingStub::new();
    let server =
        TestServer::new(config_with_model(model.clone(), shop.path()), HttpOptions::default())
            .await;
    let session = Session::begin(&server.url, "x").await;
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "explore_code", "arguments": {"query": "persist basket"}
    }});
    let cancel = async {
        model.received.acquire().await.unwrap().forget();
        let frame = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}});
        assert_eq!(session.post(&frame).await.status, 202);
        model.dropped.acquire().await.unwrap().forget();
    };
    let (answered, ()) = tokio::join!(session.post(&call), cancel);
    assert_eq!(answered.frames(), Vec::<Value>::new(), "a cancelled call has no answer");
}

/// For another client, a handle does not exist: it gets the same message as for an unknown one.
#[tokio::test]
async fn handles_and_reports_of_other_clients_are_refused() {
    let shop = shop();
    let server =
        TestServer::new(config(Profile::Driven, shop.path()), HttpOptions::default()).await;
    let (own, other) =
        (Session::begin(&server.url, "a").await, Session::begin(&server.url, "a").await);
    let opened = own.call("open", json!({"query": "how is a basket kept?"})).await;
    let handle = handle(&opened);
    let search = json!({"handle": handle, "query": "persist basket"});
    let unknown_handle = "no exploration of this handle";
    assert!(text(&other.call("search_code", search.clone()).await).contains(unknown_handle));
    let without_session =
        post(&server.url, &[], &tool_call(1, "search_code", search.clone())).await.answer();
    assert!(text(&without_session["result"]).contains(unknown_handle), "{without_session}");
    assert!(text(&own.call("search_code", search).await).contains("[c1]"));
    let report = submit_report_arguments(&handle, "write(basket);");
    assert!(text(&own.call("submit_report", report).await).contains("src/store.ts"));
    assert!(text(&other.call("report", json!({"handle": handle})).await).contains(unknown_handle));
    let uri = json!({"uri": format!("firsthand://reports/{handle}")});
    let refused = other.ask("resources/read", uri.clone()).await;
    assert_eq!(refused["error"]["data"], uri, "{refused}");
    assert!(own.ask("resources/read", uri).await["result"].is_object());
    assert_eq!(other.ask("resources/list", json!({})).await["result"]["resources"], json!([]));
}

/// Without a session a conversation continues over several requests, because handlers share it.
#[tokio::test]
async fn a_handle_works_without_a_session() {
    let shop = shop();
    let server =
        TestServer::new(config(Profile::Driven, shop.path()), HttpOptions::default()).await;
    let call = async |name: &str, tool: &str, arguments: Value| {
        post(&server.url, &[], &tool_call_as(name, 1, tool, arguments)).await.answer()["result"]
            .clone()
    };
    let opened = call("a", "open", json!({"query": "how is a basket kept?"})).await;
    let handle = handle(&opened);
    let search = json!({"handle": handle, "query": "persist basket"});
    assert!(
        text(&call("b", "search_code", search.clone()).await)
            .contains("no exploration of this handle")
    );
    assert!(text(&call("a", "search_code", search).await).contains("[c1] persistBasket"));
}

/// Sessions that were only opened do not take the place of others; used ones stay.
#[tokio::test]
async fn abandoned_sessions_are_closed() {
    let shop = shop();
    let config = config(Profile::Explore, shop.path());
    let server = TestServer::new(config, HttpOptions::default()).await;
    let used = Session::begin(&server.url, "used").await;
    let list = async |session: &Session| {
        let frame = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}});
        session.post(&frame).await.status
    };
    assert_eq!(list(&used).await, 200);
    let abandoned = Session::begin(&server.url, "abandoned").await;
    let mut last = Session::begin(&server.url, "last").await;
    for _ in 0..64 {
        last = Session::begin(&server.url, "last").await;
    }
    assert_eq!(list(&abandoned).await, 404);
    assert_eq!((list(&used).await, list(&last).await), (200, 200));
    // Of very many used ones, those are closed that were used longest ago.
    let mut many = Vec::new();
    for _ in 0..192 {
        let session = Session::begin(&server.url, "many").await;
        assert_eq!(list(&session).await, 200);
        many.push(session);
    }
    assert_eq!((list(&used).await, list(&last).await), (404, 404));
    assert_eq!(list(&many[0]).await, 200);
}

/// Connections that wait for a request, or for the rest of one, do not keep others out.
#[tokio::test]
async fn half_open_connections_are_closed_for_others() {
    let shop = shop();
    let config = config(Profile::Explore, shop.path());
    let server = TestServer::new(config, HttpOptions::default()).await;
    let (address, whole) = request(&server.url, "POST", &[], "0123456789");
    let (head, _) = whole.split_at(whole.len() - 10);
    let parts = [head, &head[..20]];
    let mut half_open = Vec::new();
    for n in 0..256 {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        stream.write_all(parts[n % 2].as_bytes()).await.unwrap();
        half_open.push(stream);
    }
    let session = Session::begin(&server.url, "x").await;
    assert!(session.ask("tools/list", json!({})).await["result"]["tools"].is_array());
    // The longest waiting one was closed without an answer, and the last one was not.
    let mut byte = [0];
    assert_eq!(half_open[0].read(&mut byte).await.unwrap_or(0), 0);
    let last = half_open[255].try_read(&mut byte).map_err(|error| error.kind());
    assert_eq!(last, Err(std::io::ErrorKind::WouldBlock));
}

/// Whoever declares the same name is not shown the reports of others.
#[tokio::test]
async fn reports_without_a_session_are_not_listed() {
    let shop = shop();
    let config = config(Profile::Explore, shop.path());
    let server = TestServer::new(config, HttpOptions::default()).await;
    let call = tool_call(1, "explore_code", json!({"query": "how is a basket kept?"}));
    let answer = post(&server.url, &[], &call).await.answer();
    let uri = answer["result"]["_meta"]["firsthand/report"].as_str().unwrap();
    let ask = async |method: &str, params: Value| {
        let mut params = params;
        params["_meta"] = client_meta("alone");
        let frame = json!({"jsonrpc": "2.0", "id": 2, "method": method, "params": params});
        let name = params["uri"].as_str().map(|uri| ("mcp-name", uri));
        let headers: Vec<(&str, &str)> = name.into_iter().collect();
        post(&server.url, &headers, &frame).await.answer()
    };
    let listed = ask("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"], json!([]), "{listed}");
    // Its id cannot be guessed.
    let read = ask("resources/read", json!({"uri": uri})).await;
    let report = read["result"]["contents"][0]["text"].as_str();
    assert!(report.is_some_and(|text| text.contains("explore_code report")), "{read}");
}
