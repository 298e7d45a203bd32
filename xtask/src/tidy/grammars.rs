//! Every grammar of the code graph is an optional feature of the crates that depend on it: each forwards its feature.

use super::Finding;
use crate::tree::Tree;

pub(crate) const CODEGRAPH: &str = "crates/codegraph/Cargo.toml";
/// The manifests that forward the features, each with the package to which it forwards them.
pub(crate) const FORWARDING_MANIFESTS: &[(&str, &str)] = &[
    ("crates/tools/Cargo.toml", "firsthand-codegraph"),
    ("crates/explorer/Cargo.toml", "firsthand-codegraph"),
    ("crates/cli/Cargo.toml", "firsthand"),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    let grammars = features(tree, CODEGRAPH);
    for (manifest, package) in FORWARDING_MANIFESTS {
        let forwarded = features(tree, manifest);
        for (name, _) in &grammars {
            let expected = vec![format!("{package}/{name}")];
            let row = forwarded.iter().find(|(known, _)| known == name);
            let is_default = name == "default";
            if !is_default && row.is_none_or(|(_, on)| *on != expected) {
                let what = format!(
                    "there is no feature {name} = [\"{package}/{name}\"]: run cargo xtask languages"
                );
                found.push(Finding::new(manifest, 1, what));
            }
        }
    }
    found
}

/// The features of a manifest, each with what it turns on.
pub(crate) fn features(tree: &Tree, manifest: &str) -> Vec<(String, Vec<String>)> {
    let text = tree.file(manifest).map_or("", |file| file.text.as_str());
    let table: toml::Table = text.parse().unwrap_or_default();
    let features = table.get("features").and_then(|all| all.as_table());
    let names = |on: &toml::Value| {
        let on = on.as_array().into_iter().flatten();
        on.filter_map(|one| one.as_str().map(str::to_owned))
            .collect()
    };
    let rows = features.into_iter().flatten();
    rows.map(|(name, on)| (name.clone(), names(on))).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn a_grammar_whose_feature_is_not_forwarded_is_found() {
        let forwarding = "[features]\ngo = [\"firsthand-codegraph/go\"]\n";
        let tree = Tree::of(&[
            (
                "crates/codegraph/Cargo.toml",
                "[features]\ndefault = [\"go\"]\ngo = [\"dep:tree-sitter-go\"]\n",
            ),
            ("crates/tools/Cargo.toml", forwarding),
            ("crates/explorer/Cargo.toml", "[features]\ngo = []\n"),
            (
                "crates/cli/Cargo.toml",
                "[features]\ngo = [\"firsthand/go\"]\n",
            ),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/explorer/Cargo.toml:1: there is no feature go = [\"firsthand-codegraph/go\"]: run cargo xtask languages",
            ],
        );
    }
}
