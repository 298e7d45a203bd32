//! Roots that a search server chooses: recorded answers of zoekt's JSON API, and clones on this disk.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::model::serve;
use crate::{CommandOutput, git, run, tree};

/// A file as zoekt names it, with one of its matching lines. The line is none of the clone: nothing may report it.
fn file(repository: &str, name: &str, version: &str) -> Value {
    json!({
        "FileName": name, "Repository": repository, "Version": version, "Language": "TypeScript",
        "Branches": ["HEAD"], "Checksum": "wKzYnG0r7cM=", "Score": 12.5, "Content": null,
        "LineMatches": [{
            "Line": "ZnJvbSB0aGUgc2VydmVy", "LineStart": 0, "LineEnd": 15, "LineNumber": 1,
            "Before": null, "After": null, "FileName": false, "Score": 501.0, "DebugScore": "",
            "LineFragments": [{ "LineOffset": 0, "Offset": 0, "MatchLength": 4, "SymbolInfo": null }],
        }],
    })
}

fn answer(files: &[Value]) -> Value {
    json!({ "Result": {
        "ContentBytesLoaded": 120, "IndexBytesLoaded": 40, "Crashes": 0, "Duration": 900_000,
        "FileCount": files.len(), "ShardFilesConsidered": 4, "FilesConsidered": 4, "FilesLoaded": 4,
        "FilesSkipped": 0, "ShardsScanned": 3, "ShardsSkipped": 0, "ShardsSkippedFilter": 0,
        "MatchCount": files.len(), "NgramMatches": 9, "NgramLookups": 30, "Wait": 1200,
        "MatchTreeConstruction": 1, "MatchTreeSearch": 1, "RegexpsConsidered": 0, "FlushReason": 0,
        "Files": if files.is_empty() { Value::Null } else { json!(files) },
        "RepoURLs": {}, "LineFragments": {},
    }})
}

const SHOP: &str =
    "export function formatPrice(cents: number): string {\n  return String(cents / 100);\n}\n";
const WEB: &str = "import { formatPrice } from \"shop\";\nconst shown = formatPrice(1200);\n";

/// A folder with two clones, one of them without the host in its path, and a repository beside it.
fn clones() -> TempDir {
    let folder = tree(&[
        ("clones/github.com/acme/shop/src/price.ts", SHOP),
        ("clones/acme/web/src/order.ts", WEB),
        ("clones/github.com/acme/plain/src/price.ts", "// formatPrice, and no clone\n"),
        ("outside/src/price.ts", "// formatPrice, outside of the clones\n"),
    ]);
    for clone in ["clones/github.com/acme/shop", "clones/acme/web", "outside"] {
        let clone = folder.path().join(clone);
        git(&clone, &["init", "-q"]);
        git(&clone, &["add", "-A"]);
        git(&clone, &["commit", "-q", "-m", "a"]);
    }
    folder
}

fn head(folder: &TempDir, clone: &str) -> String {
    let repository = folder.path().join(clone).join(".git");
    let name = std::fs::read_to_string(repository.join("HEAD")).unwrap();
    let name = name.trim().strip_prefix("ref: ").unwrap().to_owned();
    std::fs::read_to_string(repository.join(name)).unwrap().trim().to_owned()
}

/// Runs a command with an answer of the server, and returns what it printed and what the server was sent.
fn asked(folder: &TempDir, args: &[&str], reply: (u16, Value)) -> (CommandOutput, String) {
    let (address, server) = serve(vec![reply]);
    let clones = ["--zoekt", &address, "--clones", "clones"];
    let output = run(folder.path(), &[args, &clones].concat());
    (output, server.join().unwrap())
}

const QUESTION: [&str; 2] = ["search", "how is formatPrice shown?"];

