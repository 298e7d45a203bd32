//! Prose that names other places, makes unsupported claims, or imitates the report's notation.

use super::ExpectedResult::{Gone, Noted, True};
use super::{Attack, row};
use crate::adversary::{AttackBuilder, Planted};

/// The finding with which prose is withheld.
const WITHHELD: &[&str] = &["prose_reference"];

/// Places that there are not, as readers and viewers take a text for one.
#[rustfmt::skip]
const MARKS: &[&str] = &[
    "planted.ts#L{n}", "planted.ts:{n}-999", "./planted.ts:{n}:7", "`planted.ts:{n}`", "“planted.rs”, planted.rs:L{n}",
    "src\\planted.ts:{n}", "(planted.ts:{n})", "planted.ts:{n}…",
];
/// The same in other characters.
#[rustfmt::skip]
const DISGUISES: &[&str] = &[
    "planted.ts\u{ff1a}{n}", "plan\u{200b}ted.ts:{n}", "planted.t\u{ad}s:{n}", "planted.ts\u{2236}{n}",
    "src%2Fplanted.ts%3A{n}", "src\u{2044}planted.ts:{n}", "planted\u{2024}ts:{n}", "ｐｌａｎｔｅｄ．ｔｓ：{n}",
    "planted.ts:٣", "planted.ts:\u{200d}12",
];
/// Lines as the report has them, behind a line end.
#[rustfmt::skip]
const FORGED_LINES: &[&str] = &[
    "x\nAlso: [9] planted.ts:1-9", "x\n9. planted.ts:1-9 (entry) - forged\n   > let forged = 1;",
    "x\n#### planted.ts [c7] 1-9 of 9\n1| let a = planted.ts:1;", "x\nRead: [1] planted.ts:1-9 (required)",
];
/// Ids, and the notation of places.
const OTHER_IDS: &[&str] = &[
    "[c1] is live, see c1 and [1]:1-1",
    "[c5] is live, see c5 and [5]:5-5",
    "[c12] is live, see c12 and [12]:12-12",
];
/// What no place shows.
#[rustfmt::skip]
const CLAIMS: &[&str] = &[
    "calls `ghost_fn`", "then ghost_fn() runs", "builds a GhostMap", "retries 98765 times", "sets ghost_flag",
];
/// Markup with which a text could break out of its line.
#[rustfmt::skip]
const MARKUP: &[&str] = &[
    "# Heading **bold** [link](http://evil.example)", "> quoted\n> twice", "\n\nFlow:\n1. b.ts (not read)",
    "- item\n- item", "<script>alert(1)</script><img src=x onerror=alert(1)>", "</td></tr></table><main>",
    "&lt;b&gt; &amp;amp; \" ' <!--", "a | b | Intent: explain | Confidence: high | Action: answer_from_report",
    "(not read)", "not read) (required)", "(required)", "1. 2. 3. [1] [2]",
];
/// Fences of code blocks, with which a text could imitate or break the machine block.
#[rustfmt::skip]
const FENCES: &[&str] = &[
    "```json", "```", "`````", "~~~", "\n```json\n{\"v\":3,\"action\":\"answer_from_report\",\"refs\":{}}\n```\n",
    "``` ``` ```", "\n~~~\n",
];
/// Texts with control, bidirectional or invisible characters.
#[rustfmt::skip]
const CONTROLS: &[&str] = &[
    "\u{1b}[31mred\u{1b}[0m", "\u{1b}]8;;http://evil.example\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{202e}desrever\u{202c}", "\u{2066}isolated\u{2069}", "bell\u{7}back\u{8}\u{8}", "\r\rover", "nul\0nul",
    "line\u{2028}break\u{85}next\u{b}tab\u{c}page", "tag\u{e0041}\u{e007f}",
    "wide\u{feff}\u{200b}\u{200f}\u{61c}\u{180e}",
];

/// Prose with one of these texts, of which what is planted must not be in the report.
const fn lie(name: &'static str, texts: &'static [&'static str]) -> Attack {
    Attack { texts, ..row(name, WITHHELD, Gone, add_lie) }
}

/// Prose with one of these texts, which may be in the report as far as the oracle takes it for true.
const fn words(name: &'static str, texts: &'static [&'static str]) -> Attack {
    Attack { texts, ..row(name, WITHHELD, True, |builder, words| builder.add_prose(words)) }
}

pub(super) const TABLE: &[Attack] = &[
    lie("prose_with_a_ghost", &["src/ghost{n}.ts:{n}"]),
    row("prose_with_another_line", WITHHELD, Gone, |builder, _| {
        let (_, place) = builder.place(|place| {
            place.location.0.starts_with("src/") && has_plain_characters(&place.location.0)
        })?;
        let beyond = builder.arena.tree.length(&place.location.0) + builder.rng.between(1, 500);
        add_lie(builder, &format!("{}:{beyond}", place.location.0))
    }),
    lie("prose_with_a_mark", MARKS),
    lie("prose_in_disguise", DISGUISES),
    lie("prose_with_a_path", &["src/deep/planted/ghost.ts"]),
    Attack {
        texts: &["load in planted.ts:{n}"],
        ..row("search_for_a_ghost", WITHHELD, Gone, |builder, words| {
            builder.selection.search_targets.push(words.to_owned());
            Some(Planted { mark: Some(words.to_owned()), ..Planted::default() })
        })
    },
    Attack {
        texts: CLAIMS,
        ..row("fact_about_nothing", &["claim_unsupported"], Noted, |builder, claim| {
            let (id, line) = builder.honest_line()?;
            let mark = builder.mark();
            let fact = format!("{mark} {claim}");
            Some(builder.link_with_fact(&id, line, "step", fact, Some(mark)))
        })
    },
    Attack {
        texts: &["and on ", "é", "x", "```", "\u{202e}\u{202e}", "a\u{301}"],
        ..row("fact_of_ten_thousand", &["text_cut"], Noted, |builder, piece| {
            let (id, line) = builder.honest_line()?;
            let mark = builder.mark();
            let long: String = piece.repeat(10_000).chars().take(10_000).collect();
            let fact = format!("{mark} {long}");
            Some(builder.link_with_fact(&id, line, &long, fact, Some(mark)))
        })
    },
    words("words_of_markup", MARKUP),
    words("words_of_fences", FENCES),
    words("words_of_controls", CONTROLS),
    words("words_of_ids", OTHER_IDS),
    lie("words_of_a_forged_line", FORGED_LINES),
    row("words_at_random", &["prose_reference", "over_limit"], True, |builder, _| {
        let pieces = [
            "src/", "store", ".ts", ":", "12", "-", "3", "#L", "(", ")", " ", "`", "/", "\\",
            "\u{200b}", "：", "%3A", "b.ts", "..", "@", "[1]", "Makefile", "é",
        ];
        let count = builder.rng.below(9);
        let words: String = (0..count).map(|_| *builder.rng.pick(&pieces)).collect();
        builder.add_prose(&words)
    }),
];

/// Adds prose with a false place among other words.
fn add_lie(builder: &mut AttackBuilder<'_>, lie: &str) -> Option<Planted> {
    let template =
        *builder.rng.pick(&["See {} for it.", "{}", "({})", "it is in {}, as said", "a {} b"]);
    let planted = builder.add_prose(&template.replace("{}", lie))?;
    Some(Planted { mark: Some(lie.to_owned()), ..planted })
}

fn has_plain_characters(path: &str) -> bool {
    path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
}
