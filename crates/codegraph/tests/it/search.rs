//! Search by any text, and the laws of its regions.

use firsthand_codegraph::{Cancel, Include, Query, SearchResult};

use crate::repo::{Repo, places};

/// The first region's symbol and path.
fn first(result: &SearchResult) -> String {
    places(result).lines().next().unwrap_or_default().to_owned()
}

fn small_repo() -> Repo {
    Repo::of(&[
        (
            "src/store/channels.ts",
            "import { api } from '../api'\n\n/** Switches to another channel. */\nexport function switchChannel(id: string) {\n  api.leave(current)\n  return api.join(id)\n}\n\nexport const current = 'lobby'\n",
        ),
        (
            "src/api.ts",
            "export const api = {\n  join: (id: string) => fetch(`/channels/${id}`),\n  leave: (id: string) => fetch('/leave'),\n}\n",
        ),
        ("src/big.ts", &"export function filler() { return 'channel channel' }\n".repeat(300)),
        (
            "tests/channels.test.ts",
            "import { switchChannel } from '../src/store/channels'\ntest('switchChannel', () => { switchChannel('a') })\n",
        ),
        ("README.md", "# Channels\n\nUse switchChannel to switch the channel.\n"),
        ("data.json", "{ \"channel\": 1 }\n"),
    ])
}

#[test]
fn the_declaration_that_was_named_comes_first() {
    let repo = small_repo();
    for query in ["switchChannel", "switch_channel", "where does it switch channel?"] {
        assert_eq!(
            first(&repo.search(query)),
            "src/store/channels.ts:3-7 switchChannel",
            "{query}"
        );
    }
}

#[test]
fn a_file_with_a_source_map_ranks_as_a_generated_one() {
    let text = "export function one() { return 'parcel' }\n";
    let files = [("lib/a.js", text), ("src/a.js", text)];
    let best = |files: &[(&str, &str)]| first(&Repo::of(files).search("parcel"));
    assert_eq!(best(&files), "lib/a.js:1-1 one");
    let mapped = [&files[..], &[("lib/a.js.map", "{}\n")]].concat();
    assert_eq!(best(&mapped), "src/a.js:1-1 one");
}

#[test]
fn of_equal_files_the_one_that_is_used_comes_first() {
    let repo = Repo::of(&[
        ("a.ts", "export function one() { return 'parcel' }\n"),
        ("b.ts", "export function two() { return 'parcel' }\n"),
        ("parcels.ts", "import { two } from './b'\nexport const parcel = () => two()\n"),
    ]);
    let result = repo.search("parcel");
    let paths: Vec<&str> = result.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["parcels.ts", "b.ts", "a.ts"]);
}

#[test]
fn a_name_with_a_similar_word_counts() {
    let function =
        |name: &str| format!("package p\n\nfunc {name}(tree *node) {{\n\tgrow(tree)\n}}\n");
    let (other, add) = (function("lopLeaf"), function("addRoute"));
    let routes = "package p\n\nvar routes = 1\n";
    let repo = Repo::of(&[("a.go", other.as_str()), ("b.go", add.as_str()), ("c.go", routes)]);
    let result = repo.search("a tree node of routes");
    assert_eq!(first(&result), "b.go:3-5 addRoute");
}

#[test]
fn a_long_file_does_not_win_by_its_length() {
    let result = small_repo().search("switch to another channel");
    assert_eq!(result.files[0].path, "src/store/channels.ts");
}

#[test]
fn path_classes_lower_the_rank_and_include_raises_it() {
    let repo = small_repo();
    let ask = |query: Query| {
        let found = repo.graph().search(&query, &Cancel::default());
        found.files.iter().map(|file| file.path.to_string()).collect::<Vec<_>>()
    };
    let base = Query::new("switchChannel");
    let position = |paths: &[String], path: &str| paths.iter().position(|p| p == path);
    let by_default = ask(base.clone());
    assert!(by_default.iter().any(|path| path.starts_with("tests/")));
    let no_tests = ask(Query { no_tests: true, ..base.clone() });
    assert_eq!(position(&no_tests, "tests/channels.test.ts"), None);
    let docs = Include { docs: true, ..Include::default() };
    let with_docs = ask(Query { include: docs, ..base });
    assert!(position(&with_docs, "README.md") <= position(&by_default, "README.md"));
}

#[test]
fn a_declaration_file_ranks_below_the_code_that_it_describes() {
    let typed = "/** Joins a channel. */\nexport function joinChannel(channel: string): void\n";
    let code = "exports.joinChannel = function joinChannel(channel) {\n  connect(channel)\n}\n";
    let repo = Repo::of(&[("channels.d.ts", typed), ("channels.js", code)]);
    let result = repo.search("how is a channel joined?");
    assert_eq!(result.files[0].path, "channels.js");
    // Two declaration files are compared as any two files are.
    let repo = Repo::of(&[("a.d.ts", typed), ("b.d.ts", "export type Channel = string\n")]);
    assert_eq!(repo.search("how is a channel joined?").files[0].path, "a.d.ts");
}

