//! A place in one row.

use std::fmt::Write as _;

use firsthand_registry::escape;

use super::Rows;
use crate::document::Affected;

/// How a place was found, in brackets behind a blank, if that is not certain.
pub(super) fn how(place: &Affected) -> String {
    place.way().map(|words| format!(" ({words})")).unwrap_or_default()
}

/// The id of a place in brackets, if ids are printed.
pub(super) fn id(place: &Affected, rows: Rows) -> String {
    if rows.ids { format!("[{}] ", place.id) } else { String::new() }
}

pub(super) fn row(place: &Affected, rows: Rows) -> String {
    let mut row = format!("{}{}", id(place, rows), escape(place.path.as_str()));
    if place.quote.is_some() || place.symbol.is_some() {
        let _ = write!(row, ":{}", place.line);
    }
    if let Some(symbol) = &place.symbol {
        let _ = write!(row, " {}", escape(symbol));
    }
    if let Some(also) = place.also_words() {
        let _ = write!(row, " ({also})");
    }
    row += &how(place);
    if place.in_change {
        row += " (changed, too)";
    }
    if let Some(quote) = place.quote.as_ref().filter(|_| rows.quotes) {
        let _ = write!(row, ": `{}`", escape(quote));
    }
    row
}
