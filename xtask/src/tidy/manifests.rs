//! Every crate takes the workspace's lints; a path dependency has a version, too, so that each crate can be published;
//! the testkit never is.

use super::{Finding, layers};
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found: Vec<Finding> = tree
        .files
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.is_data())
        .filter(|file| !inherits(&file.text))
        .map(|file| Finding::new(&file.path, 1, "`[lints] workspace = true` is missing"))
        .collect();
    // The metadata says `*` for a dependency without a version.
    for package in &tree.packages {
        let manifest = &package.manifest_path;
        let bare = package
            .dependencies
            .iter()
            .filter(|used| used.path.is_some() && used.req == "*" && used.name != layers::TESTKIT);
        for used in bare {
            let line = layers::line_of(tree, manifest, &used.name);
            let what = format!("{} has a path but no version", used.name);
            found.push(Finding::new(manifest, line, what));
        }
    }
    found
}

fn inherits(manifest: &str) -> bool {
    let manifest: Option<toml::Table> = manifest.parse().ok();
    let lints = manifest.as_ref().and_then(|manifest| manifest.get("lints"));
    lints.and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tidy::layers::package;
    use crate::tree::Tree;

    #[test]
    fn only_manifests_that_inherit_the_lints_have_no_finding() {
        let tree = Tree::of(&[
            ("Cargo.toml", "[workspace]"),
            ("a/Cargo.toml", "[lints]\nworkspace = true"),
            ("b/Cargo.toml", "lints.workspace = true"),
            ("c/Cargo.toml", "[package]\n# [lints] workspace = true"),
            ("d/Cargo.toml", "[lints]\nworkspace = false"),
        ]);
        expect(
            &check(&tree),
            &[
                "c/Cargo.toml:1: `[lints] workspace = true` is missing",
                "d/Cargo.toml:1: `[lints] workspace = true` is missing",
            ],
        );
    }

    #[test]
    fn a_path_without_a_version_is_found() {
        let tree = Tree {
            packages: vec![package(
                "a",
                &[("b", "normal", "*"), ("c", "normal", "^0.1"), ("firsthand-testkit", "dev", "*")],
            )],
            ..Tree::of(&[(
                "crates/a/Cargo.toml",
                "lints.workspace = true\n[dependencies]\nbc = 1\nb = { path = \"../b\" }",
            )])
        };
        expect(&check(&tree), &["crates/a/Cargo.toml:4: b has a path but no version"]);
    }
}
