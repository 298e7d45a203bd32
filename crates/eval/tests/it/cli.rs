//! `firsthand-eval` from outside: tables, documents, journals and mistakes, over a repository made by the test.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

/// The output and exit code of a command.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl CommandOutput {
    /// Standard output as JSON; asserts the exit code.
    pub(crate) fn json(&self, code: i32) -> Value {
        serde_json::from_str(self.text(code)).unwrap()
    }

    /// Standard output; asserts the exit code and that standard error is empty.
    pub(crate) fn text(&self, code: i32) -> &str {
        assert_eq!((self.code, self.err.as_str()), (Some(code), ""), "{self:?}");
        &self.out
    }
}

/// Runs the program in a folder.
pub(crate) fn run(folder: &Path, args: &[&str]) -> CommandOutput {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("firsthand-eval");
    let output = command.current_dir(folder).args(args).output().unwrap();
    CommandOutput {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// A folder with these tasks and the tree of a small shop.
pub(crate) fn folder_with_tasks(tasks: &str) -> TempDir {
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

/// The path of a file or folder in `fixtures`.
pub(crate) fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(name);
    path.to_str().unwrap().to_owned()
}

/// Runs `run` on the tasks and trees of a folder.
pub(crate) fn eval(folder: &Path, more: &[&str]) -> CommandOutput {
    let args = ["run", "--tasks", "tasks.jsonl", "--trees", "trees"];
    run(folder, &[&args[..], more].concat())
}

#[test]
fn each_question_runs_in_its_own_process() {
    let folder = two_tasks();
    let arms = [
        "--arm", "bm25", "--arm", "search", "--arm", "builtin", "--format", "json",
    ];
    let document = eval(folder.path(), &arms).json(0);
    assert_eq!(document["schema"], "firsthand.eval/1");
    let names: Vec<&Value> = (document["arms"].as_array().unwrap().iter())
        .map(|arm| &arm["arm"])
        .collect();
    assert_eq!(names, ["bm25", "search", "builtin"]);
    for record in document["tasks"].as_array().unwrap() {
        assert_eq!(record["error"], Value::Null, "{record}");
        assert_eq!(record["file_metrics"]["hit_at_1"], 1.0, "{record}");
        assert_eq!(record["line_metrics"]["recall"], 1.0, "{record}");
        assert_eq!(record["in_process"], false);
        assert!(record["ms"].as_f64().unwrap() > 0.0);
        assert!(!cfg!(target_os = "linux") || record["peak_kib"].as_u64().unwrap() > 1000);
    }
    assert_eq!(document["skipped"][0]["id"], "t2");
    assert_eq!(document["arms"][0]["micro"]["tasks"], 1);
    assert_eq!(document["arms"][0]["macro"]["groups"], 1);
}

#[test]
fn the_table_reports_skipped_tasks() {
    let folder = two_tasks();
    let output = eval(folder.path(), &["--in-process", "--arm", "bm25"]);
    let table = output.text(0);
    assert!(table.starts_with("| set "), "{table}");
    assert!(
        table.contains("\n| tasks                | bm25 |     1 | 1.000 |"),
        "{table}"
    );
    assert!(table.contains("- bm25: 0.1.0+"), "{table}");
    let skipped = "- 1 task(s) skipped:\n  - 1 no git directory of the repository\n";
    assert!(table.contains(skipped), "{table}");
}

#[test]
fn a_half_of_the_repositories_is_asked() {
    let folder =
        folder_with_tasks(&(task("t1", "owner/shop", false) + &task("t2", "owner/basket", false)));
    let ids = |half: &str| {
        let output = eval(
            folder.path(),
            &[
                "--in-process",
                "--arm",
                "bm25",
                "--split",
                half,
                "--format",
                "json",
            ],
        );
        let document = output.json(0);
        let asked = |list: &str| document[list].as_array().unwrap().clone();
        let all = [asked("tasks"), asked("skipped")].concat();
        let ids: Vec<String> = all.iter().map(|one| one["id"].to_string()).collect();
        (document["split"].clone(), ids.join(" "))
    };
    assert_eq!(ids("all"), (Value::Null, r#""t1" "t2""#.to_owned()));
    assert_eq!(ids("known"), ("known".into(), r#""t1""#.to_owned()));
    let none = eval(folder.path(), &["--split", "held-out", "--only", "t1"]);
    assert!(
        none.err
            .starts_with("error: there is no task to measure with\n"),
        "{none:?}"
    );
}

#[test]
fn an_absent_task_is_reported_separately() {
    let absent = r#"{"id":"t1","repo":"owner/shop","base":"0123abcd","query":"zebra stripes of the basket",
        "absent":true,"meta":{"kind":"unknown_words","absent_words":["zebra","stripes"]}}"#;
    let folder = folder_with_tasks(&absent.replace('\n', " "));
    let arms = ["--arm", "bm25", "--arm", "builtin", "--format", "json"];
    let document = eval(folder.path(), &arms).json(0);
    let group = &document["arms"][1]["absence"][0];
    assert_eq!(group["kind"], "unknown_words");
    assert_eq!((&group["answers"], &group["words"]), (&1.into(), &2.into()));
    let levels = group["levels"].as_object().unwrap().values();
    assert_eq!(
        levels.filter_map(Value::as_u64).sum::<u64>(),
        1,
        "{document}"
    );
    assert_eq!(
        document["arms"][0]["absence"],
        Value::Null,
        "it states no confidence"
    );
    assert_eq!(document["tasks"][1]["ndcg"], Value::Null);
}

#[test]
fn a_run_resumes_from_its_journal() {
    let folder = two_tasks();
    let journal = ["--arm", "bm25", "--out", "run.jsonl"];
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
    assert_eq!(
        kinds.join(" ").replace("firsthand.eval.", ""),
        r#""plan/1" "event/1" "task/1" "skip/1""#
    );
}

#[test]
fn mistakes_are_reported_with_a_hint() {
    let folder = two_tasks();
    std::fs::write(
        folder.path().join("bad.jsonl"),
        task("t1", "owner/shop", true) + "{}\n",
    )
    .unwrap();
    let check = |more: &[&str], expect: &str| {
        let output = eval(folder.path(), more);
        assert_eq!(
            (output.code, output.out.as_str()),
            (Some(2), ""),
            "{output:?}"
        );
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
    check(
        &["--only", "elsewhere"],
        "error: there is no task to measure with\n",
    );
    check(
        &["--only", "t2"],
        "error: no task was measured: 1 skipped, the first because: no git directory of the repository\n",
    );
    check(
        &["--arm", "grep"],
        "error: there is no arm `grep`; there is: search, search-all, builtin, bm25, rg, ",
    );
    check(
        &["--arm", "command:"],
        "error: the template names no program\n",
    );
    check(
        &["--git-dir", "shop"],
        "error: --git-dir shop names no repository\n",
    );
    let missing = eval(folder.path(), &["--tasks", "missing.jsonl"]);
    assert!(
        missing
            .err
            .starts_with("error: missing.jsonl cannot be read: "),
        "{missing:?}"
    );
}

#[test]
fn the_command_one_is_hidden_and_answers_one_question() {
    let folder = two_tasks();
    let help = run(folder.path(), &["--help"]);
    assert!(
        help.out.contains("\n  run ") && !help.out.contains("\n  one "),
        "{}",
        help.out
    );
    let one = [
        "one",
        "--arm",
        "bm25",
        "--query-file",
        "tasks.jsonl",
        "--root",
    ];
    let tree = "trees/owner+shop-0123abcd";
    let answer = run(folder.path(), &[&one[..], &[tree]].concat()).json(0);
    assert_eq!(answer["found"]["files"][0], "src/basket.ts");
    let failed = run(
        folder.path(),
        &[
            "one",
            "--arm",
            "search",
            "--query-file",
            "tasks.jsonl",
            "--root",
            "no",
        ],
    );
    assert_eq!(failed.code, Some(1));
    assert!(
        failed.err.starts_with("error: the arm failed: "),
        "{failed:?}"
    );
}
