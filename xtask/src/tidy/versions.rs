//! A path dependency has a version, too, so that each crate can be published; the testkit never is.

use super::{Finding, layers};
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
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

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tidy::layers::package;
    use crate::tree::Tree;

    #[test]
    fn a_path_without_a_version_is_found() {
        let tree = Tree {
            packages: vec![package(
                "a",
                &[
                    ("b", "normal", "*"),
                    ("c", "normal", "^0.1"),
                    ("firsthand-testkit", "dev", "*"),
                ],
            )],
            ..Tree::of(&[(
                "crates/a/Cargo.toml",
                "[dependencies]\nbc = 1\nb = { path = \"../b\" }",
            )])
        };
        expect(
            &check(&tree),
            &["crates/a/Cargo.toml:3: b has a path but no version"],
        );
    }
}
