//! Uses of what is there no more under its name, or in its place: they are found in the tree as it was before the change,
//! and are listed where their lines still stand.

use std::collections::{BTreeSet, HashMap};

use firsthand_codegraph::{NameUse, Relation, can_use, is_code};
use firsthand_history::{ChangedFile, Content};
use firsthand_source::{Cancel, Losses, NotSearched, RepoPath, folder};
use firsthand_tools::{Toolbox, Use, UsedDeclaration};

use crate::declared::Side;
use crate::document::{ChangedState, Dependence, How};
use crate::found::{Found, Line, role_of};
use crate::hunks::KeptLines;
use crate::layout::is_compound;
use crate::lookup::Lookup;
use crate::overloads::Overloads;

/// The most lines of one file with the name of what is gone.
const MAX_LINES: usize = 500;
/// The most other declarations of its name whose uses are told apart from its own.
pub(crate) const MAX_OTHERS: usize = 5;
/// The most files that may import one that is gone.
const MAX_IMPORTING: usize = 300;

/// The tree as it was before a change.
pub(crate) struct Earlier<'l> {
    toolbox: &'l Toolbox,
    pub(crate) files: &'l [ChangedFile],
    cancel: &'l Cancel,
    /// Made when it is asked for.
    lookup: Option<Lookup<'l>>,
    /// The lines of changed files that still stand; of a file that is gone, `None`.
    kept: HashMap<RepoPath, Option<KeptLines>>,
}

impl<'l> Earlier<'l> {
    pub(crate) fn new(toolbox: &'l Toolbox, files: &'l [ChangedFile], cancel: &'l Cancel) -> Self {
        Self { toolbox, files, cancel, lookup: None, kept: HashMap::new() }
    }

