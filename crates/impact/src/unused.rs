//! Declarations of which no use was found, with what proves it.

use firsthand_codegraph::Relation;
use firsthand_source::Cancel;
use firsthand_tools::Toolbox;

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, ImpactDocument, Unused};
use crate::found::Found;

/// The most declarations.
const MAX_UNUSED: usize = 8;

/// Adds what is known of the declarations without a use.
pub(crate) fn receipts(
    toolbox: &Toolbox,
    changed: &[Changed],
    found: &[Found],
    cancel: &Cancel,
    document: &mut ImpactDocument,
) {
    let is_used = |of: usize| {
        let is_use = |place: &&Found| place.role != Dependence::Sibling && place.file.is_some();
        found.iter().filter(is_use).any(|place| place.of == Some(of))
    };
    let mut made = 0;
    for (of, one) in changed.iter().enumerate() {
        let is_looked_up = !matches!(one.state, ChangedState::Comment | ChangedState::Added)
            && !one.is_test()
            && !document.changed[of].not_looked_up;
        if !is_looked_up || is_used(of) || made == MAX_UNUSED || cancel.is_cancelled() {
            continue;
        }
        made += 1;
        let side = one.before.as_ref().unwrap_or(&one.side);
        let name = side.declaration.name.clone();
        let asked =
            firsthand_tools::Unused::new(Relation::References, name, vec![side.path.clone()]);
        let is_complete = document.losses.is_empty();
        let no_use = toolbox.no_use(&asked.completely(is_complete), cancel);
        document.unused.push(Unused { of, no_use });
    }
}
