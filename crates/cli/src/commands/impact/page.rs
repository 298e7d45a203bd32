//! The text output of `impact`: each changed declaration with the lines that depend on it, by file; then what depends on
//! the change as a whole.

mod rest;

use std::cell::RefCell;
use std::fmt::Write as _;

use firsthand::Workspace;
use firsthand::impact::{
    Affected, ChangedDeclaration, ChangedState, Dependence, Group, How, ImpactDocument,
    IndexedDeclaration,
};
use firsthand::registry::{count, escape};
use firsthand_render::columns::{columns, cut};
use firsthand_render::lines_text;

use crate::listing::{BY_NAME, BY_STRING, Listing, MAX_LINE_COLUMNS, Mark, Row, by_file};
use crate::paint::{Terminal, TextStyle, hanging};

/// The most declarations with their places.
const MAX_DECLARATIONS: usize = 40;
/// The most places of one role of a declaration.
const MAX_PLACES: usize = 16;
/// The most files of tests, and the most items of other lists.
const MAX_ITEMS: usize = 12;
/// The columns before what is said of a declaration, and before its places.
const INDENT: usize = 2;
const PLACES_INDENT: usize = 4;

/// The sign of a place that the change changes, too.
const CHANGED: Mark = ('+', "is changed, too");

/// A page in the making.
pub(super) struct Page<'a> {
    pub(super) terminal: &'a Terminal,
    pub(super) roots: &'a Workspace,
    pub(super) document: &'a ImpactDocument,
    /// The signs of the places that are printed.
    pub(super) marks: RefCell<Vec<char>>,
}

