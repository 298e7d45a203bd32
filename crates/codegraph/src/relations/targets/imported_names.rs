//! A name that only importers give: `import lt from "./localetime"` leads to what the module exports.

use super::Declarations;
use crate::facts::Import;
use crate::facts::parsed_file::ParsedFile;
use crate::relations::{RelationContext, Resolver, SymbolQuery, Target, named};
use std::sync::Arc;

/// What importers call by a name that nothing declares, with the name under which it is declared; `None` if there is none.
pub(crate) fn declared(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    found: &Declarations,
) -> Option<(SymbolQuery, Declarations)> {
    let is_asked = found.targets.is_empty() && found.excluded.is_none();
    if !is_asked || !name.qualifiers.is_empty() || name.name.is_empty() {
        return None;
    }
    let with_name = context.files_with(std::slice::from_ref(&name.name));
    let mut files = context.parse(&with_name);
    files.retain(|file| name.path.as_ref().is_none_or(|path| *path == file.path));
    let resolver = Resolver::new(context, &[]);
    let mut targets: Vec<Target> = Vec::new();
    let mut first = None;
    for file in &files {
        for import in file.facts.imports.iter().filter(|import| renames(import, &name.name)) {
            let meant = exported(&resolver, file, import);
            if let Some(target) = meant.first() {
                first.get_or_insert_with(|| (file.path.clone(), file.line(import.at.start)));
                let name = &target.symbol().name;
                if targets.iter().all(|known| known.symbol().name == *name) {
                    targets.extend(meant);
                }
            }
        }
    }
    targets.sort_by_key(Target::key);
    targets.dedup_by(|one, other| one.is(other));
    let declared = targets.first()?.symbol().name.clone();
    let (path, line) = first?;
    let of = targets.first()?.file.path.clone();
    let note = format!("{} is what {path}:{line} calls {declared} of {of}", name.written);
    let query = SymbolQuery { written: name.written.clone(), ..SymbolQuery::named(&declared) };
    Some((query, Declarations { targets, notes: vec![note], excluded: None }))
}

/// Whether an import gives what it takes from another file this name, which is not its own.
fn renames(import: &Import, name: &str) -> bool {
    let is_seen = import.within.as_ref().is_none_or(|within| !within.is_empty());
    import.local == name && import.name != name && !import.source.is_empty() && is_seen
}

/// The outermost declarations of what an import takes.
fn exported(resolver: &Resolver<'_>, file: &Arc<ParsedFile>, import: &Import) -> Vec<Target> {
    let files = resolver.context.resolve(file, &import.source);
    let name = resolver.exported_as(&files, import).to_owned();
    resolver.declared_in_modules(files, &name, |module, name| {
        named(module, name).filter(|target| module.is_outer(target.symbol())).collect()
    })
}
