//! `Cargo.lock`, and the sources that cargo unpacked.

use firsthand_source::fs::names_in;

use crate::{Found, NotInstalled, Repository, Spot, at_first_of, text_in};

/// What the sources of packages in registries begin with.
const REGISTRIES: [&str; 2] = ["registry+", "sparse+"];
/// The address of crates.io in a lock file, without its scheme.
const CRATES_IO: &str = "github.com/rust-lang/crates.io-index";
/// How the folders of crates.io begin, by its two protocols.
const CRATES_IO_FOLDERS: [&str; 2] = ["index.crates.io-", "github.com-1ecc6299db9ec823"];

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let packages = repository.toml_packages("Cargo.lock", |other| other == name);
    let home = repository.environment.folder("CARGO_HOME", ".cargo");
    let sources = home.map(|home| home.join("registry/src")).unwrap_or_default();
    let registries = names_in(&sources);
    let found = packages.into_iter().map(|(version, package)| {
        let Some(source) = text_in(&package, "source") else {
            return Err(NotInstalled::local(name));
        };
        let published = REGISTRIES.iter().find_map(|prefix| source.strip_prefix(prefix));
        let Some(registry) = published else {
            return Err(NotInstalled::from_elsewhere(name, &version, source));
        };
        let folder = format!("{name}-{version}");
        let registries = registries.iter().filter(|folder| is_folder_of(folder, registry));
        let spots = registries.filter_map(|registry| Spot::new(sources.join(registry), &folder));
        let spots: Vec<Spot> = spots.collect();
        if spots.is_empty() {
            let looked_in = format!("{} for what is of {registry}", sources.display());
            Err(NotInstalled::nowhere(name, &version, looked_in))
        } else {
            at_first_of(name, &version, &spots)
        }
    });
    found.collect()
}

/// Whether cargo unpacks what it downloads from a registry in the folder of this name: the registry's host, and a hash.
fn is_folder_of(folder: &str, registry: &str) -> bool {
    let address = registry.split_once("://").map_or(registry, |(_, address)| address);
    let is_crates_io = CRATES_IO_FOLDERS.iter().any(|prefix| folder.starts_with(prefix));
    if address == CRATES_IO || address.trim_end_matches('/') == "index.crates.io" {
        return is_crates_io;
    }
    let host = address.split(['/', ':']).next().unwrap_or(address);
    let hash = folder.strip_prefix(host).and_then(|rest| rest.strip_prefix('-'));
    !is_crates_io && hash.is_some_and(|hash| !hash.contains('-'))
}
