//! Lists that are too long, and too high actions and confidences.

use firsthand_validator::{Action, Confidence};

use super::ExpectedResult::{Noted, True};
use super::{Attack, row};
use crate::adversary::{Planted, SelectionField};

/// What an attack on the selection as a whole planted.
const WHOLE: Option<Planted> = Some(Planted {
    item: SelectionField::Whole,
    mark: None,
});

pub(super) const TABLE: &[Attack] = &[
    row("sure_of_nothing", &[], True, |builder| {
        builder.selection.recommended_primary_action = Action::AnswerFromReport;
        builder.selection.confidence = Confidence::High;
        WHOLE
    }),
    row("sure_with_a_gap", &[], True, |builder| {
        builder.selection.confidence = Confidence::High;
        builder
            .selection
            .missing_coverage
            .push("the other half".to_owned());
        WHOLE
    }),
    row("nothing_to_read", &[], True, |builder| {
        builder.selection.recommended_primary_action = Action::ReadTargets;
        builder.selection.read_targets.is_empty().then_some(WHOLE?)
    }),
    row("blank_gaps", &["over_limit"], Noted, |builder| {
        builder
            .selection
            .missing_coverage
            .extend(["".to_owned(), " \n".to_owned()]);
        builder
            .selection
            .search_targets
            .extend([String::new(), "\t".to_owned()]);
        WHOLE
    }),
    row("flood_of_gaps", &["over_limit"], Noted, |builder| {
        builder
            .selection
            .missing_coverage
            .extend((0..40).map(|n| format!("gap {n}")));
        builder
            .selection
            .search_targets
            .extend((0..40).map(|n| format!("term{n}")));
        WHOLE
    }),
    row("flood_of_links", &["over_limit"], Noted, |builder| {
        let (id, place) = builder.honest()?;
        let (_, line) = builder.line(place)?;
        for _ in 0..30 {
            builder.link(&id, line);
        }
        WHOLE
    }),
];
