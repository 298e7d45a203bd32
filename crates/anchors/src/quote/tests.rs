//! Tests of quotes.

use super::*;

#[test]
fn folded_code_is_found_on_the_cited_lines_or_wherever_it_stands() {
    let file = FileText::new(
        b"fn a() {\n    one();\n\n    two(1,  2);\n}\n\nfn b() {\n    one();\n}\n".to_vec(),
    );
    let check = |quote: &str, cited: (u32, u32), expect: &[(u32, u32)]| {
        let cited = LineRange::new(cited.0, cited.1).unwrap();
        let quote = FoldedQuote::block(quote).unwrap();
        let places = quote.places_in(&file, cited);
        let places: Vec<_> = places.iter().map(|at| (at.start(), at.end())).collect();
        assert_eq!(places, expect, "{quote:?}");
    };
    check("fn a() {\n  one();\n  two(1, 2);", (1, 5), &[(1, 5)]);
    check("fn a() {\n  one();\n  two(1, 2);", (7, 7), &[(1, 4)]);
    check("one();", (7, 9), &[(7, 9)]);
    check("one();", (3, 3), &[(2, 2), (8, 8)]);
    check("fn a() {\n...\n}", (2, 2), &[(1, 5)]);
    check("fn a() {\n// ... more of it\n}", (1, 5), &[(1, 5)]);
    check("fn b() {\n// …\ntwo(1, 2);", (1, 5), &[]);
    check("three();", (1, 5), &[]);
    check("fn a() { one(); two(1, 2);", (1, 5), &[(1, 5)]);
    check("one(); two(1, 2); }", (7, 7), &[(2, 5)]);
    check("() { one();", (3, 3), &[(1, 2), (7, 8)]);
    check("one(); two(2);", (1, 5), &[]);
    assert_eq!(FoldedQuote::block("```\n}\n```"), None, "too slight");
    assert_eq!(FoldedQuote::span("a b"), None);
}

#[test]
fn the_nearest_line_has_most_of_the_quote_in_order() {
    let file = FileText::new(b"if a.len() >= self.max {\n    one();\n}\nif b {\n".to_vec());
    let check = |quote: &str, expect: Option<u32>| {
        let nearest = FoldedQuote::block(quote).unwrap().nearest_in(&file, None);
        assert_eq!(nearest.map(|(line, _)| line), expect, "{quote}");
    };
    check("if a.len() > self.max {", Some(1));
    check("if a.len() >= self.max {\n  two();", Some(2));
    check("if a.len() >= self.max {", None);
    check("while (next != end) next->free();", None);
}

#[test]
fn an_exact_quote_is_found_with_the_lines_around_it() {
    let file = FileText::new(b"one\ntwo\r\nthree\ntwo\nfour\n".to_vec());
    let check = |text: &str, line: u32, expect: &[(u32, u32)]| {
        let cited = LineRange::new(1, 2).unwrap();
        let places = ExactQuote::new(text, line).places_in(&file, cited);
        let places: Vec<_> = places.iter().map(|at| (at.start(), at.end())).collect();
        assert_eq!(places, expect, "{text:?} at {line}");
    };
    check("wo", 2, &[(1, 2), (3, 4)]);
    check("one", 1, &[(1, 2)]);
    check("one\ntwo", 1, &[(1, 2)]);
    check("two\nth", 1, &[(2, 3)]);
    check("two\nthree", 2, &[]);
    check("one", 2, &[]);
    check("four", 1, &[]);
    check("three", 0, &[]);
    check("one", 3, &[]);
    for text in ["", "\n", "one\n", "\ntwo", "one\ntwo\nthree"] {
        check(text, 1, &[]);
    }
}
