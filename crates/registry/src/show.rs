//! Observations as the explorer model sees them: a header with the id, source behind a gutter.
//!
//! Text of the repository cannot forge a header: every source line has the gutter in front, control
//! characters are escaped, and a listed path never begins a line with `#`. Nothing here is ever
//! parsed back.

mod header;

use std::borrow::Cow;
use std::fmt;

pub(crate) use self::header::cost as header_cost;
use self::header::{digits, title, write_header};
use crate::{CandidateId, Observation, RepoPath, Window, clip, escape};

/// Longer lines are shown up to here (the evidence keeps them whole).
const LINE_CHARS: usize = 400;

/// Ids that are not those of the observation's places: there must be one for each.
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
/// A row of a list ([`Window::row`]) stands on one line:
///
/// ```text
/// #### src/app.ts [c9] open (function 3-5) · 4|   addArticle(basket)
/// ```
///
/// Where the declaration that a window is labelled with goes on outside of it, the header says where
/// all of it stands: `Store (class 12-186, in part) 36-155 of 186`. Where the window shows other
/// declarations beside it, it names them: `Store (class), open, close 36-155 of 186`. Where a file's
/// length is not known, the header ends behind the range.
///
/// # Errors
/// [`IdsError`] where there is not one id for each place.
pub fn show(observation: &Observation, ids: &[CandidateId]) -> Result<String, IdsError> {
    let (windows, paths) = (observation.windows(), observation.paths());
    let places = windows.len() + paths.len();
    if places != ids.len() {
        let ids = ids.len();
        return Err(IdsError { places, ids });
    }
    let windows = windows.iter().zip(ids);
    let windows = windows.map(|(window, id)| show_window(window, Some(*id), None));
    Ok(windows.chain(paths.iter().map(show_path)).collect())
}

/// One window as [`show`] prints it, for readers without a registry with no id. Where there is an `instead`,
/// that stands behind the header, and none of the lines; the header of a place is never left out.
#[must_use]
pub fn show_window(window: &Window, id: Option<CandidateId>, instead: Option<&str>) -> String {
    let mut out = String::new();
    let _ = write_window(&mut out, window, id, instead);
    out
}

/// How many characters [`show_window`] prints. Nothing is written for it.
#[must_use]
pub fn window_chars(window: &Window, id: CandidateId, instead: Option<&str>) -> usize {
    let mut chars = Chars(0);
    let _ = write_window(&mut chars, window, Some(id), instead);
    chars.0
}

/// Counts the characters that are written to it.
struct Chars(usize);

impl fmt::Write for Chars {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

fn write_window(
    out: &mut impl fmt::Write,
    window: &Window,
    id: Option<CandidateId>,
    instead: Option<&str>,
) -> fmt::Result {
    let range = window.span.range();
    if instead.is_none() && window.row && range.len() == 1 {
        return write_row(out, window, id);
    }
    write_header(out, window, id)?;
    if let Some(instead) = instead {
        let gap = if instead.is_empty() { "" } else { " " };
        return writeln!(out, "{gap}{instead}");
    }
    writeln!(out)?;
    let width = digits(range.end());
    for (number, line) in window.span.lines() {
        writeln!(out, "{number:>width$}| {}", body(line.text()))?;
    }
    Ok(())
}

/// A row of a list: the line behind the header.
fn write_row(out: &mut impl fmt::Write, window: &Window, id: Option<CandidateId>) -> fmt::Result {
    write!(out, "{}", title(window, id, ""))?;
    if let Some(related) = &window.related {
        write!(out, " · by {}", escape(&related.resolution))?;
    }
    for (number, line) in window.span.lines() {
        writeln!(out, " · {number}| {}", body(line.text()))?;
    }
    Ok(())
}

/// One listed path as [`show`] prints it: without its id, since a path without lines cannot be cited.
#[must_use]
pub fn show_path(path: &RepoPath) -> String {
    listed(path) + "\n"
}

/// A source line as it stands behind the gutter.
fn body(text: &str) -> Cow<'_, str> {
    let text = escape(text);
    let shown = clip(&text, LINE_CHARS);
    if shown.len() == text.len() {
        return text;
    }
    let kept = shown.chars().count().saturating_sub(1); // the last one is `…`
    let hidden = text.chars().count() - kept;
    Cow::Owned(format!("{shown} (+{hidden} characters)"))
}

/// A listed path; `./` in front where it would look like a header.
fn listed(path: &RepoPath) -> String {
    let guard = if path.as_str().starts_with('#') {
        "./"
    } else {
        ""
    };
    format!("{guard}{path}")
}

/// The characters that each line of the window takes, at most: narrowing can only shorten the gutter.
pub(crate) fn line_costs(window: &Window) -> Vec<usize> {
    let gutter = digits(window.span.range().end()) + "| \n".len();
    window
        .span
        .lines()
        .map(|(_, line)| gutter + body(line.text()).chars().count())
        .collect()
}

/// So many characters go to a listed path.
pub(crate) fn path_cost(path: &RepoPath) -> usize {
    show_path(path).chars().count()
}
