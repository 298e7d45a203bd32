//! Definition, callers, callees, references, implementors.

use firsthand_codegraph::{Cancel, Include, Query, Relation, Resolution};

use crate::repo::{Repo, expected, places};

fn web() -> Repo {
    Repo::of(&[
        (
            "src/store.ts",
            "export class Store {\n  open() { return this.load() }\n  load() { return 1 }\n}\n\nexport function switchChannel(id: string) {\n  return helper(id)\n}\n\nfunction helper(id: string) {\n  return id\n}\n",
        ),
        (
            "src/index.ts",
            "export * from './store'\nexport { switchChannel as change } from './store'\n",
        ),
        (
            "src/app.tsx",
            "import { switchChannel } from './store'\nimport { helper } from './other'\n\nexport const App = () => {\n  switchChannel('a')\n  helper()\n}\n",
        ),
        (
            "src/nav.ts",
            "import { change } from '.'\nimport * as store from './store'\n\nexport function go() { change('b') }\nexport function jump() { store.switchChannel('c') }\n",
        ),
        ("src/other.ts", "export function helper() {}\nexport function load() {}\n"),
        (
            "src/wild.js",
            "function run(x) { x.switchChannel('d') }\nclass Fake { switchChannel() { this.switchChannel() } }\n",
        ),
        ("notes.txt", "switchChannel is what switches.\n"),
    ])
}

fn check(symbol: &str, relation: Relation, expect: &str) {
    assert_eq!(places(&web().relate(symbol, relation)), expected(expect), "{relation} of {symbol}");
}

#[test]
fn a_definition_is_found_by_each_form_of_a_symbol() {
    check("Store.load", Relation::Definition, "src/store.ts:3-3 Store.load scope");
    check("store::switchChannel", Relation::Definition, "src/store.ts:6-8 switchChannel scope");
    check("src/store.ts:7", Relation::Definition, "src/store.ts:6-8 switchChannel scope");
    check("src/store.ts#helper", Relation::Definition, "src/store.ts:10-12 helper scope");
    check(
        "helper",
        Relation::Definition,
        "src/store.ts:10-12 helper name
         src/other.ts:1-1 helper name",
    );
}

#[test]
fn callers_resolve_through_imports() {
    check(
        "src/store.ts#switchChannel",
        Relation::Callers,
        "src/app.tsx:4-7 App import
         src/nav.ts:4-4 go import
         src/nav.ts:5-5 jump import
         src/wild.js:1-1 run name",
    );
    check("src/store.ts#helper", Relation::Callers, "src/store.ts:6-8 switchChannel scope");
    check("src/other.ts#helper", Relation::Callers, "src/app.tsx:4-7 App import");
    check("Store.load", Relation::Callers, "src/store.ts:2-2 Store.open scope");
}

#[test]
fn callees_resolve_through_imports_and_scopes() {
    check(
        "App",
        Relation::Callees,
        "src/other.ts:1-1 helper import
         src/store.ts:6-8 switchChannel import",
    );
    check("Store.open", Relation::Callees, "src/store.ts:3-3 Store.load scope");
}

#[test]
fn references_reach_into_plain_text() {
    let result = web().relate("src/store.ts#switchChannel", Relation::References);
    let last = result.regions.last().unwrap();
    assert_eq!((last.path.as_str(), last.resolution), ("notes.txt", Some(Resolution::Text)));
    let imports = result.regions.iter().filter(|r| r.path == "src/app.tsx").count();
    assert_eq!(imports, 2, "the import and the call\n{}", places(&result));
}

/// Many texts have a word by chance; a few may mean what code declares.
#[test]
fn a_word_of_many_texts_is_no_reference_to_a_declaration() {
    let code = "package main\n\nfunc main() {}\n";
    for (lines, expect) in [(9, 0), (2, 2)] {
        let repo = Repo::of(&[("main.go", code), ("a.css", &"main {}\n".repeat(lines))]);
        assert_eq!(repo.relate("main", Relation::References).sites.len(), expect, "{lines}");
    }
}

#[test]
fn implementors_are_resolved_through_imports() {
    let repo = Repo::of(&[
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("src/lib.rs", "pub mod shape;\nmod round;\npub use shape::Shape;\n"),
        ("src/shape.rs", "pub trait Shape { fn area(&self) -> f64; }\n"),
        (
            "src/round.rs",
            "use crate::Shape;\npub struct Disc;\nimpl Shape for Disc {\n    fn area(&self) -> f64 { 1.0 }\n}\n",
        ),
        ("src/other.rs", "trait Shape {}\nstruct No;\nimpl Shape for No {}\n"),
    ]);
    let result = repo.relate("shape::Shape", Relation::Implementors);
    assert_eq!(places(&result), "src/round.rs:3-5 Disc import");
    let region = &result.regions[0];
    assert_eq!((region.relation_of.as_deref(), region.distance), (Some("Shape"), Some(1)));
}

