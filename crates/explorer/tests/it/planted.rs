//! A tree with many planted secrets: no piece of one is in anything that a run shows or stores.

mod corpus;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use firsthand::Cancel;
use firsthand::{Explorer, Intent, Relation, SearchRequest, write_transcript};
use firsthand_render::{Format, Options, TextOptions, render};
use firsthand_testkit::{PlantedValue, Script, json, planted_values};
use firsthand_tools::redact;

use crate::tree;
use corpus::{PlantedSecret, SHARED_PREFIX, corpus};

/// This many consecutive bytes of a secret in an output are a leak.
const PIECE_BYTES: usize = 12;

/// All output and stored data, in lower case: where it is from, and the bytes.
#[derive(Default)]
struct CollectedOutput(Vec<(String, Vec<u8>)>);

impl CollectedOutput {
    fn add(&mut self, source: impl Into<String>, bytes: impl AsRef<[u8]>) {
        self.0.push((source.into(), bytes.as_ref().to_ascii_lowercase()));
    }

    /// Adds the names and contents of the files below a folder.
    fn add_folder(&mut self, folder: &Path) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            self.0.push((path.display().to_string(), Vec::new()));
            if path.is_dir() {
                self.add_folder(&path);
            } else {
                self.add(path.display().to_string(), std::fs::read(&path).unwrap());
            }
        }
    }

    /// The secrets of which a piece is in the output, and where.
    fn leaks(&self, planted: &[PlantedSecret]) -> BTreeSet<String> {
        let lines: Vec<(String, &str)> = planted
            .iter()
            .flat_map(|p| p.body.lines().map(|line| (line.to_ascii_lowercase(), &*p.path)))
            .collect();
        let pieces: HashMap<&[u8], &str> = lines
            .iter()
            .flat_map(|(line, path)| {
                line.as_bytes().windows(PIECE_BYTES).map(|piece| (piece, *path))
            })
            .collect();
        let mut leaks = BTreeSet::new();
        for (place, bytes) in &self.0 {
            let found = bytes.windows(PIECE_BYTES).filter_map(|piece| pieces.get(piece));
            leaks.extend(found.map(|path| format!("{path} in {place}")));
        }
        leaks
    }
}

fn planted() -> (tempfile::TempDir, Vec<PlantedSecret>) {
    let planted = corpus();
    let files: Vec<(&str, &str)> = planted.iter().map(|p| (&*p.path, &*p.text)).collect();
    (tree(&files), planted)
}

async fn explore(explorer: &Explorer, query: &str, intent: Intent, output: &mut CollectedOutput) {
    let explored = explorer.explore(query, intent).await.unwrap();
    for format in Format::ALL {
        let text = render(&explored.report, format, &Options::default(), &TextOptions::default());
        output.add(format!("{format:?} of {query}"), text);
    }
    output.add(format!("report of {query}"), serde_json::to_string(&explored.report).unwrap());
    output.add(format!("transcript of {query}"), write_transcript(&explored.transcript));
}

fn search(explorer: &Explorer, request: &SearchRequest, output: &mut CollectedOutput) {
    let searched = explorer.search(request, &Cancel::default());
    let what = format!("search for {}", searched.query);
    output.add(&what, serde_json::to_string(&searched.document()).unwrap());
    for window in searched.windows() {
        window.lines.iter().for_each(|line| output.add(&what, &line.text));
    }
}

/// Queries that aim at secrets: by the words around them, and by their prefixes.
const QUERIES: [&str; 6] = [
    "which token, password, secret or api key is used?",
    "ghp_ glpat- xoxb- sk_live_ AKIA AIza npm_ pypi-",
    "const hub lab chat DB_PASSWORD deploy connect",
    "PRIVATE KEY BEGIN Authorization Bearer Basic",
    "AccountKey database url postgres connection string",
    "ring bell",
];

#[tokio::test]
async fn contained_no_piece_of_a_secret_is_shown_or_cached() {
    let (root, planted) = planted();
    assert!(planted.len() >= 200, "{}", planted.len());
    let cache = tree(&[]);
    let mut output = CollectedOutput::default();
    let explorer = Explorer::builder(root.path()).cache(cache.path()).build().unwrap();
    for query in QUERIES {
        for intent in Intent::ALL {
            explore(&explorer, query, intent, &mut output).await;
        }
        let mut request = SearchRequest::new(query);
        request.limit = 100;
        search(&explorer, &request, &mut output);
        for word in query.split_whitespace() {
            request.symbol = Some((word.to_owned(), Relation::References));
            search(&explorer, &request, &mut output);
        }
    }
    // A query for a file whose name is a secret contains the secret.
    for secret in planted
        .iter()
        .filter(|secret| !secret.path.contains(&secret.body) && secret.prefix != SHARED_PREFIX)
    {
        let builder = Explorer::builder(root.path())
            .model(Arc::new(probing_model(&secret.path, &secret.prefix)));
        let explorer = builder.cache(cache.path()).build().unwrap();
        explore(&explorer, "find it out", Intent::Explain, &mut output).await;
        for relation in [Relation::Definition, Relation::Callees] {
            let mut request = SearchRequest::new("");
            request.symbol = Some((format!("{}:1", secret.path), relation));
            search(&explorer, &request, &mut output);
        }
    }
    for some in planted_values().chunks(12) {
        let builder = Explorer::builder(root.path()).model(Arc::new(reading_model(some)));
        let explorer = builder.cache(cache.path()).build().unwrap();
        explore(&explorer, "find them out", Intent::Explain, &mut output).await;
    }
    output.add_folder(cache.path());
    assert!(output.0.len() > 400, "{}", output.0.len());
    let leaks = output.leaks(&planted);
    assert!(leaks.is_empty(), "{} leaks: {leaks:#?}", leaks.len());
}

