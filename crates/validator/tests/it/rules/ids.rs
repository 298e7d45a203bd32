//! Ids, quotes and unchanged places.

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_validator::{Action, Context, FlowLink, Intent, Selection, validate};
use insta::assert_snapshot;

use super::{LINK, verdict_with, verdict_with_link};
use crate::repo::{Files, check, hide, present, repo, selection, show, verdict_on};

#[test]
fn a_valid_selection_is_unchanged() {
    assert_snapshot!(verdict_with(""), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    "#);
    assert_snapshot!(verdict_with(r#","readTargets":[{"candidateId":"c2","purpose":"the list","required":true}]"#), @r#"
    read_targets high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    read! src/store.ts:1-6 the list
    - action_lowered: answer_from_report to read_targets: beside a required read target
    "#);
}

#[test]
fn unknown_id() {
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c1","c99","src/app.ts","c01"]}"#), @r"
    read_targets low
    primary src/app.ts:1-5
    read src/app.ts:1-5 
    - unknown_id: primary place 2 (c99): was never handed out
    - unknown_id: primary place 3 (not an id): was never handed out
    - unknown_id: primary place 4 (not an id): was never handed out
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: high to low: without a quoted fact
    ");
    assert_snapshot!(verdict_with_link("c0", "Ghost.", "run(a, b)"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - unknown_id: flow link 2 (not an id): was never handed out
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c0]: the quote `run(a, b)` has no place: that id had not been shown to you; it stands in [c1], line 4
    "#);
    assert_snapshot!(verdict_with(r#","readTargets":[{"candidateId":"ghost.rs"}]"#), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - unknown_id: read target 1 (not an id): was never handed out
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    "#);
}

/// A gap names the places of a quote with a wrong id, in any file, if at most two lines have the quote.
#[test]
fn the_places_of_a_quote_with_a_wrong_id_are_reported() {
    let check = |id: &str, quote: &str, expect: &str| {
        let printed = verdict_with_link(id, "Its size.", quote);
        let hint = printed.split_once("; it stands in ").map(|(_, hint)| hint);
        assert_eq!(hint.unwrap_or_default(), expect, "{id} {quote}: {printed}");
    };
    check("c99", "size() {", "[c3], line 8");
    check("c1", "size() {", "[c3], line 8");
    check("c2", "run(a, b)", "[c1], line 4");
    check("c99", "this line is nowhere", "");
    check("c1", "this line is nowhere", "");
    check("c99", "Store", "[c1], line 1, and in [c2], line 1");
}

/// An id that was never handed out is replaced where the quote beside it shows which place is meant.
#[test]
fn an_unknown_id_is_known_by_its_quote() {
    let (registry, _) = repo();
    // The ids of the link, of a primary place with the same spelling, and how many repairs are stated.
    let check = |id: &str, quote: &str, expect: &str| {
        let link = serde_json::json!({"candidateId": id, "fact": "Runs.", "quote": quote});
        let arguments = serde_json::json!({
            "primaryCandidateIds": ["c2", id], "readTargets": [{"candidateId": id}], "flow": [link],
            "recommendedPrimaryAction": "read_targets", "confidence": "low",
        });
        let (known, repairs) = selection(&arguments.to_string()).with_known_ids(&registry);
        let link = &known.flow[0].candidate_id;
        let same = [&known.primary_candidate_ids[1], &known.read_targets[0].candidate_id];
        assert!(same.iter().all(|other| *other == link), "{id}");
        assert_eq!(known.primary_candidate_ids[0], "c2");
        let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        assert_eq!(format!("{link} {}", repairs.join("; ")).trim_end(), expect, "{id}");
    };
    let note = "flow link 1: its id was never shown; taken as c1, where its quote stands";
    for id in ["c99", "1", "c01", "c 1", "id 1", "src/app.ts", ""] {
        check(id, "run(a, b)", &format!("c1 {note}"));
    }
    // Known ids, and quotes that stand nowhere or in several places, stay.
    check("c2", "run(a, b)", "c2");
    check("c99", "run(a, c)", "c99");
    check("c99", "Store", "c99");
    check("src/long.ts", "Store", "src/long.ts");
    // A path names the place of it that has the quote; the number of a line is no id.
    for id in ["src/store.ts", "store.ts", "src/store.ts:1", "store.ts:1-6", " store.ts "] {
        let note = "flow link 1: its id was never shown; taken as c2, where its quote stands";
        check(id, "Store", &format!("c2 {note}"));
    }
    check("tore.ts", "Store", "tore.ts");
    // The number names a place that has the quote, although others have it, too.
    check(
        "2",
        "Store",
        "c2 flow link 1: its id was never shown; taken as c2, where its quote stands",
    );
}

/// A path in place of an id is the only place that was shown of it, or that has the lines behind it.
#[test]
fn a_path_is_the_place_that_was_shown_of_it() {
    let (registry, _) = repo();
    let check = |path: &str, expect: &str| {
        let target = serde_json::json!({"candidateId": path});
        let arguments = serde_json::json!({
            "primaryCandidateIds": [path], "readTargets": [target],
            "recommendedPrimaryAction": "read_targets", "confidence": "low",
        });
        let (known, _) = selection(&arguments.to_string()).with_known_ids(&registry);
        let read = &known.read_targets[0];
        assert_eq!(known.primary_candidate_ids[0], read.candidate_id);
        let lines = read.lines.as_deref().unwrap_or_default();
        assert_eq!(format!("{} {lines}", read.candidate_id).trim_end(), expect, "{path}");
    };
    check("src/app.ts", "c1");
    check("app.ts:2-3", "c1 2-3");
    check(" src/app.ts:4 ", "c1 4");
    check("src/app.ts:400", "src/app.ts:400");
    check("pp.ts", "pp.ts");
    check("", "");
    check("src/none.ts:1", "src/none.ts:1");
    // Lines 1 to 6 and 4 to 9 are two places: the only one with any of the lines, or with all of them.
    check("src/store.ts", "src/store.ts");
    check("src/store.ts:1-2", "c2 1-2");
    check("src/store.ts:8-12", "c3 8-12");
    check("src/store.ts:5-9", "c3 5-9");
    check("src/store.ts:4-6", "src/store.ts:4-6");
    check("src/long.ts:10-400", "src/long.ts:10-400");
    // Only its path was shown.
    check("docs/notes.md", "docs/notes.md");
}

#[test]
fn a_wrong_id_with_two_meanings_stays_where_no_quote_is() {
    let (registry, _) = repo();
    let link =
        |quote: &str| serde_json::json!({"candidateId": "c99", "fact": "Runs.", "quote": quote});
    let arguments = serde_json::json!({
        "primaryCandidateIds": ["c99"], "flow": [link("run(a, b)"), link("size() {")],
        "recommendedPrimaryAction": "read_targets", "confidence": "low",
    });
    let (known, repairs) = selection(&arguments.to_string()).with_known_ids(&registry);
    assert_ne!(known.flow[0].candidate_id, known.flow[1].candidate_id);
    assert_eq!((known.primary_candidate_ids[0].as_str(), repairs.len()), ("c99", 2));
}

/// Searching for a quote in all evidence takes time.
#[test]
fn at_most_eight_quotes_are_searched_for() {
    let link = r#"{"candidateId":"c99","role":"part","fact":"Its size.","quote":"size() {"}"#;
    let flow = [link; 9].join(",");
    let printed = check(&format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{flow}]}}"#));
    assert_eq!(printed.matches("it stands in [").count(), 8);
}

#[test]
fn path_only() {
    assert_snapshot!(verdict_with_link("c4", "Notes.", "# Notes"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - path_only: flow link 2 (c4): is known from a listing only
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c4]: the quote `# Notes` has no lines to stand in: of that id only the path was shown
    "#);
    assert_snapshot!(verdict_with(r#","readTargets":[{"candidateId":"c4"}]"#), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - path_only: read target 1 (c4): is known from a listing only
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    "#);
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c4"]}"#), @r"
    targeted_gap_search low
    primary docs/notes.md
    - action_lowered: answer_from_report to targeted_gap_search: without a fact
    - confidence_lowered: high to low: without a quoted fact
    ");
}

#[test]
fn fact_unverified() {
    assert_snapshot!(verdict_with_link("c1", "Runs.", "run(a, c)"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - fact_unverified: flow link 2 (c1): its quote does not stand in the evidence
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c1]: the quote `run(a, c)` does not stand in the lines shown for that id; nearest is line 4: `run(a,  b);`
    "#);
    assert_snapshot!(verdict_with_link("c2", "Another place's.", "run(a, b)"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - fact_unverified: flow link 2 (c2): its quote does not stand in the evidence
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c2]: the quote `run(a, b)` does not stand in the lines shown for that id; it stands in [c1], line 4
    "#);
    assert_snapshot!(verdict_with_link("c6", "A secret.", "const key = 'SECRET'"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - fact_unverified: flow link 2 (c6): its quote does not stand in the evidence
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c6]: the quote `const key = 'SECRET'` does not stand in the lines shown for that id
    "#);
    assert_snapshot!(verdict_with_link("c6", "A stand-in.", "[redacted]"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - fact_unverified: flow link 2 (c6): its quote does not stand in the evidence
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c6]: the quote `[redacted]` stands on a line that is masked, which cannot be quoted
    "#);
}

/// The gap of a quote with the wrong id names the right id, above all of the same file.
#[test]
fn a_quote_of_another_place_of_the_file_is_located() {
    let printed = |id: &str, quote: &str| {
        let shown = verdict_with_link(id, "Its size.", quote);
        let (_, printed) = shown.split_once("for that id").unwrap();
        printed.to_owned()
    };
    assert_eq!(printed("c2", "size() {"), "; it stands in [c3], line 8");
    assert_eq!(printed("c7", "let value610  = 610;"), "; it stands in [c8], line 610");
    assert_eq!(printed("c3", "export class Store {"), "; it stands in [c2], line 1");
    assert!(!printed("c2", "size() { return }").contains("it stands"));
    assert_eq!(printed("c2", "run(a, b)"), "; it stands in [c1], line 4");
}

#[test]
fn quote_slight_and_long() {
    assert_snapshot!(verdict_with_link("c1", "A brace.", "5| }"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - quote_slight: flow link 2 (c1): its quote has no word of three or more characters
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c1]: the quote `5| }` has no word of three or more characters; quote the line before or behind it, too
    "#);
    assert_snapshot!(verdict_with_link("c1", "Three lines.", "function main() {\nrun(a, b);\n}"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - quote_long: flow link 2 (c1): its quote is longer than two lines or 240 characters
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c1]: the quote `function main() {\nrun(a, b);\n}` is longer than two lines or 240 characters; what would stand is line 3: `function main() {`
    "#);
    assert_snapshot!(verdict_with_link("c2", "Two lines.", "5|   this.items.push(item);\n6|   }"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/store.ts:1-6 () Two lines.
      5 "    this.items.push(item);\n  }"
    "#);
}

#[test]
fn stale() {
    let changed = |text: &str, path: &'static str, now: Option<&str>| {
        let now = now.map(|now| now.as_bytes().to_vec());
        show(verdict_on(Intent::Explain, text, |files| match now {
            Some(now) => drop(files.insert(path.to_owned(), now)),
            None => drop(files.remove(path)),
        }))
    };
    let text = format!(r#"{{"primaryCandidateIds":["c2","c4","c1"],"flow":[{LINK}]}}"#);
    assert_snapshot!(changed(&text, "src/app.ts", Some("import\n")), @r"
    read_targets low
    primary src/store.ts:1-6
    primary docs/notes.md
    read src/store.ts:1-6 
    - stale: primary place 3 (c1): no longer reads as it was seen
    - stale: flow link 1 (c1): no longer reads as it was seen
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: high to low: without a quoted fact
    ? flow link 1 [c1]: the quote `run(a, b)` cannot be checked: the file no longer reads as it was shown
    ");
    assert_snapshot!(changed(&text, "docs/notes.md", None), @r#"
    answer_from_report medium
    primary src/store.ts:1-6
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - unreadable: primary place 2 (c4): cannot be read now
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    "#);
    assert_snapshot!(changed(&text, "docs/notes.md", Some("# Other notes\n")), @r#"
    answer_from_report high
    primary src/store.ts:1-6
    primary docs/notes.md
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    "#);
    // Line ends are no part of a line.
    let unix =
        "export class Store {\n  items = [];\n\n  add(item) {\n    this.items.push(item);\n  }\n";
    assert_snapshot!(changed(&text, "src/store.ts", Some(unix)), @r#"
    answer_from_report high
    primary src/store.ts:1-6
    primary docs/notes.md
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    "#);
}

/// Each link is checked once, so that the time grows with their number, and not with its square.
#[test]
fn very_many_links_are_checked() {
    let (registry, files) = repo();
    let link = |fact: usize| FlowLink {
        candidate_id: "c1".to_owned(),
        fact: fact.to_string(),
        quote: "run(a, b)".to_owned(),
        ..FlowLink::default()
    };
    const MANY: usize = 10_000;
    let selection = Selection {
        primary_candidate_ids: vec!["c1".to_owned()],
        flow: (0..MANY).chain([1]).map(link).collect(),
        recommended_primary_action: Action::AnswerFromReport,
        ..Selection::default()
    };
    let present = present(&registry, &selection, &files);
    let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
    let body = verdict.body();
    let details: Vec<&str> = body.findings.iter().map(|finding| &*finding.detail).collect();
    assert!(details.contains(&"flow link 10001 is the same as flow link 2"), "{details:?}");
    assert!(body.flow.len() < MANY && !body.flow.is_empty());
}

/// A place was observed before the whole file showed that it holds a secret.
#[test]
fn redacted() {
    let (registry, files) = repo();
    let quote = r#"{"candidateId":"c2","quote":"export class Store {"}"#;
    let text = format!(
        r#"{{"primaryCandidateIds":["c1","c2"],"flow":[{LINK},{quote}],"confidence":"medium"}}"#
    );
    let selection = selection(&text);
    let present = hide(present(&registry, &selection, &files), "items.push");
    let context = Context::new(&registry, &present, Intent::Explain);
    assert_snapshot!(show(validate(&selection, &context)), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - redacted: primary place 2 (c2): holds a secret, as the whole file shows
    - redacted: flow link 2 (c2): holds a secret, as the whole file shows
    ? flow link 2 [c2]: the quote `export class Store {` stands where the whole file shows a secret
    "#);
}

#[test]
fn only_the_first_eight_failed_links_have_hints() {
    let printed = |link: &str, hint: &str| {
        let links = [link; 20].join(",");
        let shown = check(&format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{links}]}}"#));
        assert_eq!(shown.matches("does not stand in the lines").count(), 20);
        assert_eq!(shown.matches(hint).count(), 8, "{shown}");
        shown
    };
    let shown =
        printed(r#"{"candidateId":"c1","quote":"run(a, c)"}"#, "nearest is line 4: `run(a,  b);`");
    assert_eq!(shown.matches("run(a,  b)").count(), 8); // no finding repeats the line
    printed(r#"{"candidateId":"c2","quote":"size() {"}"#, "it stands in [c3], line 8");
}

/// Where a quote stands: in another place of the same file, in those of one other file, or in two places; else the most
/// similar line, of the place itself, of its file, or the only one at all.
#[test]
fn where_a_quote_stands_is_named() {
    let file = "fn first() {\n    call(one, two);\n}\n\nfn second() {\n    let both = 1;\n}\n\nfn third() {\n    let both = 1;\n}\n";
    let other = "mod a;\n    let both = 1;\nmod b;\n    let rest = parse_all(input)?;\nmod c;\n    let both = 1;\n";
    let check = |files: &[(&str, &str, u32, u32)], quote: &str, expect: &str| {
        let mut registry = Registry::new();
        let mut contents = Files::new();
        for (path, text, start, end) in files {
            let range = LineRange::new(*start, *end).unwrap();
            let span = Span::of_file(RepoPath::new(path).unwrap(), text.as_bytes(), range).unwrap();
            registry.observe(Observation::read(Source::READ, Window::new(span)));
            contents.insert((*path).to_owned(), text.as_bytes().to_vec());
        }
        let selection = selection(&format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{{"candidateId":"c1","quote":"{quote}"}}]}}"#
        ));
        let present = present(&registry, &selection, &contents);
        let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
        let gap = verdict.gaps()[0].to_string();
        let why = "does not stand in the lines shown for that id";
        let hint = gap.split_once(why).unwrap().1;
        assert_eq!(hint.trim_start_matches("; "), expect, "{quote} in {files:?}");
        let brief = verdict.gaps()[0].brief();
        let expect_brief = expect.split_once(": `").map_or(expect, |(before, _)| before);
        let separator = if expect.is_empty() { "" } else { "; " };
        assert_eq!(brief, format!("flow link 1 [c1]: its quote {why}{separator}{expect_brief}"));
    };
    let (first, second, third) =
        (("a.rs", file, 1, 3), ("a.rs", file, 5, 7), ("a.rs", file, 9, 11));
    let (b1, b2, b3) = (("b.rs", other, 1, 2), ("b.rs", other, 3, 4), ("b.rs", other, 5, 6));
    let c = ("c.rs", other, 1, 6);
    let both = "let both = 1;";
    check(&[first, second], both, "it stands in [c2], line 6");
    check(&[first, b1, second, third], both, "it stands in [c3], line 6");
    check(&[first, b1], both, "it stands in [c2], line 2");
    check(&[first, b1, c], both, "it stands in [c2], line 2, and in [c3], line 2");
    // In several places of one file alone, but not in more than two of several files.
    check(&[first, b1, b2, b3, ("b.rs", other, 2, 4)], both, "it stands in [c2], line 2");
    check(&[first, b1, b3, c], both, "");
    check(&[first, b2], "call(one, too);", "nearest is line 2: `call(one, two);`");
    check(&[first, second, b2], "let both = 12;", "nearest is [c2], line 6: `let both = 1;`");
    check(
        &[first, b2],
        "rest = parse_all(inputs)",
        "nearest is [c2], line 4: `let rest = parse_all(input)?;`",
    );
    check(&[first, b2, c], "rest = parse_all(inputs)", "");
    // The most similar one counts, wherever it is.
    let counter = "fn f() {\n    feed.parsing_errors,\n}\n";
    let model = "fn g() {\n    f.parsing_errors++;\n}\n";
    check(
        &[("a.rs", counter, 1, 3), ("m.rs", model, 1, 3)],
        "f.parsing_errors += 1",
        "nearest is [c2], line 2: `f.parsing_errors++;`",
    );
    check(
        &[("a.rs", model, 1, 3), ("m.rs", model, 1, 3)],
        "f.parsing_errors += 1",
        "nearest is line 2: `f.parsing_errors++;`",
    );
    check(&[first, b2], "the whole input is parsed", "");
}
