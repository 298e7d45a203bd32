//! The places that use a changed declaration directly.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use firsthand_codegraph::{Declaration, Graph, Include, Query, Relation};
use firsthand_history::{ChangedFile, Content};
use firsthand_source::{Cancel, Losses, NotSearched, RepoPath};
use firsthand_tools::{Toolbox, Use, UsedDeclaration, Uses};

use crate::declared::{Changed, Side};
use crate::document::{ChangedState, Dependence, How};
use crate::found::{Found, Line, is_meant, may_be_in, once, role_of};
use crate::gone::Earlier;
use crate::imports::Imports;
use crate::layout::is_compound;
use crate::out_of_sight::{OutOfSight, Why};
use crate::overloads::Overloads;
use crate::places::PresentFile;

/// The most declarations of one name of which a use found by name alone is followed.
pub(crate) const MAX_NAMESAKES: usize = 3;
/// The most declarations of one name of which a use found by name alone may be meant.
pub(crate) const MAX_MEANT: usize = 10;
/// The most places of one declaration that may well mean another.
const MAX_WEAK: usize = 50;
/// The most places that have no lines of uses, such as implementors and siblings, of one declaration.
pub(crate) const MAX_REGIONS: usize = 50;

/// Looks up the uses of declarations over one listing of the tree.
pub(crate) struct Lookup<'l> {
    pub(crate) toolbox: &'l Toolbox,
    graph: Graph,
    pub(crate) cancel: &'l Cancel,
    pub(crate) query: Query,
    /// The imports of the files that may mean a declaration.
    pub(crate) imports: Imports,
    /// The contents of the files that were read; `None` if one cannot be read.
    pub(crate) texts: RefCell<HashMap<RepoPath, Option<Arc<Vec<u8>>>>>,
    /// The files that were parsed.
    pub(crate) files: RefCell<HashMap<RepoPath, Rc<PresentFile>>>,
    /// The declarations of the names that were asked for.
    named: HashMap<String, Rc<Vec<(RepoPath, Declaration)>>>,
    /// The declarations whose lists were compared.
    pub(crate) listed: BTreeSet<(RepoPath, String)>,
    /// How many places of the last declaration hold its name and are not listed.
    pub(crate) not_listed: usize,
    /// The changed declarations, uses of which are not followed.
    pub(crate) lost: Vec<OutOfSight>,
    /// What the lookups left out.
    pub(crate) losses: Losses,
    /// The files that they did not search.
    pub(crate) not_searched: Vec<NotSearched>,
}

impl<'l> Lookup<'l> {
    pub(crate) fn new(toolbox: &'l Toolbox, cancel: &'l Cancel) -> Self {
        let include = Include { tests: true, generated: true, docs: true };
        Self {
            toolbox,
            graph: toolbox.graph().clone(),
            cancel,
            files: RefCell::default(),
            named: HashMap::new(),
            imports: Imports::default(),
            texts: RefCell::default(),
            listed: BTreeSet::new(),
            not_listed: 0,
            lost: Vec::new(),
            query: Query { include, limit: MAX_REGIONS, near_names: false, ..Query::default() },
            losses: Losses::default(),
            not_searched: Vec::new(),
        }
    }

