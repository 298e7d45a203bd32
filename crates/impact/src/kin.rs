//! Types that are named after a type which wins a member, have most of their own members in common with it, and lack the
//! new one: what is sent, stored or shown of it.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::{Declaration, is_code};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, split_words};

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, How};
use crate::found::Found;
use crate::lookup::Lookup;

/// The least members that two types share.
const MIN_SHARED: usize = 3;
/// The most words that the name of a type has beside those of the other one.
const MAX_MORE_WORDS: usize = 2;
/// The most files with such a name that are read for one type, and the most types that are looked at.
const MAX_FILES: usize = 40;
const MAX_TYPES: usize = 8;

/// A type, with the members that it has won and the others.
#[derive(Default)]
struct Wider<'c> {
    of: usize,
    name: &'c str,
    new: BTreeSet<String>,
}

/// The types that share members with one that a change gives more of them, and lack all of these.
pub(crate) fn kin(lookup: &mut Lookup<'_>, changed: &[Changed]) -> Vec<Found> {
    let mut wider: BTreeMap<(&RepoPath, &str), Wider<'_>> = BTreeMap::new();
    for (of, one) in changed.iter().enumerate() {
        let declaration = &one.side.declaration;
        let is_new =
            one.state == ChangedState::Added && !declaration.is_function() && !one.is_test();
        if let Some(container) = declaration.container().filter(|_| is_new) {
            let name = last_name(container);
            let wider = wider.entry((&one.side.path, container));
            let wider = wider.or_insert_with(|| Wider { of, name, new: BTreeSet::new() });
            wider.new.insert(plain(&declaration.name));
        }
    }
    let is_added = |path: &RepoPath, name: &str| {
        let mut added = changed.iter().filter(|one| one.state == ChangedState::Added);
        added.any(|one| one.side.path == *path && one.side.declaration.qualified == name)
    };
    let mut wider: Vec<_> =
        wider.into_iter().filter(|((path, name), _)| !is_added(path, name)).collect();
    lookup.keep(&mut wider, MAX_TYPES);
    let mut found = Vec::new();
    for ((path, container), wider) in wider {
        let members = members_of(&lookup.file(path).declared, container);
        let kept: BTreeSet<&String> =
            members.keys().filter(|name| !wider.new.contains(*name)).collect();
        if kept.len() < MIN_SHARED || lookup.cancel.is_cancelled() {
            continue;
        }
        for file in lookup.files_named_after(wider.name) {
            let declared = lookup.file(&file);
            for ty in declared.declared.iter().filter(|ty| is_named_after(&ty.name, wider.name)) {
                let own = members_of(&declared.declared, &ty.qualified);
                let shared: Vec<u32> = own
                    .iter()
                    .filter(|(name, _)| kept.contains(name))
                    .map(|(_, line)| *line)
                    .collect();
                let is_kin = shared.len() >= MIN_SHARED && shared.len() * 2 > own.len();
                let is_own = file == *path && ty.qualified == container;
                let lacks = !own.keys().any(|name| wider.new.contains(name));
                if is_kin
                    && !is_own
                    && lacks
                    && let Some(line) = shared.iter().max()
                {
                    let place =
                        lookup.place_at(&file, *line, Dependence::Sibling, How::Enumeration);
                    let place = place.filter(|place| !place.is_test());
                    let symbol = Some(ty.clone());
                    found.extend(place.map(|place| Found { of: Some(wider.of), symbol, ..place }));
                }
            }
        }
    }
    found
}

/// A name in one spelling: `a_b` and `aB` are the same.
fn plain(name: &str) -> String {
    name.replace(['_', '-', '$'], "").to_lowercase()
}

/// The last part of a qualified name.
fn last_name(qualified: &str) -> &str {
    qualified.rsplit(['.', ':', '\\', '#']).next().unwrap_or(qualified)
}

/// The members of a type that are no functions, with their lines.
fn members_of(declared: &[Declaration], container: &str) -> BTreeMap<String, u32> {
    let own =
        declared.iter().filter(|one| one.container() == Some(container) && !one.is_function());
    own.map(|one| (plain(&one.name), one.head.start())).collect()
}

/// Whether a name has all words of another one and few others.
fn is_named_after(name: &str, other: &str) -> bool {
    let words: Vec<String> = split_words(name).collect();
    let of: Vec<String> = split_words(other).collect();
    let is_part = words.windows(of.len().max(1)).any(|part| part == of);
    is_part && words.len() <= of.len() + MAX_MORE_WORDS
}

impl Lookup<'_> {
    /// The files of code that are named after a type.
    fn files_named_after(&mut self, name: &str) -> Vec<RepoPath> {
        let inventory = self.graph().files();
        let named = inventory.files.iter().map(|file| &file.path).filter(|path| {
            let stem = path.file_name().rsplit_once('.').map_or("", |(stem, _)| stem);
            let class = PathClass::of(path);
            is_code(path.as_str()) && !class.test && !class.docs && is_named_after(stem, name)
        });
        let mut named: Vec<RepoPath> = named.cloned().collect();
        self.keep(&mut named, MAX_FILES);
        named
    }
}
