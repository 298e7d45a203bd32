//! Which files the inventory lists, which it skips, and how it counts them.

use firsthand_codegraph::{Cancel, Graph, OpenError, Options, Query, Scope};

use crate::repo::Repo;

fn paths(graph: &Graph) -> Vec<String> {
    graph.files().files.iter().map(|file| file.path.to_string()).collect()
}

#[test]
fn a_root_that_is_no_folder_is_an_error() {
    let repo = Repo::of(&[("a.rs", "fn a() {}\n")]);
    let open = |path: &str| Graph::open(repo.path(path), Options::default());
    assert!(matches!(open("missing"), Err(OpenError::Root { .. })));
    assert!(matches!(open("a.rs"), Err(OpenError::NotAFolder(_))));
    let excludes = vec!["a{".to_owned()];
    let bad = Graph::open(repo.path(""), Options { excludes, ..Options::default() });
    assert!(matches!(bad, Err(OpenError::Exclude(_))));
}

#[test]
fn ignored_hidden_refused_and_excluded_files_are_not_listed() {
    let repo = Repo::of(&[
        (".gitignore", "out/\n"),
        ("out/a.rs", "fn out() {}\n"),
        (".secret", "x"),
        ("src/b.rs", "fn b() {}\n"),
        ("src/key.pem", "x"),
        ("vendor/c.rs", "fn c() {}\n"),
        ("a.txt", "x"),
    ]);
    let graph = repo.graph_with(Options {
        skip: std::sync::Arc::new(|path| path.ends_with(".pem")),
        excludes: vec!["vendor/".to_owned()],
        threads: 2,
        ..Options::default()
    });
    assert_eq!(paths(&graph), ["a.txt", "src/b.rs"]);
    assert_eq!(graph.files().skipped.refused, 1);
}

/// Checks the default options.
#[test]
fn contained_files_of_secrets_are_refused_and_tests_rank_last_by_default() {
    let code = "fn needle() {\n    thread();\n}\n";
    let repo = Repo::of(&[
        ("credentials.json", "needle thread"),
        ("prod.tfvars", "needle thread"),
        ("id_rsa", "needle thread"),
        ("src/sew.rs", code),
        ("tests/sew.rs", code),
    ]);
    let graph = repo.graph_with(Options::default());
    assert_eq!(paths(&graph), ["src/sew.rs", "tests/sew.rs"]);
    assert_eq!(graph.files().skipped.refused, 3);
    let found = graph.search(&Query::new("needle thread"), &Cancel::default());
    assert_eq!(found.files[0].path, "src/sew.rs");
    let penalty = |at: usize| {
        let parts = found.regions[at].components.iter();
        parts.clone().any(|(name, _)| *name == "penalty")
    };
    assert!(!penalty(0) && penalty(1), "{found:?}");
    let open = graph_that_opens_all(&repo);
    assert_eq!(open.files().files.len(), 5);
}

/// A graph that refuses no file.
fn graph_that_opens_all(repo: &Repo) -> Graph {
    repo.graph_with(Options { skip: std::sync::Arc::new(|_| false), ..Options::default() })
}

#[cfg(unix)]
#[test]
fn links_and_invalid_names_are_counted() {
    use std::os::unix::ffi::OsStrExt;
    let repo = Repo::of(&[("a.rs", "fn a() {}\n")]);
    std::os::unix::fs::symlink(repo.path("a.rs"), repo.path("link.rs")).unwrap();
    let odd = repo.path("").join(std::ffi::OsStr::from_bytes(b"odd\xff.rs"));
    std::fs::write(odd, "fn odd() {}\n").unwrap();
    let inventory = repo.graph().files();
    assert_eq!(paths(&repo.graph()), ["a.rs"]);
    assert_eq!((inventory.skipped.links, inventory.skipped.invalid_names), (1, 1));
}

