//! Tests of the nearest line.

use firsthand_registry::{LineRange, RepoPath, SourceLine, Span};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::super::find_quote;
use super::*;

fn evidence(file: &str) -> Option<Evidence> {
    let range = LineRange::new(1, 99)?;
    let span = Span::of_file(RepoPath::new("f").ok()?, file.as_bytes(), range).ok()?;
    Some(Evidence::of(&span.map_lines(|_, line| {
        if line.text().contains("SECRET") { SourceLine::masked(line.text()) } else { line }
    })))
}

/// The nearest line of one place.
fn nearest_of(evidence: &Evidence, quote: &str) -> Option<Nearest> {
    let (id, path) = ("c1".parse().unwrap(), RepoPath::new("f").unwrap());
    nearest([Shown { id, path: &path, evidence, rank: 0, lines: &[] }], quote)
}

const FILE: &str = "\
export function total(cart, rates) {
  const net = cart.items.reduce(sum, 0);
  const key = 'SECRET-abcdef';
  return format(net,  rates.of(cart));
}

export function format(net, rate) {
  return net * rate;
}
";

fn check(quote: &str, expect: &str) {
    let near = nearest_of(&evidence(FILE).unwrap(), quote);
    let near = near.map_or_else(String::new, |near| format!("{}: {}", near.line, near.text));
    assert_eq!(near, expect, "{quote:?}");
}

#[test]
fn the_nearest_line_is_returned() {
    // White space that the source has not, or has.
    check("return format( net, rates.of( cart ) );", "4: return format(net,  rates.of(cart));");
    check("return net*rate;", "8: return net * rate;");
    // Another name, another end, something left out.
    check("return net * rates", "8: return net * rate;");
    check("const net = cart.items.reduce(add, 0)", "2: const net = cart.items.reduce(sum, 0);");
    check("export function total(...) {", "1: export function total(cart, rates) {");
    // As it was shown, gutter and all; and of two lines the one that is there.
    check("8|   return net*rate;", "8: return net * rate;");
    check(
        "const tax = levy();\nreturn format(net, rates.of(cart));",
        "4: return format(net,  rates.of(cart));",
    );
}

/// Of a quote of several lines, the line is one where most of them stand together.
#[test]
fn of_several_lines_the_block_counts() {
    let file = "\
fn lock(user) {
  user.locked_at = now();
  return users.update(user.id, user);
}

fn unlock(user) {
  user.locked_at = null;

  user.attempts = 0;
  return users.update(user.id, user);
}

fn report() {
  show(title, text);
  return;
}

fn warn() {
  beep();
  show(title, text + path);
  return;
}
";
    let check = |quote: &str, expect: u32| {
        let near = nearest_of(&evidence(file).unwrap(), quote);
        assert_eq!(near.map_or(0, |near| near.line), expect, "{quote}");
    };
    check(
        "user.locked_at = null;\n\n  user.attempts = 0;\n  return users.update(user.id, user);",
        10,
    );
    check(
        "user.locked_at = null;\n  user.attempts = 0;\n  return users.update(user.id, user);",
        10,
    );
    check("9|   user.attempts = 0;\n10|   return users.update(user.id, user);\n11| }", 10);
    check("user.locked_at = now();\n  return users.update(user.id, user);\n}", 3);
    check("  beep();\n  show(title, text);\n  return;", 20);
    check("fn report() {\n  show(title, text);\n  return;\n}", 14);
    // A line that stands once decides nothing against two that stand together.
    check("fn lock(user) {\n  user.attempts = 0;\n  return users.update(user.id, user);", 10);
}

#[test]
fn only_a_similar_line_is_returned() {
    check("nowhere at all", "");
    check(
        "the net of all cart items is reduced with a sum",
        "2: const net = cart.items.reduce(sum, 0);",
    );
    check("net items", "2: const net = cart.items.reduce(sum, 0);");
    check("import { Store } from './store'", "");
    check("return", "8: return net * rate;"); // both have it: the shorter
    check("const key = 'SECRET-abcdef'; // key", ""); // a line that cannot be quoted
    check("const", "2: const net = cart.items.reduce(sum, 0);");
    check("", "");
    check("}", "");
    assert_eq!(nearest_of(&evidence("}\n{\n").unwrap(), "} {"), None);
}