#[test]
fn ambiguity_and_near_names_are_noted() {
    let result = web().relate("helper", Relation::Callers);
    assert_eq!(
        result.notes[0],
        "helper is ambiguous, say which: src/other.ts:1 (function), src/store.ts:10 (function)"
    );
    // A declaration in a test is no rival, unless tests are asked for or declare the name alone.
    let ambiguous = |files: &[(&str, &str)], tests: bool| {
        let include = Include { tests, ..Include::default() };
        let query = Query { include, ..Query::default() };
        let found =
            Repo::of(files).graph().relate("save", Relation::Callers, &query, &Cancel::default());
        found.ambiguity.unwrap_or_default()
    };
    let user = ("src/User.php", "<?php\nclass User {\n  function save() {}\n}\n");
    let test = ("tests/UserTest.php", "<?php\nclass UserTest {\n  function save() {}\n}\n");
    let other = ("tests/RowTest.php", "<?php\nclass RowTest {\n  function save() {}\n}\n");
    let (own, in_test) = ("User::save (src/User.php:3)", "UserTest::save (tests/UserTest.php:3)");
    let in_other = "RowTest::save (tests/RowTest.php:3)";
    let say_which = "save is ambiguous, say which:";
    assert_eq!(ambiguous(&[user, test], false), "");
    assert_eq!(ambiguous(&[user, test], true), format!("{say_which} {own}, {in_test}"));
    assert_eq!(ambiguous(&[test, other], false), format!("{say_which} {in_other}, {in_test}"));
    let result = web().relate("swichChannel", Relation::Definition);
    assert_eq!(result.notes, ["nothing declares swichChannel: did you mean switchChannel?"]);
    let result = web().relate("src/store.ts:999", Relation::Callers);
    assert_eq!(result.notes, ["no declaration at src/store.ts:999: the file has 12 lines"]);
    let result = web().relate("Nowhere.switchChannel", Relation::Definition);
    assert_eq!(result.notes[0], "no switchChannel in Nowhere: taken by name");
}

#[test]
fn sites_are_complete_beyond_the_limit_and_tests_can_be_excluded() {
    let calls: String = (0..9).map(|n| format!("export function f{n}() {{ busy() }}\n")).collect();
    let repo = Repo::of(&[
        ("a.ts", "export function busy() {}\n"),
        ("b.ts", &format!("import {{ busy }} from './a'\n{calls}")),
        ("tests/c.ts", "import { busy } from '../a'\nexport function t() { busy() }\n"),
    ]);
    let query = Query { limit: 4, no_tests: true, ..Query::default() };
    let result = repo.graph().relate("busy", Relation::Callers, &query, &Cancel::default());
    assert_eq!((result.regions.len(), result.sites.len()), (4, 9));
    assert!(result.notes.is_empty(), "{:?}", result.notes);
}

#[test]
fn callers_that_are_not_listed_are_counted() {
    let calls = "busy()\n".repeat(1_004);
    let repo = Repo::of(&[("a.py", &format!("def busy(): pass\n{calls}"))]);
    let result =
        repo.graph().relate("busy", Relation::Callers, &Query::default(), &Cancel::default());
    assert_eq!(result.sites.len(), 1_000);
    assert_eq!(result.notes, ["4 more lines are not listed: the first 1000 are"]);
}

/// Of a name with many times more certain uses than can be listed, the files with most of them are enough.
#[test]
fn the_uses_of_a_frequent_name_are_counted_without_parsing_every_file() {
    let calls = |count: usize| "    shout(1);\n".repeat(count);
    let file = |number: usize, count: usize| {
        let text = format!("#include \"shout.h\"\nvoid f{number}(void)\n{{\n{}}}\n", calls(count));
        (format!("src/{number:03}.c"), text)
    };
    let check = |counts: &dyn Fn(usize) -> usize, sites: usize, expect: &[&str]| {
        let mut files: Vec<_> = (0..150).map(|number| file(number, counts(number))).collect();
        files.push(("shout.h".to_owned(), "void shout(int);\n".to_owned()));
        files.push((
            "shout.c".to_owned(),
            "#include \"shout.h\"\nvoid shout(int a) {}\n".to_owned(),
        ));
        let texts: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let repo = Repo::of(&texts);
        let graph = repo.graph();
        for relation in [Relation::Callers, Relation::References] {
            let found = graph.relate("shout", relation, &Query::default(), &Cancel::default());
            assert_eq!(found.notes, expect);
            assert_eq!(found.sites.len(), sites, "{relation:?}");
            let paths = found.sites.iter().map(|site| site.path.as_str());
            assert!(paths.clone().any(|path| path == "src/149.c"), "{:?}", found.sites);
        }
    };
    // The files with most occurrences are parsed first.
    let more = "at least 1428 more lines are not listed: the first 1000 are";
    let unread = "88 files that hold the name were not parsed (c): the listed lines are certain without them; with a path, its lines are listed";
    check(&|number| number / 3, 1_000, &[more, unread]);
    check(&|_| 2, 300, &[]);
}

