//! Quote matching compared with a naive implementation.

use firsthand_registry::{
    Evidence, LineRange, Observation, Registry, RepoPath, Source, Span, Window,
};
use firsthand_validator::{
    Action, Confidence, Context, FlowLink, Intent, Present, QuoteError, RunFacts, Selection,
    find_quote, validate,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

fn evidence(text: &str) -> Option<Evidence> {
    let range = LineRange::new(1, u32::MAX).unwrap();
    let span = Span::of_file(RepoPath::new("f").unwrap(), text.as_bytes(), range).ok()?;
    Some(Evidence::of(&span))
}

/// The byte ranges of all occurrences of the quote with folded white space, found one character at a time.
fn naive_spans(text: &str, quote: &str) -> Vec<(usize, usize)> {
    let end = |from: usize| {
        let (mut rest, mut rest_of_quote) = (&text[from..], quote.trim());
        while let Some(c) = rest_of_quote.chars().next() {
            let (skip, next) = if c.is_whitespace() {
                (rest.len() - rest.trim_start().len(), rest_of_quote.trim_start())
            } else {
                (usize::from(rest.starts_with(c)) * c.len_utf8(), &rest_of_quote[c.len_utf8()..])
            };
            if skip == 0 {
                return None;
            }
            (rest, rest_of_quote) = (&rest[skip..], next);
        }
        Some(text.len() - rest.len())
    };
    text.char_indices().filter_map(|(from, _)| Some((from, end(from)?))).collect()
}

/// The text, the first and the last line of the first occurrence that can be quoted, an exact one before a folded one.
fn naive_match(text: &str, quote: &str) -> Option<(String, u32, u32)> {
    let spans = naive_spans(text, quote);
    let exact = spans.iter().filter(|&&(from, to)| text[from..to] == *quote.trim());
    let is_quotable = |&&(from, to): &&(usize, usize)| {
        text[from..to].matches('\n').count() < 2 && !text[from..to].contains("\r\n")
    };
    let (from, to) = *exact.clone().find(is_quotable).or_else(|| spans.iter().find(is_quotable))?;
    // Of two lines the first has its indentation, too.
    let start = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let is_indented = text[start..from].chars().all(|c| matches!(c, ' ' | '\t'))
        && text[start..to].chars().count() <= 240;
    let from = if text[from..to].contains('\n') && is_indented { start } else { from };
    let line = |at: usize| u32::try_from(text[..at].matches('\n').count()).unwrap() + 1;
    Some((text[from..to].to_owned(), line(from), line(to)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folded_matches_equal_naive_matches(
        parts in vec(select(vec!["abc", "ab", "c", "abcabc", " ", "  ", "\t", "\n", "\n", "\r", "é", "\u{a0}"]), 1..40),
        from in any::<Index>(), to in any::<Index>(), gap in select(vec!["", " ", "\n", " \t "]),
    ) {
        let file = parts.concat();
        let Some(evidence) = evidence(&file) else { return Ok(()) };
        let text = evidence.text();
        let chars: Vec<char> = text.chars().collect();
        let (from, to) = (from.index(chars.len() + 1), to.index(chars.len() + 1));
        let part: String = chars[from.min(to)..from.max(to)].iter().collect();
        let quote = if gap.is_empty() { part } else {
            part.split(char::is_whitespace).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(gap)
        };
        match find_quote(&evidence, &quote, &[]) {
            Ok(found) => {
                let end = found.lines().unwrap().end();
                prop_assert_eq!(Some((found.text, found.line, end)), naive_match(text, &quote));
            }
            Err(QuoteError::NotFound | QuoteError::Masked) => prop_assert_eq!(None, naive_match(text, &quote)),
            Err(QuoteError::Long) => {
                let lines = quote.lines().filter(|line| !line.trim().is_empty()).count();
                let is_too_long = lines > 2 || quote.trim().chars().count() > 240;
                prop_assert!(is_too_long || naive_match(text, &quote).is_none());
            }
            Err(QuoteError::Slight) => {}
        }
    }
}

/// The greatest line numbers that a span can have without its iterator passing `u32::MAX`.
#[test]
fn the_greatest_line_numbers_are_accepted() {
    let path = RepoPath::new("big.rs").unwrap();
    let lines = ["let one = 1;", "let two = 2;"]
        .map(|text| firsthand_registry::SourceLine::Plain(text.into()));
    let span = Span::new(path, u32::MAX - 3, lines.to_vec(), Some(u32::MAX - 2)).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(
        Source::READ,
        Window::new(span.clone()).with_hits([u32::MAX - 2]),
    ));
    let selection = Selection {
        primary_candidate_ids: vec!["c1".into()],
        flow: vec![FlowLink {
            lines: None,
            candidate_id: "c1".into(),
            role: String::new(),
            fact: "big.rs:4294967295".into(),
            quote: "two = 2; ".into(),
        }],
        recommended_primary_action: Action::AnswerFromReport,
        confidence: Confidence::High,
        ..Selection::default()
    };
    let present = json!({"files": {"big.rs": {"size": 0, "blake3": "", "spans": [span]}}});
    let present: Present = serde_json::from_value(present).unwrap();
    let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
    let report = verdict.into_report(RunFacts::new("", ""));
    assert_eq!(report.body().flow[0].quote.line, u32::MAX - 2);
    assert_eq!(report.body().flow[0].fact, "");
}
