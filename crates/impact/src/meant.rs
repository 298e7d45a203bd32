//! Which of several declarations of a name a use means.

use std::collections::BTreeSet;

use firsthand_codegraph::{Declaration, Relation};
use firsthand_source::RepoPath;
use firsthand_tools::UsedDeclaration;

use crate::added::is_contract;
use crate::document::{Dependence, How};
use crate::found::Found;
use crate::lookup::{Lookup, MAX_MEANT, MAX_REGIONS};

/// The most declarations of a name whose implementors are asked for.
const MAX_BASES: usize = 3;
/// What a value calls itself where constructors have names.
const SELF: &str = "self";

impl Lookup<'_> {
    /// Whether too many others have a name for a use to be found by it. Those that stand in for one another, as
    /// implementors of one method do, are one.
    pub(crate) fn is_common(
        &mut self,
        target: &UsedDeclaration,
        declaration: &Declaration,
    ) -> bool {
        let namesakes = self.namesakes(declaration);
        if namesakes <= MAX_MEANT || declaration.container().is_none() {
            return namesakes > MAX_MEANT;
        }
        let named = self.declarations_named(declaration.used_name());
        let is_base = |(path, one): &&(RepoPath, Declaration)| {
            let file = self.file(path);
            let mut around = file.declared.iter();
            around.any(|ty| one.container() == Some(&ty.qualified) && is_contract(ty))
        };
        let bases: Vec<&(RepoPath, Declaration)> = named.iter().filter(is_base).collect();
        let bases = bases.into_iter().take(MAX_BASES).filter_map(|(path, one)| {
            let base = self.target_of(path, one)?;
            let uses = self.uses(&base, Relation::Implementors).uses;
            let sites = uses.iter().map(|one| (&one.site.path, one.site.line));
            let mut all = sites.chain([(&base.path, base.lines.start())]);
            let is_of = |(path, line): (&RepoPath, u32)| {
                *path == target.path && target.lines.contains(line)
            };
            all.any(is_of).then_some(uses.len())
        });
        let family = bases.max().unwrap_or(0);
        namesakes.saturating_sub(family) > MAX_MEANT && family < MAX_REGIONS
    }

    /// The lines by which one constructor of a type calls another one on itself: `self.init(…)`.
    pub(crate) fn delegations(
        &self,
        target: &UsedDeclaration,
        of: &Declaration,
        index: usize,
    ) -> Vec<Found> {
        let call = format!(".{}(", of.name);
        let lines = target.lines.start()..=target.lines.end();
        let lines = lines.filter(|line| of.is_constructor && !of.range.contains(*line));
        let is_call = |line: &u32| {
            let code = self.code_at(&target.path, *line);
            let before = code.split_once(&call).map(|(before, _)| before);
            before.is_some_and(|before| before.to_lowercase().ends_with(SELF))
        };
        let calls = lines.filter(is_call);
        let calls = calls.filter_map(|line| self.use_at(&target.path, line, How::Scope));
        calls.map(|place| Found { role: Dependence::Caller, of: Some(index), ..place }).collect()
    }

    /// Leaves out the places in other roots that have a declaration of the same name at the same path: their code means that.
    pub(crate) fn leave_out_twins(
        &mut self,
        target: &UsedDeclaration,
        declaration: &Declaration,
        found: &mut Vec<Found>,
    ) {
        let workspace = self.toolbox.sandbox().workspace();
        let own = workspace.locate(target.path.as_str());
        let Some((own, inner)) = own.filter(|_| workspace.roots().len() > 1) else {
            return;
        };
        let named = self.declarations_named(declaration.used_name());
        let same = named.iter().filter_map(|(path, _)| workspace.locate(path.as_str()));
        let same = same.filter(|(root, path)| *root != own && *path == inner);
        let twins: BTreeSet<usize> = same.map(|(root, _)| root).collect();
        let is_of_twin = |place: &Found| {
            let root = workspace.locate(place.path.as_str());
            root.is_some_and(|(root, _)| twins.contains(&root))
        };
        found.retain(|place| !is_of_twin(place));
    }
}
