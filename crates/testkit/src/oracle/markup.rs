//! Checks the markup: the HTML page has no foreign one, and the quotes are in it; Markdown has none that is live.

use super::{Violations, forms::check_characters, items};
use serde_json::Value;

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

/// Checks that nothing of the Markdown form above its block but its own is markup. A code span may end on another line of
/// its block: each link of the flow, and the text between blank lines.
pub(super) fn check_markdown(above: &[&str], found: &mut Violations) {
    let mut blocks = vec![String::new()];
    for line in above.iter().filter(|line| !line.starts_with("   > ")) {
        found.unless(!line.contains("```"), LAW, || format!("half a fence in {line:?}"));
        let is_item = line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit());
        if is_item || line.is_empty() {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            *block += &format!("{line}\n");
        }
    }
    for live in blocks.iter().filter_map(|block| first_live_markup(block)) {
        found.add(LAW, format!("live markup in {live:?}"));
    }
}

/// The rest of the text from its first link, image or tag that is neither escaped nor in a code span; `None` if there
/// is none.
fn first_live_markup(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        let next = behind.chars().next().unwrap_or(' ');
        let tag = c == '<' && (next.is_ascii_alphabetic() || "/!?".contains(next));
        if tag || (c == ']' && next == '(') {
            return Some(rest);
        }
        rest = match c {
            '`' => behind_span(rest),
            '\\' if next.is_ascii_punctuation() => &behind[1..],
            _ => behind,
        };
    }
    None
}

/// The text behind a code span, or behind its backticks where nothing closes it.
fn behind_span(text: &str) -> &str {
    let opened = text.trim_start_matches('`');
    let ticks = text.len() - opened.len();
    let mut rest = opened;
    while let Some(at) = rest.find('`') {
        let closed = rest[at..].trim_start_matches('`');
        if rest[at..].len() - closed.len() == ticks {
            return closed;
        }
        rest = closed;
    }
    opened
}
