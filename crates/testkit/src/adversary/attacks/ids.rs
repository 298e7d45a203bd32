//! Ids that were never handed out, or not for this.

use super::{Attack, ExpectedResult, row};
use crate::adversary::{AttackBuilder, Planted};

/// Ids that are none.
const FORGED: &[&str] = &[
    "c0",
    "c01",
    "C1",
    " c1",
    "c1 ",
    "ｃ1",
    "c１",
    "c1\u{200b}",
    "c4294967295",
    "c4294967296",
    "c99999999999999999999",
    "c-1",
    "c+1",
    "1",
    "",
    "[c1]",
    "c1,c2",
    "c1..c9",
    "src/app.ts",
    "src/app.ts:1-2",
    "../../etc/passwd",
    "/etc/passwd",
    "c1\n",
    "\u{1b}[31mc1",
    "*",
    "c٣",
];

pub(super) const TABLE: &[Attack] = &[
    row(
        "unknown_id",
        &["unknown_id"],
        ExpectedResult::Gone,
        |hand| {
            let number = hand.here.record.places.len() + 1 + hand.dice.below(9);
            Some(anywhere(hand, &format!("c{number}")))
        },
    ),
    row("forged_id", &["unknown_id"], ExpectedResult::Gone, |hand| {
        let id = *hand.dice.pick(FORGED);
        Some(anywhere(hand, id))
    }),
    row(
        "id_of_another_session",
        &[
            "fact_unverified",
            "unknown_id",
            "path_only",
            "quote_slight",
            "quote_long",
        ],
        ExpectedResult::Gone,
        |hand| {
            let places = (1..).zip(&hand.elsewhere.record.places);
            let (number, place) = hand.dice.any(places)?;
            let first = place.spot.1?.0;
            let lines = (first..).zip(&place.lines);
            let (_, line) = hand
                .dice
                .any(lines.filter_map(|(at, line)| Some((at, line.as_deref()?))))?;
            // Where the two conversations agree on what stands there, it is no lie.
            let known = hand.here.record.places.get(number - 1);
            let same = known.is_some_and(|known| super::quotes::stands(line, known));
            (!same).then(|| hand.link(&format!("c{number}"), line))
        },
    ),
    row(
        "path_only_read",
        &["path_only"],
        ExpectedResult::Gone,
        |hand| {
            let (id, _) = hand.place(|place| place.spot.1.is_none())?;
            Some(hand.read(id, "to see it"))
        },
    ),
    row(
        "path_only_quote",
        &["path_only"],
        ExpectedResult::Gone,
        |hand| {
            let (id, place) = hand.place(|place| place.spot.1.is_none())?;
            let bytes = hand.tree.files.get(&place.spot.0)?;
            let text = String::from_utf8_lossy(bytes).into_owned();
            let line = hand.dice.any(text.lines())?.to_owned();
            Some(hand.link(&id, line))
        },
    ),
    row(
        "path_only_primary",
        &["merged", "over_limit"],
        ExpectedResult::True,
        |hand| {
            let (id, _) = hand.place(|place| place.spot.1.is_none())?;
            Some(hand.primary(id))
        },
    ),
    row(
        "same_id_many_times",
        &["merged", "over_limit"],
        ExpectedResult::True,
        |hand| {
            let (id, _) = hand.ranged()?;
            for _ in 0..hand.dice.below(12) {
                hand.primary(id.clone());
                hand.read(id.clone(), "again");
            }
            Some(hand.primary(id))
        },
    ),
    row(
        "flood_of_ids",
        &["over_limit", "unknown_id", "merged"],
        ExpectedResult::Noted,
        |hand| {
            let count = hand.here.record.places.len();
            for number in 1..=60 {
                hand.primary(format!("c{}", 1 + number % (count + 3)));
            }
            Some(Planted {
                item: super::super::SelectionField::Whole,
                mark: None,
            })
        },
    ),
];

/// The id as a primary place, a read target or a link.
fn anywhere(hand: &mut AttackBuilder<'_>, id: &str) -> Planted {
    match hand.dice.below(3) {
        0 => hand.primary(id),
        1 => hand.read(id, "to see it"),
        _ => hand.link(id, "import { Store } from './store';"),
    }
}
