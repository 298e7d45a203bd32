//! Declarations that nothing uses, with the proof.

use firsthand_source::{Cancel, SearchedPattern, count};
use firsthand_tools::{AbsenceRequest, Toolbox};

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, ImpactDocument, Unused};
use crate::found::Found;

/// The most receipts.
const MAX_RECEIPTS: usize = 8;

/// Proves for the declarations without a use that their names stand nowhere else.
pub(crate) fn receipts(
    toolbox: &Toolbox,
    changed: &[Changed],
    found: &[Found],
    cancel: &Cancel,
    document: &mut ImpactDocument,
) {
    let is_used = |of: usize| {
        let is_use = |place: &&Found| place.role != Dependence::Sibling && place.file.is_some();
        found
            .iter()
            .filter(is_use)
            .any(|place| place.of == Some(of))
    };
    let mut made = 0;
    for (of, one) in changed.iter().enumerate() {
        let is_looked_up = !matches!(one.state, ChangedState::Comment | ChangedState::Added)
            && !one.is_test()
            && !document.changed[of].not_looked_up;
        if !is_looked_up || is_used(of) || made == MAX_RECEIPTS || cancel.is_cancelled() {
            continue;
        }
        made += 1;
        let side = one.before.as_ref().unwrap_or(&one.side);
        let pattern = SearchedPattern::plain(side.declaration.name.clone())
            .with_word(true)
            .with_case(true);
        let in_tree = toolbox.graph().files().contains(side.path.as_str());
        let scope: Vec<String> = in_tree
            .then(|| format!("!{}", side.path))
            .into_iter()
            .collect();
        let request = AbsenceRequest::new(pattern).within(scope);
        let Ok(absence) = toolbox.absent(&request, cancel) else {
            continue;
        };
        let name = &document.changed[of].name;
        match absence.receipt {
            Ok(receipt) => document.unused.push(Unused { of, receipt }),
            Err(_) if absence.found.lines > 0 => {
                let lines = usize::try_from(absence.found.lines).unwrap_or(usize::MAX);
                let first = absence.found.places.first();
                let first = first.map_or(String::new(), |place| {
                    format!(", first at {}:{}", place.path, place.line)
                });
                document.notes.push(format!(
                    "no use of {name} was found; its name stands in {} of other files{first}",
                    count(lines, "line", "lines")
                ));
            }
            Err(why) => document
                .notes
                .push(format!("no use of {name} was found: {why}")),
        }
    }
}
