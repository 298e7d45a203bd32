//! Tables of hand-written records.

use firsthand_eval::{GroupBy, Measured, Record, Skipped, table};
use serde_json::{Value, json};

fn record(arm: &str, set: &str, id: &str, more: &Value) -> Record {
    let mut record = json!({
        "arm": arm, "label": arm, "version": "0+test", "set": set, "id": id, "base": "0123abc", "repeat": 1,
        "repo": format!("owner/{set}"), "half": "known", "intent": "edit", "language": "rs",
        "metrics": {"hit_1": 1.0, "ms": 140.0}, "files": [], "regions": [], "query": "q", "gold": [],
    });
    for (name, value) in more.as_object().unwrap() {
        record[name] = value.clone();
    }
    serde_json::from_value(record).unwrap()
}

fn measured() -> Measured {
    let skipped = |id: &str| Skipped {
        set: "y".to_owned(),
        id: id.to_owned(),
        why: "there is no tree".to_owned(),
    };
    let missed =
        json!({"metrics": {"hit_1": 0.0, "ms": 20.0}, "insert_only": true, "language": "python"});
    let failed =
        json!({"metrics": {"hit_1": 0.0, "ms": 20.0}, "error": "it ended", "intent": "debug"});
    let explored = json!({
        "metrics": {"hit_1": 0.5, "score": 3.0, "main_calls": 7.0}, "claim": {"confidence": "medium"},
    });
    Measured {
        records: vec![
            record("a", "x", "1", &json!({})),
            record("a", "x", "2", &missed),
            record("a", "y", "3", &failed),
            record("command:b | c", "x", "1", &explored),
        ],
        skipped: vec![skipped("4"), skipped("5")],
        resumed: 1,
    }
}

#[test]
fn the_table_is_markdown() {
    let expect = r"| group                    | arm            | tasks | hit_1 | score |     ms |
|--------------------------|----------------|------:|------:|------:|-------:|
| x                        | a              |     2 | 0.500 |       | 80.000 |
| x                        | command:b \| c |     1 | 0.500 | 3.000 |        |
| y                        | a              |     1 | 0.000 |       | 20.000 |
| mean of repositories     | a              |     3 | 0.250 |       | 50.000 |
| mean of repositories     | command:b \| c |     1 | 0.500 | 3.000 |        |
| all tasks                | a              |     3 | 0.333 |       | 60.000 |
| all tasks                | command:b \| c |     1 | 0.500 | 3.000 |        |
| all, without insert-only | a              |     2 | 0.500 |       | 80.000 |
| all, without insert-only | command:b \| c |     1 | 0.500 | 3.000 |        |

- a: 0+test
- command:b | c: 0+test
- 1 answer(s) failed and count as nothing found:
  - 1 a: it ended
- 2 task(s) skipped:
  - 2 there is no tree
- 1 answer(s) were known from before

| mean       | a | command:b \| c |
|------------|--:|---------------:|
| main_calls |   |          7.000 |
";
    let shown = table(&measured(), GroupBy::Set);
    assert_eq!(shown, expect, "\n{shown}");
}

#[test]
fn groups_other_than_sets_are_sorted_by_name() {
    let check = |by: GroupBy, expect: &[&str]| {
        let shown = table(&measured(), by);
        let rows = shown
            .lines()
            .skip_while(|line| !line.starts_with("|-"))
            .skip(1)
            .take_while(|row| !row.starts_with("| mean of"));
        let rows = rows.map(|row| row.split('|').nth(1).unwrap().trim());
        let mut groups: Vec<&str> = rows.collect();
        groups.dedup();
        assert_eq!(groups, expect, "{by:?}");
    };
    check(GroupBy::Set, &["x", "y"]);
    check(GroupBy::Repo, &["owner/x", "owner/y"]);
    check(GroupBy::Split, &["known"]);
    check(GroupBy::Language, &["python", "rs"]);
    check(GroupBy::Intent, &["debug", "edit"]);
    check(GroupBy::Confidence, &["medium", "none stated"]);
}

/// No row says again what another one says.
#[test]
fn one_set_of_one_repository_has_a_row_for_each_arm() {
    let measured = Measured {
        records: vec![record("a", "x", "1", &json!({})), record("b", "x", "1", &json!({}))],
        skipped: Vec::new(),
        resumed: 0,
    };
    let shown = table(&measured, GroupBy::Set);
    let rows = shown.lines().take_while(|line| !line.is_empty());
    assert_eq!(rows.count(), 4, "{shown}");
}
