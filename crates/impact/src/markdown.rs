//! The document as Markdown, for agents and people.

mod breaking;
mod overview;
mod row;
mod test_files;

use std::fmt::Write as _;

use firsthand_registry::{count, escape};

use crate::document::{Affected, ChangedDeclaration, ChangedState, Dependence, ImpactDocument};
use crate::sections::IndexedDeclaration;
use breaking::breaking;
use overview::overview;
use row::{how, id, row};
use test_files::tests;

/// The most declarations that have a section without an overview of their files.
const MAX_WITHOUT_OVERVIEW: usize = 12;
/// The least places that may have been forgotten which are printed, if the declarations leave room.
const MIN_FORGOTTEN: usize = 6;

/// The least of them of one declaration.
const MIN_BREAKING: usize = 6;

/// What is printed of each declaration.
#[derive(Clone, Copy)]
struct Rows {
    /// The most places of one role, and the most files of tests.
    places: usize,
    /// Whether places have their lines' texts.
    quotes: bool,
    /// Whether places have their ids, by which an agent names them.
    ids: bool,
    /// Whether signatures are printed.
    signatures: bool,
    /// The most declarations with their places; none in an overview.
    declarations: usize,
    /// The most files in an overview.
    files: usize,
}

/// What is printed, tried in turn until the text fits: every declaration with its places, or else the files alone.
const ROWS: [Rows; 17] = [
    Rows::of(25, true, true, 100),
    Rows::of(12, true, true, 50),
    Rows::of(8, true, true, 50),
    Rows::of(5, true, true, 50),
    Rows::of(3, true, true, 50),
    Rows::of(5, false, true, 50),
    Rows::of(3, false, true, 50),
    Rows::of(2, false, false, 50),
    Rows::of(1, false, false, 50),
    Rows::files(60),
    Rows::files(40),
    Rows::files(28),
    Rows::files(20),
    Rows::files(14),
    Rows::files(9),
    Rows::files(5),
    Rows::files(1),
];

impl Rows {
    /// How many lines of a list are printed at least: these, or a third if no declarations are printed.
    const fn least(self, lines: usize) -> usize {
        match self.declarations {
            0 => lines / 3,
            _ => lines,
        }
    }

    const fn of(places: usize, quotes: bool, signatures: bool, declarations: usize) -> Self {
        Self { places, quotes, ids: true, signatures, declarations, files: usize::MAX }
    }

    /// The files of the change alone.
    const fn files(files: usize) -> Self {
        Self { files, ..Self::of(1, false, false, 0) }
    }
}

/// Prints a document in at most `max_chars` characters: at most 25 places of each role and 100 declarations, and fewer if
/// it would be longer, each with the count of what is left out.
#[must_use]
pub fn markdown(document: &ImpactDocument, max_chars: usize) -> String {
    let mut text = String::new();
    let section_count = document.sections().0.len();
    for rows in ROWS {
        // A few of many declarations say little about a change: then its files are listed.
        if rows.declarations > 0 && rows.declarations < section_count && max_chars != usize::MAX {
            continue;
        }
        text = page(document, rows);
        if text.chars().count() <= max_chars {
            return text;
        }
    }
    let cut = "\n… (cut: ask for more characters)\n";
    let room = max_chars.saturating_sub(cut.chars().count());
    text.chars().take(room).collect::<String>() + cut
}

/// Prints a document as long as it is, without the ids of places.
pub(crate) fn for_people(document: &ImpactDocument) -> String {
    page(document, Rows { ids: false, ..ROWS[0] })
}

fn page(document: &ImpactDocument, rows: Rows) -> String {
    let mut out = head(document);
    let of_kind = |wanted: fn(&ChangedDeclaration) -> bool| {
        document.changed.iter().enumerate().filter(move |(_, one)| wanted(one))
    };
    let (mut sections, quiet) = document.sections();
    if rows.declarations == 0 {
        breaking(&mut out, document, &sections, rows);
    }
    if rows.declarations == 0 || sections.len() > MAX_WITHOUT_OVERVIEW {
        overview(&mut out, document, &sections, rows.files);
    }
    // What changed most comes first, if not all has room.
    if sections.len() > rows.declarations || rows.places < ROWS[1].places {
        sections.sort_by_key(|(_, one)| one.state);
    }
    for (of, one) in sections.iter().take(rows.declarations) {
        declaration(&mut out, document, *of, one, rows);
    }
    let left_out = sections.len().saturating_sub(rows.declarations);
    if left_out > 0 {
        let left_out = count(left_out, "declaration", "declarations");
        let _ = writeln!(out, "\nThe places of {left_out} are not shown here.");
    }
    let (added, quiet): (Vec<IndexedDeclaration<'_>>, Vec<IndexedDeclaration<'_>>) =
        quiet.into_iter().partition(|(_, one)| one.state == ChangedState::Added);
    for (quiet, verbs, only) in [
        (quiet, ["declaration changes", "declarations change"], ""),
        (
            added,
            ["declaration is new", "declarations are new"],
            " (their uses were not looked up or not found)",
        ),
    ] {
        if quiet.is_empty() {
            continue;
        }
        let names = quiet.iter().take(rows.places).map(|(_, one)| {
            let name = escape(&one.name);
            format!("`{name}` ({})", one.state)
        });
        let names = named(names, quiet.len());
        let others = count(quiet.len(), verbs[0], verbs[1]);
        let _ = writeln!(
            out,
            "\n{others} with nothing but tests and documents listed outside of the change{only}: {names}"
        );
    }
    beside(&mut out, document, rows);
    let tests = of_kind(|one| one.is_test).count();
    if tests > 0 {
        let _ = writeln!(out, "\n{} themselves.", count(tests, "test changes", "tests change"));
    }
    let comments = of_kind(|one| one.state == ChangedState::Comment && !one.is_test).count();
    if comments > 0 {
        let comments = count(comments, "declaration changes", "declarations change");
        let _ = writeln!(out, "\n{comments} only in comments or layout.");
    }
    lines(&mut out, "Not followed:", &document.unresolved, rows);
    lines(&mut out, "Notes:", &document.notes, rows);
    if !document.losses.is_empty() {
        let _ = writeln!(out, "\nNot all was looked up: {}.", document.losses);
    }
    out
}

