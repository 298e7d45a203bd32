//! The present state of cited files: what it retains, and how it is compared.

use firsthand_registry::{Observation, Registry, RepoPath, Source, SourceLine, Span, Window};
use firsthand_validator::{Context, Intent, Present, PresentFile, Selection, cited, validate};

use crate::repo::{present, repo, selection};

/// A changed line was never observed, and reading a file again does not unmask a secret.
#[test]
fn only_observed_lines_are_retained() {
    let (registry, mut files) = repo();
    let app = "import { Store } from './store';\n\nfunction main() {\n\tother();\n}\n";
    files.insert("src/app.ts".to_owned(), app.as_bytes().to_vec());
    let selection = selection(r#"{"primaryCandidateIds":["c1","c6"]}"#);
    let all = present(&registry, &selection, &files);
    let retained = all.clone().only_seen(&registry);
    let mut shown = Vec::new();
    for (path, file) in &retained.files {
        let before = &all.files[path];
        assert_eq!((file.size(), file.blake3()), (before.size(), before.blake3()));
        assert_eq!(file.spans()[0].range(), before.spans()[0].range());
        for (number, line) in file.spans()[0].lines() {
            shown.push(format!("{path}:{number} {:?}", line.text()));
        }
    }
    insta::assert_snapshot!(shown.join("\n"), @r#"
    src/app.ts:1 "import { Store } from './store';"
    src/app.ts:2 ""
    src/app.ts:3 "function main() {"
    src/app.ts:4 ""
    src/app.ts:5 "}"
    src/key.ts:1 "const user = 'me';"
    src/key.ts:2 ""
    "#);
}

const PATH: &str = "src/key.rs";

/// What is retained of line 1, observed as `seen` and now `now`.
fn retained(seen: &SourceLine, now: &SourceLine) -> SourceLine {
    let path = RepoPath::new(PATH).unwrap();
    let span = Span::new(path.clone(), 1, vec![seen.clone()], None).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(Source::READ, Window::new(span.clone())));
    let mut file = PresentFile::of(&path, b"x", &[span.range()]);
    file = file.map_lines(|_, _| now.clone());
    let mut present = Present::default();
    present.files.insert(path.clone(), file);
    let present = present.only_seen(&registry);
    let (_, line) = present.files[&path].spans()[0].lines().next().unwrap();
    line.clone()
}

/// The hash of an observed masked line is retained; that of an unobserved one, which could reveal it, is not.
#[test]
fn only_hashes_of_observed_lines_are_retained() {
    let line = |text: &str| SourceLine::from_bytes(text.as_bytes());
    let hidden = |text: &str| line(text).mask("hidden");
    let with_hash = || line("key = 1").mask("");
    let without_hash = || SourceLine::masked("");
    for (seen, now, expect) in [
        (line("key = 1"), line("key = 1"), line("key = 1")),
        (line("key = 1"), hidden("key = 1"), with_hash()),
        (line("key = 1"), hidden("key = 2"), without_hash()),
        (line("key = 1"), line("key = 2"), without_hash()),
        (hidden("key = 1"), line("key = 1"), with_hash()),
        (hidden("key = 1"), hidden("key = 1"), with_hash()),
    ] {
        assert_eq!(retained(&seen, &now), expect, "{seen:?} is {now:?}");
    }
}

/// The name `stale` for each finding of that rule, on a place that was observed with these lines and whose file is now
/// `now`.
fn stale_findings(lines: Vec<SourceLine>, now: &[u8], only_seen: bool) -> Vec<&'static str> {
    let path = RepoPath::new(PATH).unwrap();
    let span = Span::new(path, 1, lines, None).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(Source::READ, Window::new(span)));
    let selection: Selection = selection(r#"{"primaryCandidateIds":["c1"],"confidence":"low"}"#);
    let mut present =
        Present::gather(&cited(&registry, &selection, Intent::Edit), |_| Some(now.to_vec()));
    if only_seen {
        present = present.only_seen(&registry);
    }
    let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Locate));
    let rules = verdict.body().findings.iter().map(|finding| finding.rule.name());
    rules.filter(|name| *name == "stale").collect()
}

/// A masked line without a hash to compare counts as changed.
#[test]
fn unchanged_masked_lines_are_compared_by_hash() {
    let line = SourceLine::from_bytes;
    let check = |lines: &dyn Fn() -> Vec<SourceLine>, now: &[u8], expect: &[&str]| {
        for only_seen in [false, true] {
            let findings = stale_findings(lines(), now, only_seen);
            assert_eq!(findings, expect, "{:?} is now {now:?}", lines());
        }
    };
    const STALE: &[&str] = &["stale"];
    // Lines are compared without their ends.
    let with_end = || vec![line(b"let a = 1;\n"), line(b"let b = 2;\r\n")];
    check(&with_end, b"let a = 1;\nlet b = 2;\n", &[]);
    check(&with_end, b"wholly\nrewritten\n", STALE);
    // A redacted line is compared by the hash of its own bytes.
    let secret = || vec![line(b"key = 'hunter2'\n").mask("key = [redacted]")];
    check(&secret, b"key = 'hunter2'\n", &[]);
    check(&secret, b"key = 'hunter2'", &[]);
    check(&secret, b"key = 'hunter3'\n", STALE);
    check(&secret, b"key = [redacted]\n", STALE);
    // So is a line that is not UTF-8.
    let not_utf8 = || vec![line(b"a \xff b")];
    check(&not_utf8, b"a \xff b\n", &[]);
    check(&not_utf8, b"a \xfe b\n", STALE);
    check(&not_utf8, "a \u{fffd} b\n".as_bytes(), STALE);
    // This line has no hash.
    let without_hash = || vec![line(b"let a = 1;"), SourceLine::masked("[redacted]")];
    check(&without_hash, b"let a = 1;\nlet b = 2;\n", STALE);
}

/// In a transcript older than the hashes neither side has one, and the lines count as unchanged.
#[test]
fn unchanged_lines_without_hashes_in_an_old_transcript() {
    let span = r#"{"path":"src/key.rs","start":1,"file_lines":1,"lines":[{"masked":"x"}]}"#;
    let seen: Span = serde_json::from_str(span).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(Source::READ, Window::new(seen)));
    let old = format!(r#"{{"files":{{"{PATH}":{{"size":9,"blake3":"00","spans":[{span}]}}}}}}"#);
    let present: Present = serde_json::from_str(&old).unwrap();
    let place = registry.iter().next().unwrap();
    assert!(present.is_unchanged(place));
    assert_eq!(serde_json::to_string(&present).unwrap(), old);
}

/// The size and the hash of a present file are computed from its bytes.
#[test]
fn unchanged_bytes_have_the_same_hash() {
    let (registry, files) = repo();
    let selection = selection(r#"{"primaryCandidateIds":["c1"]}"#);
    let present = present(&registry, &selection, &files);
    let file = &present.files[&RepoPath::new("src/app.ts").unwrap()];
    let bytes = &files["src/app.ts"];
    assert_eq!(file.size(), bytes.len() as u64);
    assert_eq!(file.blake3(), blake3::hash(bytes).to_hex().as_str());
}
