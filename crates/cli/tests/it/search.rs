//! `search`: the JSON form `firsthand.search/1`, and the text format.

use serde_json::{Value, json};

use crate::{git, run, run_with, shop, tree};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_json_answer_has_exactly_these_fields() {
    let shop = shop();
    let found = run(shop.path(), &["search", "persist basket", "--format", "json"]).json(0);
    assert_eq!(keys(&found), ["files", "notes", "query", "regions", "schema", "stats"]);
    assert_eq!(
        (&found["schema"], &found["query"]),
        (&json!("firsthand.search/1"), &json!("persist basket"))
    );
    assert_eq!(
        keys(&found["stats"]),
        [
            "bytes_read",
            "cache_hits",
            "elapsed_ms",
            "files_parsed",
            "files_read",
            "files_recalled",
            "files_seen"
        ]
    );
    let region = &found["regions"][0];
    assert_eq!(keys(region), ["components", "end", "path", "score", "start", "symbol"]);
    let sum: f64 =
        region["components"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).sum();
    assert!((sum - region["score"].as_f64().unwrap()).abs() < 1e-6, "{region}");
    assert_eq!(region["symbol"], json!({"name": "addArticle", "kind": "function"}));
}

#[test]
fn relations_of_a_symbol_are_listed() {
    let shop = shop();
    let list_relation = |relation: &str| {
        let args = ["search", "--symbol", "persist", "--relation", relation, "--format", "json"];
        run(shop.path(), &args)
    };
    let callers = list_relation("callers").json(0);
    assert_eq!(callers["query"], "callers of persist");
    assert_eq!(callers["regions"][0]["symbol"]["name"], "addArticle");
    assert_eq!(callers["regions"][0]["resolution"], "import");
    assert_eq!(callers["regions"][0]["hits"], json!([[6, "import"]]));
    assert_eq!(list_relation("definition").json(0)["regions"][0]["path"], "src/store.ts");
    assert_eq!(list_relation("definition").json(0)["regions"][0]["hits"], json!([[4, "scope"]]));
    let by_line = ["search", "--symbol", "src/store.ts:5", "--format", "json"];
    assert_eq!(run(shop.path(), &by_line).json(0)["regions"][0]["symbol"]["name"], "persist");
    let none = run(shop.path(), &["search", "--symbol", "persits"]);
    assert_eq!(none.code, Some(3), "{none:?}");
    assert!(none.out.contains("note: ") && none.out.contains("nothing found"), "{none:?}");
}

