//! Tests of which names in prose count as places that the report does not hold.

mod disguises;

use std::borrow::Cow;

use firsthand_registry::{LineRange, RepoPath};
use proptest::prelude::*;

use super::*;
use reading::plain;

/// All observed paths.
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
/// What stands at the report's places.
const EVIDENCE: &str = "import x from './types.ts'; options.verbose = 1; get('/v1/users/list', L77); \
    timers.map(30); load(my-dashed.ts, my_scored.ts, myjoined.ts, longer.tsx); self.queue.push(c3); \
    fn read() { write() } // see https://example.com/spec/a.html";
const QUERY: &str = "how does Node.js serve /health, and/or what is ready.txt?";

fn with_holdings<T>(use_holdings: impl FnOnce(&Holdings<'_>) -> T) -> T {
    let path = |text: &str| RepoPath::new(text).unwrap();
    let observed: Vec<RepoPath> = OBSERVED.into_iter().map(path).collect();
    let reported = [
        (path("src/store/channels.ts"), LineRange::new(42, 58)),
        (path("Makefile"), LineRange::new(1, 9)),
        (path("app/(auth)/[id]/page.tsx"), LineRange::new(5, 9)),
        (path("src/routes/+page.svelte"), LineRange::new(5, 9)),
        (path("packages/web/東京/src/見.ts"), LineRange::new(5, 9)),
    ];
    let places = reported.iter().map(|(path, range)| (path, *range));
    use_holdings(&Holdings::new(places, vec![EVIDENCE, QUERY], &observed))
}

/// The first place that the text names and the report does not hold.
fn foreign(text: &str) -> Option<String> {
    with_holdings(|holdings| holdings.first_foreign_place(text))
}

/// Asserts that each text names a place that is not reported.
fn assert_withheld(texts: &[&str]) {
    for text in texts {
        assert!(foreign(text).is_some(), "{text:?}");
    }
}

/// Asserts that no text names a place that is not reported.
fn assert_allowed(texts: &[&str]) {
    for text in texts {
        assert_eq!(foreign(text), None, "{text:?}");
    }
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
        "channels.ts:99Makefile",
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
        ("lib/other.rs", true),
        ("lib/other:12", true),
        ("lib/other", true),
        // An ending has up to ten letters and digits.
        ("ghost.properties", true),
        ("end.Nevertheless it", false), // a sentence without its space
        ("takes 1/2.5 of it", false),
        // An ending in mixed case counts where a file with it was observed.
        ("Ghost.Rs and Ghost.Tsx", true),
        ("fmt.Go and Ghost.Pdf", false),
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
        ("STORE/Channels.ts:44", false),
        ("annels.ts:44", true),
        ("tore/channels.ts", true),
        // The report's folders: some of their parts, whole.
        ("packages/web/東京", false),
        ("web/東京/src", false),
        ("eb/東京/src", true),
        ("packages/web/東", true),
        ("packages/東京/src", true),
    ] {
        assert_eq!(foreign(text).is_some(), expect, "{text:?}");
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
        ("a\u{200b}b\u{feff}\u{ad}\u{2060}\u{202e}\u{fe0f}\u{e0041}\u{7}c", "abc"),
        ("ａ：１２\u{ff5e}", "a:12~"),
        ("a\u{2236}b\u{2d0}c\u{2215}d\u{2044}e\u{2024}f", "a:b:c/d/e.f"),
        ("a%2Fb%3a12", "a/b:12"),
        ("\u{ff05}2F %\u{200b}2F", "/ /"),
        ("50%ab, 100%, %é1, a%20b, 5%", "50%ab, 100%, %é1, a%20b, 5%"), // no such codes
        ("a\\.b \\_c\\/d \\\\", "a.b _c/d \\"),
        ("\\d+ a\\b \\é", "\\d+ a\\b \\é"), // nothing is escaped
        ("a\u{2216}b\u{fe68}c", "a\\b\\c"),
        ("I/O, 0 or 1, l and O", "I/O, 0 or 1, l and O"), // ASCII characters are unchanged
        ("one\ntwo\tthree é", "one\ntwo\tthree é"),
    ] {
        assert_eq!(plain(text), expect, "{text:?}");
    }
    assert!(matches!(plain("see a/b.ts:12, é"), Cow::Borrowed(_))); // most texts
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
        assert_eq!(foreign(text).as_deref(), Some(expect), "{text:?}");
    }
    assert_eq!(foreign("channels.ts:44"), None);
}

#[test]
fn a_search_target_may_name_an_observed_place() {
    for (text, expect) in [
        ("dispatch in src/app.ts", false),
        ("dispatch in src/store", false),
        ("dispatch in app.ts", false),
        ("dispatch in src/ghost.ts", true),
        ("dispatch in src/ghost", true),
        ("dispatch in ghost.ts", true),
        ("dispatch in src/app.ts:3", true),
        ("dispatch in c9", true),
        ("config.load", false), // a member, where no file ends in `.load`
        ("channel/switch in src", false),
        ("lib/ghost/run", true),
        ("switchChannel", false),
    ] {
        assert_eq!(
            with_holdings(|holdings| holdings.names_unobserved_place(text)),
            expect,
            "{text:?}"
        );
    }
}

proptest! {
    /// What is named is a part of the text as it reads.
    #[test]
    fn a_foreign_name_is_a_part_of_any_text(
        text in "[Llinesc039=:#.,_/ a()\\[\\]@`*{}?\\\\%٣見\u{2013}-]{0,14}|\\PC{0,20}"
    ) {
        if let Some(name) = foreign(&text) {
            prop_assert!(readings(&text).iter().any(|reading| reading.contains(&name)), "{name:?}");
        }
    }
}
