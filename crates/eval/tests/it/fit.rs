//! `firsthand-eval fit` from outside.

use firsthand_eval::Split;

use crate::cli::run;

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
    let ran = run(folder.path(), &fit);
    let written = std::fs::read_to_string(folder.path().join("weights.rs")).unwrap();
    let text = ran.text(0);
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
    let of_fit = |at: &usize| Split::of(&format!("owner/{}", at % 20)) == Split::Fit;
    assert_eq!(json["fit"]["rows"], (0..200).filter(of_fit).count());
    assert!(json["judge"]["auc"].as_f64().unwrap() > 0.9, "{json}");
}

#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let check = |rows: &str, more: &[&str], expect: &str| {
        std::fs::write(folder.path().join("rows.jsonl"), rows).unwrap();
        let args = [&["fit", "--features", "rows.jsonl"], more].concat();
        let ran = run(folder.path(), &args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.err.starts_with(expect), "{}", ran.err);
        assert_eq!(ran.err.matches("\nhint: ").count(), 1, "{}", ran.err);
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
