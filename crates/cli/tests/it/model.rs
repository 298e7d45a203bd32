//! A language model behind a server on this machine: `--model`, `--base-url`, and the key.

use std::io::Write as _;
use std::net::TcpListener;
use std::thread::JoinHandle;

use serde_json::{Value, json};

use crate::{CommandOutput, firsthand, run, shop};

const KEY: &str = "sk-fake-7d1c0ffee";

/// Answers one request after the other with these statuses and bodies. Returns the address, and a thread that returns
/// the text of all requests.
pub(crate) fn serve(replies: Vec<(u16, Value)>) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let server_thread = std::thread::spawn(move || {
        let mut requests = String::new();
        for (status, body) in replies {
            let (mut stream, _) = listener.accept().unwrap();
            requests += &read_request(&mut stream);
            let body = body.to_string();
            let head = "connection: close\r\ncontent-type: application/json\r\ncontent-length";
            let text = format!("HTTP/1.1 {status} S\r\n{head}: {}\r\n\r\n{body}", body.len());
            stream.write_all(text.as_bytes()).unwrap();
        }
        requests
    });
    (base, server_thread)
}

/// Reads one HTTP request.
pub(crate) fn read_request(stream: &mut impl std::io::Read) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let lower = head.to_lowercase();
            let length = lower.lines().find_map(|line| line.strip_prefix("content-length: "));
            if length.is_none_or(|length| body.len() >= length.parse().unwrap()) {
                return text;
            }
        }
        let mut part = [0; 4096];
        let count = stream.read(&mut part).unwrap();
        assert!(count > 0, "the client went away: {text}");
        bytes.extend_from_slice(&part[..count]);
    }
}

/// A reply with tool calls.
pub(crate) fn tool_calls_reply(calls: &[(&str, Value)]) -> (u16, Value) {
    let call = |(index, (name, arguments)): (usize, &(&str, Value))| {
        let function = json!({ "name": name, "arguments": arguments.to_string() });
        json!({ "id": format!("call{index}"), "type": "function", "function": function })
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    let message = json!({ "role": "assistant", "content": null, "tool_calls": calls });
    let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10 });
    (
        200,
        json!({ "choices": [{ "message": message, "finish_reason": "tool_calls" }], "usage": usage }),
    )
}

fn explore(base: &str, args: &[&str]) -> CommandOutput {
    explore_question("who persists?", base, args)
}

fn explore_question(question: &str, base: &str, args: &[&str]) -> CommandOutput {
    let shop = shop();
    let mut command = firsthand(shop.path());
    command.args(["explore", question, "--model", "openai:any", "--base-url", base]);
    let output = command.args(args).env("OPENAI_API_KEY", KEY).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    CommandOutput { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

#[test]
fn a_language_model_explores_over_http() {
    let report = json!({
        "primaryCandidateIds": ["c1"], "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
        "flow": [{ "candidateId": "c1", "role": "caller", "fact": "Persists.", "quote": "persist(basket)" }],
    });
    let tool_calls = [
        ("read_file", json!({ "path": "src/basket.ts" })),
        ("grep", json!({ "pattern": "persist" })),
    ];
    let (base, server_thread) =
        serve(vec![tool_calls_reply(&tool_calls), tool_calls_reply(&[("submit_report", report)])]);
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("run.jsonl");
    let path = transcript.to_str().unwrap();
    let output = explore(&base, &["--format", "json", "--transcript", path]);
    let report = output.json(0);
    assert_eq!(report["stats"]["model"], "openai:any");
    assert_eq!(report["stats"]["tokens"], json!({ "input": 200, "cached": 0, "output": 20 }));
    assert_eq!(report["flow"][0]["quote"]["text"], "persist(basket)");
    let requests = server_thread.join().unwrap();
    assert!(
        requests.to_lowercase().contains(&format!("authorization: bearer {KEY}")),
        "{requests}"
    );
    let written = std::fs::read_to_string(transcript).unwrap();
    assert!(!format!("{output:?}{written}").contains(KEY));
}

#[test]
fn a_key_in_a_server_error_is_not_printed() {
    let error = json!({ "error": { "message": format!("no such key: {KEY}") } });
    let (base, server_thread) = serve(vec![(401, error)]);
    let output = explore(&base, &[]);
    assert_eq!(
        (output.code, output.out.as_str(), output.err.as_str()),
        (
            Some(1),
            "",
            "error: the exploration failed: the model refused the request: HTTP 401: no such key: [key] \
             (is the key right?)\n"
        )
    );
    server_thread.join().unwrap();
}

/// If the server fails during the run, the fallback report states that, a note why, and a note has the resume command.
#[test]
fn a_model_that_fails_during_a_run_is_reported_with_a_resume_hint() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("run.jsonl");
    let path = transcript.to_str().unwrap();
    let error = json!({ "error": { "message": format!("no such key: {KEY}") } });
    let run = |rest: &[&str]| {
        let tool_calls = tool_calls_reply(&[("grep", json!({ "pattern": "persist" }))]);
        let (base, server_thread) = serve(vec![tool_calls, (401, error.clone())]);
        let args = [&["--transcript", path, "--no-cache"], rest].concat();
        let output = explore_question("what does persist do?", &base, &args);
        server_thread.join().unwrap();
        (output, base)
    };
    let (output, base) = run(&[]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("No verified answer: the model failed"), "{output:?}");
    assert_eq!(
        output.err,
        format!(
            "note: the model failed: the model refused the request: HTTP 401: no such key: [key] (is the \
             key right?)\nnote: go on with: firsthand explore --resume {path} --model openai:any --base-url {base}\n"
        )
    );
    assert_eq!(run(&["--quiet"]).0.err, "");
    // The resumed run fails at once, because nothing listens at that port: it has the hint, too.
    let shop = shop();
    let mut command = firsthand(shop.path());
    command.args(["explore", "--resume", path, "--model", "openai:any"]);
    let output = command.args(["--base-url", "http://127.0.0.1:1"]).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("note: the model failed: "), "{err}");
    assert!(err.contains("127.0.0.1:1") && err.contains("note: go on with: "), "{err}");
}