#[test]
fn tests_in_files_with_other_code_can_be_excluded() {
    let text = "pub trait Door {\n    fn shut(&self);\n}\npub fn open() { close() }\nfn close() {}\n\n\
                #[cfg(test)]\nmod tests {\n    use super::*;\n\n    fn close() {}\n\n    struct Fake;\n\n    \
                impl Door for Fake {\n        fn shut(&self) {}\n    }\n\n    \
                #[test]\n    fn opens() { open() }\n}\n";
    let repo = Repo::of(&[("src/a.rs", text)]);
    let graph = repo.graph();
    let check = |symbol: &str, relation: Relation, all: usize, expect: &str| {
        let relate = |no_tests: bool| {
            let query = Query { no_tests, ..Query::default() };
            graph.relate(symbol, relation, &query, &Cancel::default())
        };
        assert_eq!(relate(false).regions.len(), all, "{relation} of {symbol}");
        assert_eq!(places(&relate(true)), expect, "{relation} of {symbol}");
    };
    check("open", Relation::Callers, 1, "");
    check("open", Relation::References, 1, "");
    check("open", Relation::Callees, 1, "src/a.rs:5-5 close scope");
    check("close", Relation::Definition, 2, "src/a.rs:5-5 close scope");
    check("Door", Relation::Implementors, 1, "");
    check("Door::shut", Relation::Implementors, 1, "");
}

/// No similar names are suggested for it.
#[test]
fn a_name_that_only_excluded_tests_declare_is_not_missing() {
    let unit = "pub fn fixtures() {}\n\n#[cfg(test)]\nmod tests {\n    fn fixture() {}\n\n    \
                #[test]\n    fn t() {\n        fixture();\n    }\n}\n";
    let file = "fn fixture() {}\n\n#[test]\nfn t() {\n    fixture();\n}\n";
    let whole = [("src/a.rs", "pub fn fixtures() {}\n"), ("tests/a.rs", file)];
    for (files, name) in [(&[("src/a.rs", unit)][..], "tests::fixture"), (&whole[..], "fixture")] {
        let repo = Repo::of(files);
        let graph = repo.graph();
        // The relations of a text are not about a symbol.
        for relation in Relation::ALL
            .into_iter()
            .filter(|relation| !matches!(relation, Relation::Texts | Relation::Numbers))
        {
            let relate = |symbol: &str, no_tests: bool| {
                let query = Query { no_tests, ..Query::default() };
                graph.relate(symbol, relation, &query, &Cancel::default())
            };
            let found = relate("fixture", true);
            assert_eq!(
                found.notes,
                ["fixture is declared only in tests or support files, which the query excludes"],
                "{relation}"
            );
            assert_eq!(places(&found), "", "{relation}");
            let notes = match relation {
                Relation::Siblings => vec![format!("{name} lists fewer than 3 members")],
                _ => Vec::new(),
            };
            assert_eq!(relate("fixture", false).notes, notes, "{relation}");
        }
    }
}

/// Of `path:line` and `path#name` only the file is compared, so another one may declare the name.
#[test]
fn an_excluded_declaration_at_a_place_is_not_the_only_one() {
    let unit = "fn helper() {}\n\n#[cfg(test)]\nmod tests {\n    fn helper() {}\n}\n";
    let repo = Repo::of(&[
        ("src/a.rs", unit),
        ("tests/b.rs", "fn helper() {}\n"),
        ("scripts/c.rs", "fn helper() {}\n"),
    ]);
    let graph = repo.graph();
    let check = |symbol: &str, place: &str| {
        let query = Query { no_tests: true, ..Query::default() };
        let found = graph.relate(symbol, Relation::Definition, &query, &Cancel::default());
        let note = format!("the declaration at {place} is in a test, which the query excludes");
        assert_eq!(found.notes, [note], "{symbol}");
        assert_eq!(places(&found), "", "{symbol}");
    };
    check("src/a.rs:5", "src/a.rs:5");
    check("tests/b.rs:1", "tests/b.rs:1");
    check("tests/b.rs#helper", "tests/b.rs:1");
    // A script is no test, whatever the tests lean on.
    let query = Query { no_tests: true, ..Query::default() };
    let found = graph.relate("scripts/c.rs:1", Relation::Definition, &query, &Cancel::default());
    assert_eq!(places(&found), "scripts/c.rs:1-1 helper scope");
}

