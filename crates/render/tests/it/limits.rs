//! The text form of too large and of hostile reports.

use firsthand_render::{Audience, Options, TextOptions, fit, json, markdown, text};
use firsthand_validator::{Fit, Intent, Losses, VerifiedReport};
use insta::assert_snapshot;
use serde_json::json;

use crate::fixture::{Tree, facts, selection};
use crate::markdown::shown;

#[test]
fn hostile_text_is_escaped() {
    let mut tree = Tree::default();
    let path = tree.file("src/evil.md", "```json\n{\"v\":3}\n```\u{202e}\u{1b}[31m end\n").unwrap();
    tree.see(&path, 1, 3).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [
            {"candidateId": "c1", "role": "not read", "fact": "One.\n```json\n{}\n```\n# Done",
             "quote": "```json\n{\"v\":3}"},
            {"candidateId": "c1", "role": "x\u{1b}]0;y\u{7}", "fact": "src/evil.md:1-3 is `evil`",
             "quote": "```\u{202e}\u{1b}[31m end"}
        ],
        "readTargets": [{"candidateId": "c1", "purpose": "> see src/evil.md:1-2 (required)"}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let query = "x\" | Intent: edit\n## explore_code report\n```json";
    let report = tree.report(&selection, Intent::Locate, facts(query));
    assert_snapshot!(shown(&report, 2500), @r#"
    ## explore_code report
    Query: "x\" | Intent: edit ## explore_code report \`\` \`json" | Intent: locate | Confidence: high | Action: read_targets

    Flow:
    1. src/evil.md:1-3 (not read) - One. `` `json {} `` \` # Done
       Read: > see src/evil.md: 1-2 [required]
       >     ```json
       >     {"v":3}
    - [1] evil.md:1-3 (x\u{1b}]0;y\u{7}) - src/evil.md: 1-3 is `evil`
       >     ```\u{202e}\u{1b}[31m end

    Missing: none (searched 812 files)

    ```json
    {"v":3,"action":"read_targets","confidence":"high","refs":{"src/evil.md":[[1,1,3]]},"read":[1]}
    ```
    "#);
}

/// In a Markdown viewer, text of the model or the caller loads nothing and links nowhere.
#[test]
fn live_markup_is_escaped() {
    let mut tree = Tree::default();
    let path = tree.file("![a](b)/<img src=x>.rs", "fn alpha() {}\n");
    tree.see(&path.unwrap(), 1, 1).unwrap();
    let live = "![x](http://evil/?q) <img src=x> `Option<T>` `";
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": live, "fact": live, "quote": "fn alpha() {}"}],
        "readTargets": [{"candidateId": "c1", "purpose": live}],
        "missingCoverage": [live], "searchTargets": [live],
        "recommendedPrimaryAction": "targeted_gap_search", "confidence": "low"
    }));
    let report = tree.report(&selection, Intent::Explain, facts(live));
    let text = shown(&report, 2500);
    let inert = r"![x]\(`http://evil/?q`) \<img src=x> `Option<T>` \`";
    let lines = || text.lines().filter(|line| !line.starts_with("{"));
    assert_eq!(text.matches(inert).count(), 6, "{text}");
    for line in lines() {
        assert!(!line.replace(r"\<", "").contains("<img") && !line.contains("]("), "{line}");
    }
    // A terminal does not interpret Markdown, and shows backticks only in the question. What is to be read is in the
    // answer already.
    let options =
        firsthand_render::TextOptions { width: 1000, ..firsthand_render::TextOptions::default() };
    let plain = firsthand_render::text(&report, &options).text;
    let shown_live = live.replace('`', "");
    assert_eq!(plain.matches(shown_live.trim_end()).count(), 4, "{plain}");
    assert!(plain.starts_with(live), "{plain}");
}

