//! The document as Markdown, for agents and people.

mod breaking;
mod overview;
mod row;
mod rows;
mod test_files;

use std::fmt::Write as _;

use firsthand_registry::{count, escape};

use crate::document::{Affected, ChangedDeclaration, ChangedState, Dependence, ImpactDocument};
use crate::groups::Group;
use breaking::breaking;
use overview::overview;
use row::{how, id, row};
use rows::{MIN_FORGOTTEN, ROWS, Rows};
use test_files::tests;

/// The most declarations that have a section without an overview of their files.
const MAX_WITHOUT_OVERVIEW: usize = 12;
/// The most places of one role that are added where there is room.
const MORE_PLACES: usize = 4;
/// The most files of a change that is too large for its declarations.
const MAX_FILES: usize = 60;

/// Prints a document in at most `max_chars` characters: at most 25 places of each role and 100 declarations, and fewer if
/// it would be longer, each with the count of what is left out.
#[must_use]
pub fn markdown(document: &ImpactDocument, max_chars: usize) -> String {
    let mut text = String::new();
    let section_count = document.sections().0.len();
    for rows in ROWS {
        // A few of many declarations say little about a change: then its files are listed.
        let is_part = rows.files.is_none() && rows.declarations < section_count;
        if is_part && max_chars != usize::MAX {
            continue;
        }
        text = page(document, rows);
        if text.chars().count() <= max_chars {
            let is_whole = rows.places == ROWS[0].places;
            return if is_whole { text } else { filled(document, rows, text, max_chars) };
        }
    }
    let cut = "\n… (cut: ask for more characters)\n";
    let room = max_chars.saturating_sub(cut.chars().count());
    text.chars().take(room).collect::<String>() + cut
}

