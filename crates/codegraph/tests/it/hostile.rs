//! Extreme trees that nobody would write by hand: the cost of each stays in proportion to its size.

use firsthand_codegraph::{Cancel, Options, Query, Relation};

use crate::repo::Repo;

/// A declaration's qualified name holds the names around it: without a limit, all of them together
/// grow with the square of the depth, to gigabytes for a file of the size that is read.
#[test]
fn deep_nesting_keeps_names_short() {
    const DEEP: usize = 4_000;
    for (path, open, close) in [
        ("a.rs", "mod nest { ", " }"),
        ("a.js", "function nest() {\n", "}\n"),
        ("a.py", "class nest: ", "\n"),
    ] {
        let text = open.repeat(DEEP) + "let needle = 1;" + &close.repeat(DEEP);
        let repo = Repo::of(&[(path, &text)]);
        let declared = repo.graph().declarations(path, text.as_bytes(), &Cancel::default());
        let longest = declared.iter().map(|symbol| symbol.qualified.len()).max();
        assert!(longest.is_none_or(|bytes| bytes < 400), "{path}: {longest:?}");
        assert!(declared.len() < 100, "{path}: {}", declared.len());
        let found = repo.search("needle nest");
        assert_eq!(found.files.len(), 1, "{path}");
        assert!(!found.regions.is_empty(), "{path}");
    }
}

#[test]
fn declarations_below_the_nesting_limit_keep_their_qualified_names() {
    let text = "mod nest { ".repeat(31) + "fn inner() {}" + &" }".repeat(31);
    let repo = Repo::of(&[("a.rs", &text)]);
    let declared = repo.graph().declarations("a.rs", text.as_bytes(), &Cancel::default());
    assert_eq!(declared.len(), 32);
    assert_eq!(declared[31].qualified, "nest::".repeat(31) + "inner");
}

/// A generated file, all in one line: each declaration is scored by all the text of its lines, so scoring all of them
/// would take time quadratic in the file's size (here, a minute).
#[test]
fn a_line_of_many_declarations_is_one_place() {
    let mut text = "function straw(){hay()};".repeat(8_000);
    text.push_str("function needle(){hay()}");
    let repo = Repo::of(&[("bundle.js", &text)]);
    for query in ["hay straw", "needle hay"] {
        let found = repo.search(query);
        assert_eq!(found.regions.len(), 1, "{query}");
        assert_eq!(found.regions[0].bytes, text.as_bytes());
    }
    let needle = repo.search("needle hay").regions.remove(0).symbol.unwrap();
    assert_eq!(
        needle.name, "needle",
        "the declaration that the query names is among those that are scored"
    );
}

/// Every use is compared with every declaration of its name, so the number of declarations is limited.
#[test]
fn of_a_very_common_name_only_the_first_declarations_count_and_a_note_says_so() {
    let text = "int knot(int a) { return knot(a); }\n".repeat(4_000);
    let repo = Repo::of(&[("a.c", &text)]);
    let found = repo.relate("knot", Relation::References);
    assert!(!found.regions.is_empty());
    let note = "4000 declarations of knot: the first 1000 count";
    assert!(found.notes.iter().any(|found_note| found_note == note), "{:?}", found.notes);
}

/// The files that a limit excludes are counted once, even if several steps of a query exclude them.
#[test]
fn files_that_were_not_parsed_are_counted_once() {
    let files: Vec<(String, String)> = (0..450)
        .map(|at| (format!("f{at:03}.rs"), format!("fn f{at}() {{ knot(); }}\n")))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|f| (&*f.0, &*f.1)).collect();
    let repo = Repo::of(&files);
    for relation in [Relation::Callers, Relation::References] {
        let found = repo.relate("knot", relation);
        let notes: Vec<&String> = found.notes.iter().filter(|n| n.contains("not parsed")).collect();
        assert_eq!(
            notes,
            [
                "50 files that hold the name were not parsed (rust): the limit went to files with more occurrences; with a path, its files come first"
            ],
            "{relation}"
        );
        assert!(found.stats.truncated);
    }
}

/// Files of a language that cannot use what was found are not parsed, and not counted as such.
#[test]
fn files_of_languages_that_cannot_use_a_symbol_are_not_counted() {
    let files: Vec<(String, String)> = (0..450)
        .map(|at| (format!("web/f{at:03}.ts"), "knot(); knot();\n".to_owned()))
        .chain(
            [
                ("a.php", "<?php\nclass A { static function knot() {} }\n"),
                ("b.php", "<?php\nA::knot();\n"),
            ]
            .map(|(path, text)| (path.to_owned(), text.to_owned())),
        )
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|f| (&*f.0, &*f.1)).collect();
    let found = Repo::of(&files).relate("A::knot", Relation::Callers);
    assert_eq!(found.notes, Vec::<String>::new());
    assert_eq!(found.sites.iter().map(|site| site.path.as_str()).collect::<Vec<_>>(), ["b.php"]);
    assert!(!found.stats.truncated);
}