    /// A lookup in the tree as it was before these files changed.
    pub(crate) fn before(toolbox: &'l Toolbox, files: &[ChangedFile], cancel: &'l Cancel) -> Self {
        let before = files.iter().filter(|file| file.before != Content::Unread).map(|file| {
            let bytes = match &file.before {
                Content::Bytes(bytes) if !bytes.contains(&0) => Some(bytes.clone()),
                _ => None,
            };
            (file.path.clone(), bytes)
        });
        let before: Vec<(RepoPath, Option<Vec<u8>>)> = before.collect();
        let texts = before.iter().cloned();
        let texts = texts.map(|(path, bytes)| (path, bytes.map(Arc::new))).collect();
        Self {
            texts: RefCell::new(texts),
            graph: toolbox.graph().overlaid(before, cancel),
            ..Self::new(toolbox, cancel)
        }
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether every use of a declaration's name means it: it consists of several words, and few others have it.
    pub(crate) fn is_distinctive(&mut self, declaration: &Declaration) -> bool {
        is_compound(declaration.used_name()) && self.namesakes(declaration) <= MAX_NAMESAKES
    }

    /// The declaration in the tree that a side is.
    pub(crate) fn target(&mut self, side: &Side) -> Option<UsedDeclaration> {
        self.target_of(&side.path, &side.declaration)
    }

    /// The declaration in the tree that one of a state of its file is.
    pub(crate) fn target_of(
        &mut self,
        path: &RepoPath,
        declaration: &Declaration,
    ) -> Option<UsedDeclaration> {
        let file = self.file(path);
        let declared = &file.declared;
        let same = declared.iter().filter(|other| {
            other.qualified == declaration.qualified && other.kind == declaration.kind
        });
        let line = declaration.range.start();
        let present = same.min_by_key(|other| other.range.start().abs_diff(line))?;
        Some(
            UsedDeclaration::of(path, declared, present)
                .in_package()
                .with_distinctive_name(self.is_distinctive(present)),
        )
    }

    /// The declarations of the tree with a name, and their files.
    pub(crate) fn declarations_named(&mut self, name: &str) -> Rc<Vec<(RepoPath, Declaration)>> {
        if let Some(known) = self.named.get(name) {
            return Rc::clone(known);
        }
        let found = self.graph().relate(name, Relation::Definition, &self.query, self.cancel);
        let declared = found.regions.into_iter();
        let declared = declared.filter_map(|region| Some((region.path, region.symbol?)));
        let declared = Rc::new(declared.collect());
        self.named.insert(name.to_owned(), Rc::clone(&declared));
        declared
    }

    /// How many declarations of the tree have the same name and are members of something like this one, or not; tests are
    /// not counted. A constructor is used by the name of its type.
    pub(crate) fn namesakes(&mut self, of: &Declaration) -> usize {
        let is_member = |declaration: &Declaration| declaration.qualified != declaration.name;
        let is_alike = |other: &Declaration| {
            if of.is_constructor { !other.is_function() } else { is_member(other) == is_member(of) }
        };
        let declared = self.declarations_named(of.used_name());
        declared.iter().filter(|(_, other)| is_alike(other) && !other.is_test).count()
    }

    /// The uses of a target in one relation.
    pub(crate) fn uses(&mut self, target: &UsedDeclaration, relation: Relation) -> Uses {
        let mut found = Uses::of(self.graph(), target, relation, &self.query, self.cancel);
        if matches!(relation, Relation::Callers | Relation::References) {
            self.readmit(target, &mut found);
        }
        found
    }

    /// Keeps the first items, and counts the others as left out.
    pub(crate) fn keep<T>(&mut self, items: &mut Vec<T>, most: usize) {
        self.losses.cap += items.len().saturating_sub(most) as u64;
        items.truncate(most);
    }

    /// As [`Lookup::uses`], and counts what was left out.
    pub(crate) fn counted(&mut self, target: &UsedDeclaration, relation: Relation) -> Uses {
        let mut found = self.uses(target, relation);
        self.losses = self.losses.and(found.found.stats.losses);
        let known = std::mem::take(&mut self.not_searched);
        let not_searched = std::mem::take(&mut found.found.not_searched);
        self.not_searched = NotSearched::of_both(known, not_searched);
        // There may be more of those that are listed by their regions.
        self.losses.cap += u64::from(found.regions >= MAX_REGIONS);
        found
    }

    /// The places that use a changed declaration, in the present tree or before the change.
    pub(crate) fn places(
        &mut self,
        changed: &Changed,
        of: usize,
        earlier: &mut Earlier<'_>,
    ) -> Vec<Found> {
        self.not_listed = 0;
        let target = changed.after().and_then(|after| self.target(after));
        let mut found = Vec::new();
        if let Some(target) = target.as_ref().filter(|_| changed.state != ChangedState::Added) {
            let declaration = &changed.side.declaration;
            let mut unsure = self.add_uses((target, declaration), of, &mut found);
            unsure.retain(|(path, line)| *path != target.path || !target.lines.contains(*line));
            if let Some((path, line)) = unsure.first() {
                let why = Why::ByName(format!("{path}:{line}"), unsure.len());
                self.lost.push(OutOfSight::new(&target.path, declaration, why));
            }
            // Strings that hold the new name held it before.
            found
                .retain(|place| changed.state != ChangedState::Renamed || place.how != How::String);
            let outer = self.outer_function(&target.path, target.lines);
            found.extend(outer.map(|place| Found { of: Some(of), ..place }));
        }
        if changed.state == ChangedState::Added {
            found.extend(self.of_added(changed, of, earlier));
        }
        // What is not in the present tree is gone since.
        let gone_since = || changed.before.as_ref().filter(|_| target.is_none());
        let gone = changed.gone().or_else(gone_since);
        if let Some(gone) = gone.or_else(|| earlier.other_overload(changed)) {
            found.extend(earlier.places(self, (gone, changed.state), of));
        }
        let hidden = || earlier.before_hidden(self, changed);
        if let Some(before) = changed.before_in_set_of_methods().or_else(hidden) {
            let used = earlier.still_using(self, before, of);
            found.extend(used.into_iter().flat_map(|(_, uses, _)| uses));
        }
        found.extend(earlier.bases(self, changed, of));
        found.extend(self.answering(changed, of));
        let mut left = self.left_by_lists(changed, of, earlier);
        left.retain(|place| !place.is_of_a_program());
        found.extend(left);
        let is_own = |place: &Found, own: &UsedDeclaration| {
            own.path == place.path && changed.side.own_lines(own).contains(place.line)
        };
        let mut weak = 0;
        found.retain(|place| {
            weak += usize::from(place.is_weak);
            !place.is_weak || weak <= MAX_WEAK
        });
        self.not_listed += weak.saturating_sub(MAX_WEAK);
        found.retain(|place| !target.as_ref().is_some_and(|own| is_own(place, own)));
        let is_unused = !found.iter().any(|place| place.role.is_use());
        if let Some(target) = &target
            && is_unused
            && changed.state != ChangedState::Added
        {
            let declaration = &changed.side.declaration;
            let exported = self.exporting_line(target).map(Why::Exported);
            let why = exported.or_else(|| declaration.is_function().then_some(Why::NoUse));
            self.lost.extend(why.map(|why| OutOfSight::new(&target.path, declaration, why)));
        }
        let mut found = once(found);
        found.iter_mut().for_each(|place| self.begin_with_code(place));
        found
    }

    /// The line of its own file that exports a declaration.
    fn exporting_line(&mut self, target: &UsedDeclaration) -> Option<String> {
        let found = self.uses(target, Relation::References);
        let mut exports = found.imports.iter().map(|one| &one.site);
        let export = exports.find(|site| site.path == target.path)?;
        Some(format!("{}:{}", export.path, export.line))
    }

    /// Adds the uses of a declaration of the tree, and returns the lines that use its name where another one may be meant.
    pub(crate) fn add_uses(
        &mut self,
        (target, declaration): (&UsedDeclaration, &Declaration),
        of: usize,
        found: &mut Vec<Found>,
    ) -> BTreeSet<Line> {
        let relations = [
            (Relation::Callers, Dependence::Caller),
            (Relation::Implementors, Dependence::Implementor),
            (Relation::Registrations, Dependence::Registration),
            (Relation::References, Dependence::Reference),
        ];
        let is_common = self.is_common(target, declaration);
        let by_name = |one: &Use| !one.site.resolution.is_certain();
        let mut unsure: BTreeSet<Line> = BTreeSet::new();
        for (relation, role) in relations {
            let uses = self.counted(target, relation);
            let meant = uses.uses.iter().filter(|one| by_name(one)).count();
            let has_others = is_common || uses.others.len() > meant;
            let is_weak = |one: &Use| by_name(one) && has_others && !target.is_distinctive;
            let meant = uses.uses.iter().filter(|one| is_meant(one, target)).map(|one| Found {
                is_guess: by_name(one) && !target.is_distinctive,
                is_weak: is_weak(one),
                ..Found::of_use(one, role_of(one, role), Some(of))
            });
            // Who names a type in code does not use its constructor.
            let is_mention = |place: &Found| place.role == Dependence::Reference;
            found.extend(meant.filter(|place| !declaration.is_constructor || !is_mention(place)));
            let weak = uses.uses.iter().filter(|one| is_weak(one)).chain(&uses.others);
            let weak = weak.filter(|one| may_be_in(one, target));
            unsure.extend(weak.map(|one| (one.site.path.clone(), one.site.line)));
        }
        if let Some(overloads) = Overloads::of(&self.file(&target.path).declared, declaration) {
            found.extend(self.delegations(target, declaration, of));
            found.retain_mut(|place| overloads.may_mean(place));
        }
        self.leave_out_twins(target, declaration, found);
        unsure
    }
}