#[test]
fn rare_ngrams_count_more() {
    let mut file: String = (0..40).map(|n| format!("let value{n} = 1;\n")).collect();
    file.push_str("set_up(value7, rare)\n");
    let near = nearest_of(&evidence(&file).unwrap(), "let set_up(rare)").unwrap();
    assert_eq!(near.line, 41);
    // Fewer of the quote's n-grams, but rarer ones.
    file.push_str("rarely();\n");
    let near = nearest_of(&evidence(&file).unwrap(), "let value = rarely()").unwrap();
    assert_eq!(near.text, "rarely();");
    // N-grams that every line has still count.
    let near = nearest_of(&evidence("return net * rate;\n").unwrap(), "net*rates").unwrap();
    assert_eq!(near.line, 1);
}

/// The source's text of the most similar part.
#[test]
fn a_part_of_a_long_line_is_returned() {
    let words =
        |from: u32, to: u32| -> String { (from..to).map(|n| format!("w{n}(), ")).collect() };
    let line = format!("  {}needle(hay, stack); {}", words(0, 150), words(150, 190));
    assert!(line.chars().count() > 1_000);
    let near = nearest_of(&evidence(&line).unwrap(), "needle(hay,stack)").unwrap();
    assert!(near.text.contains("needle(hay, stack);"), "{near:?}");
    assert!(near.text.chars().count() <= PART_CHARS && line.contains(&near.text));
}

/// Parts overlap by a half, so a text of at most half a part is complete in one of them.
#[test]
fn every_part_of_a_long_line_is_compared() {
    for before in 0..50 {
        let line =
            format!("{}needle(hay, stack); {}", "w1(), w2(), ".repeat(before), "v3(), ".repeat(80));
        let near = nearest_of(&evidence(&line).unwrap(), "needle(hay,stack)").unwrap();
        assert!(near.text.contains("needle(hay, stack);"), "{before}: {near:?}");
    }
}

/// The last part has the full length, too.
#[test]
fn the_last_part_of_a_long_line_has_full_length() {
    let line = format!("{}needle(hay, stack); done", "w1(), ".repeat(36));
    let near = nearest_of(&evidence(&line).unwrap(), "needle(hay,stack)").unwrap();
    assert_eq!((line.len(), near.text.as_str()), (240, &line[80..]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    /// The returned text is accepted as a quote of that line, and no hidden line is returned.
    #[test]
    fn verbatim_nearest_line(
        parts in vec(select(vec![
            "return ", "total", "(a,  b)", "x", "7| ", "SECRET", "\n", "\n", "\r\n", "\r", "\u{200b}", "é", "`", "| ", "語語語",
        ]), 1..60),
        long in select(vec!["", "spaced  out ", "w1(), w2(), "]), times in 0_usize..40,
        quote in vec(select(vec!["return ", "total", "(a, b)", "x", "7| ", "SECRET", "\n", "語語", "w1(),"]), 1..8),
    ) {
        let file = format!("{}{}", parts.concat(), long.repeat(times));
        let Some(evidence) = evidence(&file) else { return Ok(()) };
        let Some(near) = nearest_of(&evidence, &quote.concat()) else { return Ok(()) };
        prop_assert!(near.text.chars().count() <= PART_CHARS);
        prop_assert!(evidence.line(near.line).unwrap().contains(&near.text));
        prop_assert!(!near.text.contains("SECRET"));
        prop_assert_eq!(escape(&near.text), near.text.as_str()); // no need to write it otherwise
        let found = find_quote(&evidence, &near.text, &[near.line]).unwrap();
        prop_assert_eq!((found.line, found.text), (near.line, near.text));
    }
}
