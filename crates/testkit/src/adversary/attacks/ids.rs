//! Unknown ids, and ids of the wrong kind of place.

use super::ExpectedResult::{Gone, Noted, True};
use super::{Attack, row};
use crate::adversary::{AttackBuilder, Planted};

/// Texts that are no known id.
#[rustfmt::skip]
const FORGED: &[&str] = &[
    "c0", "c01", "C1", " c1", "c1 ", "ｃ1", "c１", "c1\u{200b}", "c4294967295", "c4294967296",
    "c99999999999999999999", "c-1", "c+1", "1", "", "[c1]", "c1,c2", "c1..c9", "src/app.ts", "src/app.ts:1-2",
    "../../etc/passwd", "/etc/passwd", "c1\n", "\u{1b}[31mc1", "*", "c٣",
];

pub(super) const TABLE: &[Attack] = &[
    row("unknown_id", &["unknown_id"], Gone, |builder, _| {
        let number = builder.arena.session.record.places.len() + 1 + builder.rng.below(9);
        Some(anywhere(builder, &format!("c{number}")))
    }),
    Attack {
        texts: FORGED,
        ..row("forged_id", &["unknown_id"], Gone, |builder, id| Some(anywhere(builder, id)))
    },
    row(
        "id_of_another_session",
        &["fact_unverified", "unknown_id", "path_only", "quote_slight", "quote_long"],
        Gone,
        |builder, _| {
            let places = (1..).zip(&builder.arena.other_session.record.places);
            let (number, place) = builder.rng.any(places)?;
            let first = place.location.1?.0;
            let lines = (first..).zip(&place.lines);
            let (_, line) =
                builder.rng.any(lines.filter_map(|(at, line)| Some((at, line.as_deref()?))))?;
            // Where the two conversations have the same text there, the quote is true.
            let known = builder.arena.session.record.places.get(number - 1);
            let same = known.is_some_and(|known| super::quotes::occurs_in(line, known));
            (!same).then(|| builder.link(&format!("c{number}"), line))
        },
    ),
    row("path_only_read", &["path_only"], Gone, |builder, _| {
        let (id, _) = builder.place(|place| place.location.1.is_none())?;
        Some(builder.read(id, "to see it"))
    }),
    row("path_only_quote", &["path_only"], Gone, |builder, _| {
        let (id, place) = builder.place(|place| place.location.1.is_none())?;
        let bytes = builder.arena.tree.files.get(&place.location.0)?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        let line = builder.rng.any(text.lines())?.to_owned();
        Some(builder.link(&id, line))
    }),
    row("path_only_primary", &["merged", "over_limit"], True, |builder, _| {
        let (id, _) = builder.place(|place| place.location.1.is_none())?;
        Some(builder.primary(id))
    }),
    row("same_id_many_times", &["merged", "over_limit"], True, |builder, _| {
        let (id, _) = builder.ranged()?;
        for _ in 0..builder.rng.below(12) {
            builder.primary(id.clone());
            builder.read(id.clone(), "again");
        }
        Some(builder.primary(id))
    }),
    row("flood_of_ids", &["over_limit", "unknown_id", "merged"], Noted, |builder, _| {
        let count = builder.arena.session.record.places.len();
        for number in 1..=60 {
            builder.primary(format!("c{}", 1 + number % (count + 3)));
        }
        super::WHOLE
    }),
];

/// The id as a primary place, a read target or a link.
fn anywhere(builder: &mut AttackBuilder<'_>, id: &str) -> Planted {
    match builder.rng.below(3) {
        0 => builder.primary(id),
        1 => builder.read(id, "to see it"),
        _ => builder.link(id, "import { Store } from './store';"),
    }
}
