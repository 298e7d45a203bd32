//! Citations of false observations.

use super::ExpectedResult::{Gone, True};
use super::{Attack, row};
use crate::adversary::session::{AdapterFault, ShownPlace};
use crate::adversary::tree::lines;
use crate::adversary::{AttackBuilder, Planted};

pub(super) const TABLE: &[Attack] = &[
    row("adapter_with_wrong_text", &[], Gone, |builder| {
        cite(builder, AdapterFault::WrongText)
    }),
    // A file change can make this observation true, which the oracle checks.
    row(
        "adapter_with_shifted_lines",
        &["fact_unverified"],
        True,
        |builder| cite(builder, AdapterFault::Shifted),
    ),
    row("adapter_past_the_end", &[], Gone, |builder| {
        cite(builder, AdapterFault::PastTheEnd)
    }),
    row("adapter_with_a_ghost", &[], Gone, |builder| {
        cite(builder, AdapterFault::Ghost)
    }),
    row("adapter_with_another_file", &[], Gone, |builder| {
        cite(builder, AdapterFault::OtherFile)
    }),
    row("adapter_with_a_folder", &[], Gone, |builder| {
        cite(builder, AdapterFault::Folder)
    }),
    row("adapter_behind_a_link", &[], Gone, |builder| {
        cite(builder, AdapterFault::Linked)
    }),
    row("adapter_that_joins_lines", &[], Gone, |builder| {
        cite(builder, AdapterFault::Joined)
    }),
];

/// Cites a place that was observed with this fault.
fn cite(builder: &mut AttackBuilder<'_>, fault: AdapterFault) -> Option<Planted> {
    let (id, place) = builder.place(|place| place.fault == Some(fault))?;
    if is_true(builder, place) {
        return None;
    }
    Some(match builder.rng.below(4) {
        0 => builder.primary(id),
        1 => builder.read(id, "to see it"),
        _ => {
            let quote = builder.line(place).map_or("let value", |(_, line)| line);
            builder.link(&id, quote)
        }
    })
}

/// Whether the false observation happens to be true.
fn is_true(builder: &AttackBuilder<'_>, place: &ShownPlace) -> bool {
    let (Some(bytes), Some((start, _))) =
        (builder.tree.files.get(&place.location.0), place.location.1)
    else {
        return false;
    };
    let file_lines = lines(bytes);
    let same = |(at, line): (usize, &Option<String>)| match (file_lines.get(at), line) {
        (Some(now), Some(line)) => *now == line.as_bytes(),
        (now, _) => now.is_some(),
    };
    (start as usize - 1..).zip(&place.lines).all(same)
}
