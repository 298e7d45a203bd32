//! Reads configuration files of builds. They may be ignored by Git where a build writes them, yet they define the
//! meaning of module names. They are read only to resolve names and are never shown; files that the host refuses stay
//! unread.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use firsthand_source::fs::Inventory;
use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use crate::facts::languages::{FileTree, Manifest, folder, join};
use crate::text::listing::Reader;
use crate::text::memo::remembered;
use crate::text::tree::Tree;

/// The configuration files read for one query.
#[derive(Default)]
pub(super) struct Configs {
    texts: Mutex<HashMap<String, Option<String>>>,
    values: Mutex<HashMap<String, Option<Arc<Value>>>>,
    paths: Mutex<HashMap<String, Vec<String>>>,
    packages: Mutex<HashMap<String, Arc<Packages>>>,
}

impl Configs {
    /// The text of a file under the root; `None` if the host refuses it, it cannot be read, or it is not UTF-8.
    pub(super) fn text(&self, tree: &Tree, reader: &Reader, path: &str) -> Option<String> {
        remembered(&self.texts, path.to_owned(), |path| {
            let bytes = tree.may_read(path).then(|| reader.read(path).ok())?;
            String::from_utf8(bytes?.to_vec()).ok()
        })
    }

    /// The content of a file under the root, if it is TOML, or JSON, perhaps with comments and trailing commas.
    pub(super) fn value(&self, tree: &Tree, reader: &Reader, path: &str) -> Option<Arc<Value>> {
        remembered(&self.values, path.to_owned(), |path| {
            let text = self.text(tree, reader, path)?;
            let text = text.trim_start_matches('\u{feff}');
            let value = if path.ends_with(".toml") { from_toml(text) } else { from_json(text) };
            value.map(Arc::new)
        })
    }

    /// The paths of the files with this name, ignored or not, in the folders that contain files of the inventory (at
    /// any depth); in byte order.
    pub(super) fn paths(&self, tree: &Tree, inventory: &Inventory, name: &str) -> Vec<String> {
        remembered(&self.paths, name.to_owned(), |name| {
            let mut found: Vec<String> = folders(inventory)
                .into_iter()
                .filter_map(|folder| join(folder, name))
                .filter(|path| inventory.contains(path) || is_file_on_disk(tree, path))
                .collect();
            found.sort_unstable();
            found
        })
    }

    /// The manifests of a tree by the names of their packages.
    pub(super) fn packages(&self, kind: &Manifest, tree: &dyn FileTree) -> Arc<Packages> {
        remembered(&self.packages, kind.file.to_owned(), |file| {
            let mut found = Packages::new();
            for path in tree.configs(file) {
                for name in (kind.names)(tree, &path) {
                    found.entry(name).or_default().push(path.clone());
                }
            }
            Arc::new(found)
        })
    }
}

/// The paths of manifests by the names of their packages.
type Packages = HashMap<String, Vec<String>>;

/// Parses JSON, or JSON with comments and trailing commas.
fn from_json(text: &str) -> Option<Value> {
    let strict = serde_json::from_str(text).ok();
    strict.or_else(|| parse_to_serde_value(text, &ParseOptions::default()).ok())
}

fn from_toml(text: &str) -> Option<Value> {
    toml_text::from_str(text).ok()
}

/// Whether the path is that of a regular file on disk, and the host allows to read it.
fn is_file_on_disk(tree: &Tree, path: &str) -> bool {
    let on_disk = || tree.workspace().on_disk(path);
    let metadata = || std::fs::symlink_metadata(on_disk()?).ok();
    tree.may_read(path) && metadata().is_some_and(|metadata| metadata.is_file())
}

/// The folders that contain files of the inventory, and their parents.
fn folders(inventory: &Inventory) -> BTreeSet<&str> {
    let mut found = BTreeSet::from([""]);
    for entry in &inventory.files {
        let mut at = folder(entry.path.as_str());
        while found.insert(at) {
            at = folder(at);
        }
    }
    found
}