/// `count` functions of a parser, numbered from `from` on.
fn parsers(from: usize, count: usize) -> String {
    let one = |n: usize| format!("int parse_{n}(const char *text) {{\n  return text[{n}];\n}}\n\n");
    (from..from + count).map(one).collect()
}

#[test]
fn an_amalgamated_file_ranks_below_the_files_that_it_is_made_of() {
    let whole = format!("{}{}", parsers(0, 15), parsers(15, 15));
    let (first, second) = (parsers(0, 15), parsers(15, 15));
    let parts = [("a.c", first.as_str()), ("b.c", second.as_str())];
    let all = Repo::of(&[("amalgamation.c", &whole), parts[0], parts[1]]);
    let paths = |repo: &Repo, query: &str| -> Vec<String> {
        let files = repo.search(query).files;
        files.iter().map(|file| file.path.to_string()).collect()
    };
    assert_eq!(paths(&all, "parse_20"), ["b.c", "amalgamation.c", "a.c"]);
    // Without the parts it is a file like others, and so is one that has a few functions in common with another.
    let alone = Repo::of(&[("amalgamation.c", &whole), ("b.txt", "parse\n")]);
    assert_eq!(paths(&alone, "parse_20")[0], "amalgamation.c");
    let mixed = format!("{}{}", parsers(15, 3), parsers(40, 30));
    let mixed = Repo::of(&[("a.c", &mixed), ("b.c", &parsers(15, 3))]);
    assert_eq!(paths(&mixed, "parse_60")[0], "a.c");
}

#[test]
fn a_file_whose_path_the_query_contains_ranks_first() {
    let result = small_repo().search("error at src/api.ts:2 when a channel switches");
    assert_eq!(result.files[0].path, "src/api.ts");
}

#[test]
fn files_of_unknown_languages_are_searched_in_blocks() {
    let text =
        format!("{}\n\n[needle]\nvalue = 1\n\n{}", "a = 1\n".repeat(30), "b = 1\n".repeat(30));
    let repo = Repo::of(&[("conf/app.ini", &text)]);
    let result = repo.search("needle value");
    let region = &result.regions[0];
    assert!(region.symbol.is_none());
    assert!(
        region.range.start() <= 33
            && 33 <= region.range.end()
            && region.range.end() - region.range.start() < 45
    );
}

#[test]
fn words_in_any_script_are_found() {
    let repo = Repo::of(&[
        ("a.ts", "// 切换频道的函数\nexport function a() {}\n"),
        ("b.ts", "// Größe ändern\nexport function b() {}\n"),
        ("c.ts", "// rien\nexport function c() {}\n"),
    ]);
    assert_eq!(first(&repo.search("频道")), "a.ts:1-2 a");
    assert_eq!(first(&repo.search("GRÖSSE größe")), "b.ts:1-2 b");
}

#[test]
fn a_note_says_why_nothing_was_found() {
    let repo = small_repo();
    let none = repo.search("zzzqqq");
    assert!(none.regions.is_empty());
    assert_eq!(none.notes, ["no file holds a word of the query"]);
    let empty = repo.search(" ? ");
    assert_eq!(empty.notes, ["the query holds no word of two or more characters"]);
}

#[test]
fn a_cancelled_search_is_truncated() {
    let cancel = Cancel::default();
    cancel.cancel();
    let result = small_repo().graph().search(&Query::new("channel"), &cancel);
    assert!(result.stats.truncated && result.regions.is_empty());
}

#[test]
fn one_file_does_not_crowd_out_the_others() {
    let filler = "  step()\n".repeat(70);
    let many: String = (0..20)
        .map(|n| format!("export function needle{n}() {{\n{filler}  return needle\n}}\n\n"))
        .collect();
    let other = "export function thing() {\n  // needle\n  return 1\n}\n";
    let repo = Repo::of(&[("a.ts", &many), ("b.ts", other), ("c.ts", other), ("d.ts", other)]);
    let result = repo.search("needle");
    let from_a = result.regions.iter().take(6).filter(|region| region.path == "a.ts").count();
    assert!(from_a <= 3, "{}", places(&result));
    assert_eq!(result.regions.len(), 10);
}

