//! Dependencies between the crates point down only, as [`LAYERS`] defines.

use super::Finding;
use crate::packages::Package;
use crate::tree::Tree;

/// Layer, crate, and the crates it may use: their names without `firsthand-`, or `*` for all of lower layers.
/// A row may be here before its crate exists.
pub(super) const LAYERS: &[(u8, &str, &str)] = &[
    (0, "firsthand-source", ""),
    (1, "firsthand-registry", "source"),
    (1, "firsthand-guard", "source"),
    (1, "firsthand-codegraph", "source"),
    (1, "firsthand-anchors", "source"),
    (1, "firsthand-setup", "source"),
    (1, "firsthand-history", "source"),
    (1, "firsthand-dependencies", "source"),
    (2, "firsthand-citations", "anchors source"),
    (2, "firsthand-validator", "anchors registry source"),
    (3, "firsthand-render", "validator registry source"),
    (3, "firsthand-agent", "validator registry source"),
    (4, "firsthand-tools", "agent codegraph registry source"),
    (4, "firsthand-providers", "agent source"),
    (5, "firsthand-impact", "tools codegraph history render registry source"),
    (5, "firsthand-research", "agent validator tools codegraph history registry render source"),
    (6, "firsthand", "*"),
    (7, "firsthand-mcp", "firsthand render research source"),
    (7, "firsthand-eval", "firsthand render"),
    (
        8,
        "firsthand-cli",
        "firsthand render mcp research setup citations dependencies history source",
    ),
    (8, TESTKIT, "source registry validator render agent"),
    (
        8,
        "firsthand-fuzz",
        "source registry validator render agent tools codegraph guard firsthand mcp",
    ),
    (8, "xtask", "guard setup source"),
];

/// Only for tests: nothing may depend on it otherwise.
pub(super) const TESTKIT: &str = "firsthand-testkit";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.packages.iter().flat_map(|package| check_package(tree, package)).collect()
}

fn check_package(tree: &Tree, package: &Package) -> Vec<Finding> {
    let manifest = &package.manifest_path;
    let Some((layer, _, may_use)) = LAYERS.iter().find(|(_, name, _)| *name == package.name) else {
        let what = format!("{} has no row in the table of layers", package.name);
        return vec![Finding::new(manifest, 1, what)];
    };
    let allowed = |name: &str| match *may_use {
        "*" => (LAYERS.iter()).any(|(below, other, _)| *other == name && below < layer),
        these => these.split(' ').any(|short| short == short_name(name)),
    };
    let ours = |name: &str| tree.packages.iter().any(|package| package.name == name);
    package
        .dependencies
        .iter()
        .filter(|used| !used.is_dev() && ours(&used.name) && !allowed(&used.name))
        .map(|used| {
            let what = if used.name == TESTKIT {
                format!("{TESTKIT} may be a dev-dependency only")
            } else {
                format!("{} may not use {}", package.name, used.name)
            };
            Finding::new(manifest, line_of(tree, manifest, &used.name), what)
        })
        .collect()
}

fn short_name(name: &str) -> &str {
    name.strip_prefix("firsthand-").unwrap_or(name)
}

/// The line on which a manifest names a dependency, 1-based.
pub(super) fn line_of(tree: &Tree, manifest: &str, name: &str) -> usize {
    let names = |line: &str| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    };
    tree.file(manifest).map_or(1, |file| file.line_where(names))
}

/// A package for the tests of rules that look at manifests; a dependency is name, kind and version.
#[cfg(test)]
pub(super) fn package(name: &str, dependencies: &[(&str, &str, &str)]) -> Package {
    use crate::packages::Dependency;
    let dependencies = dependencies.iter().map(|&(name, kind, req)| Dependency {
        name: name.to_owned(),
        kind: (kind != "normal").then(|| kind.to_owned()),
        req: req.to_owned(),
        path: Some(String::new()),
    });
    Package {
        name: name.to_owned(),
        manifest_path: format!("crates/{name}/Cargo.toml"),
        dependencies: dependencies.collect(),
        targets: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LAYERS, check, package, short_name};
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn the_table_points_down() {
        for (layer, name, may_use) in LAYERS {
            for used in may_use.split_whitespace().filter(|used| *used != "*") {
                let mut rows = LAYERS.iter();
                let below = rows.find(|(_, other, _)| short_name(other) == used);
                assert!(below.unwrap().0 < *layer, "{name} -> {used}");
            }
        }
    }

    #[test]
    fn upward_and_unlisted_uses_are_found() {
        let tree = Tree {
            packages: vec![
                package(
                    "firsthand-registry",
                    &[("firsthand", "dev", "*"), ("serde", "normal", "1")],
                ),
                package("firsthand-agent", &[("firsthand-registry", "normal", "0.1")]),
                package("firsthand", &[("firsthand-agent", "normal", "0.1")]),
                package("firsthand-render", &[("firsthand-agent", "build", "0.1")]),
                package("firsthand-validator", &[("firsthand-testkit", "normal", "*")]),
                package("firsthand-testkit", &[]),
                package("firsthand-new", &[]),
            ],
            ..Tree::of(&[(
                "crates/firsthand-render/Cargo.toml",
                "[x]\nfirsthand-agent.workspace = true",
            )])
        };
        expect(
            &check(&tree),
            &[
                "crates/firsthand-render/Cargo.toml:2: firsthand-render may not use firsthand-agent",
                "crates/firsthand-validator/Cargo.toml:1: firsthand-testkit may be a dev-dependency only",
                "crates/firsthand-new/Cargo.toml:1: firsthand-new has no row in the table of layers",
            ],
        );
    }
}
