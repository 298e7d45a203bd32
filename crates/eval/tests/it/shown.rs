//! What is shown of a measurement beside its tables: pictures, a page, a comparison.

use std::path::Path;

use crate::cli::run;

fn fixtures(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(name);
    path.to_str().unwrap().to_owned()
}

/// A journal of three arms with a scripted agent, and one of the arms alone.
fn journals() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("script:{}", fixtures("script.jsonl"));
    let (tasks, trees) = (fixtures("tasks.jsonl"), fixtures("trees"));
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
fn pictures_and_a_page_hold_what_was_measured() {
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