/// A server on this machine is reached over HTTP without certificates, which a minimal system does not have.
#[test]
fn a_local_server_needs_no_certificates() {
    let no_certificates = [("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", "/nonexistent")];
    let shop = shop();
    let explore = |base| {
        let args = ["explore", "q", "--model", "openai:any", "--base-url", base];
        let output = firsthand(shop.path()).args(args).envs(no_certificates).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let over_http = explore("http://127.0.0.1:1");
    assert!(over_http.contains("cannot be reached: 127.0.0.1:1: "), "{over_http}");
    #[cfg(target_os = "linux")]
    {
        let over_https = explore("https://127.0.0.1:1");
        assert!(over_https.contains("No CA certificates"), "{over_https}");
    }
}

/// A run that runs out of time prints how to allow more: local models are often slower.
#[test]
fn a_timeout_is_reported_with_a_hint() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let output = explore(&base, &["--max-seconds", "1"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert_eq!(output.err, "note: the time was up; --max-seconds gives more\n");
}

/// What limits a run is named: the repository's own settings, where these do.
#[test]
fn a_timeout_by_the_repositorys_settings_names_these() {
    let shop = shop();
    let check = |wall_ms: u64, args: &[&str], expect: &str| {
        let settings = format!("[budgets]\nwall_ms = {wall_ms}\n");
        std::fs::write(shop.path().join("firsthand.toml"), settings).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let asked =
            ["explore", "what?", "--model", "openai:any", "--base-url", &base, "--no-cache"];
        let output = run(shop.path(), &[&asked[..], args].concat());
        let notes =
            "note: firsthand.toml of the repository lowers budgets\nnote: the time was up; ";
        assert_eq!(output.err, format!("{notes}{expect}\n"), "{args:?}");
    };
    let by_file = "`budgets.wall_ms` in the repository's firsthand.toml gives no more";
    check(30, &[], by_file);
    check(30, &["--max-seconds", "60"], by_file);
    check(60_000, &["--max-seconds", "1"], "--max-seconds gives more");
}

#[test]
fn accounted_a_failure_is_never_printed_as_nothing_found() {
    let error = json!({ "error": { "message": "out of order" } });
    for replies in [
        vec![(401, error.clone())],
        vec![tool_calls_reply(&[("list_files", json!({ "path": "src" }))]), (401, error)],
    ] {
        let (base, server_thread) = serve(replies);
        let output = explore_question("what does persist do?", &base, &["--no-cache"]);
        server_thread.join().unwrap();
        assert_ne!(output.code, Some(3), "{output:?}");
        assert!(!output.out.contains("nothing relevant"), "{output:?}");
        assert!(output.err.contains("HTTP 401: out of order"), "{output:?}");
    }
}

#[test]
fn a_key_is_not_sent_to_another_host_without_tls() {
    let output = explore("http://example.invalid/v1", &[]);
    assert_eq!(output.code, Some(2));
    assert_eq!(
        output.err,
        "error: the key for `openai` would go over the network unencrypted\n\
         hint: use https://, or take the key away if the server needs none\n"
    );
}
