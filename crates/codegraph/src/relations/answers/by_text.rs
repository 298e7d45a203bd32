//! Places that hold a name without a fact that names it: in files that are not code of a known language, in strings, and in
//! the texts of templates. Whether they mean the symbol is not known: [`Resolution::Text`].

use super::places::use_score;
use super::uses::Blocks;
use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::query::Relation;
use crate::relations::targets;
use crate::relations::written::similar_names;
use crate::relations::{FileWithName, RelatedPlace, RelationContext, SymbolQuery, Target};
use crate::text::files_by_name::occurrences;
use crate::text::memo::lock;
use aho_corasick::AhoCorasick;
use firsthand_source::{count, join_at_most, split_words};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The most members in a note about a type that lacks one.
const MAX_MEMBERS: usize = 12;

/// The places of a declared name without a use in code: strings, and texts outside of the code, that hold it. They are no
/// calls, so that for callers only a note names them.
pub(super) fn in_strings(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    (relation, targets): (Relation, &[Target]),
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    if relation == Relation::Callers {
        notes.extend(super::notes::no_function(name, targets));
    }
    let found = string_places(context, name);
    let lines: usize = found.iter().map(|place| place.lines.len()).sum();
    if lines == 0 {
        return found;
    }
    let hold = count(lines, "line holds it", "lines hold it");
    let name = &name.written;
    if relation == Relation::Callers {
        notes.push(format!(
            "no call of {name} was found; {hold} in a string or a text, which references lists"
        ));
        return Vec::new();
    }
    notes.push(format!("no use of {name} was found in code: {hold} in a string or a text"));
    found
}

/// The result for a name without a declaration that the query includes: its occurrences in files of unknown languages,
/// which may declare it, and those in `strings`, or else similar names. None are suggested for a name with a declaration
/// that the query excludes; that is its only one if no file was left out and all files that contain the name were parsed.
pub(super) fn undeclared(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    is_excluded: bool,
    strings: Vec<RelatedPlace>,
    found: &mut Vec<RelatedPlace>,
    notes: &mut Vec<String>,
) {
    let has_strings = !strings.is_empty();
    let is_undeclared = context.is_undeclared(name);
    let members = targets::members_beside(context, name);
    let mut text_places = text_places(context, name);
    text_places.extend(strings);
    // What stands in a text is not what a known type lacks.
    if members.is_some() {
        text_places.clear();
        found.retain(|place| place.resolution != Resolution::Text);
    }
    let has_text_places = !text_places.is_empty();
    if is_excluded {
        let is_complete = context.notes().is_empty() && context.stats().files_skipped == 0;
        let (only, rest) = match (has_text_places, is_complete) {
            (true, _) => ("", ": places in the text"),
            (false, true) => ("only ", ""),
            (false, false) => ("", ""),
        };
        notes.push(format!(
            "{} is declared {only}in tests or support files, which the query excludes{rest}",
            name.name
        ));
    } else if has_text_places {
        notes.push(format!("no declaration of {} was parsed: places in the text", name.written));
    } else {
        if is_undeclared {
            context.tally.retain_skipped(|_| false);
        }
        notes.push(match members {
            Some((owner, members)) => {
                let what = if is_undeclared { "nothing" } else { "no parsed file" };
                let members = join_at_most(&members, MAX_MEMBERS);
                format!("{what} declares {}; {owner} has: {members}", name.written)
            }
            None => similar_names::note(context, name, is_undeclared),
        });
    }
    if found.is_empty() || has_strings {
        *found = text_places;
    }
}

/// Places in files that are not code of a known language, and in those that were opened and could not be parsed, by their
/// text.
pub(super) fn text_places(context: &RelationContext<'_>, name: &SymbolQuery) -> Vec<RelatedPlace> {
    let files_with_name = context.files_with(std::slice::from_ref(&name.name));
    let Ok(finder) = AhoCorasick::new([&name.name]) else {
        return Vec::new();
    };
    let files = files_with_name.iter();
    let others =
        files.filter(|file| !context.is_code(&file.path) || was_given_up(context, &file.path));
    let paths = others.map(|file| file.path.as_str());
    let found = paths.map(|path| places_by_text(context, name, &finder, path, |_| Vec::new()));
    found.flatten().collect()
}

/// Whether a file was opened and could not be parsed.
fn was_given_up(context: &RelationContext<'_>, path: &str) -> bool {
    let opened = lock(&context.opened);
    let opened = opened.get(path).and_then(Option::as_ref);
    opened.is_some_and(|file| file.facts.given_up)
}

