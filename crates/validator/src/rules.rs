//! The rules, one file each, in the order in which they apply.
//!
//! A rule removes or lowers parts of the draft, with a finding for each. To add one, write
//! its file and its row in [`RULES`].

mod limits;
mod lower;
mod places;
mod prose;
mod resolve;

use crate::Selection;
use crate::draft::{Context, Draft};

/// A rule: it may only remove from the draft, and adds a finding for each removal.
type ApplyRule = fn(&mut Draft<'_>, &Context<'_>);

/// The rules that apply to a resolved draft, in order.
const RULES: &[ApplyRule] = &[places::apply, limits::apply, prose::apply, lower::apply];

/// Resolves the ids of a selection, then applies every rule.
pub(crate) fn run<'a>(selection: &Selection, context: &Context<'a>) -> Draft<'a> {
    let mut draft = resolve::draft(selection, context);
    for apply in RULES {
        apply(&mut draft, context);
    }
    draft
}
