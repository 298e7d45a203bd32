//! Quotes that are not quite the source.

use super::{Attack, ExpectedResult, row};
use crate::adversary::sight::ShownPlace;
use crate::adversary::tree::{SECRET, lines};
use crate::adversary::{AttackBuilder, Planted};

const SLIGHT: &[&str] = &[
    "}",
    "",
    "  ",
    ");",
    "a b",
    "{ }",
    "=>",
    "ⓐⓑⓒ",
    "\u{200b}\u{200b}\u{200b}",
    "\u{301}\u{301}\u{301}",
    "1 2 3",
    "ab;cd",
    "42| }",
    "42|",
    "//",
    "…",
    "\u{903}\u{903}\u{903}",
];
const LOST: &[&str] = &["fact_unverified", "quote_slight", "quote_long"];

pub(super) const TABLE: &[Attack] = &[
    row(
        "quote_one_character_off",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            altered(hand, |hand, line| {
                let at = hand.dice.below(line.chars().count());
                let other = *hand.dice.pick(&['x', '0', '_', '(', 'é']);
                let change = |(number, c)| if number == at { other } else { c };
                line.chars().enumerate().map(change).collect()
            })
        },
    ),
    row(
        "quote_one_character_less",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            altered(hand, |hand, line| {
                let at = hand.dice.below(line.chars().count());
                let kept = line.chars().enumerate().filter(|(number, _)| *number != at);
                kept.map(|(_, c)| c).collect()
            })
        },
    ),
    row(
        "quote_in_another_case",
        LOST,
        ExpectedResult::Gone,
        |hand| altered(hand, |_, line| line.to_uppercase()),
    ),
    row("quote_of_look_alikes", LOST, ExpectedResult::Gone, |hand| {
        altered(hand, |hand, line| {
            let (from, to) = *hand.dice.pick(&[
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
    row(
        "quote_with_the_unseen",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            altered(hand, |hand, line| {
                let unseen = *hand.dice.pick(&[
                    '\u{200b}', '\u{200d}', '\u{ad}', '\u{2060}', '\u{feff}', '\u{202e}', '\0',
                    '\u{8}',
                ]);
                let at = 1 + hand.dice.below(line.chars().count().saturating_sub(1));
                let mut out: Vec<char> = line.chars().collect();
                out.insert(at.min(out.len()), unseen);
                // At the ends of a word it would be another word.
                out.insert(at.min(out.len()), 'z');
                out.into_iter().collect()
            })
        },
    ),
    row(
        "quote_of_another_place",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            let (_, other) = hand.ranged()?;
            let (_, line) = hand.line(other)?;
            let (id, place) = hand.ranged()?;
            (!stands(line, place)).then(|| hand.link(&id, line))
        },
    ),
    row(
        "quote_outside_the_range",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            let (id, place) = hand.honest()?;
            let bytes = hand.tree.files.get(&place.spot.0)?;
            let text = String::from_utf8_lossy(bytes).into_owned();
            let line = hand.dice.any(text.lines())?.trim().to_owned();
            (!stands(&line, place)).then(|| hand.link(&id, line))
        },
    ),
    row(
        "quote_beyond_the_clamp",
        &[],
        ExpectedResult::True,
        |hand| {
            let (id, place) = hand.place(|place| place.lines.len() > 120 && place.lie.is_none())?;
            let (_, line) = hand.line(place)?;
            hand.primary(id.clone());
            Some(hand.link(&id, line))
        },
    ),
    row(
        "quote_slight",
        &["quote_slight"],
        ExpectedResult::Gone,
        |hand| {
            let (id, _) = hand.ranged()?;
            let quote = *hand.dice.pick(SLIGHT);
            Some(hand.link(&id, quote))
        },
    ),
    row("quote_of_three_lines", LOST, ExpectedResult::Gone, |hand| {
        let (id, place) = hand.ranged()?;
        let all: Vec<&str> = place
            .lines
            .iter()
            .flatten()
            .map(|line| line.trim())
            .filter(|line| line.len() > 3)
            .collect();
        let at = hand.dice.below(all.len().saturating_sub(2));
        let three = all.get(at..at + 3)?;
        let glue = *hand.dice.pick(&["\n", " ", "\r\n", "\u{2028}"]);
        let quote = three.join(glue);
        Some(quote)
            .filter(|quote| !stands(quote, place))
            .map(|quote| hand.link(&id, quote))
    }),
    row(
        "quote_of_distant_lines",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            let (id, place) = hand.ranged()?;
            let (first, one) = hand.line(place)?;
            let (last, two) = hand.line(place)?;
            let quote = format!("{one}\n{two}");
            (last != first + 1 && !stands(&quote, place)).then(|| hand.link(&id, quote))
        },
    ),
    row(
        "quote_too_long",
        &["quote_long"],
        ExpectedResult::Gone,
        |hand| {
            let (id, place) = hand.ranged()?;
            let line = place
                .lines
                .iter()
                .flatten()
                .find(|line| line.trim().chars().count() > 240)?;
            Some(hand.link(&id, line.as_str()))
        },
    ),
    row(
        "quote_of_ten_thousand",
        LOST,
        ExpectedResult::Gone,
        |hand| {
            let (id, _) = hand.ranged()?;
            Some(hand.link(&id, "let value ".repeat(1_000)))
        },
    ),
    row("quote_of_a_secret", LOST, ExpectedResult::Gone, |hand| {
        let (id, place) = hand.place(|place| place.lines.iter().any(Option::is_none))?;
        let bytes = hand.tree.files.get(&place.spot.0)?;
        let all = lines(bytes)
            .into_iter()
            .map(|line| String::from_utf8_lossy(line).into_owned());
        let secret = all.filter(|line| line.contains(SECRET) || line.contains('\u{fffd}'));
        let quote = hand
            .dice
            .any(secret)
            .unwrap_or_else(|| "[redacted]".to_owned());
        Some(hand.link(&id, quote))
    }),
    row("quote_of_a_stand_in", LOST, ExpectedResult::Gone, |hand| {
        let (id, place) = hand.place(|place| place.lines.iter().any(Option::is_none))?;
        (!stands("[redacted]", place)).then(|| hand.link(&id, "[redacted]"))
    }),
    row(
        "quote_with_white_space",
        &["quote_long"],
        ExpectedResult::True,
        |hand| {
            let (id, place) = hand.honest()?;
            let (_, line) = hand.line(place)?;
            let glue = *hand
                .dice
                .pick(&["  ", "\t", "\u{a0}", "\u{3000}", "\n", " \r\n ", "\u{2003}"]);
            let quote = line.split_whitespace().collect::<Vec<_>>().join(glue);
            Some(hand.link(&id, format!("\n\t {quote} \r\n")))
        },
    ),
    row(
        "quote_with_a_forged_gutter",
        &["fact_unverified"],
        ExpectedResult::True,
        |hand| {
            let (id, place) = hand.ranged()?;
            let (_, line) = hand.line(place)?;
            let number = hand.dice.between(0, 500);
            Some(hand.link(&id, format!("{number}| {line}")))
        },
    ),
    row(
        "quote_of_two_lines",
        &["fact_unverified", "quote_slight", "quote_long"],
        ExpectedResult::True,
        |hand| {
            let (id, place) = hand.ranged()?;
            let at = hand.dice.below(place.lines.len().saturating_sub(1));
            let [Some(one), Some(two)] = place.lines.get(at..at + 2)? else {
                return None;
            };
            let glue = *hand.dice.pick(&["\n", " ", "\r\n"]);
            Some(hand.link(&id, format!("{one}{glue}{two}")))
        },
    ),
    row(
        "quote_of_half_a_line",
        &["fact_unverified", "quote_slight"],
        ExpectedResult::True,
        |hand| {
            let (id, place) = hand.ranged()?;
            let (_, line) = hand.line(place)?;
            let from = hand.dice.below(line.chars().count());
            let half: String = line.chars().skip(from).collect();
            Some(hand.link(&id, half))
        },
    ),
];

/// A link to an honest place, whose quote is a line of it that was changed; nothing where the
/// changed line stands there, too.
fn altered(
    hand: &mut AttackBuilder<'_>,
    change: impl Fn(&mut AttackBuilder<'_>, &str) -> String,
) -> Option<Planted> {
    let (id, place) = hand.honest()?;
    let (_, line) = hand.line(place)?;
    let quote = change(hand, line);
    (!stands(&quote, place)).then(|| hand.link(&id, quote))
}

/// Whether the words stand in what was shown of the place, white space and gutters aside.
pub(super) fn stands(quote: &str, place: &ShownPlace) -> bool {
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = |line: &str| {
        let behind = line
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        behind.strip_prefix('|').unwrap_or(line).to_owned()
    };
    let bare = fold(&quote.lines().map(bare).collect::<Vec<_>>().join("\n"));
    let shown: Vec<&str> = place.lines.iter().flatten().map(String::as_str).collect();
    let shown = fold(&shown.join("\n"));
    [fold(quote), bare]
        .iter()
        .any(|words| shown.contains(words.as_str()))
}
