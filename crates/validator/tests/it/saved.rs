//! Faults of saved reports: statements that no report of the validator has.

use firsthand_registry::{LineRange, RepoPath};
use firsthand_validator::{
    FileProof, FileText, Intent, NoDeclarations, PlaceState, RunFacts, SavedPlace, SavedReport,
    find_place,
};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::repo::{repo, show, verdict_on};

/// A complete report: a place, a quoted link, and a place to read.
fn document() -> Value {
    let text = r#"{"primaryCandidateIds":["c1"],"readTargets":[{"candidateId":"c3","purpose":"why"}],
        "flow":[{"candidateId":"c1","fact":"It runs.","quote":"run(a, b)"}]}"#;
    let verdict = verdict_on(Intent::Explain, text, |_| {});
    serde_json::to_value(verdict.into_report(RunFacts::new("/repo", "query"))).unwrap()
}

/// The document with other values at some JSON pointers.
fn altered(edits: &Value) -> SavedReport {
    let mut report = document();
    for (pointer, value) in edits.as_object().unwrap() {
        *report.pointer_mut(pointer).unwrap() = value.clone();
    }
    serde_json::from_value(report).unwrap()
}

/// The findings of these rules.
fn findings(rules: &[&str]) -> Value {
    let findings = rules.iter();
    findings.map(|rule| json!({"rule": rule, "detail": ""})).collect()
}

/// Checks the faults of a report whose files are not known.
fn check(edits: &Value, expect: &[&str]) {
    assert_eq!(altered(edits).faults(|_| None), expect, "{edits}");
}

#[test]
fn a_report_of_the_validator_has_no_fault() {
    for edits in [
        json!({}),
        json!({"/primary/0/end": 120, "/primary/0/anchor": null}),
        json!({"/primary/0": {"path": "docs/notes.md"}}),
        json!({"/flow/0/quote/text": "aaa\nbbb"}),
        json!({"/flow/0/quote/text": "a".repeat(240)}),
        json!({"/findings": findings(&["clamped", "merged", "over_limit", "redacted"])}),
        json!({"/confidence": "medium", "/missing": ["a", "b", "c"], "/findings": findings(&["stale"])}),
        json!({"/confidence": "medium", "/read_targets/0/purpose": " "}),
        json!({"/confidence": "medium", "/flow/0/fact": " ", "/intent": "locate"}),
        json!({"/confidence": "low", "/flow": [], "/intent": "locate"}),
        json!({"/action": "read_targets", "/intent": "edit"}),
        json!({"/action": "targeted_gap_search", "/search_targets": ["a", "b", "c", "d", "e"]}),
        json!({"/action": "skip_explore_result", "/confidence": "low",
            "/primary": [], "/flow": [], "/read_targets": []}),
        json!({"/action": null, "/confidence": null, "/primary": [], "/flow": [], "/read_targets": []}),
    ] {
        check(&edits, &[]);
    }
}

#[test]
fn a_place_that_was_not_verified_is_a_fault() {
    let unsound = "primary: src/app.ts has no sound range of lines";
    check(&json!({"/primary/0/end": 120}), &["primary: src/app.ts has the anchor of other lines"]);
    check(&json!({"/primary/0/end": 0}), &[unsound]);
    check(&json!({"/primary/0/start": 0}), &[unsound]);
    check(&json!({"/primary/0/start": 6}), &[unsound]);
    check(&json!({"/primary/0/end": null}), &[unsound]);
    check(&json!({"/primary/0/end": 121}), &["primary: src/app.ts has 121 lines, the most is 120"]);
    check(
        &json!({"/primary/0/path": "b.ts"}),
        &["primary: b.ts is not among the files that were verified"],
    );
    check(
        &json!({"/read_targets/0/start": 10, "/flow/0/path": "b.ts"}),
        &[
            "flow: b.ts is not among the files that were verified",
            "read_targets: src/store.ts has no sound range of lines",
        ],
    );
}

#[test]
fn exceeding_a_limit_is_a_fault() {
    let many = |pointer: &str, count| vec![document().pointer(pointer).unwrap().clone(); count];
    check(&json!({"/primary": many("/primary/0", 6)}), &["primary: 6 entries, the most is 5"]);
    check(&json!({"/flow": many("/flow/0", 13)}), &["flow: 13 entries, the most is 12"]);
    check(
        &json!({"/read_targets": many("/read_targets/0", 9)}),
        &["read_targets: 9 entries, the most is 8"],
    );
    check(
        &json!({"/missing": ["a", "b", "c", "d"], "/confidence": "low"}),
        &["missing: 4 entries, the most is 3"],
    );
    check(
        &json!({"/search_targets": ["a", "b", "c", "d", "e", "f"], "/action": "targeted_gap_search"}),
        &["search_targets: 6 entries, the most is 5"],
    );
}