/// A name of one word that code declares is no chance in texts that hold it so many times at most.
const MAX_TEXTS: usize = 8;

/// The places in texts of a name; none if code declares it and it is one word that many texts have.
pub(super) fn texts_beside(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    is_declared: bool,
) -> Vec<RelatedPlace> {
    let files = context.files_with(std::slice::from_ref(&name.name));
    let texts = files.iter().filter(|file| !context.is_code(&file.path));
    let texts: usize = texts.map(|file| file.count as usize).sum();
    let is_chance = is_declared && texts > MAX_TEXTS && split_words(&name.name).count() < 2;
    if is_chance { Vec::new() } else { text_places(context, name) }
}

/// The most files of code whose strings and texts are searched for a name.
const MAX_STRING_FILES: usize = 64;

/// Places in files of code whose strings, or texts outside of the code, hold the name: a template's, or a name that the
/// program looks up. A comment is no such place, nor is a name of the code that means something else.
pub(super) fn string_places(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
) -> Vec<RelatedPlace> {
    let files_with_name = context.files_with(std::slice::from_ref(&name.name));
    let code = files_with_name.iter().filter(|file| context.is_code(&file.path));
    let code: Vec<FileWithName> = code.cloned().collect();
    let paths = context.first_paths(&code, MAX_STRING_FILES);
    let Ok(finder) = AhoCorasick::new([&name.name]) else {
        return Vec::new();
    };
    let known = |file: &ParsedFile| {
        let parsed = context.files.comments_and_names(file, context.cancel);
        let facts = &file.facts;
        let names = facts.symbols.iter().map(|symbol| &symbol.name_span);
        let names = names.chain(facts.references.iter().map(|reference| &reference.span));
        let names = names.map(|span| span.start as usize..span.end as usize);
        parsed.iter().cloned().chain(names).collect()
    };
    let threads = context.tree.threads;
    let found = threads
        .filter_map(&paths, 4, |path| Some(places_by_text(context, name, &finder, path, known)));
    found.into_iter().flatten().collect()
}

/// The places in strings of a name of several words that is used in code, too, on other lines than those of `found`: what
/// looks it up. A name of one word is chance there.
pub(super) fn beside_uses(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    found: &[RelatedPlace],
) -> Vec<RelatedPlace> {
    if split_words(&name.name).count() < 2 {
        return Vec::new();
    }
    let mut strings = string_places(context, name);
    for place in &mut strings {
        let path = &place.file.path;
        let here = found.iter().filter(|known| known.file.path == *path);
        let known: BTreeSet<u32> =
            here.flat_map(|known| known.lines.iter().map(|(line, _)| *line)).collect();
        place.lines.retain(|(line, _)| !known.contains(line));
    }
    strings.retain(|place| !place.lines.is_empty());
    strings
}

/// The blocks of a file that hold the name, outside of the ranges that are `known`.
fn places_by_text(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    finder: &AhoCorasick,
    path: &str,
    known: impl Fn(&ParsedFile) -> Vec<Range<usize>>,
) -> Vec<RelatedPlace> {
    let is_searched = !context.cancel.is_cancelled();
    let file = is_searched.then(|| context.open(path)).flatten();
    let (Some(factor), Some(file)) = (context.factor(path), file) else {
        return Vec::new();
    };
    let mut known = known(&file);
    known.sort_unstable_by_key(|range| range.start);
    let mut known = known.into_iter().peekable();
    let mut known_until = 0;
    let found = occurrences(finder, &file.text).map(|(at, _)| at);
    let new = found.filter(|&at| {
        while let Some(range) = known.next_if(|range| range.start <= at) {
            known_until = range.end.max(known_until);
        }
        at >= known_until
    });
    let mut lines: Vec<u32> = new.map(|at| file.lines.line_at(at)).collect();
    lines.dedup();
    let mut by_block: BTreeMap<u32, Vec<(u32, Resolution)>> = BTreeMap::new();
    let mut blocks = Blocks::default();
    for line in lines {
        let block = by_block.entry(blocks.start(&file, line)).or_default();
        block.push((line, Resolution::Text));
    }
    let place = |(order, lines): (u32, Vec<(u32, Resolution)>)| {
        let mut score = use_score(Resolution::Text, lines.len());
        score.lower("penalty", factor);
        let (file, of) = (Arc::clone(&file), name.written.clone());
        RelatedPlace { lines, order, ..RelatedPlace::new(file, None, Resolution::Text, of, score) }
    };
    by_block.into_iter().map(place).collect()
}
