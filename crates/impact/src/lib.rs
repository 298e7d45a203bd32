//! What a change touches.
//!
//! [`impact`] reads a change from git (or from a diff), finds the declarations that it changes, and lists for each what
//! depends on it: callers, overriding methods, subtypes, other references, tests that reach it through calls, places
//! that enumerate the same members, documents, registrations, and files that usually change with it. Each place has
//! the id of an observation, its line verbatim, and how it was found. No model takes part, and nothing is indexed.
//!
//! What was not found is said: a declaration is "used nowhere" only with a receipt
//! ([`Receipt`](firsthand_source::Receipt)), routes that are not followed are named
//! ([`ImpactDocument::unresolved`]), and what a limit left out is counted ([`ImpactDocument::losses`]).
//!
//! Laws kept here: `no_fabrication` (each listed place is an observation of the present tree), `verbatim` (a quote is the
//! beginning of the line), `accounted` (what a limit or the time left out is counted, and what was not looked up is not
//! called unused), `contained` (files that hold secrets by their names are not compared, masked lines have no quote, and
//! no content of a file ends the process).
//!
//! Not for: deciding whether a change is right, or running anything.

mod added;
mod affected;
mod alike;
mod answering;
mod beside;
mod by_methods;
mod change_names;
mod change_spec;
mod declared;
mod document;
mod found;
mod gone;
mod groups;
mod headed;
mod html;
mod hunks;
mod imports;
mod layout;
mod left;
mod listed;
mod lookup;
mod markdown;
mod meant;
mod named;
mod observed;
mod out_of_sight;
mod overloads;
mod patch;
mod placed;
mod places;
mod reach;
mod revisions;
mod sarif;
mod sections;
mod shared;
mod starts;
mod texts;
mod twins;
mod unproved;
mod unresolved;
mod unused;

use std::time::Duration;

use firsthand_source::Cancel;
use firsthand_tools::Toolbox;

pub use change_spec::ChangeSpec;
pub use document::{
    Affected, Change, ChangedDeclaration, ChangedState, Dependence, How, ImpactDocument, Unused,
};
pub use groups::Group;
pub use html::html;
pub use markdown::markdown;
pub use revisions::ChangeError;
pub use sarif::sarif;
pub use sections::IndexedDeclaration;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpactRequest {
    /// The change.
    pub change: ChangeSpec,
    /// The time for all lookups together.
    pub max_time: Duration,
    /// The most declarations whose callers are followed on the way to tests.
    pub max_followed: usize,
    /// Of several roots the name of the one that changes; without it, the first one in which something differs.
    pub root: Option<String>,
}

impl ImpactRequest {
    /// A request with the default limits: 20 seconds, 300 followed declarations.
    #[must_use]
    pub fn new(change: ChangeSpec) -> Self {
        Self { change, max_time: Duration::from_secs(20), max_followed: 300, root: None }
    }
}

/// Finds what a change touches. Blocks until it is done, the time is up, or `cancel` is raised.
///
/// # Errors
/// A [`ChangeError`] if the change cannot be read.
pub fn impact(
    toolbox: &Toolbox,
    request: &ImpactRequest,
    cancel: &Cancel,
) -> Result<ImpactDocument, ChangeError> {
    let cancel = cancel.after(request.max_time);
    let toolbox = toolbox.snapshot(&cancel);
    let change = revisions::read(&toolbox, request, &cancel)?;
    Ok(affected::document(&toolbox, request, &change, &cancel))
}
