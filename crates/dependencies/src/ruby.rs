//! `Gemfile.lock`, and the folders of gems.

use std::path::PathBuf;

use firsthand_source::fs::names_in;

use crate::{Found, NotInstalled, Repository, Spot, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let lock = repository.text("Gemfile.lock").unwrap_or_default();
    let homes = gem_folders(repository);
    let found = specified(&lock, name).into_iter().map(|(section, version)| {
        if section != PUBLISHED {
            return Err(NotInstalled::from_elsewhere(
                name,
                version,
                &format!("a {section} source"),
            ));
        }
        let folder = format!("{name}-{version}");
        let spots =
            homes.iter().filter_map(|(base, below)| Spot::new(base, &format!("{below}{folder}")));
        at_first_of(name, version, &spots.collect::<Vec<_>>())
    });
    found.collect()
}

/// The section of gems that a server of gems publishes; those of others have the same numbers and other code.
const PUBLISHED: &str = "GEM";

/// The versions of a gem, each with its section: a line at the margin. A gem's own line has four blanks before it:
/// `    rake (13.0.6)`.
fn specified<'l>(lock: &'l str, name: &str) -> Vec<(&'l str, &'l str)> {
    let (mut section, mut found) = ("", Vec::new());
    for line in lock.lines() {
        if !line.is_empty() && !line.starts_with(' ') {
            section = line.trim_end();
        }
        let spec = line.strip_prefix("    ").and_then(|line| line.strip_prefix(name));
        let version = spec.and_then(|spec| spec.trim_end().strip_prefix(" (")?.strip_suffix(')'));
        found.extend(version.map(|version| (section, version)));
    }
    found
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