    pub(crate) fn lookup(&mut self) -> &mut Lookup<'l> {
        let before = || Lookup::before(self.toolbox, self.files, self.cancel);
        self.lookup.get_or_insert_with(before)
    }

    /// What the lookups left out, and the files that they did not search.
    pub(crate) fn left_out(&self) -> (Losses, Vec<NotSearched>) {
        let lookup = self.lookup.as_ref();
        lookup.map(|lookup| (lookup.losses, lookup.not_searched.clone())).unwrap_or_default()
    }

    /// The places that use what is gone, or hold its name, and may mean it.
    pub(crate) fn places(
        &mut self,
        present: &mut Lookup<'_>,
        (gone, state): (&Side, ChangedState),
        of: usize,
    ) -> Vec<Found> {
        let Some((target, mut found, unsure)) = self.still_using(present, gone, of) else {
            return Vec::new();
        };
        let imports = self.imports(&target, of);
        let still = imports.into_iter().filter_map(|place| self.still(present, place));
        let imports: Vec<Found> = still.collect();
        // What stands in a changed file, or for a declaration that has another one beside it, may mean something else now.
        let is_applied = self.lookup().text(&gone.path) != present.text(&gone.path);
        let is_gone = |path: &RepoPath, line: u32| {
            !is_applied && *path == gone.path && gone.declaration.range.contains(line)
        };
        let ruled_out = lines_of_others(present, &gone.declaration.name, is_gone);
        let is_ruled_out = |place: &Found| ruled_out.contains(&(place.path.clone(), place.line));
        let has_same = is_applied && present.has_declaration(gone);
        // Of several functions of its name, those that are left do not take what it took.
        let before = self.lookup().file(&gone.path);
        let overloads = Overloads::of(&before.declared, &gone.declaration);
        if overloads.is_none() {
            found.retain(|place| {
                !(has_same || self.is_changed(&place.path)) || !is_ruled_out(place)
            });
        }
        found.extend(imports.into_iter().filter(|place| !is_ruled_out(place)));
        if state != ChangedState::Moved {
            let unsure: BTreeSet<Line> =
                unsure.into_iter().filter_map(|line| self.still_line(present, line)).collect();
            let known = found.iter().map(|place| (place.path.clone(), place.line));
            let known: BTreeSet<Line> = known.chain(ruled_out).collect();
            self.add_lines_with_name(present, gone, of, (&known, &unsure), &mut found);
        }
        if let Some(overloads) = overloads {
            found.retain_mut(|place| overloads.may_mean(place));
        }
        found
    }

    /// The imports of a declaration.
    fn imports(&mut self, target: &UsedDeclaration, of: usize) -> Vec<Found> {
        let imports = self.lookup().uses(target, Relation::References).imports;
        let imports = imports.iter().filter(|one| one.site.resolution.is_certain());
        let place = |one: &Use| Found {
            how: How::Import,
            ..Found::of_use(one, role_of(one, Dependence::Reference), Some(of))
        };
        imports.map(place).collect()
    }

    /// Adds the lines of the present tree that hold the name and are not known, the likeliest first. A word of a text need
    /// not be the name: of such lines only the number is kept.
    fn add_lines_with_name(
        &mut self,
        present: &mut Lookup<'_>,
        gone: &Side,
        of: usize,
        (known, unsure): (&BTreeSet<Line>, &BTreeSet<Line>),
        found: &mut Vec<Found>,
    ) {
        let name = &gone.declaration.name;
        let lines = present.lines_with(std::slice::from_ref(name), MAX_LINES).pop();
        let mut lines = lines.unwrap_or_default();
        let of_files = lines.chunk_by(|one, other| one.0 == other.0);
        present.losses.cap += of_files.filter(|lines| lines.len() >= MAX_LINES).count() as u64;
        lines.retain(|line| !known.contains(line));
        let kinds = present.graph().uses_of_name(name, &lines, present.cancel);
        let is_distinctive = self.lookup().is_distinctive(&gone.declaration);
        let is_only = self.lookup().namesakes(&gone.declaration) <= 1;
        let mut texts = Vec::new();
        for ((path, line), kind) in lines.into_iter().zip(kinds) {
            let is_weak = !is_distinctive && (!is_only || unsure.contains(&(path.clone(), line)));
            let how = match kind {
                NameUse::Declaration | NameUse::Binding => continue,
                NameUse::String => How::String,
                _ if is_code(path.as_str()) && !can_use(path.as_str(), gone.path.as_str()) => {
                    continue;
                }
                _ => How::Name,
            };
            let Some(place) = present.use_at(&path, line, how) else {
                continue;
            };
            let place = Found { of: Some(of), is_weak, ..place };
            if matches!(kind, NameUse::Import | NameUse::Mention | NameUse::Call | NameUse::Behind)
            {
                found.push(place);
            } else if is_written_as_name(&place.line_text(), name) {
                texts.push(place);
            } else {
                present.not_listed += 1;
            }
        }
        found.extend(texts);
    }

    /// A place of the earlier tree as one of the present tree, if its line still stands.
    pub(crate) fn still(&mut self, present: &Lookup<'_>, place: Found) -> Option<Found> {
        let (path, line) = self.still_line(present, (place.path.clone(), place.line))?;
        let now = present.place_at(&path, line, place.role, place.how)?;
        Some(Found { line, file: now.file, symbol: now.symbol, ..place })
    }

    fn still_line(&mut self, present: &Lookup<'_>, (path, line): Line) -> Option<Line> {
        if !self.is_changed(&path) {
            return Some((path, line));
        }
        if !self.kept.contains_key(&path) {
            let (before, now) = (self.lookup().text(&path), present.text(&path));
            let kept = before.zip(now).map(|(before, now)| KeptLines::of(&before, &now));
            self.kept.insert(path.clone(), kept);
        }
        let now = self.kept.get(&path)?.as_ref()?.later(line)?;
        Some((path, now))
    }

    fn is_changed(&self, path: &RepoPath) -> bool {
        self.files.iter().any(|file| file.path == *path)
    }

    /// The lines that name files which are gone, beside those that are known: imports, and strings with their paths.
    pub(crate) fn uses_of_gone_files(
        &mut self,
        present: &mut Lookup<'_>,
        known: &[Found],
    ) -> Vec<Found> {
        let mut known: BTreeSet<Line> = known.iter().flat_map(Found::all_lines).collect();
        let mut found = Vec::new();
        for file in self.files {
            let was_there = file.before != Content::Absent;
            let is_gone = file.after == Content::Absent && present.text(&file.path).is_none();
            if was_there && is_gone && self.cancel.is_cancelled() {
                present.losses.time += 1;
            } else if was_there && is_gone {
                if is_code(file.path.as_str()) {
                    found.extend(self.imports_of(present, &file.path));
                }
                found.extend(self.strings_of(present, &file.path));
            }
        }
        found.retain(|place| known.insert((place.path.clone(), place.line)));
        found
    }

    /// The lines whose strings named a file.
    fn strings_of(&mut self, present: &Lookup<'_>, gone: &RepoPath) -> Vec<Found> {
        let lines = self.lookup().uses_of_file(gone);
        let lines = lines.into_iter().filter_map(|line| self.still_line(present, line));
        lines.filter_map(|(path, line)| present.use_at(&path, line, How::String)).collect()
    }

    /// The lines of imports that led to a file and name it, or its folder if nothing else of that is imported now.
    fn imports_of(&mut self, present: &mut Lookup<'_>, gone: &RepoPath) -> Vec<Found> {
        let above = folder(gone.as_str());
        let stem = gone.file_name().split('.').next().unwrap_or_default();
        let names = [stem, above.rsplit('/').next().unwrap_or_default()];
        let names: Vec<String> =
            names.into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let lines = present.lines_with(&names, MAX_LINES);
        let mut lines: Vec<(usize, Line)> = lines
            .into_iter()
            .enumerate()
            .flat_map(|(name, lines)| lines.into_iter().map(move |line| (name, line)))
            .filter(|(_, (path, _))| is_code(path.as_str()))
            .collect();
        let paths: BTreeSet<RepoPath> = lines.iter().map(|(_, (path, _))| path.clone()).collect();
        let mut paths: Vec<RepoPath> = paths.into_iter().collect();
        present.keep(&mut paths, MAX_IMPORTING);
        let before = self.lookup().graph().imported_files(&paths, present.cancel);
        let now = present.graph().imported_files(&paths, present.cancel);
        let is_beside = |path: &RepoPath| folder(path.as_str()) == above;
        // Whether a file imported the one that is gone, and whether it still imports others beside it.
        let importing = paths.into_iter().zip(before.iter().zip(&now));
        let importing: HashMap<RepoPath, bool> = importing
            .filter(|(_, (before, _))| before.contains(gone))
            .map(|(path, (_, now))| (path, now.iter().any(is_beside)))
            .collect();
        lines.retain(|(name, (path, _))| {
            importing.get(path).is_some_and(|has_others| {
                !has_others || names[*name] == stem && !is_folder_named(gone)
            })
        });
        let places = lines.into_iter().filter_map(|(_, (path, line))| {
            present.use_at(&path, line, How::Import).filter(|place| present.is_import(place))
        });
        places.collect()
    }
}

