//! Summaries and tables of hand-written records.

use firsthand_eval::{
    Budget, Document, GroupBy, Measured, Ndcg, Prices, Record, RecordedPlan, Skipped, Split,
    TreeCounts, summarize, table,
};

/// A record that is parsed from a line of a journal, without the fields that earlier versions did not write.
fn record(arm: &str, set: &str, id: &str, insert_only: bool, figure: f64, ms: u32) -> Record {
    let text = format!(
        r#"{{"schema":"firsthand.eval.task/1","arm":"{arm}","version":"0+test","in_process":false,
        "set":"{set}","id":"{id}","base":"0123abc","repeat":1,"repo":"owner/{set}","extension":"rs",
        "insert_only":{insert_only},"ms":{ms},"peak_kib":2048,"error":null,"files":[],"regions":[],
        "file_metrics":{{"hit_at_1":{figure},"recall_at_5":{figure},"recall_at_10":1,"mrr":{figure}}},
        "reach":"touched","line_metrics":{{"recall":{figure},"precision":{figure},"f1":{figure},"touched":1}}}}"#
    );
    serde_json::from_str(&text).unwrap()
}

fn document(by: GroupBy) -> Document {
    document_of(records(), by)
}

fn records() -> Vec<Record> {
    let mut records = vec![
        record("a", "x", "1", false, 1.0, 10),
        record("a", "x", "2", true, 0.0, 20),
        record("a", "y", "3", false, 0.0, 30),
        record("command:b | c", "x", "1", false, 0.5, 40),
    ];
    let (files, chunks) = (0.75, 0.25);
    records[3].ndcg = Some(Ndcg { files, chunks });
    records
}

fn document_of(records: Vec<Record>, by: GroupBy) -> Document {
    let skipped = |id: &str| Skipped {
        set: "y".to_owned(),
        id: id.to_owned(),
        why: "no git directory of the repository".to_owned(),
    };
    let recorded_plan = RecordedPlan {
        arms: Vec::new(),
        sets: Vec::new(),
        budget: Budget::default(),
        repeat: 1,
        jobs: 1,
        split: Some(Split::HeldOut),
        main: None,
        explorer: None,
    };
    let measured = Measured {
        records,
        skipped: vec![skipped("4"), skipped("5")],
        resumed: 1,
    };
    Document::new(
        &recorded_plan,
        measured,
        TreeCounts::default(),
        by,
        &Prices::default(),
    )
}

#[test]
fn means_are_over_tasks_and_over_groups() {
    let document = document(GroupBy::Set);
    let arm = &document.arms[0];
    let near = |figure: f64, expect: f64| assert!((figure - expect).abs() < 1e-9, "{figure}");
    near(arm.over_tasks.files.unwrap().mrr, 1.0 / 3.0);
    near(arm.over_groups.files.unwrap().mrr, 0.25);
    near(arm.over_tasks.lines.unwrap().recall, 1.0 / 3.0);
    near(
        arm.over_tasks.lines_without_insert_only.unwrap().recall,
        0.5,
    );
    near(
        arm.over_groups.lines_without_insert_only.unwrap().recall,
        0.5,
    );
    assert_eq!(
        (
            arm.over_tasks.tasks,
            arm.over_tasks.insert_only,
            arm.groups.len()
        ),
        (3, 1, 2)
    );
    assert_eq!(summarize(&[], GroupBy::Repo, &Prices::default()), []);
    assert_eq!(document.trees, TreeCounts::default());
}

#[test]
fn answers_of_one_arm_with_different_models_are_different_rows() {
    let with_models = |main: Option<&str>, explorer: Option<&str>| {
        let mut record = record("a", "x", "1", false, 1.0, 10);
        record.key.main = main.map(str::to_owned);
        record.key.explorer = explorer.map(str::to_owned);
        record
    };
    let records = [
        with_models(None, None),
        with_models(None, Some("m")),
        with_models(None, Some("n")),
        with_models(Some("m"), None),
        with_models(Some("m"), Some("n")),
    ];
    let arms = summarize(&records, GroupBy::Set, &Prices::default());
    let labels: Vec<&str> = arms.iter().map(|arm| arm.arm.as_str()).collect();
    assert_eq!(
        labels,
        [
            "a",
            "a (explorer: m)",
            "a (explorer: n)",
            "m with a",
            "m with a (explorer: n)"
        ]
    );
}

#[test]
fn groups_other_than_sets_are_sorted_by_name() {
    let names = |by| -> Vec<String> {
        let mut document = document(by);
        document
            .arms
            .remove(0)
            .groups
            .into_iter()
            .map(|group| group.name)
            .collect()
    };
    assert_eq!(names(GroupBy::Repo), ["owner/x", "owner/y"]);
    assert_eq!(names(GroupBy::Extension), ["rs"]);
    assert_eq!(names(GroupBy::Language), ["rs"]);
}

