//! The module paths that `tsconfig.json` and `jsconfig.json` define.

use std::sync::Arc;

use serde_json::Value;

use super::packages::{self, matching};
use crate::facts::languages::{FileTree, folder, folders_above, join};

/// The most configurations that are read for one: itself and those that it extends.
const MAX_CONFIGURATIONS: usize = 16;

/// The paths to which the configurations above `from`, the nearest first, map a module; of the projects that they refer
/// to, those in a folder above `from` count.
pub(super) fn mapped(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
    let names = ["tsconfig.json", "jsconfig.json"];
    let paths = folders_above(from).flat_map(|at| names.map(|name| join(at, name)));
    let above = paths.flatten().flat_map(|path| {
        let own = ModuleOptions::of(tree, &path);
        let references = own.iter().flat_map(|own| own.references());
        let projects =
            references.filter(|project| folders_above(from).any(|at| at == folder(project)));
        let projects = projects.filter_map(|project| ModuleOptions::of(tree, &project));
        let projects: Vec<ModuleOptions> = projects.collect();
        own.into_iter().chain(projects)
    });
    above.flat_map(|options| options.map(source)).collect()
}

/// The options of a configuration that concern module names, with those of the configurations that it extends.
struct ModuleOptions {
    config: Arc<Value>,
    /// The folder of the configuration.
    folder: String,
    /// `compilerOptions.baseUrl`, from the root of the tree.
    base: Option<String>,
    /// The configuration that has `compilerOptions.paths`, and its folder.
    paths: Option<(String, Arc<Value>)>,
}

impl ModuleOptions {
    fn of(tree: &FileTree<'_>, path: &str) -> Option<Self> {
        Self::read(tree, path, &mut Vec::new())
    }

    /// Reads a configuration and those that it extends. `None` if it cannot be read, if it is among `earlier`, those
    /// that were read before, or if these are [`MAX_CONFIGURATIONS`].
    fn read(tree: &FileTree<'_>, path: &str, earlier: &mut Vec<String>) -> Option<Self> {
        if earlier.len() >= MAX_CONFIGURATIONS || earlier.iter().any(|read| read == path) {
            return None;
        }
        let config = tree.value(path)?;
        earlier.push(path.to_owned());
        let home = folder(path);
        let own = &config["compilerOptions"];
        let mut options = Self {
            folder: home.to_owned(),
            base: own["baseUrl"].as_str().and_then(|base| join(home, base)),
            paths: own["paths"].is_object().then(|| (home.to_owned(), Arc::clone(&config))),
            config: Arc::clone(&config),
        };
        let extends = match &config["extends"] {
            Value::Array(list) => list.as_slice(),
            value => std::slice::from_ref(value),
        };
        // If there are several, the last one has precedence.
        let extends = extends.iter().rev().filter_map(Value::as_str);
        for name in extends {
            let modules = if name.starts_with('.') {
                join(home, name).into_iter().collect()
            } else {
                packages::exported(tree, path, name)
            };
            let suffixes = ["", ".json", "/tsconfig.json"];
            let mut files =
                modules.iter().flat_map(|path| suffixes.map(|suffix| format!("{path}{suffix}")));
            if let Some(base) = files.find_map(|file| Self::read(tree, &file, earlier)) {
                options.base = options.base.or(base.base);
                options.paths = options.paths.or(base.paths);
            }
        }
        Some(options)
    }

    /// The configurations that `references` may name, from the root of the tree.
    fn references(&self) -> impl Iterator<Item = String> {
        let references = self.config["references"].as_array().into_iter().flatten();
        let paths =
            references.filter_map(|reference| join(&self.folder, reference["path"].as_str()?));
        paths.flat_map(|path| join(&path, "tsconfig.json").into_iter().chain([path]))
    }

    /// The paths to which these options map a module.
    fn map(&self, source: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some((home, config)) = &self.paths {
            let paths = &config["compilerOptions"]["paths"];
            let home = self.base.as_ref().unwrap_or(home);
            for (targets, rest) in matching(paths, source) {
                let targets = targets.as_array().into_iter().flatten();
                found.extend(targets.filter_map(Value::as_str).filter_map(|target| {
                    let target = target.replace('*', rest);
                    match target.strip_prefix("${configDir}/") {
                        Some(inner) => join(&self.folder, inner),
                        None => join(home, &target),
                    }
                }));
            }
        }
        found.extend(self.base.as_ref().and_then(|base| join(base, source)));
        found
    }
}
