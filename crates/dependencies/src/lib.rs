//! Finds the packages that a repository's lock files name where their tools put them.
//!
//! A package is returned only if what is installed says that it has the version of the lock file. Nothing is downloaded
//! and nothing is run; a package that is an archive (a jar of sources) is unpacked in a folder that the caller names.
//!
//! | lock file at the root | where packages are |
//! |---|---|
//! | `package-lock.json`, `npm-shrinkwrap.json`, `yarn.lock`, `pnpm-lock.yaml`, `bun.lock` | `node_modules` |
//! | `uv.lock`, `poetry.lock`, `pdm.lock`, `Pipfile.lock`, `requirements.txt` (`==`) | `site-packages` of `.venv`, `venv` or `VIRTUAL_ENV` |
//! | `Cargo.lock` | cargo's registry sources |
//! | `go.mod` | Go's module cache |
//! | `composer.lock` | `vendor` |
//! | `Gemfile.lock` | `vendor/bundle`, `GEM_HOME`, `GEM_PATH`, the user's gems |
//! | `gradle.lockfile`; else `gradle/libs.versions.toml`, `pom.xml`, if they state one exact version | jars of sources in Maven's repository and Gradle's cache |
//!
//! ```no_run
//! use firsthand_dependencies::{Environment, find};
//!
//! let environment = Environment::of_process(Some("/home/me".into()));
//! for found in find(".".as_ref(), "left-pad", &environment) {
//!     match found {
//!         Ok(package) => println!("{} {}: {:?}", package.name, package.version, package.folders),
//!         Err(missing) => println!("{missing}"),
//!     }
//! }
//! ```
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests make their own trees.

mod archive;
mod cargo;
mod composer;
mod environment;
mod go;
mod jvm;
mod lock_files;
mod node;
mod not_installed;
mod python;
mod ruby;
mod spot;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use firsthand_source::RepoPath;
use firsthand_source::fs::{Globs, RootName, Walk, WorkspaceRoot};

pub use environment::Environment;
pub use not_installed::NotInstalled;
use spot::{Spot, at_first_of};

/// An installed package, at the version that a lock file names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Package {
    /// Its name, as the lock file writes it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The folders that hold it.
    pub folders: Vec<PackageFolder>,
    /// Where packages of its kind are published: `npm`, `pypi`, `cargo`, `go`, `composer`, `gem` or `maven`.
    pub ecosystem: &'static str,
}

/// A folder of a package.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PackageFolder {
    /// The folder.
    pub folder: PathBuf,
    /// By which path programs import what is in it, if that is not from the folder itself: `requests` in
    /// `site-packages`.
    pub below: Option<RepoPath>,
}

/// The most words of a text that are looked for as names.
const MAX_WORDS: usize = 64;

/// What one ecosystem says about a package: one entry for each version that its lock file names.
type Found = Vec<Result<Package, NotInstalled>>;

/// A registry of packages, and what looks for one of them in the lock files of a root.
type Ecosystem = (&'static str, fn(&Repository<'_>, &str) -> Found);

/// In this order.
const ECOSYSTEMS: [Ecosystem; 7] = [
    ("npm", node::find),
    ("pypi", python::find),
    ("cargo", cargo::find),
    ("go", go::find),
    ("composer", composer::find),
    ("gem", ruby::find),
    ("maven", jvm::find),
];

/// A root with lock files.
struct Repository<'r> {
    root: &'r Path,
    environment: &'r Environment,
}

/// The package of a name at every version that a lock file at the root names, or why it cannot be read; never empty.
#[must_use]
pub fn find(root: &Path, name: &str, environment: &Environment) -> Found {
    let repository = Repository { root, environment };
    let mut found: Found = Vec::new();
    let is_path = RepoPath::new(name).is_ok_and(|path| path.as_str() == name);
    for (ecosystem, find) in ECOSYSTEMS.iter().filter(|_| is_path) {
        found.extend(find(&repository, name).into_iter().map(|found| found?.of_files(ecosystem)));
    }
    if found.is_empty() {
        found.push(Err(repository.why_unknown(name)));
    }
    found
}

/// The packages that a text names by a word of its own, as [`find`] returns them, without words that are no package.
#[must_use]
pub fn named_in(root: &Path, text: &str, environment: &Environment) -> Found {
    let locks = Repository { root, environment }.lock_files();
    let is_of_name = |c: char| c.is_alphanumeric() || "@/._-".contains(c);
    let words = text.split(|c: char| !is_of_name(c));
    // A name of Maven has its group before it, and other words have colons after them.
    let grouped = text.split(|c: char| !is_of_name(c) && c != ':');
    let grouped = grouped.filter(|word| word.trim_matches(':').contains(':'));
    let words = grouped.chain(words).map(|word| word.trim_matches(['.', '/', '-', '_', ':']));
    let words: BTreeSet<&str> = words.filter(|word| !word.is_empty()).take(MAX_WORDS).collect();
    let locked = words.into_iter().filter(|word| {
        let own = word.rsplit(':').next().unwrap_or(word);
        locks.iter().any(|lock| lock.contains(own))
    });
    let mut all: Found = Vec::new();
    for found in locked.flat_map(|word| find(root, word, environment)) {
        let is_unknown = found.as_ref().is_err_and(|why| !why.is_locked);
        if !is_unknown && !all.contains(&found) {
            all.push(found);
        }
    }
    all
}

