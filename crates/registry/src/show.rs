//! Observations as the explorer model sees them: a header with the id, source behind a gutter.
//!
//! Text of the repository cannot forge a header: every source line has the gutter in front, control
//! characters are escaped, and a listed path never begins a line with `#`. Nothing here is ever
//! parsed back.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::{CandidateId, Declaration, LineRange, Observation, RepoPath, Window, clip, escape};

/// Longer lines are shown up to here (the evidence keeps them whole).
const LINE_CHARS: usize = 400;
/// The longer of the two things that may stand after a header's range; ` of 7` is the other.
const TO_THE_END: &str = " (to the end)";

/// Ids that are not those of the observation's places: there must be one for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{ids} ids for {places} places")]
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
/// all of it stands: `Store (class 12-186, in part) 36-155 of 186`. Where a file's length is not
/// known, the header ends behind the range.
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
    let windows = windows.map(|(window, id)| show_window(window, *id, None));
    let paths = paths.iter().zip(ids);
    Ok(windows
        .chain(paths.map(|(path, id)| show_path(path, *id)))
        .collect())
}

/// One window as [`show`] prints it. Where there is an `instead`, that stands behind the header, and
/// none of the lines; the header of a place is never left out.
#[must_use]
pub fn show_window(window: &Window, id: CandidateId, instead: Option<&str>) -> String {
    let mut out = String::new();
    let _ = write_window(&mut out, window, id, instead);
    out
}

/// How many characters [`show_window`] prints. Nothing is written for it.
#[must_use]
pub fn window_chars(window: &Window, id: CandidateId, instead: Option<&str>) -> usize {
    let mut chars = Chars(0);
    let _ = write_window(&mut chars, window, id, instead);
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
    id: CandidateId,
    instead: Option<&str>,
) -> fmt::Result {
    let range = window.span.range();
    if instead.is_none() && window.row && range.len() == 1 {
        return write_row(out, window, id);
    }
    write!(out, "{} {range}", title(window, id, ", in part"))?;
    match window.span.file_lines() {
        Some(total) if total > range.end() => write!(out, " of {total}")?,
        Some(_) => write!(out, "{TO_THE_END}")?,
        None => {}
    }
    write!(out, "{}", relation(window))?;
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
fn write_row(out: &mut impl fmt::Write, window: &Window, id: CandidateId) -> fmt::Result {
    write!(out, "{}", title(window, id, ""))?;
    if let Some(related) = &window.related {
        write!(out, " · by {}", escape(&related.resolution))?;
    }
    for (number, line) in window.span.lines() {
        writeln!(out, " · {number}| {}", body(line.text()))?;
    }
    Ok(())
}

/// One listed path as [`show`] prints it.
#[must_use]
pub fn show_path(path: &RepoPath, id: CandidateId) -> String {
    listed(path, id) + "\n"
}

/// A header up to its range; `in_part` stands behind the lines of a declaration that goes on.
fn title(window: &Window, id: CandidateId, in_part: &str) -> String {
    let mut out = format!("#### {} [{id}]", window.span.path());
    if let Some(symbol) = &window.symbol {
        let _ = write!(
            out,
            " {} ({}",
            escape(&symbol.qualified),
            escape(&symbol.kind)
        );
        let part = whole_of(window).map(|whole| part_of(whole.range, in_part));
        let _ = write!(out, "{})", part.unwrap_or_default());
    }
    out
}

/// The declarations that the window's label can mean, as far as it shows some of them.
fn labelled(window: &Window) -> impl Iterator<Item = &Declaration> {
    let range = window.span.range();
    let symbol = window.symbol.as_ref();
    window.declarations.iter().filter(move |declared| {
        symbol.is_some_and(|s| s.name == declared.name && s.kind == declared.kind)
            && range.overlaps(declared.range)
    })
}

/// The declaration that the window is labelled with, where only a part of it is shown. Of several
/// that the label can mean, nobody knows which.
fn whole_of(window: &Window) -> Option<&Declaration> {
    let mut labelled = labelled(window);
    let only = labelled.next().filter(|_| labelled.next().is_none())?;
    (!window.span.range().covers(only.range)).then_some(only)
}

fn part_of(whole: LineRange, in_part: &str) -> String {
    format!(" {whole}{in_part}")
}

/// A header's end, where the place was found by a relation.
fn relation(window: &Window) -> String {
    window.related.as_ref().map_or_else(String::new, |r| {
        let (relation, of) = (escape(&r.relation), escape(&r.of));
        format!(" · {relation} of {of}, by {}", escape(&r.resolution))
    })
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
fn listed(path: &RepoPath, id: CandidateId) -> String {
    let guard = if path.as_str().starts_with('#') {
        "./"
    } else {
        ""
    };
    format!("{guard}{path} [{id}]")
}

fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// At most this many characters go to the window's header, whatever its id and however its lines
/// are narrowed.
pub(crate) fn header_cost(window: &Window) -> usize {
    let (end, total) = (
        window.span.range().end(),
        window.span.file_lines().unwrap_or(0),
    );
    let range = 2 * digits(end) + " -".len();
    let after = TO_THE_END.len().max(" of ".len() + digits(total));
    let text = title(window, CandidateId::WIDEST, ", in part")
        .chars()
        .count()
        + relation(window).chars().count();
    // What is shown whole now may be shown in part then.
    let parts = labelled(window).map(|declared| part_of(declared.range, ", in part").len());
    let part = parts.max().unwrap_or(0);
    text + part + range + after + "\n".len()
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

/// At most this many characters go to a listed path, whatever its id.
pub(crate) fn path_cost(path: &RepoPath) -> usize {
    show_path(path, CandidateId::WIDEST).chars().count()
}
