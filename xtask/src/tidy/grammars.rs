//! Every grammar of the code graph is an optional feature of the crates that depend on it: each forwards its feature, as
//! `cargo xtask languages` writes it into their manifests.

use anyhow::Result;

use super::Finding;
use crate::command::root;
use crate::generated;
use crate::tree::Tree;

const CODEGRAPH: &str = "crates/codegraph/Cargo.toml";
/// The manifests that forward the features, each with the package to which it forwards them.
const FORWARDING_MANIFESTS: &[(&str, &str)] = &[
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
fn features(tree: &Tree, manifest: &str) -> Vec<(String, Vec<String>)> {
    let table: toml::Table = tree.text(manifest).parse().unwrap_or_default();
    let features = table.get("features").and_then(|all| all.as_table());
    let names = |on: &toml::Value| {
        let on = on.as_array().into_iter().flatten();
        on.filter_map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let rows = features.into_iter().flatten();
    rows.map(|(name, on)| (name.clone(), names(on))).collect()
}

/// Writes the features of the grammars into the manifests of the crates that depend on the code graph.
pub(crate) fn run() -> Result<()> {
    let tree = Tree::read(&root())?;
    let names: Vec<String> = features(&tree, CODEGRAPH)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !["default", "grammars"].contains(&name.as_str()))
        .collect();
    let manifests = FORWARDING_MANIFESTS.iter().map(|(manifest, package)| {
        let text = with_forwarded_features(tree.text(manifest), package, &names);
        ((*manifest).to_owned(), text)
    });
    generated::write(&manifests.collect())
}

/// The manifest with one forwarded feature for each name, after its feature `grammars`.
fn with_forwarded_features(manifest: &str, package: &str, names: &[String]) -> String {
    let row = |name: &str| format!("{name} = [\"{package}/{name}\"]\n");
    let grammars = row("grammars");
    let is_row = |line: &&str| line.ends_with(&format!("[\"{package}/{}\"]\n", name_of(line)));
    let mut text = String::new();
    for line in manifest.split_inclusive('\n') {
        if line == grammars {
            text.push_str(line);
            text.extend(names.iter().map(|name| row(name)));
        } else if !is_row(&line) {
            text.push_str(line);
        }
    }
    text
}

/// The key of a manifest line.
fn name_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{check, with_forwarded_features};
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
            ("crates/cli/Cargo.toml", "[features]\ngo = [\"firsthand/go\"]\n"),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/explorer/Cargo.toml:1: there is no feature go = [\"firsthand-codegraph/go\"]: run cargo xtask languages",
            ],
        );
    }

    #[test]
    fn new_grammars_are_forwarded_and_removed_ones_are_dropped() {
        let before = "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\nold = [\"g/old\"]\n\n[dependencies]\n";
        let names = ["go", "lua"].map(str::to_owned);
        assert_eq!(
            with_forwarded_features(before, "g", &names),
            "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\ngo = [\"g/go\"]\nlua = [\"g/lua\"]\n\n[dependencies]\n"
        );
    }
}
