//! Tests of the list of breaks, and of reading their results.

use std::collections::BTreeSet;

use super::spans::spans;
use super::{Break, LIST, failed_tests, is_test_of_law, read};
use crate::laws::LAWS;
use crate::tree::Tree;

const BREAK: &str = "[[break]]\nname = 'b'\nwhy = 'w'\nlaws = ['budget']\n[[break.edits]]\nfile = 'a.rs'\nold = 'x'\nnew = 'y'\n";

#[test]
fn a_break_must_match_the_source() {
    assert!(read(&Tree::of(&[(LIST, BREAK), ("a.rs", "x")])).is_ok());
    for text in ["", "x x"] {
        assert!(read(&Tree::of(&[(LIST, BREAK), ("a.rs", text)])).is_err());
    }
    let other = BREAK.replace("budget", "bugdet");
    assert!(read(&Tree::of(&[(LIST, &other), ("a.rs", "x")])).is_err());
}

#[test]
fn a_break_fits_however_its_text_is_laid_out() {
    for (old, text) in [
        ("f(a, b)", "f(a, b)"),
        ("f(a, b)", "f(\n    a,\n    b,\n)"),
        ("A {\n    a,\n}", "A { a }"),
        ("x.y()", "x\n    .y()"),
    ] {
        let source = format!("let é = 1;\n{text};\n");
        let found: Vec<_> = spans(&source, old).into_iter().map(|span| &source[span]).collect();
        assert_eq!(found, [text], "{old}");
    }
    for (old, text) in [("f(a, b)", "f(a, c)"), ("f(a)", "f(a,) + f()"), ("", "a")] {
        assert_eq!(spans(text, old).len(), usize::from(old == "f(a)"), "{old}");
    }
}

/// Every `old` text still occurs in its file, and each finding of the validator has a break.
#[test]
fn every_rule_of_the_validator_has_a_break_that_fits() {
    let tree = Tree::read(&crate::command::root()).unwrap();
    let breaks = read(&tree).unwrap();
    let table = &tree.file("crates/validator/src/finding.rs").unwrap().text;
    let name = |line: &str| Some(line.split_once(" => \"")?.1.split_once('"')?.0.to_owned());
    let rules = table.lines().filter_map(name);
    let rules: Vec<String> = rules.filter(|rule| !rule.contains(' ')).collect();
    assert!(rules.len() >= 10, "{rules:?}");
    // These findings are recorded by the loop and by the tools.
    let elsewhere =
        |rule: &String| ["argument_repaired", "redacted", "not_read"].contains(&rule.as_str());
    for rule in rules.iter().filter(|rule| !elsewhere(rule)) {
        let broken = breaks.iter().any(|b| b.rule.as_ref() == Some(rule));
        assert!(broken, "no break takes {rule} away");
    }
    for named in breaks.iter().filter_map(|broken| broken.rule.as_ref()) {
        assert!(rules.contains(named), "{named} is no rule");
    }
}

/// Without a break, a law may have tests that cannot fail.
#[test]
fn every_law_has_a_break() {
    let breaks = read(&Tree::read(&crate::command::root()).unwrap()).unwrap();
    let broken: BTreeSet<&str> = breaks.iter().flat_map(Break::laws).collect();
    let laws = LAWS.iter().map(|law| law.name);
    let unbroken: Vec<&str> = laws.filter(|law| !broken.contains(law)).collect();
    assert!(unbroken.is_empty(), "no break takes away: {unbroken:?}");
}

#[test]
fn failed_tests_are_read_by_name() {
    let printed =
        "test laws::budget ... FAILED\ntest laws::verbatim ... ok\ntest laws::budget ... FAILED\n";
    assert_eq!(failed_tests(printed), ["laws::budget"]);
    assert!(
        is_test_of_law("laws::budget_in_text", "budget")
            && !is_test_of_law("laws::budgets", "budget")
    );
}
