//! The lock files of JavaScript's package managers, and `node_modules`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{Found, NotInstalled, Package, Repository, Spot, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let mut folders: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    // Beside those that the root imports, those that packages have for themselves.
    let mut others: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let all = locked(repository, name);
    let is_imported = all.iter().any(|locked| !locked.is_nested);
    for locked in all {
        if is_imported && locked.is_nested {
            others.entry(locked.name).or_default().insert(locked.version);
        } else {
            let new = (locked.name, BTreeSet::new());
            folders.entry(locked.folder).or_insert(new).1.insert(locked.version);
        }
    }
    let mut found = Found::new();
    for (folder, (name, versions)) in &folders {
        let one = installed(repository, name, versions, folder);
        if one.is_ok() {
            others.entry(name.clone()).or_default().extend(versions.iter().cloned());
        }
        found.push(one);
    }
    for (name, mut versions) in others {
        let own = found.iter().flatten().filter(|package| package.name == name);
        own.for_each(|package| _ = versions.remove(&package.version));
        if !versions.is_empty() {
            found.push(Err(NotInstalled::beside(&name, &Vec::from_iter(versions).join(", "))));
        }
    }
    if found.is_empty() && is_local(repository, name) {
        found.push(Err(NotInstalled::local(name)));
    }
    found
}

/// Whether npm's lock file has a link to a folder in the place of a package.
fn is_local(repository: &Repository<'_>, name: &str) -> bool {
    NPM.iter()
        .filter_map(|file| repository.json(file))
        .any(|lock| lock["packages"][format!("node_modules/{name}")]["link"] == true)
}

/// A package as a lock file has it.
struct Locked {
    /// Its own name: a folder may have that of an alias.
    name: String,
    version: String,
    /// Where it is installed.
    folder: String,
    /// Whether a package has it for itself.
    is_nested: bool,
}

impl Locked {
    /// One of which the lock file does not state the folder: what the root imports.
    fn at_root(name: &str, version: &str) -> Self {
        let folder = format!("node_modules/{name}");
        Self { name: name.to_owned(), version: version.to_owned(), folder, is_nested: false }
    }
}

/// The package in a folder, or in pnpm's store, with one of these versions. A lock file names others for packages of
/// packages, and the root imports the one in its own folder.
fn installed(
    repository: &Repository<'_>,
    name: &str,
    versions: &BTreeSet<String>,
    folder: &str,
) -> Result<Package, NotInstalled> {
    let all = || Vec::from_iter(versions.iter().map(String::as_str)).join(" or ");
    if let Some(source) = versions.iter().find(|version| version.contains("://")) {
        return Err(NotInstalled::from_elsewhere(name, "of the lock file", source));
    }
    let spots = repository.spot(folder).into_iter().chain(in_store(repository, name, versions));
    let spots: Vec<Spot> = spots.collect();
    let versions_there = spots.iter().filter_map(|spot| Some((spot, version_in(spot)?)));
    let versions_there: Vec<(&Spot, String)> = versions_there.collect();
    match versions_there.iter().find(|(_, own)| versions.contains(own)) {
        Some((spot, own)) => at_first_of(name, own, std::slice::from_ref(*spot)),
        None => Err(match versions_there.first() {
            Some((_, own)) => NotInstalled::other(name, &all(), own),
            None => NotInstalled::missing(name, &all(), &spots[..spots.len().min(1)]),
        }),
    }
}

/// The version that the manifest of an installed package states.
fn version_in(spot: &Spot) -> Option<String> {
    let manifest: Value = serde_json::from_str(&spot.below("package.json")?.text()?).ok()?;
    Some(manifest["version"].as_str()?.to_owned())
}

/// The folders of pnpm's store that begin with a package and one of these versions; what peers it has comes after.
fn in_store(repository: &Repository<'_>, name: &str, versions: &BTreeSet<String>) -> Vec<Spot> {
    const STORE: &str = "node_modules/.pnpm";
    let names = repository.spot(STORE).map(|store| store.names()).unwrap_or_default();
    let own = names.iter().filter(|folder| {
        let rest = folder.strip_prefix(&name.replace('/', "+"));
        let rest = rest.and_then(|rest| rest.strip_prefix('@')).unwrap_or_default();
        versions.contains(rest.split(['_', '(']).next().unwrap_or(rest))
    });
    own.filter_map(|folder| repository.spot(&format!("{STORE}/{folder}/node_modules/{name}")))
        .collect()
}

