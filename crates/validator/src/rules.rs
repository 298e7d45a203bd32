//! The rules, one file each, in the order in which they apply.
//!
//! A rule takes the draft and takes things away from it, with a finding for each. To add one, write
//! its file and its row in [`RULES`].

mod limits;
mod lower;
mod places;
mod prose;
mod resolve;

use crate::Selection;
use crate::draft::{Context, Draft};

/// A rule after the first: it may only take away from the draft, and notes what it took.
type Apply = fn(&mut Draft<'_>, &Context<'_>);

/// The rules that work on a resolved draft.
const RULES: &[Apply] = &[places::apply, limits::apply, prose::apply, lower::apply];

/// Resolves the ids of a selection, then applies every rule.
pub(crate) fn run<'a>(selection: &Selection, context: &Context<'a>) -> Draft<'a> {
    let mut draft = resolve::draft(selection, context);
    for apply in RULES {
        apply(&mut draft, context);
    }
    draft
}
