//! What depends on a change as a whole.

use super::test_files::tests;
use super::{Rows, list};
use crate::document::{Dependence, ImpactDocument};

/// The least places that may have been forgotten which are printed, if the declarations leave room.
const MIN_FORGOTTEN: usize = 6;

/// What depends on the change as a whole: what may have been forgotten before what is to be run.
pub(super) fn beside(out: &mut String, document: &ImpactDocument, rows: Rows) {
    let of_change = |role: Dependence| {
        let mut places = document.of_role(role);
        places.retain(|place| place.of.is_none() || role == Dependence::Document);
        places
    };
    let forgotten = [Dependence::Sibling, Dependence::Text];
    for role in forgotten {
        let places = rows.places.max(rows.least(MIN_FORGOTTEN));
        list(out, "\n", role, &of_change(role), Rows { places, ..rows });
    }
    tests(out, document, rows);
    let others = Dependence::ALL.into_iter();
    for role in others.filter(|role| *role != Dependence::Test && !forgotten.contains(role)) {
        list(out, "\n", role, &of_change(role), rows);
    }
}
