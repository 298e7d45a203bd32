//! `explore`: reports, formats, budgets, transcripts.

use std::path::Path;

use serde_json::Value;

use crate::{CommandOutput, run, run_with, shop, tree};

const QUESTION: &str = "how is a basket kept when addArticle runs?";

fn explore(folder: &Path, rest: &[&str]) -> CommandOutput {
    run(folder, &[&["explore", QUESTION], rest].concat())
}

#[test]
fn every_format_and_intent_is_accepted() {
    let shop = shop();
    for intent in ["explain", "locate", "edit", "debug"] {
        let report = explore(shop.path(), &["--intent", intent, "--format", "json"]).json(0);
        assert_eq!(report["schema"], "firsthand.report/2");
        assert_eq!(report["intent"], intent);
        assert_eq!(report["stats"]["model"], "builtin");
        assert_eq!(report["stats"]["tokens"], Value::Null);
        assert!(!report["primary"].as_array().unwrap().is_empty(), "{report}");
    }
    let text = explore(shop.path(), &["--format", "text"]);
    assert!(text.text(0).contains("src/basket.ts:"), "{text:?}");
    let by_default = explore(shop.path(), &[]).out;
    assert_eq!(crate::without_time(&text.out), crate::without_time(&by_default));
    let md = explore(shop.path(), &["--format", "md"]);
    assert!(md.text(0).starts_with("## explore_code report\n"), "{md:?}");
    assert_eq!(md.out.matches("```json\n").count(), 1);
    let html = explore(shop.path(), &["--format", "html"]);
    assert!(html.text(0).starts_with("<!doctype html>"), "{html:?}");
}

#[test]
fn reported_places_and_quotes_are_in_the_files() {
    let shop = shop();
    let report = explore(shop.path(), &["--format", "json"]).json(0);
    let flow = report["flow"].as_array().unwrap();
    assert!(!flow.is_empty());
    for link in flow {
        let file =
            std::fs::read_to_string(shop.path().join(link["path"].as_str().unwrap())).unwrap();
        let line = file.lines().nth(link["quote"]["line"].as_u64().unwrap() as usize - 1).unwrap();
        let quote = link["quote"]["text"].as_str().unwrap().lines().next().unwrap();
        assert!(line.contains(quote), "{line:?} {quote:?}");
    }
    assert!(!report.to_string().contains("correct-horse"), "{report}");
}

#[test]
fn a_query_comes_from_standard_input() {
    let shop = shop();
    let issue = "Baskets vanish\n\n    persist(basket)\n\nwhen addArticle runs twice.\n";
    let args = ["explore", "-", "--intent", "debug", "--format", "json"];
    let report = run_with(shop.path(), &args, issue.as_bytes()).json(0);
    assert_eq!(report["query"], issue);
    assert_ne!(report["action"], "answer_from_report");
}

#[test]
fn a_question_without_an_answer_exits_with_nothing_found() {
    let shop = shop();
    let args = ["explore", "zymurgy quokka", "--format", "json"];
    let report = run(shop.path(), &args).json(3);
    assert_eq!(report["outcome"], "skip");
    assert_eq!(report["action"], "skip_explore_result");
}

#[test]
fn reports_and_runs_stay_within_their_limits() {
    let shop = shop();
    let md = explore(shop.path(), &["--format", "md", "--max-chars", "600"]);
    assert!(md.text(0).chars().count() <= 600, "{}", md.out);
    let one_step = explore(shop.path(), &["--format", "json", "--max-steps", "1"]);
    // In one step no search can run, so the run fails instead of reporting that nothing was found.
    assert_eq!(one_step.code, Some(1), "{one_step:?}");
    let report: Value = serde_json::from_str(&one_step.out).unwrap();
    assert_eq!(report["stats"]["steps"], 1);
    let one_call =
        explore(shop.path(), &["--format", "json", "--max-tool-calls", "1", "--max-seconds", "60"]);
    let report: Value = serde_json::from_str(&one_call.out).unwrap();
    assert!(report["stats"]["steps"].as_u64().unwrap() <= 12, "{report}");
}

#[test]
fn excluded_files_are_not_searched() {
    let shop = shop();
    let report = explore(
        shop.path(),
        &["--format", "json", "--exclude", "store.ts", "--exclude", "*.test.ts"],
    )
    .json(0);
    assert_eq!(report["coverage"]["files_seen"], 1);
    let text = report["primary"].to_string() + &report["flow"].to_string();
    assert!(!text.contains("store.ts\""), "{report}");
}

