//! Every grammar of the code graph is an optional feature of the crates that depend on it: each forwards its feature, as
//! `cargo xtask languages` writes it into their manifests.

use anyhow::Result;

use super::Finding;
use crate::command::root;
use crate::generated::{self, Files};
use crate::tree::Tree;

const CODEGRAPH: &str = "crates/codegraph/Cargo.toml";
/// The manifests that forward the features, each with the package to which it forwards them.
const FORWARDING_MANIFESTS: &[(&str, &str)] = &[
    ("crates/tools/Cargo.toml", "firsthand-codegraph"),
    ("crates/explorer/Cargo.toml", "firsthand-codegraph"),
    ("crates/cli/Cargo.toml", "firsthand"),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let manifests = manifests(tree).into_iter();
    let stale = manifests.filter(|(path, written)| tree.text(path) != written);
    stale.map(|(path, _)| Finding::new(&path, 1, "run `cargo xtask languages`")).collect()
}

/// Writes the features of the grammars into the manifests of the crates that depend on the code graph.
pub(crate) fn run() -> Result<()> {
    generated::write(&manifests(&Tree::read(&root())?))
}

/// The manifests that forward the features, with a row for each grammar.
fn manifests(tree: &Tree) -> Files {
    let table: toml::Table = tree.text(CODEGRAPH).parse().unwrap_or_default();
    let features = table.get("features").and_then(|all| all.as_table());
    let names = features.into_iter().flatten().map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.filter(|name| !["default", "grammars"].contains(name)).collect();
    let manifests = FORWARDING_MANIFESTS.iter().map(|(manifest, package)| {
        let text = with_forwarded_features(tree.text(manifest), package, &names);
        ((*manifest).to_owned(), text)
    });
    manifests.collect()
}

/// The manifest with one forwarded feature for each name, after its feature `grammars`.
fn with_forwarded_features(manifest: &str, package: &str, names: &[&str]) -> String {
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
        let forwarding = "[features]\ngrammars = [\"firsthand-codegraph/grammars\"]\n";
        let go = format!("{forwarding}go = [\"firsthand-codegraph/go\"]\n");
        let tree = Tree::of(&[
            (
                "crates/codegraph/Cargo.toml",
                "[features]\ndefault = [\"go\"]\ngo = [\"dep:tree-sitter-go\"]\n",
            ),
            ("crates/tools/Cargo.toml", &go),
            ("crates/explorer/Cargo.toml", forwarding),
            ("crates/cli/Cargo.toml", "[features]\ngo = [\"firsthand/go\"]\n"),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/explorer/Cargo.toml:1: run `cargo xtask languages`",
                "crates/cli/Cargo.toml:1: run `cargo xtask languages`",
            ],
        );
    }

    #[test]
    fn new_grammars_are_forwarded_and_removed_ones_are_dropped() {
        let before = "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\nold = [\"g/old\"]\n\n[dependencies]\n";
        assert_eq!(
            with_forwarded_features(before, "g", &["go", "lua"]),
            "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\ngo = [\"g/go\"]\nlua = [\"g/lua\"]\n\n[dependencies]\n"
        );
    }
}
