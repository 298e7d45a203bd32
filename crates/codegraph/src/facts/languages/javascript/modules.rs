//! Resolves module names to files: relative names here, others through configuration files and packages. And the other
//! way: what the files that import a module must contain.

use super::{packages, tsconfig};
use crate::facts::languages::{FileTree, folder, folders_above, join};

/// The extensions that are tried for a module without one, in the order in which compilers try them.
const EXTENSIONS: [&str; 10] =
    ["ts", "tsx", "d.ts", "mts", "cts", "js", "jsx", "mjs", "cjs", "json"];

/// The name of the file that stands for its folder.
const INDEX: &str = "index";

/// The file to which the module name `source` leads in the file `from`. A query after `?`, which only bundlers read, is
/// left out unless the name with it leads to a file.
pub(super) fn resolve(tree: &FileTree<'_>, from: &str, source: &str) -> Option<String> {
    let without_query = || resolve_name(tree, from, source.split_once('?')?.0);
    resolve_name(tree, from, source).or_else(without_query)
}

fn resolve_name(tree: &FileTree<'_>, from: &str, source: &str) -> Option<String> {
    let is_script = [".js", ".jsx", ".mjs", ".cjs"].iter().any(|end| from.ends_with(end));
    let files = ModuleFiles { tree, is_script };
    if !source.starts_with('.') {
        let mut modules = tsconfig::mapped(tree, from, source);
        modules.extend(if source.starts_with('#') {
            packages::imported(tree, from, source)
        } else {
            packages::exported(tree, from, source)
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
    tree: &'t FileTree<'t>,
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
        let first =
            if self.is_script { as_written.or_else(source) } else { source().or(as_written) };
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
        self.with_extension(&join(folder, INDEX)?, &EXTENSIONS)
    }

    fn with_extension(&self, stem: &str, extensions: &[&str]) -> Option<String> {
        let mut paths = extensions.iter().map(|extension| format!("{stem}.{extension}"));
        paths.find(|path| self.tree.contains(path))
    }
}

/// The name of the module at `path`: that of the file, or of the folder whose index it is.
pub(super) fn name(path: &str) -> Option<&str> {
    let (folder, stem) = (folder(path), stem(path));
    let own = folder.rsplit('/').next().filter(|own| stem == INDEX && !own.is_empty());
    Some(own.unwrap_or(stem)).filter(|name| !name.is_empty() && !name.contains(char::is_control))
}

/// The name of a file without what says that it is a module.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.strip_suffix(".d").unwrap_or(stem)
}

/// The texts of which every file contains one that imports the module at `path` by a usual name.
pub(super) fn texts(tree: &FileTree<'_>, path: &str) -> Vec<String> {
    let stem = stem(path);
    let mut found = named(stem);
    if stem == INDEX {
        let own = folder(path).rsplit('/').next().unwrap_or_default();
        if !own.is_empty() {
            found.extend(named(own));
        }
        // The folder itself, from within it or from a folder in it.
        for quote in ['\'', '"'] {
            for name in [".", "./", "..", "../"] {
                found.push(format!("from {quote}{name}{quote}"));
                found.push(format!("({quote}{name}{quote})"));
                found.push(format!("/{name}{quote}"));
            }
        }
    }
    found.extend(package_names(tree, path));
    found
}

/// The ends of module names whose last part is `stem`.
fn named(stem: &str) -> Vec<String> {
    let ends = ["'", "\"", "`", "/'", "/\""].map(|end| format!("{stem}{end}"));
    let with_extension = [".", "?"].map(|next| format!("/{stem}{next}"));
    ends.into_iter().chain(with_extension).collect()
}

/// The name of the package, in quotes, whose entry the file is.
fn package_names(tree: &FileTree<'_>, path: &str) -> Vec<String> {
    let manifests = folders_above(path).filter_map(|home| join(home, "package.json"));
    let mut packages = manifests.filter_map(|manifest| tree.value(&manifest));
    let package = packages.find_map(|package| Some(package["name"].as_str()?.to_owned()));
    let is_entry = |name: &String| resolve(tree, path, name).as_deref() == Some(path);
    let name = package.filter(is_entry);
    let quoted = |name: String| ["'", "\""].map(|quote| format!("{quote}{name}{quote}"));
    name.into_iter().flat_map(quoted).collect()
}
