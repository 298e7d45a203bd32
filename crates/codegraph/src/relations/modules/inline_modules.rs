//! Paths through modules that are declared within a file, as in Rust: the file that a path leads to is not all of it.

use crate::answer::Resolution;
use crate::facts::{DEFAULT, Import, MODULE, ParsedFile, Symbol};
use crate::relations::{Occurrence, ResolvedRef, Resolver, Spot, Target, by_name, resolved};

/// The first names of a path that are no modules of the tree.
const ROOTS: [&str; 3] = ["crate", "self", "super"];

/// The names of a path, without their type arguments and without words for a place in the tree of modules.
pub(crate) fn names_of(path: &str) -> Vec<&str> {
    let names = path.split("::").map(|part| part.split('<').next().unwrap_or(part));
    names.filter(|name| !name.is_empty() && !ROOTS.contains(name)).collect()
}

/// Whether a path of names, outermost first, cannot be that of the scopes around a declaration. Outer scopes may be left
/// out, and what is before them are modules that are files.
pub(crate) fn is_off_path(target: &Target, path: &[&str]) -> bool {
    let mut scopes = target.scopes().peekable();
    if scopes.peek().is_none() {
        let mut symbols = target.file.facts.symbols.iter();
        let mut is_scope = |name: &str| {
            symbols
                .any(|symbol| symbol.name == name && (symbol.is_type() || symbol.kind == "module"))
        };
        return path.last().is_some_and(|last| is_scope(last));
    }
    let is_off = |scopes: &[&str]| path.iter().rev().zip(scopes).any(|(name, scope)| name != scope);
    let scopes: Vec<&str> = scopes.collect();
    is_off(&scopes) && (target.open_scope().is_none() || is_off(&scopes[1..]))
}

/// A path as the file would write it outside of the modules within it; `None` where files have none.
pub(crate) fn path_from_file(Spot { file, at, .. }: Spot<'_>, written: &str) -> Option<String> {
    let from_file = file.language().path_from_file?;
    let around = file.facts.around(at).map(|around| &file.facts.symbols[around]);
    let modules = around.filter(|around| around.kind == "module");
    let mut modules: Vec<&str> = modules.map(|module| module.name.as_str()).collect();
    modules.reverse();
    Some(from_file(&modules, written))
}

/// A path that begins with what an import of the file binds, as the path that this leads to.
pub(crate) fn behind_import(file: &ParsedFile, path: &str) -> Option<String> {
    file.language().path_from_file?;
    let (head, rest) =
        path.split_once("::").map_or((path, None), |(head, rest)| (head, Some(rest)));
    let mut imports = file.facts.imports.iter();
    let import = imports.find(|import| import.local == head && import.source != path)?;
    let name = Some(import.name.as_str()).filter(|name| *name != "*");
    let parts = [Some(import.source.as_str()), name, rest].into_iter().flatten();
    Some(parts.collect::<Vec<_>>().join("::"))
}

