//! The text form for a person at a terminal: the same words, painted.

use std::fmt::{Display, Write as _};

use anstyle::{AnsiColor, Color, Style};
use firsthand_registry::{RepoPath, percent_encode};
use firsthand_validator::{Confidence, VerifiedReport};

use super::markdown::Rendered;
use crate::budget::within;
use crate::clean::{DEFAULT_HEADING, heading};
use crate::compose::{Ink, Page, Sink};
use crate::parts::Parts;

/// How the terminal form is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Whether words are coloured. The host decides (a terminal, `NO_COLOR`).
    pub color: bool,
    /// Whether places are OSC 8 links to their files.
    pub hyperlinks: bool,
    /// The absolute path of the repository's root, for links; the report's own root where `None`.
    /// A root that is not absolute makes no links.
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

/// The report for a terminal: the words, order and numbers of [`markdown`](crate::markdown()),
/// without the machine block. Every place is `path:start-end`, to be followed and copied. Without colours and links it is plain text. No escape sequence of the
/// repository's or the model's gets through.
#[must_use]
pub fn text(report: &VerifiedReport, options: &TextOptions) -> Rendered {
    let parts = Parts::of(report);
    let root = options.root.as_deref().unwrap_or(report.root());
    let base = if options.hyperlinks {
        base_url(root)
    } else {
        None
    };
    let heading = heading(options.heading);
    let mut screen = StyledText {
        out: String::new(),
        chars: 0,
        color: options.color,
        base,
        linked: false,
    };
    let cut = within(&parts, options.max_chars, |plan, layout, cuts| {
        screen.out.clear();
        screen.chars = 0;
        Page {
            heading: &heading,
            parts: &parts,
            plan,
            layout,
            cuts,
        }
        .print(&mut screen);
        screen.chars
    });
    let mut text = screen.out;
    text.truncate(text.trim_end().len());
    text.push('\n');
    Rendered { text, cut }
}

/// Paints the words.
struct StyledText {
    out: String,
    /// What is visible.
    chars: usize,
    color: bool,
    /// What a link's address starts with, where links are made.
    base: Option<String>,
    /// Whether a link is open.
    linked: bool,
}

impl Sink for StyledText {
    fn put(&mut self, ink: Ink, text: impl Display) {
        let style = if self.color { style(ink) } else { Style::new() };
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
        self.linked = true;
    }

    fn end_place(&mut self) {
        if std::mem::take(&mut self.linked) {
            self.out.push_str("\x1b]8;;\x1b\\");
        }
    }
}

fn style(ink: Ink) -> Style {
    let of = |color: AnsiColor| Style::new().fg_color(Some(Color::Ansi(color)));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Heading | Ink::Label => Style::new().bold(),
        Ink::Number | Ink::Note => Style::new().dimmed(),
        Ink::Path => of(AnsiColor::Cyan).bold(),
        Ink::Lines => of(AnsiColor::Cyan),
        Ink::Role => of(AnsiColor::Magenta),
        Ink::Quote => of(AnsiColor::Green),
        Ink::Level(Confidence::High) => of(AnsiColor::Green).bold(),
        Ink::Level(Confidence::Medium) => of(AnsiColor::Yellow).bold(),
        Ink::Level(Confidence::Low) => of(AnsiColor::Red).bold(),
    }
}

/// `file://` and the root with a final `/`; `None` for a root that is not absolute.
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
    fn links_are_file_addresses() {
        let url = |root: &str| base_url(root).unwrap_or_default();
        assert_eq!(url("/re po"), "file:///re%20po/");
        assert_eq!(url("/"), "file:///");
        assert_eq!(url("C:\\code"), "file:///C%3A/code/");
        assert_eq!(url("."), "");
    }
}
