//! Checks the markup: the HTML page has no foreign one, and the quotes are in it; Markdown has none that is live.

use pulldown_cmark::{Event, Parser, Tag};
use serde_json::Value;

use super::{Violations, characters::check_characters, items};

/// Foreign markup has no law of its own: the printed forms are checked under this one.
const LAW: &str = "budget";

/// The tags that the page may contain.
const TAGS: [&str; 44] = [
    "!doctype", "a", "b", "body", "circle", "code", "dd", "defs", "details", "div", "dl", "dt",
    "footer", "g", "h1", "h2", "h3", "head", "header", "html", "i", "li", "line", "main", "marker",
    "meta", "ol", "p", "path", "polygon", "rect", "section", "span", "style", "summary", "svg",
    "table", "tbody", "td", "text", "th", "title", "tr", "ul",
];

/// Tags that occur exactly once in the page.
const ONCE_TAGS: [&str; 5] = ["<main>", "</main>", "<style>", "</style>", "</html>"];

pub(super) fn check(html: &str, report: &Value, found: &mut Violations) {
    check_characters("html", html, true, found);
    for after in html.split('<').skip(1) {
        let name = after.strip_prefix('/').unwrap_or(after);
        let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '!'));
        let name = &name[..end.unwrap_or(name.len())];
        found.unless(TAGS.contains(&name), LAW, || format!("html holds <{name}"));
        let tag = after.split('>').next().unwrap_or_default();
        found.unless(!is_active(tag), LAW, || format!("html holds <{tag}>"));
    }
    for tag in ONCE_TAGS {
        found.unless(html.matches(tag).count() == 1, LAW, || {
            format!("html does not hold one {tag}")
        });
    }
    // A diagram has titles of its own.
    found.unless(html.contains("<title>"), LAW, || "html lacks <title>".to_owned());
    let links = items(report, "flow").iter();
    let quotes = links.filter_map(|link| link["quote"]["text"].as_str());
    // Other characters are escaped in more ways.
    let is_plain = |line: &&str| line.is_ascii() && !line.chars().any(char::is_control);
    let plain = without_highlights(html);
    for line in quotes.flat_map(|quote| quote.split('\n')).filter(is_plain) {
        let code = format!("<code>{}</code>", escape_html(line));
        found.unless(plain.contains(&code), "verbatim", || format!("html lacks {line:?}"));
    }
}

/// The page without the tags around comments, literals and keywords.
fn without_highlights(html: &str) -> String {
    ["tc", "ts", "tn", "tk"].iter().fold(html.to_owned(), |page, class| {
        let tag = format!("<span class=\"{class}\">");
        let mut parts = page.split(&tag);
        let before = parts.next().unwrap_or_default().to_owned();
        parts.fold(before, |page, part| page + &part.replacen("</span>", "", 1))
    })
}

/// Whether the tag has an event handler, a script, or an address outside the page.
fn is_active(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let links_elsewhere = tag.matches("href=").count() != tag.matches("href=\"#").count();
    links_elsewhere
        || [" on", "src=", "url(", "url=", "http:", "https:", "javascript:"]
            .iter()
            .any(|part| tag.contains(part))
}

fn escape_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Checks that a viewer of Markdown shows no link, image or tag, and that no line above the machine block could be a fence.
pub(super) fn check_markdown(text: &str, above: &[&str], found: &mut Violations) {
    for line in above.iter().filter(|line| !line.starts_with("   > ") && line.contains("```")) {
        found.add(LAW, format!("half a fence in {line:?}"));
    }
    for event in Parser::new(text) {
        let is_live = match &event {
            Event::Start(tag) => matches!(tag, Tag::Link { .. } | Tag::Image { .. }),
            event => matches!(event, Event::Html(_) | Event::InlineHtml(_)),
        };
        found.unless(!is_live, LAW, || format!("live markup: {event:?}"));
    }
}
