//! `Gemfile.lock`, and the folders of gems.

use std::path::PathBuf;

use firsthand_source::fs::names_in;

use crate::{Found, Repository, Spot, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let lock = repository.text("Gemfile.lock").unwrap_or_default();
    let versions = lock.lines().filter_map(|line| specified(line, name));
    let homes = gem_folders(repository);
    let found = versions.map(|version| {
        let folder = format!("{name}-{version}");
        let spots =
            homes.iter().filter_map(|(base, below)| Spot::new(base, &format!("{below}{folder}")));
        at_first_of(name, version, &spots.collect::<Vec<_>>())
    });
    found.collect()
}

/// The version in a line of the specified gems, which has four blanks before it: `    rake (13.0.6)`.
fn specified<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let spec = line.strip_prefix("    ")?.strip_prefix(name)?;
    spec.strip_prefix(" (")?.strip_suffix(')')
}

/// The folders that hold gems: a base that no link leads out of, and the folder in it, which is empty or ends with `/`.
fn gem_folders(repository: &Repository<'_>) -> Vec<(PathBuf, String)> {
    const BUNDLE: &str = "vendor/bundle/ruby";
    let environment = repository.environment;
    let bundled = repository.spot(BUNDLE).map(|spot| spot.names()).unwrap_or_default();
    let in_bundle =
        |version: String| (repository.root.to_owned(), format!("{BUNDLE}/{version}/gems/"));
    let mut homes: Vec<PathBuf> =
        ["GEM_HOME", "GEM_PATH"].iter().flat_map(|name| environment.listed(name)).collect();
    for below in [".gem/ruby", ".local/share/gem/ruby"] {
        let folder = environment.home().map(|home| home.join(below)).unwrap_or_default();
        homes.extend(names_in(&folder).into_iter().map(|version| folder.join(version)));
    }
    let homes = homes.into_iter().map(|home| (home.join("gems"), String::new()));
    bundled.into_iter().map(in_bundle).chain(homes).collect()
}
