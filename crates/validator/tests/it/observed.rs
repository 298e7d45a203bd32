//! The symbols of a report's places, and the relations between them.

use firsthand_registry::{
    Declaration, LineRange, Observation, ObservationKind, Registry, Related, RelatedLines,
    RepoPath, Source, Span, Symbol, Window,
};
use firsthand_validator::{
    Context, FoundName, Intent, Present, Rule, RunFacts, VerifiedReport, cited, cited_names,
    validate,
};
use insta::assert_snapshot;

use crate::repo::{selection, verdict_on};

/// The symbol of a place is that of its window, or else the innermost declaration around its lines.
#[test]
fn a_place_has_its_symbol() {
    let text = r#"{"primaryCandidateIds":["c1"],"readTargets":[
        {"candidateId":"c5","lines":"145-150"},{"candidateId":"c5","lines":"200-210"}]}"#;
    let report =
        verdict_on(Intent::Edit, text, |_| {}).into_report(RunFacts::new("/repo", "query"));
    let reads = report.body().read_targets.iter().map(|read| &read.place);
    let places = report.body().primary.iter().chain(reads);
    let symbols: Vec<String> = places
        .map(|place| {
            let symbol = report.body().observed.symbol(place).map(|symbol| symbol.name.as_str());
            format!("{} {:?} {symbol:?}", place.path(), place.range().map(LineRange::start))
        })
        .collect();
    assert_snapshot!(symbols.join("\n"), @r#"
    src/app.ts Some(1) None
    src/long.ts Some(145) Some("f")
    src/long.ts Some(200) None
    "#);
}