/// A file in an unknown language, or one that is not read or not parsed, may declare it.
#[test]
fn a_name_is_declared_only_in_tests_if_all_files_with_it_were_parsed() {
    let test = ("tests/a.rs", "fn fixture() {}\n\nfn t() { fixture() }\n");
    let check = |other: (&str, &str), max_parsed: usize, regions: usize, notes: &[&str]| {
        let query = Query { no_tests: true, max_parsed, ..Query::default() };
        let repo = Repo::of(&[test, other]);
        let found =
            repo.graph().relate("fixture", Relation::Definition, &query, &Cancel::default());
        assert_eq!(found.notes, notes, "{other:?}");
        assert_eq!(found.regions.len(), regions, "{other:?}");
    };
    let user = ("src/b.rs", "fn user() { fixture() }\n");
    let only = "fixture is declared only in tests or support files, which the query excludes";
    check(user, 9, 0, &[only]);
    let some = "fixture is declared in tests or support files, which the query excludes";
    let unparsed = "1 file that holds the name was not parsed (rust): the limit went to files with more occurrences; with a path, its files come first";
    check(user, 1, 0, &[some, unparsed]);
    let as_text = format!("{some}: places in the text");
    let unknown = ("src/store.nim", "proc fixture() = discard\n");
    check(unknown, 9, 1, &[&as_text]);
    let too_large = format!("fn fixture() {{}}\n{}", " ".repeat(3 << 20));
    let unread = "not read: too large: src/b.rs";
    check(("src/b.rs", &too_large), 9, 0, &[some, unread]);
}

/// If very many files contain a name, a declaration that the query excludes is no reason to parse only the likely ones.
#[test]
fn an_excluded_test_does_not_end_the_search_for_a_definition() {
    let user = |at: usize| {
        let text = format!("fn user{at}() {{\n    let _ = shared({at});\n}}\n");
        (format!("src/u{at}.rs"), text)
    };
    let mut files: Vec<(String, String)> = (0..100).map(user).collect();
    files.push(("src/a.rs".to_owned(), "enum A {\n    shared,\n}\n".to_owned()));
    files.push(("tests/a.rs".to_owned(), "fn shared(at: u8) {}\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
    let query = Query { no_tests: true, ..Query::default() };
    let repo = Repo::of(&files);
    let found = repo.graph().relate("shared", Relation::Definition, &query, &Cancel::default());
    assert_eq!(places(&found), "src/a.rs:2-2 A::shared scope");
}

#[test]
fn relations_are_parsed_from_their_names() {
    for relation in Relation::ALL {
        assert_eq!(relation.to_string().parse(), Ok(relation));
    }
    assert!("friends".parse::<Relation>().is_err());
}

/// If a language is not parsed, it is unknown whether a file declares or calls a name.
#[test]
fn files_of_unparsed_languages_are_searched_as_text() {
    let nim = "pub fn getHandle(self: *Store) void {}\n\ntest {\n    store.getHandle();\n}\n";
    let repo = Repo::of(&[("src/store.nim", nim)]);
    for relation in [Relation::Definition, Relation::Callers, Relation::References] {
        let result = repo.relate("getHandle", relation);
        assert!(!result.regions.is_empty(), "{relation}");
        assert_eq!(result.notes, ["no declaration of getHandle was parsed: places in the text"]);
    }
}

/// If very many files contain a name, only those are parsed that may declare it; if none of them does, the others are
/// parsed, too.
#[test]
fn the_definition_of_a_common_name_parses_few_files() {
    let check = |declaring: &str, expect: &[&str], parsed: u64| {
        let mut files = vec![("src/z.rs".to_owned(), declaring.to_owned())];
        let user = |at: usize| {
            let text = format!("fn user{at}() {{\n    let _ = shared({at});\n}}\n");
            (format!("src/u{at}.rs"), text)
        };
        files.extend((0..100).map(user));
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
        let result = Repo::of(&files).relate("shared", Relation::Definition);
        let notes: Vec<&str> = result.notes.iter().map(String::as_str).collect();
        assert_eq!(notes, expect, "{declaring}");
        assert_eq!(result.regions.len(), 1, "{declaring}");
        assert_eq!(result.stats.files_parsed, parsed, "{declaring}");
    };
    let note = [
        "100 files that hold the name were not parsed (rust): other files are more likely to declare it",
    ];
    check("fn shared(at: u8) -> bool {\n    true\n}\n", &note, 1);
    check("mod a {\n    pub fn shared(at: u8) {}\n}\n", &note, 1);
    check("enum A {\n    shared,\n}\n", &[], 101);
}
