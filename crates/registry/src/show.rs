//! Prints observations for the model: a header with the id, and source lines behind a gutter.
//!
//! Text of the repository cannot forge a header: every source line has the gutter in front, control
//! characters are escaped, and a listed path never begins a line with `#`. The text is never
//! parsed.

mod header;

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use firsthand_source::secrets::HIDDEN;

pub(crate) use self::header::cost as header_cost;
use self::header::{digits, label, title, write_header};
use crate::{CandidateId, LineRange, Observation, RepoPath, SourceLine, Window, clip, escape};

/// The most characters of a printed line (the evidence has the whole line), and of one that is read alone.
pub(crate) const MAX_LINE_CHARS: usize = 400;
const MAX_ALONE_CHARS: usize = 2_000;
/// Printed behind a line that cannot be quoted, as it has a secret, and as it cannot be printed as it is.
const MASKED: &str = " (masked)";
const NOT_QUOTABLE: &str = " (not to be quoted)";

/// The number of ids is not the number of the observation's places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{ids} ids for {places} places")]
#[non_exhaustive]
pub struct IdsError {
    /// How many places the observation has.
    pub places: usize,
    /// How many ids were given.
    pub ids: usize,
}

/// The observation as text. `ids` are the ones that
/// [`Registry::observe`](crate::Registry::observe) returned for it, one for each window or path;
/// [`Registry::see`](crate::Registry::see) does both.
///
/// ```text
/// #### src/basket.ts [c7] addArticle (function) 42-58 of 90
/// 42| export function addArticle(basket: Basket) {
/// ```
///
/// A row of a list ([`Window::row`]) is one line; [`show_rows`] prints several below one path:
///
/// ```text
/// #### src/app.ts [c9] open (function 3-5) · 4|   addArticle(basket)
/// ```
///
/// Where the window has only a part of the declaration that labels it, the header has that declaration's
/// range: `Store (class 12-186, in part) 36-155 of 186`. Where the window includes other
/// declarations, it names them: `Store (class), open, close 36-155 of 186`. Behind the range, the header has the file's
/// length, or `(to the end)` where the range reaches it, or neither where the length is not known.
///
/// # Errors
/// [`IdsError`] where there is not one id for each place.
pub fn show(observation: &Observation, ids: &[CandidateId]) -> Result<String, IdsError> {
    let (windows, paths) = (&observation.windows, &observation.paths);
    let places = windows.len() + paths.len();
    if places != ids.len() {
        let ids = ids.len();
        return Err(IdsError { places, ids });
    }
    let windows = windows.iter().zip(ids);
    let windows = windows.map(|(window, id)| show_window(window, Some(*id), None));
    Ok(windows.chain(paths.iter().map(show_path)).collect())
}

/// Rows of one file: its path once, and below it a line for each of them.
///
/// ```text
/// #### src/app.ts
/// [c9] open (function 3-5) · 4|   addArticle(basket)
/// [c10] 12| addArticle(other)
/// ```
#[must_use]
pub fn show_rows(rows: &[(&Window, CandidateId)]) -> String {
    let path = rows.first().map(|(window, _)| window.span.path());
    let mut out = path.map_or_else(String::new, |path| format!("#### {path}\n"));
    for (window, id) in rows {
        let label = label(window, "");
        let gap = if label.is_empty() && window.related.is_none() { "" } else { " ·" };
        let _ = write!(out, "[{id}]{label}");
        let _ = write_row_line(&mut out, window, gap);
    }
    out
}

/// One window as [`show`] prints it; without a registry `id` is `None`. A `replacement` is printed behind the header
/// in place of the lines.
#[must_use]
pub fn show_window(window: &Window, id: Option<CandidateId>, replacement: Option<&str>) -> String {
    let mut out = String::new();
    let _ = write_window(&mut out, window, id, replacement);
    out
}

/// The window as [`show_window`] prints it without some of its lines; the `note` about them is printed behind the header.
#[must_use]
pub fn show_rest(window: &Window, id: CandidateId, without: LineRange, note: &str) -> String {
    let mut out = String::new();
    let _ = write_header(&mut out, window, Some(id));
    let _ = writeln!(out, " {note}");
    let _ = write_lines(&mut out, window, Some(without));
    out
}

/// How many characters [`show_window`] prints, without allocating the text.
#[must_use]
pub fn window_chars(window: &Window, id: CandidateId, replacement: Option<&str>) -> usize {
    let mut chars = CharCounter(0);
    let _ = write_window(&mut chars, window, Some(id), replacement);
    chars.0
}

/// Counts the characters that are written to it.
struct CharCounter(usize);

impl fmt::Write for CharCounter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

