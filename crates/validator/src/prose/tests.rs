//! Tests of which names in prose count as unreported places.

mod disguises;
mod files;

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source};

use super::*;

const OBSERVED: [&str; 14] = [
    "src/store/channels.ts",
    "src/app.ts",
    "docs/read.md",
    "Makefile",
    "build",
    "server.js",
    "tool.c",
    "tool.h",
    "go.map",
    ".env",
    "client/main.rs",
    "server/main.rs",
    "app/(auth)/[id]/page.tsx",
    "src/routes/+page.svelte",
];

fn with_places<T>(use_places: impl FnOnce(&ReportedPlaces<'_>) -> T) -> T {
    let mut registry = Registry::new();
    let path = |text: &str| RepoPath::new(text).unwrap();
    let paths = OBSERVED.into_iter().map(path).collect();
    registry.observe(Observation::listed(Source::LIST, paths));
    let reported = [
        (path("src/store/channels.ts"), LineRange::new(42, 58)),
        (path("Makefile"), LineRange::new(1, 9)),
        (path("app/(auth)/[id]/page.tsx"), LineRange::new(5, 9)),
        (path("src/routes/+page.svelte"), LineRange::new(5, 9)),
        (path("packages/web/東京/src/見.ts"), LineRange::new(5, 9)),
    ];
    let evidence = "import x from './types.ts'; options.verbose = 1; get('/v1/users/list', L77); \
                    timers.map(30); load(my-dashed.ts, my_scored.ts, myjoined.ts, longer.tsx)";
    let reported = reported.iter().map(|(path, range)| (path, *range));
    use_places(&ReportedPlaces::new(reported, vec![evidence], &registry))
}

/// Asserts that each text names a place that is not reported.
fn assert_withheld(texts: &[&str]) {
    for text in texts {
        let is_withheld = with_places(|places| places.names_unreported_place(text));
        assert!(is_withheld, "{text:?}");
    }
}

/// Asserts that no text names a place that is not reported.
fn assert_allowed(texts: &[&str]) {
    for text in texts {
        let is_withheld = with_places(|places| places.names_unreported_place(text));
        assert!(!is_withheld, "{text:?}");
    }
}

#[test]
fn ordinary_prose_is_not_a_place() {
    assert_allowed(&[
        "Dispatches the action and/or the read/write lock, e.g. in TCP/IP, i.e. at 10 a.m.",
        "Runs on Node.js and in ASP.NET; I/O, n/a, 24/7, w/o, client/server",
        "sets options.verbose, then this.state and self.x; obj.method, a.b.c(), x.map(f)",
        "calls response.js() and items.map(f)",
        "since 1.2.3, v2.0.1 or 2.x; 0.5s; ratio 1:2 on port:8080, listens on :8080",
        "std::fs and foo::bar<T>::new, a ? b : c, key:1",
        "see https://example.com/docs/a.html and http://localhost:8080/docs/a.html",
        "by GET/PUT/POST on 2024/12/31, 1/2/3",
        "issue #12, PR#12, an L2 cache, L10n, // a comment, 100% of 50%ab",
        "imports ./types.ts",          // in the evidence
        "Handles /v1/users/list, L77", // in the evidence
        "",
    ]);
}

#[test]
fn the_reports_own_places_may_be_named() {
    assert_allowed(&[
        "See channels.ts:42-50.",
        "See `src/store/channels.ts:58`, “channels.ts:44”; @src/store/channels.ts:42",
        "at channels.ts:44:7, channels.ts#L44, channels.ts#L44-L50, channels.ts:44–50",
        "channels.ts(44), channels.ts(44,7), store\\channels.ts:44",
        "in src/store/channels.ts and src/store, src/store/ or ./src/store/channels.ts",
        "Makefile:3 and channels.ts#switchChannel, channels.ts::run",
        "app/(auth)/[id]/page.tsx:6 and +page.svelte:7, in app/(auth)/[id]/page.tsx",
        "web/東京/src/見.ts:7 (見.ts)",
        "channels.ts：44",
    ]);
}

#[test]
fn unreported_places_are_recognized() {
    assert_withheld(&[
        "See channels.ts:59",    // outside the range
        "See channels.ts:58-42", // no valid range
        "See channels.ts:42-59",
        "See channels.ts:0",
        "See channels.ts:99999999999",
    ]);
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
        "#L44-L50",
        "L44-50",
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
        assert_withheld(&[text]);
    }
}

