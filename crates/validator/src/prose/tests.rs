//! What prose may name, and what it may claim.

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source};

use super::*;

const KNOWN: [&str; 13] = [
    "src/store/channels.ts",
    "src/app.ts",
    "docs/read.md",
    "Makefile",
    "build",
    "server.js",
    "tool.c",
    "go.map",
    ".env",
    "client/main.rs",
    "server/main.rs",
    "app/(auth)/[id]/page.tsx",
    "src/routes/+page.svelte",
];

fn ask<T>(ask: impl FnOnce(&Places<'_>) -> T) -> T {
    let mut registry = Registry::new();
    let path = |text: &str| RepoPath::new(text).unwrap();
    let paths = KNOWN.into_iter().map(path).collect();
    registry.observe(Observation::listed(Source::LIST, paths));
    let held = [
        (path("src/store/channels.ts"), LineRange::new(42, 58)),
        (path("Makefile"), LineRange::new(1, 9)),
        (path("app/(auth)/[id]/page.tsx"), LineRange::new(5, 9)),
        (path("src/routes/+page.svelte"), LineRange::new(5, 9)),
        (path("packages/東京/見.ts"), LineRange::new(5, 9)),
    ];
    let evidence = "import x from './types.ts'; options.verbose = 1; get('/v1/users/list', L77)";
    let held = held.iter().map(|(path, range)| (path, *range));
    ask(&Places::new(held, vec![evidence], &registry))
}

fn check(expect: bool, texts: &[&str]) {
    for text in texts {
        assert_eq!(ask(|places| places.names_another(text)), expect, "{text:?}");
    }
}

#[test]
fn ordinary_prose_is_not_a_place() {
    check(
        false,
        &[
            "Dispatches the action and/or the read/write lock, e.g. in TCP/IP, i.e. at 10 a.m.",
            "Runs on Node.js and in ASP.NET; I/O, n/a, 24/7, w/o, client/server",
            "sets options.verbose, then this.state and self.x; obj.method, a.b.c(), x.map(f)",
            "calls response.js() and items.map(f)",
            "since 1.2.3, v2.0.1 or 2.x; 0.5s; ratio 1:2 on port:8080, listens on :8080",
            "std::fs and foo::bar<T>::new, a ? b : c, key:1",
            "see https://example.com/docs/a.html and http://localhost:8080/x/y",
            "by GET/PUT/POST on 2024/12/31, 1/2/3",
            "issue #12, PR#12, an L2 cache, // a comment, 100% of 50%ab",
            "imports ./types.ts",          // it stands in the evidence
            "Handles /v1/users/list, L77", // this too
            "",
        ],
    );
}

#[test]
fn the_reports_own_places_may_be_named() {
    check(
        false,
        &[
            "See channels.ts:42-50.",
            "See `src/store/channels.ts:58`, “channels.ts:44”; @src/store/channels.ts:42",
            "at channels.ts:44:7, channels.ts#L44, channels.ts#L44-L50, channels.ts:44–50",
            "channels.ts(44), channels.ts(44,7), store\\channels.ts:44",
            "in src/store/channels.ts and src/store, src/store/ or ./src/store/channels.ts",
            "Makefile:3 and channels.ts#switchChannel, channels.ts::run",
            "app/(auth)/[id]/page.tsx:6 and +page.svelte:7, in app/(auth)/[id]/page.tsx",
            "packages/東京/見.ts:7 (見.ts)",
            "channels.ts：44",
        ],
    );
}

#[test]
fn other_places_are_recognized() {
    check(
        true,
        &[
            "See channels.ts:59",    // outside the range
            "See channels.ts:58-42", // no range at all
            "See channels.ts:42-59",
            "See channels.ts:0",
            "See channels.ts:99999999999",
        ],
    );
    for text in [
        "See src/app.ts", // exists, but is not in the report
        "called from app.ts",
        "src/app.ts:1",
        "handled in ghost.ts", // does not exist
        "handled in ghost.ts line 3",
        "handled in ghost.ts.",
        "handled in src/ghost",
        "handled in (a/b/ghost)",
        "C:\\a\\b\\ghost.rs",
        "ghost.py:12 and types.ts:3",
        "../../etc/passwd",
        "build:12",
        "L44 and #L44-L50", // a mark without a file
        "L4000",
        "Node.js:12",
        "file.env:1, .env",
        "app/(auth)/[id]/page.tsx:60",
        "./types.ts:3", // the evidence does not hold a line number
        "5:6-ghost.rs:7",
        "https://host/x/ghost.rs#L12",
        "https://host/x/ghost.rs:12",
        "http://host:80/x/ghost.rs:12",
        "http://.rse\u{301}src/app.ts:3",
        "clients/server/x",
        "server/main",
    ] {
        check(true, &[text]);
    }
}

#[test]
fn disguises_do_not_help() {
    for text in [
        "ghost.rs#L3",
        "ghost.rs#3",
        "src\\ghost.rs:3",
        "ghost.ts(12)",
        "ghost.ts::handler",
        "ghost.rs：12",
        "ghost.rs:１２",
        "ghost.rs:١٢",
        "ｇｈｏｓｔ．ｒｓ：１２",
        "gh\u{200b}ost.rs:12",
        "ghost.rs\u{200b}:12",
        "ghost.\u{2060}rs:\u{feff}12",
        "ghost\u{ad}.ts",
        "ghost%2Ers:12",
        "ghost.rs%3A12",
        "src%2Fghost",
        "ghost.рс:12",
        "channels.ts:\u{200b}99",
        "cafe\u{301}.rs:12",
        "ghost.rs:L12",
        "x@ghost.rs:12",
        "1:2:ghost.rs:5",
        "z:42-58.rs:7",
        "“ghost.rs:12”",
        "ghost.rs::12",
    ] {
        check(true, &[text]);
    }
}

#[test]
fn a_search_may_name_what_was_seen() {
    for (text, expect) in [
        ("dispatch in src/app.ts", false),
        ("dispatch in src/store", false),
        ("dispatch in app.ts", false),
        ("dispatch in src/ghost.ts", true),
        ("dispatch in src/app.ts:3", true),
        ("switchChannel", false),
    ] {
        assert_eq!(ask(|places| places.names_unseen(text)), expect, "{text:?}");
    }
}
