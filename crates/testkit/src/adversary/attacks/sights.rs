//! Citing what an adapter lied about.

use super::{Attack, ExpectedResult, row};
use crate::adversary::sight::{AdapterFault, ShownPlace};
use crate::adversary::tree::lines;
use crate::adversary::{AttackBuilder, Planted};

pub(super) const TABLE: &[Attack] = &[
    row(
        "adapter_with_wrong_text",
        &[],
        ExpectedResult::Gone,
        |hand| cite(hand, AdapterFault::WrongText),
    ),
    // A file that changes can make this lie come true: the oracle looks.
    row(
        "adapter_with_shifted_lines",
        &["fact_unverified"],
        ExpectedResult::True,
        |hand| cite(hand, AdapterFault::Shifted),
    ),
    row("adapter_past_the_end", &[], ExpectedResult::Gone, |hand| {
        cite(hand, AdapterFault::PastTheEnd)
    }),
    row("adapter_with_a_ghost", &[], ExpectedResult::Gone, |hand| {
        cite(hand, AdapterFault::Ghost)
    }),
    row(
        "adapter_with_another_file",
        &[],
        ExpectedResult::Gone,
        |hand| cite(hand, AdapterFault::OtherFile),
    ),
    row("adapter_with_a_folder", &[], ExpectedResult::Gone, |hand| {
        cite(hand, AdapterFault::Folder)
    }),
    row("adapter_behind_a_link", &[], ExpectedResult::Gone, |hand| {
        cite(hand, AdapterFault::Linked)
    }),
    row(
        "adapter_that_joins_lines",
        &[],
        ExpectedResult::Gone,
        |hand| cite(hand, AdapterFault::Joined),
    ),
];

/// Cites a place of which the adapter lied so.
fn cite(hand: &mut AttackBuilder<'_>, lie: AdapterFault) -> Option<Planted> {
    let (id, place) = hand.place(|place| place.lie == Some(lie))?;
    if is_true(hand, place) {
        return None;
    }
    Some(match hand.dice.below(4) {
        0 => hand.primary(id),
        1 => hand.read(id, "to see it"),
        _ => {
            let quote = hand.line(place).map_or("let value", |(_, line)| line);
            hand.link(&id, quote)
        }
    })
}

/// Whether the lie happens to be none.
fn is_true(hand: &AttackBuilder<'_>, place: &ShownPlace) -> bool {
    let (Some(bytes), Some((start, _))) = (hand.tree.files.get(&place.spot.0), place.spot.1) else {
        return false;
    };
    let all = lines(bytes);
    let same = |(at, line): (usize, &Option<String>)| match (all.get(at), line) {
        (Some(now), Some(line)) => *now == line.as_bytes(),
        (now, _) => now.is_some(),
    };
    (start as usize - 1..).zip(&place.lines).all(same)
}
