//! Libraries of Maven and Gradle, whose sources are jars where these tools put them.

mod gradle;
mod pom;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::{Found, NotInstalled, Package, Repository, Spot, archive};

/// A library that a file of the root names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Library {
    group: String,
    artifact: String,
    /// What is written as its version, if anything is.
    version: Option<String>,
}

/// A file that states versions, and what reads its libraries.
type Stating = (&'static str, fn(&str) -> Vec<Library>);

/// The file of what Gradle resolved. It may lock several versions, each for other configurations.
const LOCK: Stating = ("gradle.lockfile", gradle::locked);

/// The files of what a project asks for, of which the first one that names a library counts.
const STATING: [Stating; 2] =
    [("gradle/libs.versions.toml", gradle::catalogued), ("pom.xml", pom::stated)];

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let named = |(file, read): Stating| {
        let mut all = read(&repository.text(file).unwrap_or_default());
        all.retain(|library| library.is_named(name));
        all.sort_unstable();
        all.dedup();
        all
    };
    let locked = named(LOCK);
    if !locked.is_empty() {
        let versions = locked.iter().filter_map(|one| Some((one, one.version.as_deref()?)));
        return versions.map(|(one, version)| one.sources(version, repository)).collect();
    }
    for stating in STATING {
        let stated = named(stating);
        if !stated.is_empty() {
            let each = stated.chunk_by(|one, next| one.name() == next.name());
            return each.map(|all| sources_of_stated(all, stating.0, repository)).collect();
        }
    }
    Vec::new()
}

/// The sources of a library that a file names in these ways, if they state one exact version.
fn sources_of_stated(
    all: &[Library],
    file: &'static str,
    repository: &Repository<'_>,
) -> Result<Package, NotInstalled> {
    let stated: BTreeSet<&str> = all.iter().filter_map(|one| one.version.as_deref()).collect();
    match stated.first().filter(|_| stated.len() == 1).and_then(|version| exact(version)) {
        Some(version) => all[0].sources(version, repository),
        None => Err(NotInstalled::no_version(&all[0].name(), file)),
    }
}

/// The version that a text states, unless it is a range, changes, or has a property that the file does not define.
fn exact(text: &str) -> Option<&str> {
    let pinned = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let version = pinned.unwrap_or(text).trim_end_matches("!!").trim();
    let is_part = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    let is_dynamic = version.ends_with('+')
        || version.ends_with("-SNAPSHOT")
        || version.to_lowercase().starts_with("latest")
        || version == "RELEASE";
    (!version.is_empty() && version.chars().all(is_part) && !is_dynamic).then_some(version)
}

impl Library {
    fn new(group: &str, artifact: &str, version: Option<&str>) -> Self {
        let version = version.map(|version| version.trim().to_owned());
        Self { group: group.to_owned(), artifact: artifact.to_owned(), version }
    }

    /// Its name with its group, as both tools write it.
    fn name(&self) -> String {
        format!("{}:{}", self.group, self.artifact)
    }

    fn is_named(&self, name: &str) -> bool {
        self.artifact == name || self.name() == name
    }

    /// The sources at a version.
    fn sources(&self, version: &str, repository: &Repository<'_>) -> Result<Package, NotInstalled> {
        let modules = self.modules(version, repository);
        let jar = format!("{}-{version}-sources.jar", self.artifact);
        let jars = modules.iter().flat_map(|module| {
            // Gradle has a folder for each file, named after its hash.
            let hashes = module.names().into_iter().map(|hash| format!("{hash}/{jar}"));
            hashes.chain([jar.clone()]).filter_map(|path| module.below(&path)).collect::<Vec<_>>()
        });
        let mut jars = jars.filter(|jar| jar.folder().is_file());
        let name = self.name();
        if let Some(jar) = jars.next() {
            return match archive::unpacked(&jar, repository.environment.archives()) {
                Ok(folder) => Ok(Package::new(&name, version, folder)),
                Err(why) => Err(NotInstalled::locked(format!(
                    "the sources of {name} {version} are not unpacked: {why}"
                ))),
            };
        }
        if modules.iter().any(|module| module.found().is_some()) {
            return Err(NotInstalled::locked(format!(
                "{name} {version} is installed without its sources, {jar}: `mvn dependency:sources` fetches them, or an IDE"
            )));
        }
        Err(NotInstalled::missing(&name, version, &modules))
    }

    /// The folders that hold its files, in Maven's repository and in Gradle's cache.
    fn modules(&self, version: &str, repository: &Repository<'_>) -> Vec<Spot> {
        let Self { group, artifact, .. } = self;
        let maven = pom::local_repository(repository.environment);
        let gradle = repository.environment.folder("GRADLE_USER_HOME", ".gradle");
        let gradle = gradle.map(|home| home.join("caches/modules-2/files-2.1"));
        let bases = [(maven, group.replace('.', "/")), (gradle, group.clone())];
        let spot = |(base, group): (Option<PathBuf>, String)| {
            Spot::new(base?, &format!("{group}/{artifact}/{version}"))
        };
        bases.into_iter().filter_map(spot).collect()
    }
}
