//! Writes styled text in lines of limited width.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use firsthand_registry::{RepoPath, percent_encode};

use crate::columns::{cut, wrap};

/// The meaning of a text, which determines its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    Plain,
    /// The question, and headings.
    Strong,
    /// The name of a declaration.
    Name,
    Path,
    /// What a reader may pass over.
    Quiet,
    /// Source text.
    Quote,
    Good,
    /// What limits the answer; no error.
    Warning,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Strong => Style::new().bold(),
            Self::Name => AnsiColor::Magenta.on_default().bold(),
            Self::Path => AnsiColor::Cyan.on_default(),
            Self::Quiet => Style::new().dimmed(),
            Self::Quote => AnsiColor::Green.on_default(),
            Self::Good => AnsiColor::Green.on_default().bold(),
            Self::Warning => AnsiColor::Yellow.on_default(),
        }
    }
}

/// A text in the making.
pub(super) struct Pen {
    out: String,
    /// The number of visible characters.
    pub(super) chars: usize,
    /// The most columns of a line.
    pub(super) width: usize,
    color: bool,
    /// What the paths of each root begin with, and the URL of its folder, where places are links.
    bases: Vec<(String, String)>,
}

impl Pen {
    pub(super) fn new(width: usize, color: bool, bases: Vec<(String, String)>) -> Self {
        Self { out: String::new(), chars: 0, width, color, bases }
    }

    pub(super) fn clear(&mut self) {
        self.out.clear();
        self.chars = 0;
    }

    /// The text, which ends with one line break.
    pub(super) fn into_text(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        self.out.push('\n');
        self.out
    }

    /// Writes a text of one line.
    pub(super) fn put(&mut self, tone: Tone, text: &str) {
        if text.is_empty() {
            return;
        }
        self.chars += text.chars().count();
        if self.color && tone != Tone::Plain {
            let style = tone.style();
            let _ = write!(self.out, "{style}{text}{style:#}");
        } else {
            self.out.push_str(text);
        }
    }

    pub(super) fn spaces(&mut self, count: usize) {
        self.put(Tone::Plain, &" ".repeat(count));
    }

    pub(super) fn end_line(&mut self) {
        self.put(Tone::Plain, "\n");
    }

    /// Writes a text of one line from `column` on, wrapped between words; further lines begin at `indent`. Ends the line.
    pub(super) fn wrapped(&mut self, tone: Tone, text: &str, column: usize, indent: usize) {
        for (at, line) in wrap(text, self.width, column, indent).iter().enumerate() {
            if at > 0 {
                self.spaces(indent);
            }
            self.put(tone, line);
            self.end_line();
        }
    }

    /// Writes source text from `column` on, cut at the width. Ends the line.
    pub(super) fn source(&mut self, tone: Tone, text: &str, column: usize) {
        self.put(tone, &cut(text, self.width.saturating_sub(column)));
        self.end_line();
    }

    /// Writes the name of a place, as a link to a line of its file.
    pub(super) fn link(&mut self, path: &RepoPath, line: Option<u32>, tone: Tone, text: &str) {
        let in_root = |(prefix, base): &'_ (String, String)| {
            let relative = path.as_str().strip_prefix(prefix.as_str())?;
            Some((base.clone(), percent_encode(relative)))
        };
        let Some((base, file)) = self.bases.iter().find_map(in_root) else {
            return self.put(tone, text);
        };
        let line = line.map(|line| format!("#L{line}")).unwrap_or_default();
        let _ = write!(self.out, "\x1b]8;;{base}{file}{line}\x1b\\");
        self.put(tone, text);
        self.out.push_str("\x1b]8;;\x1b\\");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_between_words() {
        let check = |text: &str, expect: &str| {
            let mut pen = Pen::new(20, false, Vec::new());
            pen.put(Tone::Plain, "Label:");
            pen.spaces(1);
            pen.wrapped(Tone::Plain, text, 7, 3);
            assert_eq!(pen.into_text(), expect);
        };
        check("short", "Label: short\n");
        check("one two three four five", "Label: one two three\n   four five\n");
        check("a-b/c-d.rs and a long word", "Label: a-b/c-d.rs\n   and a long word\n");
        check("認証を確認する関数の名前です", "Label: \n   認証を確認する関\n   数の名前です\n");
    }
}
