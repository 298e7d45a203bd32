//! Which places are the answer to a query? A file for each relation, and what these share. Uses all other groups. Begin with
//! [`relate`], which finds the declarations of a symbol and asks its relation; then `uses`, the callers and references.

mod asked_file;
mod by_text;
mod callees;
mod constructors;
mod definitions;
pub(super) mod files;
mod implementors;
pub(super) mod membership;
pub(super) mod name_lines;
pub(super) mod notes;
mod numbers;
pub(super) mod places;
mod registrations;
pub(super) mod siblings;
pub(super) mod texts;
mod uses;

use crate::answer::{MAX_LISTED_FILES, RankedFile, SearchResult, first_files};
use crate::facts::files::Files;
use crate::query::{Query, Relation};
use crate::relations::targets::{self, imported_names};
use crate::relations::written::similar_names;
use crate::relations::{RelatedPlace, RelationContext, SymbolQuery, Target};
use crate::text::scope::Scope;
use crate::text::words::is_name_char;
use firsthand_source::{Cancel, RepoPath, count};

/// Answers a relation query over a listing of the tree.
pub(crate) fn relate(
    files: &Files,
    symbol: &str,
    relation: Relation,
    query: &Query,
    cancel: &Cancel,
) -> SearchResult {
    let context = RelationContext::new(files, query, cancel);
    let mut result = SearchResult::default();
    let found = match relation {
        Relation::Texts => texts::places(&context, symbol),
        Relation::Numbers => numbers::places(&context, symbol, &mut result.notes),
        Relation::Files => match files::file_of(&context, symbol) {
            Some(file) => files::places(&context, file, &mut result.notes),
            None => related(&context, symbol, relation, &mut result),
        },
        _ => related(&context, symbol, relation, &mut result),
    };
    if cancel.is_cancelled() {
        // What they say is not there may only not have been looked at.
        result.notes.clear();
    } else if matches!(relation, Relation::Texts | Relation::Numbers) && found.is_empty() {
        note_no_text(&context, symbol, relation, &mut result.notes);
    }
    show(found, &context, relation, query, &mut result);
    for region in &mut result.regions {
        region.relation.get_or_insert(relation);
    }
    result.stats = context.stats();
    context.add_unread(symbol, &mut result);
    result
}

/// Notes why a relation of texts or numbers is empty: a name that nothing declares is none in any relation.
fn note_no_text(
    context: &RelationContext<'_>,
    text: &str,
    relation: Relation,
    notes: &mut Vec<String>,
) {
    let name = Some(SymbolQuery::named(text)).filter(|_| text.chars().all(is_name_char));
    let undeclared = name.filter(|name| {
        let declared = targets::find(context, name, Relation::Definition);
        declared.targets.is_empty() && !context.cancel.is_cancelled()
    });
    if relation == Relation::Texts {
        notes.push(format!("no text that people see has {text}"));
    }
    if let Some(name) = undeclared {
        // What its value is is no question then.
        notes.retain(|_| relation == Relation::Texts);
        notes.push(similar_names::note(context, &name, context.is_undeclared(&name)));
    }
}

/// The places that call declarations, and, where the query asks for them, those that hand one over.
fn callers(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
    merged: &[Target],
) -> Vec<RelatedPlace> {
    let mut found = uses::uses(context, name, merged, uses::Kind::Calls);
    if context.query.handed_over {
        found.extend(registrations::handing_over(context, name, targets, &found));
    }
    found
}

