//! `composer.lock`, and `vendor`.

use serde_json::Value;

use crate::{Found, NotInstalled, Repository, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let lock = repository.json("composer.lock").unwrap_or_default();
    let lists = ["packages", "packages-dev"].map(|list| &lock[list]);
    let versions = lists.into_iter().flat_map(|list| versions_in(list, name));
    let settings = repository.json("composer.json").unwrap_or_default();
    let vendor = settings["config"]["vendor-dir"].as_str().unwrap_or("vendor");
    let record = format!("{vendor}/composer/installed.json");
    let installed = repository.json(&record).unwrap_or_default();
    // Composer 1 writes the list itself.
    let list = installed.get("packages").unwrap_or(&installed);
    let installed = versions_in(list, name).next();
    let found = versions.map(|version| match installed {
        Some(own) if own == version => {
            let spot = repository.spot(&format!("{vendor}/{name}"));
            at_first_of(name, version, &Vec::from_iter(spot))
        }
        Some(own) => Err(NotInstalled::other(name, version, own)),
        None => {
            Err(NotInstalled::missing(name, version, &Vec::from_iter(repository.spot(&record))))
        }
    });
    found.collect()
}

/// The versions of a package in a list of packages.
fn versions_in<'l>(list: &'l Value, name: &str) -> impl Iterator<Item = &'l str> {
    let all = list.as_array().into_iter().flatten();
    let named = all.filter(move |package| package["name"] == name);
    named.filter_map(|package| package["version"].as_str())
}