/// Each condition has a text that meets it and one that does not.
#[test]
fn a_word_with_the_shape_of_a_path_is_a_place() {
    for (text, expect) in [
        // Two names with a separator are a path only with an extension or a line number.
        ("lib/other.rs", true),
        ("lib/other:12", true),
        ("lib/other", false),
        ("width/box.size(x)", false), // it is called
        // An extension is a letter with up to nine letters or digits after it.
        ("read/write.properties", true),
        ("read/write.Nevertheless it", false), // a sentence without its space
        ("takes 1/2.5 of it", false),
        ("read/write.re-read", false),
        // A number in parentheses may be an argument: the source decides.
        ("timers.map(30)", false),
        ("others.map(30)", true),
        // A word of the evidence is repeated only as a whole word.
        ("my-dashed.ts, my_scored.ts, myjoined.ts, longer.tsx", false),
        ("dashed.ts", true),
        ("scored.ts", true),
        ("joined.ts", true),
        ("longer.ts", true),
        // The report's files: their last parts, whole.
        ("store/channels.ts:44", false),
        ("/store/channels.ts:44", false),
        ("annels.ts:44", true),
        ("tore/channels.ts", true),
        // The report's folders: some of their parts, whole.
        ("packages/web/東京", false),
        ("web/東京/src", false),
        ("eb/東京/src", true),
        ("packages/web/東", true),
        ("packages/東京/src", true),
    ] {
        let is_withheld = with_places(|places| places.names_unreported_place(text));
        assert_eq!(is_withheld, expect, "{text:?}");
    }
}

#[test]
fn disguised_places_are_recognized() {
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
        "src\u{ff05}2Fghost",
        "src%\u{200b}2Fghost",
        "ghost.рс:12",
        "channels.ts:\u{200b}99",
        "ghost.rs\u{589}12",
        "ghost\u{a4f8}rs:12",
        "src\u{2571}ghost.ts",
        "src\u{2216}ghost.ts",
        "cafe\u{301}.rs:12",
        "ghost.rs:L12",
        "x@ghost.rs:12",
        "1:2:ghost.rs:5",
        "z:42-58.rs:7",
        "“ghost.rs:12”",
        "ghost.rs::12",
    ] {
        assert_withheld(&[text]);
    }
}

/// Invisible characters are removed, look-alikes replaced.
#[test]
fn disguises_are_normalized() {
    for (text, expect) in [
        (
            "a\u{200b}b\u{feff}\u{ad}\u{2060}\u{202e}\u{fe0f}\u{e0041}\u{7}c",
            "abc",
        ),
        ("ａ：１２\u{ff5e}", "a:12~"),
        (
            "a\u{2236}b\u{2d0}c\u{2215}d\u{2044}e\u{2024}f",
            "a:b:c/d/e.f",
        ),
        ("a%2Fb%3a12", "a/b:12"),
        ("\u{ff05}2F %\u{200b}2F", "/ /"),
        ("50%ab, 100%, %é1, a%20b, 5%", "50%ab, 100%, %é1, a%20b, 5%"), // no such codes
        ("a\\.b \\_c\\/d \\\\", "a.b _c/d \\"),
        ("\\d+ a\\b \\é", "\\d+ a\\b \\é"), // nothing is escaped
        ("a\u{2216}b\u{fe68}c", "a\\b\\c"),
        ("I/O, 0 or 1, l and O", "I/O, 0 or 1, l and O"), // ASCII characters are unchanged
        ("one\ntwo\tthree é", "one\ntwo\tthree é"),
    ] {
        assert_eq!(normalize(text), expect, "{text:?}");
    }
    assert!(matches!(normalize("see a/b.ts:12, é"), Cow::Borrowed(_))); // most texts
}

#[test]
fn path_patterns_of_a_text_are_expanded() {
    let check = |text: &str, others: &[&str]| {
        let all = [&[text], others].concat();
        assert_eq!(readings(text), all, "{text:?}");
    };
    check("a set {a,b} and f(x){y,z}", &[]);
    check("in “src/{a,b}.rs”", &["src/a.rs", "src/b.rs"]);
    check("src/{a}.rs, src/{a, b}.rs", &[]);
    check("{a,b}.rs {c,d}", &["a.rs", "b.rs"]);
    check("src/{a,b", &[]);
    check("in lib/x.*, y", &["in lib/x., y", "lib/x.any"]);
    check("a * b, or src/x.rs", &["a  b, or src/x.rs"]);
}

/// The name is returned without disguises and with its line number, but without a number in parentheses.
#[test]
fn the_first_unreported_place_is_returned() {
    for (text, expect) in [
        ("channels.ts:44, ghost.rs#L3, other.ts", "ghost.rs#L3"),
        ("others.map(30)", "others.map"),
        ("ghost\u{200b}.ts:12", "ghost.ts:12"),
        ("at L44", "L44"),
    ] {
        assert_eq!(
            with_places(|places| places.first_unreported(text)).as_deref(),
            Some(expect),
            "{text:?}"
        );
    }
    assert_eq!(
        with_places(|places| places.first_unreported("channels.ts:44")),
        None
    );
}

#[test]
fn a_search_target_may_name_an_observed_place() {
    for (text, expect) in [
        ("dispatch in src/app.ts", false),
        ("dispatch in src/store", false),
        ("dispatch in app.ts", false),
        ("dispatch in src/ghost.ts", true),
        ("dispatch in src/app.ts:3", true),
        ("switchChannel", false),
    ] {
        assert_eq!(
            with_places(|places| places.names_unobserved_place(text)),
            expect,
            "{text:?}"
        );
    }
}
