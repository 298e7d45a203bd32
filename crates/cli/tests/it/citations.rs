//! `verify --citations`: which citations of documents still hold.

use crate::{run, tree};

fn docs() -> tempfile::TempDir {
    tree(&[
        ("src/a.rs", "fn one() {}\n\nfn two() {}\n"),
        ("docs/good.md", "See `src/a.rs:1`: `fn one() {}`.\n"),
        ("docs/bad.md", "See `src/a.rs:1`: `fn two() {}`, src/a.rs:7 and `src/b.rs:1`.\n"),
        ("docs/none.md", "Nothing here.\n"),
    ])
}

#[test]
fn outdated_citations_are_reported() {
    let docs = docs();
    let good = run(docs.path(), &["verify", "--citations", "docs/good.md"]);
    assert_eq!(good.text(0), "1 citation in 1 document: none is lost.\nChecked: 1 by quote.\n");
    let bad = run(docs.path(), &["verify", "--citations", "docs"]);
    insta::assert_snapshot!(bad.text(1), @r#"
    moved     docs/bad.md:1  src/a.rs:1: it is at 3-3 now
    gone      docs/bad.md:1  src/a.rs:7: the file has 3 lines
    gone      docs/bad.md:1  src/b.rs:1: there is no such file
    3 of 4 citations in 3 documents hold no longer.
    Checked: 2 by quote, 2 only whether the lines exist.
    "#);
    let none = run(docs.path(), &["verify", "--citations", "docs/none.md"]);
    assert_eq!(none.text(3), "Nothing to verify: no citation in 1 document.\n");
}

#[test]
fn names_comments_and_recorded_lines_are_checked() {
    let folder = tree(&[
        ("src/a.rs", "/// See `two` (src/a.rs:1).\nfn one() {}\n\nfn two() {\n    one();\n}\n"),
        ("b.py", "def f():\n    \"\"\"As src/a.rs:99.\"\"\"\n    return 'src/a.rs:98'\n"),
        ("c.md", "See src/a.rs:4-6.\n"),
    ]);
    let verify = || run(folder.path(), &["verify", "--citations", "."]);
    insta::assert_snapshot!(verify().text(1), @r#"
    gone      b.py:2  src/a.rs:99: the file has 6 lines
    1 of 3 citations in 3 documents holds no longer.
    Checked: 1 by name, 2 only whether the lines exist.
    "#);
    let cite = ["cite", "--lock", "."];
    let cited = run(folder.path(), &cite);
    assert_eq!((&*cited.out, cited.code), ("citations.lock: 2 citations recorded.\n", Some(0)));
    assert_eq!(cited.err, "note: not recorded: b.py:2 cites src/a.rs:99: the file has 6 lines\n");
    let path = folder.path().join("src/a.rs");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("fn one() {}\n", "fn one() {}\n\nfn other() {}\n")).unwrap();
    insta::assert_snapshot!(verify().text(1), @r#"
    gone      b.py:2  src/a.rs:99: the file has 8 lines
    moved     c.md:1  src/a.rs:4-6: it is at 6-8 now
    2 of 3 citations in 3 documents hold no longer.
    Checked: 2 by the lock file, 1 only whether the lines exist.
    "#);
}

/// What is recorded of a document serves it under its new name, too.
#[test]
fn the_records_of_a_renamed_document_are_its_own() {
    let folder = tree(&[
        ("src/a.rs", "fn one() {}\n\nfn two() {\n    one();\n}\n"),
        ("a.md", "See src/a.rs:3-5 and src/a.rs:1.\n"),
        ("e.md", "Nothing.\n"),
    ]);
    let cite = |path: &str| run(folder.path(), &["cite", "--lock", path]);
    assert_eq!(cite("a.md").text(0), "citations.lock: 2 citations recorded.\n");
    assert_eq!(cite("e.md").text(0), "citations.lock: 0 citations recorded, 2 more kept.\n");
    let path = folder.path().join("src/a.rs");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("// More.\n{text}")).unwrap();
    std::fs::rename(folder.path().join("a.md"), folder.path().join("b.md")).unwrap();
    insta::assert_snapshot!(run(folder.path(), &["verify", "--citations", "."]).text(1), @r"
    moved     b.md:1  src/a.rs:3-5: it is at 4-6 now
    moved     b.md:1  src/a.rs:1: it is at 2-2 now
    2 of 2 citations in 3 documents hold no longer.
    Checked: 2 by the lock file.
    ");
    // A document that is there keeps what is its own.
    std::fs::write(folder.path().join("a.md"), "See src/a.rs:3-5.\n").unwrap();
    insta::assert_snapshot!(run(folder.path(), &["verify", "--citations", "b.md"]).text(0), @r"
    2 citations in 1 document: none is lost.
    Checked: 2 only whether the lines exist.
    ");
    std::fs::remove_file(folder.path().join("a.md")).unwrap();
    std::fs::write(&path, text).unwrap();
    assert_eq!(cite("b.md").text(0), "citations.lock: 2 citations recorded.\n");
}

/// What has moved is rewritten where that is proved; with `--dry-run` it is only printed.
#[test]
fn moved_citations_are_rewritten() {
    let docs = docs();
    let bad = docs.path().join("docs/bad.md");
    let text = || std::fs::read_to_string(&bad).unwrap();
    let before = text();
    let fix = ["verify", "--citations", "docs", "--fix"];
    let dry = run(docs.path(), &[&fix[..], &["--dry-run"]].concat());
    insta::assert_snapshot!(dry.text(1), @r"
    to rewrite docs/bad.md:1  src/a.rs:1 -> src/a.rs:3
    gone      docs/bad.md:1  src/a.rs:7: the file has 3 lines
    gone      docs/bad.md:1  src/b.rs:1: there is no such file
    2 of 4 citations in 3 documents hold no longer.
    Checked: 2 by quote, 2 only whether the lines exist.
    ");
    assert_eq!(text(), before);
    insta::assert_snapshot!(run(docs.path(), &fix).text(1), @r"
    rewritten docs/bad.md:1  src/a.rs:1 -> src/a.rs:3
    gone      docs/bad.md:1  src/a.rs:7: the file has 3 lines
    gone      docs/bad.md:1  src/b.rs:1: there is no such file
    2 of 4 citations in 3 documents hold no longer.
    Checked: 2 by quote, 2 only whether the lines exist.
    ");
    assert_eq!(text(), before.replace("`src/a.rs:1`", "`src/a.rs:3`"));
    let json = run(docs.path(), &[&fix[..], &["--format", "json"]].concat()).json(1);
    assert_eq!(json.get("rewritten"), None);
    // The lock file goes with its documents.
    let path = docs.path().join("src/a.rs");
    std::fs::write(docs.path().join("docs/bad.md"), "As src/a.rs:3 says.\n").unwrap();
    run(docs.path(), &["cite", "--lock", "docs"]).text(0);
    std::fs::write(&path, "// More.\nfn one() {}\n\nfn two() {}\n").unwrap();
    assert_eq!(
        run(docs.path(), &fix).text(0).lines().collect::<Vec<_>>()[..2],
        [
            "rewritten docs/bad.md:1  src/a.rs:3 -> src/a.rs:4",
            "rewritten docs/good.md:1  src/a.rs:1 -> src/a.rs:2",
        ]
    );
    let again = run(docs.path(), &fix);
    assert_eq!(again.text(0).lines().next(), Some("2 citations in 3 documents: none is lost."));
}

/// Where one document cannot be written, none is.
#[test]
fn documents_that_cannot_be_written_are_left() {
    let docs = docs();
    let [first, last] = ["docs/a.md", "docs/z.md"].map(|name| docs.path().join(name));
    let text = "`src/a.rs:1`: `fn two() {}`\n";
    for path in [&first, &last] {
        std::fs::write(path, text).unwrap();
    }
    let mut permissions = last.metadata().unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&last, permissions).unwrap();
    let said = run(docs.path(), &["verify", "--citations", "docs", "--fix"]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{said:?}");
    let error =
        "error: docs/z.md cannot be written: it is read-only\nhint: no document was rewritten";
    assert!(said.err.starts_with(error), "{said:?}");
    for path in [&first, &last] {
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
}

/// A document keeps its encoding: with a byte order mark it is rewritten, in UTF-16 it is left.
#[test]
fn a_rewritten_document_keeps_its_encoding() {
    let docs = docs();
    let text = "`src/a.rs:1`: `fn two() {}`\n";
    let wide = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    let before = [format!("\u{feff}{text}").into_bytes(), wide];
    let paths = ["mark.md", "wide.md"].map(|name| docs.path().join("docs").join(name));
    for (path, bytes) in paths.iter().zip(&before) {
        std::fs::write(path, bytes).unwrap();
    }
    let said =
        run(docs.path(), &["verify", "--citations", "docs/mark.md", "docs/wide.md", "--fix"]);
    insta::assert_snapshot!(said.text(1), @r"
    rewritten docs/mark.md:1  src/a.rs:1 -> src/a.rs:3
    moved     docs/wide.md:1  src/a.rs:1: it is at 3-3 now; not rewritten: its document is not UTF-8
    1 of 2 citations in 2 documents holds no longer.
    Checked: 2 by quote.
    ");
    let [mark, wide] = paths.map(|path| std::fs::read(path).unwrap());
    assert_eq!(String::from_utf8(mark).unwrap(), "\u{feff}`src/a.rs:3`: `fn two() {}`\n");
    assert_eq!(wide, before[1]);
}

/// The repository's settings name the paths that are of other repositories.
#[test]
fn paths_of_other_repositories_are_left_alone() {
    let docs = docs();
    let settings = "[citations]\nelsewhere = [\"src/b.rs\", \"theirs/\"]\n";
    std::fs::write(docs.path().join("firsthand.toml"), settings).unwrap();
    let text = "[x](../theirs/x.rs#L3) `src/b.rs:1` `src/a.rs:1`\n";
    std::fs::write(docs.path().join("docs/bad.md"), text).unwrap();
    let said = run(docs.path(), &["verify", "--citations", "docs/bad.md"]);
    insta::assert_snapshot!(said.text(0), @r"
    1 citation in 1 document: none is lost.
    Checked: 1 only whether the lines exist, 2 ignored.
    ");
    let claims = run(docs.path(), &["check-claims", "docs/bad.md"]);
    assert!(claims.text(0).contains("2 ignored"), "{claims:?}");
    std::fs::write(docs.path().join("firsthand.toml"), "[citations]\nelsewhere = 3\n").unwrap();
    let said = run(docs.path(), &["verify", "--citations", "docs/bad.md"]);
    assert!(said.err.contains("`citations.elsewhere` is not honoured"), "{said:?}");
}

#[test]
fn citations_are_printed_as_json_and_sarif() {
    let docs = docs();
    let args = ["verify", "--citations", "docs", "src", "--format"];
    let json = run(docs.path(), &[&args[..], &["json"]].concat()).json(1);
    assert_eq!(json["schema"], "firsthand.citations/2");
    assert_eq!((&json["holds"], &json["documents"]), (&false.into(), &4.into()));
    let moved = &json["citations"][0];
    assert_eq!(
        (&moved["standing"], &moved["now"]),
        (&"moved".into(), &serde_json::json!([[3, 3]]))
    );
    let sarif = run(docs.path(), &[&args[..], &["sarif"]].concat()).json(1);
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results.iter().filter_map(|one| one["ruleId"].as_str()).collect();
    assert_eq!(rules, ["citation-moved", "citation-gone", "citation-gone"]);
    let schema = run(docs.path(), &["schema", "citations"]).json(0);
    assert_eq!(schema["title"], "firsthand.citations/2");
}

/// A baseline is the JSON of an earlier check: only what is new fails, wherever the rest stands now.
#[test]
fn a_baseline_accepts_what_was_found_before() {
    let docs = docs();
    let bad = "docs/bad.md";
    let before = run(docs.path(), &["verify", "--citations", "docs", "--format", "json"]);
    std::fs::write(docs.path().join("accepted.json"), &before.out).unwrap();
    let with = ["verify", "--citations", "docs", "--baseline", "accepted.json"];
    let was = std::fs::read_to_string(docs.path().join(bad)).unwrap();
    std::fs::write(docs.path().join(bad), format!("More.\n\n{was}")).unwrap();
    insta::assert_snapshot!(run(docs.path(), &with).text(0), @r"
    4 citations in 3 documents: none is lost.
    Checked: 2 by quote, 2 only whether the lines exist, 3 accepted by the baseline.
    ");
    for (more, line) in [
        ("src/a.rs:8", "gone      docs/bad.md:5  src/a.rs:8: the file has 3 lines"),
        // The same once more.
        ("src/a.rs:7", "gone      docs/bad.md:5  src/a.rs:7: the file has 3 lines"),
    ] {
        std::fs::write(docs.path().join(bad), format!("More.\n\n{was}\n{more}\n")).unwrap();
        let said = run(docs.path(), &with);
        assert_eq!(said.text(1).lines().next(), Some(line));
        let sarif = run(docs.path(), &[&with[..], &["--format", "sarif"]].concat()).json(1);
        assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 1);
        let json = run(docs.path(), &[&with[..], &["--format", "json"]].concat()).json(1);
        let citations = json["citations"].as_array().unwrap().iter();
        let accepted = citations.filter(|one| one["accepted"] == true);
        assert_eq!((accepted.count(), &json["holds"]), (3, &false.into()));
    }
    for (text, why) in [
        ("{", "it cannot be read"),
        ("{\"schema\": \"x/1\"}", "it is neither firsthand.citations/2 nor firsthand.claims/1"),
    ] {
        std::fs::write(docs.path().join("accepted.json"), text).unwrap();
        let said = run(docs.path(), &with);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(why), "{said:?}");
    }
}

/// The lines that the documentation gives for hooks and for CI.
#[cfg(unix)]
#[test]
fn the_documented_lines_for_hooks_work() {
    let page = include_str!("../../../../docs/agents.md");
    let (_, page) = page.split_once("\n## In hooks and in CI\n").unwrap();
    let lines = |key: &str| -> Vec<&str> {
        let lines = page.lines().map(|line| line.trim_start_matches([' ', '-']));
        lines.filter_map(|line| line.strip_prefix(key)).collect()
    };
    let docs = docs();
    let program = std::path::PathBuf::from(env!("CARGO_BIN_EXE_firsthand"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let code = |line: &str, documents: &str| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", line]).env("PATH", &path);
        let ended = shell.env("DOCUMENTS", documents).current_dir(docs.path());
        ended.output().unwrap().status.code()
    };
    let entries = lines("entry: ");
    assert_eq!(entries.len(), 2, "{entries:?}");
    let runs = lines("run: ");
    let with_variable = runs.iter().filter(|line| line.contains("$DOCUMENTS"));
    let with_variable: Vec<_> = with_variable.collect();
    assert_eq!(with_variable.len(), 1, "{runs:?}");
    for (documents, expect) in [
        ("docs/good.md docs/none.md", 0),
        ("docs/none.md", 0),
        ("docs/good.md docs/bad.md", 1),
        ("docs/bad.md docs/good.md", 1),
    ] {
        for entry in &entries {
            let line = format!("{entry} {documents}");
            assert_eq!(code(&line, ""), Some(expect), "{line}");
        }
        assert_eq!(code(with_variable[0], documents), Some(expect), "{documents}");
    }
}

#[test]
fn wrong_usage_is_reported() {
    let docs = docs();
    let check = |args: &[&str], expect: &str| {
        let output = run(docs.path(), args);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert!(output.err.contains(expect), "{output:?}");
    };
    check(&["verify"], "<REPORT>");
    check(&["verify", "r.json", "--citations", "docs"], "cannot be used with");
    check(
        &["verify", "--citations", "gone"],
        "error: gone does not exist\nhint: documents are files and folders below the working",
    );
    check(&["verify", "--citations", "docs", "--root", "src"], "error: docs is not below the root");
    check(&["verify", "r.json", "--fix"], "cannot be used with");
    check(&["verify", "--citations", "docs", "--dry-run"], "--fix");
    check(&["verify", "-", "--format", "sarif"], "error: --format sarif goes with --citations");
}

/// As for `--path`: what is below the working folder is meant, or else what is below the root.
#[test]
fn documents_are_below_the_working_folder_or_the_root() {
    let folder = tree(&[
        ("r/src/a.rs", "fn one() {}\n"),
        ("r/docs/a.md", "See src/a.rs:1.\n"),
        ("r/docs/deep/docs/b.md", "See src/a.rs:7.\n"),
        ("other/x.md", "Nothing.\n"),
        ("docs/c.md", "Nothing.\n"),
    ]);
    let at = |below: &str| folder.path().join(below);
    for (below, root, document, code) in [
        ("", "r", "docs/a.md", 0),
        ("", "r", "r/docs/a.md", 0),
        // There is such a folder here, which is not in the root.
        ("", "r", "docs", 1),
        ("r", ".", "docs/a.md", 0),
        ("r/docs", "..", "docs/a.md", 0),
        ("r/docs", "..", "a.md", 0),
        // Both are there.
        ("r/docs/deep", "../..", "docs", 1),
        ("", "r", "none", 2),
        ("", "r", "other", 2),
    ] {
        let verify = ["verify", "--citations", document, "--root", root];
        let said = run(&at(below), &verify);
        assert_eq!(said.code, Some(code), "{below} {root} {document}: {} {}", said.out, said.err);
        let cite = run(&at(below), &["cite", document, "--root", root]);
        assert_eq!(cite.code == Some(2), code == 2, "{below} {root} {document}: {}", cite.err);
    }
}
