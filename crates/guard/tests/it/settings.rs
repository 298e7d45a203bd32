//! `guard.toml`: what is production code, and which tables are allowed.

use firsthand_guard::{Config, SourceFile, check_part};

use crate::{banned, findings_as_lines, found};

const TABLE: &str = "const ROLES: &[&str] = &[\"entry\", \"state\"];\n";
const WITH_BANNED_WORD: &str = "fn gizmotron() {}\n";

fn check(files: &[(&str, &str)], settings: &str, expect: &[&str]) {
    assert_eq!(findings_as_lines(&found(files, settings)), expect, "{settings}");
}

#[test]
fn only_production_code_is_checked() {
    let files = [
        ("src/a.rs", WITH_BANNED_WORD),
        ("src/gen/b.rs", WITH_BANNED_WORD),
        ("src/a/tests.rs", WITH_BANNED_WORD),
        ("tests/it/main.rs", WITH_BANNED_WORD),
        ("benches/b.rs", WITH_BANNED_WORD),
        ("web/a.test.ts", "const gizmotron = 1;"),
        ("web/a.md", "gizmotron"),
        ("py/test_a.py", "gizmotron = 1"),
        ("py/a.py", "gizmotron = 1"),
    ];
    check(
        &files,
        "",
        &["py/a.py:1: vocabulary", "src/a.rs:1: vocabulary", "src/gen/b.rs:1: vocabulary"],
    );
    let narrow = "[production]\npaths = [\"src/**\"]\nskip = [\"src/gen/**\"]";
    check(&files, narrow, &["src/a.rs:1: vocabulary"]);
    let inside = [("src/a.rs", "#[cfg(test)]\nmod tests {\n    fn gizmotron() {}\n}\n")];
    check(&inside, "", &[]);
}

#[test]
fn banned_terms_are_found_in_paths() {
    check(&[("src/gizmo_tron/a.rs", "fn f() {}\n")], "", &["src/gizmo_tron/a.rs:1: vocabulary"]);
}

#[test]
fn allowed_tables_are_exempt_with_a_reason() {
    let allowed = |path: &str, reason: &str| {
        format!("[allowed]\ntables = [\n  {{ path = \"{path}\", reason = \"{reason}\" }},\n]")
    };
    let files = [("src/roles.rs", TABLE), ("src/a.rs", TABLE)];
    check(&files[..1], &allowed("src/roles.rs", "a wire enum"), &[]);
    check(&files, &allowed("src/roles*", "a wire enum"), &["src/a.rs:1: role-table"]);
    check(
        &files[..1],
        &allowed("src/roles.rs", ""),
        &["guard.toml:3: bad-exception", "src/roles.rs:1: role-table"],
    );
    check(
        &[("src/b.rs", "fn f() {}\n")],
        &allowed("src/b.rs", "a wire enum"),
        &["guard.toml:3: unused-exception"],
    );
    check(&[], &allowed("src/gone.rs", "a wire enum"), &["guard.toml:3: unused-exception"]);
    // A table is no licence for a regex.
    let regex = "fn f(query: &str) -> bool { Regex::new(\"why\").unwrap().is_match(query) }\n";
    let printed = ["guard.toml:3: unused-exception", "src/roles.rs:1: query-regex"];
    check(&[("src/roles.rs", regex)], &allowed("src/roles.rs", "a wire enum"), &printed);
}

#[test]
fn checking_a_part_reports_no_unused_exceptions_of_the_settings() {
    let settings = "[allowed]\ntables = [{ path = \"src/gone.rs\", reason = \"a wire enum\" }]";
    let config = Config::parse("guard.toml", settings).unwrap();
    let file = SourceFile { path: "src/a.rs".into(), text: WITH_BANNED_WORD.into() };
    assert_eq!(
        findings_as_lines(&check_part(&[file], &config, &banned())),
        ["src/a.rs:1: vocabulary"]
    );
}

#[test]
fn without_a_vocabulary_its_exceptions_are_not_reported_as_unused() {
    let text = "fn gizmotron() {} // guard: allow(vocabulary) reason=\"a header on the wire\"\n";
    let file = SourceFile { path: "src/a.rs".into(), text: text.into() };
    let none = firsthand_guard::Vocabulary::default();
    assert_eq!(
        findings_as_lines(&firsthand_guard::check(&[file], &Config::default(), &none)),
        [""; 0]
    );
}

#[test]
fn invalid_settings_are_refused() {
    let error = |text: &str| Config::parse("guard.toml", text).unwrap_err().to_string();
    assert!(error("[production]\npath = []").contains("unknown field `path`"));
    assert!(error("[production]\npaths = [\"a{b\"]").contains("a{b"));
    assert!(error("[allowed]\ntables = [{ path = \"a{b\", reason = \"x\" }]").contains("a{b"));
    assert!(error("production").contains("expected"));
}
