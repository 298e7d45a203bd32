//! The rules, one file each, in the order in which they apply.
//!
//! A rule removes or lowers parts of the verdict, with a finding for each. To add one, write
//! its file and its row in [`RULES`].

mod limits;
mod lower;
mod places;
mod prose;
mod reads;
mod receipts;
mod resolve;

pub(crate) use lower::Support;

use crate::{Context, Selection, Verdict};

/// A rule: it may only remove from the verdict, and adds a finding for each removal.
type ApplyRule = fn(&mut Verdict, &Context<'_>);

/// The rules that apply to a resolved selection, in order.
const RULES: &[ApplyRule] = &[places::apply, limits::apply, prose::apply, lower::apply];

/// Resolves the ids of a selection, of places and of receipts, then applies every rule.
pub(crate) fn run(selection: &Selection, context: &Context<'_>) -> Verdict {
    let mut verdict = resolve::resolved(selection, context);
    receipts::cite(&mut verdict, selection, context);
    for apply in RULES {
        apply(&mut verdict, context);
    }
    verdict
}