#[test]
fn a_language_takes_precedence_over_an_extension() {
    let mut records = records();
    records[0].language = "python".to_owned();
    let document = document_of(records, GroupBy::Language);
    let groups = document.arms[0].groups.iter();
    let groups: Vec<_> = groups
        .map(|group| (group.name.as_str(), group.summary.tasks))
        .collect();
    assert_eq!(groups, [("python", 1), ("rs", 2)]);
}

/// A record with a self-assessment, and with an absence unless it is empty.
fn assessed(id: &str, assessment: &str, touched: u8, absence: &str) -> Record {
    let text = serde_json::to_string(&record("a", "x", id, false, 1.0, 10)).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["line_metrics"]["touched"] = touched.into();
    value["claim"] = serde_json::from_str(assessment).unwrap();
    if !absence.is_empty() {
        value["absence"] = serde_json::from_str(absence).unwrap();
        value["line_metrics"] = serde_json::Value::Null;
        value["file_metrics"] = serde_json::Value::Null;
    }
    serde_json::from_value(value).unwrap()
}

/// The tables between the notes and the metrics with intervals.
fn below_the_notes(records: Vec<Record>) -> String {
    let shown = table(&document_of(records, GroupBy::Set));
    let start = "1 answer(s) were known from before\n";
    let start = shown.find(start).unwrap() + start.len();
    let end = shown
        .find("\n| mean [95 % interval]")
        .unwrap_or(shown.len());
    shown[start..end].to_owned()
}

