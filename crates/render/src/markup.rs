//! An HTML builder that escapes foreign text.

use std::fmt::Write as _;

use firsthand_registry::escape;

/// An HTML document under construction.
#[derive(Default)]
pub struct Html(String);

impl Html {
    /// An empty document.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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

    /// Adds a foreign text of several lines, whose line ends stay.
    pub fn lines(&mut self, text: &str) -> &mut Self {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.0.push('\n');
            }
            self.text(line);
        }
        self
    }

    /// Adds foreign prose: text between two backticks is code, all other text is escaped.
    pub fn prose(&mut self, text: &str) -> &mut Self {
        let mut rest = text;
        while let Some((before, (code, after))) = rest
            .split_once('`')
            .and_then(|(before, after)| Some((before, after.split_once('`')?)))
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

    /// The markup.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_text_stay() {
        let mut out = Html::new();
        out.lines("a < b\n\tc\u{1b}\n\nd");
        assert_eq!(out.into_string(), "a &lt; b\n\tc\\u{1b}\n\nd");
    }
}
