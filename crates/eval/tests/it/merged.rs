//! The merge of shards equals one run; a repeated answer counts once.

use std::path::Path;

use crate::cli::{CommandOutput, fixture, run};

fn eval(folder: &Path, more: &[&str]) -> CommandOutput {
    let (tasks, trees) = (fixture("tasks.jsonl"), fixture("trees"));
    let args = ["run", "--tasks", &tasks, "--trees", &trees, "--arm", "bm25", "--arm", "builtin"];
    run(folder, &[&args[..], more].concat())
}

/// The table without times and memory: without the last two columns, and without the row of the explorer's times.
fn without_times(output: &CommandOutput) -> Vec<String> {
    let without_times = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let kept = cells.len().saturating_sub(3);
        if cells.len() > 10 { cells[..kept].join("|") } else { line.to_owned() }
    };
    let lines = output.text(0).lines();
    let has_times =
        |line: &&str| line.starts_with("| explorer_ms ") || line.contains("worse in ms");
    let lines = lines.filter(|line| !has_times(line));
    lines.map(without_times).collect()
}

#[test]
fn shards_merge_to_the_table_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let full_run = eval(folder.path(), &["--out", "whole.jsonl"]);
    for index in ["3", "1", "2"] {
        let (shard, out) = (format!("{index}/3"), format!("{index}.jsonl"));
        eval(folder.path(), &["--shard", &shard, "--out", &out]).text(0);
    }
    let merged = run(folder.path(), &["merge", "3.jsonl", "1.jsonl", "2.jsonl"]);
    assert_eq!(without_times(&merged), without_times(&full_run));
    let again = run(folder.path(), &["merge", "whole.jsonl"]);
    assert_eq!(again.text(0), full_run.text(0));
    // A journal that is given twice counts once.
    let twice = run(folder.path(), &["merge", "whole.jsonl", "whole.jsonl"]);
    assert_eq!(twice.text(0), full_run.text(0));
    std::fs::write(folder.path().join("empty.jsonl"), "").unwrap();
    let empty = run(folder.path(), &["merge", "empty.jsonl"]);
    assert!(empty.err.starts_with("error: there is no answer in the journals\n"), "{empty:?}");
}