#[test]
fn an_invalid_quote_is_a_fault() {
    let quote = |text: &str| json!({"/flow/0/quote/text": text});
    let (slight, long) = (
        "flow[0]: its quote is too slight to identify a place",
        "flow[0]: its quote is longer than a quote may be",
    );
    check(&json!({"/flow/0/quote": null}), &["flow[0]: it has no quote"]);
    check(&quote("}"), &[slight]);
    check(&quote("aaa\nb\nc"), &[long]);
    check(&quote(&"a".repeat(241)), &[long]);
}

#[test]
fn an_action_that_its_places_do_not_support_is_a_fault() {
    for (edits, expect) in [
        (json!({"/intent": "edit"}), "answer_from_report is no action for this intent"),
        (json!({"/primary": []}), "answer_from_report without a primary place"),
        (
            json!({"/flow/0/fact": " ", "/confidence": "medium"}),
            "answer_from_report without a fact",
        ),
        (
            json!({"/read_targets/0/required": true}),
            "answer_from_report beside a required read target",
        ),
        (json!({"/read_targets": [], "/action": "read_targets"}), "read_targets without a target"),
        (json!({"/action": "skip_explore_result"}), "a skip with places"),
        (json!({"/action": null}), "no action is named"),
        (json!({"/search_targets": ["run"]}), "search targets beside another action"),
    ] {
        check(&edits, &[expect]);
    }
}

#[test]
fn a_confidence_beside_a_doubt_is_a_fault() {
    let blank = "high beside a fact or a purpose that was left blank";
    let gap = "high beside what it names as missing";
    let doubt = "high beside something that was dropped, or that its evidence does not show";
    let cut_short = json!({"patterns": 1, "files_seen": 9, "files_skipped": 0, "truncated": true,
        "losses": {"time": 1}});
    for (edits, expect) in [
        (json!({"/confidence": null}), "no confidence is named"),
        (json!({"/flow": [], "/intent": "locate"}), "high without a quoted fact"),
        (
            json!({"/flow": [], "/intent": "locate", "/confidence": "medium"}),
            "medium without a quoted fact",
        ),
        (json!({"/read_targets/0/purpose": " "}), blank),
        (json!({"/flow/0/fact": " ", "/intent": "locate"}), blank),
        (json!({"/missing": ["all"]}), gap),
        (json!({"/findings": findings(&["clamped", "stale"])}), doubt),
        (json!({"/findings": findings(&["path_only"])}), doubt),
        (json!({"/findings": findings(&["unreadable"])}), doubt),
        (
            json!({"/coverage": cut_short, "/confidence": "medium"}),
            "medium after a search that a time limit ended",
        ),
    ] {
        check(&edits, &[expect]);
    }
}

/// Prose is compared with the files where each of them is known.
#[test]
fn prose_that_the_files_do_not_support_is_a_fault() {
    let (_, files) = repo();
    let text = |place: &SavedPlace| std::str::from_utf8(files.get(place.path.as_str())?).ok();
    let check = |edits: &Value, expect: &[&str]| {
        assert_eq!(altered(edits).faults(text), expect, "{edits}");
        let text_if_quoted = |place: &SavedPlace| text(place).filter(|_| place.quote.is_some());
        assert!(altered(edits).faults(text_if_quoted).is_empty(), "{edits}");
    };
    let ghost = "`src/ghost.ts` is named, and is no place of this report";
    check(&json!({}), &[]);
    check(&json!({"/flow/0/fact": "Calls run() in app.ts:4."}), &[]);
    check(&json!({"/flow/0/role": "for src/ghost.ts"}), &[ghost]);
    check(&json!({"/flow/0/fact": "As src/ghost.ts does."}), &[ghost]);
    check(&json!({"/read_targets/0/purpose": "not src/ghost.ts"}), &[ghost]);
    check(&json!({"/missing": ["src/ghost.ts"], "/confidence": "medium"}), &[ghost]);
    let stops = "Calls stop() at last.";
    check(
        &json!({"/flow/0/fact": stops}),
        &["flow[0]: high, and its fact says what the files do not show"],
    );
    check(&json!({"/flow/0/fact": stops, "/confidence": "medium"}), &[]);
}

