//! A tree with a secret of each issuer's format and in each carrier: no command shows a piece of one.

use std::collections::HashMap;

use firsthand_testkit::{PlantedValue, planted_values};
use serde_json::json;
use tempfile::TempDir;

use crate::client::Client;
use crate::streams::start_program;
use crate::{git, run, run_with, tree};

/// This many consecutive bytes of a secret in an output are a leak.
const PIECE_BYTES: usize = 12;
const QUERY: &str = "which password, token, secret, key, machine or curl does ring bell use?";

/// The arguments for one root, and for two with the same files.
const ROOTS: [&[&str]; 2] = [&["--root", "one"], &["--root", "one=one", "--root", "two=two"]];

/// The outputs of commands in two trees with the same files.
struct Outputs {
    values: Vec<PlantedValue>,
    folder: TempDir,
    roots: &'static [&'static str],
    printed: Vec<(String, String)>,
}

impl Outputs {
    fn new(roots: &'static [&'static str]) -> Self {
        let values = planted_values();
        let in_root = |root: &'static str| {
            values.iter().map(move |value| (format!("{root}/{}", value.path), &*value.text))
        };
        let files: Vec<(String, &str)> = in_root("one").chain(in_root("two")).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
        Self { folder: tree(&files), roots, values, printed: Vec::new() }
    }

    /// Commits the files of the first root, and changes each of them.
    fn change(&self) {
        let one = self.folder.path().join("one");
        git(&one, &["init", "-q"]);
        git(&one, &["add", "-A", "-f"]);
        git(&one, &["commit", "-q", "-m", "a"]);
        for value in &self.values {
            // The lines with the secrets change, too.
            let changed = value.text.replace("ring bell", "ring bells").replace('=', "= ");
            std::fs::write(one.join(&value.path), changed).unwrap();
        }
    }

    fn beside(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn run(&mut self, args: &[&str]) -> String {
        self.run_with(args, b"")
    }

    fn run_with(&mut self, args: &[&str], input: &[u8]) -> String {
        let args = [args, self.roots].concat();
        let output = run_with(self.folder.path(), &args, input);
        self.printed.push((args.join(" "), output.out.clone() + &output.err));
        output.out
    }

    /// Explores as a client that reads a file of each secret, and quotes it.
    fn explore_driven(&mut self) {
        let args = [&["mcp", "--profile", "driven", "--structured"], self.roots].concat();
        let mut client = Client::of(start_program(self.folder.path(), &args));
        let handle = client.open(QUERY);
        let prefix = if self.roots.len() > 2 { "two:/" } else { "" };
        let mut printed = String::new();
        for path in self.values.iter().map(|value| format!("{prefix}{}", value.path)) {
            let read = json!({"handle": handle, "path": path});
            printed += &client.call("read_file", &read).to_string();
        }
        for (tool, key, value) in [
            ("search_code", "query", QUERY),
            ("search_code", "symbol", "ring"),
            ("grep", "pattern", "password|token|key"),
            ("list_files", "path", "."),
        ] {
            printed += &client.call(tool, &json!({"handle": handle, key: value})).to_string();
        }
        printed += &client.submit(&handle, "c1", "password").to_string();
        client.end();
        self.printed.push(("driven".to_owned(), printed));
    }

    /// The secrets of which a piece was printed, and by what.
    fn leaks(&self) -> Vec<String> {
        let pieces: HashMap<&[u8], &str> = (self.values.iter())
            .flat_map(|value| {
                value.secret.as_bytes().windows(PIECE_BYTES).map(|piece| (piece, &*value.path))
            })
            .collect();
        let mut leaks: Vec<String> = (self.printed.iter())
            .flat_map(|(what, text)| {
                let found =
                    text.as_bytes().windows(PIECE_BYTES).filter_map(|piece| pieces.get(piece));
                found.map(move |path| format!("{path} by {what}"))
            })
            .collect();
        leaks.sort();
        leaks.dedup();
        leaks
    }
}

