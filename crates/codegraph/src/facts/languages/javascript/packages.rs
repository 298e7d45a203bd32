//! The module paths that the `package.json` files of the tree define.

use crate::facts::languages::{FileTree, Manifest, folder, folders_above, join, nearest};
use serde_json::Value;
use std::cmp::Reverse;

/// The fields that name the entry of a package, the one nearest to its sources first.
const ENTRY_FIELDS: [&str; 4] = ["source", "module", "main", "types"];
/// The conditions of `exports` and `imports` that are tried before others, in this order.
const CONDITIONS: [&str; 7] = ["source", "module", "import", "require", "node", "default", "types"];

/// The paths that `imports` of the nearest package gives for a name that begins with `#`.
pub(super) fn imported(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
    let mut packages = folders_above(from)
        .filter_map(|home| Some((home, tree.value(&join(home, "package.json")?)?)));
    let Some((home, package)) = packages.next() else {
        return Vec::new();
    };
    let inner = conditional_paths(&package["imports"], source);
    inner.iter().filter_map(|inner| join(home, inner)).collect()
}

/// The paths that the fields of a folder's package give as its entry.
pub(super) fn entries(tree: &FileTree<'_>, home: &str) -> Vec<String> {
    let package = join(home, "package.json").and_then(|path| tree.value(&path));
    let entries = package.iter().flat_map(|package| entry_fields(package));
    entries.filter_map(|entry| join(home, entry)).collect()
}

fn entry_fields(package: &Value) -> impl Iterator<Item = &str> {
    ENTRY_FIELDS.iter().filter_map(|field| package[*field].as_str())
}

/// The paths to which `source` may lead if it begins with the name of a package of the tree. Of several packages with
/// that name, the one nearest to `from` is taken.
pub(super) fn exported(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
    let slashes = if source.starts_with('@') { 2 } else { 1 };
    let end = source.match_indices('/').nth(slashes - 1);
    let (name, inner) = source.split_at(end.map_or(source.len(), |(at, _)| at));
    let inner = inner.trim_start_matches('/');
    let manifest = aliased(tree, from, name).or_else(|| package_named(tree, from, name));
    let Some((package, path)) = manifest.and_then(|path| Some((tree.value(&path)?, path))) else {
        return Vec::new();
    };
    let home = folder(&path);
    let mut inner_paths: Vec<String> = match inner {
        "" => entry_fields(&package)
            .chain(["src/index", "index", "src/main"])
            .map(str::to_owned)
            .collect(),
        inner => vec![inner.to_owned(), format!("src/{inner}")],
    };
    inner_paths.extend(exported_paths(&package["exports"], inner));
    inner_paths.iter().filter_map(|inner| join(home, inner)).collect()
}

/// The manifest of a package.
const PACKAGE: Manifest = Manifest {
    file: "package.json",
    names: |tree, path| {
        let package = tree.value(path).unwrap_or_default();
        package["name"].as_str().map(str::to_owned).into_iter().collect()
    },
};

/// Of the packages of the tree with a name, the manifest of the nearest one.
fn package_named(tree: &FileTree<'_>, from: &str, name: &str) -> Option<String> {
    nearest(tree.manifests_of(&PACKAGE, name), from)
}

/// The manifest of what the dependencies of the nearest package give another name: `npm:name@1`, `workspace:name@*`, or
/// a folder.
fn aliased(tree: &FileTree<'_>, from: &str, name: &str) -> Option<String> {
    const TABLES: [&str; 4] =
        ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
    let stated = folders_above(from).find_map(|home| {
        let package = tree.value(&join(home, PACKAGE.file)?)?;
        let stated = TABLES.iter().find_map(|table| package[*table][name].as_str())?;
        Some((home, stated.to_owned()))
    });
    let (home, stated) = stated?;
    let (protocol, rest) = stated.split_once(':')?;
    match protocol {
        "npm" | "workspace" => {
            let end = rest.rfind('@').filter(|at| *at > 0)?;
            package_named(tree, from, &rest[..end])
        }
        "file" | "link" | "portal" => {
            let path = join(home, &format!("{rest}/{}", PACKAGE.file))?;
            tree.value(&path).is_some().then_some(path)
        }
        _ => None,
    }
}

/// The paths that a package's `exports` give for a path in it, and the sources from which a build may make them.
fn exported_paths(exports: &Value, inner: &str) -> Vec<String> {
    let has_only_entry = !exports.as_object().is_some_and(|map| map.contains_key("."));
    let mut found = match inner {
        "" if has_only_entry => leaves(exports, ""),
        "" => conditional_paths(exports, "."),
        inner => conditional_paths(exports, &format!("./{inner}")),
    };
    let source_of = |path: &String| {
        let (_, rest) = path.trim_start_matches("./").split_once('/')?;
        let (stem, _) = rest.rsplit_once('.').unwrap_or((rest, ""));
        Some(format!("src/{}", stem.strip_suffix(".d").unwrap_or(stem)))
    };
    let sources: Vec<String> = found.iter().filter_map(source_of).collect();
    found.extend(sources);
    found
}

/// The paths of the entries whose pattern matches a name.
fn conditional_paths(patterns: &Value, name: &str) -> Vec<String> {
    let matched = matching(patterns, name).into_iter();
    matched.flat_map(|(entry, rest)| leaves(entry, rest)).collect()
}

/// The paths at the leaves of nested conditions, those of the conditions that come first in [`CONDITIONS`] first; `*`
/// in them is replaced by `rest`.
fn leaves(value: &Value, rest: &str) -> Vec<String> {
    match value {
        Value::String(path) => vec![path.replace('*', rest)],
        Value::Array(list) => list.iter().flat_map(|value| leaves(value, rest)).collect(),
        Value::Object(map) => {
            let rank = |key: &str| CONDITIONS.iter().position(|condition| *condition == key);
            let mut conditions: Vec<_> =
                map.iter().filter(|(key, _)| !key.starts_with('.')).collect();
            conditions.sort_by_key(|(key, _)| rank(key).unwrap_or(CONDITIONS.len()));
            conditions.into_iter().flat_map(|(_, value)| leaves(value, rest)).collect()
        }
        _ => Vec::new(),
    }
}

// Patterns of module names with one `*`, the keys of `paths`, `exports` and `imports`.

/// The values whose key matches `source`, each with the part of `source` that `*` matches. A key without `*` comes
/// first, then the key with the longest text before `*`.
pub(super) fn matching<'v, 's>(patterns: &'v Value, source: &'s str) -> Vec<(&'v Value, &'s str)> {
    let patterns = patterns.as_object().into_iter().flatten();
    let fitting = patterns.filter_map(|(key, value)| {
        let prefix_length = key.find('*').unwrap_or(usize::MAX);
        Some((prefix_length, value, fits(key, source)?))
    });
    let mut fitting: Vec<_> = fitting.collect();
    fitting.sort_by_key(|(prefix_length, ..)| Reverse(*prefix_length));
    fitting.into_iter().map(|(_, value, rest)| (value, rest)).collect()
}

/// The part of `source` that `*` of a pattern matches, if the pattern matches.
fn fits<'s>(pattern: &str, source: &'s str) -> Option<&'s str> {
    match pattern.split_once('*') {
        Some((before, after)) => source.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == source).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_the_rest_of_a_name() {
        assert_eq!(fits("@/*", "@/a/b"), Some("a/b"));
        assert_eq!(fits("x", "x"), Some(""));
        assert_eq!(fits("x/*.js", "x/a.ts"), None);
    }
}
