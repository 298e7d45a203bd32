//! The header of a window: path, id, declarations, range, and relation.

use crate::{CandidateId, Declaration, LineRange, Symbol, Window, escape};
use std::cmp::Reverse;
use std::fmt::{self, Write as _};

/// Printed behind the range of a declaration that continues outside the window.
const IN_PART: &str = ", in part";
/// Printed behind a range that reaches the end of the file; behind another range, the length of the file: ` of 7`.
const TO_THE_END: &str = " (to the end)";
/// The most declarations that a header names in addition to the label; of more it prints the number.
const MAX_OTHER_NAMES: usize = 3;

pub(super) fn write_header(
    out: &mut impl fmt::Write,
    window: &Window,
    id: Option<CandidateId>,
) -> fmt::Result {
    let range = window.span.range();
    let others = names_text(&other_declarations(window));
    write!(out, "{}{others} {}", title(window, id, IN_PART), range.short())?;
    match window.span.file_lines() {
        Some(total) if total > range.end() => write!(out, " of {total}")?,
        Some(_) => write!(out, "{TO_THE_END}")?,
        None => {}
    }
    write!(out, "{}", relation(window))
}

/// The most characters of a header, with its line break, of the window or of a part of it that has the same label,
/// whatever its id.
pub(crate) fn cost(window: &Window) -> usize {
    let (lines, total) = (window.span.range(), window.span.file_lines().unwrap_or(0));
    // A part of one line has fewer characters, of several at most as many.
    let one = 1 + digits(lines.end());
    let range = if lines.len() == 1 { one } else { 2 * one };
    let after = TO_THE_END.len().max(" of ".len() + digits(total));
    let text = title(window, Some(CandidateId::WIDEST), IN_PART).chars().count()
        + relation(window).chars().count();
    // A narrowed window may have only a part of the label's declaration, and name other declarations.
    let parts =
        label_declarations(window).map(|declared| range_text(declared.range, IN_PART).len());
    let part = parts.max().unwrap_or(0);
    let mut longest = other_declarations(window);
    longest.sort_by_key(|declared| Reverse(escape(&declared.name).chars().count()));
    let others = names_text(&longest).chars().count();
    text + part + others + range + after + "\n".len()
}

/// A header up to the label; `in_part` is printed behind the range of a label that continues outside the window.
pub(super) fn title(window: &Window, id: Option<CandidateId>, in_part: &str) -> String {
    let mut out = format!("#### {}", window.span.path());
    if let Some(id) = id {
        let _ = write!(out, " [{id}]");
    }
    out + &label(window, in_part)
}

/// The label in a header; empty where the window has none.
pub(super) fn label(window: &Window, in_part: &str) -> String {
    let mut out = String::new();
    if let Some(symbol) = &window.symbol {
        let _ = write!(out, " {} ({}", escape(&symbol.qualified), escape(&symbol.kind));
        let part = partly_shown_label(window).map(|declared| range_text(declared.range, in_part));
        let _ = write!(out, "{})", part.unwrap_or_default());
    }
    out
}

/// The declarations that match the window's label and overlap the window.
fn label_declarations(window: &Window) -> impl Iterator<Item = &Declaration> {
    let range = window.span.range();
    let symbol = window.symbol.as_ref();
    window.declarations.iter().filter(move |declared| {
        symbol.is_some_and(|symbol| symbol.matches(declared)) && range.overlaps(declared.range)
    })
}

/// The declaration of the window's label, where it is unique and the window has only a part of it.
fn partly_shown_label(window: &Window) -> Option<&Declaration> {
    let mut labelled = label_declarations(window);
    let only = labelled.next().filter(|_| labelled.next().is_none())?;
    (!window.span.range().covers(only.range)).then_some(only)
}

fn range_text(range: LineRange, in_part: &str) -> String {
    format!(" {}{in_part}", range.short())
}

/// The declarations to name beside the label: those that overlap the window without enclosing it, and do not overlap
/// the declarations of the label; of nested ones only the outermost. Empty without a label, and where its declaration
/// is not known.
fn other_declarations(window: &Window) -> Vec<&Declaration> {
    let range = window.span.range();
    let mut found: Vec<&Declaration> = Vec::new();
    if window.symbol.is_none() {
        return found;
    }
    let label_ranges: Vec<LineRange> =
        label_declarations(window).map(|declared| declared.range).collect();
    if label_ranges.is_empty() {
        return found;
    }
    for declared in &window.declarations {
        let shown = declared.range.overlaps(range) && !declared.range.covers(range);
        let outside_label = label_ranges.iter().all(|label| !label.overlaps(declared.range));
        let outermost = found.iter().all(|other| !other.range.covers(declared.range));
        if shown && outside_label && outermost {
            found.push(declared);
        }
    }
    found
}

/// The names for a header, each once, as overloads have one: `, open, close, +4`.
fn names_text(declared: &[&Declaration]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for declared in declared {
        if !names.contains(&declared.name.as_str()) {
            names.push(&declared.name);
        }
    }
    let shown = names.iter().take(MAX_OTHER_NAMES);
    let mut text: String = shown.map(|name| format!(", {}", escape(name))).collect();
    if names.len() > MAX_OTHER_NAMES {
        let _ = write!(text, ", +{}", names.len() - MAX_OTHER_NAMES);
    }
    text
}

/// The relation at the end of a header, where the window has one.
fn relation(window: &Window) -> String {
    let related = window.related.as_ref();
    related.map_or_else(String::new, |related| format!(" · {related}"))
}

pub(super) fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

// The label of a window: the symbol in its header. Where its declaration is known, the window has a line of it.

impl Symbol {
    /// Whether the declaration has this name and kind. Several declarations of one file can have the same.
    pub(crate) fn matches(&self, declared: &Declaration) -> bool {
        self.name == declared.name && self.kind == declared.kind
    }
}

impl From<&Declaration> for Symbol {
    /// The symbol, with its own name as the qualified one.
    fn from(declared: &Declaration) -> Self {
        Self {
            name: declared.name.clone(),
            qualified: declared.name.clone(),
            kind: declared.kind.clone(),
        }
    }
}

impl Window {
    /// Sets the label to `symbol`, with one exception: if `declared`, the declarations of the file, include some with
    /// this name and kind, but none of these overlaps the window, the label is the innermost declaration that does
    /// overlap it, preferably one around a hit, or `None`.
    #[must_use]
    pub fn with_label(mut self, symbol: Option<Symbol>, declared: &[Declaration]) -> Self {
        let range = self.span.range();
        let is_match = |d: &&Declaration| symbol.as_ref().is_some_and(|symbol| symbol.matches(d));
        let mut label_declarations = declared.iter().filter(is_match).peekable();
        let declared_elsewhere = label_declarations.peek().is_some()
            && !label_declarations.any(|d| d.range.overlaps(range));
        let innermost = declared_elsewhere.then(|| self.innermost(declared));
        self.symbol = innermost.unwrap_or(symbol);
        self
    }

    /// The shortest declaration that overlaps the window, of those around a hit if there are any.
    fn innermost(&self, declared: &[Declaration]) -> Option<Symbol> {
        let overlaps_window = |d: &&Declaration| d.range.overlaps(self.span.range());
        let has_hit = |d: &Declaration| self.hits.iter().any(|&line| d.range.contains(line));
        let overlapping = declared.iter().filter(overlaps_window);
        let innermost = overlapping.min_by_key(|d| (!has_hit(d), d.range.len()))?;
        Some(innermost.into())
    }
}