#[test]
fn contained_no_command_shows_a_planted_secret() {
    for roots in ROOTS {
        check_commands(Outputs::new(roots));
    }
}

fn check_commands(mut all: Outputs) {
    assert!(all.values.len() >= 150, "{}", all.values.len());
    let (report, transcript) = (all.beside("report.json"), all.beside("run.jsonl"));
    for format in ["text", "md", "json", "html"] {
        let printed = all.run(&["explore", QUERY, "--format", format, "--transcript", &transcript]);
        if format == "json" {
            std::fs::write(&report, printed).unwrap();
        }
    }
    for format in ["text", "json", "html"] {
        all.run(&["research", QUERY, "--format", format]);
    }
    for format in ["text", "json"] {
        all.run(&["search", QUERY, "--limit", "100", "--format", format]);
        for symbol in ["ring", "password", "API_KEY", "DB_PASSWORD"] {
            all.run(&["search", "--symbol", symbol, "--format", format]);
            all.run(&["absent", symbol, "--format", format]);
        }
    }
    all.run(&["search", "--path", "src", "ring", "--limit", "1000", "--format", "json"]);
    all.run(&["replay", &transcript]);
    all.run(&["replay", "--show", &transcript]);
    all.run(&["verify", &report]);
    all.printed.push(("transcript".to_owned(), std::fs::read_to_string(&transcript).unwrap()));
    all.explore_driven();
    all.change();
    for format in ["text", "md", "json", "html", "sarif"] {
        let printed = all.run(&["impact", "--format", format, "--max-chars", "40000"]);
        assert!(printed.contains("src/p") || format != "json", "{printed}");
    }
    all.run(&["verify", &report, "--format", "json"]);
    all.run(&["verify", &report, "--update"]);
    let leaks = all.leaks();
    assert_eq!(leaks, Vec::<String>::new());
}

#[test]
fn contained_no_answer_over_mcp_shows_a_planted_secret() {
    for roots in ROOTS {
        check_server(Outputs::new(roots));
    }
}

fn check_server(mut all: Outputs) {
    all.change();
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let mut frames = vec![
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
    ];
    for (tool, id) in
        ["explore_code", "search_code", "research_code", "impact_of_change"].into_iter().zip(2..)
    {
        let params = json!({"name": tool, "arguments": {"query": QUERY}});
        frames.push(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }
    let input: String = frames.iter().map(|frame| format!("{frame}\n")).collect();
    let printed = all.run_with(&["mcp", "--research"], input.as_bytes());
    assert!(printed.contains("src/p"), "{printed}");
    assert_eq!(all.leaks(), Vec::<String>::new());
}

/// A report and a document that quote a guessed secret get the same answer, whether the guess is right or wrong.
#[test]
fn contained_verify_confirms_no_guess() {
    let secret = ["x9Kp2vQ7", "mZ4tRw8L"].concat();
    let line = |secret: &str| format!("password = \"{secret}\"");
    let check = |guess: &str| {
        let quote = line(guess);
        let document = format!("See `src/a.py:2`: `{quote}`.\n");
        let place =
            json!({"path": "src/a.py", "start": 1, "end": 3, "quote": {"text": quote, "line": 2}});
        let report =
            json!({"schema": "firsthand.report/2", "root": ".", "primary": [place]}).to_string();
        let root = tree(&[
            ("src/a.py", &format!("import os\n{}\nring()\n", line(&secret))),
            ("docs/a.md", &document),
            ("docs/report.json", &report),
        ]);
        let citations = run(root.path(), &["verify", "--citations", "docs", "--format", "json"]);
        let verified = run(root.path(), &["verify", "docs/report.json", "--format", "json"]);
        assert_eq!((citations.code, verified.code), (Some(1), Some(1)), "{verified:?}");
        (citations.out, verified.out)
    };
    assert_eq!(check(&secret), check("y8Lq3wR6nA5uSx7M"));
}
