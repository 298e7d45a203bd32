//! The module paths that `tsconfig.json` and `jsconfig.json` define.

use serde_json::Value;

use super::{packages, pattern::matching};
use crate::languages::{FileTree, folder, folders_above, join};

/// The most levels of `extends` that are followed.
const MAX_EXTENDS: usize = 4;

/// The paths to which the configurations above `from`, the nearest first, and those that they refer to map a module.
pub(super) fn mapped(tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
    let names = ["tsconfig.json", "jsconfig.json"];
    let paths = folders_above(from).flat_map(|at| names.map(|name| join(at, name)));
    let above = paths.flatten().flat_map(|path| {
        let own = ModuleOptions::read(tree, &path, 0);
        let references = own.iter().flat_map(|own| &own.references);
        let referred = references.filter_map(|inner| {
            let file = ModuleOptions::read(tree, inner, 0);
            file.or_else(|| ModuleOptions::read(tree, &join(inner, "tsconfig.json")?, 0))
        });
        let referred: Vec<ModuleOptions> = referred.collect();
        own.into_iter().chain(referred)
    });
    above.flat_map(|options| options.map(source)).collect()
}

/// The options of a configuration that concern module names, with those of the configurations that it extends.
struct ModuleOptions {
    /// The folder of the configuration.
    folder: String,
    /// `compilerOptions.baseUrl`, from the root of the tree.
    base: Option<String>,
    /// `compilerOptions.paths`, and the folder of the configuration that has them.
    paths: Option<(String, Value)>,
    /// The files or folders of `references`, from the root of the tree.
    references: Vec<String>,
}

impl ModuleOptions {
    fn read(tree: &dyn FileTree, path: &str, level: usize) -> Option<Self> {
        let config = tree.json(path)?;
        let home = folder(path);
        let own = &config["compilerOptions"];
        let references = config["references"].as_array().into_iter().flatten();
        let references = references.filter_map(|reference| join(home, reference["path"].as_str()?));
        let paths = own["paths"].is_object().then(|| own["paths"].clone());
        let mut options = Self {
            folder: home.to_owned(),
            base: own["baseUrl"].as_str().and_then(|base| join(home, base)),
            paths: paths.map(|paths| (home.to_owned(), paths)),
            references: references.collect(),
        };
        let extends = match &config["extends"] {
            Value::Array(list) => list.as_slice(),
            value => std::slice::from_ref(value),
        };
        // If there are several, the last one has precedence.
        let extends = extends.iter().rev().filter_map(Value::as_str);
        for name in extends.filter(|_| level < MAX_EXTENDS) {
            let modules = match name.starts_with('.') {
                true => join(home, name).into_iter().collect(),
                false => packages::exported(tree, path, name),
            };
            let suffixes = ["", ".json", "/tsconfig.json"];
            let mut files = modules
                .iter()
                .flat_map(|path| suffixes.map(|suffix| format!("{path}{suffix}")));
            if let Some(base) = files.find_map(|file| Self::read(tree, &file, level + 1)) {
                options.base = options.base.or(base.base);
                options.paths = options.paths.or(base.paths);
            }
        }
        Some(options)
    }

    /// The paths to which these options map a module.
    fn map(&self, source: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some((home, paths)) = &self.paths {
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
