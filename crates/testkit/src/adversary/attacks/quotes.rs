//! Quotes that differ from the source.

use super::ExpectedResult::{Gone, True};
use super::{Attack, row};
use crate::adversary::session::ShownPlace;
use crate::adversary::tree::SECRET;
use crate::adversary::{AttackBuilder, Planted};
use crate::oracle::{folded, lines, readings};

/// Quotes with too few word characters.
#[rustfmt::skip]
const SLIGHT: &[&str] = &[
    "}", "", "  ", ");", "a b", "{ }", "=>", "ⓐⓑⓒ", "\u{200b}\u{200b}\u{200b}", "\u{301}\u{301}\u{301}", "1 2 3",
    "ab;cd", "42| }", "42|", "//", "…", "\u{903}\u{903}\u{903}",
];
/// The findings that may drop a quote that the place does not have.
const LOST: &[&str] = &["fact_unverified", "quote_slight", "quote_long"];

pub(super) const TABLE: &[Attack] = &[
    row("quote_one_character_off", LOST, Gone, |builder, _| {
        link_with_altered_quote(builder, |builder, line| {
            let at = builder.rng.below(line.chars().count());
            let other = *builder.rng.pick(&['x', '0', '_', '(', 'é']);
            let change = |(number, c)| if number == at { other } else { c };
            line.chars().enumerate().map(change).collect()
        })
    }),
    row("quote_one_character_less", LOST, Gone, |builder, _| {
        link_with_altered_quote(builder, |builder, line| {
            let at = builder.rng.below(line.chars().count());
            let kept = line.chars().enumerate().filter(|(number, _)| *number != at);
            kept.map(|(_, c)| c).collect()
        })
    }),
    row("quote_in_another_case", LOST, Gone, |builder, _| {
        link_with_altered_quote(builder, |_, line| line.to_uppercase())
    }),
    row("quote_of_look_alikes", LOST, Gone, |builder, _| {
        link_with_altered_quote(builder, |builder, line| {
            let (from, to) = *builder.rng.pick(&[
                ("a", "\u{430}"),
                ("e", "\u{435}"),
                ("o", "\u{3bf}"),
                ("l", "\u{ff4c}"),
                (";", "\u{37e}"),
                ("t", "t\u{301}"),
                ("(", "\u{ff08}"),
                ("=", "\u{2550}"),
                ("e", "\u{212e}"),
            ]);
            line.replacen(from, to, 1)
        })
    }),
    row("quote_with_the_unseen", LOST, Gone, |builder, _| {
        link_with_altered_quote(builder, |builder, line| {
            let invisible = *builder.rng.pick(&[
                '\u{200b}', '\u{200d}', '\u{ad}', '\u{2060}', '\u{feff}', '\u{202e}', '\0', '\u{8}',
            ]);
            let at = 1 + builder.rng.below(line.chars().count().saturating_sub(1));
            let mut out: Vec<char> = line.chars().collect();
            out.insert(at.min(out.len()), invisible);
            // A letter, too: an invisible character alone is no difference where it is ignored.
            out.insert(at.min(out.len()), 'z');
            out.into_iter().collect()
        })
    }),
    row("quote_of_another_place", LOST, Gone, |builder, _| {
        let (_, other) = builder.ranged()?;
        let (_, line) = builder.line(other)?;
        let (id, place) = builder.ranged()?;
        (!occurs_in(line, place)).then(|| builder.link(&id, line))
    }),
    row("quote_outside_the_range", LOST, Gone, |builder, _| {
        let (id, place) = builder.honest()?;
        let bytes = builder.arena.tree.files.get(&place.location.0)?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        let line = builder.rng.any(text.lines())?.trim().to_owned();
        (!occurs_in(&line, place)).then(|| builder.link(&id, line))
    }),
    row("quote_beyond_the_clamp", &[], True, |builder, _| {
        let (id, place) =
            builder.place(|place| place.lines.len() > 120 && place.fault.is_none())?;
        let (_, line) = builder.line(place)?;
        builder.primary(id.clone());
        Some(builder.link(&id, line))
    }),
    Attack {
        texts: SLIGHT,
        ..row("quote_slight", &["quote_slight"], Gone, |builder, quote| {
            let (id, _) = builder.ranged()?;
            Some(builder.link(&id, quote))
        })
    },
    row("quote_of_three_lines", LOST, Gone, |builder, _| {
        let (id, place) = builder.ranged()?;
        let trimmed = place.lines.iter().flatten().map(|line| line.trim());
        let all: Vec<&str> = trimmed.filter(|line| line.len() > 3).collect();
        let at = builder.rng.below(all.len().saturating_sub(2));
        let three = all.get(at..at + 3)?;
        let glue = *builder.rng.pick(&["\n", " ", "\r\n", "\u{2028}"]);
        let quote = three.join(glue);
        Some(quote).filter(|quote| !occurs_in(quote, place)).map(|quote| builder.link(&id, quote))
    }),
    row("quote_of_distant_lines", LOST, Gone, |builder, _| {
        let (id, place) = builder.ranged()?;
        let (first, one) = builder.line(place)?;
        let (last, two) = builder.line(place)?;
        let quote = format!("{one}\n{two}");
        (last != first + 1 && !occurs_in(&quote, place)).then(|| builder.link(&id, quote))
    }),
    row("quote_too_long", &["quote_long"], Gone, |builder, _| {
        let (id, place) = builder.ranged()?;
        let line = place.lines.iter().flatten().find(|line| line.trim().chars().count() > 240)?;
        Some(builder.link(&id, line.as_str()))
    }),
    row("quote_of_ten_thousand", LOST, Gone, |builder, _| {
        let (id, _) = builder.ranged()?;
        Some(builder.link(&id, "let value ".repeat(1_000)))
    }),
    row("quote_of_a_secret", LOST, Gone, |builder, _| {
        let (id, place) = builder.place(|place| place.lines.iter().any(Option::is_none))?;
        let bytes = builder.arena.tree.files.get(&place.location.0)?;
        let all = lines(bytes).into_iter().map(|line| String::from_utf8_lossy(line).into_owned());
        let secret = all.filter(|line| line.contains(SECRET) || line.contains('\u{fffd}'));
        let quote = builder.rng.any(secret).unwrap_or_else(|| "[redacted]".to_owned());
        Some(builder.link(&id, quote))
    }),
    row("quote_of_a_stand_in", LOST, Gone, |builder, _| {
        let (id, place) = builder.place(|place| place.lines.iter().any(Option::is_none))?;
        (!occurs_in("[redacted]", place)).then(|| builder.link(&id, "[redacted]"))
    }),
    row("quote_with_white_space", &["quote_long"], True, |builder, _| {
        let (id, line) = builder.honest_line()?;
        let glue =
            *builder.rng.pick(&["  ", "\t", "\u{a0}", "\u{3000}", "\n", " \r\n ", "\u{2003}"]);
        let quote = line.split_whitespace().collect::<Vec<_>>().join(glue);
        Some(builder.link(&id, format!("\n\t {quote} \r\n")))
    }),
    row("quote_with_a_forged_gutter", &["fact_unverified"], True, |builder, _| {
        let (id, place) = builder.ranged()?;
        let (_, line) = builder.line(place)?;
        let number = builder.rng.between(0, 500);
        Some(builder.link(&id, format!("{number}| {line}")))
    }),
    row(
        "quote_of_two_lines",
        &["fact_unverified", "quote_slight", "quote_long"],
        True,
        |builder, _| {
            let (id, place) = builder.ranged()?;
            let at = builder.rng.below(place.lines.len().saturating_sub(1));
            let [Some(one), Some(two)] = place.lines.get(at..at + 2)? else {
                return None;
            };
            let glue = *builder.rng.pick(&["\n", " ", "\r\n"]);
            Some(builder.link(&id, format!("{one}{glue}{two}")))
        },
    ),
    row("quote_of_half_a_line", &["fact_unverified", "quote_slight"], True, |builder, _| {
        let (id, place) = builder.ranged()?;
        let (_, line) = builder.line(place)?;
        let from = builder.rng.below(line.chars().count());
        let half: String = line.chars().skip(from).collect();
        Some(builder.link(&id, half))
    }),
];

/// Adds a link to an honest place, whose quote is a changed line of it; `None` where the
/// changed line occurs there, too.
fn link_with_altered_quote(
    builder: &mut AttackBuilder<'_>,
    change: impl Fn(&mut AttackBuilder<'_>, &str) -> String,
) -> Option<Planted> {
    let (id, place) = builder.honest()?;
    let (_, line) = builder.line(place)?;
    let quote = change(builder, line);
    (!occurs_in(&quote, place)).then(|| builder.link(&id, quote))
}

/// Whether the quote occurs in the shown lines of the place, ignoring white space and gutters.
pub(super) fn occurs_in(quote: &str, place: &ShownPlace) -> bool {
    let shown: Vec<&str> = place.lines.iter().flatten().map(String::as_str).collect();
    let shown = folded(&shown.join("\n"));
    readings(quote).iter().any(|words| shown.contains(words))
}