#[test]
fn a_server_chooses_the_clones_that_are_searched() {
    let folder = clones();
    let at = head(&folder, "clones/github.com/acme/shop");
    let files = [
        file("github.com/acme/gone", "a.ts", ""),
        file("github.com/acme/shop", "src/price.ts", &at),
        file("github.com/acme/shop", "src/other.ts", &at),
        file("github.com/acme/web", "src/order.ts", "1111111111111111111111111111111111111111"),
        file("github.com/acme/plain", "src/price.ts", ""),
    ];
    for command in [
        &QUESTION[..],
        &["search", "--symbol", "formatPrice", "--relation", "callers"],
        &["explore", "how is formatPrice shown?", "--words", "total"],
        &["research", "every place that uses formatPrice"],
    ] {
        let (found, sent) = asked(&folder, command, (200, answer(&files)));
        assert!(found.out.contains("github.com+acme+web:/src/order.ts"), "{command:?} {found:?}");
        assert!(!found.out.contains("from the server"), "{found:?}");
        for note in [
            "these clones are searched: github.com+acme+shop, github.com+acme+web",
            "not searched, without a clone in clones: 2: github.com/acme/gone, github.com/acme/plain",
            "what is cited is the clone's: 1: github.com/acme/web",
        ] {
            let printed = found.err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(printed.contains(note), "{note}: {found:?}");
        }
        let (head, body) = sent.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /api/search HTTP/1.1"), "{head}");
        let body: Value = serde_json::from_str(body).unwrap();
        let query = body["Q"].as_str().unwrap();
        assert!(query.starts_with("case:no (\"") && query.contains("\"formatprice\""), "{query}");
        assert_eq!(body["Opts"]["UseBM25Scoring"], true);
    }
}

/// Whatever a server names, no folder is opened that is no clone below the folder of the clones.
#[test]
#[cfg(unix)]
fn contained_a_server_leads_to_no_other_folder() {
    let folder = clones();
    let linked = folder.path().join("clones/github.com/acme/shop/linked");
    std::os::unix::fs::symlink(folder.path().join("outside"), linked).unwrap();
    let outside = folder.path().join("outside");
    for name in [
        "../outside",
        "github.com/../../outside",
        "github.com/acme/shop/linked",
        outside.to_str().unwrap(),
        "github.com/acme/plain",
        "github.com/acme",
        ".",
        "",
        "/",
    ] {
        let (found, _) =
            asked(&folder, &QUESTION, (200, answer(&[file(name, "src/price.ts", "")])));
        assert_eq!((found.code, &*found.out), (Some(1), ""), "{name} {found:?}");
        assert!(
            found.err.contains("of 1 repositories that the server names none is searched"),
            "{found:?}"
        );
    }
}

#[test]
fn what_a_server_leaves_out_is_said() {
    let folder = clones();
    let mut reply = answer(&[file("github.com/acme/shop", "src/price.ts", "")]);
    reply["Result"]["FileCount"] = json!(4);
    reply["Result"]["FilesSkipped"] = json!(10);
    reply["Result"]["ShardsSkipped"] = json!(2);
    let (found, _) = asked(&folder, &[&QUESTION[..], &["--quiet"]].concat(), (200, reply));
    assert!(found.err.contains("the server left out 15 files or shards of its index"), "{found:?}");
    let (none, _) = asked(&folder, &QUESTION, (200, answer(&[])));
    assert_eq!(none.code, Some(3), "{none:?}");
    assert!(none.err.contains("the server names no repository for this question"), "{none:?}");
}

#[test]
fn a_server_that_fails_is_an_error() {
    let folder = clones();
    for (reply, message) in [
        (
            (400, json!({ "Error": "missing query" })),
            "answers with HTTP 400: {\"Error\":\"missing query\"}",
        ),
        ((404, json!("404 page not found")), "answers with HTTP 404"),
        ((200, json!({})), "gives no answer of zoekt: missing field `Result`"),
        ((200, json!({ "Result": null })), "gives no answer of zoekt"),
        (
            (200, json!({ "Result": { "Files": [{}] } })),
            "gives no answer of zoekt: missing field `Repository`",
        ),
        ((200, json!("nonsense")), "gives no answer of zoekt"),
    ] {
        let (failed, _) = asked(&folder, &QUESTION, reply);
        assert_eq!((failed.code, &*failed.out), (Some(1), ""), "{failed:?}");
        assert!(failed.err.contains(message), "{message}: {failed:?}");
    }
    let address = |address| {
        run(folder.path(), &[&QUESTION[..], &["--zoekt", address, "--clones", "clones"]].concat())
    };
    let down = address("http://127.0.0.1:1");
    assert!(down.err.contains("the search server 127.0.0.1:1 does not answer: "), "{down:?}");
    let odd = address("http://me:secret@127.0.0.1:1");
    assert!(odd.err.contains("may hold no user") && !odd.err.contains("secret"), "{odd:?}");
    let alone = run(folder.path(), &[&QUESTION[..], &["--zoekt", "http://127.0.0.1:1"]].concat());
    assert_eq!(alone.code, Some(2), "{alone:?}");
}
