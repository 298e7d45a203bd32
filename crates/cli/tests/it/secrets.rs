//! A key is sent to its server and is in no other output.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::thread::JoinHandle;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::model::{read_request, tool_calls_reply};
use crate::{firsthand, shop};

const KEY: &str = "sk-fake-51d0c7a9e2b84f63";
/// Texts that reveal the key: itself, and its base64 form without the last characters.
const TRACES: [&str; 2] = [KEY, "c2stZmFrZS01MWQwYzdhOWUyYjg0"];

/// The source of the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeySource {
    Variable,
    File,
}

/// A repository, the user's home folder, and all output so far.
struct Fixture {
    key_source: KeySource,
    shop: TempDir,
    home: TempDir,
    printed: String,
}

impl Fixture {
    fn new(key_source: KeySource) -> Self {
        let home = tempfile::tempdir().unwrap();
        let text = match key_source {
            KeySource::Variable => String::new(),
            KeySource::File => format!("[keys]\nopenai = \"{KEY}\"\ngemini = \"{KEY}\"\n"),
        };
        write_privately(&home.path().join("settings.toml"), &text);
        Self { key_source, shop: shop(), home, printed: String::new() }
    }

    fn path(&self, name: &str) -> String {
        self.home.path().join(name).to_str().unwrap().to_owned()
    }

    /// Runs the program, collects its output, and returns the exit code.
    fn run(&mut self, args: &[&str]) -> Option<i32> {
        let mut command = firsthand(self.shop.path());
        command
            .env("FIRSTHAND_CONFIG", self.path("settings.toml"))
            .env("FIRSTHAND_CACHE", self.path("cache"))
            .env("RUST_LOG", "trace")
            .env("RUST_BACKTRACE", "1");
        if self.key_source == KeySource::Variable {
            command.env("OPENAI_API_KEY", KEY).env("GEMINI_API_KEY", KEY);
        }
        let output = command.args(args).output().unwrap();
        for bytes in [&output.stdout, &output.stderr] {
            self.printed += &String::from_utf8_lossy(bytes);
        }
        output.status.code()
    }

    fn explore(&mut self, base: &str, args: &[&str]) -> Option<i32> {
        let all = ["explore", "who persists?", "--model", "openai:any", "--base-url", base];
        self.run(&[&all, args].concat())
    }

    /// Asserts that no output and no file contains a trace of the key.
    fn check(&self) {
        let mut all = self.printed.clone();
        for name in ["cache", "run.jsonl", "failed.jsonl"] {
            append_contents(&self.home.path().join(name), &mut all);
        }
        append_contents(self.shop.path(), &mut all);
        for trace in TRACES {
            let offset = all.find(trace);
            let around = offset.map(|offset| {
                all[offset.saturating_sub(80)..].chars().take(160).collect::<String>()
            });
            assert_eq!(around, None, "{:?}: a trace of the key", self.key_source);
        }
    }
}

fn write_privately(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let private = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path, private).unwrap();
    }
}

/// Appends the contents of a file, or of all files in a folder, to `all`.
fn append_contents(path: &Path, all: &mut String) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            append_contents(&entry.unwrap().path(), all);
        }
    } else if let Ok(bytes) = std::fs::read(path) {
        *all += &String::from_utf8_lossy(&bytes);
    }
}

/// A server that sends the good replies, and then replies that repeat the key everywhere.
fn serve(good: Vec<(u16, Value)>, bad: Vec<u16>) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let error = |status| {
        let message = format!("bad key {KEY}; Bearer {KEY}");
        (status, json!({ "error": { "message": message, "param": KEY } }))
    };
    let replies: Vec<_> = good.into_iter().chain(bad.into_iter().map(error)).collect();
    let server_thread = std::thread::spawn(move || {
        let mut read = String::new();
        for (status, body) in replies {
            let (mut stream, _) = listener.accept().unwrap();
            read += &read_request(&mut stream).to_lowercase();
            let body = body.to_string();
            let text = format!(
                "HTTP/1.1 {status} {KEY}\r\nconnection: close\r\nretry-after: 0\r\nx-key: {KEY}\r\n\
                 www-authenticate: Bearer {KEY}\r\nlocation: http://127.0.0.1:1/?key={KEY}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(text.as_bytes()).unwrap();
        }
        read
    });
    (base, server_thread)
}