#[test]
fn the_limit_and_file_filters_are_applied() {
    let shop = shop();
    let paths = |args: &[&str]| -> Vec<String> {
        let all = [&["search", "addArticle persist", "--format", "json"], args].concat();
        let found = run(shop.path(), &all).json(0);
        let regions = found["regions"].as_array().unwrap();
        regions.iter().map(|region| region["path"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(paths(&["--limit", "1"]).len(), 1);
    assert!(paths(&[]).iter().any(|path| path.contains(".test.")));
    assert!(!paths(&["--no-tests"]).iter().any(|path| path.contains(".test.")));
    assert!(!paths(&["--exclude", "store.ts"]).contains(&"src/store.ts".to_owned()));
}

#[test]
fn the_text_format_shows_places_lines_and_counts() {
    let shop = shop();
    let found = run(shop.path(), &["search", "persist", "--limit", "1", "--explain"]);
    let text = found.text(0);
    assert!(text.starts_with("src/store.ts:3-6  persist (function)\n"), "{text}");
    assert!(text.contains(" = best "), "{text}");
    assert!(text.contains("\n  4: export function persist(basket: Basket) {\n"), "{text}");
    assert!(text.contains("1 place · 3 files"), "{text}");
    // Scores and what the search cost are for those who ask for them.
    let plain = run(shop.path(), &["search", "persist", "--limit", "1"]);
    assert!(!plain.text(0).contains(" = ") && !plain.out.contains("KB"), "{plain:?}");
    let input = run_with(shop.path(), &["search", "-", "--limit", "1"], b"persist\n");
    assert!(input.text(0).starts_with("src/store.ts:3-6"), "{input:?}");
}

#[test]
fn secrets_are_never_printed() {
    let token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    let code = format!(
        "/** Signs the telegram. */\nexport function signTelegram() {{\n  const key = \"{token}\"\n  return key\n}}\n"
    );
    let leaky = tree(&[("sign.ts", &code)]);
    for args in [
        &["search", "signTelegram"][..],
        &["search", "signTelegram", "--full"],
        &["search", "signTelegram", "--format", "json"],
        &["explore", "signTelegram key"],
    ] {
        let output = run(leaky.path(), args);
        assert!(!output.text(0).contains(&token[4..]), "{args:?}: {}", output.out);
    }
    assert!(run(leaky.path(), &["search", "signTelegram", "--full"]).out.contains("[redacted: "));
}

#[test]
fn an_empty_search_is_reported() {
    let shop = shop();
    let none = run(shop.path(), &["search", "zymurgy"]);
    assert!(none.text(3).contains("nothing found · 3 files"), "{none:?}");
    assert_eq!(
        run(shop.path(), &["search", "zymurgy", "--format", "json"]).json(3)["regions"],
        json!([])
    );
}

#[test]
fn only_changed_files_are_parsed_again() {
    let (shop, cache) = (shop(), tempfile::tempdir().unwrap());
    let folder = cache.path().join("kept");
    let parse_counts = |args: &[&str]| {
        let common_args = ["search", "persist basket", "--format", "json"];
        let found = run(shop.path(), &[&common_args, args].concat()).json(0);
        let count = |name: &str| found["stats"][name].as_u64().unwrap();
        (count("files_parsed"), count("cache_hits"))
    };
    let cache_args = ["--cache", folder.to_str().unwrap()];
    assert_eq!(parse_counts(&["--no-cache"]), (3, 0));
    assert!(!folder.exists());
    assert_eq!(parse_counts(&cache_args), (3, 0));
    assert_eq!(parse_counts(&cache_args), (0, 3));
    let basket = shop.path().join("src/basket.ts");
    let text = std::fs::read_to_string(&basket).unwrap();
    std::fs::write(&basket, format!("{text}// persist\n")).unwrap();
    assert_eq!(parse_counts(&cache_args), (1, 2));
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(parse_counts(&cache_args), (3, 0));
}

#[test]
fn an_empty_cache_variable_is_ignored() {
    let (shop, home) = (shop(), tempfile::tempdir().unwrap());
    let mut command = crate::firsthand(shop.path());
    command.args(["search", "persist basket"]);
    let homes = [("HOME", ""), ("XDG_CACHE_HOME", "cache")].map(|(k, v)| (k, home.path().join(v)));
    command.env("FIRSTHAND_CACHE", "").envs(homes);
    command.assert().success();
}

/// A relation lists every line, whatever the limit; a file's path lists its declarations; `--path` restricts a search.
#[test]
fn lines_are_listed_for_relations_and_outlines() {
    let shop = shop();
    let json = |arguments: &[&str]| {
        let arguments = [arguments, &["--format", "json"]].concat();
        run(shop.path(), &[&["search"], arguments.as_slice()].concat()).json(0)
    };
    let callers = ["--symbol", "addArticle", "--relation", "references", "--limit", "1"];
    let sites = json(&callers)["sites"].clone();
    let site = |line, import| {
        json!({
            "path": "src/basket.test.ts", "line": line, "symbol": null, "resolution": "import",
            "test": true, "import": import, "handed_over": false,
        })
    };
    assert_eq!(sites, json!([site(1, true), site(3, false)]));
    let outline = json(&["--path", "src/basket.ts"])["outline"].clone();
    let symbol = json!({"name": "addArticle", "kind": "function"});
    assert_eq!(outline, json!([{"line": 4, "start": 3, "end": 7, "symbol": symbol}]));
    assert_eq!(json(&["basket", "--path", "src/store.ts"])["files"], json!(["src/store.ts"]));
    let printed = run(shop.path(), &["search", "--path", "src/basket.ts"]);
    let text = printed.text(0);
    let row = "src/basket.ts:4  addArticle (function 3-7)  export function addArticle(";
    assert!(text.starts_with(row), "{text}");
}

/// As for git, a path is that of the working folder, if one is there; any other is one of the root.
#[test]
fn a_path_is_one_of_the_working_folder_or_of_the_root() {
    let folder = tree(&[
        ("README.md", "persist\n"),
        ("api/src/a.py", "def persist(): pass\n"),
        ("api/src/[id]/page.py", "def persist_page(): pass\n"),
        ("api/lib/b.py", "def persist(): pass\n"),
        ("lib/c.py", "def persist(): pass\n"),
    ]);
    git(folder.path(), &["init", "-q"]);
    let check = |within: &str, paths: &[&str], expect: &[&str]| {
        let paths: Vec<&str> = paths.iter().flat_map(|path| ["--path", path]).collect();
        let args = [&["search", "persist", "--format", "json"], paths.as_slice()].concat();
        let found = run(&folder.path().join(within), &args).json(0);
        let mut files: Vec<String> = serde_json::from_value(found["files"].clone()).unwrap();
        files.sort();
        assert_eq!(files, expect, "{paths:?} in {within}");
        let absent = [&["absent", "persist", "--format", "json"], paths.as_slice()].concat();
        let found = run(&folder.path().join(within), &absent).json(1);
        assert_eq!(found["found"]["files"], expect.len(), "{paths:?} in {within}");
    };
    check("api", &["src/a.py"], &["api/src/a.py"]);
    check("api", &["./src/a.py"], &["api/src/a.py"]);
    check("api", &["src"], &["api/src/[id]/page.py", "api/src/a.py"]);
    check("api", &["src/[id]"], &["api/src/[id]/page.py"]);
    check("api", &["src/*.py"], &["api/src/a.py"]);
    check("api", &["src/**", "!src/a.py"], &["api/src/[id]/page.py"]);
    check("api", &["src", "../lib"], &["api/src/[id]/page.py", "api/src/a.py", "lib/c.py"]);
    check("api", &["."], &["api/lib/b.py", "api/src/[id]/page.py", "api/src/a.py"]);
    check("api/src", &[".."], &["api/lib/b.py", "api/src/[id]/page.py", "api/src/a.py"]);
    // Both have such a folder, and then the root alone has one.
    check("api", &["lib"], &["api/lib/b.py"]);
    check("api/src", &["lib"], &["lib/c.py"]);
    check("api/src", &["api/lib/b.py"], &["api/lib/b.py"]);
    check("", &["api/src/a.py"], &["api/src/a.py"]);
    let outline = run(&folder.path().join("api"), &["-q", "search", "--path", "src/a.py"]);
    assert!(outline.text(0).starts_with("api/src/a.py:1  persist (function 1)"), "{outline:?}");
}

#[test]
fn a_path_that_selects_no_file_is_an_error() {
    let folder = tree(&[("src/basket.ts", "persist()\n")]);
    let check = |args: &[&str], expect: &str| {
        let output = run(folder.path(), args);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert_eq!(output.err, expect, "{args:?}");
    };
    let similar = "error: `src/baskt.ts` selects no file: there is no such file or folder among those that are \
                   searched\nhint: did you mean src/basket.ts?\n";
    check(&["search", "persist", "--path", "src/baskt.ts"], similar);
    check(&["search", "--path", "src/baskt.ts"], similar);
    check(&["absent", "zigbee", "--path", "src/baskt.ts"], similar);
    check(&["research", "persist", "--hint", "path=src/baskt.ts"], similar);
    check(
        &["search", "persist", "--path", "src", "--path", "*.rb"],
        "error: `*.rb` selects no file: no file matches the glob\nhint: --path takes files, folders and globs below \
         the working folder or --root; a leading ! excludes\n",
    );
}

/// A limit is one of the printed lines of a relation, too.
#[test]
fn a_limit_is_one_of_lines() {
    let calls = "fn twice() {\n    weigh(1);\n    weigh(2);\n    weigh(3);\n}\n";
    let folder = tree(&[("src/a.rs", calls), ("src/b.rs", "pub fn weigh(a: u8) {}\n")]);
    let callers = ["search", "--symbol", "weigh", "--relation", "callers"];
    let lines = |limit: &[&str]| {
        let output = run(folder.path(), &[&callers, limit].concat());
        let calls = output.text(0).matches("weigh(").count();
        (calls, output.out.contains("… 2 more; --limit prints more, --format json all\n"))
    };
    assert_eq!(lines(&[]), (3, false));
    assert_eq!(lines(&["--limit", "1"]), (1, true));
    assert_eq!(lines(&["--limit", "3"]), (3, false));
}

/// Each file once, a line for each call behind the name of the declaration around it, tests last; nothing twice.
#[test]
fn callers_are_listed_by_file() {
    let calls = "fn twice() {\n    weigh(1);\n    weigh(2);\n}\n\nfn once() {\n    weigh(3);\n}\n";
    let tests = "#[test]\nfn it_weighs() {\n    weigh(4);\n}\n";
    let folder = tree(&[
        ("src/belt.rs", calls),
        ("src/scale.rs", "pub fn weigh(parcel: u32) {}\n"),
        ("tests/scale.rs", tests),
    ]);
    let callers = ["search", "--symbol", "weigh", "--relation", "callers"];
    let found = run(folder.path(), &callers);
    let (list, footer) = found.text(0).trim_end().rsplit_once('\n').unwrap();
    insta::assert_snapshot!(list, @r"
    src/belt.rs
      2~ twice  weigh(1);
      3~ twice  weigh(2);
      7~ once   weigh(3);

    Tests

    tests/scale.rs
      3~ it_weighs  weigh(4);

    ~ by name alone: it may mean another declaration
    ");
    assert!(footer.starts_with("4 lines · 3 files · "), "{footer}");
    let colours = run(folder.path(), &[&callers[..], &["--color", "always"]].concat());
    assert!(colours.out.contains("\u{1b}[1m\u{1b}[31mweigh\u{1b}[0m(1);"), "{colours:?}");
    // What stands in a text has a mark of its own.
    let texts = tree(&[
        ("a.py", "def load_all(): pass\n"),
        ("notes.txt", "Then load_all.\n"),
        ("c.py", "def f(x): x.load_all()\n"),
    ]);
    let references = ["search", "--symbol", "load_all", "--relation", "references"];
    let found = run(texts.path(), &references);
    let (list, _) = found.text(0).trim_end().rsplit_once('\n').unwrap();
    insta::assert_snapshot!(list, @r#"
    notes.txt
      1"  Then load_all.

    " in a string or a text: it need not mean the declaration

    note: lines with load_all beside these, not decided: 1 behind a path or a type that leads to no declaration here (at c.py:1)
    "#);
    // A relation is of the query; alone it asks for the symbol alone.
    let of = |words: &[&str]| {
        run(folder.path(), &[&["search", "--relation", "references"], words].concat())
    };
    let lines = |page: &str| page.lines().filter(|line| !line.contains(" ms")).count();
    let (query, symbol) = (of(&["weigh"]), of(&["--symbol", "weigh"]));
    assert_eq!(lines(query.text(0)), lines(symbol.text(0)));
    assert!(of(&[]).err.starts_with("error: --relation needs a symbol\n"), "{}", of(&[]).err);
}

/// A line that is not there is no text that stands nowhere, and one without a declaration is no symbol without uses.
#[test]
fn a_place_that_is_not_there_is_an_error() {
    let shop = tree(&[
        (
            "src/basket.ts",
            "import { a } from './a';\n\nexport function fill(n: number) {\n  return n + 4;\n}\n",
        ),
        ("lib/dough.dart", "class Dough {\n  int rise() => 1;\n}\n"),
        ("views/page.haml", "%p= rise(1)\n"),
    ]);
    let symbol = |place| ["search", "--symbol", place];
    let cases = [
        (
            vec!["search", "src/baskt.ts:12"],
            "error: there is no file `src/baskt.ts`\nhint: did you mean src/basket.ts",
        ),
        (vec!["search", "basket.ts:999"], "error: `src/basket.ts` has 5 lines"),
    ];
    let symbols = [
        ("nosuch.py:12", "error: there is no file `nosuch.py`\n"),
        ("lib/nosuch.dart:2", "error: there is no file `lib/nosuch.dart`\n"),
        ("src/basket.ts:999", "error: `src/basket.ts` has 5 lines"),
        ("lib/dough.dart:999", "error: `lib/dough.dart` has 3 lines"),
        (
            "lib/dough.dart:2",
            "error: no declaration at lib/dough.dart:2: of such a file no declarations are read",
        ),
        (
            "views/page.haml#L1",
            "error: no declaration at views/page.haml#L1: of such a file no declarations are read",
        ),
        ("src/basket.ts:1", "error: no declaration at src/basket.ts:1\n"),
    ];
    let relations = ["definition", "callers", "references", "implementors", "siblings"];
    let related = relations.map(|relation| ["--relation", relation]);
    let symbols = symbols.iter().flat_map(|(place, error)| {
        let args = related.iter().map(|relation| [&symbol(*place)[..], relation].concat());
        args.map(|args| (args, *error)).collect::<Vec<_>>()
    });
    for (args, error) in cases.into_iter().chain(symbols) {
        let output = run(shop.path(), &args);
        assert!(output.code == Some(2) && output.err.starts_with(error), "{args:?} {output:?}");
    }
    for symbol in [["src/basket.ts:3", "callers"], ["localhost:8080", "texts"]] {
        let args = ["search", "--symbol", symbol[0], "--relation", symbol[1]];
        assert_eq!(run(shop.path(), &args).code, Some(3), "{args:?}");
    }
    for query in ["basket.ts:3", "src/basket.ts:1", "why src/baskt.ts:12", "localhost:8080"] {
        assert_ne!(run(shop.path(), &["search", query]).code, Some(2), "{query}");
    }
}

/// A place that is found by its name alone is marked, whatever lists it.
#[test]
fn what_is_found_by_name_alone_is_marked() {
    let folder = tree(&[
        ("a/base.js", "class Base {}\n"),
        ("b/base.js", "class Base {}\n"),
        ("b/leaf.js", "class Leaf extends Base {}\n"),
        ("src/shape.rs", "pub trait Shape {}\npub struct Disc;\nimpl Shape for Disc {}\n"),
    ]);
    let page = |symbol| {
        let args = ["search", "--symbol", symbol, "--relation", "implementors"];
        run(folder.path(), &args).text(0).to_owned()
    };
    let marked = page("b/base.js:1");
    assert!(marked.starts_with("b/leaf.js\n  1~ Leaf  class Leaf extends Base {}\n"), "{marked}");
    assert!(marked.contains("\n~ by name alone: it may mean another declaration\n"), "{marked}");
    let certain = page("Shape");
    assert!(!certain.contains('~'), "{certain}");
}

/// A list of declarations is printed as that of callers is: all of it, a line each.
#[test]
fn all_implementors_are_listed() {
    let mut files = vec![("src/shape.ts".to_owned(), "export class Shape {}\n".to_owned())];
    for number in 10..25 {
        let text = format!(
            "import {{ Shape }} from './shape'\n\nexport class Disc{number} extends Shape {{\n  area() {{}}\n}}\n"
        );
        files.push((format!("src/disc{number}.ts"), text));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let folder = tree(&files);
    let search = ["search", "--symbol", "Shape", "--relation", "implementors"];
    let all = run(folder.path(), &search);
    let rows = all.text(0).lines().filter(|line| line.contains("class Disc"));
    assert_eq!(rows.count(), 15, "{}", all.out);
    let first = "src/disc10.ts\n  3  Disc10  export class Disc10 extends Shape {\n\n";
    assert!(all.out.starts_with(first), "{}", all.out);
    let whole = run(folder.path(), &[&search[..], &["--full", "--limit", "2"]].concat());
    assert_eq!(whole.text(0).matches("area() {}").count(), 2, "{}", whole.out);
    let json = run(folder.path(), &[&search[..], &["--format", "json"]].concat()).json(0);
    assert_eq!(json["regions"].as_array().unwrap().len(), 15);
}

/// The part of a long line that matched is shown, in the colour of matches, and a byte order mark is no text.
#[test]
fn a_long_line_of_a_place_is_cut_around_its_match() {
    let line = format!("\u{feff}{}ДелатьСкриншот{}\n", "слово ".repeat(60), " ещё".repeat(60));
    let folder = tree(&[("a.txt", &line)]);
    let page = |query, colour| run(folder.path(), &["search", query, "--color", colour]).out;
    let shown = page("скриншот", "always");
    assert!(shown.contains("Делать\u{1b}[") && shown.contains("mСкриншот\u{1b}["), "{shown:?}");
    let first = page("слово", "never");
    assert!(first.contains(" 1: слово "), "{first}");
}

/// An outline is limited as a list is; of a folder there is none. Files that are no texts do not count as searched.
#[test]
fn what_is_not_listed_or_searched_is_said() {
    let code: String = (0..300).map(|at| format!("fn f{at}() {{}}\n")).collect();
    let folder = tree(&[("src/many.rs", &code)]);
    std::fs::write(folder.path().join("a.png"), b"\x89PNG\0\0").unwrap();
    let listed = |args: &[&str]| {
        let printed = run(folder.path(), &[&["search", "--path", "src/many.rs"], args].concat());
        printed.text(0).lines().filter(|line| line.starts_with("src/")).count()
    };
    assert_eq!(
        (listed(&[]), listed(&["--limit", "5"]), listed(&["--limit", "500"])),
        (200, 5, 300)
    );
    let cut = run(folder.path(), &["search", "--path", "src/many.rs", "--limit", "5"]);
    assert!(cut.text(0).contains("… 295 more; --limit prints more"), "{cut:?}");
    let outline = run(folder.path(), &["search", "--path", "src"]);
    let error = "error: `src` is no file, which has an outline\nhint: give a query or --symbol NAME beside --path\n";
    assert_eq!((&*outline.err, outline.code), (error, Some(2)));
    let none = run(folder.path(), &["search", "zorp"]);
    assert!(none.text(3).contains("nothing found · 1 file · "), "{none:?}");
}
