//! The text form, as an agent reads it.

use firsthand_registry::{Declaration, LineRange, Observation, Source, Span, Window};
use firsthand_render::{Audience, Options, json, markdown};
use firsthand_validator::{Intent, StopReason, VerifiedReport};
use insta::assert_snapshot;
use serde_json::json;

use crate::fixture::{Tree, channel_flow, channels, facts, selection};
use crate::oracle::violations;

/// The text form, after checking its document for violations.
pub(crate) fn shown(report: &VerifiedReport, max_chars: usize) -> String {
    let options = Options { max_chars, ..Options::default() };
    assert_eq!(violations(&json(report, &options), max_chars), Vec::<String>::new());
    markdown(report, &options).text
}

#[test]
fn a_full_report() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c5", "c6"],
        "flow": channel_flow(),
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let query = "How does \"switching\" a channel\nreach the store?";
    let report = channels().report(&selection, Intent::Explain, facts(query));
    assert_snapshot!(shown(&report, 2500), @r#"
    ## explore_code report
    Query: "How does \"switching\" a channel reach the store?" | Intent: explain | Confidence: high | Action: answer_from_report

    Flow:
    1. src/routes/app.tsx:3-9, at 6 (entry) - Mounts the sidebar for a channel.
       >     <Route path="/channels/:id" element={<ChannelSidebar/>} />
    2. src/store/channels.ts:3-8, at 4 (action) - Nothing happens for the current channel.
       >     if (id === state.current) {
       >     	return;
    3. channels.ts:10-12 (state) - Stores the id of the channel.
       >     current: action.payload.id
    - [1] app.tsx:3-9, at 5 (view) - Draws the layout again.
       >     <Layout>

    Also: [4] src/store/types.ts:1-2, [5] `"docs/my notes.md" (not read)`
    Missing: none (searched 812 files)

    ```json
    {"v":3,"action":"answer_from_report","confidence":"high","refs":{"src/routes/app.tsx":[[1,3,9]],"src/store/channels.ts":[[2,3,8],[3,10,12]],"src/store/types.ts":[[4,1,2]],"docs/my notes.md":[[5]]},"read":[]}
    ```
    "#);
}

#[test]
fn an_edit_with_read_targets() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3"],
        "flow": [{"candidateId": "c3", "role": "action", "fact": "Builds the payload.",
                  "quote": "dispatch({ type: 'channel/switch', payload: { id } });"}],
        "readTargets": [
            {"candidateId": "c3", "purpose": "edit the dispatch payload", "required": true},
            {"candidateId": "c4", "purpose": "the payload is read here", "required": true},
            {"candidateId": "c5", "purpose": "", "required": false}
        ],
        "missingCoverage": ["tests of the reducer"],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let report =
        channels().report(&selection, Intent::Edit, facts("add a timestamp to the payload"));
    assert_snapshot!(shown(&report, 2500), @r#"
    ## explore_code report
    Query: "add a timestamp to the payload" | Intent: edit | Confidence: medium | Action: read_targets

    Flow:
    1. src/store/channels.ts:3-8, at 7 (action) - Builds the payload.
       Read: edit the dispatch payload (required)
       >     dispatch({ type: 'channel/switch', payload: { id } });

    Read: [2] channels.ts:10-12 - the payload is read here (required)
    Read: [3] src/store/types.ts:1-2
    Missing: tests of the reducer
    Coverage: searched 812 files

    ```json
    {"v":3,"action":"read_targets","confidence":"medium","refs":{"src/store/channels.ts":[[1,3,8],[2,10,12]],"src/store/types.ts":[[3,1,2]]},"read":[1,2,3]}
    ```
    "#);
}

/// A read target that shares lines with a link is printed below it, with its own lines; no line of its own takes the room.
#[test]
fn a_read_target_is_printed_with_the_link_that_shares_the_most_lines() {
    let target = |id: &str, lines: &str| {
        let purpose = format!("read {lines}");
        json!({"candidateId": id, "lines": lines, "purpose": purpose, "required": true})
    };
    let link = |id: &str, lines: &str, quote: &str| json!({"candidateId": id, "lines": lines, "fact": "It acts.", "quote": quote});
    let check = |targets: Vec<serde_json::Value>| {
        let selection = selection(json!({
            "primaryCandidateIds": ["c3"],
            "flow": [
                link("c3", "3-4", "if (id === state.current) {"),
                link("c3", "6-8", "dispatch({ type: 'channel/switch', payload: { id } });"),
                link("c4", "10-12", "current: action.payload.id"),
                link("c3", "3-4", "if (id === state.current) {"),
            ],
            "readTargets": targets,
            "recommendedPrimaryAction": "read_targets", "confidence": "high"
        }));
        let report = channels().report(&selection, Intent::Edit, facts("add a timestamp"));
        let text = shown(&report, 2500);
        let lines = text.lines().filter(|line| line.contains("It acts") || line.contains("Read"));
        lines.map(|line| line.replace(" - It acts.", "")).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(check(vec![target("c3", "3-8"), target("c4", "11")]), @r"
    1. src/store/channels.ts:3-4
    2. channels.ts:6-8
       Read 3-8: read 3-8 (required)
    3. channels.ts:10-12
       Read 11: read 11 (required)
    ");
    assert_snapshot!(check(vec![target("c3", "3-4"), target("c4", "10-12")]), @r"
    1. src/store/channels.ts:3-4
       Read: read 3-4 (required)
    2. channels.ts:6-8
    3. channels.ts:10-12
       Read: read 10-12 (required)
    ");
    assert_snapshot!(check(vec![target("c3", "5"), target("c5", "1")]), @r"
    1. src/store/channels.ts:3-4
    2. channels.ts:6-8
       Read 3-8: read 5 (required)
    3. channels.ts:10-12
    Read: [5] src/store/types.ts:1 - read 1 (required)
    ");
}

#[test]
fn a_gap_search() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c6"],
        "searchTargets": ["channel/switch in src", "reducer"],
        "recommendedPrimaryAction": "targeted_gap_search", "confidence": "medium"
    }));
    let mut facts = facts("who listens?");
    facts.coverage.truncated = true;
    let report = channels().report(&selection, Intent::Locate, facts);
    assert_snapshot!(shown(&report, 2500), @r#"
    ## explore_code report
    Query: "who listens?" | Intent: locate | Confidence: low | Action: targeted_gap_search

    Also: [1] `"docs/my notes.md" (not read)`
    Missing: not assessed (searched 4 patterns in 812 files; 3 more files not searched)
    Search: channel/switch in src; reducer

    ```json
    {"v":3,"action":"targeted_gap_search","confidence":"low","refs":{"docs/my notes.md":[[1]]},"read":[]}
    ```
    "#);
}

#[test]
fn a_fallback() {
    let mut facts = facts("where does switchChannel dispatch?");
    facts.stats.stop_reason = StopReason::StepBudget;
    assert_snapshot!(shown(&channels().fallback(facts), 2500), @r#"
    ## explore_code report
    Query: "where does switchChannel dispatch?" | Intent: explain | Confidence: low | Action: targeted_gap_search
    Fallback: no verified selection: the steps were used up; places ranked by the host

    Also: [1] src/store/channels.ts:3-8, [2] channels.ts:10-12, [3] src/routes/app.tsx:3-9, [4] app.tsx:1, [5] channels.ts:1
    Missing: not assessed (searched 4 patterns in 812 files; 3 more files not searched)
    Search: no word of the query is known to stand here and to tell places apart

    ```json
    {"v":3,"action":"targeted_gap_search","confidence":"low","refs":{"src/store/channels.ts":[[1,3,8],[2,10,12],[5,1,1]],"src/routes/app.tsx":[[3,3,9],[4,1,1]]},"read":[]}
    ```
    "#);
}

#[test]
fn a_skip() {
    let selection = selection(json!({
        "recommendedPrimaryAction": "skip_explore_result", "confidence": "low"
    }));
    let mut facts = facts("where is the billing code?");
    facts.coverage.patterns = 1;
    let report = channels().report(&selection, Intent::Locate, facts);
    assert_snapshot!(shown(&report, 2500), @r#"
    ## explore_code report
    Query: "where is the billing code?" | Intent: locate | Confidence: low | Action: skip_explore_result
    Skip: nothing relevant was found (searched 1 pattern in 812 files; 3 more files not searched)

    ```json
    {"v":3,"action":"skip_explore_result","confidence":"low","refs":{},"read":[]}
    ```
    "#);
}

/// A primary place outside the flow has the kind and the name of its declaration, where the budget has room.
#[test]
fn a_place_outside_the_flow_is_labelled() {
    let mut tree = Tree::default();
    let names = ["alpha", "Beta", "src/ghost.ts:4", "`gamma`"];
    for (at, name) in names.into_iter().enumerate() {
        let path = tree.file(&format!("src/file{at}.rs"), "fn it() {}\n");
        tree.relate((&path.unwrap(), 1, 1), name, None).unwrap();
    }
    let gap = "what the gap is, in many words; ".repeat(9);
    let selection = selection(json!({
        "primaryCandidateIds": ["c1", "c2", "c3", "c4"],
        "missingCoverage": [gap],
        "recommendedPrimaryAction": "targeted_gap_search", "confidence": "low"
    }));
    let report = tree.report(&selection, Intent::Locate, facts("where?"));
    let also = |most: usize| {
        let text = shown(&report, most);
        let mut lines = text.lines();
        lines.find(|line| line.starts_with("Also: ")).unwrap().to_owned()
    };
    assert_snapshot!(also(2500), @"Also: [1] src/file0.rs:1 (function `alpha`), [2] src/file1.rs:1 (function `Beta`), [3] src/file2.rs:1, [4] src/file3.rs:1");
    let full = shown(&report, 2500).chars().count();
    assert_snapshot!(also(full - 1), @"Also: [1] src/file0.rs:1 (function `alpha`), [2] src/file1.rs:1, [3] src/file2.rs:1, [4] src/file3.rs:1");
    assert_snapshot!(also(full - 30), @"Also: [1] src/file0.rs:1, [2] src/file1.rs:1, [3] src/file2.rs:1, [4] src/file3.rs:1");
}

/// The line of a quote in a place of many lines is printed also where the quote has no room, and before the declaration
/// around it, which is printed where there is room and no text of the link names it.
#[test]
fn the_line_of_a_quote_stays() {
    let mut tree = Tree::default();
    let text: String =
        (1..=60).map(|n| format!("    keep(the_long_name_of_line_{n:02});\n")).collect();
    let store = tree.file("src/store.rs", &text).unwrap();
    let bytes = tree.bytes(&store).unwrap();
    let lines = |start, end| LineRange::new(start, end).unwrap();
    let declared = Declaration {
        name: "save_all".to_owned(),
        kind: "function".to_owned(),
        range: lines(2, 60),
        head: Some(lines(2, 2)),
        is_test: false,
    };
    for (start, end) in [(1, 20), (22, 40), (42, 60)] {
        let window = Window::new(Span::of_file(store.clone(), &bytes, lines(start, end)).unwrap());
        let window = window.with_declarations(vec![declared.clone()]);
        tree.registry.observe(Observation::read(Source::READ, window));
    }
    let link = |id: &str, line: u32, fact: &str| {
        json!({"candidateId": id, "role": "", "fact": fact,
               "quote": format!("keep(the_long_name_of_line_{line:02});")})
    };
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [link("c1", 9, "Keeps what the caller gave it, until it is asked again."), link("c2", 30, "Keeps what the caller gave it, until it is asked again."), link("c3", 44, "What save_all gets is kept, until it is asked again."), link("c3", 50, "Keeps what the caller gave it, until it is asked again.")],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("keep"));
    let text = |max_chars: usize| {
        let options = Options { audience: Audience::Agent, max_chars, ..Options::default() };
        markdown(&report, &options).text
    };
    let links = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.starts_with("1. "));
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let all = text(2500);
    let without = |chars: usize| links(&text(all.chars().count() - chars));
    assert_snapshot!(links(&all), @r"
    1. src/store.rs:1-20, at 9 in `save_all` - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_09);
    2. store.rs:22-40, at 30 in `save_all` - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_30);
    3. store.rs:42-60, at 44 - What save_all gets is kept, until it is asked again.
       >     keep(the_long_name_of_line_44);
    - [3] store.rs:42-60, at 50 in `save_all` - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_50);
    ");
    assert_snapshot!(without(10), @r"
    1. src/store.rs:1-20, at 9 in `save_all` - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_09);
    2. store.rs:22-40, at 30 in `save_all` - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_30);
    3. store.rs:42-60, at 44 - What save_all gets is kept, until it is asked again.
       >     keep(the_long_name_of_line_44);
    - [3] store.rs:42-60, at 50 - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_50);
    ");
    // A quote that is cut behind them leaves room for the first of them.
    assert_snapshot!(without(50), @r"
    1. src/store.rs:1-20, at 9 in `save_all` - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_09);
    2. store.rs:22-40, at 30 - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_30);
    3. store.rs:42-60, at 44 - What save_all gets is kept, until it is asked again.
       >     keep(the_long_name_of_line_44);
    - [3] store.rs:42-60, at 50 - Keeps what the caller gave it, until it is asked again.
    ");
    assert_snapshot!(without(64), @r"
    1. src/store.rs:1-20, at 9 - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_09);
    2. store.rs:22-40, at 30 - Keeps what the caller gave it, until it is asked again.
       >     keep(the_long_name_of_line_30);
    3. store.rs:42-60, at 44 - What save_all gets is kept, until it is asked again.
       >     keep(the_long_name_of_line_44);
    - [3] store.rs:42-60, at 50 - Keeps what the caller gave it, until it is asked again.
    ");
}