/// The lock files of npm.
const NPM: [&str; 2] = ["package-lock.json", "npm-shrinkwrap.json"];

/// A lock file that states no folders, and what reads the versions of a package in it.
type Versions = (&'static str, fn(lock: &str, name: &str) -> Vec<String>);

const OTHERS: [Versions; 3] =
    [("yarn.lock", of_yarn), ("pnpm-lock.yaml", of_keys), ("bun.lock", of_bun)];

/// What the first lock file that names the package has of it.
fn locked(repository: &Repository<'_>, name: &str) -> Vec<Locked> {
    let npm = NPM.iter().filter_map(|file| Some(of_npm(&repository.json(file)?, name)));
    let others = OTHERS.into_iter().filter_map(|(file, versions)| {
        let versions = versions(&repository.text(file)?, name);
        Some(versions.iter().map(|version| Locked::at_root(name, version)).collect())
    });
    npm.chain(others).find(|locked: &Vec<_>| !locked.is_empty()).unwrap_or_default()
}

/// The packages of this name, or in folders of this name, each with its folder.
fn of_npm(lock: &Value, name: &str) -> Vec<Locked> {
    let named =
        lock["packages"].as_object().into_iter().flatten().filter_map(|(folder, package)| {
            let (base, own) = folder.rsplit_once("node_modules/")?;
            let real = package["name"].as_str().unwrap_or(own);
            let version = package["version"].as_str()?;
            let locked = Locked {
                name: real.to_owned(),
                version: version.to_owned(),
                folder: folder.clone(),
                is_nested: base.contains("node_modules/"),
            };
            (own == name || real == name).then_some(locked)
        });
    let found: Vec<Locked> = named.collect();
    if found.is_empty() {
        let old = lock["dependencies"][name]["version"].as_str();
        return old.map(|version| Locked::at_root(name, version)).into_iter().collect();
    }
    found
}

/// Entries such as `left-pad@^1.0.0, left-pad@^1.3.0:`, perhaps in quotes, and a line `version "1.3.0"` or
/// `version: 1.3.0` below.
fn of_yarn(lock: &str, name: &str) -> Vec<String> {
    let (mut versions, mut is_named) = (Vec::new(), false);
    for line in lock.lines() {
        // A long key has a line of its own, after `? `.
        let long = line.strip_prefix("? ");
        if long.is_some() || !line.starts_with([' ', '#', ':']) && line.ends_with(':') {
            let mut specs = long.unwrap_or(line).trim_end_matches(':').split(',');
            is_named = specs.any(|spec| {
                let spec = spec.trim().trim_matches('"');
                spec.strip_prefix(name).is_some_and(|range| range.starts_with('@'))
            });
        } else if let Some(version) = line.trim().strip_prefix("version").filter(|_| is_named) {
            let version = version.trim_matches(|c: char| c == ':' || c == '"' || c == ' ');
            versions.push(version.to_owned());
            is_named = false;
        }
    }
    versions
}

/// Keys such as `/left-pad@1.3.0:`, `'@scope/x@1.0.0(peer@2.0.0)':` or `/left-pad/1.3.0:`.
fn of_keys(lock: &str, name: &str) -> Vec<String> {
    let versions = lock.lines().filter_map(|line| {
        let key = line.trim().strip_suffix(':')?.trim_matches(['\'', '"']);
        let spec = key.strip_prefix('/').unwrap_or(key);
        let version = spec.strip_prefix(name)?.strip_prefix(['@', '/'])?.split('(').next()?;
        if version.contains("://") {
            return Some(version.to_owned());
        }
        let version = version.split('_').next()?;
        version.starts_with(|c: char| c.is_ascii_digit()).then(|| version.to_owned())
    });
    versions.collect()
}

/// Entries such as `"left-pad": ["left-pad@1.3.0", …`.
fn of_bun(lock: &str, name: &str) -> Vec<String> {
    let entry = format!("\"{name}\": [\"{name}@");
    let versions =
        lock.lines().filter_map(|line| line.trim().strip_prefix(&entry)?.split('"').next());
    versions.map(str::to_owned).collect()
}