#[test]
fn binary_and_large_files_are_counted_not_searched() {
    let repo = Repo::of(&[("a.rs", "fn needle() {}\n")]);
    repo.write("b.bin", b"\x7fELF\0\0\0needle\0\x01\x02");
    repo.write("big.bin", &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".repeat(100));
    repo.write("big.js", "needle ".repeat(400).as_bytes());
    let graph = repo.graph_with(Options { max_file_bytes: 1_000, ..Options::default() });
    let result = graph.search(&Query::new("needle"), &Cancel::default());
    assert_eq!(result.files.len(), 1);
    assert_eq!((result.stats.files_seen, result.stats.files_read), (4, 1));
    assert_eq!(result.stats.files_skipped, 3);
    assert_eq!(result.notes, ["not read: too large: big.js"]);
}

#[test]
fn a_search_is_not_stale_after_files_change() {
    let repo = Repo::of(&[("a.rs", "fn before() {}\n")]);
    let graph = repo.graph();
    let ask = |text: &str| graph.search(&Query::new(text), &Cancel::default()).regions.len();
    assert_eq!((ask("before"), ask("after")), (1, 0));
    repo.write("a.rs", b"fn after() {}\n");
    repo.write("b.rs", b"fn after() {}\n");
    assert_eq!((ask("before"), ask("after")), (0, 2));
}

#[test]
fn a_second_search_uses_the_cached_facts() {
    let repo = Repo::of(&[("a.rs", "fn needle() {}\n")]);
    let graph = repo.graph();
    let ask = || graph.clone().search(&Query::new("needle"), &Cancel::default()).stats;
    let (first, second) = (ask(), ask());
    assert_eq!((first.files_parsed, first.cache_hits), (1, 0));
    assert_eq!((second.files_parsed, second.cache_hits), (0, 1));
}

#[test]
fn contained_secrets_do_not_match_whatever_facts_were_cached_before() {
    let repo = Repo::of(&[(
        "region.rs",
        "pub const REGION: &str = \"eu\";\npub const KEY: &str = \"AKIAIOSFODNN7EXAMPLE\";\n",
    )]);
    let cache = tempfile::tempdir().unwrap();
    let lines = |redact: bool| -> Vec<u32> {
        let options =
            Options { redact, cache: Some(cache.path().to_owned()), ..Options::default() };
        let query = Query::new("region AKIAIOSFODNN7EXAMPLE");
        let found = repo.graph_with(options).search(&query, &Cancel::default());
        let regions = found.regions.into_iter();
        regions.flat_map(|region| region.hits).collect()
    };
    // In the second round the facts come from the cache.
    for _ in 0..2 {
        assert_eq!(lines(false), [1, 2]);
        assert_eq!(lines(true), [1]);
    }
}

/// What `firsthand init` wrote about Firsthand answers no question about the repository, whatever was cached before.
#[test]
fn contained_lines_of_our_own_block_do_not_match() {
    let text = "# Notes\n\nA session is renewed.\n\n<!-- firsthand:begin -->\n## Finding sessions\n\nHow is a session renewed?\n<!-- firsthand:end -->\n\nSessions end.\n";
    let repo = Repo::of(&[("CLAUDE.md", text), ("AGENTS.md", "# Agents\n")]);
    let cache = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let options = Options { cache: Some(cache.path().to_owned()), ..Options::default() };
        let query = Query::new("how is a session renewed finding sessions");
        let found = repo.graph_with(options).search(&query, &Cancel::default());
        let hits = found.regions.iter().flat_map(|region| region.hits.clone());
        let hits: Vec<u32> = hits.collect();
        assert!(hits.contains(&3), "{hits:?}");
        assert!(hits.iter().all(|line| !(5..=9).contains(line)), "{hits:?}");
    }
}

/// The files of a scope in a tree of three folders and a file beside them.
fn selected(scope: &str) -> String {
    let paths =
        ["app/a.rb", "app/in/b.rb", "locales/de.json", "locales/en-US.json", "docs/x.md", "run.rb"];
    let repo = Repo::of(&paths.map(|path| (path, "text\n")));
    match Scope::of(scope, &repo.graph().files()) {
        Ok(scope) => {
            paths.into_iter().filter(|path| scope.holds(path)).collect::<Vec<_>>().join(" ")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn each_alternative_of_a_glob_is_a_scope() {
    let all = "app/a.rb app/in/b.rb locales/de.json locales/en-US.json docs/x.md run.rb";
    for (scope, expect) in [
        ("{docs,app,locales/en-*.json}", "app/a.rb app/in/b.rb locales/en-US.json docs/x.md"),
        ("{app,*.md}", "app/a.rb app/in/b.rb docs/x.md"),
        ("{app,gone,*.none}", "app/a.rb app/in/b.rb"),
        ("{gone,*.none}", "no file matches the glob"),
        ("{app/{a,gone}.rb,run.rb}", "app/a.rb run.rb"),
        ("*.{md,json}", "locales/de.json locales/en-US.json docs/x.md"),
        ("{in,x.md}", "app/in/b.rb docs/x.md"),
        ("app/{in,}", "app/a.rb app/in/b.rb"),
        ("{,docs}", "docs/x.md"),
        ("run.[{r}]b", "run.rb"),
        ("!{app,locales/en-*.json}", "locales/de.json docs/x.md run.rb"),
        ("{app,docs}\n!{in,gone}", "app/a.rb docs/x.md"),
        ("{app, docs}", "app/a.rb app/in/b.rb docs/x.md"),
        ("{a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,docs}", "docs/x.md"),
        ("{a}{b,c}{d,e}", "no file matches the glob"),
        (
            "{app",
            "\"{app\" is not a valid glob: error parsing glob '{app': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
        ),
    ] {
        assert_eq!(selected(scope), expect, "{scope}");
    }
    assert_eq!(selected(""), all);
}
