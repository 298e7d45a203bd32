//! Banned words derived from tasks, and lists of them.

use firsthand_guard::{Background, Task, Vocabulary, dependencies};

/// Tasks about three products, with words that all code has.
fn tasks() -> Vec<Task> {
    let mut tasks = Vec::new();
    for (repository, text) in [
        ("colin/zod", "zod schemas: the parser and the cache of a request fail, see httpzodfile"),
        ("arrays/xarray", "xarray: a server keeps the cache of a datatree open, see the parser"),
        ("web/caddy", "the caddyfile is read by the parser, the server drops a request"),
        ("psf/requests", "a request of requests is not cached by the server"),
    ] {
        for n in 0..6 {
            let text = format!("{text}; please reproduce it in cache_dir with version {n}");
            let repository = repository.to_owned();
            tasks.push(Task { repository, text });
        }
    }
    tasks
}

#[test]
fn product_nouns_are_banned_and_words_of_any_code_are_not() {
    let derived = Vocabulary::derive(&tasks(), Background::general());
    let terms: Vec<&str> = derived.terms().collect();
    for noun in ["zod", "xarray", "caddy", "caddyfile", "httpzodfile"] {
        assert!(terms.contains(&noun), "{noun}: {terms:?}");
    }
    let common = [
        "cache",
        "parser",
        "request",
        "requests",
        "server",
        "file",
        "cachedir",
        "reproduce",
        "schemas",
        "version",
    ];
    for word in common {
        assert!(!terms.contains(&word), "{word}: {terms:?}");
    }
}

#[test]
fn a_word_of_one_task_is_not_banned() {
    let mut tasks = tasks();
    tasks[0].text.push_str(" wibblewobble");
    let derived = Vocabulary::derive(&tasks, Background::general());
    assert!(!derived.terms().any(|term| term == "wibblewobble"));
}

#[test]
fn a_word_of_many_repositories_is_not_banned() {
    let mut tasks = tasks();
    for task in &mut tasks {
        task.text.push_str(" wibblewobble");
    }
    let derived = Vocabulary::derive(&tasks, Background::general());
    assert!(!derived.terms().any(|term| term == "wibblewobble"));
}

#[test]
fn the_background_has_common_words_of_code() {
    let background = Background::general();
    for word in ["cache", "parser", "request", "server", "the", "index", "token"] {
        assert!(background.is_common(word), "{word}");
    }
    for word in ["xarray", "caddyfile", "zod", "wibblewobble"] {
        assert!(!background.is_common(word), "{word}");
        assert!(background.share(word) > 0.0);
    }
}

#[test]
fn a_vocabulary_round_trips() {
    let derived = Vocabulary::derive(&tasks(), Background::general());
    assert_eq!(Vocabulary::parse(&derived.list()), derived);
    let read = Vocabulary::parse("# why\n\ngo-zero # a repository\nhono\n");
    assert_eq!(read.terms().collect::<Vec<_>>(), ["go-zero", "hono"]);
    assert!(Vocabulary::parse("# nothing\n").is_empty());
}

#[test]
fn dependencies_may_be_named() {
    let lock = "[[package]]\nname = \"grammar-kotlin-ng\"\nversion = \"1.0.0\"\n";
    let names = dependencies("Cargo.lock", lock);
    assert_eq!(names, ["grammar-kotlin-ng"]);
    let remaining = Vocabulary::of(["kotlin", "Grammar Kotlin NG", "astro"]).without(names);
    assert_eq!(remaining.terms().collect::<Vec<_>>(), ["astro"]);
    let json = r#"{"dependencies": {"zod": "3"}, "devDependencies": {"vitest": "1"}}"#;
    assert_eq!(dependencies("web/package.json", json), ["zod", "vitest"]);
    assert_eq!(
        dependencies("requirements.txt", "# pinned\nnumpy>=2\nflask==3\n"),
        ["numpy", "flask"]
    );
}

#[test]
fn tasks_are_read_from_lines_and_lists() {
    let lines = concat!(
        r#"{"repo": "a/b", "query": "q", "gold": [{"path": "src/x.rs", "symbols": [{"name": "Y"}]}], "id": 1}"#,
        "\n\n",
        r#"[{"repository": "c/d", "problem_statement": "p"}]"#,
    );
    let tasks = Task::read_all(lines).unwrap();
    let read: Vec<(&str, &str)> =
        tasks.iter().map(|t| (t.repository.as_str(), t.text.as_str())).collect();
    assert_eq!(read, [("a/b", "q\nY\nsrc/x.rs"), ("c/d", "p")]);
    let error = |text: &str| Task::read_all(text).unwrap_err().to_string();
    assert_eq!(error("\n{\"repo\": \"a/b\"}"), "line 2: no `query`");
    assert_eq!(error("{\"query\": \"a\"}"), "line 1: no `repo`");
    assert!(error("{").starts_with("line 1: "));
}
