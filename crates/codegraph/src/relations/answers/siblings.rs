//! Siblings of a declaration: other places that enumerate the same members, such as the `match` over an enum, the form
//! and the serializer of a type's fields, the model of a table's columns. They change together with it.
//!
//! Which files name enough of the members is decided by chance alone: names that occur together in a file where one
//! would expect them anyway, since many files have them, are no evidence ([`chance`]).

mod chance;
mod changed;
mod enumerations;
mod hits;
mod listed;

use super::callees;
use crate::answer::{Declaration, Resolution};
use crate::facts::languages::folder;
use crate::facts::{ParsedFile, Symbol};
use crate::relations::{RelatedPlace, RelationContext, Target, Unparsed};
use crate::text::distinct::distinct;
use crate::text::files_by_name::{finder, occurrences};
use crate::text::rank::Score;
use crate::text::scan::{Scan, scan};
use crate::text::tokens::Tokens;
use crate::text::words::{folded, word_hash};
use chance::{Best, Chance, enumerated};
use changed::Changed;
use enumerations::{enumerations, without_comments};
use firsthand_source::{Cancel, identifiers};
use hits::{SiblingPlace, best_places};
use listed::lists as text_lists;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// The most files that are opened: those that name the least likely sets of members.
const MAX_OPENED: usize = 60;
/// The most places without a declaration that are shown if they name the same members in files of one kind, as
/// translations do.
const MAX_ALIKE: usize = 3;
/// The most members in a note.
const MAX_NAMED: usize = 12;

/// The lists of names that a declaration of a file enumerates, or its whole text.
pub(crate) fn lists(
    file: &Arc<ParsedFile>,
    of: Option<&Declaration>,
    cancel: &Cancel,
) -> Vec<Vec<String>> {
    let Some(of) = of else { return text_lists(&without_comments(file, cancel)) };
    Target::of(file, of).map_or_else(Vec::new, |target| enumerations(&target, cancel))
}

/// The places that name the members of one of the targets.
pub(super) fn siblings(
    context: &RelationContext<'_>,
    targets: &[Target],
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    let mut found: Vec<RelatedPlace> = Vec::new();
    for target in targets.iter().take(MAX_TARGETS) {
        let own = Search::of(context, target).run(notes);
        // A function that enumerates nothing is a part of what its type does.
        let is_given = !context.query.lists.is_empty();
        let owner = (own.is_empty() && !is_given).then(|| target.owner()).flatten();
        found.extend(owner.iter().flat_map(|owner| Search::of(context, owner).run(notes)));
        found.extend(own);
    }
    found
}

/// Takes out what a function calls on values if that leads to no declaration of the tree: who uses a library's type alike
/// enumerates nothing.
fn drop_foreign_calls(context: &RelationContext<'_>, of: &Target, listed: &mut [Vec<String>]) {
    let (facts, own) = (&of.file.facts, &of.symbol().span);
    let calls = facts.references.iter().filter(|reference| {
        let is_own = own.start <= reference.span.start && reference.span.end <= own.end;
        is_own && reference.call && reference.qualifier.is_some()
    });
    let mut foreign: HashSet<String> =
        calls.map(|reference| folded(of.file.slice(&reference.span))).collect();
    foreign.retain(|name| listed.iter().any(|names| names.contains(name)));
    if foreign.is_empty() {
        return;
    }
    for callee in callees::callees(context, std::slice::from_ref(of), &mut Vec::new()) {
        let symbol = callee.symbol.map(|at| &callee.file.facts.symbols[at]);
        symbol.map(|symbol| foreign.remove(&folded(&symbol.name)));
    }
    listed.iter_mut().for_each(|names| names.retain(|name| !foreign.contains(name)));
}

/// The most declarations of one name whose siblings are searched for.
const MAX_TARGETS: usize = 4;

/// A search for the siblings of one declaration.
struct Search<'a> {
    context: &'a RelationContext<'a>,
    target: &'a Target,
    tokens: Tokens,
    /// The members that it enumerates: several lists, ascending each, the largest first.
    members: Vec<Vec<u16>>,
    /// The lists that changed, if the query states some.
    changed: Vec<Changed>,
}

