//! The terminal form.

use firsthand_render::{TextOptions, text};
use firsthand_validator::{Intent, VerifiedReport};
use insta::assert_snapshot;
use serde_json::json;

use crate::fixture::{channel_flow, channels, facts, selection};

fn report() -> VerifiedReport {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c6"],
        "flow": channel_flow().as_array().unwrap()[..2],
        "readTargets": [{"candidateId": "c5", "purpose": "the id's type"}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "medium"
    }));
    channels().report(
        &selection,
        Intent::Explain,
        facts("how does switching work?"),
    )
}

/// The text with readable escape sequences: `‹31m›` for a colour, `‹link …›` for a link.
fn visible(options: &TextOptions) -> String {
    let text = text(&report(), options).text;
    let text = text
        .replace("\x1b]8;;\x1b\\", "‹/link›")
        .replace("\x1b\\", "›");
    text.replace("\x1b]8;;", "‹link ")
        .replace("\x1b[0m", "‹›")
        .replace("\x1b[", "‹")
}

#[test]
fn without_options_there_are_no_escape_sequences() {
    assert_snapshot!(visible(&TextOptions::default()), @r#"
    explore_code report
    Query: "how does switching work?" | Intent: explain | Confidence: medium | Action: answer_from_report

    Flow:
    1. src/routes/app.tsx:3-9 (entry) - Mounts the sidebar for a channel.
       > <Route path="/channels/:id" element={<ChannelSidebar/>} />
    2. src/store/channels.ts:3-8 (action) - Nothing happens for the current channel.
       > if (id === state.current) {
       > 		return;

    Also: [3] "docs/my notes.md" (not read)
    Missing: none (searched 4 patterns in 812 files; 3 more not read)
    Read: [4] src/store/types.ts:1-2 - the id's type
    "#);
}

#[test]
fn colours_and_links_are_escape_sequences() {
    let root = Some("/home/me/my repo".to_owned());
    let options = TextOptions {
        color: true,
        hyperlinks: true,
        root,
        ..TextOptions::default()
    };
    assert_snapshot!(visible(&options), @r#"
    ‹1mexplore_code report‹›
    ‹1mQuery:‹› "how does switching work?" | Intent: explain | Confidence: ‹1m‹33mmedium‹› | Action: answer_from_report

    ‹1mFlow:‹›
    ‹2m1. ‹›‹link file:///home/me/my%20repo/src/routes/app.tsx#L3›‹1m‹36msrc/routes/app.tsx‹›‹36m:3-9‹›‹/link› (‹35mentry‹›) - Mounts the sidebar for a channel.
    ‹2m   > ‹›‹32m<Route path="/channels/:id" element={<ChannelSidebar/>} />‹›
    ‹2m2. ‹›‹link file:///home/me/my%20repo/src/store/channels.ts#L3›‹1m‹36msrc/store/channels.ts‹›‹36m:3-8‹›‹/link› (‹35maction‹›) - Nothing happens for the current channel.
    ‹2m   > ‹›‹32mif (id === state.current) {‹›
    ‹2m   > ‹›‹32m		return;‹›

    ‹1mAlso:‹› ‹2m[3] ‹›‹link file:///home/me/my%20repo/docs/my%20notes.md›‹1m‹36m"docs/my notes.md"‹›‹2m (not read)‹›‹/link›
    ‹1mMissing:‹› none ‹2m(searched 4 patterns in 812 files; 3 more not read)‹›
    ‹1mRead:‹› ‹2m[4] ‹›‹link file:///home/me/my%20repo/src/store/types.ts#L1›‹1m‹36msrc/store/types.ts‹›‹36m:1-2‹›‹/link› - the id's type
    "#);
}

#[test]
fn colours_only_add_escape_sequences() {
    let plain = text(&report(), &TextOptions::default());
    let options = TextOptions {
        color: true,
        hyperlinks: true,
        ..TextOptions::default()
    };
    let painted = text(&report(), &options).text;
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
