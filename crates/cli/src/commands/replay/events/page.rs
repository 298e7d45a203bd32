//! Lines of a page: clipped to its width, then coloured.

use firsthand::registry::{clip, escape};

use crate::paint::{Painter, TextStyle};

/// The indent of an event's text, in characters: the width of its time and label.
const MARGIN_CHARS: usize = 22;

/// The text of a page as it is built.
pub(super) struct Page {
    width: usize,
    paint: Painter,
    text: String,
}

/// A line of text segments, each with an optional style.
#[derive(Default)]
pub(super) struct Line(Vec<(Option<TextStyle>, String)>);

impl Line {
    /// A line of plain text.
    pub(super) fn of(text: impl AsRef<str>) -> Self {
        Self::default().with_text(text)
    }

    /// A line in one style.
    pub(super) fn styled(style: TextStyle, text: &str) -> Self {
        Self::default().with_styled(style, text)
    }

    /// Appends plain text.
    pub(super) fn with_text(mut self, text: impl AsRef<str>) -> Self {
        self.0.push((None, single_line(text.as_ref())));
        self
    }

    /// Appends styled text.
    pub(super) fn with_styled(mut self, style: TextStyle, text: impl AsRef<str>) -> Self {
        self.0.push((Some(style), single_line(text.as_ref())));
        self
    }
}

/// Joins lines into one and escapes control characters.
fn single_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        // Text without line breaks keeps the white space at its ends.
        [_] | [] => escape(text.trim_matches(['\r', '\n'])).replace('\t', " "),
        lines => escape(&lines.join(" ")).replace('\t', " "),
    }
}

impl Page {
    pub(super) fn new(width: usize, paint: Painter) -> Self {
        Self { width, paint, text: String::new() }
    }

    /// Adds the heading of a step.
    pub(super) fn heading(&mut self, at_ms: u64, text: String) {
        self.text.push('\n');
        self.push_line(timestamp(at_ms).with_styled(TextStyle::Symbol, text));
    }

    /// Adds an event.
    pub(super) fn event(&mut self, at_ms: u64, word: &str, line: Line) {
        let mut full_line =
            timestamp(at_ms).with_styled(TextStyle::Label, format!("{word:<8}")).with_text("  ");
        full_line.0.extend(line.0);
        self.push_line(full_line);
    }

    /// Adds a detail line to the event above.
    pub(super) fn detail(&mut self, line: Line) {
        let mut full_line = Line::of(" ".repeat(MARGIN_CHARS));
        full_line.0.extend(line.0);
        self.push_line(full_line);
    }

    fn push_line(&mut self, line: Line) {
        let total_chars: usize = line.0.iter().map(|(_, text)| text.chars().count()).sum();
        let mut chars_left = self.width;
        for (style, text) in line.0 {
            // A segment that exactly fills the line is clipped, too, if others follow, so that the line shows the cut.
            let is_clipped = text.chars().count() > chars_left
                || (total_chars > self.width && text.chars().count() == chars_left);
            let shown =
                if is_clipped { clip(&format!("{text} "), chars_left).into_owned() } else { text };
            chars_left -= shown.chars().count();
            self.text +=
                &style.map_or_else(|| shown.clone(), |style| self.paint.text(style, &shown));
            if chars_left == 0 {
                break;
            }
        }
        let length = self.text.trim_end_matches(' ').len();
        self.text.truncate(length);
        self.text.push('\n');
    }

    pub(super) fn text(self) -> String {
        self.text.trim_start_matches('\n').to_owned()
    }
}

fn timestamp(at_ms: u64) -> Line {
    Line::styled(TextStyle::Dim, &format!("{at_ms:>7} ms")).with_text("  ")
}
