//! The text output of `impact`: each changed declaration with the lines that depend on it, by file; then what depends on
//! the change as a whole.

mod rest;

use std::fmt::Write as _;

use firsthand::Workspace;
use firsthand::impact::{
    Affected, ChangedDeclaration, ChangedState, Dependence, How, ImpactDocument, IndexedDeclaration,
};
use firsthand::registry::{count, escape};
use firsthand_render::columns::{columns, cut};
use firsthand_render::lines_text;

use crate::listing::{BY_NAME, BY_STRING, Listing, MAX_LINE_COLUMNS, Mark, Row, by_file};
use crate::paint::{Terminal, TextStyle, hanging};

/// The most declarations with their places.
const MAX_DECLARATIONS: usize = 40;
/// The most places of one role of a declaration.
const MAX_PLACES: usize = 12;
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
        self.names(&mut out, "Not looked up, as the time was up", &late);
        let (added, quiet): (Vec<IndexedDeclaration<'_>>, Vec<IndexedDeclaration<'_>>) =
            quiet.into_iter().partition(|(_, one)| one.state == ChangedState::Added);
        let nothing = "Nothing but tests and documents is listed outside of the change for";
        self.names(&mut out, nothing, &quiet);
        self.names(&mut out, "New, with uses that were not looked up or not found", &added);
        self.tests(&mut out);
        let of_change =
            |place: &&Affected| place.of.is_none() || place.role == Dependence::Document;
        for role in Dependence::ALL.into_iter().filter(|role| *role != Dependence::Test) {
            let places = self.document.of_role(role).into_iter().filter(of_change);
            let places: Vec<&Affected> = places.collect();
            if !places.is_empty() {
                out.push('\n');
            }
            self.places(&mut out, 0, &|count| role.counted(count), &places);
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
        let (was, now) = match &one.signatures {
            Some((before, after)) => (Some(before), Some(after)),
            None => (one.was.as_ref(), None),
        };
        for (label, text) in [("was", was), ("now", now)] {
            if let Some(text) = text {
                let room = self.width().saturating_sub(INDENT + label.len() + 1);
                let text = format!("{label} {}", cut(&escape(text), room));
                let _ = writeln!(out, "{:INDENT$}{}", "", self.paint(TextStyle::Dim, &text));
            }
        }
        for role in Dependence::OF_DECLARATION {
            let mut places = self.document.of_role(role);
            places.retain(|place| place.of == Some(of));
            self.places(out, INDENT, &|count| one.counted(role, count), &places);
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
        counted: &dyn Fn(usize) -> String,
        places: &[&Affected],
    ) {
        let (weak, sure): (Vec<&Affected>, Vec<&Affected>) =
            places.iter().copied().partition(|place| place.weak);
        let mut reasons: Vec<Option<&str>> = Vec::new();
        for place in &sure {
            let reason = reason(place);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        for why in reasons {
            let mut of_reason = sure.clone();
            of_reason.retain(|place| reason(place) == why);
            let words = why.map_or_else(String::new, |words| format!(": each {words}"));
            self.line(out, indent, &format!("{}{words}", counted(of_reason.len())));
            let listing = Listing { indent: indent + INDENT, ..self.listing() };
            let shown = of_reason.iter().take(MAX_PLACES);
            for file in by_file(shown.map(|place| (place.path.as_str().to_owned(), row(place)))) {
                if file.rows.iter().all(|row| row.text.is_empty() && row.name.is_empty()) {
                    let path = self.terminal.path(self.roots, &file.path, 1, &escape(&file.path));
                    let _ = writeln!(out, "{:indent$}{path}", "", indent = indent + INDENT);
                } else {
                    listing.file(out, &file);
                }
            }
            self.more(out, indent + INDENT, of_reason.len().saturating_sub(MAX_PLACES), "more");
        }
        if !weak.is_empty() {
            let line = format!("{} by name alone, {}", counted(weak.len()), Affected::WEAK);
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

/// Why a place is listed, where a mark does not say it.
fn reason(place: &Affected) -> Option<&'static str> {
    if mark_of_way(place.how).is_some() { None } else { place.how.words() }
}

fn mark_of_way(how: How) -> Option<char> {
    match how {
        How::Name => Some(BY_NAME.0),
        How::String => Some(BY_STRING.0),
        _ => None,
    }
}

/// The sign of a place: of two, the one that says that there is nothing left to do.
fn mark(place: &Affected) -> char {
    if place.in_change { CHANGED.0 } else { mark_of_way(place.how).unwrap_or(' ') }
}

fn row(place: &Affected) -> Row {
    Row {
        number: place.line,
        mark: mark(place),
        name: place.symbol.clone().unwrap_or_default(),
        text: place.quote.clone().unwrap_or_default(),
        after: place.also_words().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
