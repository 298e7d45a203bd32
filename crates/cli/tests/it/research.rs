//! `research`: its output formats, its log, and its errors.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{run, run_with, shop, tree};

const TOPIC: &str = "who is affected by a change of addArticle";

#[test]
fn the_text_format_lists_claims_with_places_and_quotes() {
    let shop = shop();
    let output = run(shop.path(), &["research", TOPIC]);
    assert_snapshot!(output.text(0), @r"
    who is affected by a change of addArticle
    3 findings · 3 items of evidence

    definition
    - addArticle (function).
      src/basket.ts:4
          4 │ export function addArticle(basket: Basket, article: Article) {

    callees
    - persist (function) is used by addArticle.
      src/store.ts:4
          4 │ export function persist(basket: Basket) {

    tests
    - basket.test.ts, outside of every declaration calls addArticle.
      src/basket.test.ts:3
          3 │ test('addArticle', () => addArticle(b, a))
    ");
}

#[test]
fn the_markdown_format_lists_claims_with_numbered_places() {
    let shop = shop();
    let output = run_with(shop.path(), &["research", "-", "--format", "md"], TOPIC.as_bytes());
    assert_snapshot!(output.text(0), @r#"
    ## research report
    Topic: "who is affected by a change of addArticle" | Route: walk_seeds (3 sub-queries) | 3 items of evidence

    ### definition
    - `addArticle` (function). [1]
      >     export function addArticle(basket: Basket, article: Article) {

    ### callees
    - `persist` (function) is used by `addArticle`. [2]
      >     export function persist(basket: Basket) {

    ### tests
    - `basket.test.ts`, outside of every declaration calls `addArticle`. [3]
      >     test('addArticle', () => addArticle(b, a))

    ### places
    - src/basket.ts: [1] 3-7
    - src/store.ts: [2] 3-6
    - src/basket.test.ts: [3] 2-3
    "#);
}

#[test]
fn the_fields_of_a_json_result_are_those_of_its_schema() {
    let shop = shop();
    let result = run(shop.path(), &["research", TOPIC, "--format", "json"]).json(0);
    let keys: Vec<&str> = result.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["claims", "decomp_trace", "evidence", "places", "schema", "synthesis"]);
    assert_eq!(result["decomp_trace"]["router_action"], "walk_seeds");
    let claims = result["claims"].as_array().unwrap().iter();
    let claim = claims.rev().find(|claim| claim["part"] == "tests").unwrap();
    let place = claim["references"][0]["place"].as_u64().unwrap() as usize;
    assert_eq!(result["places"][place - 1]["path"], "src/basket.test.ts");
    let schema = run(shop.path(), &["schema", "research-result"]).json(0);
    for key in keys {
        assert!(schema["properties"][key].is_object(), "{key}");
    }
}

#[test]
fn the_html_page_loads_nothing() {
    let shop = shop();
    let page = run(shop.path(), &["research", TOPIC, "--format", "html"]);
    let page = page.text(0);
    assert!(page.starts_with("<!doctype html>") && page.contains("default-src 'none'"));
    assert!(
        page.contains("src/basket.ts:4")
            && page.contains("Evidence, tier 0")
            && page.contains("callers of")
    );
    assert!(!page.contains("<script") && !page.contains("http:") && !page.contains("src="));
}

#[test]
fn hints_axes_and_caps_are_passed_on() {
    let shop = shop();
    let args = [
        "research",
        "basket",
        "--axes",
        "module",
        "--hint",
        "path=src",
        "--budget-tokens",
        "60",
        "--max-iterations",
        "1",
        "--format",
        "json",
    ];
    let result = run(shop.path(), &args).json(0);
    let sub_query = &result["decomp_trace"]["sub_queries"][0];
    assert_eq!(
        (&sub_query["axis"], &sub_query["query"]),
        (&json!("module"), &json!("search basket in src"))
    );
    let refused = run(shop.path(), &["research", "basket", "--axes", "module,spatial"]);
    let why = "`spatial` is not one of relation, module, tests, history, kind, text";
    assert!(refused.code == Some(2) && refused.err.contains(why), "{refused:?}");
    let tokens = |item: &Value| {
        item["entity_id"].as_str().unwrap().len().div_ceil(4)
            + item["snippet_text"].as_str().unwrap().len().div_ceil(4)
    };
    let used: usize = result["evidence"].as_array().unwrap().iter().map(tokens).sum();
    assert!(used <= 60, "{used}");
}

#[test]
fn the_trace_shows_each_stage() {
    let shop = shop();
    let output = run(shop.path(), &["research", TOPIC, "--trace"]);
    let shown = output.text(0);
    for stage in [
        "requested\n           research.requested who is",
        "classify 1\n",
        "route 1\n",
        "research.route.action walk_seeds\n",
        "execute 1\n",
        "assess 1\n",
        "research.assess.sufficient true\n",
        "synthesize 1\n",
        "finished\n",
    ] {
        assert!(shown.contains(stage), "{stage}: {shown}");
    }
}

#[test]
fn an_empty_result_is_reported() {
    let shop = shop();
    let output = run(shop.path(), &["research", "quantum zebra"]);
    assert_eq!(output.code, Some(3), "{output:?}");
    assert!(
        output.out.contains("No evidence was found in 3 searched files.")
            && output.out.contains("quantum, zebra"),
        "{}",
        output.out
    );
    let empty = tree(&[]);
    let output = run(empty.path(), &["research", "anything"]);
    assert_eq!(output.code, Some(2));
    assert!(output.err.contains("there is no file to look at"), "{}", output.err);
}

/// Runs the research with a log, and returns its output.
fn run_with_log(shop: &Path, log: &Path) -> String {
    let log = log.to_str().unwrap();
    let output = run(shop, &["research", TOPIC, "--transcript", log]);
    assert_eq!(output.code, Some(0), "{output:?}");
    output.out
}

/// The log of a killed run can be resumed; a finished log rebuilds the same result without the repository.
#[test]
fn a_log_can_be_resumed_and_replayed() {
    let (shop, logs) = (shop(), tree(&[]));
    let file = logs.path().join("run.jsonl");
    let printed = run_with_log(shop.path(), &file);
    let full_log = std::fs::read_to_string(&file).unwrap();
    let again = run(logs.path(), &["replay", "run.jsonl"]);
    assert_eq!(again.text(0), printed);
    let shown = run(logs.path(), &["replay", "run.jsonl", "--show"]);
    assert!(shown.text(0).contains("research.route.action walk_seeds"));
    for lines in 1..full_log.lines().count() {
        // The last line is an incomplete record.
        let mut broken: String = full_log.split_inclusive('\n').take(lines).collect();
        broken += "{\"event\":\"compl";
        std::fs::write(&file, broken).unwrap();
        let root = shop.path().to_str().unwrap();
        let output = run(logs.path(), &["research", "--resume", "run.jsonl", "--root", root]);
        assert_eq!(output.text(0), printed, "{lines}");
        assert_eq!(run(logs.path(), &["replay", "run.jsonl"]).text(0), printed);
    }
}

#[test]
fn invalid_arguments_and_logs_are_refused() {
    let (shop, logs) = (shop(), tree(&[]));
    let file = logs.path().join("run.jsonl");
    run_with_log(shop.path(), &file);
    let check = |folder: &Path, args: &[&str], expect: &str| {
        let output = run(folder, args);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{args:?}: {output:?}");
        assert!(output.err.contains(expect), "{args:?}: {}", output.err);
    };
    let root = shop.path().to_str().unwrap();
    check(
        logs.path(),
        &["research", "--resume", "run.jsonl", "--root", root],
        "the run is finished",
    );
    check(
        shop.path(),
        &["research", "x", "--transcript", "run.jsonl"],
        "would stand inside the explored root",
    );
    check(shop.path(), &["research", ""], "the query is empty");
    check(shop.path(), &["research", "x", "--hint", "path"], "a hint is written KEY=VALUE");
    std::fs::write(logs.path().join("other.jsonl"), "{\"event\":\"started\"}\n").unwrap();
    check(logs.path(), &["research", "--resume", "other.jsonl", "--root", root], "cannot be read");
    check(
        logs.path(),
        &["research", "x", "--root", root, "--transcript", "other.jsonl"],
        "is no transcript",
    );
}

/// A budget that leaves something out is no reason to report that nothing was found; 0 is the default.
#[test]
fn accounted_a_cut_research_does_not_exit_with_nothing_found() {
    let shop = shop();
    let research = |budget: &str| {
        let args = ["research", TOPIC, "--budget-tokens", budget, "--format", "json"];
        run(shop.path(), &args)
    };
    for budget in ["1", "25", "40"] {
        let result = research(budget).json(0);
        assert!(result["coverage"]["losses"]["budget"].as_u64() > Some(0), "{result}");
        assert!(!result["synthesis"].to_string().contains("No evidence"), "{result}");
    }
    assert_eq!(research("0").json(0), research("4000").json(0));
    let iterations = run(shop.path(), &["research", TOPIC, "--max-iterations", "0"]);
    assert_eq!(iterations.text(0), run(shop.path(), &["research", TOPIC]).text(0));
}

/// What a run saw in a root that is not given is not taken for what is not there.
#[test]
fn accounted_a_run_is_resumed_with_all_its_roots() {
    let both = tree(&[
        ("web/a.js", "export function onlyWeb() {}\n"),
        ("api/b.js", "export function onlyApi() { return onlyWeb() }\n"),
        ("logs/x", ""),
    ]);
    let run = |args: &[&str]| run(&both.path().join("logs"), &[&["research"], args].concat());
    let roots = ["--root", "web=../web", "--root", "api=../api"];
    let whole = run(&[&["onlyApi", "--transcript", "run.jsonl"], &roots[..]].concat());
    assert!(whole.text(0).contains("api:/b.js"), "{whole:?}");
    let file = both.path().join("logs/run.jsonl");
    let log = std::fs::read_to_string(&file).unwrap();
    let resume = |roots: &[&str]| {
        let half: String = log.split_inclusive('\n').take(2).collect();
        std::fs::write(&file, half).unwrap();
        run(&[&["--resume", "run.jsonl"], roots].concat())
    };
    let refused = resume(&roots[..2]);
    let why = "error: not checked: root api is not given\nhint: --root api=DIR gives it; all roots of the run are needed\n";
    assert_eq!((refused.code, refused.err.as_str()), (Some(2), why));
    assert_eq!(resume(&roots).text(0), whole.out);
}
