//! Every crate takes the workspace's lints. (That a path dependency has a version, too, `cargo package` checks, which
//! runs in the step `dist`.)

use super::Finding;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.files
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.is_data())
        .filter(|file| !inherits(&file.text))
        .map(|file| Finding::new(&file.path, 1, "`[lints] workspace = true` is missing"))
        .collect()
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
}
