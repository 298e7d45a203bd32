//! The laws of the crate, over arbitrary hostile reports.

use firsthand_render::{
    Audience, DEFAULT_HEADING, LEAST_CHARS, Options, Rendered, TextOptions, html, json, markdown,
    text,
};
use proptest::prelude::*;

use crate::oracle::violations;
use crate::strategies::report;

/// Longer than the limit of a heading, and longer still with its markup escaped.
const WIDE_HEADING: &str = "<i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i>";

/// Tags and attributes that a page never has, values that no attribute of it has, and characters in
/// its text that could begin one. The style is the page's own.
fn foreign_markup(page: &str) -> Vec<String> {
    const TAGS: &str = "!doctype html head meta title style body main header section h1 h2 p ul ol li b i span code \
        table tr th td details summary svg defs marker path g a rect circle text";
    const ATTRIBUTES: &str = "lang charset http-equiv content name class id href role aria-label viewBox style refX \
        refY markerWidth markerHeight orient d marker-end x y cx cy r rx width height tabindex";
    let is_listed = |list: &str, name: &str| list.split_whitespace().any(|item| item == name);
    let (before, rest) = page.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    let mut foreign = Vec::new();
    for piece in before.split('<').chain(after.split('<')) {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        let tag = tag.strip_prefix('/').unwrap_or(tag).trim_end_matches('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if !name.is_empty() && !is_listed(TAGS, name) || text.contains(['"', '\'', '>']) {
            foreign.push(piece.to_owned());
        }
        let mut quoted = attributes.split('"');
        while let (Some(name), Some(value)) = (quoted.next(), quoted.next()) {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || " #.,:;=()'%/-".contains(c);
            let is_known = is_listed(ATTRIBUTES, name.trim().trim_end_matches('='));
            if !is_known || !value.chars().all(is_plain) {
                foreign.push(format!("{name}\"{value}\""));
            }
        }
    }
    foreign
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any report fits its budget, has one machine block with its places, each
    /// path once, and no foreign line or control character.
    #[test]
    fn budget(
        report in report(),
        max_chars in prop_oneof![Just(LEAST_CHARS), Just(2500_usize), LEAST_CHARS..4000],
    ) {
        let options = Options { max_chars, ..Options::default() };
        prop_assert_eq!(violations(&json(&report, &options), max_chars), Vec::<String>::new());
        for heading in [DEFAULT_HEADING, WIDE_HEADING] {
            let options = Options { heading, ..options.clone() };
            prop_assert!(markdown(&report, &options).chars() <= max_chars);
        }
        for explain in [false, true] {
            let options = TextOptions { max_chars, explain, ..TextOptions::default() };
            prop_assert!(text(&report, &options).chars() <= max_chars);
        }
    }

    /// Without the machine block, an agent reads at least as many quoted lines as beside it.
    #[test]
    fn an_agents_form_has_what_the_hosts_has(report in report(), max_chars in LEAST_CHARS..4000) {
        let host = markdown(&report, &Options { max_chars, ..Options::default() });
        let options = Options { max_chars, audience: Audience::Agent, ..Options::default() };
        let agent = markdown(&report, &options);
        prop_assert!(agent.chars() <= max_chars);
        let quoted = |rendered: &Rendered| {
            rendered.text.lines().filter(|line| line.starts_with("   >     ")).count()
        };
        prop_assert!(quoted(&agent) >= quoted(&host));
        prop_assert!(!agent.text.contains("\n```json\n"));
    }

    #[test]
    fn quotes_are_never_cut(report in report(), max_chars in LEAST_CHARS..3000) {
        let rendered = markdown(&report, &Options { max_chars, ..Options::default() });
        let quoted: Vec<&str> =
            rendered.text.lines().filter_map(|line| line.strip_prefix("   >     ")).collect();
        let all: Vec<String> = report
            .body()
            .flow
            .iter()
            .flat_map(|link| link.quote.text.split('\n'))
            .map(|line| firsthand_registry::escape(line).into_owned())
            .collect();
        let mut remaining = all.iter();
        // But for indentation that all lines of the quote have.
        let is_it = |quote_line: &str, line: &str| {
            quote_line.ends_with(line) && quote_line.trim_start() == line.trim_start()
        };
        prop_assert!(quoted.iter().all(|line| remaining.any(|quote_line| is_it(quote_line, line))), "in the order of the flow");
        if rendered.cut.is_empty() {
            prop_assert_eq!(all.len(), quoted.len());
        }
    }

    /// Rendering is deterministic, and a budget beyond the full length changes nothing.
    #[test]
    fn rendering_is_deterministic(report in report()) {
        let options = Options::default();
        prop_assert_eq!(json(&report, &options), json(&report.clone(), &options));
        prop_assert_eq!(html(&report, &options), html(&report.clone(), &options));
        let wide = markdown(&report, &Options { max_chars: 1_000_000, ..options.clone() });
        prop_assert!(wide.cut.is_empty());
        let just_fitting = markdown(&report, &Options { max_chars: wide.chars(), ..options.clone() });
        prop_assert_eq!(just_fitting, wide);
    }

    /// Only the terminal form's own escape sequences, and only the page's own markup.
    #[test]
    fn foreign_markup_and_escapes_are_neutralized(report in report()) {
        let plain = text(&report, &TextOptions::default()).text;
        prop_assert!(!plain.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        let linked = TextOptions { color: true, hyperlinks: true, ..TextOptions::default() };
        let painted = text(&report, &linked).text;
        let without_own = painted.replace("\x1b]8;;", "").replace("\x1b\\", "").replace("\x1b[", "");
        prop_assert!(!without_own.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        let page = html(&report, &Options::default());
        prop_assert_eq!(foreign_markup(&page), Vec::<String>::new());
        prop_assert!(!page.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
    }
}