impl Resolver<'_> {
    /// Whether an expression that is a path of names, at byte `at`, cannot lead to a target because of the modules within
    /// its file.
    pub(crate) fn is_off_written_path(
        &self,
        spot: Spot<'_>,
        written: &str,
        target: &Target,
    ) -> bool {
        let path = path_from_file(spot, written);
        path.is_some_and(|path| self.is_off(spot.file, &path, target))
    }

    /// The same of a path that begins with what an import binds; `rest` follows that.
    pub(crate) fn is_off_import(
        &self,
        file: &ParsedFile,
        import: &Import,
        rest: &str,
        target: usize,
    ) -> bool {
        let separator = file.language().separator;
        let named = [import.name.as_str(), rest].into_iter();
        let named = named.filter(|part| !part.is_empty() && *part != "*");
        let source = std::iter::once(import.source.as_str()).filter(|source| !source.is_empty());
        let path = source.chain(named).collect::<Vec<_>>().join(separator);
        if file.language().path_from_file.is_some() {
            return self.is_off(file, &path, &self.targets[target]);
        }
        // Another name that the file itself gives to a scope.
        let is_own = separator == "::" && import.source.is_empty();
        is_own && is_off_path(&self.targets[target], &names_of(&path))
    }

    /// The same of an import of the target itself.
    pub(super) fn is_off_imported(
        &self,
        file: &ParsedFile,
        import: &Import,
        target: usize,
    ) -> bool {
        let is_path = file.language().path_from_file.is_some();
        is_path && import.name != "*" && self.is_off(file, &import.source, &self.targets[target])
    }

    fn is_off(&self, file: &ParsedFile, path: &str, target: &Target) -> bool {
        let names = names_of(path);
        // A path from a root leaves no scope out.
        let is_rooted = ROOTS.iter().any(|root| path.split("::").next() == Some(root));
        let is_inside = is_rooted && target.scopes().count() > names.len();
        // The file that the path leads to may have the name from another file, or from another module of its own.
        let leads_there = || self.context.resolve(file, path).contains(&target.file.path);
        let mut imports = target.file.facts.imports.iter();
        let is_passed_on = |import: &Import| {
            let local = import.local.as_str();
            let is_named = local == target.symbol().name || names.contains(&local);
            import.reexport && (local.is_empty() || is_named)
        };
        (is_inside || is_off_path(target, &names)) && leads_there() && !imports.any(is_passed_on)
    }

    /// Resolves a name behind a path of scopes, of which the last declares it; the scopes before that must not be others.
    pub(crate) fn in_written_scope(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<ResolvedRef> {
        let (file, at) = (name.file, name.at());
        let mut names = names_of(qualifier);
        if let Some(target) = self.by_scopes(file, &names, name.text) {
            return resolved(Resolution::Import, target);
        }
        let last = names.last().copied().unwrap_or(qualifier);
        let found = self.in_scope(file, last, name.text);
        let target = found.and_then(|found| found.target);
        let Some(target) = target.filter(|_| names.len() > 1) else {
            return found;
        };
        let mut renames = file.facts.imports_as(names[0], at);
        if let Some(renamed) = renames.next() {
            names[0] = &renamed.name;
        }
        if is_off_path(&self.targets[target], &names) { by_name() } else { found }
    }

    /// The index of the target that has exactly the scopes of a path around it, where these are known to the whole program,
    /// whether or not a declaration of their own names them; no other type may be meant.
    fn by_scopes(&self, file: &ParsedFile, scopes: &[&str], name: &str) -> Option<usize> {
        let is_global = file.language().modules_lend;
        let target = self.find(|target| target.scopes().eq(scopes.iter().rev().copied()));
        let target = target.filter(|&at| is_global && self.targets[at].symbol().is_type())?;
        let is_alike = |ty: &Target| {
            let mut around = ty.scopes();
            scopes.iter().rev().all(|scope| around.next() == Some(scope))
        };
        let named = self.context.types_named(name, self.of_expression)?;
        let mut alike = named.iter().filter(|ty| is_alike(ty));
        let is_target = |ty: &Target| {
            let full_name = ty.symbol().qualified.as_str();
            full_name == self.targets[target].symbol().qualified
        };
        alike.all(is_target).then_some(target)
    }

    /// Whether a type of a name that the tree does not declare may have the targets, which are members of traits: one that a
    /// macro makes.
    fn may_implement(&self, file: &ParsedFile, scope: &str) -> bool {
        let of_trait = |target: &Target| {
            target.enclosing().is_some_and(|around| around.symbol().kind == "trait")
        };
        let is_known = || file.facts.imports.iter().any(|import| import.local == scope);
        file.language().declared_types
            && scope.starts_with(char::is_uppercase)
            && self.targets.iter().any(of_trait)
            && !is_known()
            && {
                let known = self.context.types_named(scope, self.of_expression);
                known.is_some_and(|known| known.is_empty())
            }
    }

    /// Resolves a name in the scope or the type that a file calls `scope`, which may be another name for a type.
    fn in_scope(&self, file: &ParsedFile, scope: &str, text: &str) -> Option<ResolvedRef> {
        let renamed = file.facts.imports.iter().find(|import| {
            import.local == scope && !matches!(import.name.as_str(), "*" | DEFAULT | MODULE)
        });
        let meant = renamed.map_or(scope, |import| &import.name);
        let is_alias = |symbol: &Symbol| symbol.name == scope && symbol.kind == "type";
        let may_mean = || by_name().filter(|_| file.facts.symbols.iter().any(is_alias));
        let found = self.scoped(file, meant, text).or_else(may_mean);
        found.or_else(|| by_name().filter(|_| self.may_implement(file, meant)))
    }
}
