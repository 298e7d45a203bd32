//! The terminal form.

use firsthand_render::{TextOptions, text};
use firsthand_validator::{Intent, VerifiedReport};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;

use crate::fixture::{channel_flow, channels, facts, selection};
use crate::strategies::report;

fn channel_report() -> VerifiedReport {
    let mut flow = channel_flow();
    flow[1]["fact"] = json!(
        "Nothing happens for the `current` channel: a second click on it neither loads the messages again nor scrolls to their end."
    );
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c6"],
        "flow": flow.as_array().unwrap()[..2],
        "readTargets": [{"candidateId": "c5", "purpose": "the id's type"}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "medium"
    }));
    channels().report(&selection, Intent::Explain, facts("how does switching work?"))
}

/// The text with readable escape sequences: `‹31m›` for a colour, `‹link …›` for a link.
fn visible(options: &TextOptions) -> String {
    let text = text(&channel_report(), options).text;
    let text = text.replace("\x1b]8;;\x1b\\", "‹/link›").replace("\x1b\\", "›");
    text.replace("\x1b]8;;", "‹link ").replace("\x1b[0m", "‹›").replace("\x1b[", "‹")
}

/// The report at a width, without colours and links.
fn at_width(width: usize, explain: bool) -> String {
    let options = TextOptions { width, explain, ..TextOptions::default() };
    text(&channel_report(), &options).text
}

#[test]
fn the_answer_is_first_at_40_columns() {
    assert_snapshot!(at_width(40, false), @r#"
    how does switching work?
    3 places · medium confidence · 812 of 815 files · 5.3 s

    1  entry   src/routes/app.tsx:3-9
       Mounts the sidebar for a channel.
         6 │ <Route path="/channels/:id" el…

    2  action  src/store/channels.ts:3-8
       Nothing happens for the current
       channel: a second click on it neither
       loads the messages again nor scrolls
       to their end.
         4 │ if (id === state.current) {
         5 │ 	return;

    3  "docs/my notes.md" (not read)

    Read next
       src/store/types.ts:1-2
          the id's type
    "#);
}

#[test]
fn the_answer_is_first_at_80_columns() {
    assert_snapshot!(at_width(80, false), @r#"
    how does switching work?
    3 places · medium confidence · 812 of 815 files · 5.3 s

    1  entry   src/routes/app.tsx:3-9
       Mounts the sidebar for a channel.
         6 │ <Route path="/channels/:id" element={<ChannelSidebar/>} />

    2  action  src/store/channels.ts:3-8
       Nothing happens for the current channel: a second click on it neither loads
       the messages again nor scrolls to their end.
         4 │ if (id === state.current) {
         5 │ 	return;

    3  "docs/my notes.md" (not read)

    Read next
       src/store/types.ts:1-2  the id's type
    "#);
}

#[test]
fn the_answer_is_first_at_120_columns() {
    assert_snapshot!(at_width(120, false), @r#"
    how does switching work?
    3 places · medium confidence · 812 of 815 files · 5.3 s

    1  entry   src/routes/app.tsx:3-9
       Mounts the sidebar for a channel.
         6 │ <Route path="/channels/:id" element={<ChannelSidebar/>} />

    2  action  src/store/channels.ts:3-8
       Nothing happens for the current channel: a second click on it neither loads the messages again nor scrolls to their
       end.
         4 │ if (id === state.current) {
         5 │ 	return;

    3  "docs/my notes.md" (not read)

    Read next
       src/store/types.ts:1-2  the id's type
    "#);
}

#[test]
fn the_run_is_explained_where_asked() {
    assert_snapshot!(at_width(120, true), @r#"
    how does switching work?
    3 places · medium confidence · 812 of 815 files · 5.3 s

    1  entry   src/routes/app.tsx:3-9
       Mounts the sidebar for a channel.
         6 │ <Route path="/channels/:id" element={<ChannelSidebar/>} />

    2  action  src/store/channels.ts:3-8
       Nothing happens for the current channel: a second click on it neither loads the messages again nor scrolls to their
       end.
         4 │ if (id === state.current) {
         5 │ 	return;

    3  "docs/my notes.md" (not read)

    Read next
       src/store/types.ts:1-2  the id's type

    intent explain · action answer_from_report · confidence medium
    openai:example · 4 steps · 9 tool calls · 21,480 characters shown · 18,200 tokens read · 640 tokens written
    searched 4 patterns in 812 files; 3 more files not searched
    "#);
}

#[test]
fn colours_and_links_are_escape_sequences() {
    let root = Some("/home/me/my repo".to_owned());
    let options = TextOptions { color: true, hyperlinks: true, root, ..TextOptions::default() };
    assert_snapshot!(visible(&options), @r#"
    ‹1mhow does switching work?‹›
    3 places‹2m · ‹›‹1mmedium confidence‹›‹2m · ‹›‹2m812 of 815 files‹›‹2m · ‹›‹2m5.3 s‹›

    ‹2m1‹›  ‹2mentry‹›   ‹link file:///home/me/my%20repo/src/routes/app.tsx#L6›‹36msrc/routes/app.tsx:3-9‹›‹/link›
       Mounts the sidebar for a channel.
       ‹2m  6 │ ‹›‹32m<Route path="/channels/:id" element={<ChannelSidebar/>} />‹›

    ‹2m2‹›  ‹2maction‹›  ‹link file:///home/me/my%20repo/src/store/channels.ts#L4›‹36msrc/store/channels.ts:3-8‹›‹/link›
       Nothing happens for the current channel: a second click on it neither loads
       the messages again nor scrolls to their end.
       ‹2m  4 │ ‹›‹32mif (id === state.current) {‹›
       ‹2m  5 │ ‹›‹32m	return;‹›

    ‹2m3‹›  ‹link file:///home/me/my%20repo/docs/my%20notes.md›‹36m"docs/my notes.md" (not read)‹›‹/link›

    ‹1mRead next‹›
       ‹link file:///home/me/my%20repo/src/store/types.ts#L1›‹2msrc/store/types.ts:1-2‹›‹/link›  ‹2mthe id's type‹›
    "#);
}

#[test]
fn colours_only_add_escape_sequences() {
    let plain = text(&channel_report(), &TextOptions::default());
    let options = TextOptions { color: true, hyperlinks: true, ..TextOptions::default() };
    let painted = text(&channel_report(), &options).text;
    let mut bare = String::new();
    let mut rest = painted.as_str();
    while let Some(at) = rest.find('\x1b') {
        bare.push_str(&rest[..at]);
        let sequence = &rest[at..];
        let end = match sequence.strip_prefix("\x1b]") {
            Some(link) => link.find("\x1b\\").unwrap() + 4,
            None => sequence.find('m').unwrap() + 1,
        };
        rest = &sequence[end..];
    }
    assert_eq!(bare + rest, plain.text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// The width only changes white space, and where a quoted line ends.
    #[test]
    fn a_narrow_terminal_shows_the_same_words(report in report(), width in 40_usize..200) {
        let words = |width: usize| -> Vec<String> {
            let options = TextOptions { width, max_chars: 1_000_000, explain: true, ..TextOptions::default() };
            let text = text(&report, &options).text;
            let prose = text.lines().filter(|line| !line.contains(" │ "));
            prose.flat_map(str::chars).filter(|c| !c.is_whitespace()).map(String::from).collect()
        };
        prop_assert_eq!(words(width).concat(), words(1_000_000).concat());
    }
}