#[test]
fn a_saved_report_is_checked_again() {
    let text = r#"{"primaryCandidateIds":["c1","c4"],"flow":[{"candidateId":"c1","quote":"run(a, b);\n}"}]}"#;
    let report = verdict_on(Intent::Explain, text, |_| {}).into_report(RunFacts::new("/repo", "q"));
    let json = serde_json::to_string(&report).unwrap();
    let saved: SavedReport = serde_json::from_str(&json).unwrap();
    let (_, files) = repo();
    let text = String::from_utf8(files["src/app.ts"].clone()).unwrap();
    let (quoted, place) = (&saved.flow[0], &saved.primary[0]);
    let check = |place: &SavedPlace, now: &str, expect: PlaceState| {
        let then = saved.files.iter().find(|file| file.path == place.path);
        let file = FileText::new(now.as_bytes().to_vec());
        let found = find_place(place, &file, then, &NoDeclarations);
        assert_eq!(found.state, expect, "{now:?}: {found:?}");
    };
    check(quoted, &text, PlaceState::Unchanged);
    check(quoted, &text.replace('\n', "\r\n"), PlaceState::Unchanged);
    check(quoted, &text.replace("b);", "c);"), PlaceState::Changed);
    check(quoted, &format!("\n{text}"), PlaceState::Moved);
    check(quoted, &format!("{text}\n"), PlaceState::Unchanged);
    check(place, &format!("{text}\n"), PlaceState::Unchanged);
    check(place, &format!("// one\n{text}"), PlaceState::Moved);
    check(place, "one\n", PlaceState::Gone);
    check(&saved.primary[1], "", PlaceState::Unchanged);
    // Of a report without anchors, a place without a quote has changed with its file.
    let without_anchor = |place: &SavedPlace| {
        let mut place = place.clone();
        place.anchor = None;
        place
    };
    let longer = format!("{text}\n");
    check(&without_anchor(quoted), &longer, PlaceState::Unchanged);
    check(&without_anchor(quoted), &format!("\n{text}"), PlaceState::Moved);
    check(&without_anchor(place), &longer, PlaceState::Changed);
    check(&without_anchor(place), &text, PlaceState::Unchanged);
    // An anchor of other lines proves nothing.
    let mut other = place.clone();
    let forged = json!({"lines": "AAAAAAAAAAAAAAAAAAAA", "hash": "00"});
    other.anchor = serde_json::from_value(forged).unwrap();
    check(&other, &text, PlaceState::Changed);
    assert_eq!(place.range(), LineRange::new(1, 5));
    assert_eq!(saved.primary[1].range(), None);
}

#[test]
fn a_forged_saved_place_has_changed() {
    let check = |place: &str| {
        let place = serde_json::from_str(place).unwrap();
        let bytes = b"one\ntwo\nthree\n";
        let now = FileText::new(bytes.to_vec());
        let then = FileProof {
            path: RepoPath::new("a").unwrap(),
            size: bytes.len() as u64,
            blake3: blake3::hash(bytes).to_hex().to_string(),
        };
        find_place(&place, &now, Some(&then), &NoDeclarations).state
    };
    let quote = |text: &str, line: u32| {
        let quote = serde_json::json!({"text": text, "line": line});
        check(&format!(r#"{{"path":"a","start":1,"end":2,"quote":{quote}}}"#))
    };
    assert_eq!(quote("one\ntwo", 1), PlaceState::Unchanged);
    assert_eq!(quote("wo", 2), PlaceState::Unchanged);
    for (text, line) in [
        ("\n", 1),
        ("one\n", 1),
        ("\ntwo", 1),
        ("", 1),
        ("three", 3),
        ("two\nthree", 2),
        ("one", 0),
        ("one", 2),
        ("one\ntwo\n", 1),
    ] {
        assert_eq!(quote(text, line), PlaceState::Changed, "{text:?} at {line}");
    }
    for place in [
        r#"{"path":"a","start":1,"end":4}"#,
        r#"{"path":"a","start":0,"end":1}"#,
        r#"{"path":"a","start":2,"end":1}"#,
        r#"{"path":"a","start":1,"end":null}"#,
        r#"{"path":"a","start":null,"end":1}"#,
        r#"{"path":"a","quote":{"text":"one","line":1}}"#,
    ] {
        assert_eq!(check(place), PlaceState::Changed, "{place}");
    }
    assert!(
        serde_json::from_str::<SavedReport>(r#"{"schema":"x","primary":[{"path":"../a"}]}"#)
            .is_err()
    );
    assert_snapshot!(show(verdict_on(Intent::Explain, r#"{"primaryCandidateIds":[]}"#, |_| {})), @r"
    targeted_gap_search low
    - action_lowered: answer_from_report to targeted_gap_search: without a primary place
    - confidence_lowered: high to low: without a quoted fact
    ? no primary place
    ");
}
