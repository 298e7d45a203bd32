//! The lock files of JavaScript's package managers, and `node_modules`.

use serde_json::Value;

use crate::{Found, NotInstalled, Repository, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let Some(mut versions) = locked(repository, name) else {
        return Vec::new();
    };
    versions.sort_unstable();
    versions.dedup();
    let spots = Vec::from_iter(repository.spot(&format!("node_modules/{name}")));
    let manifest = spots.first().and_then(|spot| spot.below("package.json")?.text());
    let manifest: Option<Value> = manifest.and_then(|text| serde_json::from_str(&text).ok());
    let installed = manifest.as_ref().and_then(|manifest| manifest["version"].as_str());
    // The lock file names others for packages of packages; the root imports the one in its own folder.
    let found = match installed {
        Some(own) if versions.iter().any(|version| version == own) => {
            at_first_of(name, own, &spots)
        }
        Some(own) => Err(NotInstalled::other(name, &versions.join(" or "), own)),
        None => Err(NotInstalled::missing(name, &versions.join(" or "), &spots)),
    };
    vec![found]
}

/// The versions that the first lock file which names the package has of it.
fn locked(repository: &Repository<'_>, name: &str) -> Option<Vec<String>> {
    let npm = ["package-lock.json", "npm-shrinkwrap.json"].into_iter();
    let npm = npm.filter_map(|file| Some(of_npm(&repository.json(file)?, name)));
    let text = |file: &str| repository.text(file);
    let others = [
        text("yarn.lock").map(|lock| of_yarn(&lock, name)),
        text("pnpm-lock.yaml").map(|lock| of_keys(&lock, name)),
        text("bun.lock").map(|lock| of_bun(&lock, name)),
    ];
    let mut all = npm.chain(others.into_iter().flatten());
    all.find(|versions| !versions.is_empty())
}

fn of_npm(lock: &Value, name: &str) -> Vec<String> {
    let path = format!("node_modules/{name}");
    let top = lock["packages"][&path]["version"].as_str();
    let old = lock["dependencies"][name]["version"].as_str();
    top.or(old).map(str::to_owned).into_iter().collect()
}

/// Entries such as `left-pad@^1.0.0, left-pad@^1.3.0:`, perhaps in quotes, and a line `version "1.3.0"` or
/// `version: 1.3.0` below.
fn of_yarn(lock: &str, name: &str) -> Vec<String> {
    let (mut versions, mut is_named) = (Vec::new(), false);
    for line in lock.lines() {
        if !line.starts_with([' ', '#']) && line.ends_with(':') {
            let mut specs = line.trim_end_matches(':').split(',');
            is_named = specs.any(|spec| {
                let spec = spec.trim().trim_matches('"');
                spec.strip_prefix(name).is_some_and(|range| range.starts_with('@'))
            });
        } else if let Some(version) = line.trim().strip_prefix("version").filter(|_| is_named) {
            let version = version.trim_matches(|c: char| c == ':' || c == '"' || c == ' ');
            versions.push(version.to_owned());
            is_named = false;
        }
    }
    versions
}

/// Keys such as `/left-pad@1.3.0:`, `'@scope/x@1.0.0(peer@2.0.0)':` or `/left-pad/1.3.0:`.
fn of_keys(lock: &str, name: &str) -> Vec<String> {
    let versions = lock.lines().filter_map(|line| {
        let key = line.trim().strip_suffix(':')?.trim_matches(['\'', '"']);
        let spec = key.strip_prefix('/').unwrap_or(key);
        let version = spec.strip_prefix(name)?.strip_prefix(['@', '/'])?;
        let version = version.split(['(', '_']).next()?;
        version.starts_with(|c: char| c.is_ascii_digit()).then(|| version.to_owned())
    });
    versions.collect()
}

/// Entries such as `"left-pad": ["left-pad@1.3.0", …`.
fn of_bun(lock: &str, name: &str) -> Vec<String> {
    let entry = format!("\"{name}\": [\"{name}@");
    let versions = lock.lines().filter_map(|line| {
        let version = line.trim().strip_prefix(&entry)?;
        version.split('"').next()
    });
    versions.map(str::to_owned).collect()
}