/// A reply with a tool call.
fn tool_call_reply() -> (u16, Value) {
    tool_calls_reply(&[("read_file", json!({ "path": "src/basket.ts" }))])
}

/// A reply that submits a report.
fn report_reply() -> (u16, Value) {
    let report = json!({
        "primaryCandidateIds": ["c1"], "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
        "flow": [{ "candidateId": "c1", "role": "caller", "fact": "Persists.", "quote": "persist(basket)" }],
    });
    tool_calls_reply(&[("submit_report", report)])
}

#[test]
fn no_output_and_no_file_contains_the_key() {
    for key_source in [KeySource::Variable, KeySource::File] {
        let mut fixture = Fixture::new(key_source);
        let (run, failed) = (fixture.path("run.jsonl"), fixture.path("failed.jsonl"));
        let (base, server_thread) = serve(vec![tool_call_reply(), report_reply()], Vec::new());
        let json = ["--format", "json", "--transcript", &run];
        assert_eq!(fixture.explore(&base, &json), Some(0), "{}", fixture.printed);
        let read = server_thread.join().unwrap();
        assert!(read.contains(&format!("authorization: bearer {KEY}")), "{key_source:?}: {read}");

        let (base, server_thread) = serve(vec![tool_call_reply()], vec![429, 500, 401]);
        fixture.explore(&base, &["--transcript", &failed]);
        server_thread.join().unwrap();
        for status in [301, 400, 401, 403, 422] {
            let (base, server_thread) = serve(Vec::new(), vec![status]);
            assert_eq!(fixture.explore(&base, &[]), Some(1));
            server_thread.join().unwrap();
        }
        assert_eq!(fixture.explore("http://127.0.0.1:1", &[]), Some(1), "nobody listens");
        fixture.run(&["replay", "--show", &failed]);
        assert!(fixture.printed.contains("bad key [key]"), "{}", fixture.printed);
        assert!(fixture.printed.contains("try 2 of 7"), "{}", fixture.printed);
        fixture.check();
    }
}

#[test]
fn no_set_up_command_shows_the_key() {
    for key_source in [KeySource::Variable, KeySource::File] {
        let mut fixture = Fixture::new(key_source);
        for args in [
            &["doctor"][..],
            &["doctor", "--format", "json"],
            &["models"],
            &["models", "--format", "json"],
            &["models", "--prompt"],
            &["explore", "q", "--model", "openai:m", "--base-url", "http://example.invalid"],
        ] {
            assert!(fixture.run(args).is_some(), "{args:?}");
        }
        for base in [
            format!("https://me:{KEY}@example.invalid"),
            format!("https://example.invalid/?key={KEY}"),
            format!("{KEY}://x"),
        ] {
            assert_eq!(fixture.explore(&base, &[]), Some(2));
        }
        assert!(fixture.printed.contains("may hold no user, password"), "{}", fixture.printed);
        fixture.check();
    }
}

/// Invalid settings are not shown.
#[test]
fn no_error_in_the_settings_shows_the_key() {
    for text in [
        format!("[keys]\nopenai = {KEY}\n"),
        format!("[keys]\nopenai = \"{KEY}\n"),
        format!("[keys]\nopenai = [\"{KEY}\"]\n"),
        format!("keys = \"{KEY}\"\n"),
        format!("model = \"openai:m\"\nbase_url = \"https://me:{KEY}@h\"\n"),
        format!("[keys]\nopenai = \"{KEY}\\n{KEY}\"\nmodel = 3\n"),
    ] {
        let mut fixture = Fixture::new(KeySource::File);
        write_privately(&fixture.home.path().join("settings.toml"), &text);
        assert_eq!(fixture.run(&["explore", "q"]), Some(2), "{text}");
        fixture.run(&["doctor"]);
        fixture.run(&["models"]);
        fixture.check();
    }
}
