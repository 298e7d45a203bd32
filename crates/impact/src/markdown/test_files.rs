//! The tests that reach a change or are named after its files, by their files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand_registry::{count, escape};

use super::{Rows, how, id, more, named};
use crate::document::{Affected, Dependence, How, ImpactDocument};

/// How many of the tests were found in each way, the most certain first.
fn ways<'a>(tests: impl Iterator<Item = &'a &'a Affected>) -> String {
    let mut ways: BTreeMap<How, usize> = BTreeMap::new();
    for test in tests {
        *ways.entry(test.how).or_default() += 1;
    }
    let ways =
        ways.iter().map(|(how, tests)| format!("{tests} by {}", how.name().replace('_', " ")));
    let ways: Vec<String> = ways.collect();
    if ways.is_empty() { String::new() } else { format!(" ({})", ways.join(", ")) }
}

/// The tests by their files, the most certain first.
pub(super) fn tests(out: &mut String, document: &ImpactDocument, rows: Rows) {
    let (files, weak) = document.test_files();
    if files.is_empty() {
        if weak > 0 {
            let weak = Dependence::Test.counted(weak);
            let weak = format!("{weak} by name alone, {}", Affected::WEAK);
            let _ = writeln!(out, "\nNo test is known to run it; {weak}");
        }
        return;
    }
    let tests = || files.iter().flat_map(|(_, tests)| tests);
    let _ = writeln!(
        out,
        "\nTests to run in {}, at {}{}:",
        count(files.len(), "file", "files"),
        count(tests().count(), "place", "places"),
        ways(tests())
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
