//! Resolves module names to files: relative names here, others through configuration files and packages.

use super::{packages, tsconfig};
use crate::facts::languages::{FileTree, folder, join};

/// The extensions that are tried for a module without one, in the order in which compilers try them.
const EXTENSIONS: [&str; 10] = [
    "ts", "tsx", "d.ts", "mts", "cts", "js", "jsx", "mjs", "cjs", "json",
];

/// The file to which the module name `source` leads in the file `from`. A query after `?`, which only bundlers read, is
/// left out unless the name with it leads to a file.
pub(super) fn resolve(tree: &dyn FileTree, from: &str, source: &str) -> Option<String> {
    let without_query = || resolve_name(tree, from, source.split_once('?')?.0);
    resolve_name(tree, from, source).or_else(without_query)
}

fn resolve_name(tree: &dyn FileTree, from: &str, source: &str) -> Option<String> {
    let is_script = [".js", ".jsx", ".mjs", ".cjs"]
        .iter()
        .any(|end| from.ends_with(end));
    let files = ModuleFiles { tree, is_script };
    if !source.starts_with('.') {
        let mut modules = tsconfig::mapped(tree, from, source);
        modules.extend(match source.starts_with('#') {
            true => packages::imported(tree, from, source),
            false => packages::exported(tree, from, source),
        });
        return modules.iter().find_map(|module| files.of_module(module));
    }
    let module = join(folder(from), source)?;
    match source.rsplit('/').next() {
        Some("" | "." | "..") => files.of_folder(&module),
        _ => files.of_module(&module),
    }
}

/// Finds the files of module paths, for importers of one kind.
struct ModuleFiles<'t> {
    tree: &'t dyn FileTree,
    /// Whether the importer is JavaScript, for which a `.js` file precedes the TypeScript from which it was built.
    is_script: bool,
}

impl ModuleFiles<'_> {
    fn of_module(&self, module: &str) -> Option<String> {
        self.of_file(module).or_else(|| self.of_folder(module))
    }

    /// The file of a module path that names no folder. Its extension may be missing or that of the built file.
    fn of_file(&self, module: &str) -> Option<String> {
        let as_written = Some(module).filter(|path| self.tree.contains(path));
        let as_written = as_written.map(str::to_owned);
        let (stem, sources): (&str, &[&str]) = match module.rsplit_once('.') {
            Some((stem, "js")) => (stem, &["ts", "tsx", "d.ts"]),
            Some((stem, "jsx")) => (stem, &["tsx", "d.ts"]),
            Some((stem, "mjs")) => (stem, &["mts", "d.mts", "ts"]),
            Some((stem, "cjs")) => (stem, &["cts", "d.cts", "ts"]),
            _ => (module, &[]),
        };
        let source = || self.with_extension(stem, sources);
        let first = match self.is_script {
            true => as_written.or_else(source),
            false => source().or(as_written),
        };
        first.or_else(|| self.with_extension(module, &EXTENSIONS))
    }

    /// The file of a folder: the one that its `package.json` names, or the index of the folder that this names, or else
    /// its own index.
    fn of_folder(&self, folder: &str) -> Option<String> {
        let entries = packages::entries(self.tree, folder);
        let mut entries = entries.iter();
        let main = entries.find_map(|entry| self.of_file(entry).or_else(|| self.index_of(entry)));
        main.or_else(|| self.index_of(folder))
    }

    fn index_of(&self, folder: &str) -> Option<String> {
        self.with_extension(&join(folder, "index")?, &EXTENSIONS)
    }

    fn with_extension(&self, stem: &str, extensions: &[&str]) -> Option<String> {
        let mut paths = extensions
            .iter()
            .map(|extension| format!("{stem}.{extension}"));
        paths.find(|path| self.tree.contains(path))
    }
}
