//! The text output of a search.

use std::fmt::Write as _;

use firsthand::registry::{LineRange, count, escape};
use firsthand::{
    ListedLine, NoUse, Relation, SearchDocument, SearchLine, SearchOutput, SearchRegion,
    SearchWindow, Undecided, Workspace,
};
use firsthand_render::columns::{columns, cut};
use firsthand_render::lines_text;

use super::notes::{not_read, notes};
use super::sites::mark;
use crate::listing::{Listing, MAX_LINE_COLUMNS};
use crate::paint::{Terminal, TextStyle};

/// Context lines before and after a match.
const CONTEXT_LINES: u32 = 1;
/// The maximum lines printed of one region, unless it is printed whole, and of the only definition.
const MAX_REGION_LINES: usize = 12;
const MAX_DEFINITION_LINES: usize = 40;

/// The most files without a region that are named.
const MAX_FURTHER_FILES: usize = 5;
/// The columns around a line's number: before it, the mark behind it, and a blank.
const GUTTER_COLUMNS: usize = 4;
/// The columns between the parts of a row of an outline.
const GAP_COLUMNS: usize = 2;
/// The fewest columns in which a row of an outline has its line's text.
const MIN_TEXT_COLUMNS: usize = 8;

/// The source lines of search results.
#[derive(Default)]
pub(super) struct SourceLines {
    /// The lines of each region.
    windows: Vec<SearchWindow>,
    /// One line for each site of a relation.
    sites: Vec<ListedLine>,
    /// One line for each declaration of an outline.
    outline: Vec<ListedLine>,
}

impl SourceLines {
    pub(super) fn of(found: &SearchOutput) -> Self {
        Self { windows: found.windows(), sites: found.site_lines(), outline: found.outline.clone() }
    }
}

/// The options of the text output.
pub(super) struct Page<'a> {
    pub(super) terminal: &'a Terminal,
    /// The roots, absolute, for links.
    pub(super) roots: &'a Workspace,
    /// Whether the components of each score are shown.
    pub(super) explain: bool,
    /// Whether regions are shown whole.
    pub(super) full: bool,
    /// Whether each region is a line, as that of a list of declarations.
    pub(super) lists_regions: bool,
    /// The most lines of a relation.
    pub(super) max_listed_lines: usize,
    /// The words that are marked where they match.
    pub(super) words: Vec<String>,
}

