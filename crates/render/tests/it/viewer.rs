//! The Markdown form in a viewer, which displays all of it as text.

use firsthand_render::{LEAST_CHARS, Options, markdown};
use firsthand_validator::{Intent, VerifiedReport};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Dialect, Parser, Tag};
use serde_json::json;

use crate::fixture::{Tree, channel_flow, channels, facts, selection};
use crate::strategies::report;

/// The text that a viewer displays, and the live markup: links, images, tags, footnotes.
fn displayed(text: &str) -> (String, Vec<String>) {
    let (mut shown, mut live) = (String::new(), Vec::new());
    let dialect =
        Dialect::ENABLE_TABLES | Dialect::ENABLE_STRIKETHROUGH | Dialect::ENABLE_FOOTNOTES;
    for event in Parser::new_ext(text, dialect) {
        match event {
            Event::Start(tag @ (Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock)) => {
                live.push(format!("{tag:?}"));
            }
            Event::Html(html) | Event::InlineHtml(html) => live.push(html.into_string()),
            Event::Text(text) | Event::Code(text) => shown.push_str(&text),
            Event::FootnoteReference(_) => live.push("a footnote".to_owned()),
            Event::Start(Tag::Item) => shown.push(' '),
            _ => {}
        }
    }
    (shown, live)
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Checks that a viewer displays everything, and only as text. A viewer generates the numbers of a list itself.
fn check(report: &VerifiedReport, max_chars: usize) -> Result<(), TestCaseError> {
    let text = markdown(report, &Options { max_chars, ..Options::default() }).text;
    let (shown, live) = displayed(&text);
    prop_assert!(live.is_empty(), "{live:?} in\n{text}");
    let without_number = |line: &str| {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() < line.len() && rest.starts_with(". ") {
            rest.to_owned()
        } else {
            line.to_owned()
        }
    };
    let fences = ["```json", "```"];
    let lines = text.lines().filter(|line| !fences.contains(line));
    let written: String = lines.map(without_number).collect::<Vec<_>>().join("\n");
    prop_assert_eq!(letters_and_digits(&shown), letters_and_digits(&written), "{}", text);
    Ok(())
}

#[test]
fn accounted_markup_is_displayed_as_text() {
    let mut tree = Tree::default();
    for (path, text) in [
        ("src/__init__.py", "[1]: http://evil/pixel\n![pixel][1] <img src=x>\n"),
        ("src/_a_b_.py", "<Route path=\"/\" />\n# heading\n"),
        ("a &amp; b/[x](y).md", "    indented\n- [ ] item\n"),
    ] {
        let path = tree.file(path, text).unwrap();
        tree.see(&path, 1, 1).unwrap();
        tree.see(&path, 2, 2).unwrap();
    }
    let link = |id: &str, quote: &str| {
        json!({"candidateId": id, "role": "![pixel][1]", "quote": quote,
            "fact": "[1]: http://evil &lt;b> <b> [x](http://evil) `<i>` ![pixel][2]"})
    };
    let selection = selection(json!({
        "primaryCandidateIds": ["c1", "c2", "c3", "c4", "c5"],
        "flow": [link("c1", "[1]: http://evil/pixel"), link("c2", "![pixel][1] <img src=x>"),
            link("c3", "<Route path=\"/\" />"), link("c1", "http://evil/pixel"),
            link("c5", "indented"), link("c6", "- [ ] item")],
        "readTargets": [{"candidateId": "c2", "purpose": "![pixel][1]", "required": true}],
        "missingCoverage": ["[^1] and [1]"],
        "recommendedPrimaryAction": "read_targets", "confidence": "low"
    }));
    let report = tree.report(&selection, Intent::Locate, facts("[1]: http://evil ![pixel][1]"));
    check(&report, 100_000).unwrap();
    let text = markdown(&report, &Options::default()).text;
    assert!(text.contains("- [1] `__init__.py:1` ("), "{text}");
    let channel_report = channels().report(
        &crate::fixture::selection(json!({
            "primaryCandidateIds": ["c3"], "flow": channel_flow(),
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        })),
        Intent::Explain,
        facts("how?"),
    );
    check(&channel_report, 2500).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accounted_a_viewer_displays_everything(report in report(), max_chars in prop_oneof![Just(2500_usize), LEAST_CHARS..4000]) {
        check(&report, max_chars)?;
    }
}
