//! The evidence that an answer does not use, and why.

use firsthand_source::{Losses, join_at_most};

use crate::hit::Hit;

/// The most items that a degradation names.
const MAX_NAMED_ITEMS: usize = 8;

/// The evidence that an answer does not use.
#[derive(Default)]
pub(crate) struct UnusedEvidence {
    pub(super) losses: Losses,
    /// The items of which no line can be quoted.
    pub(super) unquotable: Vec<String>,
}

impl UnusedEvidence {
    /// The reasons in one line; empty without any.
    pub(super) fn reasons(&self) -> String {
        let mut reasons = Vec::new();
        if self.losses.budget > 0 {
            let quotes = self.losses.budget;
            reasons.push(format!(
                "{quotes} quotes of the evidence are beyond the budget"
            ));
        }
        if self.losses.cap > 0 {
            let items = self.losses.cap;
            reasons.push(format!(
                "{items} items or quotes of the evidence are beyond a limit"
            ));
        }
        if !self.unquotable.is_empty() {
            let items = join_at_most(&self.unquotable, MAX_NAMED_ITEMS);
            reasons.push(format!("found, but nothing of it can be quoted: {items}"));
        }
        reasons.join("; ")
    }
}

/// The name of an item of evidence: a commit with its day, or a place.
pub(super) fn item_name(hit: &Hit) -> String {
    match hit.date.is_empty() {
        true => format!("{}:{}", hit.path(), hit.lines()),
        false => format!("{} ({})", hit.entity(), hit.date),
    }
}
