//! The files that strings of the best places name, such as the view of a controller, and the code whose strings name the
//! best places, if these are files without declarations, such as a template. Only opened files are looked at, so nothing
//! more is scanned.

use super::named::place_of_line;
use super::select::{FIRST_PLACES, insert_behind_first, score_behind_first};
use super::{FileRank, Link, Passage, QueryContext, RangeKind, SearchedFile, open};
use crate::answer::Stats;
use crate::facts::ParsedFile;
use crate::facts::scanned_query::ScannedQuery;
use crate::query::Relation;
use crate::relations::{FileNames, Naming};
use crate::text::listing::index_in;
use crate::text::rank::similar::SimilarWords;
use firsthand_source::PathClass;
use std::cmp::Reverse;
use std::sync::Arc;

/// The most places that are added, behind the first ones.
const MAX_LINKED: usize = 3;

/// A place to add: its file, a line of it, and what it is linked with.
struct Linked {
    file: u32,
    line: u32,
    link: Link,
}

/// Adds the linked places behind the first ones.
pub(super) fn add(
    context: &QueryContext<'_>,
    opened: &mut Vec<SearchedFile>,
    chosen: &mut Vec<Passage>,
    stats: &mut Stats,
) {
    let query = context.scanned.query;
    let linked = linked(context, opened, chosen);
    let missing: Vec<FileRank> = linked
        .iter()
        .filter(|linked| context.index_of(opened, linked.file).is_none())
        .map(|linked| FileRank::of(linked.file, 0.0))
        .collect();
    opened.extend(open::open(context, &missing, stats));
    let similar = SimilarWords::of(&context.scanned.tokens);
    let total = score_behind_first(chosen);
    let mut places = Vec::new();
    for Linked { file, line, link } in linked {
        let Some(index) = context.index_of(opened, file) else {
            continue;
        };
        let found = &opened[index].file;
        let last = found.lines.count();
        let declared = main_declaration(found).filter(|_| link.distance == 0);
        // Without declarations it may be a picture, which is a place to read only if the query speaks of it.
        let is_named = || !similar.matches(&found.path).similarity.is_empty();
        if declared.is_none() && opened[index].hits.is_empty() && !is_named() {
            continue;
        }
        let line = declared.unwrap_or(line);
        let range = match link.distance {
            0 if declared.is_none() && last <= query.window_lines => {
                (RangeKind::OutsideDeclarations, (1, last.max(1)))
            }
            _ => place_of_line(found, line, query.max_lines()),
        };
        places.push(Passage::linked(index, range, "named", total, &Arc::new(link)));
    }
    insert_behind_first(chosen, places, query.limit);
}

/// The line of the declaration by which a file of code is shown: the longest one, as the first may be no more than what the
/// file takes from another one.
fn main_declaration(file: &ParsedFile) -> Option<u32> {
    let is_code = file.language.is_some_and(|language| !language.is_data);
    let outer = file.facts.symbols.iter().filter(|symbol| is_code && symbol.container.is_none());
    let longest = outer.max_by_key(|symbol| (symbol.end - symbol.start, Reverse(symbol.start)));
    longest.map(|symbol| symbol.name_line)
}

/// What the first places are linked with, in their order.
fn linked(context: &QueryContext<'_>, opened: &[SearchedFile], chosen: &[Passage]) -> Vec<Linked> {
    let &ScannedQuery { entries, query, .. } = context.scanned;
    let numbered: Vec<(u32, &SearchedFile)> = opened
        .iter()
        .filter_map(|searched| Some((index_in(entries, &searched.file.path)?, searched)))
        .collect();
    let names = FileNames::of(context.listing(), entries, context.scanned.cancel);
    let texts: Vec<(u32, &[u8])> =
        numbered.iter().map(|(file, searched)| (*file, &searched.file.text[..])).collect();
    let namings = names.namings_among(&texts);
    let is_import = |naming: &Naming| {
        let from = numbered.iter().find(|(file, _)| *file == naming.from);
        from.is_some_and(|(_, searched)| {
            let (file, mut imports) = (&searched.file, searched.file.facts.imports.iter());
            imports.any(|import| {
                (file.line(import.at.start)..=file.line(import.at.end)).contains(&naming.line)
            })
        })
    };
    let namings: Vec<Naming> = namings.into_iter().filter(|naming| !is_import(naming)).collect();
    let is_wanted = |file: u32| {
        let class = PathClass::of(&entries[file as usize].path);
        let is_test = class.test || class.support;
        !(is_test && (query.no_tests || !query.include.tests)) && !class.generated
    };
    let mut found: Vec<Linked> = Vec::new();
    for place in chosen.iter().take(FIRST_PLACES) {
        let file = &opened[place.file].file;
        let own = index_in(entries, &file.path);
        let is_whole_file = file.facts.symbols.is_empty();
        for naming in &namings {
            let is_inside =
                Some(naming.from) == own && place.start <= naming.line && naming.line <= place.end;
            let (to, line, distance, of) = if is_inside {
                let symbol = place.kind.symbol().map(|at| file.facts.symbols[at].qualified.clone());
                (naming.named, 1, 0, symbol.unwrap_or_else(|| file.path.clone()))
            } else if is_whole_file && Some(naming.named) == own {
                (naming.from, naming.line, 1, file.path.clone())
            } else {
                continue;
            };
            let is_known = found.iter().any(|linked| linked.file == to);
            if found.len() < MAX_LINKED && !is_known && is_wanted(to) {
                let link = Link {
                    relation: Relation::Files,
                    of,
                    distance,
                    lines: if distance > 0 { vec![line] } else { Vec::new() },
                };
                found.push(Linked { file: to, line, link });
            }
        }
    }
    found
}
