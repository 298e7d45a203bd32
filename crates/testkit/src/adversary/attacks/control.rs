//! What is true, so that it is seen that not everything is dropped.

use super::{Attack, ExpectedResult, row};

pub(super) const TABLE: &[Attack] = &[
    row("honest_link", &[], ExpectedResult::True, |hand| {
        let (id, place) = hand.honest()?;
        let (_, line) = hand.line(place)?;
        Some(hand.link(&id, line))
    }),
    row(
        "honest_primary",
        &["merged", "over_limit"],
        ExpectedResult::True,
        |hand| {
            let (id, _) = hand.honest()?;
            Some(hand.primary(id))
        },
    ),
    row(
        "honest_read",
        &["merged", "over_limit"],
        ExpectedResult::True,
        |hand| {
            let (id, _) = hand.honest()?;
            let mark = hand.mark();
            let planted = hand.read(id, format!("to change {mark}"));
            Some(super::Planted {
                mark: Some(mark),
                ..planted
            })
        },
    ),
];