/// Files that are not regular are never opened, and are counted as skipped.
#[cfg(unix)]
#[test]
fn pipes_sockets_and_links_are_counted() {
    let repo = Repo::of(&[("a.rs", "fn needle() {}\n"), ("in/b.rs", "fn needle() {}\n")]);
    let made = std::process::Command::new("mkfifo").arg(repo.path("pipe.rs")).status();
    assert!(made.unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(repo.path("in/socket.rs")).unwrap();
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, repo.path(at)).unwrap();
    link("gone.rs", "dangling.rs");
    link("loop.rs", "loop.rs");
    link("..", "in/up");
    link("/proc/self/root", "all.rs");
    let skipped = repo.graph().files().skipped;
    assert_eq!((skipped.special, skipped.links, skipped.total()), (2, 4, 6));
    let found = repo.search("needle");
    assert_eq!(found.stats.files_skipped, 6);
    assert_eq!(found.files.len(), 2);
}

/// Folders nested so deeply that the path of the innermost exceeds the system's limit.
#[cfg(target_os = "linux")]
#[test]
fn folders_too_deep_to_name_are_counted() {
    let repo = Repo::of(&[("a.rs", "fn needle() {}\n")]);
    // The script enters each folder that it creates, since the system refuses a path of that length.
    let script = "for i in $(seq 30); do mkdir -p \"$1\" && cd -P \"$1\" || exit 1; done; echo 'fn needle() {}' > b.rs";
    let name = "d".repeat(200);
    let made = std::process::Command::new("sh")
        .args(["-c", script, "sh", &name])
        .current_dir(repo.path(""))
        .status();
    assert!(made.unwrap().success());
    let inventory = repo.graph().files();
    assert_eq!(inventory.files.len(), 1);
    assert_eq!(inventory.skipped.unreadable, 1);
    assert_eq!(repo.search("needle").regions.len(), 1);
}

/// A folder of 20,000 files: each is listed and read.
#[test]
fn every_file_of_a_very_full_folder_is_read() {
    const MANY: usize = 20_000;
    let repo = Repo::of(&[("needle.rs", "fn needle() {}\n")]);
    for at in 1..MANY {
        std::fs::write(repo.path(&format!("f{at}")), b"hay\n").unwrap();
    }
    let graph = repo.graph_with(Options::default());
    let found = graph.search(&Query::new("needle"), &Cancel::default());
    assert_eq!(found.stats.files_seen, MANY as u64);
    assert_eq!(found.stats.files_read, MANY as u64);
    assert_eq!(found.regions[0].path, "needle.rs");
}

/// Error recovery in code that is nested so deeply takes ten seconds for a file of 28 KB, so the file is not parsed but
/// searched as text.
#[test]
fn too_deeply_nested_files_are_searched_as_text() {
    let declared = |path: &str, depth: usize| {
        let body = "if(a){".repeat(depth) + "\n" + &"}".repeat(depth);
        let text = format!("function needle() {{\n{body}\n}}\n");
        let repo = Repo::of(&[(path, &text)]);
        let found = repo.search("needle");
        assert_eq!(found.files[0].path, path);
        let note =
            "too slow to parse, so searched as text without declarations: ".to_owned() + path;
        assert_eq!(found.notes.contains(&note), depth > 1_000, "{:?}", found.notes);
        repo.graph().declarations(path, text.as_bytes(), &Cancel::default()).len()
    };
    assert_eq!((declared("a.js", 400), declared("a.js", 4_000)), (1, 0));
    assert_eq!(declared("a.sh", 4_000), 0);
}

/// Entries of a `when` that begin with literals are parsed in a time that grows with their number.
#[test]
fn a_long_when_of_kotlin_is_parsed() {
    let entries = |head: &dyn Fn(usize) -> String| {
        let entries: String = (0..300).map(|at| format!("    {} -> x.s{at}\n", head(at))).collect();
        format!(
            "class X {{\n  fun a(k: Any) = when (k) {{\n{entries}    else -> 0\n  }}\n  fun last() {{}}\n}}\n"
        )
    };
    let heads: [&dyn Fn(usize) -> String; 3] =
        [&|at| format!("\"k{at}\""), &|at| format!("{at}, -{at}"), &|at| format!("K.V{at}")];
    for head in heads {
        let repo = Repo::of(&[("a.kt", &entries(head))]);
        let found = repo.relate("X.last", Relation::Definition);
        assert_eq!(found.regions.len(), 1, "{}: {:?}", head(1), found.notes);
        assert!(found.regions[0].symbol.is_some(), "{}: {:?}", head(1), found.notes);
    }
}

/// A name in a file that is not parsed is found by the text of the file.
#[test]
fn accounted_a_file_that_is_given_up_is_searched_as_text() {
    let deep = format!(
        "function lonely() {{}}\nlonely()\nvar a = {}{}\n",
        "[".repeat(600),
        "]".repeat(600)
    );
    let repo = Repo::of(&[("a.js", &deep), ("b.js", "var b = 1\n")]);
    for relation in [Relation::Definition, Relation::References] {
        let found = repo.relate("lonely", relation);
        let paths: Vec<&str> = found.regions.iter().map(|region| region.path.as_str()).collect();
        assert_eq!(paths, ["a.js"], "{relation}: {:?}", found.notes);
    }
    let both = Repo::of(&[("a.js", &deep), ("b.js", "export function lonely() {}\n")]);
    let found = both.relate("lonely", Relation::References);
    assert!(found.sites.iter().any(|site| site.path.as_str() == "a.js"), "{:?}", found.sites);
}
