//! Resolves a bare name through imports: of the name, of all names of a module, and the names of the folder.

use super::context::RelationContext;
use super::{Decided, Occurrence, Reach, ResolvedRef, Resolver, Target, by_name, resolved};
use crate::answer::Resolution;
use crate::facts::files::Files;
use crate::facts::languages::folder;
use crate::facts::{Import, ParsedFile};
use crate::query::Query;
use firsthand_source::{Cancel, RepoPath};
use std::collections::BTreeSet;

impl Resolver<'_> {
    /// Resolves the imports of a name; sets `unknown` if one leads to no known declaration.
    pub(super) fn imported(
        &self,
        file: &ParsedFile,
        imports: &[&Import],
        unknown: &mut bool,
    ) -> Option<Decided> {
        for import in imports {
            match self.reach(file, import) {
                Reach::Target(target) => {
                    if self.is_off_imported(file, import, target) {
                        *unknown = true;
                        continue;
                    }
                    return Some(Decided(resolved(Resolution::Import, target)));
                }
                Reach::Elsewhere => return Some(Decided(None)),
                Reach::Absent | Reach::Unknown => *unknown = true,
            }
        }
        None
    }

    /// Resolves a name in an import statement: it means the imported declaration, not one of the file.
    pub(super) fn specifier(&self, file: &ParsedFile, text: &str, at: u32) -> Option<Decided> {
        if !file.facts.module {
            return None;
        }
        let import = file.facts.imports.iter().find(|import| {
            let named = import.name == text || import.local == text;
            named && import.at.contains(&at) && !import.source.is_empty()
        })?;
        let mut unknown = false;
        self.imported(file, &[import], &mut unknown).or_else(|| unknown.then(|| Decided(by_name())))
    }

    /// Resolves a bare name that neither the file nor an import by name resolves: through wildcard imports, the scope
    /// of the folder, or by name only.
    pub(super) fn wildcard_or_folder_targets(
        &self,
        name: &Occurrence<'_>,
        mut unknown: bool,
    ) -> Option<ResolvedRef> {
        let (file, at) = (name.file, name.at());
        for import in file.facts.stars().filter(|star| star.visible_at(at)) {
            match self.reach_name(file, import, name.text) {
                Reach::Target(target)
                    if !self.is_closed_to(file, at, target)
                        && !self.is_off_import(file, import, "", target) =>
                {
                    return resolved(Resolution::Import, target);
                }
                // Of a namespace that is not opened, only the arguments of a call can make a name visible.
                Reach::Target(_) | Reach::Unknown => unknown = true,
                Reach::Absent | Reach::Elsewhere => {}
            }
        }
        let shared = file.language_is(|language| language.folder_scope);
        let beside = |target: &Target| {
            shared
                && target.file.is_outer(target.symbol())
                && !target.is_member()
                && folder(&target.file.path) == folder(&file.path)
        };
        if let Some(target) = self.find(beside) {
            return resolved(Resolution::Scope, target);
        }
        by_name().filter(|_| unknown || !self.excludes_bare(file, at))
    }
}

/// The files that each file imports, as far as its imports resolve to files of the tree.
pub(crate) fn imported_files(
    files: &Files,
    paths: &[RepoPath],
    cancel: &Cancel,
) -> Vec<Vec<RepoPath>> {
    let query = Query::default();
    let context = RelationContext::new(files, &query, cancel);
    let imported = |path: &RepoPath| {
        let file = context.open(path.as_str());
        let file = file.iter();
        let imports = file.flat_map(|file| file.facts.imports.iter().map(move |one| (file, one)));
        let imported = imports.flat_map(|(file, import)| {
            let mut found = context.resolve(file, &import.source);
            found.extend(context.resolve_member(file, &import.source, &import.name));
            found
        });
        let imported = imported.filter(|other| other != path.as_str());
        let imported: BTreeSet<RepoPath> =
            imported.filter_map(|path| RepoPath::new(&path).ok()).collect();
        imported.into_iter().collect()
    };
    files.listing.tree.threads.map(paths, 8, || (), |(), path| imported(path))
}
