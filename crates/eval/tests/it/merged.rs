//! Shards, put together: the same as one run.

use std::path::Path;

use serde_json::Value;

use crate::cli::{Ran, run};

fn fixtures(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(name);
    path.to_str().unwrap().to_owned()
}

fn eval(folder: &Path, more: &[&str]) -> Ran {
    let (tasks, trees) = (fixtures("tasks.jsonl"), fixtures("trees"));
    let args = ["run", "--in-process", "--tasks", &tasks, "--trees", &trees];
    run(folder, &[&args[..], more].concat())
}

/// The table without its times, and without what says that journals were read.
fn timeless(ran: &Ran) -> Vec<String> {
    let without_times = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let kept = cells.len().saturating_sub(5);
        match cells.len() {
            18.. => cells[..kept].join("|"),
            _ => line.to_owned(),
        }
    };
    let lines = ran.text(0).lines();
    let lines = lines.filter(|line| !line.starts_with("| explorer ms "));
    lines.map(without_times).collect()
}

#[test]
fn shards_merge_to_the_table_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let arms = ["--arm", "bm25", "--arm", "builtin"];
    let whole = eval(
        folder.path(),
        &[&arms[..], &["--out", "whole.jsonl"]].concat(),
    );
    for part in ["3", "1", "2"] {
        let (shard, out) = (format!("{part}/3"), format!("{part}.jsonl"));
        let more = ["--shard", &shard, "--out", &out];
        eval(folder.path(), &[&arms[..], &more].concat()).text(0);
    }
    let merged = run(folder.path(), &["merge", "3.jsonl", "1.jsonl", "2.jsonl"]);
    assert_eq!(timeless(&merged), timeless(&whole));
    let again = run(folder.path(), &["merge", "whole.jsonl"]);
    assert_eq!(again.text(0), whole.text(0));
    // A journal that is given twice counts once.
    let twice = run(folder.path(), &["merge", "whole.jsonl", "whole.jsonl"]);
    assert_eq!(twice.text(0), whole.text(0));
}

#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let check = |ran: &Ran, expect: &str| {
        assert_eq!(
            (ran.code, ran.err.starts_with(expect)),
            (Some(2), true),
            "{ran:?}"
        );
    };
    let script = fixtures("script.jsonl");
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
    let ran = eval(
        folder.path(),
        &["--main", &main, "--arm", "none", "--format", "json"],
    );
    assert_eq!(
        ran.json(0)["tasks"][0]["working"]["answered"],
        Value::Bool(true)
    );
}
