//! Every Rust file belongs to a target by a `mod` declaration beside or above it: none is dead, and no test is forgotten.

use std::collections::BTreeSet;

use super::Finding;
use crate::tree::{TextFile, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let targets = tree.packages.iter().flat_map(|package| &package.targets);
    let roots: BTreeSet<&str> = targets.map(|target| target.src_path.as_str()).collect();
    let folders: Vec<&str> = roots.iter().filter_map(|root| owned_folder(root)).collect();
    tree.rust()
        .filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)))
        .filter(|file| !roots.contains(file.path.as_str()) && !is_declared(tree, &roots, file))
        .map(|file| Finding::new(&file.path, 1, "no `mod` declaration names this file"))
        .collect()
}

/// The folder (with its slash) in which everything belongs to the target of this root file.
fn owned_folder(root: &str) -> Option<&str> {
    let end = root.rfind('/')? + 1;
    let is_owner = ["lib.rs", "main.rs"].contains(&&root[end..]);
    is_owner.then_some(&root[..end])
}

/// Whether the file of the module above, or a target's root in the same folder, declares the module of this file, or
/// names the file itself (`#[path = "…"]`, `include!("…")`).
fn is_declared(tree: &Tree, roots: &BTreeSet<&str>, file: &TextFile) -> bool {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let above = format!("{folder}.rs");
    let declaration = format!("mod {};", file.stem());
    let named = format!("\"{name}\"");
    let mut lines = tree
        .rust()
        .filter(|other| {
            let beside = other.path.rsplit_once('/').is_some_and(|(own, _)| own == folder);
            other.path == above || (beside && roots.contains(other.path.as_str()))
        })
        .flat_map(|other| other.text.lines())
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.any(|line| line.ends_with(&declaration) || line.contains(&named))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::packages::Target;
    use crate::tidy::{expect, layers};
    use crate::tree::Tree;

    #[test]
    fn files_that_no_declaration_names_are_found() {
        let mut package = layers::package("a", &[]);
        package.targets = ["a/src/lib.rs", "a/tests/it/main.rs", "a/benches/b.rs"]
            .map(|path| Target { name: String::new(), kind: Vec::new(), src_path: path.to_owned() })
            .into();
        let mut tree = Tree::of(&[
            ("a/src/lib.rs", "pub mod x;\n// mod dead;\n#[path = \"p.rs\"]\nmod c;"),
            ("a/src/x.rs", "#[cfg(test)]\nmod y;"),
            ("a/src/x/y.rs", ""),
            ("a/src/p.rs", ""),
            ("a/src/dead.rs", "mod child;"),
            ("a/src/dead/child.rs", ""),
            ("a/tests/it/main.rs", "mod seen;"),
            ("a/tests/it/seen.rs", ""),
            ("a/tests/it/forgotten.rs", ""),
            ("a/benches/b.rs", ""),
            ("a/build/gen.rs", ""),
        ]);
        tree.packages = vec![package];
        expect(
            &check(&tree),
            &[
                "a/src/dead.rs:1: no `mod` declaration names this file",
                "a/tests/it/forgotten.rs:1: no `mod` declaration names this file",
            ],
        );
    }
}
