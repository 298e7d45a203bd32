//! Tables of hand-written records.

use firsthand_eval::{Measured, Record, Skipped, table};
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
    let expect = r"| mean       |      a | command:b \| c |
|------------|-------:|---------------:|
| tasks      |      3 |              1 |
| hit_1      |  0.333 |          0.500 |
| score      |        |          3.000 |
| ms         | 60.000 |                |
| main_calls |        |          7.000 |

- a: 0+test
- command:b | c: 0+test
- 1 answer(s) failed and count as nothing found:
  - 1 a: it ended
- 2 task(s) skipped:
  - 2 there is no tree
- 1 answer(s) were known from before
";
    let shown = table(&measured());
    assert_eq!(shown, expect, "\n{shown}");
}