/// The places in a relation that follows from declarations and names.
fn related(
    context: &RelationContext<'_>,
    symbol: &str,
    relation: Relation,
    result: &mut SearchResult,
) -> Vec<RelatedPlace> {
    let readings = match asked_file::readings(context, symbol, relation, &mut result.notes) {
        Ok(readings) => readings,
        Err(found) => return found,
    };
    let frequent = uses::frequent(context, &readings, relation);
    let (name, declared, frequent) = match frequent {
        Some((name, declared, found)) => (name, declared, Some(found)),
        None => {
            let (name, declared) = targets::find_first(context, readings, relation);
            let named = imported_names::declared(context, &name, &declared);
            let (name, declared) = named.unwrap_or((name, declared));
            (name, declared, None)
        }
    };
    let mut targets = declared.targets;
    // A string that names something else with what is around it is still a string.
    if relation == Relation::Registrations {
        targets.retain(|target| registrations::is_qualified(target, &name.qualifiers));
    }
    if !targets.is_empty() {
        result.notes.extend(declared.notes);
    }
    if targets.len() > 1 {
        result.ambiguity = notes::ambiguity(context, &name, &targets);
        result.notes.extend(result.ambiguity.clone());
    }
    result.notes.extend(notes::unread(relation, &targets));
    let merged = targets::merged(context, &targets);
    let mut found = match relation {
        Relation::Definition => definitions::places(context, &targets),
        Relation::Callers => {
            result.notes.extend(notes::unfollowed_operators(&name, &targets));
            frequent.unwrap_or_else(|| callers(context, &name, &targets, &merged))
        }
        Relation::References => {
            frequent.unwrap_or_else(|| uses::uses(context, &name, &merged, uses::Kind::All))
        }
        Relation::Implementors => {
            let mut found = uses::uses(context, &name, &merged, uses::Kind::Heritage);
            found.extend(implementors::overriding(context, &name, &targets));
            let more = implementors::structural(context, &targets, &found, &mut result.notes);
            found.extend(more);
            found
        }
        Relation::Callees => callees::callees(context, &targets, &mut result.notes),
        Relation::Siblings => siblings::siblings(context, &targets, &mut result.notes),
        Relation::Files => files::named_by(context, &targets),
        Relation::Registrations => registrations::registrations(context, &name, &targets),
        // They are not about a symbol.
        Relation::Texts | Relation::Numbers => Vec::new(),
    };
    let is_use = matches!(relation, Relation::Callers | Relation::References);
    if is_use {
        let more = files::loading(context, &targets, &found);
        found.extend(more);
    }
    let in_code = found.iter().any(|place| context.is_code(&place.file.path));
    let wants_strings = is_use && !in_code;
    if in_code && relation == Relation::References {
        found.extend(by_text::beside_uses(context, &name, &found));
    } else if wants_strings && !targets.is_empty() {
        let notes = &mut result.notes;
        found.extend(by_text::in_strings(context, &name, (relation, &targets), notes));
    }
    // A cancelled search did not look at every file, so it cannot know that the name is undeclared.
    let is_string = relation == Relation::Registrations && !found.is_empty();
    if targets.is_empty() && !is_string && !context.cancel.is_cancelled() {
        match declared.excluded {
            // The symbol names this declaration, so no other place can declare it.
            Some(place) if name.path.is_some() => result
                .notes
                .push(format!("the declaration at {place} is in a test, which the query excludes")),
            excluded => {
                let is_excluded = excluded.is_some();
                let is_reference = wants_strings && relation == Relation::References;
                let strings = || by_text::string_places(context, &name);
                let is_wanted = is_reference && !is_excluded;
                let strings = if is_wanted { strings() } else { Vec::new() };
                let notes = &mut result.notes;
                by_text::undeclared(context, &name, is_excluded, strings, &mut found, notes);
            }
        }
    }
    found
}

/// Best first; ties by path and line.
fn sort(found: &mut [RelatedPlace]) {
    found.sort_by(|a, b| {
        b.total()
            .total_cmp(&a.total())
            .then_with(|| a.file.path.cmp(&b.file.path))
            .then(a.order.cmp(&b.order))
    });
}

/// Converts the best of the found places that the query includes into regions.
fn show(
    mut found: Vec<RelatedPlace>,
    context: &RelationContext<'_>,
    relation: Relation,
    query: &Query,
    result: &mut SearchResult,
) {
    sort(&mut found);
    if let Some(within) = &query.within {
        match Scope::of(within, &context.listing.inventory) {
            Ok(scope) => {
                let first = found.first().map(RelatedPlace::label);
                found.retain(|place| scope.holds(&place.file.path));
                let outside = first.filter(|_| found.is_empty());
                result.notes.extend(outside.map(|first| format!("outside of {within}: {first}")));
            }
            Err(_) if context.cancel.is_cancelled() => found.clear(),
            Err(error) => {
                found.clear();
                result.notes.push(format!("{within}: {error}"));
            }
        }
    }
    if matches!(relation, Relation::Callers | Relation::References) {
        let (sites, more) = places::sites(context, &found);
        if more > 0 {
            context.tally.count_unlisted(more);
            let lines = count(more, "more line is", "more lines are");
            let is_part = context.skipped() > 0;
            let least = if is_part { "at least " } else { "" };
            let note = format!("{least}{lines} not listed: the first {} are", sites.len());
            result.notes.push(note);
        }
        result.sites = sites;
    }
    let ranked = found.iter().filter_map(|place| {
        let path = RepoPath::new(&place.file.path).ok()?;
        Some(RankedFile { path, score: place.total() })
    });
    let mut files = first_files(ranked, usize::MAX);
    let places = found.len();
    let mut shown = 0;
    for place in found {
        if result.regions.len() >= query.limit {
            break;
        }
        shown += 1;
        result.regions.extend(place.regions(query.window_lines));
    }
    result.regions.truncate(query.limit);
    // The sites, if there are any, list all places, so nothing is hidden.
    if shown < places && result.sites.is_empty() {
        let more = count(places - shown, "more place", "more places");
        let note = format!("{more}, {} in all", count(files.len(), "file", "files"));
        result.notes.push(note);
    }
    files.truncate(MAX_LISTED_FILES);
    result.files = files;
}
