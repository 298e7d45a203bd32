//! The text form for a terminal, with optional colours and links.

use std::fmt::{Display, Write as _};

use anstyle::{AnsiColor, Color, Style};
use firsthand_registry::{RepoPath, percent_encode};
use firsthand_validator::{Confidence, VerifiedReport};

use super::markdown::Rendered;
use crate::budget::render_within;
use crate::clean::{DEFAULT_HEADING, escape_heading};
use crate::compose::{Page, Sink, TextStyle};
use crate::parts::Parts;

/// Options of the terminal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Whether text is coloured. The host decides (a terminal, `NO_COLOR`).
    pub color: bool,
    /// Whether places are OSC 8 links to their files.
    pub hyperlinks: bool,
    /// The absolute path of the repository's root, for links; the report's own root where `None`.
    /// With a root that is not absolute there are no links.
    pub root: Option<String>,
    /// The most characters, escape sequences not counted. Less than
    /// [`LEAST_CHARS`](crate::LEAST_CHARS) counts as that.
    pub max_chars: usize,
    /// The first line, as [`Options::heading`](crate::Options::heading).
    pub heading: &'static str,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            color: false,
            hyperlinks: false,
            root: None,
            max_chars: 2500,
            heading: DEFAULT_HEADING,
        }
    }
}

/// The report for a terminal: the text, order and numbers of [`markdown`](crate::markdown()),
/// without the machine block. Every place is `path:start-end`, which terminals
/// and editors can open. Without colours and links it is plain text. Escape sequences of the
/// repository or the model are escaped.
#[must_use]
pub fn text(report: &VerifiedReport, options: &TextOptions) -> Rendered {
    let parts = Parts::of(report);
    let root = options.root.as_deref().unwrap_or(&report.facts().root);
    let base = if options.hyperlinks {
        base_url(root)
    } else {
        None
    };
    let heading = escape_heading(options.heading);
    let mut sink = StyledText {
        out: String::new(),
        chars: 0,
        color: options.color,
        base,
        link_open: false,
    };
    let (cut, _) = render_within(&parts, options.max_chars, |plan, layout, cuts| {
        sink.out.clear();
        sink.chars = 0;
        Page {
            heading: &heading,
            parts: &parts,
            plan,
            layout,
            cuts,
        }
        .print(&mut sink);
        sink.chars
    });
    let mut text = sink.out;
    text.truncate(text.trim_end().len());
    text.push('\n');
    Rendered { text, cut }
}

/// A sink with colours and links.
struct StyledText {
    out: String,
    /// The number of visible characters.
    chars: usize,
    color: bool,
    /// The URL of the root, where places are links.
    base: Option<String>,
    /// Whether a link is open.
    link_open: bool,
}

impl Sink for StyledText {
    fn put(&mut self, text_style: TextStyle, text: impl Display) {
        let style = if self.color {
            ansi_style(text_style)
        } else {
            Style::new()
        };
        let _ = write!(self.out, "{style}");
        let from = self.out.len();
        let _ = write!(self.out, "{text}");
        self.chars += self.out.get(from..).map_or(0, |text| text.chars().count());
        let _ = write!(self.out, "{style:#}");
    }

    fn repeats_paths(&self) -> bool {
        true
    }

    fn begin_place(&mut self, path: &RepoPath, line: Option<u32>) {
        let Some(base) = &self.base else { return };
        self.out.push_str("\x1b]8;;");
        self.out.push_str(base);
        let _ = write!(self.out, "{}", percent_encode(path.as_str()));
        if let Some(line) = line {
            let _ = write!(self.out, "#L{line}");
        }
        self.out.push_str("\x1b\\");
        self.link_open = true;
    }

    fn end_place(&mut self) {
        if std::mem::take(&mut self.link_open) {
            self.out.push_str("\x1b]8;;\x1b\\");
        }
    }
}

fn ansi_style(text_style: TextStyle) -> Style {
    let colored = |color: AnsiColor| Style::new().fg_color(Some(Color::Ansi(color)));
    match text_style {
        TextStyle::Plain => Style::new(),
        TextStyle::Heading | TextStyle::Label => Style::new().bold(),
        TextStyle::Number | TextStyle::Note => Style::new().dimmed(),
        TextStyle::Path => colored(AnsiColor::Cyan).bold(),
        TextStyle::Lines => colored(AnsiColor::Cyan),
        TextStyle::Role => colored(AnsiColor::Magenta),
        TextStyle::Quote => colored(AnsiColor::Green),
        TextStyle::Confidence(Confidence::High) => colored(AnsiColor::Green).bold(),
        TextStyle::Confidence(Confidence::Medium) => colored(AnsiColor::Yellow).bold(),
        TextStyle::Confidence(Confidence::Low) => colored(AnsiColor::Red).bold(),
    }
}

/// The `file://` URL of the root, with a final `/`; `None` for a root that is not absolute.
fn base_url(root: &str) -> Option<String> {
    let bytes = root.as_bytes();
    let drive = matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut url = if drive {
        format!("file:///{}", percent_encode(&root.replace('\\', "/")))
    } else if root.starts_with('/') {
        format!("file://{}", percent_encode(root))
    } else {
        return None;
    };
    if !url.ends_with('/') {
        url.push('/');
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_file_urls() {
        let url = |root: &str| base_url(root).unwrap_or_default();
        assert_eq!(url("/re po"), "file:///re%20po/");
        assert_eq!(url("/"), "file:///");
        assert_eq!(url("C:\\code"), "file:///C%3A/code/");
        assert_eq!(url("."), "");
    }
}
