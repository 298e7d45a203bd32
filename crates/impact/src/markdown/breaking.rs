//! What no longer fits a change, before all else.

use std::fmt::Write as _;

use firsthand_registry::{count, escape};

use super::{Rows, more, row};
use crate::document::{Affected, ChangedDeclaration, ImpactDocument};
use crate::sections::IndexedDeclaration;

/// The most places that no longer fit which are printed before all others.
const MAX_BREAKING: usize = 12;

/// The places that use what is gone, or has another form, for sure, and then what calls it by its name: whatever else has no
/// room, these come first.
pub(super) fn breaking(
    out: &mut String,
    document: &ImpactDocument,
    sections: &[IndexedDeclaration<'_>],
    files: usize,
    rows: Rows,
) {
    let sections = sections.iter().filter(|(_, one)| one.breaks());
    let places = sections.flat_map(|(of, one)| {
        let places = document.affected.iter().filter(|place| place.is_broken());
        places.filter(|place| place.of == Some(*of)).map(|place| (*one, place))
    });
    let mut places: Vec<(&ChangedDeclaration, &Affected)> = places.collect();
    places.sort_by_key(|(_, place)| place.how.is_by_name());
    if places.is_empty() {
        return;
    }
    let most = files.clamp(1, MAX_BREAKING);
    let _ = writeln!(out, "\nWhat no longer fits ({}):", count(places.len(), "place", "places"));
    for (one, place) in places.iter().take(most) {
        let _ = writeln!(out, "- {}: `{}` ({})", row(place, rows), escape(&one.name), one.state);
    }
    more(out, places.len().saturating_sub(most), "");
}
