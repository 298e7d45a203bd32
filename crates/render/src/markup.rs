//! An HTML builder that escapes foreign text.

use std::fmt::Write as _;

use firsthand_registry::escape;

/// The style of the page, light and dark.
const PAGE_STYLE: &str = include_str!("format/html/page.css");

/// An HTML document under construction.
#[derive(Default)]
pub struct Html(String);

impl Html {
    /// A page with this title and the style of a report, up to the beginning of its content. It runs no script and loads
    /// nothing.
    #[must_use]
    pub fn page(title: &str) -> Self {
        let mut page = Self::default();
        page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"");
        page.raw("default-src 'none'; style-src 'unsafe-inline'\">\n<meta name=\"generator\" content=\"firsthand\">\n");
        page.raw("<meta name=\"viewport\" ");
        page.raw("content=\"width=device-width, initial-scale=1\">\n<title>");
        page.text(title).raw("</title>\n<style>\n").raw(PAGE_STYLE);
        page.raw("</style>\n</head>\n<body>\n<main>\n");
        page
    }

    /// The whole page.
    #[must_use]
    pub fn into_page(mut self) -> String {
        self.raw("</main>\n</body>\n</html>\n");
        self.0
    }

    /// Adds trusted markup, unescaped.
    pub fn raw(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Adds foreign text, with markup, control and bidirectional characters escaped.
    pub fn text(&mut self, text: &str) -> &mut Self {
        for c in escape(text).chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// Adds foreign prose: text between two backticks is code, all other text is escaped.
    pub fn prose(&mut self, text: &str) -> &mut Self {
        let mut rest = text;
        while let Some((before, (code, after))) =
            rest.split_once('`').and_then(|(before, after)| Some((before, after.split_once('`')?)))
        {
            if code.is_empty() {
                self.text(before).text("``");
            } else {
                self.text(before).raw("<code>").text(code).raw("</code>");
            }
            rest = after;
        }
        self.text(rest)
    }

    /// Adds a number.
    pub fn number(&mut self, number: usize) -> &mut Self {
        let _ = write!(self.0, "{number}");
        self
    }
}
