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
/// What stands behind the name of a root in a path.
const ROOT_END: &str = ":/";
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

    /// The other roots that have a declaration of the same name at the same path: their code means that.
    pub(crate) fn roots_with_the_same(
        &mut self,
        target: &UsedDeclaration,
        declaration: &Declaration,
    ) -> BTreeSet<String> {
        let path = target.path.as_str();
        let Some((own, inner)) = path.split_once(ROOT_END) else {
            return BTreeSet::new();
        };
        let named = self.declarations_named(declaration.used_name());
        let same = named.iter().filter_map(|(path, _)| path.as_str().split_once(ROOT_END));
        let same = same.filter(|(root, path)| *root != own && *path == inner);
        same.map(|(root, _)| root.to_owned()).collect()
    }
}

/// The name of the root of a path, if there are several.
pub(crate) fn root_of(path: &RepoPath) -> Option<&str> {
    path.as_str().split_once(ROOT_END).map(|(root, _)| root)
}