impl<'a> Search<'a> {
    fn of(context: &'a RelationContext<'a>, target: &'a Target) -> Search<'a> {
        let given = &context.query.lists;
        let listed = if given.is_empty() {
            let mut listed = enumerations(target, context.cancel);
            drop_foreign_calls(context, target, &mut listed);
            listed
        } else {
            given.iter().map(|list| list.before.clone()).collect()
        };
        let after = given.iter().flat_map(|list| &list.after);
        let words: BTreeSet<&str> =
            listed.iter().flatten().chain(after).map(String::as_str).collect();
        let words: Vec<&str> = words.into_iter().collect();
        let tokens = Tokens::of(&words.join("\n"));
        let members = enumerated(&listed, &tokens);
        let changed = given.iter().map(|list| Changed::of(list, &tokens)).collect();
        Search { context, target, tokens, members, changed }
    }

    fn run(&self, notes: &mut Vec<String>) -> Vec<RelatedPlace> {
        let context = self.context;
        if self.members.is_empty() {
            let (name, few) = (&self.target.symbol().qualified, chance::MIN_SHARED);
            notes.push(format!("{name} lists fewer than {few} members"));
            return Vec::new();
        }
        let (entries, postings) = (&context.inventory.files, context.listing.postings());
        let scan = scan(context.listing, entries, postings, &self.tokens, context.cancel);
        context.tally.add_scan(&scan);
        let chance = Chance::of(&scan, &self.members);
        let likely = self.likely_files(&scan, &chance);
        let functions = self.functions();
        let places = context.tree.threads.filter_map(&likely, 1, |file| {
            let file = context.open(entries[*file as usize].path.as_str())?;
            let is_own = file.path == self.target.file.path;
            let own = is_own.then(|| self.target.symbol().span.clone());
            let left_out = (own.as_ref(), functions.as_slice());
            let places = best_places(&file, left_out, &self.tokens, &chance, context.cancel);
            let left: Vec<SiblingPlace> =
                places.into_iter().filter_map(|place| self.left(place, &file)).collect();
            Some((left, file))
        });
        let places = places.into_iter().flat_map(|(places, file)| {
            let of_file = places.into_iter();
            of_file.map(move |place| (place, Arc::clone(&file)))
        });
        let places = without_alike(places.collect(), notes).into_iter();
        let related = places.filter_map(|(place, file)| self.related(&place, file));
        let found: Vec<RelatedPlace> = related.collect();
        if !found.is_empty() {
            notes.push(self.members_note());
        }
        found
    }

    /// A place that a changed list left behind; every place if no list is stated.
    fn left(&self, place: SiblingPlace, file: &ParsedFile) -> Option<SiblingPlace> {
        if self.changed.is_empty() {
            return Some(place);
        }
        let members = &self.members[place.best.enumeration];
        let mut lists = self.changed.iter().filter(|list| list.was(members));
        lists.find_map(|list| list.left(&place, file, &self.tokens))
    }

    /// The members that are functions in the declaration.
    fn functions(&self) -> Vec<u16> {
        let facts = &self.target.file.facts;
        let own = facts.members(self.target.symbol).map(|member| &facts.symbols[member]);
        let own = own.filter(|symbol| symbol.is_function());
        let token = |symbol: &Symbol| self.tokens.find_identifier(word_hash(&folded(&symbol.name)));
        distinct(own.filter_map(token))
    }

    /// The files that name unlikely sets of members, the least likely first, by their indices; a limit leaves out others.
    fn likely_files(&self, scan: &Scan, chance: &Chance<'_>) -> Vec<u32> {
        let mut likely: Vec<(f64, u32)> = Vec::new();
        for file in &scan.files {
            let named: Vec<u16> = file.counts.iter().map(|(token, _)| *token).collect();
            let best = chance.best(&named, 0.0);
            likely.extend(best.map(|best| (best.surprise, file.file)));
        }
        likely.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, file) in likely.iter().skip(MAX_OPENED) {
            let path = &self.context.inventory.files[*file as usize].path;
            self.context.tally.count_skipped(path.as_str(), Unparsed::Limit);
        }
        let opened = likely.into_iter().take(MAX_OPENED);
        opened.map(|(_, file)| file).collect()
    }