impl Page<'_> {
    pub(super) fn render(&self) -> String {
        let mut out = self.head();
        let (sections, quiet) = self.document.sections();
        let (sections, late): (Vec<IndexedDeclaration<'_>>, Vec<IndexedDeclaration<'_>>) =
            sections.into_iter().partition(|(of, one)| !one.not_looked_up || self.has_place(*of));
        for (of, one) in sections.iter().take(MAX_DECLARATIONS) {
            self.declaration(&mut out, *of, one);
        }
        self.more(
            &mut out,
            0,
            sections.len().saturating_sub(MAX_DECLARATIONS),
            "more declarations",
        );
        let late: Vec<&ChangedDeclaration> = late.into_iter().map(|(_, one)| one).collect();
        self.names(&mut out, "not looked up, as the time was up", &late);
        for (title, quiet) in ImpactDocument::quiet(&quiet) {
            self.names(&mut out, title, &quiet);
        }
        self.tests(&mut out);
        let of_change =
            |place: &&Affected| place.of.is_none() || place.role == Dependence::Document;
        for role in Dependence::ALL.into_iter().filter(|role| *role != Dependence::Test) {
            let places = self.document.of_role(role).into_iter().filter(of_change);
            let places: Vec<&Affected> = places.collect();
            self.places(&mut out, 0, role, &|count| role.counted(count), &places);
        }
        if let Some(nothing) = self.document.nothing_found() {
            self.line(&mut out, 0, &nothing);
        }
        self.legend(&mut out);
        self.ends(&mut out);
        out
    }

    fn head(&self) -> String {
        let change = &self.document.change;
        let title = change.title();
        let changed = self.document.changed.iter().filter(|one| one.is_looked_up());
        let comments =
            self.document.changed.iter().filter(|one| one.state == ChangedState::Comment);
        let mut parts = vec![
            count(change.files.len(), "file", "files"),
            count(changed.count(), "declaration", "declarations"),
        ];
        let comments = comments.filter(|one| !one.is_test).count();
        if comments > 0 {
            parts.push(format!("{comments} more in comments or layout alone"));
        }
        let tests = self.document.changed.iter().filter(|one| one.is_test).count();
        if tests > 0 {
            parts.push(count(tests, "changed test", "changed tests"));
        }
        let mut out = format!("{}\n", self.paint(TextStyle::Label, &escape(&title)));
        self.line(&mut out, 0, &parts.join(" · "));
        out
    }

    fn declaration(&self, out: &mut String, of: usize, one: &ChangedDeclaration) {
        let place = format!("{}:{}", escape(one.path.as_str()), lines_text(one.lines));
        let kind = format!("{}, {}", escape(&one.kind), state_text(one.state));
        let title = format!("{}  {kind}  ", escape(&one.name));
        let is_beside = columns(&title) + columns(&place) <= self.width();
        let name = self.paint(TextStyle::Symbol, &escape(&one.name));
        let kind = self.paint(TextStyle::Dim, &kind);
        let place = self.terminal.path(self.roots, one.path.as_str(), one.lines.start(), &place);
        let between = if is_beside { "  ".to_owned() } else { format!("\n{:INDENT$}", "") };
        let _ = writeln!(out, "\n{name}  {kind}{between}{place}");
        let (was, now) = match one.differing() {
            Some((before, after)) => (Some(before), Some(after)),
            None => (one.was.clone(), None),
        };
        for (label, text) in [("was", was), ("now", now)] {
            if let Some(text) = text {
                let room = self.width().saturating_sub(INDENT + label.len() + 1);
                let text = format!("{label} {}", cut(&escape(&text), room));
                let _ = writeln!(out, "{:INDENT$}{}", "", self.paint(TextStyle::Dim, &text));
            }
        }
        for role in Dependence::OF_DECLARATION {
            let mut places = self.document.of_role(role);
            places.retain(|place| place.of == Some(of));
            self.places(out, INDENT, role, &|count| one.counted(role, count), &places);
        }
        if let Some(words) = one.not_listed_words() {
            self.dim(out, INDENT, &words);
        }
        if let Some((sentence, rests_on)) = self.document.without_use(of, one) {
            self.line(out, INDENT, sentence);
            rests_on.iter().for_each(|sentence| self.line(out, PLACES_INDENT, sentence));
        }
    }

    fn has_place(&self, of: usize) -> bool {
        self.document.affected.iter().any(|place| place.of == Some(of))
    }

    /// Appends the places of one role. Of those that may well mean another declaration, only the number is printed.
    fn places(
        &self,
        out: &mut String,
        indent: usize,
        role: Dependence,
        counted: &dyn Fn(usize) -> String,
        places: &[&Affected],
    ) {
        let (weak, sure): (Vec<&Affected>, Vec<&Affected>) =
            places.iter().copied().partition(|place| place.weak);
        let gap = if indent == 0 { "\n" } else { "" };
        for group in Group::of_role(&sure, role, counted) {
            out.push_str(gap);
            self.line(out, indent, &group.title);
            let listing = Listing { indent: indent + INDENT, ..self.listing() };
            let shown = group.places.iter().take(MAX_PLACES);
            self.marks.borrow_mut().extend(shown.clone().map(|(place, _)| mark(place)));
            let rows =
                shown.map(|(place, like)| (place.path.as_str().to_owned(), row(place, *like)));
            for file in by_file(rows) {
                if file.rows.iter().all(|row| row.text.is_empty() && row.name.is_empty()) {
                    let path = self.terminal.path(self.roots, &file.path, 1, &escape(&file.path));
                    let _ = writeln!(out, "{:indent$}{path}", "", indent = indent + INDENT);
                } else {
                    listing.file(out, &file);
                }
            }
            self.more(out, indent + INDENT, group.left_out(MAX_PLACES), "more");
        }
        if !weak.is_empty() {
            let line = format!("{} by name alone, {}", counted(weak.len()), Affected::WEAK);
            out.push_str(if sure.is_empty() { gap } else { "" });
            self.dim(out, indent, &line);
        }
    }

    /// Appends a line, wrapped with a hanging indent.
    fn line(&self, out: &mut String, indent: usize, text: &str) {
        let text = hanging(&escape(text), self.width(), indent, indent + INDENT);
        let _ = writeln!(out, "{:indent$}{text}", "");
    }

    fn more(&self, out: &mut String, indent: usize, left_out: usize, what: &str) {
        if left_out > 0 {
            self.dim(out, indent, &format!("… {left_out} {what}; --format json lists them"));
        }
    }

    /// Appends a line that says how many places are not listed.
    fn dim(&self, out: &mut String, indent: usize, line: &str) {
        let _ = writeln!(out, "{:indent$}{}", "", self.paint(TextStyle::Dim, line));
    }

    fn listing(&self) -> Listing<'_> {
        let (terminal, roots) = (self.terminal, self.roots);
        Listing { terminal, roots, words: &[], indent: 0, width: self.width() }
    }

    fn width(&self) -> usize {
        self.terminal.width.map_or(MAX_LINE_COLUMNS, |_| self.terminal.page_width())
    }

    fn paint(&self, style: TextStyle, text: &str) -> String {
        match text {
            "" => String::new(),
            text => self.terminal.stdout.text(style, text),
        }
    }
}

fn state_text(state: ChangedState) -> String {
    match state {
        ChangedState::Signature | ChangedState::Value | ChangedState::Body => {
            format!("{state} changed")
        }
        _ => state.to_string(),
    }
}

/// The sign of a place: of two, the one that says that there is nothing left to do.
fn mark(place: &Affected) -> char {
    match place.how {
        _ if place.in_change => CHANGED.0,
        How::Name => BY_NAME.0,
        How::String if place.role != Dependence::Text => BY_STRING.0,
        _ => ' ',
    }
}

fn row(place: &Affected, like: usize) -> Row {
    let also = place.also_words().unwrap_or_default();
    let after = also + &Group::like_words(like);
    Row {
        number: place.line,
        mark: mark(place),
        name: place.symbol.clone().unwrap_or_default(),
        text: place.quote.clone().unwrap_or_default(),
        after: after.trim_start().to_owned(),
    }
}

#[cfg(test)]
mod tests;