impl Page<'_> {
    /// Renders the whole page.
    pub(super) fn render(&self, document: &SearchDocument, source: &SourceLines) -> String {
        let mut out = String::new();
        let paint = self.terminal.stdout;
        let note = |note: &String| {
            paint.labelled(TextStyle::Label, "note:", note, self.terminal.wrap_width())
        };
        // What to ask instead comes before a long list.
        let (first, notes): (Vec<String>, Vec<String>) =
            notes(document).partition(|note| document.ambiguity.as_ref() == Some(note));
        let first: String = first.iter().map(note).collect();
        out += &if first.is_empty() { first } else { first + "\n" };
        // The sites of a relation are the lines of its regions.
        let lists_sites = !document.sites.is_empty() && !self.full;
        if lists_sites {
            self.sites(&mut out, document, &source.sites);
        } else {
            let regions = document.regions.iter().zip(&source.windows);
            let is = |region: &SearchRegion, relation: Relation| {
                region.relation.as_deref() == Some(relation.name())
            };
            let is_list = self.lists_regions && !self.full;
            match document.regions.first().filter(|_| is_list) {
                Some(first) if is(first, Relation::Files) => {
                    self.linked_files(&mut out, regions.clone());
                }
                Some(_) => self.listed_regions(&mut out, regions.clone()),
                None => {}
            }
            let most = match &document.regions[..] {
                _ if self.full => usize::MAX,
                [only] if is(only, Relation::Definition) => MAX_DEFINITION_LINES,
                _ => 0,
            };
            for (region, window) in regions.filter(|_| !is_list) {
                self.head(&mut out, region, window.declaration);
                self.lines(&mut out, window, most);
                out.push('\n');
            }
            let resolutions = document.regions.iter().map(|region| region.resolution.as_deref());
            self.legend(&mut out, resolutions);
            self.outline(&mut out, &source.outline);
            self.files(&mut out, document);
        }
        let no_use = document.no_use.iter().flat_map(NoUse::sentences);
        let undecided = document.undecided.iter().map(Undecided::sentence);
        let notes = not_read(document).into_iter().chain(notes);
        out.extend(notes.chain(no_use).chain(undecided).map(|text| note(&text)));
        let _ = writeln!(out, "{}", self.paint(TextStyle::Dim, &self.summary(document)));
        out
    }

    /// Appends a region's heading; `lines` is the line range of its declaration.
    fn head(&self, out: &mut String, region: &SearchRegion, lines: Option<LineRange>) {
        let shown = LineRange::new(region.start, region.end);
        let shown = shown.map_or_else(String::new, LineRange::short);
        *out += &self.place(&region.path, region.start, &shown);
        *out += mark(region.resolution.as_deref()).to_string().trim_end();
        if let Some(symbol) = &region.symbol {
            let name = self.paint(TextStyle::Symbol, &escape(&symbol.name));
            let lines =
                lines.filter(|lines| (lines.start(), lines.end()) != (region.start, region.end));
            let lines = lines.map_or_else(String::new, |lines| format!(" {}", lines_text(lines)));
            let _ = write!(out, "  {name} ({}{lines})", escape(&symbol.kind));
        }
        out.push('\n');
        if self.explain {
            if let Some(resolution) = &region.resolution {
                let _ = writeln!(out, "  resolved by {resolution}");
            }
            let part = |(name, value): (&String, &f64)| format!("{name} {value:.2}");
            let parts: Vec<String> = region.components.iter().map(part).collect();
            let score = format!("{:.2} = {}", region.score, parts.join(" + "));
            let _ = writeln!(out, "  {}", self.paint(TextStyle::Dim, &score));
        }
    }

    /// Appends the source lines of a region: the first `most`, or, if that is 0, those around what matched.
    fn lines(&self, out: &mut String, window: &SearchWindow, most: usize) {
        let Some(last) = window.lines.last() else {
            let gone = "(the file changed while it was searched)";
            let _ = writeln!(out, "  {}", self.paint(TextStyle::Dim, gone));
            return;
        };
        let listing = self.listing();
        let width = last.number.to_string().len();
        let first = window.lines.iter().take(most);
        let shown = if most > 0 { first.collect() } else { excerpt(&window.lines) };
        let mut next = window.lines.first().map_or(1, |line| line.number);
        for line in &shown {
            if line.number > next {
                let _ = writeln!(out, "  {:>width$} {}", "", self.paint(TextStyle::Dim, "…"));
            }
            next = line.number + 1;
            let mark = if line.hit { ':' } else { ' ' };
            let gutter = self.paint(TextStyle::Dim, &format!("{:>width$}{mark}", line.number));
            let text = escape(line.text.trim_end());
            let room = listing.width.saturating_sub(width + GUTTER_COLUMNS);
            let text = if line.hit {
                listing.marked(&listing.cut(&text, room))
            } else {
                cut(&text, room).into_owned()
            };
            let _ = writeln!(out, "  {gutter} {text}");
        }
        if next <= last.number {
            let rest = count((last.number + 1 - next) as usize, "more line", "more lines");
            let rest = format!("… {rest}, to {} (--full)", last.number);
            let _ = writeln!(out, "  {:>width$} {}", "", self.paint(TextStyle::Dim, &rest));
        }
    }

    /// Appends the declarations of a file.
    fn outline(&self, out: &mut String, rows: &[ListedLine]) {
        for row in rows.iter().take(self.max_listed_lines) {
            let (path, number) = (row.path.as_str(), row.line.number);
            *out += &self.place(path, number, &number.to_string());
            let mut used = columns(&format!("{}:{number}", escape(path)));
            if let Some((symbol, start, end)) = &row.symbol {
                let (name, kind) = (escape(&symbol.name), escape(&symbol.kind));
                let lines = LineRange::new(*start, *end).map_or_else(String::new, lines_text);
                let lines = format!(" ({kind} {lines})");
                used += GAP_COLUMNS + columns(&name) + columns(&lines);
                let _ = write!(out, "  {}{lines}", self.paint(TextStyle::Symbol, &name));
            }
            let text = escape(&row.line.text);
            let room = self.listing().width.saturating_sub(used + GAP_COLUMNS);
            let text = if room < MIN_TEXT_COLUMNS { "".into() } else { cut(text.trim_end(), room) };
            let _ = writeln!(out, "{}", format!("  {text}").trim_end());
        }
        if let Some(more @ 1..) = rows.len().checked_sub(self.max_listed_lines) {
            let _ = writeln!(out, "… {more} more; --limit prints more, --format json all");
        }
        *out += if rows.is_empty() { "" } else { "\n" };
    }

    /// Appends the files that have no region.
    fn files(&self, out: &mut String, document: &SearchDocument) {
        let other = |path: &&String| !document.regions.iter().any(|region| region.path == **path);
        let rest: Vec<&String> = document.files.iter().filter(other).collect();
        if rest.is_empty() {
            return;
        }
        let _ = writeln!(out, "{}", self.paint(TextStyle::Label, "Further files:"));
        for path in rest.iter().take(MAX_FURTHER_FILES) {
            let link = self.terminal.path(self.roots, path, 1, &escape(path));
            let _ = writeln!(out, "  {link}");
        }
        if let Some(more @ 1..) = rest.len().checked_sub(MAX_FURTHER_FILES) {
            let _ = writeln!(out, "  {}", self.paint(TextStyle::Dim, &format!("… {more} more")));
        }
        out.push('\n');
    }

    /// A file and lines of it, as a link.
    pub(super) fn place(&self, path: &str, line: u32, lines: &str) -> String {
        let path_text = self.paint(TextStyle::Path, &escape(path));
        let place = format!("{path_text}:{}", self.paint(TextStyle::Dim, lines));
        self.terminal.link(self.roots, path, line, &place)
    }

    pub(super) fn paint(&self, style: TextStyle, text: &str) -> String {
        self.terminal.stdout.text(style, text)
    }

    /// How lines of files are listed.
    pub(super) fn listing(&self) -> Listing<'_> {
        let width = self.terminal.width.unwrap_or(MAX_LINE_COLUMNS);
        Listing { terminal: self.terminal, roots: self.roots, words: &self.words, indent: 0, width }
    }
}

