//! `firsthand-eval` from outside: tables, journals and mistakes, over a tree made by the test.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

/// The output and exit code of a command.
#[derive(Debug)]
struct CommandOutput {
    out: String,
    err: String,
    code: Option<i32>,
}

impl CommandOutput {
    /// Standard output as JSON; asserts the exit code.
    fn json(&self, code: i32) -> Value {
        serde_json::from_str(self.text(code)).unwrap()
    }

    /// Standard output; asserts the exit code and that standard error is empty.
    fn text(&self, code: i32) -> &str {
        assert_eq!((self.code, self.err.as_str()), (Some(code), ""), "{self:?}");
        &self.out
    }
}

/// Runs the program in a folder.
fn run(folder: &Path, args: &[&str]) -> CommandOutput {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("firsthand-eval");
    let output = command.current_dir(folder).args(args).output().unwrap();
    CommandOutput {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// A folder with these tasks and the tree of a small shop.
fn folder_with_tasks(tasks: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("trees/owner+shop-0123abcd/src");
    std::fs::create_dir_all(&tree).unwrap();
    let basket = "import { persist } from './store'\n\n\
                  /** Adds an article to the basket. */\n\
                  export function addArticle(basket: Basket, article: Article) {\n  \
                    basket.articles.push(article)\n  \
                    persist(basket)\n\
                  }\n";
    std::fs::write(tree.join("basket.ts"), basket).unwrap();
    let store = "/** Keeps the basket. */\nexport function persist(basket: Basket) {}\n";
    std::fs::write(tree.join("store.ts"), store).unwrap();
    std::fs::write(folder.path().join("tasks.jsonl"), tasks).unwrap();
    folder
}

fn task(id: &str, repo: &str, insert_only: bool) -> String {
    format!(
        r#"{{"id":"{id}","repo":"{repo}","base":"0123abcd","query":"addArticle to the basket","intent":"bugfix",
        "gold":[{{"path":"src/basket.ts","ranges":[[4,7]]}}],"meta":{{"insert_only":{insert_only}}}}}"#
    )
    .replace('\n', "")
        + "\n"
}

fn two_tasks() -> TempDir {
    folder_with_tasks(&(task("t1", "owner/shop", false) + &task("t2", "owner/gone", true)))
}

/// Runs `run` on the tasks and trees of a folder.
fn eval(folder: &Path, more: &[&str]) -> CommandOutput {
    let args = ["run", "--tasks", "tasks.jsonl", "--trees", "trees"];
    run(folder, &[&args[..], more].concat())
}

/// The records of a journal.
fn records(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("run.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let is_record = |line: &Value| line["schema"] == "firsthand.eval.task/2";
    lines.filter(is_record).collect()
}

#[test]
fn the_table_reports_skipped_tasks() {
    let folder = two_tasks();
    let output = eval(folder.path(), &["--arm", "search"]);
    let table = output.text(0);
    assert!(table.starts_with("| mean           | search |\n"), "{table}");
    assert!(
        table.contains("\n| tasks          |      1 |\n| hit_1          |  1.000 |"),
        "{table}"
    );
    assert!(table.contains("- search: 0.1.0+"), "{table}");
    let skipped = "- 1 task(s) skipped:\n  - 1 there is no tree of the repository at the commit\n";
    assert!(table.contains(skipped), "{table}");
}

#[test]
fn a_half_of_the_repositories_is_asked() {
    let folder =
        folder_with_tasks(&(task("t1", "owner/shop", false) + &task("t2", "owner/basket", false)));
    let check = |split: &[&str], skipped: bool| {
        let output = eval(folder.path(), &[&["--arm", "search"], split].concat());
        assert_eq!(output.text(0).contains("skipped"), skipped, "{split:?}");
    };
    check(&[], true);
    check(&["--split", "known"], false);
    let none = eval(folder.path(), &["--split", "held-out", "--only", "t1"]);
    assert!(none.err.starts_with("error: there is no task to measure with\n"), "{none:?}");
}

#[test]
fn an_absent_task_is_reported_separately() {
    let absent = r#"{"id":"t1","repo":"owner/shop","base":"0123abcd","query":"zebra stripes of the basket",
        "absent":true,"meta":{"kind":"unknown_words","absent_words":["zebra","stripes"]}}"#;
    let folder = folder_with_tasks(&absent.replace('\n', " "));
    let arms = ["--arm", "search", "--arm", "builtin", "--out", "run.jsonl"];
    eval(folder.path(), &arms).text(0);
    let [search, builtin] = records(folder.path()).try_into().unwrap();
    assert_eq!(search["metrics"]["score"], Value::Null, "it states no confidence");
    assert_eq!(builtin["metrics"]["absent_above_low"], 0.0, "{builtin}");
    assert_eq!(
        (&builtin["kind"], &builtin["metrics"]["ndcg"]),
        (&"unknown_words".into(), &Value::Null)
    );
}

