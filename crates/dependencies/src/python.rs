//! The lock files of Python's package managers, and `site-packages`.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use pep440_rs::{Operator, Version, VersionSpecifier, VersionSpecifiers};

use crate::{Found, NotInstalled, Package, PackageFolder, Repository, Spot};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let mut versions = locked(repository, name);
    versions.sort_unstable();
    versions.dedup();
    let sites = site_packages(repository);
    let mut found: Found =
        versions.iter().map(|version| installed(name, version, &sites)).collect();
    if found.is_empty() && requirements(repository).any(|(other, _)| other == normalized(name)) {
        found.push(Err(NotInstalled::no_version(name, REQUIREMENTS)));
    }
    found
}

/// The package of a version in the first of these folders that has the package.
fn installed(name: &str, version: &str, sites: &[Spot]) -> Result<Package, NotInstalled> {
    for site in sites {
        let records = records_of(site, name);
        match &records[..] {
            [] => {}
            [only] if is_same(&only.version, version) => return only.package(name, version, site),
            // Of more than one, which of them the files are of is not known.
            others => {
                let others = others.iter().map(|record| record.version.as_str());
                let others = others.collect::<Vec<_>>().join(" and ");
                return Err(NotInstalled::other(name, version, &others));
            }
        }
    }
    Err(NotInstalled::missing(name, version, sites))
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
    let requirements = requirements(repository).filter(|(other, _)| *other == wanted);
    versions.extend(requirements.filter_map(|(_, specifiers)| exact(&specifiers)));
    versions
}

/// The file of what a project asks for.
const REQUIREMENTS: &str = "requirements.txt";

/// The lines of `requirements.txt` as PEP 508 writes them: the normalized name, and the specifiers of its version.
fn requirements(repository: &Repository<'_>) -> impl Iterator<Item = (String, VersionSpecifiers)> {
    let text = repository.text(REQUIREMENTS).unwrap_or_default();
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| {
            let line = line.split([';', '#']).next()?.trim().split(" --").next()?;
            let is_of_name = |c: char| c.is_alphanumeric() || "-_.".contains(c);
            let (name, rest) = line.split_at(line.find(|c| !is_of_name(c)).unwrap_or(line.len()));
            let extras = rest.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
            let specifiers = extras.map_or(rest, |(_, rest)| rest).trim();
            let specifiers = specifiers.trim_start_matches('(').trim_end_matches([')', '\\', ' ']);
            (!name.is_empty()).then_some((normalized(name), specifiers.parse().ok()?))
        })
        .collect();
    lines.into_iter()
}

/// The version that specifiers allow alone: `==2.31.0`, and not `==2.*` or `>=2`.
fn exact(specifiers: &VersionSpecifiers) -> Option<String> {
    let is_exact = |specifier: &&VersionSpecifier| {
        matches!(specifier.operator(), Operator::Equal | Operator::ExactEqual)
    };
    Some(specifiers.iter().find(is_exact)?.version().to_string())
}

/// Whether two versions are the same as PEP 440 has it: `2.31` and `2.31.0`, `1.0RC1` and `1.0rc1`.
fn is_same(one: &str, other: &str) -> bool {
    match (one.parse::<Version>(), other.parse::<Version>()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
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
    /// The files that it installed.
    files: BTreeSet<String>,
}

/// The records of a distribution in `site-packages`; more than one where an update was left half done.
fn records_of(site: &Spot, name: &str) -> Vec<Record> {
    let wanted = normalized(name);
    let own = distributions(site).filter(|(_, own, _)| normalized(own) == wanted);
    own.map(|(folder, _, version)| Record { version, files: files_of(site, &folder) }).collect()
}

/// The installed distributions: folder of the metadata, name, version.
fn distributions(site: &Spot) -> impl Iterator<Item = (String, String, String)> {
    site.names().into_iter().filter_map(|folder| {
        let (name, version) = folder.strip_suffix(".dist-info")?.rsplit_once('-')?;
        let (name, version) = (name.to_owned(), version.to_owned());
        Some((folder, name, version))
    })
}

/// The files of code that a distribution installed, by its metadata.
fn files_of(site: &Spot, metadata: &str) -> BTreeSet<String> {
    let record = site.below(&format!("{metadata}/RECORD")).and_then(|record| record.text());
    let record = record.unwrap_or_default();
    let paths = record.lines().filter_map(|line| match line.strip_prefix('"') {
        Some(quoted) => Some(quoted.split_once('"')?.0),
        None => Some(line.split_once(',')?.0),
    });
    paths.filter(|path| is_code(path)).map(str::to_owned).collect()
}

/// Whether a path of a record is below a folder of code: one in `site-packages`, without metadata and caches.
fn is_code(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    let (Some(Component::Normal(top)), Some(_)) = (parts.next(), parts.next()) else {
        return false;
    };
    let kind = Path::new(top).extension();
    top != "__pycache__" && !kind.is_some_and(|kind| kind == "dist-info" || kind == "data")
}

impl Record {
    /// The package with the outermost folders that this distribution alone has files in: of a namespace, such as
    /// `google`, which many distributions share, the folders of its own.
    fn package(&self, name: &str, version: &str, site: &Spot) -> Result<Package, NotInstalled> {
        let wanted = normalized(name);
        let others = distributions(site).filter(|(_, other, _)| normalized(other) != wanted);
        let shared: BTreeSet<String> = others
            .flat_map(|(metadata, ..)| files_of(site, &metadata))
            .flat_map(|file| folders_of(&file).map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let own = self.files.iter().filter_map(|file| {
            let mut folders = folders_of(file).collect::<Vec<_>>().into_iter().rev();
            folders.find(|folder| !shared.contains(*folder))
        });
        let own: BTreeSet<&str> = own.collect();
        let folders = own.into_iter().filter_map(|folder| {
            let spot = Spot::new(site.folder(), folder)?;
            Some(PackageFolder { folder: spot.found()?, below: Some(spot.path) })
        });
        let folders: Vec<_> = folders.collect();
        if folders.is_empty() {
            return Err(NotInstalled::locked(format!("{name} {version} has no folder of its own")));
        }
        Ok(Package::of_folders(name, version, folders))
    }
}

/// The folders of a file's path, the innermost first.
fn folders_of(file: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(file.rsplit_once('/'), |(folder, _)| folder.rsplit_once('/'))
        .map(|(folder, _)| folder)
}
