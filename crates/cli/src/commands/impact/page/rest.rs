//! What the text output of `impact` says below the declarations: those without a section, the tests, what the marks mean,
//! and what was not looked up.

use std::fmt::Write as _;

use firsthand::impact::{Affected, Dependence, IndexedDeclaration};
use firsthand::registry::{count, escape};
use firsthand_render::columns::{columns, cut};

use super::{CHANGED, INDENT, MAX_ITEMS, Page, mark};
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
        declarations: &[IndexedDeclaration<'_>],
    ) {
        if declarations.is_empty() {
            return;
        }
        let shown = declarations.iter().take(MAX_ITEMS);
        let names: Vec<String> =
            shown.map(|(_, one)| format!("{} ({})", one.name, one.state)).collect();
        let more = match declarations.len().saturating_sub(MAX_ITEMS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        out.push('\n');
        self.line(out, 0, &format!("{title}: {}{more}", names.join(", ")));
    }

    /// Appends the tests by their files, the most certain first.
    pub(super) fn tests(&self, out: &mut String) {
        let (files, weak) = self.document.test_files();
        let weak_tests = Dependence::Test.counted(weak);
        let weak_tests = format!("{weak_tests} by name alone, {}", Affected::WEAK);
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
        let places = || self.document.affected.iter().filter(|place| !place.weak);
        let marks: Vec<char> =
            places().filter(|place| place.role != Dependence::Test).map(mark).collect();
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
        if !document.losses.is_empty() {
            notes.push(format!("not all was looked up: {}", document.losses));
        }
        if !notes.is_empty() {
            out.push('\n');
        }
        for note in notes {
            *out += &paint.labelled(TextStyle::Label, "note:", &note, self.width());
        }
    }
}

/// The names of tests with their lines; of a file that is listed as a whole, how it was found, unless that is certain.
fn names(tests: &[&Affected]) -> String {
    let named = tests.iter().filter_map(|test| {
        let Some(name) = test.symbol.as_deref() else {
            return test.how.words().map(str::to_owned);
        };
        let name = name.rsplit([':', '.']).next().unwrap_or(name);
        Some(format!("{}:{}", escape(name), test.line))
    });
    named.collect::<Vec<_>>().join(", ")
}