/// The first line and the lines around those that matched, at most [`MAX_REGION_LINES`]; if nothing matched, half as
/// many from the start. A region of at most that many lines is returned whole.
fn excerpt(lines: &[SearchLine]) -> Vec<&SearchLine> {
    if lines.len() <= MAX_REGION_LINES {
        return lines.iter().collect();
    }
    let first = lines.first().map_or(0, |line| line.number);
    let near = |line: &&SearchLine| {
        line.number == first
            || lines.iter().any(|hit| hit.hit && hit.number.abs_diff(line.number) <= CONTEXT_LINES)
    };
    let near: Vec<&SearchLine> = lines.iter().filter(near).take(MAX_REGION_LINES).collect();
    match near.len() {
        0 | 1 => lines.iter().take(MAX_REGION_LINES / 2).collect(),
        _ => near,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_region_shows_its_first_line_and_the_matches() {
        let line = |number| SearchLine {
            number,
            text: String::new(),
            hit: number == 30 || number == 32,
            redacted: false,
        };
        let lines: Vec<SearchLine> = (10..40).map(line).collect();
        let shown: Vec<u32> = excerpt(&lines).iter().map(|line| line.number).collect();
        assert_eq!(shown, [10, 29, 30, 31, 32, 33]);
        assert_eq!(excerpt(&lines[..5]).len(), 5);
        assert_eq!(excerpt(&lines[1..15]).len(), 6, "nothing matched: the first lines");
    }
}