#[test]
fn calibration_tables_follow_the_notes() {
    assert_eq!(below_the_notes(records()), "", "no arm states a confidence");
    let mut records = vec![
        assessed("1", r#"{"confidence":"low"}"#, 0, ""),
        assessed("2", r#"{"confidence":"medium","probability":0.9}"#, 1, ""),
        assessed("3", r#"{"confidence":"medium","probability":0.5}"#, 0, ""),
        record("a", "x", "4", false, 0.0, 10),
    ];
    // Without known lines, a right file among the first five is what counts.
    records[0].line_metrics = None;
    let expect = r"
| arm | confidence  | answers | touched | precision | coverage | or surer: answers | precision | coverage |
|-----|-------------|--------:|--------:|----------:|---------:|------------------:|----------:|---------:|
| a   | medium      |       2 |       1 |     0.500 |    0.500 |                 2 |     0.500 |    0.500 |
| a   | low         |       1 |       1 |     1.000 |    0.250 |                 3 |     0.667 |    0.750 |
| a   | none stated |       1 |         |           |          |                   |           |          |

| arm | accepted down to | probability | answers | precision | coverage |
|-----|------------------|------------:|--------:|----------:|---------:|
| a   | medium           |       0.900 |       1 |     1.000 |    0.250 |
| a   | medium           |       0.500 |       2 |     0.500 |    0.500 |
| a   | low              |             |       3 |     0.667 |    0.750 |
";
    let shown = below_the_notes(records);
    assert_eq!(shown, expect, "{shown}");
}

#[test]
fn absence_tables_follow_the_notes() {
    let known = r#"{"kind":"known","words":[],"named":[]}"#;
    let unknown =
        |named: &str| format!(r#"{{"kind":"unknown","words":["p","q"],"named":[{named}]}}"#);
    let mut failed = assessed("5", "null", 0, known);
    failed.error = Some("it ended".to_owned());
    let records = vec![
        assessed("1", r#"{"confidence":"low"}"#, 0, known),
        assessed("2", r#"{"confidence":"medium"}"#, 0, &unknown(r#""p","q""#)),
        assessed("3", r#"{"confidence":"low"}"#, 0, &unknown(r#""q""#)),
        assessed("4", r#"{"confidence":"high"}"#, 0, known),
        failed,
    ];
    let document = document_of(records.clone(), GroupBy::Set);
    assert_eq!(
        document.arms[0].calibration, None,
        "nothing could be touched"
    );
    let expect = r"
| absent  | arm | answers | low | medium | high | medium or better | with absent words | all named | words named |
|---------|-----|--------:|----:|-------:|-----:|-----------------:|------------------:|----------:|------------:|
| known   | a   |       3 |   1 |      0 |    1 |            0.333 |                 0 |         0 |         0/0 |
| unknown | a   |       2 |   1 |      1 |    0 |            0.500 |                 2 |         1 |         3/4 |
";
    let shown = below_the_notes(records);
    assert_eq!(shown, expect, "{shown}");
}

#[test]
fn the_table_is_markdown() {
    let shown = table(&document(GroupBy::Set));
    let expect = r"| set                      | arm            | tasks | hit@1 |   R@5 |  R@10 |   MRR |  NDCG | NDCG chunks | line R | line P | line F1 | touched | ms | ms p95 | MiB | MiB max |
|--------------------------|----------------|------:|------:|------:|------:|------:|------:|------------:|-------:|-------:|--------:|--------:|---:|-------:|----:|--------:|
| x                        | a              |     2 | 0.500 | 0.500 | 1.000 | 0.500 |       |             |  0.500 |  0.500 |   0.500 |   1.000 | 10 |     20 |   2 |       2 |
| x                        | command:b \| c |     1 | 0.500 | 0.500 | 1.000 | 0.500 | 0.750 |       0.250 |  0.500 |  0.500 |   0.500 |   1.000 | 40 |     40 |   2 |       2 |
| y                        | a              |     1 | 0.000 | 0.000 | 1.000 | 0.000 |       |             |  0.000 |  0.000 |   0.000 |   1.000 | 30 |     30 |   2 |       2 |
| mean of the above        | a              |       | 0.250 | 0.250 | 1.000 | 0.250 |       |             |  0.250 |  0.250 |   0.250 |   1.000 |    |        |     |         |
| mean of the above        | command:b \| c |       | 0.500 | 0.500 | 1.000 | 0.500 | 0.750 |       0.250 |  0.500 |  0.500 |   0.500 |   1.000 |    |        |     |         |
| mean of repositories     | a              |       | 0.250 | 0.250 | 1.000 | 0.250 |       |             |  0.250 |  0.250 |   0.250 |   1.000 |    |        |     |         |
| mean of repositories     | command:b \| c |       | 0.500 | 0.500 | 1.000 | 0.500 | 0.750 |       0.250 |  0.500 |  0.500 |   0.500 |   1.000 |    |        |     |         |
| all tasks                | a              |     3 | 0.333 | 0.333 | 1.000 | 0.333 |       |             |  0.333 |  0.333 |   0.333 |   1.000 | 20 |     30 |   2 |       2 |
| all tasks                | command:b \| c |     1 | 0.500 | 0.500 | 1.000 | 0.500 | 0.750 |       0.250 |  0.500 |  0.500 |   0.500 |   1.000 | 40 |     40 |   2 |       2 |
| all, without insert-only | a              |     2 |       |       |       |       |       |             |  0.500 |  0.500 |   0.500 |   1.000 |    |        |     |         |

- a: 0+test, a process a question
- command:b | c: 0+test, an external program, version unknown; of the build that measured
- a: of 3 answers 3 touch the known lines, 0 show a right file at other lines, 0 only list one among their first 5, 0 have none
- command:b | c: of 1 answers 1 touch the known lines, 0 show a right file at other lines, 0 only list one among their first 5, 0 have none
- repositories: the held-out half
- lines: at most 5 regions and 500 lines of an answer; times and memory: of 1 answer(s) a task, 1 at a time
- 2 task(s) skipped:
  - 2 no git directory of the repository
- 1 answer(s) were known from before
";
    assert!(shown.starts_with(expect), "\n{shown}");
    // Three tasks with 1, 0 and 0; one is in both arms, with 1 and .5. An interval of one task is a point.
    let expect = r"
| mean [95 % interval] | a                    |       command:b \| c |
|----------------------|----------------------|---------------------:|
| recall@5             | 0.333 [0.000, 1.000] | 0.500 [0.500, 0.500] |
| recall@10            | 1.000 [1.000, 1.000] | 1.000 [1.000, 1.000] |
| MRR                  | 0.333 [0.000, 1.000] | 0.500 [0.500, 0.500] |
| NDCG@10              |                      | 0.750 [0.750, 0.750] |
| line recall          | 0.333 [0.000, 1.000] | 0.500 [0.500, 0.500] |
| line precision       | 0.333 [0.000, 1.000] | 0.500 [0.500, 0.500] |
| line F1              | 0.333 [0.000, 1.000] | 0.500 [0.500, 0.500] |
| touched              | 1.000 [1.000, 1.000] | 1.000 [1.000, 1.000] |

| paired         | tasks |     a | command:b \| c | difference [95 % interval] | greater | less |
|----------------|-------|------:|---------------:|---------------------------:|--------:|-----:|
| recall@5       | 1     | 1.000 |          0.500 |    -0.500 [-0.500, -0.500] |       0 |    1 |
| recall@10      | 1     | 1.000 |          1.000 |       0.000 [0.000, 0.000] |       0 |    0 |
| MRR            | 1     | 1.000 |          0.500 |    -0.500 [-0.500, -0.500] |       0 |    1 |
| line recall    | 1     | 1.000 |          0.500 |    -0.500 [-0.500, -0.500] |       0 |    1 |
| line precision | 1     | 1.000 |          0.500 |    -0.500 [-0.500, -0.500] |       0 |    1 |
| line F1        | 1     | 1.000 |          0.500 |    -0.500 [-0.500, -0.500] |       0 |    1 |
| touched        | 1     | 1.000 |          1.000 |       0.000 [0.000, 0.000] |       0 |    0 |
";
    let figures = &shown[shown.find("\n| mean [95 % interval]").unwrap()..];
    assert_eq!(figures, expect, "\n{figures}");
}
