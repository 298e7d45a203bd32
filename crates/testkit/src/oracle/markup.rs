//! Checks that the HTML page has no foreign markup.

use serde_json::Value;

use super::{Violations, text_forms::check_characters};

const LAW: &str = "budget";

/// The tags of the page.
const TAGS: [&str; 44] = [
    "!doctype", "a", "b", "body", "circle", "code", "dd", "defs", "details", "div", "dl", "dt",
    "footer", "g", "h1", "h2", "h3", "head", "header", "html", "i", "li", "line", "main", "marker",
    "meta", "ol", "p", "path", "polygon", "rect", "section", "span", "style", "summary", "svg",
    "table", "tbody", "td", "text", "th", "title", "tr", "ul",
];

pub(super) fn check(html: &str, report: &Value, found: &mut Violations) {
    check_characters("html", html, true, found);
    for after in html.split('<').skip(1) {
        let name = after.strip_prefix('/').unwrap_or(after);
        let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '!'));
        let name = &name[..end.unwrap_or(name.len())];
        found.unless(TAGS.contains(&name), LAW, || format!("html holds <{name}"));
        let tag = after.split('>').next().unwrap_or_default();
        let acts = tag.contains(" on") || tag.contains("javascript:") || tag.contains("http:");
        found.unless(!acts, LAW, || format!("html holds <{tag}>"));
    }
    let wholes = [
        "<main>", "</main>", "<title>", "<style>", "</style>", "</html>",
    ];
    for whole in wholes {
        // A diagram has titles of its own.
        let one = html.matches(whole).count() == 1 || whole == "<title>";
        found.unless(one, LAW, || format!("html does not hold one {whole}"));
    }
    // Every line of a quote is in the page, and as text.
    for link in report["flow"].as_array().into_iter().flatten() {
        for line in link["quote"]["text"]
            .as_str()
            .unwrap_or_default()
            .split('\n')
        {
            let known = html.contains(&format!("<code>{}</code>", as_text(line)));
            let plain = !line.chars().any(char::is_control);
            let plain = plain && line.is_ascii();
            found.unless(known || !plain, "verbatim", || {
                format!("html lacks {line:?}")
            });
        }
    }
}

fn as_text(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