#[test]
fn after_the_first_places_one_file_may_have_many() {
    let filler = "  step()\n".repeat(70);
    let many: String = (0..9)
        .map(|n| format!("export function needle{n}() {{\n{filler}  return needle\n}}\n\n"))
        .collect();
    let mut files = vec![("a.ts".to_owned(), many)];
    let other = format!("export function thing() {{\n{filler}  return 1 // needle\n}}\n");
    files.extend((0..12).map(|n| (format!("b{n}.ts"), other.clone())));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
    let result = Repo::of(&files).search("needle");
    let from_a = |count: usize| {
        let first = result.regions.iter().take(count);
        first.filter(|region| region.path == "a.ts").count()
    };
    assert_eq!((from_a(5), from_a(10)), (3, 6), "{}", places(&result));
}

#[test]
fn near_places_are_shown_as_one_region() {
    let near: String = (0..9).map(|n| format!("fn needle{n}() {{ needle() }}\n\n")).collect();
    let result = Repo::of(&[("a.rs", &near)]).search("needle");
    assert_eq!(result.regions.len(), 1, "{}", places(&result));
    assert_eq!((result.regions[0].range.start(), result.regions[0].range.end()), (1, 17));
}

/// A function of many lines whose 600th says something else.
fn long_function() -> String {
    let mut text =
        String::from("use a::b;\n\n/// Does much.\npub fn enormous_routine(\n    a: u32,\n) {\n");
    for n in 0..900 {
        text += &if n == 600 {
            "    let needle_counter = 1;\n".to_owned()
        } else {
            format!("    step({n});\n")
        };
    }
    text + "}\n"
}

#[test]
fn window_contains_definition() {
    let repo = Repo::of(&[("src/long.rs", &long_function())]);
    let by_name = repo.search("enormous_routine");
    let region = &by_name.regions[0];
    assert!(region.range.start() <= 4 && 4 <= region.range.end(), "{}", places(&by_name));
    assert!(region.hits.contains(&4));
    let inside = repo.search("needle_counter in enormous_routine");
    assert!(
        inside.regions.iter().any(|r| r.range.start() <= 607 && 607 <= r.range.end()),
        "{}",
        places(&inside)
    );
    assert!(inside.regions.iter().all(|r| r.range.end() - r.range.start() < 120));
}

/// The files that use the name rank before the one that declares it, and there are more of them than a search opens.
#[test]
fn an_identifier_is_shown_where_it_is_declared() {
    let check = |query: &str, declared: bool, expect: bool| {
        let user = |at: usize| {
            let text = format!("fn user{at}() {{\n    copy_user(copy_user({at}));\n}}\n");
            (format!("src/copy/user{at}.rs"), text)
        };
        let mut files: Vec<(String, String)> = (0..60).map(user).collect();
        let filler = "// Nothing of interest stands here.\n".repeat(200);
        let declaration = if declared { "pub fn copy_user(at: u8) {}\n" } else { "// copy_user\n" };
        files.push(("lib/z.rs".to_owned(), format!("{filler}{declaration}")));
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
        let found = Repo::of(&files).search(query);
        let first = found.regions[0].path.as_str() == "lib/z.rs";
        assert_eq!(first, expect, "{query}: {}", places(&found));
    };
    check("copy_user", true, true);
    check("what does copy_user do?", true, true);
    check("copy_user", false, false);
    // A query of many identifiers is code, so the declaration of none of them is looked up.
    check("copy_user is_user to_user", true, false);
    // For an identifier that is in no file, the files are not read a second time.
    let repo = Repo::of(&[("a.rs", "fn user() {}\n")]);
    let read = |query: &str| repo.search(query).stats.bytes_read;
    assert_eq!(read("user no_such_name"), read("user other"));
}

#[test]
fn a_long_query_finds_the_declaration_and_parses_few_files() {
    let issue: String = (0..2_000).map(|n| format!("word{n} ")).collect();
    let result = small_repo().search(&format!("{issue} switchChannel {issue}"));
    assert_eq!(first(&result), "src/store/channels.ts:3-7 switchChannel");
    assert!(result.stats.files_parsed <= 40);
}

/// A block in which only imports match is shown only if nothing else of its file matches. The lines above a declaration
/// are a place of their own.
#[test]
fn blocks_of_imports_are_shown_only_if_nothing_else_matches() {
    let class = "public class Redirect {\n  void redirect() {}\n}\n";
    let repo = Repo::of(&[
        ("a/Redirect.java", &format!("import a.RedirectError;\nimport a.RedirectKind;\n{class}")),
        (
            "b/Redirect.java",
            &format!("/* Licence of the redirect kind. */\nimport a.Other;\n{class}"),
        ),
        ("c/Other.java", "import a.RedirectKind;\n\nclass Other {\n}\n"),
    ]);
    let found = repo.graph().search(&Query::new("redirect kind"), &Cancel::default());
    let places = found.regions.iter().map(|r| format!("{}:{}", r.path, r.range));
    let mut places: Vec<String> = places.collect();
    places.sort();
    assert_eq!(
        places,
        ["a/Redirect.java:3-5", "b/Redirect.java:1-2", "b/Redirect.java:3-5", "c/Other.java:1-1"]
    );
}