/// Paths that a reader or a terminal could misread.
#[test]
fn odd_file_names_are_found_and_escaped() {
    let names = [
        "my file.ts",
        "line\nbreak.ts",
        "bidi\u{202e}st.ts",
        "esc\u{1b}[31m.ts",
        "-dash.ts",
        "é`a\".ts",
    ];
    for names in names.chunks(3) {
        let code = |index: usize| {
            format!(
                "/** Rotates it. */\nexport function rotateZeppelin{index}() {{\n  spin()\n}}\n"
            )
        };
        let odd = tree(&[]);
        for (index, name) in names.iter().enumerate() {
            std::fs::write(odd.path().join(name), code(index)).unwrap();
        }
        let query = "rotateZeppelin0 rotateZeppelin1 rotateZeppelin2";
        let args = ["explore", query, "--format"];
        let report = run(odd.path(), &[&args[..], &["json"]].concat()).json(0);
        let places = report["primary"].as_array().unwrap();
        let mut seen: Vec<&str> =
            places.iter().map(|place| place["path"].as_str().unwrap()).collect();
        seen.sort_unstable();
        let mut names = names.to_vec();
        names.sort_unstable();
        assert_eq!(seen, names);
        for args in [
            ["explore", query, "--format=text"],
            ["explore", query, "--format=md"],
            ["explore", query, "--format=html"],
            ["search", query, "--full"],
        ] {
            let output = run(odd.path(), &args);
            let text = output.text(0);
            assert!(
                !text.contains('\u{202e}') && !text.contains("line\nbreak"),
                "{args:?}: {text:?}"
            );
        }
    }
}

#[test]
fn repository_settings_can_only_narrow_a_run() {
    let shop = shop();
    std::fs::write(
        shop.path().join("firsthand.toml"),
        "model = \"openai:theirs\"\nexclude = [\"*.test.ts\"]\n[budgets]\nsteps = 2\ntool_calls = 999\n",
    )
    .unwrap();
    let output = explore(shop.path(), &["--format", "json"]);
    let report = output.json(0);
    assert_eq!(report["stats"]["model"], "builtin");
    assert!(report["stats"]["steps"].as_u64().unwrap() <= 2, "{report}");
    assert_eq!(
        output.err,
        "note: firsthand.toml of the repository leaves out: *.test.ts\n\
         note: firsthand.toml of the repository lowers budgets\n\
         note: firsthand.toml of the repository: `model` is not honoured; it may only exclude files \
         and lower budgets\n"
    );
    assert_eq!(explore(shop.path(), &["--quiet"]).err, "");
}

#[test]
fn nothing_is_written_in_the_repository() {
    let shop = shop();
    let before = listing(shop.path());
    explore(shop.path(), &[]).text(0);
    for inside in ["run.jsonl", "src/run.jsonl", "./src/../run.jsonl", "src/store.ts"] {
        let output = explore(shop.path(), &["--transcript", inside]);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""));
        assert!(output.err.contains("would stand inside the explored root"), "{}", output.err);
        assert!(output.err.contains("hint: nothing is written there"), "{}", output.err);
    }
    #[cfg(unix)]
    {
        let beside = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(shop.path(), beside.path().join("link")).unwrap();
        let through = beside.path().join("link/run.jsonl");
        let output = explore(shop.path(), &["--transcript", through.to_str().unwrap()]);
        assert!(output.err.contains("would stand inside the explored root"), "{output:?}");
        std::os::unix::fs::symlink(shop.path().join("new"), beside.path().join("to-new")).unwrap();
        let through = beside.path().join("to-new");
        let output = explore(shop.path(), &["--transcript", through.to_str().unwrap()]);
        assert_eq!(output.code, Some(2), "{output:?}");
    }
    assert_eq!(listing(shop.path()), before);
}