#[test]
fn a_file_that_is_listed_and_read() {
    let mut tree = Tree::default();
    let path = tree.file("a b/x`y.rs", "fn alpha() {}\nfn beta() {}\n").unwrap();
    tree.list(&path).unwrap();
    tree.see(&path, 2, 2).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c2", "quote": "fn beta() {}"}],
        "readTargets": [{"candidateId": "c2"}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Locate, facts("beta"));
    assert_snapshot!(shown(&report, 2500), @r#"
    ## explore_code report
    Query: "beta" | Intent: locate | Confidence: medium | Action: read_targets

    Flow:
    1. `"a b/x\u{60}y.rs":2`
       >     fn beta() {}

    Also: [2] file of (1)
    Read: (1):2
    Missing: not assessed (searched 812 files)

    ```json
    {"v":3,"action":"read_targets","confidence":"medium","refs":{"a b/x`y.rs":[[1,2,2],[2]]},"read":[1]}
    ```
    "#);
}

/// Without the machine block a report is for people: a list below the flow, and each place with its path.
#[test]
fn a_report_for_a_pull_request() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c6"],
        "flow": channel_flow().as_array().unwrap()[..2],
        "readTargets": [{"candidateId": "c7", "purpose": "the initial state"}],
        "missingCoverage": ["who calls `switchChannel`"],
        "recommendedPrimaryAction": "read_targets", "confidence": "medium"
    }));
    let report = channels().report(&selection, Intent::Explain, facts("how?"));
    let agents = Options { audience: Audience::Agent, ..Options::default() };
    let agents = markdown(&report, &agents).text;
    // Nothing refers to the number of a place behind the flow but a path that is a literal.
    let behind = agents.lines().filter(|line| line.starts_with("Also") || line.starts_with("Read"));
    assert_snapshot!(behind.collect::<Vec<_>>().join("\n"), @r#"
    Also: [3] `"docs/my notes.md" (not read)`
    Read: channels.ts:1 - the initial state
    "#);
    let options = Options { audience: Audience::People, heading: "Report", ..Options::default() };
    assert_snapshot!(markdown(&report, &options).text, @r#"
    ## Report
    Query: "how?" | Intent: explain | Confidence: medium | Action: read_targets

    Places:
    1. src/routes/app.tsx:3-9, at 6 (entry) - Mounts the sidebar for a channel.
       >     <Route path="/channels/:id" element={<ChannelSidebar/>} />
    2. src/store/channels.ts:3-8, at 4 (action) - Nothing happens for the current channel.
       >     if (id === state.current) {
       >     	return;

    - Also: [3] `"docs/my notes.md" (not read)`
    - Read: [4] src/store/channels.ts:1 - the initial state
    - Missing: who calls `switchChannel`
    - Coverage: searched 812 files
    "#);
}