/// Matches in a preamble that several files share do not count, but a file that is completely equal to others is no
/// preamble.
#[test]
fn identical_files_are_found_and_common_preambles_are_not() {
    let licence = "// Anyone may persist and share this.\n";
    let mut files: Vec<(String, String)> =
        (0..40).map(|at| (format!("uses/u{at}.ts"), "persist(basket)\n".to_owned())).collect();
    files.extend((0..4).map(|at| {
        let text = format!("{licence}export const ledger{at} = 1\n");
        (format!("src/l{at}.ts"), text)
    }));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let found = Repo::of(&files).search("persist");
    assert!(!found.regions.is_empty(), "{:?}", found.notes);
    let of_licence = |path: &str| path.starts_with("src/");
    let shown = found.regions.iter().map(|region| region.path.as_str());
    assert_eq!(shown.filter(|path| of_licence(path)).count(), 0);
}

/// A message that the query quotes, in a long file whose other words fit no better than those of forty others.
#[test]
fn a_message_that_the_query_quotes_is_found_in_a_long_file() {
    let message = "Target database is not up to date.";
    let about = |at: usize| {
        let text = format!("def target_database_{at}(date):\n    return check(database, target)\n");
        (format!("target/database_{at}.py"), text.repeat(40))
    };
    let mut files: Vec<(String, String)> = (0..40).map(about).collect();
    let other = "def filler():\n    return nothing_of_it\n\n".repeat(3_000);
    files.push((
        "long.py".to_owned(),
        format!("{other}def heads():\n    raise Error(\"{message}\")\n"),
    ));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let repo = Repo::of(&files);
    let first_place = |query: &str| first(&repo.search(query));
    let found = first_place(&format!("Which check of the target database says \"{message}\"?"));
    assert_eq!(found, "long.py:9001-9002 heads");
    let found = first_place("Which check compares: not the date, to up the target database is");
    assert!(!found.starts_with("long.py"), "{found}");
}

/// The words of a type's name count for its members, too, but less than for the type.
#[test]
fn a_type_that_the_query_names_ranks_before_its_members() {
    let text = "class Ledger:\n    total = 0\n\n\n\n\n\n    # Adds to the ledger.\n    def post(self, ledger):\n        return ledger\n";
    let repo = Repo::of(&[("a.py", text), ("b.py", "import a\n\nprint(a.Ledger())\n")]);
    let mut query = Query::new("ledger");
    query.window_lines = 3;
    let found = repo.graph().search(&query, &Cancel::default());
    assert_eq!(first(&found), "a.py:1-2 Ledger", "{}", places(&found));
}

/// The first places are grouped by file, and those of the best file come first.
#[test]
fn the_first_places_are_grouped_by_file() {
    let method =
        |name: &str| format!("def {name}(parcel):\n    return parcel.weight\n\n\n\n\n\n\n");
    let many = format!("{}{}", method("weigh_parcel"), method("send_parcel"));
    let repo = Repo::of(&[
        ("parcels.py", &many),
        ("shop.py", &method("weigh")),
        ("cart.py", &method("send")),
    ]);
    let found = repo.search("where is the weight of a parcel used to weigh or send it");
    let files: Vec<&str> = found.regions.iter().map(|r| r.path.as_str()).collect();
    let mut seen = files.clone();
    seen.dedup();
    let distinct: std::collections::BTreeSet<&str> = files.iter().copied().collect();
    assert_eq!(seen.len(), distinct.len(), "{files:?}");
    assert_eq!(files[0], found.files[0].path.as_str());
}

/// Files that use a common word more often do not hide the only one that declares it, if the query is short.
#[test]
fn a_plain_word_of_a_short_query_is_shown_where_it_is_declared() {
    let uses = "function f() { return alpha() + alpha() }\n".repeat(5);
    let mut files: Vec<(String, String)> = (0..60)
        .map(|n| (format!("src/m{n}.js"), format!("import {{ alpha }} from './core'\n{uses}")))
        .collect();
    files.push(("src/core.js".to_owned(), "export function alpha() {}\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let repo = Repo::of(&files);
    for query in ["alpha", "where is alpha", "where is alpha defined?"] {
        let found = repo.search(query);
        assert_eq!(found.regions[0].path, "src/core.js", "{query}");
    }
    // An import that ends with the name looks like a declaration of it.
    let uses = "\ndef f():\n    return alpha() + alpha()\n".repeat(5);
    let mut files: Vec<(String, String)> =
        (0..100).map(|n| (format!("m{n}.py"), format!("from core import alpha\n{uses}"))).collect();
    files.push(("core.py".to_owned(), "def alpha(x):\n    return x\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let found = Repo::of(&files).search("where is alpha");
    assert_eq!(found.regions[0].path, "core.py");
}
