//! Files on which a parser ends its process, or uses gigabytes: each costs only its facts, at every front.

use serde_json::{Value, json};

use crate::{run, run_with, tree};

/// A file by its name: a beginning, what is repeated and how often, and an end.
const FILES: &[(&str, &str, &str, usize, &str)] = &[
    ("blocks.yaml", "", "- ", 254, "alpha"),
    ("keys.yaml", "", "? ", 1_500, "alpha"),
    ("arrows.c", "int alpha(){", "x=>", 43_406, "alpha()}"),
    ("types.java", "class A{void alpha(){", "A<", 20_000, "}}"),
    ("types.cs", "class A{void alpha(){", "a<b,", 20_000, "}}"),
    ("pipes.sh", "alpha() { ", "a|", 20_000, "}"),
    ("signs.ex", "alpha ", "a-", 20_000, ""),
    ("comments.cpp", "int alpha; ", "<!-- needle ", 20_000, ""),
    ("word.rb", "alpha = <<~", "A", 300, "\n  b\n"),
];

/// A tree of these files and an ordinary one.
fn hostile_tree(rows: &[(&str, &str, &str, usize, &str)]) -> tempfile::TempDir {
    let file = |&(name, start, unit, times, end): &(&str, &str, &str, usize, &str)| {
        (name.to_owned(), start.to_owned() + &unit.repeat(times) + end)
    };
    let files: Vec<(String, String)> = rows.iter().map(file).collect();
    let mut files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (&**name, &**text)).collect();
    files.push(("good.rs", "pub fn alpha() -> u32 {\n    1\n}\n"));
    tree(&files)
}

fn search(folder: &std::path::Path, args: &[&str]) -> Value {
    let all = [&["search", "--no-cache", "--format", "json"], args].concat();
    let output = run(folder, &all);
    assert_eq!(output.err, "", "{args:?}");
    output.json(0)
}

#[test]
fn every_front_survives() {
    let folder = hostile_tree(FILES);
    let root = folder.path();
    let found = search(root, &["alpha"]);
    assert_eq!(found["regions"][0]["path"], "good.rs", "{found}");
    let notes = found["notes"].to_string();
    assert!(notes.contains("too slow to parse"), "{notes}");
    let args = ["search", "--no-cache", "--symbol", "alpha", "--relation", "callers"];
    let related = run(root, &args);
    assert_eq!(related.code, Some(3), "{related:?}");
    for (name, ..) in FILES {
        let output = run(root, &["search", "--no-cache", "--path", name]);
        assert_eq!(output.code, Some(3), "{name}: {output:?}");
    }
    let outline = run(root, &["search", "--no-cache", "--path", "blocks.yaml"]);
    assert!(outline.out.contains("too slow to parse"), "{outline:?}");
    let explored = run(root, &["explore", "where is alpha?", "--no-cache"]);
    assert!(explored.text(0).contains("good.rs"), "{explored:?}");
    let researched = run(root, &["research", "how does alpha work?", "--no-cache"]);
    assert!(researched.out.contains("good.rs"), "{researched:?}");
}

#[test]
fn the_server_survives() {
    // The server waits only for a few seconds for calls at the end of its input.
    let folder = hostile_tree(&FILES[..2]);
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let call = |id: u64, tool: &str| {
        let params = json!({"name": tool, "arguments": {"query": "alpha"}});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let frames = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        call(2, "search_code"),
        call(3, "explore_code"),
    ];
    let input: String = frames.iter().map(|frame| format!("{frame}\n")).collect();
    let output = run_with(folder.path(), &["mcp"], input.as_bytes());
    assert_eq!(output.code, Some(0), "{output:?}");
    let answers: Vec<Value> =
        output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for id in [2, 3] {
        let answer = answers.iter().find(|answer| answer["id"] == id);
        assert!(answer.is_some_and(|answer| answer.to_string().contains("good.rs")), "{answers:?}");
    }
}

/// Ordinary files that the check takes for risky, such as tables of operators, keep their facts.
#[test]
fn what_another_process_parses_keeps_its_facts() {
    let rows = "    a | b << 2,\n".repeat(600);
    let table = format!("int table[] = {{\n{rows}}};\nint alpha(void) {{ return table[0]; }}\n");
    let folder = tree(&[("table.c", &table)]);
    let found = search(folder.path(), &["alpha"]);
    assert_eq!(found["regions"][0]["symbol"]["name"], "alpha", "{found}");
    assert!(!found["notes"].to_string().contains("too slow"), "{found}");
}
