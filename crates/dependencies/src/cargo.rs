//! `Cargo.lock`, and the sources that cargo unpacked.

use firsthand_source::fs::names_in;

use crate::{Found, Repository, Spot, at_first_of, text_in};

/// What the source of a package in a registry begins with.
const REGISTRY: &str = "registry+";

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let packages = repository.toml_packages("Cargo.lock", |other| other == name);
    let home = repository.environment.folder("CARGO_HOME", ".cargo");
    let sources = home.map(|home| home.join("registry/src"));
    let sources = sources.unwrap_or_default();
    let registries = names_in(&sources);
    let found = packages.into_iter().filter_map(|(version, package)| {
        // A package without a source is one of the workspace.
        let source = text_in(&package, "source")?;
        let folder = format!("{name}-{version}");
        let is_published = source.starts_with(REGISTRY);
        let registries = registries.iter().filter(|_| is_published);
        let spots = registries.filter_map(|registry| Spot::new(sources.join(registry), &folder));
        Some(at_first_of(name, &version, &spots.collect::<Vec<_>>()))
    });
    found.collect()
}
