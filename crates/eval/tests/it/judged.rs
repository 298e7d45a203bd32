//! Judgements of the answers of agents.

use serde_json::Value;

use crate::cli::{fixture, run};

/// Two scripted judges: one prefers the answer that is shown first, one always returns a tie.
#[test]
fn answers_are_judged_blind_and_in_both_orders() {
    let folder = tempfile::tempdir().unwrap();
    let agent = format!("script:{}", fixture("script.jsonl"));
    let (tasks, trees) = (fixture("tasks.jsonl"), fixture("trees"));
    let args = [
        "run",
        "--tasks",
        &tasks,
        "--trees",
        &trees,
        "--only",
        "beacon",
        "--main",
        &agent,
        "--explorer",
        &agent,
        "--arm",
        "baseline",
        "--arm",
        "explore-v1",
        "--arm",
        "explore-v2",
        "--out",
        "agents.jsonl",
    ];
    run(folder.path(), &args).text(0);
    let script = |better: &str| {
        let scores = |n: u8| format!(r#"{{"correct":{n},"complete":2,"specific":2}}"#);
        format!(
            r#"{{"seat":"judge","turns":[{{"calls":[{{"tool":"judge","arguments":{{"a":{},"b":{},"better":"{better}","reason":"so"}}}}]}}]}}"#,
            scores(4),
            scores(2)
        )
    };
    std::fs::write(folder.path().join("first.jsonl"), script("a")).unwrap();
    std::fs::write(folder.path().join("tie.jsonl"), script("tie")).unwrap();
    let judges = [
        "--model",
        "script:first.jsonl",
        "--model",
        "script:tie.jsonl",
    ];
    let args = [
        &["judge", "agents.jsonl", "--out", "judged.jsonl"],
        &judges[..],
    ]
    .concat();
    let judged = run(folder.path(), &args);
    // Five tasks and two further arms, each in two orders, by two judges.
    assert_eq!(judged.text(0), "40 opinion(s), besides 0 from before\n");
    let lines = std::fs::read_to_string(folder.path().join("judged.jsonl")).unwrap();
    let opinions: Vec<Value> = (lines.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let count = |judge: &str, better: &str| {
        let own = opinions
            .iter()
            .filter(|one| one["judge"] == judge && one["better"] == better);
        own.count()
    };
    // The judge that prefers the answer that is shown first contradicts itself in the other order.
    let counts = ["first", "second", "tie"].map(|better| count("script:first.jsonl", better));
    assert_eq!(counts, [10, 10, 0]);
    assert_eq!(count("script:tie.jsonl", "tie"), 20);
    for opinion in &opinions {
        let is_first_shown_first = opinion["swapped"] == false;
        let score = opinion["first_scores"]["correct"].as_u64().unwrap();
        assert_eq!(score == 4, is_first_shown_first, "{opinion}");
        assert_eq!(opinion["first"], "script:script.jsonl with baseline");
    }
    // Pairs that are already judged are not judged again.
    let again = run(folder.path(), &args);
    assert_eq!(again.text(0), "0 opinion(s), besides 40 from before\n");
    let args = [
        "run",
        "--tasks",
        &tasks,
        "--trees",
        &trees,
        "--only",
        "beacon",
        "--out",
        "alone.jsonl",
    ];
    run(folder.path(), &args).text(0);
    let args = [
        "judge",
        "alone.jsonl",
        "--out",
        "none.jsonl",
        "--model",
        "script:tie.jsonl",
    ];
    let none = run(folder.path(), &args);
    assert!(
        none.err.starts_with("error: no two arms have answers"),
        "{none:?}"
    );
}
