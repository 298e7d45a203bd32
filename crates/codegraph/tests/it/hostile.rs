//! Trees that nobody would write by hand: what they cost stays in proportion to their size.

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
        let declared = repo
            .graph()
            .declarations(path, text.as_bytes(), &Cancel::default());
        let longest = declared.iter().map(|symbol| symbol.qualified.len()).max();
        assert!(
            longest.is_none_or(|bytes| bytes < 400),
            "{path}: {longest:?}"
        );
        assert!(declared.len() < 100, "{path}: {}", declared.len());
        let found = repo.search("needle nest");
        assert_eq!(found.files.len(), 1, "{path}");
        assert!(!found.regions.is_empty(), "{path}");
    }
}

#[test]
fn names_around_which_nothing_is_too_deep_are_kept() {
    let text = "mod nest { ".repeat(31) + "fn inner() {}" + &" }".repeat(31);
    let repo = Repo::of(&[("a.rs", &text)]);
    let declared = repo
        .graph()
        .declarations("a.rs", text.as_bytes(), &Cancel::default());
    assert_eq!(declared.len(), 32);
    assert_eq!(declared[31].qualified, "nest::".repeat(31) + "inner");
}

/// A file written by a program, all in one line: each declaration is weighed by all that stands in
/// its lines, so that all of them would cost the square of the file's size (a minute, here).
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
        "the name that is asked for is among those that count"
    );
}

/// Every use is held against every declaration of its name.
#[test]
fn a_name_that_is_declared_all_over_is_cut_and_said() {
    let text = "int knot(int a) { return knot(a); }\n".repeat(4_000);
    let repo = Repo::of(&[("a.c", &text)]);
    let found = repo.relate("knot", Relation::References);
    assert!(!found.regions.is_empty());
    let note = "4000 declarations of knot: the first 1000 count";
    assert!(
        found.notes.iter().any(|said| said == note),
        "{:?}",
        found.notes
    );
}

/// The files that a cap leaves out are counted once, however often they are asked for.
#[test]
fn files_that_were_not_parsed_are_counted_once() {
    let files: Vec<(String, String)> = (0..450)
        .map(|at| {
            (
                format!("f{at:03}.rs"),
                format!("fn f{at}() {{ knot(); }}\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|f| (&*f.0, &*f.1)).collect();
    let repo = Repo::of(&files);
    for relation in [Relation::Callers, Relation::References] {
        let found = repo.relate("knot", relation);
        let notes: Vec<&String> = found
            .notes
            .iter()
            .filter(|n| n.contains("parsed"))
            .collect();
        assert_eq!(
            notes,
            ["50 files that hold the name were not parsed"],
            "{relation}"
        );
        assert!(found.stats.truncated);
    }
}

/// What is no regular file is never opened, and never left out in silence.
#[cfg(unix)]
#[test]
fn pipes_sockets_and_links_are_counted() {
    let repo = Repo::of(&[
        ("a.rs", "fn needle() {}\n"),
        ("in/b.rs", "fn needle() {}\n"),
    ]);
    let made = std::process::Command::new("mkfifo")
        .arg(repo.path("pipe.rs"))
        .status();
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

/// Folders so deep that no path of the system reaches the last of them.
#[cfg(target_os = "linux")]
#[test]
fn folders_too_deep_to_name_are_counted() {
    let repo = Repo::of(&[("a.rs", "fn needle() {}\n")]);
    // Made from below: a path of that length is refused.
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

/// As many files in one folder as there may be: each is seen, none is lost.
#[test]
fn a_folder_of_many_files_is_seen_whole() {
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

/// Error recovery in what is nested so deep takes ten seconds in a file of 28 KB; it is searched as text.
#[test]
fn what_is_nested_beyond_reason_is_not_parsed() {
    let declared = |path: &str, depth: usize| {
        let body = "if(a){".repeat(depth) + "\n" + &"}".repeat(depth);
        let text = format!("function needle() {{\n{body}\n}}\n");
        let repo = Repo::of(&[(path, &text)]);
        let found = repo.search("needle");
        assert_eq!(found.files[0].path, path);
        let note =
            "too slow to parse, so searched as text without declarations: ".to_owned() + path;
        assert_eq!(
            found.notes.contains(&note),
            depth > 1_000,
            "{:?}",
            found.notes
        );
        repo.graph()
            .declarations(path, text.as_bytes(), &Cancel::default())
            .len()
    };
    assert_eq!((declared("a.js", 400), declared("a.js", 4_000)), (1, 0));
    assert_eq!(declared("a.sh", 4_000), 0);
}
