//! The merge of shards equals one run; wrong arguments are reported.

use std::path::Path;

use serde_json::Value;

use crate::cli::{CommandOutput, fixture, run};

fn eval(folder: &Path, more: &[&str]) -> CommandOutput {
    let (tasks, trees) = (fixture("tasks.jsonl"), fixture("trees"));
    let args = ["run", "--in-process", "--tasks", &tasks, "--trees", &trees];
    run(folder, &[&args[..], more].concat())
}

/// The table without its times: without the last columns of wide rows, and without the rows of the explorer's times.
fn without_times(output: &CommandOutput) -> Vec<String> {
    let without_times = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let kept = cells.len().saturating_sub(5);
        match cells.len() {
            18.. => cells[..kept].join("|"),
            _ => line.to_owned(),
        }
    };
    let lines = output.text(0).lines();
    let lines = lines.filter(|line| !line.starts_with("| explorer ms "));
    lines.map(without_times).collect()
}

#[test]
fn shards_merge_to_the_table_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let arms = ["--arm", "bm25", "--arm", "builtin"];
    let full_run = eval(
        folder.path(),
        &[&arms[..], &["--out", "whole.jsonl"]].concat(),
    );
    for index in ["3", "1", "2"] {
        let (shard, out) = (format!("{index}/3"), format!("{index}.jsonl"));
        let more = ["--shard", &shard, "--out", &out];
        eval(folder.path(), &[&arms[..], &more].concat()).text(0);
    }
    let merged = run(folder.path(), &["merge", "3.jsonl", "1.jsonl", "2.jsonl"]);
    assert_eq!(without_times(&merged), without_times(&full_run));
    let again = run(folder.path(), &["merge", "whole.jsonl"]);
    assert_eq!(again.text(0), full_run.text(0));
    // A journal that is given twice counts once.
    let twice = run(folder.path(), &["merge", "whole.jsonl", "whole.jsonl"]);
    assert_eq!(twice.text(0), full_run.text(0));
}

#[test]
fn wrong_arguments_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let check = |output: &CommandOutput, expect: &str| {
        assert_eq!(
            (output.code, output.err.starts_with(expect)),
            (Some(2), true),
            "{output:?}"
        );
    };
    let script = fixture("script.jsonl");
    check(
        &eval(folder.path(), &["--arm", "baseline"]),
        "error: the arm baseline is what a main agent does, and there is none\nhint: --main ",
    );
    check(
        &eval(folder.path(), &["--arm", "explore-v2"]),
        "error: the arm explore-v2 has no model to explore with\nhint: --explorer ",
    );
    check(
        &eval(folder.path(), &["--main", "nobody"]),
        "error: `nobody` names no model: ",
    );
    check(
        &eval(folder.path(), &["--main", "script:none"]),
        "error: the script none cannot be read: ",
    );
    check(
        &eval(folder.path(), &["--shard", "3/2"]),
        "error: invalid value '3/2'",
    );
    std::fs::write(folder.path().join("empty.jsonl"), "").unwrap();
    check(
        &run(folder.path(), &["merge", "empty.jsonl"]),
        "error: there is no answer in the journals\n",
    );
    let main = format!("script:{script}");
    let output = eval(
        folder.path(),
        &["--main", &main, "--arm", "none", "--format", "json"],
    );
    assert_eq!(
        output.json(0)["tasks"][0]["working"]["answered"],
        Value::Bool(true)
    );
}

#[test]
fn a_journal_that_cannot_be_opened_is_reported_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let output = eval(folder.path(), &["--arm", "bm25", "--out", "."]);
    let expect = "error: . cannot be read or written: ";
    assert!(output.err.starts_with(expect), "{output:?}");
    assert_eq!(output.code, Some(1));
}
