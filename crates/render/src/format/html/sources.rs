//! Where the lines of a page come from: their commit on a forge, and what is set apart in them.

use std::collections::BTreeMap;
use std::ops::Range;

use firsthand_registry::{LineRange, RepoPath, Syntax, count};

use crate::markup::Html;
use crate::origin::Origin;
use crate::titles::lines_text;

/// The shown digits of a commit's id.
const COMMIT_CHARS: usize = 12;

/// What a page knows of the files whose lines it shows; the same for a report and for the answer of a research.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Sources {
    /// The commit that the page names, and to which its ranges lead on the repository's forge.
    pub origin: Option<Origin>,
    /// What the page sets apart in source lines.
    pub highlights: Highlights,
}

impl Sources {
    /// The commit of the files, if it is known, and what is set apart in their lines.
    #[must_use]
    pub fn new(origin: Option<Origin>, highlights: Highlights) -> Self {
        Self { origin, highlights }
    }

    /// Prints the commit, its day, and how many of the page's files are other ones there; nothing without a commit.
    pub fn print_commit<'p>(&self, paths: impl IntoIterator<Item = &'p str>, out: &mut Html) {
        let Some(origin) = &self.origin else {
            return;
        };
        out.raw("<p class=\"commit\">Commit ");
        let id = origin.commit.get(..COMMIT_CHARS).unwrap_or_default();
        print_linked(origin.commit_address(), out, |out| {
            out.raw("<code>").text(id).raw("</code>");
        });
        out.raw(" of ").text(&origin.day);
        let changed = paths.into_iter().filter(|path| !origin.has(path)).count();
        if changed > 0 {
            let files = count(changed, "file differs", "files differ");
            out.raw("; ").text(&files).raw(" from it");
        }
        out.raw("</p>\n");
    }

    /// Prints a path with its lines, linked to the repository's forge where that is known.
    pub fn print_file(&self, path: &str, range: Option<LineRange>, out: &mut Html) {
        let origin = self.origin.as_ref().zip(range);
        let address = origin.and_then(|(origin, range)| origin.address(path, range));
        print_linked(address, out, |out| {
            out.raw("<code>").text(path);
            if let Some(range) = range {
                out.raw("<i>:").raw(&lines_text(range)).raw("</i>");
            }
            out.raw("</code>");
        });
    }

    /// Prints a quote's own lines, which begin at `first`. `path` is the file, if the quote is from one, and `observed` the
    /// lines of its place.
    pub fn print_quote(
        &self,
        path: Option<&RepoPath>,
        (first, text): (u32, &str),
        observed: &BTreeMap<u32, &str>,
        out: &mut Html,
    ) {
        out.raw("\n<table class=\"source quote\" tabindex=\"0\">");
        for (line, text) in (first..).zip(text.split('\n')) {
            let start = observed.get(&line).and_then(|whole| whole.find(text));
            self.row(path, line, (text, start.unwrap_or(0)), "", out);
        }
        out.raw("</table>");
    }

    /// Prints a text of a line, which begins at this byte of the line, in a row with this attribute.
    pub(super) fn row(
        &self,
        path: Option<&RepoPath>,
        line: u32,
        (text, start): (&str, usize),
        attribute: &str,
        out: &mut Html,
    ) {
        out.raw("<tr").raw(attribute).raw("><td>").number(line as usize);
        out.raw("</td><td><code>");
        let mut printed = 0;
        for (bytes, syntax) in path.map_or(&[][..], |path| self.highlights.of_line(path, line)) {
            let from = bytes.start.saturating_sub(start).max(printed);
            let to = bytes.end.saturating_sub(start).min(text.len());
            let parts = text.get(printed..from).zip(text.get(from..to));
            let Some(((before, part), class)) = parts.zip(class(*syntax)) else {
                continue;
            };
            out.text(before).raw("<span class=\"").raw(class);
            out.raw("\">").text(part).raw("</span>");
            printed = to;
        }
        out.text(text.get(printed..).unwrap_or_default());
        out.raw("</code></td></tr>");
    }
}

/// Prints markup as a link to an address, or as it is without one.
fn print_linked(address: Option<String>, out: &mut Html, print: impl FnOnce(&mut Html)) {
    let Some(address) = address else {
        return print(out);
    };
    out.raw("<a rel=\"noreferrer\" href=\"").text(&address).raw("\">");
    print(out);
    out.raw("</a>");
}

/// The parts of source lines, by path and line. They only colour: a wrong one changes no text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Highlights(BTreeMap<RepoPath, BTreeMap<u32, Vec<Part>>>);

/// The bytes of a part of a line, and what it is.
type Part = (Range<usize>, Syntax);

impl Highlights {
    /// Adds a part of a line (1-based) by its bytes. Parts of a line are added in order.
    pub fn add(&mut self, path: &RepoPath, line: u32, bytes: Range<usize>, syntax: Syntax) {
        let lines = self.0.entry(path.clone()).or_default();
        lines.entry(line).or_default().push((bytes, syntax));
    }

    /// The parts of a line.
    fn of_line(&self, path: &RepoPath, line: u32) -> &[Part] {
        let parts = self.0.get(path).and_then(|lines| lines.get(&line));
        parts.map_or(&[], Vec::as_slice)
    }
}

/// The class of the page's style for a part; `None` for a kind that has no colour.
fn class(syntax: Syntax) -> Option<&'static str> {
    match syntax {
        Syntax::Comment => Some("tc"),
        Syntax::Text => Some("ts"),
        Syntax::Number => Some("tn"),
        Syntax::Keyword => Some("tk"),
        _ => None,
    }
}