/// A model that reads files and searches them for long words.
fn reading_model(values: &[PlantedValue]) -> Script {
    let calls = |tool: &'static str, arguments: fn(&str) -> serde_json::Value| {
        let calls = values.iter();
        calls.map(move |value| (tool, arguments(&value.path))).collect::<Vec<_>>()
    };
    Script::new()
        .calls_all(calls("read_file", |path| json!({"path": path})))
        .calls_all(calls("grep", |path| json!({"pattern": ".{12,}", "path": path})))
        .submits(json!({
            "primaryCandidateIds": ["c1", "c2"],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        }))
}

/// A model that tries to read a secret: it reads the secret's file, and searches it for the text after `prefix`.
fn probing_model(path: &str, prefix: &str) -> Script {
    let mut greps = Vec::new();
    for pattern in [format!("{prefix}.*"), format!("{prefix}[a-m]|redacted"), ".{20,}".to_owned()] {
        greps.push(("grep", json!({"pattern": pattern, "path": path})));
    }
    greps.push(("grep", json!({"pattern": prefix, "literal": true})));
    Script::new()
        .calls_all([
            ("read_file", json!({"path": path})),
            ("list_files", json!({})),
            ("search_code", json!({"query": format!("{prefix} {path}")})),
            ("search_code", json!({"symbol": format!("{path}:1"), "relation": "callees"})),
        ])
        .calls_all(greps)
        .submits(json!({
            "primaryCandidateIds": ["c1"],
            "flow": [{"candidateId": "c1", "role": "x", "fact": "It is there.", "quote": "[redacted:"}],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        }))
        .submits(json!({
            "primaryCandidateIds": ["c1", "c2"],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        }))
        .submits(json!({
            "primaryCandidateIds": ["c2"],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        }))
}

/// Each planted secret is recognized in its file's text, or by its file's name.
#[test]
fn every_planted_secret_is_recognized() {
    let unknown: Vec<String> = corpus()
        .into_iter()
        .filter(|p| {
            !firsthand_tools::is_secret_path(&p.path) && redact(p.text.as_bytes()).is_empty()
        })
        .map(|p| p.text)
        .collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

/// Neither a line with a secret nor its redacted form can be quoted.
#[tokio::test]
async fn verbatim_a_redacted_line_is_never_quoted() {
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let line = format!("const hub = '{token}' // for the deployment");
    let shown = "const hub = '[redacted: github_token]' // for the deployment";
    let root = tree(&[("a.ts", &format!("function deploy() {{\n{line}\n  return start()\n}}\n"))]);
    let link = |quote: &str| json!({"candidateId": "c1", "role": "x", "fact": "It is there.", "quote": quote});
    let submit = |quotes: &[&str]| {
        json!({
            "primaryCandidateIds": ["c1"],
            "flow": quotes.iter().map(|quote| link(quote)).collect::<Vec<_>>(),
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        })
    };
    for quote in
        [&*line, shown, &token, "const hub = '", "for the deployment", "[redacted: github_token]"]
    {
        let script = Script::new()
            .calls("read_file", json!({"path": "a.ts"}))
            .submits(submit(&[quote, "return start()"]))
            .submits(submit(&[quote, "return start()"]))
            .submits(submit(&[quote, "return start()"]));
        let explorer = Explorer::builder(root.path()).model(Arc::new(script)).build().unwrap();
        let report = explorer.explore("hub?", Intent::Explain).await.unwrap().report;
        let report = serde_json::to_value(&report).unwrap();
        let quotes: Vec<&str> = report["flow"]
            .as_array()
            .unwrap()
            .iter()
            .map(|link| link["quote"]["text"].as_str().unwrap())
            .collect();
        assert!(
            quotes.iter().all(|quote| *quote == "  return start()" || *quote == "return start()"),
            "{quote}: {quotes:?}"
        );
        let rules: Vec<&str> = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["rule"].as_str().unwrap())
            .collect();
        assert!(rules.contains(&"fact_unverified"), "{quote}: {rules:?}");
    }
}
