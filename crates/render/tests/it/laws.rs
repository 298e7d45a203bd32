//! The laws of the crate, over reports that nobody would write.

use firsthand_render::{LEAST_CHARS, Options, TextOptions, html, json, markdown, text};
use proptest::prelude::*;

use crate::oracle::violations;
use crate::strategies::report;

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// At most the budget, whatever was selected; one machine block that cites what is held; each
    /// path once; no line and no character that is not the report's own.
    #[test]
    fn budget(report in report(), max_chars in prop_oneof![Just(2500_usize), LEAST_CHARS..4000]) {
        let options = Options { max_chars, pretty: false };
        prop_assert_eq!(violations(&json(&report, &options), max_chars), Vec::<String>::new());
        let options = TextOptions { max_chars, ..TextOptions::default() };
        prop_assert!(text(&report, &options).chars() <= max_chars);
    }

    /// A quote is whole or not there.
    #[test]
    fn quotes_are_never_cut(report in report(), max_chars in LEAST_CHARS..3000) {
        let rendered = markdown(&report, &Options { max_chars, pretty: false });
        let quoted: Vec<&str> =
            rendered.text.lines().filter_map(|line| line.strip_prefix("   >     ")).collect();
        let all: Vec<String> = report
            .flow()
            .iter()
            .flat_map(|link| link.quote().text().split('\n'))
            .map(|line| firsthand_registry::escape(line).into_owned())
            .collect();
        let mut left = all.iter();
        prop_assert!(quoted.iter().all(|line| left.any(|of| of == line)), "in the order of the flow");
        if rendered.cut.is_empty() {
            prop_assert_eq!(all.len(), quoted.len());
        }
    }

    /// The same report, the same bytes; and what is enough room changes nothing.
    #[test]
    fn deterministic(report in report()) {
        let options = Options::default();
        prop_assert_eq!(json(&report, &options), json(&report.clone(), &options));
        prop_assert_eq!(html(&report, &options), html(&report.clone(), &options));
        let wide = markdown(&report, &Options { max_chars: 1_000_000, ..options });
        prop_assert!(wide.cut.is_empty());
        let exact = markdown(&report, &Options { max_chars: wide.chars(), ..options });
        prop_assert_eq!(exact, wide);
    }

    /// No escape sequence but the terminal form's own; no markup but the page's own.
    #[test]
    fn nothing_foreign_gets_through(report in report()) {
        let plain = text(&report, &TextOptions::default()).text;
        prop_assert!(!plain.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        let linked = TextOptions { color: true, hyperlinks: true, ..TextOptions::default() };
        let painted = text(&report, &linked).text;
        let own = painted.replace("\x1b]8;;", "").replace("\x1b\\", "").replace("\x1b[", "");
        prop_assert!(!own.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        let page = html(&report, &Options::default());
        prop_assert!(!page.contains("</script") && !page.contains("<script"));
        prop_assert!(!page.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
    }
}