impl Package {
    fn of_folders(name: &str, version: &str, folders: Vec<PackageFolder>) -> Self {
        let [name, version] = [name, version].map(str::to_owned);
        Self { name, version, folders, ecosystem: "" }
    }

    fn new(name: &str, version: &str, folder: PathBuf) -> Self {
        Self::of_folders(name, version, vec![PackageFolder { folder, below: None }])
    }

    /// The package of an ecosystem, unless it has links alone in place of its files.
    fn of_files(self, ecosystem: &'static str) -> Result<Self, NotInstalled> {
        let Ok(globs) = Globs::excluding(Path::new(""), []) else {
            return Ok(Self { ecosystem, ..self });
        };
        let has_links_alone = |one: &PackageFolder| {
            let walk = Walk { is_installed: true, ..Walk::new(&one.folder, &globs) };
            walk.is_empty() && walk.inventory(&|| false).skipped.links > 0
        };
        if self.folders.iter().all(has_links_alone) {
            let (name, version) = (self.name, self.version);
            return Err(NotInstalled::locked(format!(
                "{name} {version} is not searched: all its files are links, of which none is followed"
            )));
        }
        Ok(Self { ecosystem, ..self })
    }
}

/// Packages, each with the name of the root whose lock file names it, as roots of a question, sorted and named
/// `dep:NAME@VERSION` with `+` for `/`; without what they have installed for themselves. Of two packages with the same
/// name and version and other code, the root and the ecosystem stand before the name as far as they tell them apart:
/// `dep:web:npm:NAME@VERSION`.
#[must_use]
pub fn roots(packages: &[(Option<RootName>, Package)]) -> Vec<WorkspaceRoot> {
    let roots = packages.iter().flat_map(|(root, package)| {
        let is_like = |other: &Package| {
            (&other.name, &other.version) == (&package.name, &package.version)
                && other.folders != package.folders
        };
        let alike = || packages.iter().filter(|(_, other)| is_like(other));
        let of_root = root.as_ref().filter(|_| alike().any(|(other, _)| other != root));
        let of_ecosystem = alike().any(|(_, other)| other.ecosystem != package.ecosystem);
        let root = of_root.map(|root| format!("{root}:")).unwrap_or_default();
        let kind = if of_ecosystem { format!("{}:", package.ecosystem) } else { String::new() };
        let name = format!("dep:{root}{kind}{}@{}", package.name, package.version);
        let name = RootName::near(&name.replace('/', "+"));
        package.folders.iter().filter_map(move |folder| {
            Some(WorkspaceRoot::installed(name.clone()?, &folder.folder, folder.below.as_ref()))
        })
    });
    let mut roots: Vec<WorkspaceRoot> = roots.collect();
    roots.sort_by(|one, other| one.prefix().cmp(other.prefix()));
    roots.dedup_by(|one, other| one.prefix() == other.prefix());
    roots
}

impl Repository<'_> {
    /// What is at a path in the root.
    fn spot(&self, path: &str) -> Option<Spot> {
        Spot::new(self.root, path)
    }

    /// The text of a file of the root; `None` if it is missing or no text, or a link leads out of the root.
    fn text(&self, name: &str) -> Option<String> {
        let text = self.spot(name)?.text()?;
        Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// A JSON file of the root.
    fn json(&self, name: &str) -> Option<serde_json::Value> {
        serde_json::from_str(&self.text(name)?).ok()
    }

    /// The tables `[[package]]` of a TOML file of the root with this name, as `same` compares names: their versions, and
    /// the tables.
    fn toml_packages(&self, file: &str, same: impl Fn(&str) -> bool) -> Vec<(String, toml::Table)> {
        let table = self.text(file).and_then(|text| text.parse().ok());
        let table: toml::Table = table.unwrap_or_default();
        let packages = table.get("package").and_then(toml::Value::as_array);
        let packages = packages.into_iter().flatten().filter_map(toml::Value::as_table);
        let named = packages.filter(|package| text_in(package, "name").is_some_and(&same));
        let versions = named.filter_map(|package| {
            let version = text_in(package, "version")?.to_owned();
            Some((version, package.clone()))
        });
        versions.collect()
    }
}

fn text_in<'t>(table: &'t toml::Table, key: &str) -> Option<&'t str> {
    table.get(key)?.as_str()
}