fn listing(folder: &Path) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let (path, entry) = entry.map(|entry| (entry.path(), entry)).unwrap();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.display().to_string(), entry.metadata().unwrap().len()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn an_unwritable_transcript_is_an_error() {
    let (shop, beside) = (shop(), tree(&[("diary.txt", "dear diary"), ("empty.jsonl", "")]));
    let path = |name: &str| beside.path().join(name).to_str().unwrap().to_owned();
    for (name, expect) in [
        ("no/such/run.jsonl", "cannot be written: No such file"),
        ("diary.txt", "exists and is no transcript, so it is not overwritten"),
    ] {
        let output = explore(shop.path(), &["--transcript", &path(name)]);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""));
        assert!(output.err.contains(expect), "{}", output.err);
    }
    assert_eq!(std::fs::read_to_string(path("diary.txt")).unwrap(), "dear diary");
    // An empty file and an older transcript are overwritten.
    for _ in 0..2 {
        explore(shop.path(), &["--transcript", &path("empty.jsonl")]).text(0);
        let text = std::fs::read_to_string(path("empty.jsonl")).unwrap();
        assert_eq!(text.matches("\"event\":\"started\"").count(), 1);
    }
    if cfg!(target_os = "linux") {
        let output = explore(shop.path(), &["--transcript", "/dev/full"]);
        assert_eq!(output.code, Some(1), "{output:?}");
        assert!(output.out.starts_with(QUESTION), "{output:?}");
        assert!(output.err.contains("the transcript /dev/full broke off"), "{}", output.err);
    }
}

/// Settings of the repository that cannot be used do not stop any command.
#[test]
fn contained_unusable_repository_settings_are_noted_and_ignored() {
    let shop = shop();
    let file = shop.path().join("firsthand.toml");
    for text in ["exclude = [\"!**\"]\n", "exclude = 1\n", "no TOML", "[budgets]\nsteps = \"x\"\n"]
    {
        std::fs::write(&file, text).unwrap();
        for args in [&["explore", "persist"][..], &["search", "persist"], &["research", "persist"]]
        {
            let output = run(shop.path(), args);
            assert_eq!(output.code, Some(0), "{text} {args:?}: {output:?}");
            let note = "note: firsthand.toml of the repository";
            assert!(output.err.contains(note) && output.err.contains("not honoured"), "{output:?}");
        }
    }
}

/// Ranges lead to the forge at the commit, but not those of a file that is another one there.
#[test]
fn an_html_page_names_the_commit_and_links_to_it() {
    check_commit_of_page(["explore", "how does addArticle persist the basket?"]);
    check_commit_of_page(["research", "who is affected by a change of addArticle"]);
}

fn check_commit_of_page([command, question]: [&str; 2]) {
    let shop = shop();
    let read = |path: &str| std::fs::read_to_string(shop.path().join(path)).unwrap();
    let repo = firsthand_testkit::GitRepo::of(&[("src/store.ts", &read("src/store.ts"))]);
    let basket = read("src/basket.ts");
    let id = repo.commit("Begin", &[("src/basket.ts", &basket)]);
    let page = || run(repo.root(), &[command, question, "--format", "html"]).text(0).to_owned();
    let commit = format!("<code>{}</code>", &id[..12]);
    let without_remote = page();
    let numbered = "<td>4</td><td><code><span class=\"tk\">export</span>";
    assert!(without_remote.contains(numbered), "{without_remote}");
    assert!(without_remote.contains(&commit), "{without_remote}");
    assert!(!without_remote.contains("href=\"https"), "{without_remote}");
    repo.git(&["remote", "add", "origin", "https://me:secret@github.com/o/shop.git"]);
    let published = page();
    let file = |name: &str| format!("href=\"https://github.com/o/shop/blob/{id}/src/{name}#L");
    for link in [file("basket.ts"), file("store.ts"), format!("o/shop/commit/{id}\"")] {
        assert!(published.contains(&link), "{link}: {published}");
    }
    assert!(!published.contains("secret"));
    std::fs::write(repo.root().join("src/basket.ts"), format!("\n{basket}")).unwrap();
    let changed = page();
    assert!(changed.contains("; 1 file differs from it"), "{changed}");
    assert!(changed.contains(&file("store.ts")) && !changed.contains(&file("basket.ts")));
}

/// A line that the file does not have is said, below the report about the file.
#[test]
fn a_line_past_the_end_of_a_file_is_said() {
    let shop = shop();
    for query in ["what is at src/store.ts line 999?", "why does src/store.ts:999 crash?"] {
        let said = run(shop.path(), &["explore", query]).err.contains("note: `src/store.ts` has ");
        assert!(said, "{query}");
    }
    for query in ["what is at src/store.ts:4?", "what does persist do?"] {
        let output = run(shop.path(), &["explore", query]);
        assert!(!output.err.contains(" has "), "{query} {}", output.err);
    }
}
