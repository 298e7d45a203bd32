//! Dependencies between the crates point down only, by the layers in the table of crates of ARCHITECTURE.md; and those of
//! a crate that is pure lead to pure crates, and to the lowest layer.

use std::collections::BTreeMap;

use super::Finding;
use super::architecture::{CrateRow, PAGE, crate_rows};
use crate::packages::Package;
use crate::tree::Tree;

/// Only for tests: nothing may depend on it otherwise.
pub(super) const TESTKIT: &str = "firsthand-testkit";

/// The rows of the crates.
type Rows<'p> = BTreeMap<&'p str, CrateRow<'p>>;

impl CrateRow<'_> {
    /// The layer; `None` for a crate that nothing may depend on, and that may use all others.
    fn number(&self) -> Option<u8> {
        self.layer.parse().ok()
    }

    fn may_use(&self, used: &Self) -> bool {
        let is_pure = |row: &Self| row.about.ends_with("pure");
        let is_below = |used| self.number().is_none_or(|own| used < own);
        used.number()
            .is_some_and(|layer| is_below(layer) && (!is_pure(self) || is_pure(used) || layer == 0))
    }
}

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let rows: Rows<'_> = crate_rows(tree.text(PAGE)).map(|row| (row.name, row)).collect();
    tree.packages.iter().flat_map(|package| check_package(tree, &rows, package)).collect()
}

fn check_package(tree: &Tree, rows: &Rows<'_>, package: &Package) -> Vec<Finding> {
    let manifest = &package.manifest_path;
    let own = rows.get(&*package.name);
    let may_use = |used: &str| own.zip(rows.get(used)).is_some_and(|(own, used)| own.may_use(used));
    let ours = |name: &str| tree.packages.iter().any(|package| package.name == name);
    package
        .dependencies
        .iter()
        .filter(|used| !used.is_dev() && ours(&used.name) && !may_use(&used.name))
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

/// The line on which a manifest names a dependency, 1-based.
pub(super) fn line_of(tree: &Tree, manifest: &str, name: &str) -> usize {
    let names = |line: &str| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    };
    tree.file(manifest).map_or(1, |file| file.line_where(names))
}

/// A package for the tests of rules that look at manifests; a dependency is name and kind.
#[cfg(test)]
pub(super) fn package(name: &str, dependencies: &[(&str, &str)]) -> Package {
    use crate::packages::Dependency;
    let dependencies = dependencies.iter().map(|&(name, kind)| Dependency {
        name: name.to_owned(),
        kind: (kind != "normal").then(|| kind.to_owned()),
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
    use super::{PAGE, check, package};
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn uses_that_do_not_point_down_are_found() {
        let page = "\
            | 1 | `firsthand-registry` | `crates/registry` |\n\
            | 1 | `firsthand-anchors` | `crates/anchors` |\n\
            | 2 | `firsthand-render` | `crates/render` | a report; pure |\n\
            | 0 | `firsthand-source` | `crates/source` | paths |\n\
            | 3 | `firsthand-agent` | `crates/agent` |\n\
            | – | `firsthand-testkit` | `crates/testkit` |\n\
            | – | `xtask` | `xtask` |\n";
        let tree = Tree {
            packages: vec![
                package(
                    "firsthand-registry",
                    &[
                        ("firsthand-agent", "dev"),
                        ("firsthand-anchors", "normal"),
                        ("serde", "normal"),
                    ],
                ),
                package("firsthand-anchors", &[("xtask", "normal")]),
                package("firsthand-source", &[]),
                package(
                    "firsthand-render",
                    &[
                        ("firsthand-agent", "build"),
                        ("firsthand-registry", "normal"),
                        ("firsthand-source", "normal"),
                    ],
                ),
                package(
                    "firsthand-agent",
                    &[("firsthand-registry", "normal"), ("firsthand-testkit", "normal")],
                ),
                package("firsthand-testkit", &[("firsthand-agent", "normal")]),
                package("xtask", &[("firsthand-render", "normal")]),
                package("firsthand-new", &[]),
            ],
            ..Tree::of(&[
                (PAGE, page),
                ("crates/firsthand-render/Cargo.toml", "[x]\nfirsthand-agent.workspace = true"),
            ])
        };
        expect(
            &check(&tree),
            &[
                "crates/firsthand-registry/Cargo.toml:1: firsthand-registry may not use firsthand-anchors",
                "crates/firsthand-anchors/Cargo.toml:1: firsthand-anchors may not use xtask",
                "crates/firsthand-render/Cargo.toml:2: firsthand-render may not use firsthand-agent",
                "crates/firsthand-render/Cargo.toml:1: firsthand-render may not use firsthand-registry",
                "crates/firsthand-agent/Cargo.toml:1: firsthand-testkit may be a dev-dependency only",
            ],
        );
    }
}
