//! The lock files of Python's package managers, and `site-packages`.

use std::collections::BTreeSet;

use crate::{Found, NotInstalled, Package, PackageFolder, Repository, Spot};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let mut versions = locked(repository, name);
    versions.sort_unstable();
    versions.dedup();
    let sites = site_packages(repository);
    let found = versions.iter().map(|version| {
        let records = sites.iter().filter_map(|site| Some((site, record_of(site, name)?)));
        let mut records = records.peekable();
        let first = records.peek().map(|(_, record)| record.version.clone());
        match (records.find(|(_, record)| record.version == *version), first) {
            (Some((site, record)), _) => package(name, version, site, &record),
            (None, Some(installed)) => Err(NotInstalled::other(name, version, &installed)),
            (None, None) => Err(NotInstalled::missing(name, version, &sites)),
        }
    });
    found.collect()
}

/// The versions that the lock files name.
fn locked(repository: &Repository<'_>, name: &str) -> Vec<String> {
    let wanted = normalized(name);
    let is_named = |other: &str| normalized(other) == wanted;
    let mut versions = Vec::new();
    for file in ["uv.lock", "poetry.lock", "pdm.lock"] {
        let packages = repository.toml_packages(file, is_named);
        versions.extend(packages.into_iter().map(|(version, _)| version));
    }
    let lock = repository.json("Pipfile.lock").unwrap_or_default();
    for section in ["default", "develop"] {
        let packages = lock[section].as_object().into_iter().flatten();
        let named = packages.filter(|(other, _)| is_named(other));
        let pinned =
            named.filter_map(|(_, package)| package["version"].as_str()?.strip_prefix("=="));
        versions.extend(pinned.map(str::to_owned));
    }
    let requirements = repository.text("requirements.txt").unwrap_or_default();
    for line in requirements.lines() {
        let pinned = line.split([';', '#', ' ']).next().and_then(|spec| spec.split_once("=="));
        let pinned = pinned.filter(|(other, _)| is_named(other.split('[').next().unwrap_or(other)));
        versions.extend(pinned.map(|(_, version)| version.trim().to_owned()));
    }
    versions
}

/// Names that differ in case and in `-`, `_` and `.` alone are the same (PEP 503).
fn normalized(name: &str) -> String {
    let parts = name.split(['-', '_', '.']).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_lowercase()
}

/// The `site-packages` of the environments of a root. The active environment may be anywhere, since the user chose it.
fn site_packages(repository: &Repository<'_>) -> Vec<Spot> {
    let root = repository.root.to_owned();
    let own = [".venv/", "venv/"].map(|below| (root.clone(), below));
    let active = repository.environment.listed("VIRTUAL_ENV").into_iter();
    let mut sites = Vec::new();
    for (base, below) in own.into_iter().chain(active.map(|folder| (folder, ""))) {
        let library = Spot::new(&base, &format!("{below}lib"));
        let pythons = library.iter().flat_map(Spot::names);
        let candidates = pythons.map(|python| format!("{below}lib/{python}/site-packages"));
        let candidates = candidates.chain([format!("{below}Lib/site-packages")]);
        let spots = candidates.filter_map(|path| Spot::new(&base, &path));
        sites.extend(spots.filter(|site| site.found().is_some()));
    }
    sites
}

/// What the metadata of an installed distribution says.
struct Record {
    version: String,
    /// The first parts of the paths of its files.
    top: BTreeSet<String>,
}

/// The record of a distribution in `site-packages`.
fn record_of(site: &Spot, name: &str) -> Option<Record> {
    let wanted = normalized(name);
    let mut folders = site.names().into_iter().filter_map(|folder| {
        let (own, version) = folder.strip_suffix(".dist-info")?.rsplit_once('-')?;
        (normalized(own) == wanted).then(|| (folder.clone(), version.to_owned()))
    });
    let (folder, version) = folders.next()?;
    let files = site.below(&format!("{folder}/RECORD"))?.text()?;
    let top = files.lines().filter_map(|line| {
        let (first, _) = line.trim_start_matches('"').split_once('/')?;
        let is_code = first != ".." && !first.ends_with(".dist-info") && !first.ends_with(".data");
        (is_code && first != "__pycache__").then(|| first.to_owned())
    });
    Some(Record { version, top: top.collect() })
}

fn package(
    name: &str,
    version: &str,
    site: &Spot,
    record: &Record,
) -> Result<Package, NotInstalled> {
    let folders = record.top.iter().filter_map(|top| {
        let spot = Spot::new(site.folder(), top)?;
        Some(PackageFolder { folder: spot.found()?, below: Some(spot.path) })
    });
    let package =
        Package { name: name.to_owned(), version: version.to_owned(), folders: folders.collect() };
    if package.folders.is_empty() {
        Err(NotInstalled::NoFolder { name: name.to_owned(), version: version.to_owned() })
    } else {
        Ok(package)
    }
}