impl Lookup<'_> {
    /// Whether the file of a declaration has one of its name with its containers.
    fn has_declaration(&self, side: &Side) -> bool {
        let file = self.file(&side.path);
        file.declared.iter().any(|other| other.qualified == side.declaration.qualified)
    }
}

/// Whether a file is named as its folder is, so that an import of the one may mean the other.
fn is_folder_named(path: &RepoPath) -> bool {
    let stem = path.file_name().split('.').next();
    folder(path.as_str()).rsplit('/').next() == stem
}

/// The lines of the present tree that declare something else of the name, or are known to mean it.
fn lines_of_others(
    present: &mut Lookup<'_>,
    name: &str,
    is_gone: impl Fn(&RepoPath, u32) -> bool,
) -> BTreeSet<Line> {
    let declared = present.declarations_named(name);
    let others = declared.iter().filter(|(path, one)| !is_gone(path, one.head.start()));
    let mut lines = BTreeSet::new();
    for (path, symbol) in others.take(MAX_OTHERS) {
        let file = present.file(path);
        let other = UsedDeclaration::of(path, &file.declared, symbol);
        let found = present.uses(&other, Relation::References);
        let certain = found.uses.into_iter().chain(found.imports);
        let certain = certain.filter(|one| one.site.resolution.is_certain());
        lines.extend(certain.map(|one| (one.site.path, one.site.line)));
        lines.insert((path.clone(), symbol.head.start()));
    }
    lines
}

/// Whether a line of a text holds a name as one, and not as a word: the name has several parts, or what stands beside it is
/// what stands beside names.
fn is_written_as_name(line: &str, name: &str) -> bool {
    let mut named = line
        .match_indices(name)
        .map(|(at, _)| (line[..at].chars().next_back(), line[at + name.len()..].chars().next()));
    named.any(|(before, after)| {
        let is_quoted = before == after && matches!(before, Some('"' | '\'' | '`'));
        let is_member = matches!(before, Some('.' | '#' | ':' | '`' | '>'));
        is_compound(name) || is_quoted || is_member || matches!(after, Some('(' | '`'))
    })
}
