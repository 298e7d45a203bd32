//! The files that an import can resolve to, and the configuration files of builds. These may be ignored by Git where a
//! build writes them, yet they define the meaning of module names. They are read only to resolve names and are never
//! shown; files that the host refuses stay unread.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use crate::facts::languages::{Manifest, folder, join};
use crate::text::listing::Listing;
use crate::text::memo::remembered;
use crate::text::path_names::split;

/// The files of a listing, and the configuration files read for one query.
pub(crate) struct FileTree<'a> {
    listing: &'a Listing,
    texts: Mutex<HashMap<String, Option<String>>>,
    values: Mutex<HashMap<String, Option<Arc<Value>>>>,
    paths: Mutex<HashMap<String, Vec<String>>>,
    packages: Mutex<HashMap<&'static str, Arc<Packages>>>,
    /// The indices of the files of the inventory with each name.
    by_name: OnceLock<HashMap<String, Vec<u32>>>,
}

/// The paths of manifests by the names of their packages.
type Packages = HashMap<String, Vec<String>>;

impl<'a> FileTree<'a> {
    pub(crate) fn new(listing: &'a Listing) -> Self {
        FileTree {
            listing,
            texts: Mutex::default(),
            values: Mutex::default(),
            paths: Mutex::default(),
            packages: Mutex::default(),
            by_name: OnceLock::new(),
        }
    }

    /// Whether a file of this path is there.
    pub(crate) fn contains(&self, path: &str) -> bool {
        self.listing.inventory.contains(path)
    }

    /// The text of a build's configuration file, ignored or not; `None` if the host refuses it, it cannot be read, or it is
    /// not UTF-8.
    pub(crate) fn config(&self, path: &str) -> Option<String> {
        remembered(&self.texts, path.to_owned(), |path| {
            let may_read = self.listing.tree.may_read(path);
            let bytes = may_read.then(|| self.listing.reader.read(path).ok())?;
            String::from_utf8(bytes?.to_vec()).ok()
        })
    }

    /// The value of a build's configuration file, if it is TOML, or JSON, perhaps with comments and trailing commas.
    pub(crate) fn value(&self, path: &str) -> Option<Arc<Value>> {
        remembered(&self.values, path.to_owned(), |path| {
            let text = self.config(path)?;
            let value = if path.ends_with(".toml") {
                toml_text::from_str(&text).ok()
            } else {
                from_json(&text)
            };
            value.map(Arc::new)
        })
    }

    /// The paths of the files with this name, ignored or not, in the folders that contain listed files (at any depth);
    /// in byte order.
    pub(crate) fn configs(&self, name: &str) -> Vec<String> {
        remembered(&self.paths, name.to_owned(), |name| {
            let mut found: Vec<String> = self
                .folders()
                .into_iter()
                .filter_map(|folder| join(folder, name))
                .filter(|path| self.contains(path) || self.is_file_on_disk(path))
                .collect();
            found.sort_unstable();
            found
        })
    }

    /// The paths of the manifests of this kind, in byte order, whose package has this name.
    pub(crate) fn manifests_of(&self, kind: &Manifest, package: &str) -> Vec<String> {
        let packages = remembered(&self.packages, kind.file, |file| {
            let mut found = Packages::new();
            for path in self.configs(file) {
                for name in (kind.names)(self, &path) {
                    found.entry(name).or_default().push(path.clone());
                }
            }
            Arc::new(found)
        });
        packages.get(package).cloned().unwrap_or_default()
    }

    /// The paths that are `name`, or end in `/name`.
    pub(crate) fn with_suffix(&self, name: &str) -> Vec<String> {
        let files = &self.listing.inventory.files;
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: HashMap<String, Vec<u32>> = HashMap::new();
            for (file, index) in files.iter().zip(0..) {
                by_name.entry(file.path.file_name().to_owned()).or_default().push(index);
            }
            by_name
        });
        let ends = |path: &&str| {
            path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let named = by_name.get(split(name).1).into_iter().flatten();
        let paths = named.map(|&file| files[file as usize].path.as_str());
        paths.filter(ends).map(str::to_owned).collect()
    }

    /// The paths of the files that are directly in a folder.
    pub(crate) fn in_folder(&self, folder: &str) -> Vec<String> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let files = &self.listing.inventory.files;
        let from = files.partition_point(|entry| entry.path.as_str() < prefix.as_str());
        let paths = files[from..].iter().map(|entry| entry.path.as_str());
        let below = paths.take_while(|path| path.starts_with(&prefix));
        below.filter(|path| !path[prefix.len()..].contains('/')).map(str::to_owned).collect()
    }

    /// Whether the path is that of a regular file on disk, and the host allows to read it.
    fn is_file_on_disk(&self, path: &str) -> bool {
        let tree = &self.listing.tree;
        let on_disk = || tree.workspace().on_disk(path);
        let metadata = || std::fs::symlink_metadata(on_disk()?).ok();
        tree.may_read(path) && metadata().is_some_and(|metadata| metadata.is_file())
    }

    /// The folders that contain files of the inventory, and their parents.
    fn folders(&self) -> BTreeSet<&str> {
        let mut found = BTreeSet::from([""]);
        for entry in &self.listing.inventory.files {
            let mut at = folder(entry.path.as_str());
            while found.insert(at) {
                at = folder(at);
            }
        }
        found
    }
}

/// Parses JSON, or JSON with comments and trailing commas.
fn from_json(text: &str) -> Option<Value> {
    let strict = serde_json::from_str(text).ok();
    strict.or_else(|| parse_to_serde_value(text, &ParseOptions::default()).ok())
}
