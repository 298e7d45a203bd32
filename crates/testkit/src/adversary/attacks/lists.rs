//! Lists and levels that claim too much.

use firsthand_validator::{Action, Confidence};

use super::{Attack, ExpectedResult, row};
use crate::adversary::{Planted, SelectionField};

const WHOLE: Option<Planted> = Some(Planted {
    item: SelectionField::Whole,
    mark: None,
});

pub(super) const TABLE: &[Attack] = &[
    row("sure_of_nothing", &[], ExpectedResult::True, |hand| {
        hand.selection.recommended_primary_action = Action::AnswerFromReport;
        hand.selection.confidence = Confidence::High;
        WHOLE
    }),
    row("sure_with_a_gap", &[], ExpectedResult::True, |hand| {
        hand.selection.confidence = Confidence::High;
        hand.selection
            .missing_coverage
            .push("the other half".to_owned());
        WHOLE
    }),
    row("nothing_to_read", &[], ExpectedResult::True, |hand| {
        hand.selection.recommended_primary_action = Action::ReadTargets;
        hand.selection.read_targets.is_empty().then_some(WHOLE?)
    }),
    row(
        "blank_gaps",
        &["over_limit"],
        ExpectedResult::Noted,
        |hand| {
            hand.selection
                .missing_coverage
                .extend(["".to_owned(), " \n".to_owned()]);
            hand.selection
                .search_targets
                .extend([String::new(), "\t".to_owned()]);
            WHOLE
        },
    ),
    row(
        "flood_of_gaps",
        &["over_limit"],
        ExpectedResult::Noted,
        |hand| {
            hand.selection
                .missing_coverage
                .extend((0..40).map(|n| format!("gap {n}")));
            hand.selection
                .search_targets
                .extend((0..40).map(|n| format!("term{n}")));
            WHOLE
        },
    ),
    row(
        "flood_of_links",
        &["over_limit"],
        ExpectedResult::Noted,
        |hand| {
            let (id, place) = hand.honest()?;
            let (_, line) = hand.line(place)?;
            for _ in 0..30 {
                hand.link(&id, line);
            }
            WHOLE
        },
    ),
];
