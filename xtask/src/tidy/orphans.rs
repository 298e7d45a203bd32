//! Every Rust file is reached from a target by `mod` declarations: none is dead, and no test is forgotten.

use std::collections::BTreeSet;

use super::Finding;
use crate::packages::Target;
use crate::tokens::{Kind, code};
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let targets: Vec<&Target> = tree
        .packages
        .iter()
        .flat_map(|package| &package.targets)
        .collect();
    let roots: BTreeSet<&str> = targets
        .iter()
        .map(|target| target.src_path.as_str())
        .collect();
    let mut reached: BTreeSet<String> = roots.iter().map(|&root| root.to_owned()).collect();
    let mut unvisited: Vec<String> = reached.iter().cloned().collect();
    while let Some(path) = unvisited.pop() {
        let Some(file) = tree.file(&path) else {
            continue;
        };
        for child in children(&path, roots.contains(path.as_str()), &file.text) {
            if tree.paths.contains(&child) && reached.insert(child.clone()) {
                unvisited.push(child);
            }
        }
    }
    let folders: Vec<&str> = roots.iter().filter_map(|root| owned_folder(root)).collect();
    tree.rust()
        .filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)))
        .filter(|file| !reached.contains(&file.path))
        .map(|file| Finding::new(&file.path, 1, "no `mod` declaration reaches this file"))
        .collect()
}

/// The folder (with its slash) in which everything belongs to the target of this root file.
fn owned_folder(root: &str) -> Option<&str> {
    let end = root.rfind('/')? + 1;
    ["lib.rs", "main.rs"]
        .contains(&&root[end..])
        .then_some(&root[..end])
}

/// The paths at which the modules that `source` declares can be, and the files that it includes.
fn children(path: &str, is_root: bool, source: &str) -> Vec<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.trim_end_matches(".rs");
    let below = if is_root || stem == "mod" {
        folder.to_owned()
    } else {
        format!("{folder}/{stem}")
    };
    let code = code(source);
    let text = |at: usize| code.get(at).map_or("", |token| token.text);
    let mut found = Vec::new();
    // The open braces around the present token: the name of an inline module, or `None` for another brace.
    let mut open_braces: Vec<Option<&str>> = Vec::new();
    // The path of the attribute `#[path = "…"]` before a module.
    let mut path_attribute: Option<&str> = None;
    for (at, token) in code.iter().enumerate() {
        let inline = at > 1 && text(at - 2) == "mod";
        match token.text {
            "{" => open_braces.push(inline.then(|| text(at - 1))),
            "}" => {
                open_braces.pop();
            }
            "path" if text(at + 1) == "=" => path_attribute = Some(text(at + 2).trim_matches('"')),
            "include" if text(at + 1) == "!" => {
                found.push(format!("{folder}/{}", text(at + 3).trim_matches('"')));
            }
            "mod" if token.kind == Kind::Word && text(at + 2) == ";" => {
                let inside = open_braces
                    .iter()
                    .flatten()
                    .fold(below.clone(), |b, m| format!("{b}/{m}"));
                let name = text(at + 1);
                match path_attribute.take() {
                    Some(relative) => found.push(format!("{folder}/{relative}")),
                    None => found.extend([
                        format!("{inside}/{name}.rs"),
                        format!("{inside}/{name}/mod.rs"),
                    ]),
                }
            }
            _ => {}
        }
        if [";", "{", "}"].contains(&token.text) {
            path_attribute = None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{check, children};
    use crate::packages::Target;
    use crate::tidy::{expect, layers};
    use crate::tree::Tree;

    #[test]
    fn files_no_declaration_reaches_are_found() {
        let mut package = layers::package("a", &[]);
        package.targets = ["a/src/lib.rs", "a/tests/it/main.rs", "a/benches/b.rs"]
            .map(|path| Target {
                name: String::new(),
                kind: Vec::new(),
                src_path: path.to_owned(),
            })
            .into();
        let mut tree = Tree::of(&[
            ("a/src/lib.rs", "pub mod x; // mod dead;\n\"mod dead;\""),
            ("a/src/x.rs", "mod y;"),
            ("a/src/x/y.rs", ""),
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
                "a/src/dead.rs:1: no `mod` declaration reaches this file",
                "a/src/dead/child.rs:1: no `mod` declaration reaches this file",
                "a/tests/it/forgotten.rs:1: no `mod` declaration reaches this file",
            ],
        );
    }

    #[test]
    fn inline_modules_given_paths_and_includes_are_followed() {
        let source = "mod a { fn f() { x } mod b; } #[path = \"p.rs\"] mod c; include!(\"d.rs\");";
        assert_eq!(
            children("s/x.rs", false, source),
            ["s/x/a/b.rs", "s/x/a/b/mod.rs", "s/p.rs", "s/d.rs"]
        );
    }
}