/// A page with as many files, and below them as many declarations and places, as there is room for.
fn filled(document: &ImpactDocument, mut rows: Rows, mut text: String, max_chars: usize) -> String {
    let count = if rows.files.is_some() { document.sections().0.len() } else { 0 };
    let mut widen = |change: fn(&mut Rows)| {
        let mut wider = rows;
        change(&mut wider);
        let wide = page(document, wider);
        let fits = wide.chars().count() <= max_chars;
        if fits {
            (rows, text) = (wider, wide);
        }
        fits
    };
    let mut more = |most: usize, change: fn(&mut Rows)| (0..most).all(|_| widen(change));
    more(count.min(MAX_FILES), |rows| rows.files = rows.files.map(|files| files + 1));
    more(1, |rows| rows.forgotten = MIN_FORGOTTEN);
    more(count.min(MAX_WITHOUT_OVERVIEW), |rows| rows.declarations += 1);
    more(MORE_PLACES, |rows| rows.places += 1);
    widen(|rows| rows.quotes = true);
    text
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
    if let Some(files) = rows.files {
        breaking(&mut out, document, &sections, files, rows);
        sections.sort_by_key(|(of, _)| std::cmp::Reverse(document.outside(*of)));
    }
    if rows.files.is_some() || sections.len() > MAX_WITHOUT_OVERVIEW {
        overview(&mut out, document, &sections, rows.files.unwrap_or(usize::MAX));
    }
    for (of, one) in sections.iter().take(rows.declarations) {
        declaration(&mut out, document, *of, one, rows);
    }
    let left_out = sections.len().saturating_sub(rows.declarations);
    if left_out > 0 {
        let left_out = count(left_out, "declaration", "declarations");
        let _ = writeln!(out, "\nThe places of {left_out} are not shown here.");
    }
    for (title, quiet) in ImpactDocument::quiet(&quiet) {
        let names = quiet.iter().take(rows.places).map(|one| {
            let name = escape(&one.name);
            format!("`{name}` ({})", one.state)
        });
        let names = named(names, quiet.len());
        let _ = writeln!(
            out,
            "\n{}, {title}: {names}",
            count(quiet.len(), "declaration", "declarations")
        );
    }
    beside(&mut out, document, rows);
    if let Some(tests) = document.changed_tests() {
        let _ = writeln!(out, "\n{}.", escape(&tests));
    }
    if let Some(nothing) = document.nothing_found() {
        let _ = writeln!(out, "\n{}.", escape(&nothing));
    }
    let comments = of_kind(|one| one.state == ChangedState::Comment && !one.is_test).count();
    if comments > 0 {
        let comments = count(comments, "declaration changes", "declarations change");
        let _ = writeln!(out, "\n{comments} only in comments or layout.");
    }
    lines(&mut out, "Not followed:", &document.unresolved, rows);
    lines(&mut out, "Notes:", &document.notes, rows);
    if let Some(left_out) = document.left_out() {
        let _ = writeln!(out, "\nNot all was looked up: {left_out}.");
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
    let _ = writeln!(out, "\n{title}");
    for line in lines.iter().take(rows.notes) {
        let _ = writeln!(out, "- {}", escape(line));
    }
    more(out, lines.len().saturating_sub(rows.notes), "");
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
    if let Some((before, after)) = one.differing().filter(|_| rows.signatures) {
        let _ = writeln!(out, "  was `{}`\n  now `{}`", escape(&before), escape(&after));
    }
    if let Some(was) = &one.was {
        let _ = writeln!(out, "  was {}", escape(was));
    }
    for role in Dependence::OF_DECLARATION {
        let mut places = document.of_role(role);
        places.retain(|place| place.of == Some(of));
        let places_of = rows.places.max(rows.least_breaking(role, one));
        let counted = |places| one.counted(role, places);
        list(out, role, &counted, &places, Rows { places: places_of, ..rows });
    }
    if let Some(words) = one.not_listed_words() {
        let _ = writeln!(out, "{words}.");
    }
    if let Some((sentence, rests_on)) = document.without_use(of, one) {
        let rests_on = rests_on.iter().filter(|_| rows.quotes);
        let end = if rests_on.clone().next().is_none() { '.' } else { ':' };
        let _ = writeln!(out, "{sentence}{end}");
        for sentence in rests_on {
            let _ = writeln!(out, "- {sentence}");
        }
    }
}

/// The places of one role. Of those that may well mean another declaration, only the number is printed.
fn list(
    out: &mut String,
    role: Dependence,
    counted: &dyn Fn(usize) -> String,
    places: &[&Affected],
    rows: Rows,
) {
    let (weak, sure): (Vec<&Affected>, Vec<&Affected>) =
        places.iter().copied().partition(|place| place.weak);
    // What depends on the change as a whole stands alone.
    let is_apart = places.iter().all(|place| place.of.is_none() || role == Dependence::Document);
    let gap = if is_apart { "\n" } else { "" };
    for group in Group::of_role(&sure, role, counted) {
        out.push_str(gap);
        let _ = writeln!(out, "{}:", escape(&group.title));
        for (place, like) in group.places.iter().take(rows.places) {
            let like = Group::like_words(*like);
            let _ = writeln!(out, "- {}{like}", row(place, rows));
        }
        more(out, group.left_out(rows.places), "");
    }
    if !weak.is_empty() {
        out.push_str(if sure.is_empty() { gap } else { "" });
        let _ = writeln!(out, "{} by name alone, {}.", counted(weak.len()), Affected::WEAK);
    }
}

/// What depends on the change as a whole: what may have been forgotten before what is to be run.
fn beside(out: &mut String, document: &ImpactDocument, rows: Rows) {
    let of_change = |role: Dependence| {
        let mut places = document.of_role(role);
        places.retain(|place| place.of.is_none() || role == Dependence::Document);
        places
    };
    let listed = |out: &mut String, role: Dependence, places: usize| {
        let found = of_change(role);
        list(out, role, &|places| role.counted(places), &found, Rows { places, ..rows });
    };
    let forgotten = [Dependence::Sibling, Dependence::Text];
    for role in forgotten {
        listed(out, role, rows.places.max(rows.forgotten));
    }
    tests(out, document, rows);
    let others = Dependence::ALL.into_iter();
    for role in others.filter(|role| *role != Dependence::Test && !forgotten.contains(role)) {
        listed(out, role, rows.places);
    }
}