/// A place has the name of the declaration whose lines it is, not of one inside it; the name of a part of the place has a
/// line of its own.
#[test]
fn a_place_is_named_after_the_declaration_whose_lines_it_is() {
    let class = ("Shop", "class", (1, 6), 1);
    let first = ("index", "method", (2, 3), 2);
    let second = ("update", "method", (4, 5), 5);
    for (lines, found, declared, expect) in [
        ((1, 6), "update", &[class, first, second][..], "class Shop"),
        ((1, 6), "index", &[class, first, second], "class Shop"),
        // The place ends before its declaration does.
        ((1, 4), "index", &[class, first], "class Shop"),
        ((4, 5), "update", &[class, first, second], "method update"),
        ((5, 5), "update", &[class, second], "method update"),
        // The lines of several declarations, or of more than one.
        ((2, 5), "update", &[class, first, second], "method update at 5"),
        ((1, 6), "update", &[first, second], "method update at 5"),
        // One line has the class and what is in it.
        ((1, 1), "Shop", &[("Shop", "class", (1, 1), 1), ("a", "field", (1, 1), 1)], "class Shop"),
    ] {
        let span = |start, end| LineRange::new(start, end).unwrap();
        let declared = declared.iter().map(|(name, kind, (start, end), head)| Declaration {
            name: (*name).to_owned(),
            kind: (*kind).to_owned(),
            range: span(*start, *end),
            head: Some(LineRange::one(*head)),
            is_test: false,
        });
        let declared: Vec<Declaration> = declared.collect();
        let kind = declared.iter().find(|one| one.name == found).unwrap().kind.clone();
        let mut window = window_of("a.rs", found, lines, PRESENT).with_declarations(declared);
        window.symbol = window.symbol.map(|symbol| Symbol { kind, ..symbol });
        let report = report_of(vec![window], r#"{"primaryCandidateIds":["c1"]}"#, PRESENT);
        let (body, place) = (report.body(), &report.body().primary[0]);
        let symbol = body.observed.symbol(place).unwrap();
        let line = body.observed.name_line(place, &symbol.name);
        let line = line.map_or_else(String::new, |line| format!(" at {line}"));
        assert_eq!(format!("{} {}{line}", symbol.kind, symbol.name), expect, "{lines:?} {found}");
    }
}

/// The report of a selection over these windows of files with this text.
fn report_of(windows: Vec<Window>, selected: &str, text: &str) -> VerifiedReport {
    let mut registry = Registry::new();
    registry.observe(Observation::new(Source::GRAPH, ObservationKind::Relations, windows));
    let selection = selection(selected);
    let read = |_: &RepoPath| Some(text.as_bytes().to_vec());
    let present = Present::gather(&cited(&registry, &selection, Intent::Edit), read);
    let context = Context::new(&registry, &present, Intent::Locate);
    validate(&selection, &context).into_report(RunFacts::new("/repo", "query"))
}

/// The present bytes of every file.
const PRESENT: &str =
    "fn caller() {\n    start();\n    more();\n    callee();\n}\nfn callee() {}\n";

/// A window of this symbol, from a file with this text.
fn window_of(path: &str, name: &str, (start, end): (u32, u32), text: &str) -> Window {
    let lines = LineRange::new(start, end).unwrap();
    let span = Span::of_file(RepoPath::new(path).unwrap(), text.as_bytes(), lines);
    let mut window = Window::new(span.unwrap());
    window.symbol = Some(Symbol {
        name: name.into(),
        qualified: format!("m::{name}"),
        kind: "function".into(),
    });
    window
}

/// The window as a caller of the symbol `of`.
fn as_caller(of: &str, mut window: Window) -> Window {
    window.related =
        Some(Related { relation: "callers".into(), of: of.into(), resolution: "scope".into() });
    window
}

/// Asserts the relations of a report that cites some of these windows, by the lines of their places.
fn check(windows: Vec<Window>, cite: &str, expect: &str) {
    let report = report_of(windows, &format!("{{{cite}}}"), PRESENT);
    let line = |place: &firsthand_validator::Place| place.range().map_or(0, LineRange::start);
    let printed = report.body().observed.relations().iter().map(|edge| {
        let (place, of) = (line(&edge.place), line(&edge.of));
        format!("{place} {} {of} {}", edge.relation, edge.resolution)
    });
    let printed = printed.collect::<Vec<_>>().join(", ");
    assert_eq!(printed, expect, "{cite}");
}

const BOTH: &str = r#""primaryCandidateIds":["c1","c2"]"#;

#[test]
fn a_relation_has_both_its_ends_in_the_report() {
    for (of, cite, expect) in [
        ("callee", BOTH, "1 callers 6 scope"),
        ("m::callee", BOTH, "1 callers 6 scope"),
        ("a.rs#callee", BOTH, "1 callers 6 scope"),
        ("b.rs#callee", BOTH, ""),
        ("other", BOTH, ""),
        ("caller", BOTH, ""),
        ("callee", r#""primaryCandidateIds":["c2"]"#, ""),
        ("callee", r#""primaryCandidateIds":["c1"]"#, ""),
    ] {
        let callee = window_of("a.rs", "callee", (6, 6), PRESENT);
        let caller = as_caller(of, window_of("a.rs", "caller", (1, 5), PRESENT));
        check(vec![callee, caller], cite, expect);
    }
}

#[test]
fn a_name_of_several_files_is_the_end_of_no_relation() {
    for (of, expect) in [("callee", ""), ("a.rs#callee", "1 callers 6 scope")] {
        let callee = window_of("a.rs", "callee", (6, 6), PRESENT);
        let caller = as_caller(of, window_of("a.rs", "caller", (1, 5), PRESENT));
        let namesake = window_of("b.rs", "callee", (6, 6), PRESENT);
        check(vec![callee, caller, namesake], BOTH, expect);
    }
}

/// The place of a relation includes an unchanged hit line of the related window, or any unchanged line of it if it has
/// no hits.
#[test]
fn unchanged_lines_support_relations() {
    let old_text = PRESENT.replace("callee();", "callee(1);");
    let cite_lines = |lines: &str| {
        format!(
            r#""primaryCandidateIds":["c1"],"readTargets":[{{"candidateId":"c2","lines":"{lines}"}}]"#
        )
    };
    let cite_later = r#""primaryCandidateIds":["c1","c3"]"#;
    for (hits, text, cite, expect) in [
        (vec![4], PRESENT, cite_lines("3-5").as_str(), "3 callers 6 scope"),
        (vec![4], PRESENT, &cite_lines("1-2"), ""),
        (vec![], PRESENT, &cite_lines("1-2"), "1 callers 6 scope"),
        (vec![4], PRESENT, cite_later, "2 callers 6 scope"),
        (vec![4], &old_text, cite_later, ""),
    ] {
        let callee = window_of("a.rs", "callee", (6, 6), PRESENT);
        let caller = as_caller("callee", window_of("a.rs", "caller", (1, 5), text)).with_hits(hits);
        let later = window_of("a.rs", "caller", (2, 5), PRESENT);
        check(vec![callee, caller, later], cite, expect);
    }
}

/// Asserts the uncited uses of a report that cites the first of these windows.
fn check_uses(windows: Vec<Window>, intent: Intent, now: &str, expect: &str) {
    check_lines(windows, Vec::new(), intent, now, expect);
}

/// The same, of windows that are some of the `found` lines.
fn check_lines(
    windows: Vec<Window>,
    found: Vec<RelatedLines>,
    intent: Intent,
    now: &str,
    expect: &str,
) {
    let mut registry = Registry::new();
    let kind = ObservationKind::Relations;
    let mut observation = Observation::new(Source::GRAPH, kind, windows);
    observation.related_lines = found;
    registry.observe(observation);
    let selection = selection(r#"{"primaryCandidateIds":["c1"]}"#);
    let read = |_: &RepoPath| Some(now.as_bytes().to_vec());
    let present = Present::gather(&cited(&registry, &selection, Intent::Edit), read);
    let context = Context::new(&registry, &present, intent);
    let report = validate(&selection, &context).into_report(RunFacts::new("/repo", "query"));
    let printed = report.body().uncited_uses.iter().map(|found| {
        let line = found.place.range().map_or(0, LineRange::start);
        let path = found.place.path();
        format!("{path}:{line} {} of {}", found.relation, found.of)
    });
    let further = report.body().further_uses.iter();
    let further =
        further.map(|found| format!("{} more {} of {}", found.lines, found.relation, found.of));
    let printed = printed.chain(further).collect::<Vec<_>>().join(", ");
    assert_eq!(printed, expect, "{registry:?}");
}

/// A window with a relation to the callee, and its hit line.
fn related(path: &str, relation: &str, resolution: &str) -> Window {
    let window = window_of(path, "caller", (1, 5), PRESENT).with_hits([4]);
    let related =
        Related { relation: relation.into(), of: "callee".into(), resolution: resolution.into() };
    Window { related: Some(related), ..window }
}

#[test]
fn accounted_a_report_for_a_change_states_the_uses_that_it_does_not_cite() {
    let callee = || window_of("a.rs", "callee", (6, 6), PRESENT);
    let check = |uses: &[Window], intent, expect: &str| {
        let windows = [callee()].into_iter().chain(uses.iter().cloned());
        check_uses(windows.collect(), intent, PRESENT, expect);
    };
    let by_import = related("b.rs", "callers", "import");
    let in_test = related("tests/a.rs", "callers", "import");
    let one = [by_import.clone()];
    check(&one, Intent::Edit, "b.rs:4 callers of callee");
    check(&one, Intent::Debug, "b.rs:4 callers of callee");
    check(&one, Intent::Explain, "");
    check(&one, Intent::Locate, "");
    check(
        &[in_test, by_import],
        Intent::Edit,
        "b.rs:4 callers of callee, tests/a.rs:4 callers of callee",
    );
    for (relation, resolution, is_use) in [
        ("callers", "scope", true),
        ("callers", "name", false),
        ("callers", "text", false),
        ("implementors", "import", true),
        ("references", "import", true),
        ("callees", "import", false),
        ("siblings", "import", false),
    ] {
        let expect = format!("b.rs:4 {relation} of callee");
        let expect = if is_use { expect.as_str() } else { "" };
        let uses = [related("b.rs", relation, resolution)];
        check(&uses, Intent::Edit, expect);
    }
    let namesake = window_of("c.rs", "callee", (6, 6), PRESENT);
    check(&[one[0].clone(), namesake], Intent::Edit, "");
    let many: Vec<Window> =
        (0..20).map(|at| related(&format!("d{at:02}.rs"), "callers", "import")).collect();
    let expect = (0..8).map(|at| format!("d{at:02}.rs:4 callers of callee"));
    let expect = expect.chain(["12 more callers of callee".to_owned()]);
    let expect = expect.collect::<Vec<_>>().join(", ");
    check(&many, Intent::Edit, &expect);
}

/// Lines that a tool found and did not show are counted, but for those that are cited or listed.
#[test]
fn accounted_uses_that_were_not_shown_are_counted() {
    let check = |found: &[(&str, &str, &str, u32)], intent, expect: &str| {
        let windows = vec![
            window_of("a.rs", "callee", (6, 6), PRESENT),
            related("b.rs", "callers", "import"),
        ];
        let lines = found.iter().map(|(path, relation, resolution, line)| {
            let related = Related {
                relation: (*relation).to_owned(),
                of: "callee".to_owned(),
                resolution: (*resolution).to_owned(),
            };
            (related, RepoPath::new(path).unwrap(), *line)
        });
        check_lines(windows, RelatedLines::group(lines), intent, PRESENT, expect);
    };
    let listed = "b.rs:4 callers of callee";
    check(&[("b.rs", "callers", "import", 4)], Intent::Edit, listed);
    check(&[("a.rs", "callers", "import", 6)], Intent::Edit, listed);
    let three = [
        ("a.rs", "callers", "scope", 2),
        ("b.rs", "callers", "import", 9),
        ("b.rs", "callers", "unique name", 9),
        ("c.rs", "callers", "import", 9),
    ];
    let expect = format!("{listed}, 3 more callers of callee");
    check(&three, Intent::Edit, &expect);
    check(&three, Intent::Explain, "");
    let others = [
        ("c.rs", "implementors", "import", 1),
        ("c.rs", "callers", "name", 2),
        ("c.rs", "siblings", "import", 3),
    ];
    let expect = format!("{listed}, 1 more implementors of callee");
    check(&others, Intent::Debug, &expect);
}

#[test]
fn unchanged_a_use_that_is_not_cited_stands_when_the_report_is_built() {
    let windows = || {
        let callee = window_of("a.rs", "callee", (6, 6), PRESENT);
        vec![callee, related("b.rs", "callers", "import")]
    };
    let without_call = PRESENT.replace("    callee();\n", "    other();\n");
    check_uses(windows(), Intent::Edit, PRESENT, "b.rs:4 callers of callee");
    check_uses(windows(), Intent::Edit, &without_call, "");
}

#[test]
fn a_cited_line_is_no_uncited_use() {
    let callee = window_of("b.rs", "callee", (1, 6), PRESENT);
    let windows = vec![callee, related("b.rs", "callers", "import")];
    check_uses(windows, Intent::Edit, PRESENT, "");
}

/// A report for a change states every line that holds the name of what it cites, as the host found them.
#[test]
fn accounted_every_line_with_a_cited_name_is_stated() {
    let checked = |intent, windows: &[Window], found: &[(&str, usize)], unexplained: bool| {
        let mut registry = Registry::new();
        let kind = ObservationKind::Relations;
        registry.observe(Observation::new(Source::GRAPH, kind, windows.to_vec()));
        let selection = selection(
            r#"{"primaryCandidateIds":["c1"],"readTargets":[{"candidateId":"c2","required":true}],
                "flow":[{"candidateId":"c2","role":"","fact":"It calls.","quote":"callee();"}]}"#,
        );
        let read = |_: &RepoPath| Some(PRESENT.as_bytes().to_vec());
        let mut present = Present::gather(&cited(&registry, &selection, Intent::Edit), read);
        let searched = cited_names(&registry, &selection);
        let file = RepoPath::new("z.rs").unwrap();
        let lines = |count: usize| (1..).map(|line| (file.clone(), line)).take(count).collect();
        let found = found.iter().map(|(name, count)| {
            let found = FoundName { lines: lines(*count), is_unexplained: unexplained };
            ((*name).to_owned(), found)
        });
        present.set_names(found.filter(|(name, _)| searched.contains(name)));
        let context = Context::new(&registry, &present, intent);
        let report = validate(&selection, &context).into_report(RunFacts::new("/repo", "query"));
        let printed = report.body().name_lines.iter();
        let printed = printed.map(|found| format!("{} {}", found.name, found.count()));
        printed.collect::<Vec<_>>().join(", ")
    };
    let check = |intent, windows: &[Window], found: &[(&str, usize)], expect: &str| {
        assert_eq!(checked(intent, windows, found, false), expect, "{found:?}");
    };
    let callee = || window_of("a.rs", "callee", (6, 6), PRESENT);
    let caller = || window_of("b.rs", "caller", (1, 5), PRESENT);
    let both = [callee(), caller()];
    let found = [("callee", 3), ("caller", 16), ("other", 1)];
    // What is to be read comes first; a name with many further lines is not stated, and none that stands in one place alone.
    check(Intent::Edit, &both, &found, "caller 16");
    check(Intent::Debug, &both, &found, "caller 16");
    check(Intent::Explain, &both, &found, "caller 16");
    check(Intent::Locate, &both, &found, "caller 16");
    check(Intent::Edit, &both, &[("callee", 3), ("caller", 17)], "");
    check(Intent::Edit, &both, &[], "");
    // A name that is no word is not searched for.
    let operator = window_of("b.rs", "operator+", (1, 5), PRESENT);
    check(Intent::Edit, &[callee(), operator], &[("callee", 1), ("operator+", 1)], "");
    // What the tree does not explain is stated if a place of the report declares it.
    assert_eq!(checked(Intent::Edit, &both, &found, true), "caller 16");
}

/// A place that is to be read and in the flow is one place, and a fact that states a name counts twice.
#[test]
fn accounted_names_to_which_a_report_comes_back_are_stated() {
    let text =
        "fn f() {\n    lock_row(id);\n    open_page(id);\n    lock_row(2);\n    save_all(id);\n}\n";
    let mut registry = Registry::new();
    let windows = vec![window_of("a.rs", "f", (2, 3), text), window_of("a.rs", "f", (4, 5), text)];
    registry.observe(Observation::new(Source::GRAPH, ObservationKind::Relations, windows));
    let flow = serde_json::json!([
        {"candidateId": "c1", "role": "", "fact": "It locks.", "quote": "lock_row(id);"},
        {"candidateId": "c2", "role": "", "fact": "MAX_ROWS bounds it.", "quote": "save_all(id);"},
    ]);
    let selection = selection(&format!(
        r#"{{"primaryCandidateIds":["c1"],"readTargets":[{{"candidateId":"c1"}}],"flow":{flow}}}"#
    ));
    let read = |_: &RepoPath| Some(text.as_bytes().to_vec());
    let mut present = Present::gather(&cited(&registry, &selection, Intent::Explain), read);
    // No other place uses `open_page`.
    let names = cited_names(&registry, &selection);
    assert_eq!(names, ["lock_row", "save_all", "MAX_ROWS", "f"]);
    let counts = [9, 2, 4, 17];
    present.set_names(names.into_iter().zip(counts).map(|(name, count)| {
        let lines = (1..=count).map(|line| (RepoPath::new("z.rs").unwrap(), line));
        (name, FoundName { lines: lines.collect(), ..FoundName::default() })
    }));
    let mut check = |unexplained: &[&str], expect: &[&str]| {
        present.unexplained_names = unexplained.iter().map(|name| (*name).to_owned()).collect();
        let context = Context::new(&registry, &present, Intent::Explain);
        let report = validate(&selection, &context).into_report(RunFacts::new("/repo", "query"));
        let names = report.body().name_lines.iter().map(|found| &*found.name);
        assert_eq!(names.collect::<Vec<_>>(), expect);
    };
    // `save_all` stands in one link alone, and `f` in too many further lines.
    check(&[], &["MAX_ROWS", "lock_row"]);
    // A name of a library is none that a report comes back to.
    check(&["lock_row"], &["MAX_ROWS"]);
}

/// The declaration around a quoted line is not what a link is about; one that it quotes is.
#[test]
fn accounted_a_name_around_a_quote_is_no_mention() {
    let text = "fn open_page(id: Id) {\n    lock_row(id);\n}\n";
    let check = |quote: &str, expect: &[&str]| {
        let mut registry = Registry::new();
        let windows = vec![window_of("a.rs", "open_page", (1, 3), text)];
        registry.observe(Observation::new(Source::GRAPH, ObservationKind::Relations, windows));
        let selection = selection(&format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{{"candidateId":"c1","role":"","fact":"It locks.","quote":"{quote}"}}]}}"#
        ));
        let read = |_: &RepoPath| Some(text.as_bytes().to_vec());
        let mut present = Present::gather(&cited(&registry, &selection, Intent::Explain), read);
        let line = (RepoPath::new("z.rs").unwrap(), 1);
        let found = FoundName { lines: vec![line], ..FoundName::default() };
        present.set_names([("open_page".to_owned(), found)]);
        let context = Context::new(&registry, &present, Intent::Explain);
        let report = validate(&selection, &context).into_report(RunFacts::new("/repo", "query"));
        let names: Vec<&str> = report.body().name_lines.iter().map(|found| &*found.name).collect();
        assert_eq!(names, expect, "{quote}");
    };
    check("fn open_page(id: Id) {", &["open_page"]);
    check("lock_row(id);", &[]);
}

