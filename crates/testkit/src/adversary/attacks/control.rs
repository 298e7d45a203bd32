//! The control: true statements, to check that not everything is dropped.

use super::ExpectedResult::True;
use super::{Attack, row};

pub(super) const TABLE: &[Attack] = &[
    row("honest_link", &[], True, |builder| {
        let (id, place) = builder.honest()?;
        let (_, line) = builder.line(place)?;
        Some(builder.link(&id, line))
    }),
    row(
        "honest_primary",
        &["merged", "over_limit"],
        True,
        |builder| {
            let (id, _) = builder.honest()?;
            Some(builder.primary(id))
        },
    ),
    row("honest_read", &["merged", "over_limit"], True, |builder| {
        let (id, _) = builder.honest()?;
        let mark = builder.mark();
        let planted = builder.read(id, format!("to change {mark}"));
        Some(super::Planted {
            mark: Some(mark),
            ..planted
        })
    }),
];
