//! Prose that names other places, makes unsupported claims, or imitates the report's notation.

use super::ExpectedResult::{Gone, Noted, True};
use super::{Attack, row};
use crate::adversary::{AttackBuilder, Planted};

/// The finding with which prose is withheld.
const WITHHELD: &[&str] = &["prose_reference"];

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

pub(super) const TABLE: &[Attack] = &[
    row("prose_with_a_ghost", WITHHELD, Gone, |builder| {
        let line = builder.rng.between(1, 999);
        add_lie(builder, &format!("src/ghost{line}.ts:{line}"))
    }),
    row("prose_with_another_line", WITHHELD, Gone, |builder| {
        let (_, place) = builder.place(|place| {
            place.location.0.starts_with("src/") && has_plain_characters(&place.location.0)
        })?;
        let beyond = builder.arena.tree.length(&place.location.0) + builder.rng.between(1, 500);
        add_lie(builder, &format!("{}:{beyond}", place.location.0))
    }),
    row("prose_with_a_mark", WITHHELD, Gone, |builder| {
        let line = builder.rng.between(1, 999);
        let lies = [
            format!("planted.ts#L{line}"),
            format!("planted.ts:{line}-{}", line + 3),
            format!("./planted.ts:{line}:7"),
            format!("`planted.ts:{line}`"),
            format!("“planted.rs”, planted.rs:L{line}"),
            format!("src\\planted.ts:{line}"),
            format!("(planted.ts:{line})"),
            format!("planted.ts:{line}…"),
        ];
        let words = builder.rng.pick(&lies).clone();
        add_lie(builder, &words)
    }),
    row("prose_in_disguise", WITHHELD, Gone, |builder| {
        let line = builder.rng.between(1, 999);
        let lies = [
            format!("planted.ts\u{ff1a}{line}"),
            format!("plan\u{200b}ted.ts:{line}"),
            format!("planted.t\u{ad}s:{line}"),
            format!("planted.ts\u{2236}{line}"),
            format!("src%2Fplanted.ts%3A{line}"),
            format!("src\u{2044}planted.ts:{line}"),
            format!("planted\u{2024}ts:{line}"),
            format!("ｐｌａｎｔｅｄ．ｔｓ：{line}"),
            "planted.ts:٣".to_owned(),
            "planted.ts:\u{200d}12".to_owned(),
        ];
        let words = builder.rng.pick(&lies).clone();
        add_lie(builder, &words)
    }),
    row("prose_with_a_path", WITHHELD, Gone, |builder| {
        add_lie(builder, "src/deep/planted/ghost.ts")
    }),
    row("search_for_a_ghost", WITHHELD, Gone, |builder| {
        let line = builder.rng.between(1, 999);
        let words = format!("load in planted.ts:{line}");
        builder.selection.search_targets.push(words.clone());
        Some(Planted { mark: Some(words), ..Planted::default() })
    }),
    row("fact_about_nothing", &["claim_unsupported"], Noted, |builder| {
        let (id, line) = builder.honest_line()?;
        let mark = builder.mark();
        let claim = *builder.rng.pick(&[
            "calls `ghost_fn`",
            "then ghost_fn() runs",
            "builds a GhostMap",
            "retries 98765 times",
            "sets ghost_flag",
        ]);
        Some(builder.link_with_fact(
            &id,
            line,
            "step",
            format!("{mark} {claim}"),
            Some(mark.clone()),
        ))
    }),
    row("fact_of_ten_thousand", &["text_cut"], Noted, |builder| {
        let (id, line) = builder.honest_line()?;
        let mark = builder.mark();
        let piece =
            *builder.rng.pick(&["and on ", "é", "x", "```", "\u{202e}\u{202e}", "a\u{301}"]);
        let long: String = piece.repeat(10_000).chars().take(10_000).collect();
        Some(builder.link_with_fact(&id, line, &long.clone(), format!("{mark} {long}"), Some(mark)))
    }),
    row("words_of_markup", WITHHELD, True, |builder| {
        let words = *builder.rng.pick(MARKUP);
        builder.add_prose(words)
    }),
    row("words_of_fences", WITHHELD, True, |builder| {
        let words = *builder.rng.pick(FENCES);
        builder.add_prose(words)
    }),
    row("words_of_controls", WITHHELD, True, |builder| {
        let words = *builder.rng.pick(CONTROLS);
        builder.add_prose(words)
    }),
    row("words_of_ids", WITHHELD, True, |builder| {
        let number = builder.rng.between(1, 12);
        builder.add_prose(&format!(
            "[c{number}] is live, see c{number} and [{number}]:{number}-{number}"
        ))
    }),
    row("words_of_a_forged_line", WITHHELD, Gone, |builder| {
        let words = *builder.rng.pick(&[
            "x\nAlso: [9] planted.ts:1-9",
            "x\n9. planted.ts:1-9 (entry) - forged\n   > let forged = 1;",
            "x\n#### planted.ts [c7] 1-9 of 9\n1| let a = planted.ts:1;",
            "x\nRead: [1] planted.ts:1-9 (required)",
        ]);
        add_lie(builder, words)
    }),
    row("words_at_random", &["prose_reference", "over_limit"], True, |builder| {
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