/// The names for which a model asks come first, in its order and however many lines they have, whether or not the report shows
/// them; `store.save()` as a whole, or else its last part if that has several words. One that stands nowhere, or in too many
/// lines, is not listed, and the report says so.
#[test]
fn accounted_names_that_a_model_asks_for_come_first() {
    let text = "fn f() {\n    lock_row(id);\n    lock_row(2);\n}\n";
    let check_after = |before: &[&str], asked: &str, confidence: &str, expect: &str| {
        let mut registry = Registry::new();
        let windows = vec![window_of("a.rs", "f", (1, 4), text)];
        registry.observe(Observation::new(Source::GRAPH, ObservationKind::Relations, windows));
        let selection = selection(&format!(
            r#"{{"primaryCandidateIds":["c1"],"confidence":"{confidence}","names":{asked},
                "flow":[{{"candidateId":"c1","role":"","fact":"lock_row locks.","quote":"lock_row(id);"}}]}}"#
        ));
        let read = |_: &RepoPath| Some(text.as_bytes().to_vec());
        let mut present = Present::gather(&cited(&registry, &selection, Intent::Explain), read);
        let names = cited_names(&registry, &selection);
        let lines = |count: u32| {
            let lines = (1..=count).map(|line| (RepoPath::new("z.rs").unwrap(), line));
            FoundName { lines: lines.collect(), ..FoundName::default() }
        };
        let found = [
            ("lock_row", 3),
            ("save", 60),
            ("user.id", 4),
            ("often", 201),
            ("_値", 2),
            ("data-page", 3),
            ("Page-Size", 1),
            ("gone_now", 0),
            ("page.save", 2),
            ("Page::save_all", 0),
            ("save_all", 3),
            ("Page::save", 0),
        ];
        let found = found.map(|(name, count)| (name.to_owned(), lines(count)));
        let before: Vec<String> = before.iter().map(|name| (*name).to_owned()).collect();
        let is_searched = |name: &String| names.contains(name) || before.contains(name);
        present.set_names(found.into_iter().filter(|(name, _)| is_searched(name)));
        let context = Context::new(&registry, &present, Intent::Explain).asked_names(&before);
        let report = validate(&selection, &context).into_report(RunFacts::new("/repo", "query"));
        let printed = report.body().name_lines.iter();
        let printed =
            printed.map(|found| format!("{}{}", found.name, if found.is_asked { "*" } else { "" }));
        let unlisted = report.body().unlisted_names.iter();
        let unlisted = unlisted.map(|(name, why)| format!("`{name}` {why}"));
        let mut findings = report.body().findings.iter();
        let has_finding = findings.any(|found| found.rule == Rule::OverLimit);
        assert_eq!(has_finding, !report.body().unlisted_names.is_empty());
        let absent = report.body().absent_names.iter().map(|name| format!("no {name}"));
        let all = printed.chain(absent).chain(unlisted);
        assert_eq!(all.collect::<Vec<_>>().join(", "), expect, "{asked}");
    };
    let check = |asked: &str, confidence: &str, expect: &str| {
        check_after(&[], asked, confidence, expect);
    };
    check("[]", "high", "lock_row");
    check(r#"["save"]"#, "high", "save*, lock_row");
    check(r#"["lock_row", "page.save()"]"#, "high", "lock_row*, page.save*");
    check(r#"["page.save", "Page::save_all(x, y)"]"#, "high", "page.save*, save_all*, lock_row");
    check(r#"["_値"]"#, "high", "_値*, lock_row");
    check(r#"["data-page", "the --Page-Size"]"#, "high", "data-page*, Page-Size*, lock_row");
    check(r#"["gone_now", "save"]"#, "high", "save*, lock_row, no gone_now");
    let nowhere = "`Page::save` stands nowhere as it is written";
    check(r#"["Page::save"]"#, "high", &format!("lock_row, {nowhere}"));
    let (often, open) = ("`often` in more than 200 lines", "its lines were not counted");
    let unlisted = format!("lock_row, {often}, `nowhere` {open}, `3` {open}");
    check(r#"["often", "nowhere", "src/a.rs:3", ""]"#, "high", &unlisted);
    let most = format!("save*, lock_row, `one` {open}, `two` {open}");
    check(r#"["one", "two", "save", "lock_row"]"#, "high", &most);
    check(r#"["save"]"#, "low", "");
    // Those for which it asked in a report before come before what the report only cites, and are no loss.
    check_after(&["save", "user.id"], "[]", "high", "save, user.id, lock_row");
    check_after(&["save", "_値"], r#"["_値"]"#, "high", "_値*, save, lock_row");
    check_after(&["often", "gone_now"], "[]", "high", "lock_row");
    check_after(&["save"], "[]", "low", "");
}

/// A quote that ends within a name does not use a name that is its beginning.
#[test]
fn a_name_that_a_quote_cuts_short_is_not_searched_for() {
    for (quote, expect) in [
        ("save_pages_now(all", "save_pages_now f"),
        ("save_pages", "save_pages f"),
        ("pages_now(all)", "pages_now f"),
    ] {
        let text = "fn f() {\n    save_pages_now(all);\n}\n";
        let mut registry = Registry::new();
        let windows = vec![window_of("a.rs", "f", (1, 3), text)];
        registry.observe(Observation::new(Source::GRAPH, ObservationKind::Relations, windows));
        let flow = serde_json::json!([{"candidateId": "c1", "role": "", "fact": "It saves.", "quote": quote}]);
        let selection = selection(&format!(r#"{{"primaryCandidateIds":["c1"],"flow":{flow}}}"#));
        let names = cited_names(&registry, &selection);
        let known: Vec<&str> =
            names.iter().map(String::as_str).filter(|name| text.contains(*name)).collect();
        assert_eq!(known.join(" "), expect, "{quote}");
    }
}
