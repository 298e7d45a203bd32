//! Citing what an adapter lied about.

use super::{Attack, Fate, row};
use crate::adversary::sight::{Lie, Sighting};
use crate::adversary::tree::lines;
use crate::adversary::{Hand, Planted};

pub(super) const TABLE: &[Attack] = &[
    row("adapter_with_wrong_text", &[], Fate::Gone, |hand| {
        cite(hand, Lie::WrongText)
    }),
    // A file that changes can make this lie come true: the oracle looks.
    row(
        "adapter_with_shifted_lines",
        &["fact_unverified"],
        Fate::True,
        |hand| cite(hand, Lie::Shifted),
    ),
    row("adapter_past_the_end", &[], Fate::Gone, |hand| {
        cite(hand, Lie::PastTheEnd)
    }),
    row("adapter_with_a_ghost", &[], Fate::Gone, |hand| {
        cite(hand, Lie::Ghost)
    }),
    row("adapter_with_another_file", &[], Fate::Gone, |hand| {
        cite(hand, Lie::OtherFile)
    }),
    row("adapter_with_a_folder", &[], Fate::Gone, |hand| {
        cite(hand, Lie::Folder)
    }),
    row("adapter_behind_a_link", &[], Fate::Gone, |hand| {
        cite(hand, Lie::Linked)
    }),
    row("adapter_that_joins_lines", &[], Fate::Gone, |hand| {
        cite(hand, Lie::Joined)
    }),
];

/// Cites a place of which the adapter lied so.
fn cite(hand: &mut Hand<'_>, lie: Lie) -> Option<Planted> {
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
fn is_true(hand: &Hand<'_>, place: &Sighting) -> bool {
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
