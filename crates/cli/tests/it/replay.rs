//! `replay`: rebuilds the same bytes from the transcript alone.

use crate::{run, run_with, shop, tree};

#[test]
fn a_replay_prints_the_same_report() {
    let (shop, beside) = (shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    let file = file.to_str().unwrap();
    for query in ["where does persist keep a basket?", "zymurgy quokka"] {
        for format in ["json", "md", "text", "html"] {
            let args = ["explore", query, "--format", format, "--transcript", file];
            let report = run(shop.path(), &args);
            // In a folder that is no repository.
            let again = run(beside.path(), &["replay", file, "--format", format]);
            assert_eq!((report.code, &report.out), (again.code, &again.out), "{format}");
            let text = std::fs::read(file).unwrap();
            let piped = run_with(beside.path(), &["replay", "-", "--format", format], &text);
            assert_eq!(report.out, piped.out, "{format}");
        }
    }
}

/// A transcript leads to its report whatever it says; the tree shows whether the places of that report are true.
#[test]
fn a_replay_is_compared_with_the_tree() {
    let (shop, beside) = (shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    let file = file.to_str().unwrap();
    let root = shop.path().to_str().unwrap();
    let args = ["explore", "persist basket", "--root", root, "--transcript", file];
    run(beside.path(), &args).text(0);
    let replay =
        |root: &[&str]| run(beside.path(), &[&["replay", file, "--format", "json"], root].concat());
    let good = replay(&[]);
    assert_eq!(good.text(0), replay(&["--root", root]).text(0));
    let store = shop.path().join("src/store.ts");
    let text = std::fs::read_to_string(&store).unwrap();
    std::fs::write(&store, format!("// more\n{text}")).unwrap();
    let moved = replay(&[]);
    assert_eq!((moved.code, &moved.out), (Some(0), &good.out));
    assert!(moved.err.contains("note: moved in the tree: src/store.ts:"), "{}", moved.err);
    std::fs::write(&store, text).unwrap();
    let forged = std::fs::read_to_string(file).unwrap().replace("shelf.set", "shelf.put");
    std::fs::write(file, forged).unwrap();
    let other = replay(&[]);
    assert_eq!(other.code, Some(1), "{other:?}");
    assert!(other.err.contains("note: changed in the tree: src/store.ts:"), "{}", other.err);
    drop(shop);
    let uncompared = replay(&[]);
    assert_eq!((uncompared.code, &uncompared.out), (Some(0), &other.out));
    assert!(uncompared.err.contains("note: not compared with a tree: "), "{}", uncompared.err);
}

#[test]
fn events_are_shown() {
    let (shop, beside) = (shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    let file = file.to_str().unwrap();
    run(shop.path(), &["explore", "persist basket", "--transcript", file]).text(0);
    let shown = run(beside.path(), &["replay", file, "--show"]);
    let text = shown.text(0);
    for expect in ["started", "model requested", "tool answered", "files checked", "stopped"] {
        let is_it = |line: &str| line.get(12..).is_some_and(|line| line.starts_with(expect));
        assert!(text.lines().any(is_it), "{expect}: {text}");
    }
    assert!(text.contains("#### src/store.ts [c"), "{text}");
    let half: String = std::fs::read_to_string(file)
        .unwrap()
        .lines()
        .take(3)
        .flat_map(|line| [line, "\n"])
        .collect();
    let shown = run_with(beside.path(), &["replay", "-", "--show"], half.as_bytes());
    assert_eq!(shown.text(0).matches("started").count(), 1);
}

#[test]
fn damaged_transcripts_are_reported() {
    let (shop, beside) = (shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    run(shop.path(), &["explore", "persist basket", "--transcript", file.to_str().unwrap()])
        .text(0);
    let good = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let first_lines = |count: usize| lines[..count].join("\n") + "\n";
    let cancelled =
        first_lines(2) + "{\"event\":\"stopped\",\"reason\":\"cancelled\",\"at_ms\":1}\n";
    for (text, expect) in [
        (String::new(), "does not begin with the start of a run"),
        (
            first_lines(1) + "{\"event\":\"nonsense\"}\n",
            "line 2 of the transcript cannot be read: unknown variant `nonsense`",
        ),
        (first_lines(3), "breaks off before the run ended"),
        (lines[1..].join("\n"), "does not begin with the start of a run"),
        (good.replacen("\"version\":2", "\"version\":1", 1), "has version 1, not 2"),
        (cancelled, "the run was cancelled, so it has no report"),
    ] {
        let output = run_with(beside.path(), &["replay", "-"], text.as_bytes());
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{expect}: {output:?}");
        assert!(
            output.err.starts_with("error: standard input cannot be replayed: "),
            "{}",
            output.err
        );
        assert!(output.err.contains(expect), "{expect}: {}", output.err);
    }
    let output = run_with(beside.path(), &["replay", "-"], b"garbage\n");
    assert_eq!(
        output.err,
        "error: standard input is not a transcript: its first line is no event of a run\n\
         hint: `firsthand explore … --transcript FILE` writes one\n"
    );
    let output = run_with(beside.path(), &["replay", "-"], b"\xff\n");
    assert_eq!(output.err, "error: standard input is not UTF-8 text\n");
    let output = run(beside.path(), &["replay", "none.jsonl"]);
    assert!(
        output.err.starts_with("error: none.jsonl cannot be read: No such file"),
        "{}",
        output.err
    );
}

/// A replay of an interrupted run prints the command that resumes it, unless the transcript is standard input.
#[test]
fn an_interrupted_run_has_a_resume_hint() {
    let (shop, beside) = (shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    let name = file.to_str().unwrap();
    run(shop.path(), &["explore", "persist basket", "--transcript", name]).text(0);
    let good = std::fs::read_to_string(&file).unwrap();
    let first_lines = |count: usize| good.split_inclusive('\n').take(count).collect::<String>();
    let stopped = |reason: &str| {
        let at = good.find("{\"event\":\"files_checked\"").unwrap();
        let fallback = "{\"event\":\"files_checked\",\"report\":\"fallback\",\"present\":{\"files\":{}},\"at_ms\":9}\n";
        let stop = format!("{{\"event\":\"stopped\",\"reason\":\"{reason}\",\"at_ms\":8}}\n");
        let stop = if reason == "cancelled" { stop } else { stop + fallback };
        [&good[..at], &stop].concat()
    };
    let check = |text: String, model: &str, expect: &str| {
        let text = text.replace("\"model\":\"builtin\"", &format!("\"model\":\"{model}\""));
        std::fs::write(&file, &text).unwrap();
        let output = run(beside.path(), &["replay", "run.jsonl"]);
        let hint = output.err.lines().find(|line| line.contains("go on with"));
        assert_eq!(hint.unwrap_or_default(), expect, "{output:?}");
        let piped = run_with(beside.path(), &["replay", "-"], text.as_bytes());
        assert!(!piped.err.contains("go on with"), "{piped:?}");
    };
    let go_on = "go on with: firsthand explore --resume run.jsonl";
    let show = "; `firsthand replay --show` prints what of it can be read";
    check(first_lines(3), "builtin", &format!("hint: {go_on}{show}"));
    check(first_lines(3), "openai:any", &format!("hint: {go_on} --model openai:any{show}"));
    check(stopped("cancelled"), "builtin", &format!("hint: {go_on}{show}"));
    check(stopped("model_error"), "openai:any", &format!("note: {go_on} --model openai:any"));
    check(stopped("time_budget"), "builtin", &format!("note: {go_on}"));
    check(stopped("step_budget"), "builtin", &format!("note: {go_on} and a larger --max-steps"));
    check(good.clone(), "builtin", "");
    check(String::new(), "builtin", "");
}

#[test]
fn events_before_a_bad_line_are_shown() {
    let shop = shop();
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("run.jsonl");
    let file = transcript.to_str().unwrap();
    let output = run(shop.path(), &["explore", "persist", "--transcript", file]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let text = std::fs::read_to_string(&transcript).unwrap();
    let bad = text.replacen("{\"event\":\"tool_answered\"", "{\"event\":3", 1);
    std::fs::write(&transcript, bad).unwrap();
    let output = run(shop.path(), &["replay", file, "--show"]);
    assert_eq!(output.code, Some(2), "{}", output.err);
    assert!(output.out.contains("step 1 of"), "{}", output.out);
    assert!(output.err.contains("cannot be read"), "{}", output.err);
}
