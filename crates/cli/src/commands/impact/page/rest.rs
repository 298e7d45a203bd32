//! What the text output of `impact` says below the declarations: those without a section, the tests, what the marks mean,
//! and what was not looked up.

use std::fmt::Write as _;

use firsthand::impact::{Affected, ChangedDeclaration, Dependence};
use firsthand::registry::{count, escape};
use firsthand_render::columns::{columns, cut};
use firsthand_source::distinct;

use super::{CHANGED, INDENT, MAX_ITEMS, Page};
use crate::listing::{BY_NAME, BY_STRING};
use crate::paint::TextStyle;

/// The fewest columns in which the names of tests stand beside their file.
const MIN_NAMES_COLUMNS: usize = 20;
/// The most notes on what was not followed.
const MAX_UNFOLLOWED: usize = 3;

impl Page<'_> {
    /// Appends the names of declarations that have no section.
    pub(super) fn names(
        &self,
        out: &mut String,
        title: &str,
        declarations: &[&ChangedDeclaration],
    ) {
        if declarations.is_empty() {
            return;
        }
        let shown = declarations.iter().take(MAX_ITEMS);
        let names: Vec<String> = shown.map(|one| format!("{} ({})", one.name, one.state)).collect();
        let more = match declarations.len().saturating_sub(MAX_ITEMS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        out.push('\n');
        let of = count(declarations.len(), "declaration", "declarations");
        self.line(out, 0, &format!("{of}, {title}: {}{more}", names.join(", ")));
    }

    /// Appends the tests by their files, the most certain first.
    pub(super) fn tests(&self, out: &mut String) {
        let (files, weak) = self.document.test_files();
        let weak_tests = Dependence::Test.counted(weak);
        let weak_tests = format!("{weak_tests} by name alone, {}", Affected::WEAK);
        if let Some(tests) = self.document.changed_tests() {
            out.push('\n');
            self.line(out, 0, &tests);
        }
        if files.is_empty() {
            if weak > 0 {
                out.push('\n');
                self.line(out, 0, &format!("No test is known to run it; {weak_tests}"));
            }
            return;
        }
        let title = format!("Tests to run: {}", count(files.len(), "file", "files"));
        let _ = writeln!(out, "\n{}", self.paint(TextStyle::Label, &title));
        for (path, tests) in files.iter().take(MAX_ITEMS) {
            let first = tests.first().map_or(1, |test| test.line);
            let link = self.terminal.path(self.roots, path, first, &escape(path));
            let _ = write!(out, "{:INDENT$}{link}", "");
            let mut used = INDENT + columns(path) + INDENT;
            let names = names(tests);
            if used + MIN_NAMES_COLUMNS > self.width() && !names.is_empty() {
                let _ = write!(out, "\n{:INDENT$}", "");
                used = 2 * INDENT;
            }
            let names = cut(&names, self.width().saturating_sub(used)).into_owned();
            let gap = if names.is_empty() { "" } else { "  " };
            let _ = writeln!(out, "{gap}{}", self.paint(TextStyle::Dim, &names));
        }
        self.more(out, INDENT, files.len().saturating_sub(MAX_ITEMS), "more files");
        if weak > 0 {
            self.dim(out, INDENT, &weak_tests);
        }
    }

    pub(super) fn legend(&self, out: &mut String) {
        let marks = self.marks.borrow();
        let legend = self.listing().legend(&[CHANGED, BY_NAME, BY_STRING], &marks);
        if !legend.is_empty() {
            let _ = write!(out, "\n{legend}");
        }
    }

    /// Appends what was not followed, and what was not looked up.
    pub(super) fn ends(&self, out: &mut String) {
        let (document, paint) = (self.document, self.terminal.stdout);
        let most = document.unresolved.len().min(MAX_UNFOLLOWED);
        let unfollowed = document.unresolved.iter().take(most);
        let mut notes: Vec<String> = unfollowed.map(|why| format!("not followed: {why}")).collect();
        if document.unresolved.len() > most {
            let more = document.unresolved.len() - most;
            notes.push(format!("not followed: {more} more; --format json lists them"));
        }
        notes.extend(document.notes.iter().cloned());
        notes.extend(document.left_out().map(|what| format!("not all was looked up: {what}")));
        if !notes.is_empty() {
            out.push('\n');
        }
        for note in notes {
            *out += &paint.labelled(TextStyle::Label, "note:", &note, self.width());
        }
    }
}

/// The names of tests with their lines, and how those without one were found, unless that is certain.
fn names(tests: &[&Affected]) -> String {
    let named = tests.iter().filter_map(|test| match test.symbol.as_deref() {
        Some(name) => {
            let name = name.rsplit([':', '.']).next().unwrap_or(name);
            Some(format!("{}:{}", escape(name), test.line))
        }
        None => test.quote.as_ref().map(|_| test.line.to_string()),
    });
    let ways = tests.iter().filter(|test| test.symbol.is_none()).filter_map(|test| test.way());
    let ways = distinct(ways.map(str::to_owned));
    named.chain(ways).collect::<Vec<_>>().join(", ")
}