fn head(document: &ImpactDocument) -> String {
    let change = &document.change;
    let changed = document.changed.iter().filter(|one| one.is_looked_up());
    format!(
        "Change {}: {}, {}\n",
        change.title(),
        count(change.files.len(), "file", "files"),
        count(changed.count(), "declaration", "declarations")
    )
}

fn lines(out: &mut String, title: &str, lines: &[String], rows: Rows) {
    if lines.is_empty() {
        return;
    }
    let most = rows.places.max(rows.least(3));
    let _ = writeln!(out, "\n{title}");
    for line in lines.iter().take(most) {
        let _ = writeln!(out, "- {}", escape(line));
    }
    more(out, lines.len().saturating_sub(most), "");
}

/// The first names of a list of this length, and how many others there are.
fn named(names: impl Iterator<Item = String>, of: usize) -> String {
    let names: Vec<String> = names.collect();
    let others = of - names.len();
    let others = if others > 0 { format!(", and {others} more") } else { String::new() };
    names.join(", ") + &others
}

fn more(out: &mut String, left_out: usize, what: &str) {
    if left_out > 0 {
        let _ = writeln!(out, "- and {left_out} more{what}");
    }
}

fn declaration(
    out: &mut String,
    document: &ImpactDocument,
    of: usize,
    one: &ChangedDeclaration,
    rows: Rows,
) {
    let name = escape(&one.name);
    let place = format!("{}:{}", escape(one.path.as_str()), one.lines);
    let _ = writeln!(out, "\n{} `{name}` ({}) {place}", escape(&one.kind), one.state);
    if let Some((before, after)) = one.signatures.as_ref().filter(|_| rows.signatures) {
        let _ = writeln!(out, "  was `{}`\n  now `{}`", escape(before), escape(after));
    }
    if let Some(was) = &one.was {
        let _ = writeln!(out, "  was {}", escape(was));
    }
    for role in Dependence::OF_DECLARATION {
        let mut places = document.of_role(role);
        places.retain(|place| place.of == Some(of));
        let least = if one.breaks() && role.is_use() { rows.least(MIN_BREAKING) } else { 0 };
        let rows = Rows { places: rows.places.max(least), ..rows };
        list(out, &one.counted(role, places.len()), &places, rows);
    }
    if let Some(words) = one.not_listed_words() {
        let _ = writeln!(out, "{words}.");
    }
    if let Some((sentence, rests_on)) = document.without_use(of, one) {
        let end = if rests_on.is_empty() { '.' } else { ':' };
        let _ = writeln!(out, "{sentence}{end}");
        for sentence in rests_on {
            let _ = writeln!(out, "- {sentence}");
        }
    }
}

/// The places of one role. Of those that may well mean another declaration, only the number is printed.
fn list(out: &mut String, title: &str, places: &[&Affected], rows: Rows) {
    if places.is_empty() {
        return;
    }
    let (weak, sure): (Vec<&Affected>, Vec<&Affected>) =
        places.iter().copied().partition(|place| place.weak);
    let _ = writeln!(out, "{title}:");
    for place in sure.iter().take(rows.places) {
        let _ = writeln!(out, "- {}", row(place, rows));
    }
    more(out, sure.len().saturating_sub(rows.places), "");
    let others = if sure.is_empty() { "" } else { "and " };
    if !weak.is_empty() {
        let _ = writeln!(out, "- {others}{} by name alone, {}", weak.len(), Affected::WEAK);
    }
}

/// What depends on the change as a whole: what may have been forgotten before what is to be run.
fn beside(out: &mut String, document: &ImpactDocument, rows: Rows) {
    let of_change = |role: Dependence| {
        let mut places = document.of_role(role);
        places.retain(|place| place.of.is_none() || role == Dependence::Document);
        places
    };
    let title = |role: Dependence, of: &[&Affected]| format!("\n{}", role.counted(of.len()));
    let forgotten = [Dependence::Sibling, Dependence::Text];
    for role in forgotten {
        let places = rows.places.max(rows.least(MIN_FORGOTTEN));
        let found = of_change(role);
        list(out, &title(role, &found), &found, Rows { places, ..rows });
    }
    tests(out, document, rows);
    let others = Dependence::ALL.into_iter();
    for role in others.filter(|role| *role != Dependence::Test && !forgotten.contains(role)) {
        let found = of_change(role);
        list(out, &title(role, &found), &found, rows);
    }
}
