//! `firsthand-eval fit` from outside.

use firsthand_eval::Split;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{eval, folder_with_tasks, run};

/// Rows of twenty repositories: where `x` is greater, the label is more often 1.
fn rows() -> String {
    let row = |at: usize| {
        let (x, label) = (at % 10, usize::from(at % 10 + at % 3 > 5));
        format!(
            r#"{{"repo":"owner/{}","id":"{at}","features":{{"x":{x},"same":1}},"label":{label}}}"#,
            at % 20
        ) + "\n"
    };
    (0..200).map(row).collect()
}

#[test]
fn weights_are_printed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rows.jsonl"), rows()).unwrap();
    let fit = ["fit", "--features", "rows.jsonl", "--out", "weights.rs"];
    let output = run(folder.path(), &fit);
    let written = std::fs::read_to_string(folder.path().join("weights.rs")).unwrap();
    let text = output.text(0);
    assert!(text.starts_with(&written), "{text}");
    assert!(
        written.contains("const WEIGHTS: &[(&str, f64)] = &[\n    (\"same\", 0.0),\n    (\"x\", "),
        "{written}"
    );
    for part in [
        "| half  | repositories | rows |",
        "| judge | 0.",
        "| judge | 0.50     |",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(run(folder.path(), &fit).text(0), text, "twice the same");
    let json = run(folder.path(), &[&fit[..3], &["--format", "json"]].concat()).json(0);
    assert_eq!(json["schema"], "firsthand.eval.fit/1");
    let is_in_fitted_half = |at: &usize| Split::of(&format!("owner/{}", at % 20)) == Split::Known;
    assert_eq!(
        json["fit"]["rows"],
        (0..200).filter(is_in_fitted_half).count()
    );
    assert!(json["judge"]["auc"].as_f64().unwrap() > 0.9, "{json}");
}

#[test]
fn mistakes_are_reported_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let check = |rows: &str, more: &[&str], expect: &str| {
        std::fs::write(folder.path().join("rows.jsonl"), rows).unwrap();
        let args = [&["fit", "--features", "rows.jsonl"], more].concat();
        let output = run(folder.path(), &args);
        assert_eq!(
            (output.code, output.out.as_str()),
            (Some(2), ""),
            "{output:?}"
        );
        assert!(output.err.starts_with(expect), "{}", output.err);
        assert_eq!(output.err.matches("\nhint: ").count(), 1, "{}", output.err);
    };
    check(
        "{}",
        &[],
        "error: rows.jsonl: line 1 is no row: missing field `repo`",
    );
    check("", &[], "error: no row belongs to the half");
    check(
        &rows(),
        &["--l2", "0"],
        "error: the penalty is not a positive number",
    );
}

/// A folder with the journal of two arms on four tasks about the shop, whose repository is in the fitted half. Of the
/// answers of `builtin` one is right, one cites another file than the gold, one is to an absent task, and one cites
/// nothing.
fn journal() -> TempDir {
    let task = |id: &str, query: &str, answer: Value| {
        let mut task = json!({"id": id, "repo": "owner/shop", "base": "0123abcd", "query": query});
        let fields = task.as_object_mut().unwrap();
        fields.extend(answer.as_object().unwrap().clone());
        task.to_string() + "\n"
    };
    let gold = |path: &str| json!({"gold": [{"path": path}]});
    let absent = json!({"absent": true, "meta": {"kind": "known_words"}});
    let tasks = [
        task("right", "addArticle to the basket", gold("src/basket.ts")),
        task("wrong", "addArticle to the basket", gold("src/other.ts")),
        task("absent", "persist keeps the article", absent.clone()),
        task("nothing", "kubernetes ingress", absent),
    ];
    let folder = folder_with_tasks(&tasks.concat());
    let out = ["--arm", "bm25", "--arm", "builtin", "--out", "run.jsonl"];
    eval(folder.path(), &out).text(0);
    folder
}

#[test]
fn a_journal_contains_the_features_of_answers_that_cite_a_place() {
    let folder = journal();
    let text = std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
    let lines = text.lines().map(|line| line.parse::<Value>().unwrap());
    let records = lines.filter(|line| line["schema"] == "firsthand.eval.task/1");
    let (builtin_records, others): (Vec<Value>, Vec<Value>) =
        records.partition(|record| record["arm"] == "builtin");
    assert_eq!((builtin_records.len(), others.len()), (4, 4));
    assert!(others.iter().all(|record| record["claim"] == Value::Null));
    for record in &builtin_records {
        let Some(features) = record["claim"]["features"].as_object() else {
            assert_eq!(
                (&record["id"], &record["files"]),
                (&json!("nothing"), &json!([]))
            );
            continue;
        };
        let names: Vec<&str> = features.keys().map(String::as_str).collect();
        let expect = "absent common heaviest heavy_words line named places same_file ties";
        assert_eq!(names.join(" "), expect);
        let is_proportion = |value: &Value| {
            value
                .as_f64()
                .is_some_and(|value| (0.0..=1.0).contains(&value))
        };
        assert!(features.values().all(is_proportion), "{record}");
    }
    for at in [0, 2] {
        let named = &builtin_records[at]["claim"]["features"]["named"];
        assert!(named.as_f64().is_some_and(|share| share > 0.0), "{named}");
    }
}

#[test]
fn weights_are_fitted_on_a_journal() {
    let folder = journal();
    let path = folder.path().join("run.jsonl");
    // The run was interrupted while it wrote another line.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text + "{\"schema\":").unwrap();
    let fit = ["fit", "--journal", "run.jsonl"];
    let json = run(folder.path(), &[&fit[..], &["--format", "json"]].concat()).json(0);
    assert_eq!(
        (&json["fit"]["rows"], &json["judge"]),
        (&json!(3), &Value::Null)
    );
    assert_eq!(json["fit"]["base_rate"], 1.0 / 3.0);
    assert_eq!(json["weights"]["features"].as_object().unwrap().len(), 9);
    let module = run(
        folder.path(),
        &[&fit[..], &["--out", "weights.rs"]].concat(),
    );
    let written = std::fs::read_to_string(folder.path().join("weights.rs")).unwrap();
    assert!(module.text(0).starts_with(&written), "{module:?}");
    assert!(
        written.starts_with("//! The fitted model of confidence: "),
        "{written}"
    );
}

#[test]
fn a_journal_without_usable_rows_is_reported() {
    let folder = journal();
    let check = |args: &[&str], expect: &str| {
        let output = run(folder.path(), &[&["fit"], args].concat());
        assert_eq!(
            (output.code, output.out.as_str()),
            (Some(2), ""),
            "{output:?}"
        );
        assert!(output.err.starts_with(expect), "{}", output.err);
    };
    let text = std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
    let has_features =
        |line: &str| line.contains("firsthand.eval.task/1") && line.contains("features");
    let first = text.lines().position(has_features).unwrap();
    check(
        &["--journal", "run.jsonl", "run.jsonl"],
        &format!(
            "error: run.jsonl: line {}: the task `tasks: right` is answered already\nhint: ",
            first + 1
        ),
    );
    check(
        &["--journal", "tasks.jsonl"],
        "error: tasks.jsonl has no answer that states its evidence\nhint: ",
    );
    check(
        &[],
        "error: the following required arguments were not provided:\n  <--features <FILE>|--journal <FILE>...>",
    );
    check(
        &["--features", "rows.jsonl", "--journal", "run.jsonl"],
        "error: the argument '--features <FILE>' cannot be used with '--journal <FILE>...'",
    );
}
