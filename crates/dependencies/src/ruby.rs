//! `Gemfile.lock`, and the folders of gems.

use std::path::{Path, PathBuf};

use firsthand_source::fs::names_in;

use crate::{Found, Repository, Spot, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let lock = repository.text("Gemfile.lock").unwrap_or_default();
    let versions = lock.lines().filter_map(|line| specified(line, name));
    let homes = gem_homes(repository);
    let found = versions.map(|version| {
        let folder = format!("{name}-{version}");
        let spots = homes.iter().filter_map(|home| Spot::new(home.join("gems"), &folder));
        at_first_of(name, version, &spots.collect::<Vec<_>>())
    });
    found.collect()
}

/// The version in a line of the specified gems, which has four blanks before it: `    rake (13.0.6)`.
fn specified<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let spec = line.strip_prefix("    ")?.strip_prefix(name)?;
    spec.strip_prefix(" (")?.strip_suffix(')')
}

/// The folders that have a folder `gems`.
fn gem_homes(repository: &Repository<'_>) -> Vec<PathBuf> {
    let versions_in = |folder: &Path| -> Vec<PathBuf> {
        names_in(folder).into_iter().map(|name| folder.join(name)).collect()
    };
    let environment = repository.environment;
    let mut homes = versions_in(&repository.root.join("vendor/bundle/ruby"));
    homes.extend(environment.listed("GEM_HOME"));
    homes.extend(environment.listed("GEM_PATH"));
    for below in [".gem/ruby", ".local/share/gem/ruby"] {
        let folder = environment.home().map(|home| home.join(below));
        homes.extend(folder.map(|folder| versions_in(&folder)).unwrap_or_default());
    }
    homes
}
