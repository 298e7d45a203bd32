//! Reads configuration files of builds. They may be ignored by Git where a build writes them, yet they define the
//! meaning of module names. They are read only to resolve names and are never shown; files that the host refuses stay
//! unread.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use crate::graph::Inner;
use crate::inventory::Inventory;
use crate::languages::{folder, join};
use crate::listing::lock;
use crate::reader::Reader;

/// The configuration files read for one query.
#[derive(Default)]
pub(super) struct Configs {
    texts: Mutex<HashMap<String, Option<String>>>,
    paths: Mutex<HashMap<String, Vec<String>>>,
}

impl Configs {
    /// The text of a file under the root.
    pub(super) fn text(&self, graph: &Inner, reader: &Reader, path: &str) -> Option<String> {
        if let Some(known) = lock(&self.texts).get(path) {
            return known.clone();
        }
        let bytes = graph.may_read(path).then(|| reader.read(path).ok());
        let text = bytes.flatten();
        let text = text.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
        lock(&self.texts).insert(path.to_owned(), text.clone());
        text
    }

    /// The paths of the files with a name that are in a folder of the tree, in byte order.
    pub(super) fn paths(&self, graph: &Inner, inventory: &Inventory, name: &str) -> Vec<String> {
        if let Some(known) = lock(&self.paths).get(name) {
            return known.clone();
        }
        let mut found: Vec<String> = folders(inventory)
            .into_iter()
            .filter_map(|folder| join(folder, name))
            .filter(|path| inventory.contains(path) || is_file_on_disk(graph, path))
            .collect();
        found.sort_unstable();
        lock(&self.paths).insert(name.to_owned(), found.clone());
        found
    }
}

/// Whether a file that is not in the inventory exists and may be read.
fn is_file_on_disk(graph: &Inner, path: &str) -> bool {
    let there = || std::fs::symlink_metadata(graph.root.join(path));
    graph.may_read(path) && there().is_ok_and(|metadata| metadata.is_file())
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
