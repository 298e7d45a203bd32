//! Outputs other than tables: plots, a page, a comparison, and judgements.

use crate::cli::{fixture, run};

/// A journal of three arms with a scripted agent, and one of the arms alone.
fn journals() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("script:{}", fixture("script.jsonl"));
    let (tasks, trees) = (fixture("tasks.jsonl"), fixture("trees"));
    let args = [
        "run", "--tasks", &tasks, "--trees", &trees, "--only", "beacon", "--main", &script,
    ];
    let arms = [
        "--explorer",
        &script,
        "--arm",
        "baseline",
        "--arm",
        "explore-v1",
        "--arm",
        "explore-v2",
    ];
    let run_with = |more: &[&str]| run(folder.path(), &[&args[..], more].concat());
    run_with(&[&arms[..], &["--out", "agents.jsonl"]].concat()).text(0);
    run_with(&["--arm", "builtin", "--out", "builtin.jsonl"]).text(0);
    folder
}

#[test]
fn plots_and_a_page_show_the_measurement() {
    let folder = journals();
    let merge = |more: &[&str]| run(folder.path(), &[&["merge", "agents.jsonl"], more].concat());
    let page = merge(&["--format", "html", "--plots", "plots"]);
    let page = page.text(0);
    let names = ["recall-by-lines", "calls-after-report", "cost-and-touched"];
    for name in names {
        let plot =
            std::fs::read_to_string(folder.path().join(format!("plots/{name}.svg"))).unwrap();
        assert!(
            plot.starts_with("<svg ") && plot.ends_with("</svg>\n"),
            "{plot}"
        );
        assert!(
            plot.contains("prefers-color-scheme:dark") && plot.contains("explore-v2"),
            "{plot}"
        );
        assert!(page.contains(&plot), "the page has the picture {name}");
    }
    for (tag, end) in [
        ("<table>", "</table>"),
        ("<details>", "</details>"),
        ("<pre>", "</pre>"),
    ] {
        assert_eq!(
            page.matches(tag).count(),
            page.matches(end).count(),
            "{tag}"
        );
    }
    // Five tasks, three arms; what a hostile file says is text like any other, and nothing is loaded.
    assert_eq!(page.matches("<details>").count(), 15);
    assert!(
        !page.contains("</tool_result>") && !page.contains("<script") && !page.contains("src=")
    );
}

#[test]
fn two_journals_are_compared_on_the_tasks_of_both() {
    let folder = journals();
    let compare = |args: &[&str]| run(folder.path(), &[&["compare"], args].concat());
    let none = compare(&["agents.jsonl", "builtin.jsonl"]);
    assert!(
        none.err
            .starts_with("error: no arm is in both measurements: "),
        "{none:?}"
    );
    let arms = [
        "agents.jsonl",
        "builtin.jsonl",
        "--arm",
        "baseline",
        "--with",
        "builtin",
    ];
    let table = compare(&arms);
    let table = table.text(0);
    assert!(table.starts_with("| paired "), "{table}");
    let calls = table.lines().find(|line| line.starts_with("| main calls "));
    assert!(calls.unwrap().contains("| 5     |"), "{table}");
    let same = compare(&["agents.jsonl", "agents.jsonl"]);
    let rows = same
        .text(0)
        .lines()
        .filter(|line| line.starts_with("| recall@5 "));
    for row in rows {
        assert!(row.contains(" 0.000 [0.000, 0.000] |"), "{row}");
    }
}

/// Two scripted judges: one prefers the answer that is shown first, one always returns a tie.
#[test]
fn answers_are_judged_blind_and_in_both_orders() {
    let folder = journals();
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
    let table = judged.text(0);
    // Five tasks and two further arms, each in two orders, by two judges.
    let lines = std::fs::read_to_string(folder.path().join("judged.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 40);
    let rows: Vec<Vec<&str>> = (table.lines())
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    // The judge that prefers the first answer contradicts itself in the other order, so every verdict is a tie.
    let first = rows
        .iter()
        .find(|row| row.len() > 3 && row[2] == "script:first.jsonl")
        .unwrap();
    assert_eq!(
        first[3..9],
        ["5", "0", "0", "5", "0.000", "0.583"],
        "{table}"
    );
    let tie = rows
        .iter()
        .find(|row| row.len() > 3 && row[2] == "script:tie.jsonl")
        .unwrap();
    assert_eq!(tie[3..8], ["5", "0", "0", "5", "1.000"], "{table}");
    assert!(
        table.contains("| script:first.jsonl | script:tie.jsonl |    10 | 1.000 |       |"),
        "{table}"
    );
    // Pairs that are already judged are not judged again.
    std::fs::write(folder.path().join("first.jsonl"), script("b")).unwrap();
    assert_eq!(run(folder.path(), &args).text(0), table);
    let none = run(
        folder.path(),
        &["judge", "builtin.jsonl", "--model", "script:tie.jsonl"],
    );
    assert!(
        none.err.starts_with("error: no two arms have answers"),
        "{none:?}"
    );
}