/// A report with every list and text at its limit.
fn long_report() -> VerifiedReport {
    let mut tree = Tree::default();
    let mut ids = Vec::new();
    for at in 0..18 {
        let line = format!("let total_{at} = {};\n", "measure(depth, width) + ".repeat(5));
        let path = format!("packages/module-{at}/src/features/measuring/measurements.ts");
        let path = tree.file(&path, &line.repeat(3)).unwrap();
        ids.push(tree.see(&path, 1, 3).unwrap());
    }
    let fact = "Adds what was measured on the way down to what is known already. ".repeat(4);
    let flow = ids.iter().take(12).enumerate().map(|(at, id)| {
        json!({"candidateId": id, "role": "adds", "fact": fact, "quote": format!("let total_{at} =")})
    });
    let reads = ids.iter().skip(10).enumerate().map(|(at, id)| {
        json!({"candidateId": id, "purpose": "What is added. ".repeat(9), "required": at % 2 == 0})
    });
    let selection = selection(json!({
        "primaryCandidateIds": &ids[11..16],
        "flow": flow.collect::<Vec<_>>(),
        "readTargets": reads.collect::<Vec<_>>(),
        "missingCoverage": ["where the depth is read", "where it is written"],
        "recommendedPrimaryAction": "read_targets", "confidence": "medium"
    }));
    tree.report(&selection, Intent::Debug, facts(&"Why is the total wrong? ".repeat(20)))
}

#[test]
fn links_and_optional_read_targets_are_cut_in_turns() {
    let mut tree = Tree::default();
    let mut ids = Vec::new();
    for at in 0..12 {
        let path =
            format!("core/src/main/java/org/shop/internal/delivery/parcels/Sorting{at}.java");
        let path = tree.file(&path, "int sorted(Parcel parcel);\n").unwrap();
        ids.push(tree.see(&path, 1, 1).unwrap());
    }
    let flow = ids[..5].iter().map(
        |id| json!({"candidateId": id, "role": "sorts", "fact": "Sorts.", "quote": "int sorted("}),
    );
    let reads = ids[5..].iter().map(
        |id| json!({"candidateId": id, "purpose": "the interface of the sorting", "required": false}),
    );
    let selection = selection(json!({
        "primaryCandidateIds": &ids[..5],
        "flow": flow.collect::<Vec<_>>(),
        "readTargets": reads.collect::<Vec<_>>(),
        "recommendedPrimaryAction": "read_targets", "confidence": "low"
    }));
    let report = tree.report(&selection, Intent::Edit, facts("which sorting?"));
    for (most, expect) in [(1960, (3, 6)), (1720, (3, 5)), (1520, (2, 3))] {
        let shown = shown(&report, most);
        let count = |part: &str| shown.matches(part).count();
        let counts = (count("int sorted("), count("Read: "));
        assert_eq!(counts, expect, "{shown}");
    }
}

