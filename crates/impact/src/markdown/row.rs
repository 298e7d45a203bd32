//! One place on one line, and the titles of lists of them.

use std::fmt::Write as _;

use firsthand_registry::{count, escape};

use crate::document::{Affected, Dependence, How};

pub(super) fn title(role: Dependence, places: usize) -> String {
    let (one, many) = match role {
        Dependence::Caller => ("caller", "callers"),
        Dependence::Implementor => ("implementor", "implementors"),
        Dependence::Reference => ("other reference", "other references"),
        Dependence::Sibling => {
            ("place that may have to change, too", "places that may have to change, too")
        }
        Dependence::Registration => ("registration", "registrations"),
        Dependence::Text => ("place with a removed text", "places with a removed text"),
        Dependence::Test => ("test", "tests"),
        Dependence::Document => ("document", "documents"),
        Dependence::Together => {
            ("file that usually changes with it", "files that usually change with it")
        }
    };
    count(places, one, many)
}

/// How a place was found, if that is not certain.
pub(super) fn how(place: &Affected) -> &'static str {
    match place.how {
        How::Import | How::Scope => "",
        How::Enumeration => " (lists the same members)",
        How::Name => " (by name)",
        How::SharedNames => " (names what the changed places share or shared)",
        How::Alike => " (has the name and most of the earlier words)",
        How::Neighbors => " (names its neighbors, not itself)",
        How::String => " (by string)",
        How::FileName => " (named after the file)",
        How::History => " (by history)",
    }
}

pub(super) fn row(place: &Affected, quotes: bool) -> String {
    let mut row = format!("[{}] {}", place.id, escape(place.path.as_str()));
    if place.quote.is_some() || place.symbol.is_some() {
        let _ = write!(row, ":{}", place.line);
    }
    if let Some(symbol) = &place.symbol {
        let _ = write!(row, " {}", escape(symbol));
    }
    row += how(place);
    if place.in_change {
        row += " (changed, too)";
    }
    if let Some(quote) = place.quote.as_ref().filter(|_| quotes) {
        let _ = write!(row, ": `{}`", escape(quote));
    }
    row
}