#[test]
fn the_score_by_rule_is_printed() {
    let weighted = task("t1", "owner/shop", false).replace("[[4,7]]", r#"[[4,7]],"weights":[3]"#);
    let folder = folder_with_tasks(&weighted);
    let output = eval(folder.path(), &["--arm", "search"]);
    let rows: Vec<Vec<&str>> =
        (output.text(0).lines()).map(|row| row.split('|').map(str::trim).collect()).collect();
    let mean = |name: &str| rows.iter().find(|row| row.get(1) == Some(&name)).unwrap()[2];
    assert_eq!(["held", "score", "touched_200"].map(mean), ["1.000", "3.000", "1.000"]);
}

#[test]
fn a_run_resumes_from_its_journal() {
    let folder = two_tasks();
    let journal = ["--arm", "search", "--out", "run.jsonl"];
    eval(folder.path(), &journal).text(0);
    let again = eval(folder.path(), &journal);
    assert_eq!(again.code, Some(2));
    assert_eq!(
        again.err,
        "error: run.jsonl exists already\n\
         hint: choose another file, or add --resume to take up a journal\n"
    );
    let resumed = eval(folder.path(), &[&journal[..], &["--resume"]].concat());
    let known = "1 answer(s) were known from before\n";
    assert!(resumed.text(0).contains(known), "{resumed:?}");
    let journal = std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
    let kinds: Vec<String> = (journal.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["schema"].to_string())
        .collect();
    assert_eq!(kinds.join(" ").replace("firsthand.eval.", ""), r#""event/1" "task/2" "skip/1""#);
}

#[test]
fn mistakes_are_reported_with_a_hint() {
    let folder = two_tasks();
    std::fs::write(folder.path().join("bad.jsonl"), task("t1", "owner/shop", true) + "{}\n")
        .unwrap();
    let check = |more: &[&str], expect: &str| {
        let output = eval(folder.path(), more);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert!(output.err.starts_with(expect), "{}", output.err);
        assert_eq!(output.err.matches("\nhint: ").count(), 1, "{}", output.err);
    };
    check(
        &["--tasks", "bad.jsonl"],
        "error: bad.jsonl: line 2 is no task: missing field `id` (column 2)\n",
    );
    check(
        &["--tasks", "tasks.jsonl"],
        "error: two sets of tasks have the name `tasks`\nhint: --tasks NAME=FILE gives",
    );
    check(&["--only", "elsewhere"], "error: there is no task to measure with\n");
    check(
        &["--only", "t2"],
        "error: no task was measured: 1 skipped, the first because: there is no tree of the repository",
    );
    check(
        &["--arm", "grep"],
        "error: there is no arm `grep`; there is: search, search-all, builtin, ",
    );
    check(&["--arm", "command:"], "error: the template names no program\n");
    check(
        &["--arm", "baseline"],
        "error: the arm baseline is what a main agent does, and there is none\nhint: --main ",
    );
    check(
        &["--arm", "explore-v2"],
        "error: the arm explore-v2 has no model to explore with\nhint: --explorer ",
    );
    let check = |more: &[&str], code: i32, expect: &str| {
        let output = eval(folder.path(), more);
        assert_eq!((output.code, output.err.starts_with(expect)), (Some(code), true), "{output:?}");
    };
    check(&["--tasks", "missing.jsonl"], 2, "error: missing.jsonl cannot be read: ");
    check(&["--main", "nobody"], 2, "error: `nobody` names no model: ");
    check(&["--shard", "3/2"], 2, "error: invalid value '3/2'");
    check(&["--out", "."], 1, "error: . cannot be read or written: ");
}

#[test]
fn the_command_one_is_hidden_and_answers_one_question() {
    let folder = two_tasks();
    let help = run(folder.path(), &["--help"]);
    assert!(help.out.contains("\n  run ") && !help.out.contains("\n  one "), "{}", help.out);
    let one = ["one", "--arm", "search", "--query-file", "tasks.jsonl", "--root"];
    let tree = "trees/owner+shop-0123abcd";
    let answer = run(folder.path(), &[&one[..], &[tree]].concat()).json(0);
    assert_eq!(answer["found"]["files"][0], "src/basket.ts");
    let failed = run(
        folder.path(),
        &["one", "--arm", "search", "--query-file", "tasks.jsonl", "--root", "no"],
    );
    assert_eq!(failed.code, Some(1));
    assert!(failed.err.starts_with("error: the arm failed: "), "{failed:?}");
}
