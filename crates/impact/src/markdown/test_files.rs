//! The tests that reach a change or are named after its files, by their files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand_registry::{count, escape};

use super::row::{how, id};
use super::{Rows, more, named};
use crate::document::{Affected, Dependence, How, ImpactDocument};

/// How many of the tests were found in each way, the most certain first.
fn ways(tests: &[&Affected]) -> String {
    let mut ways: BTreeMap<How, usize> = BTreeMap::new();
    for test in tests.iter().filter(|test| !test.weak) {
        *ways.entry(test.how).or_default() += 1;
    }
    let ways =
        ways.iter().map(|(how, tests)| format!("{tests} by {}", how.name().replace('_', " ")));
    let ways: Vec<String> = ways.collect();
    if ways.is_empty() { String::new() } else { format!(" ({})", ways.join(", ")) }
}

/// The tests by their files, the most certain first.
pub(super) fn tests(out: &mut String, document: &ImpactDocument, rows: Rows) {
    let tests = document.of_role(Dependence::Test);
    if tests.is_empty() {
        return;
    }
    let mut files: Vec<(&str, Vec<&Affected>)> = Vec::new();
    let mut at: BTreeMap<&str, usize> = BTreeMap::new();
    for test in tests.iter().copied().filter(|test| !test.weak) {
        let path = test.path.as_str();
        let index = *at.entry(path).or_insert_with(|| {
            files.push((path, Vec::new()));
            files.len() - 1
        });
        files[index].1.push(test);
    }
    let weak = tests.iter().filter(|test| test.weak).count();
    if files.is_empty() {
        let weak = Dependence::Test.counted(weak);
        let _ =
            writeln!(out, "\nNo test is known to run it; {weak} by name alone, {}", Affected::WEAK);
        return;
    }
    let _ = writeln!(
        out,
        "\nTests to run in {}, at {}{}:",
        count(files.len(), "file", "files"),
        count(tests.len() - weak, "place", "places"),
        ways(&tests)
    );
    for (path, tests) in files.iter().take(rows.places) {
        let names = tests.iter().take(rows.places).map(|test| {
            let name = test.symbol.as_deref().unwrap_or("");
            let name = name.rsplit([':', '.']).next().unwrap_or(name);
            let place = if test.quote.is_none() && test.symbol.is_none() {
                format!("the whole file{}", how(test))
            } else {
                format!("{}:{}", escape(name), test.line)
            };
            format!("{}{}", id(test, rows), place.trim_start_matches(':'))
        });
        let _ = writeln!(out, "- {}: {}", escape(path), named(names, tests.len()));
    }
    more(out, files.len().saturating_sub(rows.places), " files");
    if weak > 0 {
        let _ = writeln!(out, "- and {weak} by name alone, {}", Affected::WEAK);
    }
}