fn write_window(
    out: &mut impl fmt::Write,
    window: &Window,
    id: Option<CandidateId>,
    replacement: Option<&str>,
) -> fmt::Result {
    if replacement.is_none() && window.is_row() {
        return write_row(out, window, id);
    }
    write_header(out, window, id)?;
    if let Some(replacement) = replacement {
        let gap = if replacement.is_empty() { "" } else { " " };
        return writeln!(out, "{gap}{replacement}");
    }
    writeln!(out)?;
    write_lines(out, window, None)
}

/// Writes the lines behind the gutter, except those of a range.
fn write_lines(
    out: &mut impl fmt::Write,
    window: &Window,
    without: Option<LineRange>,
) -> fmt::Result {
    let width = digits(window.span.range().end());
    for (number, line) in window.span.lines() {
        if without.is_none_or(|range| !range.contains(number)) {
            writeln!(out, "{number:>width$}| {}", line_text(window, number, line))?;
        }
    }
    Ok(())
}

/// Writes a row of a list: the source line behind the header.
fn write_row(out: &mut impl fmt::Write, window: &Window, id: Option<CandidateId>) -> fmt::Result {
    write!(out, "{}", title(window, id, ""))?;
    write_row_line(out, window, " ·")
}

/// Writes how a row relates, and its line behind `gap`.
fn write_row_line(out: &mut impl fmt::Write, window: &Window, gap: &str) -> fmt::Result {
    if let Some(related) = &window.related {
        write!(out, " · by {}", escape(&related.resolution))?;
    }
    for (number, line) in window.span.lines() {
        writeln!(out, "{gap} {number}| {}", line_text(window, number, line))?;
    }
    Ok(())
}

/// One listed path as [`show`] prints it: without its id, since a path without lines cannot be cited.
#[must_use]
pub fn show_path(path: &RepoPath) -> String {
    path_text(path) + "\n"
}

/// A source line of a window as it is printed behind the gutter: escaped and clipped, to its beginning or to the part that
/// the window is shown for.
fn line_text<'w>(window: &Window, number: u32, line: &'w SourceLine) -> Cow<'w, str> {
    let text = escape(line.text());
    let focus = window.focus.iter().find(|(of, _)| *of == number).map_or(0, |(_, at)| *at);
    let start = start_of(line.text(), focus);
    let part = line.text().get(start..).map_or_else(|| text.clone(), escape);
    let shown = clip(&part, line_chars(window));
    let is_clipped = matches!(shown, Cow::Owned(_));
    let is_whole = start == 0 && !is_clipped;
    if is_whole && !line.is_masked() {
        return text;
    }
    let kept = shown.chars().count() - usize::from(is_clipped); // the last one is `…`
    let mut printed = if start > 0 { format!("…{shown}") } else { shown.into_owned() };
    if !is_whole {
        let hidden = text.chars().count() - kept;
        let alone = if line_chars(window) > MAX_LINE_CHARS { "" } else { ": read it alone" };
        printed.push_str(&format!(" (+{hidden} characters{alone})"));
    }
    if line.is_masked() {
        let is_secret = line.text().contains(HIDDEN);
        printed.push_str(if is_secret { MASKED } else { NOT_QUOTABLE });
    }
    Cow::Owned(printed)
}

/// How many characters are printed of a line of the window: more of one that is read alone.
#[must_use]
pub fn line_chars(window: &Window) -> usize {
    let is_read = window.hits.is_empty() && window.related.is_none() && !window.is_row();
    if is_read && window.span.range().len() == 1 { MAX_ALONE_CHARS } else { MAX_LINE_CHARS }
}

/// From which byte a line is printed so that what stands at `focus` is printed, with some of what stands before it.
fn start_of(text: &str, focus: usize) -> usize {
    let before = text.get(..focus).map_or(0, |before| before.chars().count());
    if before < MAX_LINE_CHARS * 3 / 4 {
        return 0;
    }
    text.char_indices().nth(before - MAX_LINE_CHARS / 3).map_or(0, |(start, _)| start)
}

/// A listed path, after `./` where it would look like a header.
fn path_text(path: &RepoPath) -> String {
    let prefix = if path.as_str().starts_with('#') { "./" } else { "" };
    format!("{prefix}{path}")
}

/// The most characters of each line of the window with its gutter and its line break: narrowing can only shorten the
/// gutter.
pub(crate) fn line_costs(window: &Window) -> Vec<usize> {
    let gutter = digits(window.span.range().end()) + "| \n".len();
    let lines = window.span.lines();
    lines.map(|(number, line)| gutter + line_text(window, number, line).chars().count()).collect()
}

/// The characters of a listed path.
pub(crate) fn path_cost(path: &RepoPath) -> usize {
    show_path(path).chars().count()
}
