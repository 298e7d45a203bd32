//! Standard output: results, colours, links, notes.

use firsthand::Workspace;
use std::io::{self, IsTerminal as _, Write as _};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use firsthand::registry::escape_json;
use firsthand_render::columns::{columns, wrap};
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use crate::failure::Failure;

/// The columns of a page where standard output is no terminal.
const DEFAULT_WIDTH: usize = 80;
/// The most columns of a page: longer lines are hard to read.
const MAX_WIDTH: usize = 120;

/// The columns before the further lines of a text behind a label.
const LABEL_INDENT: usize = 2;

/// Whether to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR or CLICOLOR=0 is set.
    #[default]
    Auto,
    /// Even into a pipe.
    Always,
    /// Not at all.
    Never,
}

/// The standard streams, and their support for colours and links.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// For results.
    pub(crate) stdout: Painter,
    /// For errors and notes.
    pub(crate) stderr: Painter,
    /// Whether places may be OSC 8 links.
    pub(crate) links: bool,
    /// Whether to show progress on standard error.
    pub(crate) progress: bool,
    /// Whether to print notes.
    pub(crate) notes: bool,
    /// The columns of standard output, where it is a terminal.
    pub(crate) width: Option<usize>,
    /// The columns of standard error, where it is a terminal.
    pub(crate) error_width: Option<usize>,
}

/// Colours text, or leaves it plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Painter {
    /// Whether to colour.
    pub(crate) color: bool,
}

/// The role of a text, which determines its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextStyle {
    /// The word `error:`.
    Error,
    /// The word `hint:`.
    Hint,
    /// The word `note:`, and other labels.
    Label,
    /// A path.
    Path,
    /// Secondary text, such as line numbers and scores.
    Dim,
    /// A symbol's name.
    Symbol,
    /// A word of a search, where it matches.
    Match,
    /// A success, such as a place that holds.
    Good,
    /// A partial success, such as a place that holds although its file changed.
    Warning,
    /// A failure, such as a place that does not hold.
    Bad,
}

impl Terminal {
    /// Inspects the process's streams and environment.
    pub(crate) fn of(color: Color, quiet: bool) -> Self {
        let choose = |auto: anstream::ColorChoice| match color {
            Color::Auto => auto != anstream::ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let out = choose(AutoStream::choice(&std::io::stdout()));
        let columns = |size: Option<(Width, _)>| size.map(|(width, _)| usize::from(width.0));
        Self {
            stdout: Painter { color: out },
            stderr: Painter { color: choose(AutoStream::choice(&std::io::stderr())) },
            links: out && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
            progress: !quiet && !dumb && std::io::stderr().is_terminal(),
            notes: !quiet,
            width: columns(terminal_size_of(io::stdout())),
            error_width: columns(terminal_size_of(io::stderr())),
        }
    }

    /// The columns of a page for people: those of the terminal, but at most [`MAX_WIDTH`].
    pub(crate) fn page_width(&self) -> usize {
        self.width.unwrap_or(DEFAULT_WIDTH).min(MAX_WIDTH)
    }

    /// Whether standard output is a terminal.
    pub(crate) fn is_read_by_people(&self) -> bool {
        self.width.is_some()
    }

    /// The columns at which sentences are wrapped: those of a page on a terminal, and none elsewhere, where lines are read
    /// by programs.
    pub(crate) fn wrap_width(&self) -> usize {
        self.width.map_or(usize::MAX, |width| width.min(MAX_WIDTH))
    }

    /// A sentence as lines of a page: wrapped on a terminal, further lines indented. Ends with a line break.
    pub(crate) fn wrapped(&self, text: &str) -> String {
        hanging(text, self.wrap_width(), 0, LABEL_INDENT) + "\n"
    }

    /// Prints a note to standard error, unless notes are off.
    pub(crate) fn note(&self, text: &str) {
        self.line(TextStyle::Label, "note:", text);
    }

    /// Prints a note about what was not used to standard error, also if notes are off.
    pub(crate) fn loss(&self, text: &str) {
        self.print_line(TextStyle::Label, "note:", text);
    }

    /// Prints a hint to standard error, unless notes are off.
    pub(crate) fn hint(&self, text: &str) {
        self.line(TextStyle::Hint, "hint:", text);
    }

    fn line(&self, style: TextStyle, label: &str, text: &str) {
        if self.notes {
            self.print_line(style, label, text);
        }
    }

    fn print_line(&self, style: TextStyle, label: &str, text: &str) {
        let width = self.error_width.map_or(usize::MAX, |width| width.min(MAX_WIDTH));
        let line = self.stderr.labelled(style, label, text, width);
        let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), line.as_bytes());
    }

    /// What names a file or a line of it, in the style of paths, as [`Self::link`].
    pub(crate) fn path(&self, roots: &Workspace, path: &str, line: u32, shown: &str) -> String {
        self.link(roots, path, line, &self.stdout.text(TextStyle::Path, shown))
    }

    /// A text that links to a line of a file below the roots, if the terminal supports links.
    pub(crate) fn link(&self, roots: &Workspace, path: &str, line: u32, text: &str) -> String {
        let file = roots.on_disk(path);
        match file
            .as_ref()
            .and_then(|file| file.to_str())
            .filter(|file| self.links && file.starts_with('/'))
        {
            Some(file) => {
                let url = firsthand::source::percent_encode(file);
                format!("\x1b]8;;file://{url}#L{line}\x1b\\{text}\x1b]8;;\x1b\\")
            }
            None => text.to_owned(),
        }
    }
}

impl Painter {
    /// A label and a text behind it, wrapped at the width; further lines are indented. Ends with a line break.
    pub(crate) fn labelled(
        self,
        style: TextStyle,
        label: &str,
        text: &str,
        width: usize,
    ) -> String {
        let text = firsthand::registry::escape(text);
        let text = hanging(&text, width, columns(label) + 1, LABEL_INDENT);
        format!("{} {text}\n", self.text(style, label))
    }

    /// The text in a style.
    pub(crate) fn text(self, style: TextStyle, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let style = match style {
            TextStyle::Error | TextStyle::Bad | TextStyle::Match => {
                AnsiColor::Red.on_default().bold()
            }
            TextStyle::Hint | TextStyle::Good => AnsiColor::Green.on_default().bold(),
            TextStyle::Warning => AnsiColor::Yellow.on_default().bold(),
            TextStyle::Label => Style::new().bold(),
            TextStyle::Path => AnsiColor::Cyan.on_default().bold(),
            TextStyle::Dim => Style::new().dimmed(),
            TextStyle::Symbol => AnsiColor::Magenta.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}

/// A text wrapped at a width: its first line begins in the column `first`, and the further ones are indented.
pub(crate) fn hanging(text: &str, width: usize, first: usize, indent: usize) -> String {
    wrap(text, width, first, indent).join(&format!("\n{:indent$}", ""))
}

/// Writes a result. A closed pipe is not reported.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::pipe_closed(),
        _ => unwritable(&error),
    })
}

fn unwritable(why: &io::Error) -> Failure {
    Failure::failed(format!("standard output cannot be written: {why}"))
}

/// Writes a result as indented JSON, with control and bidirectional characters written as `\u....`.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| unwritable(&io::Error::other(error)))?;
    print(&(escape_json(text) + "\n"))
}