/// At a terminal, places to read beyond the first ones stand by their names alone where there is room, those of a file
/// together; the rest is counted, and nothing else is cut for them.
#[test]
fn further_places_to_read_take_the_room_that_is_left() {
    let mut tree = Tree::default();
    let path = tree.file("src/sorting.java", &"int sorted(Parcel parcel);\n".repeat(20)).unwrap();
    let other =
        tree.file("src/a-file-with-a-long-name/of-some-parcels.java", "int parcel;\n").unwrap();
    let mut ids: Vec<_> = (1..9).map(|at| tree.see(&path, 2 * at, 2 * at).unwrap()).collect();
    ids.insert(7, tree.see(&other, 1, 1).unwrap());
    let reads = ids[1..].iter().map(|id| json!({"candidateId": id, "purpose": "it sorts"}));
    let selection = selection(json!({
        "primaryCandidateIds": &ids[..1],
        "flow": [{"candidateId": ids[0], "role": "sorts", "fact": "Sorts. ".repeat(36), "quote": "int sorted("}],
        "readTargets": reads.collect::<Vec<_>>(),
        "recommendedPrimaryAction": "read_targets", "confidence": "low"
    }));
    let report = tree.report(&selection, Intent::Edit, facts(&"which sorting? ".repeat(15)));
    let shown = |max_chars: usize| {
        let options = TextOptions { max_chars, ..TextOptions::default() };
        text(&report, &options).text
    };
    let last = |max_chars: usize| {
        let text = shown(max_chars);
        assert!(text.chars().count() <= max_chars, "{text}");
        text[text.find("Read next").unwrap()..].to_owned()
    };
    assert_snapshot!(last(2500), @r"
    Read next
       src/sorting.java:4   it sorts
       src/sorting.java:6   it sorts
       src/sorting.java:8   it sorts
       src/sorting.java:10  it sorts
       src/sorting.java:12  it sorts
       also src/sorting.java:14, 16,
       src/a-file-with-a-long-name/of-some-parcels.java:1
    ");
    assert_snapshot!(last(shown(2500).chars().count() - 20), @r"
    Read next
       src/sorting.java:4   it sorts
       src/sorting.java:6   it sorts
       src/sorting.java:8   it sorts
       src/sorting.java:10  it sorts
       src/sorting.java:12  it sorts
       also src/sorting.java:14, 16
       … 1 more
    ");
}

#[test]
fn parts_are_cut_in_order() {
    assert_snapshot!(shown(&long_report(), 2500), @r#"
    ## explore_code report
    Query: "Why is the total wrong? Why is the total wrong? Why is the total wrong? Why is…" | Intent: debug | Confidence: medium | Action: read_targets
    Paths: …/ is packages/

    Flow:
    1. …/module-10/src/features/measuring/measurements.ts:1-3 (adds) - Adds what was measured on the way down to what is known already. Adds what was measured…
       Read: What is added. What is added. What is added. What is added.… (required)
       >     let total_10 =
    2. …/module-11/src/features/measuring/measurements.ts:1-3 (adds) - Adds what was measured on the way down to what is known already. Adds what was measured…
       Read: What is added. What is added. What is added. What is added.…
       >     let total_11 =

    Read: [3] …/module-12/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What is added. What is added.… (required)
    Read: [4] …/module-13/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What is added. What is added.…
    Read: [5] …/module-14/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What is added. What is added.… (required)
    Read: [6] …/module-15/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What is added. What is added.…
    Read: [7] …/module-16/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What is added. What is added.… (required)
    Read: [8] …/module-17/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What is added. What is added.…
    Missing: where the depth is read; where it is written
    Coverage: searched 812 files
    Left out: 10 flow links

    ```json
    {"v":3,"action":"read_targets","confidence":"medium","refs":{"packages/module-10/src/features/measuring/measurements.ts":[[1,1,3]],"packages/module-11/src/features/measuring/measurements.ts":[[2,1,3]],"packages/module-12/src/features/measuring/measurements.ts":[[3,1,3]],"packages/module-13/src/features/measuring/measurements.ts":[[4,1,3]],"packages/module-14/src/features/measuring/measurements.ts":[[5,1,3]],"packages/module-15/src/features/measuring/measurements.ts":[[6,1,3]],"packages/module-16/src/features/measuring/measurements.ts":[[7,1,3]],"packages/module-17/src/features/measuring/measurements.ts":[[8,1,3]]},"read":[1,2,3,4,5,6,7,8]}
    ```
    "#);
    let cut = markdown(&long_report(), &Options::default()).cut;
    let cut: Vec<String> = cut.iter().map(ToString::to_string).collect();
    assert_snapshot!(cut.join("\n"), @r"
    purposes: 8 of 8 shortened
    facts: 2 of 12 shortened
    flow links: 10 of 12 left out
    query: 1 of 1 shortened
    ");
}

#[test]
fn the_least_budget_has_the_heading_and_the_machine_block() {
    assert_snapshot!(shown(&long_report(), firsthand_render::LEAST_CHARS), @r#"
    ## explore_code report
    Query: "Why is the total wrong? Why is the total wrong? Why is the total wrong? Why is…" | Intent: debug | Confidence: medium | Action: read_targets

    Read: [1] packages/module-10/src/features/measuring/measurements.ts:1-3 - What is added. What is added. What… (required)
    Coverage: searched 812 files
    Left out: 12 flow links, 5 primary places, 7 read targets, 2 named gaps

    ```json
    {"v":3,"action":"read_targets","confidence":"medium","refs":{"packages/module-10/src/features/measuring/measurements.ts":[[1,1,3]]},"read":[1]}
    ```
    "#);
}

/// The coverage is never cut, so it has to fit the least budget.
#[test]
fn the_widest_coverage_fits_the_least_budget() {
    for (patterns, action) in [
        (0, "skip_explore_result"),
        (u32::MAX, "skip_explore_result"),
        (u32::MAX, "targeted_gap_search"),
    ] {
        let mut tree = Tree::default();
        let path = tree.file("a.rs", "fn alpha() {}\n").unwrap();
        tree.see(&path, 1, 1).unwrap();
        let mut facts = facts("q");
        facts.coverage.patterns = patterns;
        facts.coverage.files_seen = u64::MAX;
        facts.coverage.files_skipped = u64::MAX;
        facts.coverage.truncated = true;
        let most = u64::MAX;
        facts.coverage.losses =
            Losses { budget: most, time: most, cap: most, cut: most, unreadable: most };
        let selection = selection(json!({
            "primaryCandidateIds": ["c1"], "missingCoverage": ["x".repeat(300), "y".repeat(300)],
            "recommendedPrimaryAction": action, "confidence": "low"
        }));
        let report = tree.report(&selection, Intent::Explain, facts);
        let options = Options { max_chars: firsthand_render::LEAST_CHARS, ..Options::default() };
        let rendered = markdown(&report, &options);
        assert!(rendered.chars() <= firsthand_render::LEAST_CHARS, "{}", rendered.text);
    }
}

/// A report of ten links with labelled places, with the characters that it needs.
fn ten_links() -> (VerifiedReport, usize) {
    let mut tree = Tree::default();
    for at in 0..10 {
        let path = tree.file(&format!("src/features/part{at}.rs"), "fn item() {}\n");
        tree.relate((&path.unwrap(), 1, 1), &format!("part{at}"), None).unwrap();
    }
    let flow = (1..=10).map(|at| {
        json!({"candidateId": format!("c{at}"), "role": format!("part {at}"),
            "fact": "Does what has to be done for it, and hands the rest on.", "quote": "fn item() {}"})
    });
    let selection = selection(json!({
        "primaryCandidateIds": ["c1", "c2"],
        "flow": flow.collect::<Vec<_>>(),
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("what happens?"));
    let chars = shown(&report, 10_000).chars().count();
    (report, chars)
}

/// Long paths take a short form before anything is left out; the machine block has them whole.
#[test]
fn a_folder_of_many_paths_is_named_once() {
    let mut tree = Tree::default();
    let places = ["ui/Timeline.kt", "util/Updater.kt", "db/Store.kt", "db/Row.kt"];
    for (at, place) in places.iter().enumerate() {
        let path = format!("app/src/main/java/org/example/reader/{place}");
        let path = tree.file(&path, "fun item() {}\n").unwrap();
        let name = format!("part{at}");
        tree.relate((&path, 1, 1), &name, None).unwrap();
    }
    let flow = (1..=4).map(|at| {
        json!({"candidateId": format!("c{at}"), "role": format!("part {at}"),
            "fact": "Does what has to be done.", "quote": "fun item() {}"})
    });
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"], "flow": flow.collect::<Vec<_>>(),
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("what happens?"));
    let chars = shown(&report, 10_000).chars().count();
    let text = shown(&report, chars - 20);
    assert_snapshot!(text.split("Missing").next().unwrap(), @r#"
    ## explore_code report
    Query: "what happens?" | Intent: explain | Confidence: high | Action: answer_from_report
    Paths: …/ is app/src/main/java/org/example/reader/

    Flow:
    1. …/ui/Timeline.kt:1 (part 1) - Does what has to be done.
       >     fun item() {}
    2. …/util/Updater.kt:1 (part 2) - Does what has to be done.
       >     fun item() {}
    3. …/db/Store.kt:1 (part 3) - Does what has to be done.
       >     fun item() {}
    4. …/db/Row.kt:1 (part 4) - Does what has to be done.
       >     fun item() {}
    "#);
    assert_eq!(text.matches("org/example/reader/util/Updater.kt").count(), 1);
}

/// The places of cut links stand on one line with what is declared there, and nothing says that nothing is missing.
#[test]
fn the_places_of_cut_links_are_named() {
    let (report, chars) = ten_links();
    let shown = shown(&report, chars - 300);
    let accounts: Vec<&str> = shown
        .lines()
        .filter(|line| {
            line.contains(": ")
                && !line.starts_with(|c: char| c.is_ascii_digit() || "Q{".contains(c))
        })
        .collect();
    assert_snapshot!(accounts.join("\n"), @r"
    Paths: …/ is src/features/
    Missing: no gap named (searched 812 files)
    Left out: 6 quotes, 1 flow link
    ");
}

#[test]
fn what_does_not_fit_is_listed() {
    let (report, chars) = ten_links();
    let check = |report: &VerifiedReport, max_chars: usize| {
        let options = Options { max_chars, ..Options::default() };
        let lost = fit(report, &options);
        let cut = markdown(report, &options).cut;
        assert_eq!(
            lost.loses_something(),
            !lost.links.is_empty() || !cut.is_empty() && lost.over > 0
        );
        format!(
            "{} over, links {:?}, facts {:?}, reads {:?}, primary {}, missing {}, sizes {:?} {:?} {:?} + {} {}",
            lost.over,
            lost.links,
            lost.facts,
            lost.reads,
            lost.primary,
            lost.missing,
            lost.link_chars,
            lost.read_chars,
            lost.missing_chars,
            lost.receipt_chars,
            lost.names_chars
        )
    };
    assert_snapshot!(check(&report, chars), @"0 over, links [], facts [], reads [], primary 0, missing 0, sizes [] [] [] + 0 0");
    assert_snapshot!(check(&report, chars - 300), @"217 over, links [9], facts [3, 4, 5, 6, 7, 8], reads [], primary 0, missing 0, sizes [156, 150, 144, 139, 139, 139, 139, 139, 139, 142] [] [] + 0 0");
    assert_snapshot!(check(&long_report(), 2500), @"4899 over, links [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], facts [10, 11], reads [], primary 0, missing 0, sizes [418, 421, 421, 421, 421, 421, 421, 421, 421, 420, 300, 293] [158, 147, 288, 277, 288, 277, 288, 277] [33, 21] + 0 0");
}

/// An agent's form has room for what is cut beside the machine block, which its report in JSON has apart from the text. The
/// number that would save the links is the one that is stated first.
#[test]
fn what_an_agent_reads_loses_less() {
    let (report, chars) = ten_links();
    let check = |max_chars: usize, audience: Audience| {
        let options = Options { max_chars, audience, ..Options::default() };
        let lost = fit(&report, &options);
        let document: serde_json::Value = serde_json::from_str(&json(&report, &options)).unwrap();
        let text = document["markdown"].as_str().unwrap();
        assert_eq!(text.contains("```json"), audience == Audience::Host);
        let refs = document["block"]["refs"].as_object().unwrap().values();
        let places: usize = refs.map(|places| places.as_array().unwrap().len()).sum();
        let Fit { over, over_links, links, facts, quotes, .. } = lost;
        assert_eq!(over_links > 0, !links.is_empty());
        assert!(over_links <= over);
        let (facts, quotes) = (facts.len(), quotes.len());
        format!(
            "{over_links} of {over} over, links {links:?}, facts {facts}, quotes {quotes}, places {places}"
        )
    };
    let rows: Vec<String> = [0, 150, 300, 600]
        .map(|less| {
            let [host, agent] =
                [Audience::Host, Audience::Agent].map(|audience| check(chars - less, audience));
            format!("{host} | {agent}")
        })
        .into();
    assert_snapshot!(rows.join("\n"), @r"
    0 of 0 over, links [], facts 0, quotes 0, places 10 | 0 of 0 over, links [], facts 0, quotes 0, places 10
    0 of 67 over, links [], facts 0, quotes 4, places 10 | 0 of 0 over, links [], facts 0, quotes 0, places 10
    7 of 217 over, links [9], facts 6, quotes 6, places 9 | 0 of 0 over, links [], facts 0, quotes 0, places 10
    307 of 517 over, links [6, 7, 8, 9], facts 3, quotes 3, places 6 | 0 of 86 over, links [], facts 0, quotes 5, places 10
    ");
}
