//! Lines of a page: clipped to its width, then coloured.

use firsthand::registry::{clip, escape};

use crate::paint::{Painter, TextStyle};

/// Characters before an event's text: its time and its word.
const MARGIN: usize = 22;

/// A line as it grows.
pub(super) struct Page {
    width: usize,
    paint: Painter,
    text: String,
}

/// Pieces of one line, each in a colour or none.
#[derive(Default)]
pub(super) struct Line(Vec<(Option<TextStyle>, String)>);

impl Line {
    /// A line of plain text.
    pub(super) fn of(text: impl AsRef<str>) -> Self {
        Self::default().then(text)
    }

    /// A line in one colour.
    pub(super) fn inked(ink: TextStyle, text: &str) -> Self {
        Self::default().ink(ink, text)
    }

    /// The same with more text behind it.
    pub(super) fn then(mut self, text: impl AsRef<str>) -> Self {
        self.0.push((None, flat(text.as_ref())));
        self
    }

    /// The same with more text in a colour.
    pub(super) fn ink(mut self, ink: TextStyle, text: impl AsRef<str>) -> Self {
        self.0.push((Some(ink), flat(text.as_ref())));
        self
    }
}

/// On one line, with nothing in it that a terminal would obey.
fn flat(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    match lines.as_slice() {
        // What stands on one line keeps the space at its ends.
        [_] | [] => escape(text.trim_matches(['\r', '\n'])).replace('\t', " "),
        lines => escape(&lines.join(" ")).replace('\t', " "),
    }
}

impl Page {
    pub(super) fn new(width: usize, paint: Painter) -> Self {
        Self {
            width,
            paint,
            text: String::new(),
        }
    }

    /// A step begins.
    pub(super) fn heading(&mut self, at_ms: u64, text: String) {
        self.text.push('\n');
        self.put(at(at_ms).ink(TextStyle::Symbol, text));
    }

    /// An event.
    pub(super) fn event(&mut self, at_ms: u64, word: &str, line: Line) {
        let mut whole = at(at_ms)
            .ink(TextStyle::Label, format!("{word:<8}"))
            .then("  ");
        whole.0.extend(line.0);
        self.put(whole);
    }

    /// What belongs to the event above.
    pub(super) fn detail(&mut self, line: Line) {
        let mut whole = Line::of(" ".repeat(MARGIN));
        whole.0.extend(line.0);
        self.put(whole);
    }

    fn put(&mut self, line: Line) {
        let all: usize = line.0.iter().map(|(_, text)| text.chars().count()).sum();
        let mut left = self.width;
        for (ink, text) in line.0 {
            // A piece that is not the last has to leave no room for what is cut off behind it.
            let long =
                text.chars().count() > left || (all > self.width && text.chars().count() == left);
            let shown = match long {
                true => clip(&format!("{text} "), left).into_owned(),
                false => text,
            };
            left -= shown.chars().count();
            self.text += &ink.map_or_else(|| shown.clone(), |ink| self.paint.text(ink, &shown));
            if left == 0 {
                break;
            }
        }
        let kept = self.text.trim_end_matches(' ').len();
        self.text.truncate(kept);
        self.text.push('\n');
    }

    pub(super) fn text(self) -> String {
        self.text.trim_start_matches('\n').to_owned()
    }
}

fn at(at_ms: u64) -> Line {
    Line::inked(TextStyle::Dim, &format!("{at_ms:>7} ms")).then("  ")
}
