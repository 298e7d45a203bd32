//! Places and lists.

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_validator::{Context, Intent, any_of_lines, validate};
use insta::assert_snapshot;

use super::{LINK, verdict_with};
use crate::repo::{Files, check, present, selection, show, verdict_on};

#[test]
fn merged() {
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c2","c1","c3","c2"]}"#), @r"
    read_targets low
    primary src/store.ts:1-9
    primary src/app.ts:1-5
    read src/store.ts:1-9 
    read src/app.ts:1-5 
    - merged: primary place c3 is one with another
    - merged: primary place c2 is one with another
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: high to low: without a quoted fact
    ");
    let reads = r#"{"primaryCandidateIds":["c1"],"recommendedPrimaryAction":"read_targets","readTargets":
        [{"candidateId":"c3","purpose":"one"},{"candidateId":"c2","purpose":"two","required":true}]}"#;
    assert_snapshot!(check(reads), @r"
    read_targets low
    primary src/app.ts:1-5
    read! src/store.ts:1-9 one
    - merged: read target c2 is one with another
    - confidence_lowered: high to low: without a quoted fact
    ");
}

#[test]
fn clamped() {
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c5","c7","c8"]}"#), @r"
    read_targets low
    primary src/long.ts:141-160
    primary src/long.ts:290-400
    primary src/long.ts:600-610
    read src/long.ts:141-160 
    read src/long.ts:290-400 
    read src/long.ts:600-610 
    - clamped: c5: 1-300 to 141-160
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: high to low: without a quoted fact
    ");
    // Each quote is covered, and no line is shown twice.
    let quotes = r#"{"primaryCandidateIds":["c5","c7"],"flow":[
        {"candidateId":"c5","quote":"let value10 = 10;"},{"candidateId":"c5","quote":"let value295 = 295;"},
        {"candidateId":"c7","quote":"let value390 = 390;"}]}"#;
    assert_snapshot!(check(quotes), @r#"
    read_targets medium
    primary src/long.ts:1-120
    primary src/long.ts:290-400
    flow src/long.ts:1-120 () 
      10 "let value10 = 10;"
    flow src/long.ts:181-300 () 
      295 "let value295 = 295;"
    flow src/long.ts:290-400 () 
      390 "let value390 = 390;"
    read src/long.ts:1-120 
    read src/long.ts:290-400 
    - clamped: c5: 1-300 to 1-120
    - clamped: c5: 1-300 to 181-300
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: high to medium: without a named read target
    "#);
    // A place with a hit that no other window shows has a window of its own.
    let own = r#"{"primaryCandidateIds":["c7"],"flow":[{"candidateId":"c5","quote":"let value280 = 280;"}]}"#;
    assert_snapshot!(check(own), @r#"
    read_targets medium
    primary src/long.ts:290-400
    flow src/long.ts:181-300 () 
      280 "let value280 = 280;"
    read src/long.ts:290-400 
    - clamped: c5: 1-300 to 181-300
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: high to medium: without a named read target
    "#);
}

/// A window that ends, or begins, in the middle of a quote does not cover it.
#[test]
fn a_quote_is_never_shown_in_half() {
    let flow = |first: u32| {
        let quotes = [
            format!("let value{first} = {first};"),
            "let value120 = 120;\nlet value121 = 121;".to_owned(),
        ];
        let links = quotes.map(|quote| serde_json::json!({"candidateId": "c5", "quote": quote}));
        let selection = serde_json::json!({"primaryCandidateIds": ["c5"], "flow": links});
        let shown = check(&selection.to_string());
        let places = shown.lines().filter_map(|line| line.strip_prefix("flow "));
        places.collect::<Vec<_>>().join(", ")
    };
    assert_snapshot!(flow(1), @"src/long.ts:1-120 () , src/long.ts:61-180 ()");
    assert_snapshot!(flow(240), @"src/long.ts:181-300 () , src/long.ts:61-180 ()");
}

/// A link has the same lines whatever else is cited of its place: those around its quote.
#[test]
fn further_links_do_not_change_the_lines_of_a_link() {
    let link = |line: u32| format!(r#"{{"candidateId":"c5","quote":"let value{line} = {line};"}}"#);
    let links = [240, 121, 118].map(link).join(",");
    let shown = check(&format!(r#"{{"primaryCandidateIds":["c5"],"flow":[{links}]}}"#));
    let places = shown.lines().filter(|line| line.starts_with("flow "));
    assert_snapshot!(places.collect::<Vec<_>>().join("\n"), @r"
    flow src/long.ts:181-300 () 
    flow src/long.ts:62-181 () 
    flow src/long.ts:59-178 ()
    ");
    let alone = check(&format!(r#"{{"primaryCandidateIds":["c5"],"flow":[{}]}}"#, link(121)));
    assert!(alone.contains("flow src/long.ts:62-181 () "), "{alone}");
}

/// A long place has the same lines in every list: those around its quote.
#[test]
fn a_long_place_that_is_cited_again_is_one_place() {
    let text: String = (1..=300).map(|n| format!("let value{n} = {n};\n")).collect();
    let files = Files::from([("plain.ts".to_owned(), text.into_bytes())]);
    let (path, all) = (RepoPath::new("plain.ts").unwrap(), LineRange::new(1, 300));
    let span = Span::of_file(path, &files["plain.ts"], all.unwrap()).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(Source::READ, Window::new(span)));
    let selection = selection(
        r#"{"primaryCandidateIds":["c1"],"flow":[{"candidateId":"c1","fact":"Ten.","quote":"let value10 = 10;"}],
            "readTargets":[{"candidateId":"c1","purpose":"Read.","required":true}],
            "recommendedPrimaryAction":"read_targets"}"#,
    );
    let present = present(&registry, &selection, &files);
    let context = Context::new(&registry, &present, Intent::Explain);
    assert_snapshot!(show(validate(&selection, &context)), @r#"
    read_targets high
    primary plain.ts:1-120
    flow plain.ts:1-120 () Ten.
      10 "let value10 = 10;"
    read! plain.ts:1-120 Read.
    - clamped: c1: 1-300 to 1-120
    "#);
}

#[test]
fn over_limit() {
    let links = ('a'..='m').map(|at| LINK.replace("Runs.", &format!("Runs {at}.")));
    let links: Vec<String> = links.collect();
    let links = links.join(",");
    let many = format!(
        r#"{{"primaryCandidateIds":["c1"],"flow":[{links}],"missingCoverage":["a"," ","b","c","d"]}}"#
    );
    let shown = check(&many);
    let rules: Vec<&str> = shown.lines().filter(|line| !line.starts_with(['f', ' '])).collect();
    assert_snapshot!(rules.join("\n"), @r"
    answer_from_report medium
    primary src/app.ts:1-5
    missing a
    missing b
    missing c
    - over_limit: missing, blank or none: 1 left out of 5
    - over_limit: flow links: 1 left out of 13
    - over_limit: missing: 1 left out of 4
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? you named as missing: a
    ? you named as missing: b
    ? you named as missing: c
    ");
    let targets = r#","recommendedPrimaryAction":"targeted_gap_search","searchTargets":["a","b","","c","d","e","f"]"#;
    assert_snapshot!(verdict_with(targets), @r#"
    targeted_gap_search medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    search a
    search b
    search c
    search d
    search e
    - over_limit: search targets, blank: 1 left out of 7
    - over_limit: search targets: 1 left out of 6
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    "#);
    let long = format!(
        r#","recommendedPrimaryAction":"targeted_gap_search","searchTargets":["{}"]"#,
        "x".repeat(61)
    );
    assert_snapshot!(verdict_with(&long), @r#"
    targeted_gap_search medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - over_limit: search targets, too long: 1 left out of 1
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? targeted_gap_search without searchTargets: each is `term` or `term in scope`, and names no file that was not shown
    "#);
    assert_snapshot!(verdict_with(r#","searchTargets":["only with a gap search"]"#), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - over_limit: search targets: 1 left out of 1
    "#);
}

/// The report, as text, on a selection that cites these ranges of one file as read targets, limited to `lines`.
fn reads(ranges: &[(u32, u32)], lines: &[Option<&str>]) -> String {
    let text: String = (1..=900).map(|n| format!("let value{n} = {n};\n")).collect();
    let files = Files::from([("plain.ts".to_owned(), text.into_bytes())]);
    let mut registry = Registry::new();
    for (start, end) in ranges {
        let range = LineRange::new(*start, *end).unwrap();
        let path = RepoPath::new("plain.ts").unwrap();
        let span = Span::of_file(path, &files["plain.ts"], range).unwrap();
        registry.observe(Observation::read(Source::READ, Window::new(span)));
    }
    let targets = (1..=ranges.len()).map(|at| {
        let lines = lines.get(at - 1).copied().flatten();
        serde_json::json!({"candidateId": format!("c{at}"), "purpose": at.to_string(),
            "required": false, "lines": lines})
    });
    let selection = serde_json::json!({
        "primaryCandidateIds": ["c1"], "readTargets": targets.collect::<Vec<_>>(),
        "recommendedPrimaryAction": "read_targets", "confidence": "low",
    });
    let selection = serde_json::from_value(selection).unwrap();
    let present = present(&registry, &selection, &files);
    let context = Context::new(&registry, &present, Intent::Explain);
    let shown = show(validate(&selection, &context));
    let printed = shown.lines().filter(|line| !line.starts_with("read_targets"));
    printed.map(|line| line.replace("plain.ts:", "")).collect::<Vec<_>>().join("\n")
}

/// Places that overlap are one where that is short enough; else the wider one is trimmed, and every
/// cited line is still shown.
#[test]
fn overlapping_places_lose_nothing() {
    // Together they are short enough.
    assert_snapshot!(reads(&[(776, 824), (800, 890)], &[]), @r"
    primary 776-890
    read 776-890 1
    - merged: read target c2 is one with another
    ");
    // Together they are too long: the wider one is trimmed, whichever comes first.
    assert_snapshot!(reads(&[(701, 800), (791, 830)], &[]), @r"
    primary 701-790
    read 701-790 1
    read 791-830 2
    ");
    assert_snapshot!(reads(&[(791, 830), (701, 800)], &[]), @r"
    primary 791-830
    read 791-830 1
    read 701-790 2
    ");
    // Of three, two are short enough together, and become one.
    assert_snapshot!(reads(&[(1, 100), (90, 130), (120, 160)], &[]), @r"
    primary 1-89
    read 1-89 1
    read 90-160 2
    - merged: read target c3 is one with another
    ");
    // A long place shows what is cited in it.
    assert_snapshot!(reads(&[(1, 600), (400, 420)], &[]), @r"
    primary 351-470
    read 351-470 1
    - clamped: c1: 1-600 to 351-470
    - merged: read target c2 is one with another
    ");
}

/// All lines of a short place are shown, however many wide places overlap it.
#[test]
fn no_padding_hides_no_line_of_a_short_place() {
    let check = |ranges: &[(u32, u32)]| {
        let shown = reads(ranges, &[]);
        let places = shown.lines().filter_map(|line| line.strip_prefix("read "));
        let numbers = places.flat_map(|place| place.split(' ').next()?.split_once('-'));
        let shown: Vec<(u32, u32)> =
            numbers.map(|(start, end)| (start.parse().unwrap(), end.parse().unwrap())).collect();
        for (start, end) in ranges.iter().filter(|(start, end)| end - start < 120) {
            let lost =
                (*start..=*end).find(|line| !shown.iter().any(|(a, b)| (a..=b).contains(&line)));
            assert_eq!(lost, None, "{ranges:?} as {shown:?}");
        }
    };
    check(&[(21, 340), (261, 340), (330, 500)]);
    for start in (1..300).step_by(13) {
        for wide in [20, 100, 130, 300] {
            check(&[(start, start + wide), (130, 170), (100, 330), (150, 400), (160, 279)]);
            check(&[(130, 170), (165, 280), (120, 160), (start, start + wide), (60, 161)]);
        }
    }
}

/// A primary place has the lines that the citations of its id name, as far as they adjoin.
#[test]
fn a_primary_place_is_what_is_cited_of_it() {
    let check = |id: &str, cited: &[(Option<&str>, &str)]| {
        let links = cited.iter().map(|(lines, quote)| {
            serde_json::json!({"candidateId": id, "lines": lines, "fact": "It.", "quote": quote})
        });
        let flow = serde_json::Value::from_iter(links);
        check(&format!(r#"{{"primaryCandidateIds":["{id}"],"flow":{flow}}}"#))
    };
    let [five, twelve, hundred] = [5, 12, 100].map(|n| format!("let value{n} = {n};"));
    assert_snapshot!(check("c5", &[(Some("5-8"), &five)]), @r#"
    answer_from_report high
    primary src/long.ts:5-8
    flow src/long.ts:5-8 () It.
      5 "let value5 = 5;"
    "#);
    // Parts that adjoin become one; the third is further away.
    let parts =
        [(Some("5-8"), five.as_str()), (Some("100-104"), &hundred), (Some("9-14"), &twelve)];
    assert_snapshot!(check("c5", &parts), @r#"
    answer_from_report high
    primary src/long.ts:5-14
    flow src/long.ts:5-8 () It.
      5 "let value5 = 5;"
    flow src/long.ts:100-104 () It.
      100 "let value100 = 100;"
    flow src/long.ts:9-14 () It.
      12 "let value12 = 12;"
    "#);
    // One citation is of the whole place.
    assert_snapshot!(check("c1", &[(Some("1"), "import { Store }"), (None, "run(a,  b)")]), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-1 () It.
      1 "import { Store }"
    flow src/app.ts:1-5 () It.
      4 "run(a,  b)"
    "#);
}

/// A link keeps its own lines, although a longer read target or another link shows them, too.
#[test]
fn a_link_keeps_its_lines_in_a_longer_read_target() {
    let check = |links: &[(Option<&str>, u32)], read: Option<&str>| {
        let links = links.iter().map(|(lines, at)| {
            let quote = format!("let value{at} = {at};");
            serde_json::json!({"candidateId": "c5", "lines": lines, "fact": "It.", "quote": quote})
        });
        let flow = serde_json::Value::from_iter(links);
        let read = serde_json::json!({"candidateId": "c5", "lines": read, "purpose": "Mend it."});
        check(&format!(r#"{{"readTargets":[{read}],"flow":{flow}}}"#))
    };
    assert_snapshot!(check(&[(Some("12"), 12), (Some("20-22"), 20)], Some("5-40")), @r#"
    answer_from_report high
    primary src/long.ts:5-40
    flow src/long.ts:12-12 () It.
      12 "let value12 = 12;"
    flow src/long.ts:20-22 () It.
      20 "let value20 = 20;"
    read src/long.ts:5-40 Mend it.
    "#);
    assert_snapshot!(check(&[(Some("12-20"), 12), (Some("15-30"), 15)], Some("18-40")), @r#"
    answer_from_report high
    primary src/long.ts:12-40
    flow src/long.ts:12-20 () It.
      12 "let value12 = 12;"
    flow src/long.ts:15-30 () It.
      15 "let value15 = 15;"
    read src/long.ts:12-40 Mend it.
    "#);
    // Without lines, the place is the whole one, of which what is to be read around the quote is shown.
    assert_snapshot!(check(&[(None, 12)], Some("5-40")), @r#"
    answer_from_report high
    primary src/long.ts:5-40
    flow src/long.ts:5-40 () It.
      12 "let value12 = 12;"
    read src/long.ts:5-40 Mend it.
    - clamped: c5: 1-300 to 5-40
    "#);
    // A long one is shown from its first line, and the link does not become as long.
    assert_snapshot!(check(&[(Some("12-14"), 12)], Some("5-140")), @r#"
    answer_from_report high
    primary src/long.ts:5-124
    flow src/long.ts:12-14 () It.
      12 "let value12 = 12;"
    read src/long.ts:5-124 Mend it.
    - clamped: c5: 5-140 to 5-124
    "#);
}

/// Lines that are read otherwise than they are written are noted, for the model, too.
#[test]
fn lines_that_cannot_be_used_are_noted() {
    let check = |lines: &str, expect: &str| {
        let text = format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK}],"readTargets":[{{"candidateId":"c5","lines":"{lines}","purpose":"p"}}]}}"#
        );
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        let read = verdict.body().read_targets[0].place.range().unwrap();
        let note = verdict.mendable().join("; ");
        assert_eq!(format!("{read} {note}").trim_end(), expect, "{lines}");
    };
    check("20-25", "20-25");
    check("c5:20-25", "20-25");
    let several = "are several ranges, so all from the first to the last is cited";
    check("20-25,40-45", &format!("20-45 read target 1: its `lines` {several}"));
    check("20-25,900", &format!("20-25 read target 1: its `lines` {several}"));
    let unseen = "are none of that place, so all of it is cited";
    check("900", &format!("141-160 read target 1: its `lines` {unseen}"));
    let unread = "cannot be read as lines, so all of the place is cited";
    check("150-1", &format!("141-160 read target 1: its `lines` {unread}"));
    let shown = "are shown, at most 120; a further one can name the rest";
    check("11-131", &format!("11-130 read target 1: of its 121 lines, 11-130 {shown}"));
    // Wherever its hit is.
    check("10-160", &format!("10-129 read target 1: of its 151 lines, 10-129 {shown}"));
}

/// Lines that the named place does not have, and another one does.
#[test]
fn lines_of_another_place_are_noted() {
    let check = |id: &str, lines: &str, expect: &str| {
        let text = format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK}],"readTargets":[{{"candidateId":"{id}","lines":"{lines}","purpose":"p"}}]}}"#
        );
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        let read = verdict.body().read_targets[0].place.range().unwrap();
        let note = verdict.mendable().join("; ");
        assert_eq!(format!("{read} {note}").trim_end(), expect, "{lines}");
    };
    let read = |lines: &str, has: &str, rest: &str| {
        format!("{lines} read target 1: {has}, so {lines} is cited; {rest}")
    };
    let further = |rest: &str| format!("a further one can cite {rest}");
    check("c3", "2-5", &read("4-5", "c3 has only the lines 4-9", &further("2-3 of c2")));
    check("c2", "5-8", &read("5-6", "c2 has only the lines 1-6", &further("7-8 of c3")));
    check("c3", "8-20", "8-9");
    check("c2", "5-20", &read("5-6", "c2 has only the lines 1-6", &further("7-9 of c3")));
    let c5 = "c5 has only the lines 1-300";
    check("c5", "250-401", &read("250-300", c5, "301-401 was not shown"));
    check("c5", "250-301", &read("250-300", c5, &further("301 of c7")));
    let c7 = "c7 has only the lines 290-400";
    check("c7", "280-401", &read("290-400", c7, &further("280-289 of c5")));
}

/// A read target keeps the lines that it names in a link that shows more.
#[test]
fn a_read_target_keeps_its_lines_in_a_longer_link() {
    let check = |lines: &str, expect: &str| {
        let link = r#"{"candidateId":"c2","fact":"It adds.","quote":"add(item)"}"#;
        let text = format!(
            r#"{{"flow":[{link}],"readTargets":[{{"candidateId":"c2","lines":"{lines}","purpose":"p"}}]}}"#
        );
        let verdict = verdict_on(Intent::Edit, &text, |_| {});
        let read = verdict.body().read_targets[0].place.range().unwrap();
        let link = verdict.body().flow[0].place.range().unwrap();
        assert_eq!(format!("{link} {read}"), expect, "{lines}");
    };
    check("2-5", "1-6 2-5");
    check("4", "1-6 4-4");
    // Nearly all of the link is all of it.
    check("2-6", "2-6 2-6");
}

/// Lines that only a link or a primary place has are not read: a read target that lacks them says so.
#[test]
fn a_read_target_loses_lines_only_to_what_is_read() {
    let check = |reads: &[&str], expect: &str| {
        let targets = reads.iter().map(
            |lines| serde_json::json!({"candidateId": "c5", "lines": lines, "purpose": lines}),
        );
        let link =
            serde_json::json!({"candidateId": "c5", "fact": "It.", "quote": "let value165 = 165;"});
        let text = serde_json::json!({"primaryCandidateIds": ["c5"], "flow": [link],
            "readTargets": Vec::from_iter(targets)});
        let verdict = verdict_on(Intent::Edit, &text.to_string(), |_| {});
        let reads = verdict.body().read_targets.iter().filter_map(|read| read.place.range());
        let reads = reads.map(|range| range.to_string()).collect::<Vec<_>>().join(" ");
        let noted = verdict.mendable().iter().filter(|note| note.contains("a further one")).count();
        assert_eq!(format!("{reads}, {noted} noted"), expect);
    };
    check(&["37-182"], "37-156, 1 noted");
    check(&["37-182", "150-190"], "37-149 150-190, 0 noted");
    check(&["100-182"], "100-182, 0 noted");
}

/// Of a quote that stands on several lines, what the report itself names decides which is meant; else all are named.
#[test]
fn an_ambiguous_quote_is_settled_or_said() {
    let text: String = (1..=60)
        .map(|n| {
            if n % 25 == 11 {
                "return all.filter((one) =>\n".into()
            } else {
                format!("let v{n} = {n};\n")
            }
        })
        .collect();
    let files = Files::from([("a.ts".to_owned(), text.into_bytes())]);
    let check = |hits: &[u32], lines: Option<&str>, reads: &[&str], expect: &str| {
        let span = Span::of_file(
            RepoPath::new("a.ts").unwrap(),
            &files["a.ts"],
            LineRange::new(1, 60).unwrap(),
        );
        let mut registry = Registry::new();
        let window = Window::new(span.unwrap()).with_hits(hits.iter().copied());
        registry.observe(Observation::read(Source::READ, window));
        let reads = reads
            .iter()
            .map(|lines| serde_json::json!({"candidateId": "c1", "lines": lines, "purpose": "p"}));
        let link = serde_json::json!({"candidateId": "c1", "lines": lines, "fact": "It.", "quote": "return all.filter((one) =>"});
        let text = serde_json::json!({"flow": [link], "readTargets": Vec::from_iter(reads)});
        let selection = selection(&text.to_string());
        let present = present(&registry, &selection, &files);
        let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
        let quote = &verdict.body().flow[0].quote;
        assert_eq!(any_of_lines(quote.line, &quote.also), expect, "{hits:?} {lines:?}");
    };
    check(&[], None, &[], "11 and 36");
    check(&[], Some("30-44"), &[], "36");
    check(&[], Some("1-5, 30-44"), &[], "36");
    check(&[], Some("5-44"), &[], "11 and 36");
    check(&[], None, &["18-44"], "36");
    check(&[], None, &["5-44"], "11 and 36");
    check(&[], None, &["45-50", "5-12"], "11");
    check(&[36], None, &[], "36");
    check(&[36], None, &["5-12"], "11");
    check(&[11, 36], None, &[], "11 and 36");
}

/// Of two read targets of the same lines, the second one's purpose is lost, and that is said.
#[test]
fn a_lost_purpose_is_noted() {
    let check = |second: &str, expect: &str| {
        let text = format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK}],"readTargets":[{{"candidateId":"c2","purpose":"one"}},{second}]}}"#
        );
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        let lost: usize = verdict.body().losses.iter().map(|loss| loss.count).sum();
        let noted = verdict.mendable().iter().filter(|note| note.contains("of the second")).count();
        let reads = verdict.body().read_targets.len();
        assert_eq!(format!("{reads} {lost} {noted}"), expect, "{second}");
    };
    check(r#"{"candidateId":"c2","purpose":"two"}"#, "1 1 1");
    check(r#"{"candidateId":"c2","purpose":"one"}"#, "1 0 0");
    check(r#"{"candidateId":"c2"}"#, "1 0 0");
    check(r#"{"candidateId":"c1","purpose":"two"}"#, "2 0 0");
}

/// A citation may name some of a place's lines.
#[test]
fn a_part_of_a_place_can_be_cited() {
    assert_snapshot!(reads(&[(1, 600)], &[Some("400-420")]), @r"
    primary 400-420
    read 400-420 1
    ");
    assert_snapshot!(reads(&[(300, 600)], &[Some("250-310")]), @r"
    primary 300-310
    read 300-310 1
    ");
    assert_snapshot!(reads(&[(300, 600)], &[Some("20-30")]), @r"
    primary 300-419
    read 300-419 1
    - argument_repaired: read target 1: its `lines` are none of that place, so all of it is cited
    - clamped: c1: 300-600 to 300-419
    ");
    assert_snapshot!(reads(&[(300, 310)], &[Some("the first")]), @r"
    primary 300-310
    read 300-310 1
    - argument_repaired: read target 1: its `lines` cannot be read as lines, so all of the place is cited
    ");
    let link = |lines: &str, quote: &str| {
        check(&format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{{"candidateId":"c5","lines":"{lines}","fact":"It.",
                "quote":"{quote}"}}]}}"#
        ))
    };
    assert_snapshot!(link("5-12", "let value10 = 10;"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/long.ts:5-12 () It.
      10 "let value10 = 10;"
    "#);
    // Of a quote that occurs in every line, the cited lines decide which one is meant.
    assert_snapshot!(link("20-30", "let value"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/long.ts:20-30 () It.
      20 "let value"
    "#);
    assert_snapshot!(link("100-112", "let value10 = 10;"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/long.ts:10-112 () It.
      10 "let value10 = 10;"
    - argument_repaired: flow link 1: its `lines` leave out the quote, so all from it to them is cited
    "#);
    // Of several occurrences, none of them in the lines, the nearest one is meant.
    assert_snapshot!(link("95", "let value10"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/long.ts:95-100 () It.
      100 "let value10"
    - argument_repaired: flow link 1: its `lines` leave out the quote, so all from it to them is cited
    "#);
}
