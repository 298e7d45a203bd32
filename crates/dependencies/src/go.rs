//! `go.mod`, whose requirements are the selected versions, and Go's module cache.

use crate::{Found, Repository, Spot, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let text = repository.text("go.mod").unwrap_or_default();
    let Some(version) = required(&text, name) else {
        return Vec::new();
    };
    let cache = repository.environment.folder("GOMODCACHE", "go/pkg/mod");
    let paths = repository.environment.listed("GOPATH").into_iter();
    let caches = paths.map(|path| path.join("pkg/mod")).chain(cache);
    let folder = format!("{}@{}", escaped(name), escaped(version));
    let spots = caches.filter_map(|cache| Spot::new(cache, &folder));
    vec![at_first_of(name, version, &spots.collect::<Vec<_>>())]
}

/// The version in a `require` line of a module: `require path v1.2.3`, or `path v1.2.3` in a block.
fn required<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let versions = text.lines().filter_map(|line| {
        let line = line.split("//").next()?.trim();
        let line = line.strip_prefix("require").map_or(line, str::trim_start);
        let (module, version) = line.split_once(' ')?;
        (module.trim_matches('"') == name).then(|| version.trim())
    });
    let mut versions = versions.filter(|version| version.starts_with('v'));
    versions.next_back()
}

/// A path or version as the module cache writes it: `!` before each capital letter, which becomes small.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_uppercase() {
            out.push('!');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
