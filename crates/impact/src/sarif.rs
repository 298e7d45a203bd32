//! The document as SARIF 2.1.0, for code review: the places that the change did not touch.

use std::collections::BTreeSet;

use firsthand_source::sarif::{Found, Level, Rule, log};
use serde_json::Value;

use crate::document::{Affected, Dependence, ImpactDocument};

/// What of each role is to be looked at.
fn rule(role: Dependence) -> Rule<'static> {
    let (what, help) = match role {
        Dependence::Caller => ("A caller of a changed declaration", "Check that it still holds"),
        Dependence::Implementor => {
            ("An implementor of a changed declaration", "Check that it has to change, too")
        }
        Dependence::Reference => ("A use of a changed declaration", "Check that it still holds"),
        Dependence::Sibling => (
            "A place that lists the same, or may have been forgotten",
            "Check that it has to change, too",
        ),
        Dependence::Registration => (
            "A place that hands a changed declaration over by its name",
            "Check what reaches it through that",
        ),
        Dependence::Text => {
            ("A place with a text that the change removes or rewords", "Check that it still holds")
        }
        Dependence::Test => ("A file with tests that reach a changed declaration", "Run it"),
        Dependence::Document => {
            ("A document that names a changed declaration", "Check that it still holds")
        }
        Dependence::Together => {
            ("A file that usually changes with a changed one", "Check that it has to change, too")
        }
    };
    Rule { name: role.name(), what, help }
}

/// The places of a document as a SARIF log of notes, one for each file of tests. Left out are those in declarations that
/// the change alters itself, and
/// those that may well mean another declaration.
#[must_use]
pub fn sarif(document: &ImpactDocument) -> Value {
    let rules = Dependence::ALL.map(rule);
    let places = document.affected.iter();
    let mut tested = BTreeSet::new();
    let places: Vec<&Affected> = places
        .filter(|place| !place.in_change && !place.weak)
        .filter(|place| place.role != Dependence::Test || tested.insert(&place.path))
        .collect();
    let messages: Vec<String> = places
        .iter()
        .map(|place| {
            let what = rule(place.role).what;
            let changed = place.of.and_then(|of| document.changed.get(of));
            let of = changed.map(|one| format!("{} ({})", one.name, one.state));
            let what_of: Vec<String> = of.into_iter().chain(place.holds.iter().cloned()).collect();
            let of = if what_of.is_empty() {
                String::new()
            } else {
                format!(": {}", what_of.join(", "))
            };
            format!("{what}{of}, found by {}", place.how)
        })
        .collect();
    let found = places.iter().zip(&messages).map(|(place, message)| {
        let line = place.line as usize;
        Found {
            rule: place.role.name(),
            message,
            path: place.path.as_str(),
            start: (line, 1),
            // All of the line.
            end: (line + 1, 1),
        }
    });
    let version = env!("CARGO_PKG_VERSION");
    log("firsthand", version, Level::Note, &rules, found)
}