    /// A note that says by which members the places were found.
    fn members_note(&self) -> String {
        let largest = self.members.first();
        let file = &self.target.file;
        let as_written = |folded_name: &str| {
            let mut words = identifiers(file.slice(&self.target.symbol().span));
            let word = words.find(|(_, word)| folded(word) == folded_name);
            word.map_or(folded_name, |(_, word)| word).to_owned()
        };
        let names = largest.into_iter().flat_map(|members| members.iter());
        let names = names.map(|token| &self.tokens.list[usize::from(*token)].text);
        let names: Vec<String> = names.map(|name| as_written(name)).collect();
        let named = firsthand_source::join_at_most(&names, MAX_NAMED);
        format!("members of {}: {named}", self.target.symbol().qualified)
    }

    /// `None` if the query excludes the place.
    fn related(&self, place: &SiblingPlace, file: Arc<ParsedFile>) -> Option<RelatedPlace> {
        let resolution = self.resolution(&file);
        let Best { surprise, rarity, .. } = place.best;
        let mut score = Score::of([("members", rarity), ("chance", surprise - rarity)]);
        let factor = self.context.place_factor(&file, place.symbol)?;
        score.lower("penalty", factor);
        let lines = place.lines.iter().map(|line| (*line, resolution));
        let of = self.target.symbol().qualified.clone();
        Some(RelatedPlace {
            order: place.lines.first().copied().unwrap_or(1),
            lines: lines.collect(),
            ..RelatedPlace::new(file, place.symbol, resolution, of, score)
        })
    }

    /// `Import` if the file imports the declaring file, `Scope` if it is that file or names the declaration in the same
    /// folder; otherwise only the members have the same names.
    fn resolution(&self, file: &ParsedFile) -> Resolution {
        let declaring = &self.target.file.path;
        if file.path == *declaring {
            return Resolution::Scope;
        }
        let mut imports = file.facts.imports.iter();
        if imports.any(|import| self.context.resolve(file, &import.source).contains(declaring)) {
            return Resolution::Import;
        }
        let name = &self.target.symbol().name;
        let is_beside = folder(&file.path) == folder(declaring);
        let names = || {
            finder([name]).is_some_and(|finder| occurrences(&finder, &file.text).next().is_some())
        };
        if is_beside && file.language().folder_scope && names() {
            Resolution::Scope
        } else {
            Resolution::Name
        }
    }
}

/// The places without those that are like others: more than [`MAX_ALIKE`] that are no part of a declaration and name the
/// same members, in files of one name or in one folder. The first of them stays, and a note counts the others.
fn without_alike(
    places: Vec<(SiblingPlace, Arc<ParsedFile>)>,
    notes: &mut Vec<String>,
) -> Vec<(SiblingPlace, Arc<ParsedFile>)> {
    let mut by_kind: BTreeMap<(String, Vec<u16>), Vec<usize>> = BTreeMap::new();
    for (index, (place, file)) in places.iter().enumerate() {
        let is_data = place.symbol.is_none() || file.language().is_data;
        if is_data {
            let (home, name) =
                (folder(&file.path), file.path.rsplit('/').next().unwrap_or_default());
            let ending = name.rsplit('.').next().unwrap_or_default();
            for kind in [format!("*/{name}"), format!("{home}/*.{ending}")] {
                by_kind.entry((kind, place.named.clone())).or_default().push(index);
            }
        }
    }
    let mut dropped: BTreeSet<usize> = BTreeSet::new();
    for ((kind, _), alike) in by_kind {
        let left: Vec<usize> = alike.into_iter().filter(|at| !dropped.contains(at)).collect();
        if left.len() > MAX_ALIKE {
            let first = &places[left[0]].1.path;
            notes.push(format!("{first}, and {} like it: {kind}", left.len() - 1));
            dropped.extend(&left[1..]);
        }
    }
    let kept = places.into_iter().enumerate();
    let kept = kept.filter(|(index, _)| !dropped.contains(index));
    kept.map(|(_, place)| place).collect()
}
