//! `composer.lock`, and `vendor`.

use serde_json::Value;

use crate::{Found, NotInstalled, Repository, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let lock = repository.json("composer.lock").unwrap_or_default();
    let versions = versions_of(&lock, &["packages", "packages-dev"], name);
    let installed = repository.json("vendor/composer/installed.json").unwrap_or_default();
    let installed = versions_of(&installed, &["packages"], name);
    let found = versions.into_iter().map(|version| match installed.first() {
        Some(own) if *own != version => Err(NotInstalled::other(name, &version, own)),
        _ => {
            let spot = repository.spot(&format!("vendor/{name}"));
            at_first_of(name, &version, &Vec::from_iter(spot))
        }
    });
    found.collect()
}

/// The versions of a package in lists of packages.
fn versions_of(document: &Value, lists: &[&str], name: &str) -> Vec<String> {
    let all = lists.iter().filter_map(|list| document[*list].as_array()).flatten();
    let named = all.filter(|package| package["name"] == name);
    let versions = named.filter_map(|package| package["version"].as_str());
    versions.map(str::to_owned).collect()
}
