//! The form for a browser.

use firsthand_render::{Options, html};
use firsthand_validator::{Intent, VerifiedReport};
use serde_json::json;

use crate::fixture::{Tree, channel_flow, channels, facts, selection};

fn page(report: &VerifiedReport) -> String {
    html(report, &Options::default())
}

#[test]
fn a_page_shows_everything_and_loads_nothing() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c5", "c6"],
        "flow": channel_flow(),
        "readTargets": [{"candidateId": "c3", "purpose": "edit <here>", "required": true}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let page = page(&channels().report(&selection, Intent::Edit, facts("a <b> & \"c\"")));
    for part in [
        "a &lt;b&gt; &amp; &quot;c&quot;",
        "src/routes/app.tsx<i>:3-9</i>",
        "&lt;Route path=&quot;/channels/:id&quot; element={&lt;ChannelSidebar/&gt;} /&gt;",
        "<text class=\"p\" x=\"372\" y=\"50\">channels.ts:3</text>",
        "docs/my notes.md</code> (not read)",
        "edit &lt;here&gt;",
        "searched 4 patterns in 812 files; 3 more not read.",
        "default-src 'none'; style-src 'unsafe-inline'",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    for foreign in [
        "<script", "http://", "https://", "src=\"", "@import", "url(h",
    ] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert_eq!(page.matches("<rect").count(), 4);
    assert_eq!(page.matches("class=\"arrow\"").count(), 3);
}

#[test]
fn foreign_markup_stays_text() {
    let evil = "</style></title><script>alert('x')</script>\u{202e}";
    let mut tree = Tree::default();
    let path = tree
        .file("a<img src=x>\"'&.js", &format!("{evil}\n"))
        .unwrap();
    tree.see(&path, 1, 1).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": evil, "fact": evil, "quote": "<script>alert('x')"}],
        "missingCoverage": [evil],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let page = page(&tree.report(&selection, Intent::Explain, facts(evil)));
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)"));
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains('\u{202e}'));
    assert_eq!(page.matches("</style>").count(), 1);
}

#[test]
fn an_empty_page_says_so() {
    let selection = selection(json!({
        "recommendedPrimaryAction": "skip_explore_result", "confidence": "low"
    }));
    let page = page(&Tree::default().report(&selection, Intent::Locate, facts("billing")));
    assert!(page.contains("Skip: nothing relevant was found."));
    assert!(!page.contains("<svg") && !page.contains("<h2>Flow"));
}
