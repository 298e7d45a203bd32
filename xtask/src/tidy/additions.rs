//! Keeps additions local: the modules in a folder of additions (tools, commands, rules, …) are named only in its table.

use super::Finding;
use crate::tree::Tree;

/// Folders in which each file or folder is one addition. The file with the folder's name is the table.
const FOLDERS: &[&str] = &[
    "crates/agent/src/steps",
    "crates/cli/src/commands",
    "crates/codegraph/src/facts/languages",
    "crates/mcp/src/tools",
    "crates/render/src/format",
    "crates/setup/src/clients",
    "crates/tools/src/tools",
    "crates/validator/src/rules",
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    FOLDERS.iter().flat_map(|folder| names_outside(tree, folder)).collect()
}

/// A finding for each place outside of a folder and its table at which code of the same crate names one of the folder's
/// modules.
fn names_outside(tree: &Tree, folder: &str) -> Vec<Finding> {
    let (parent, module) = folder.rsplit_once('/').unwrap_or(("", folder));
    let table = format!("{folder}.rs");
    let inner = format!("{folder}/");
    let modules: Vec<&str> = tree
        .paths
        .iter()
        .filter_map(|path| path.strip_prefix(&inner)?.strip_suffix(".rs"))
        .filter(|stem| !stem.contains('/') && *stem != "tests")
        .collect();
    let others = tree.files.iter().filter(|file| {
        let is_same_crate = file.path.starts_with(parent) && file.path.ends_with(".rs");
        is_same_crate && file.path != table && !file.path.starts_with(&inner)
    });
    others
        .flat_map(|file| (1..).zip(file.text.lines()).map(move |line| (file, line)))
        .filter(|(_, (_, text))| !text.trim_start().starts_with("//"))
        .flat_map(|(file, (number, text))| {
            let named = modules.iter().filter(move |file_stem| {
                let path = format!("{module}::{file_stem}");
                let path_end = text.find(&path).map(|at| at + path.len());
                path_end.is_some_and(|end| {
                    !text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            });
            let what =
                |file_stem: &&str| format!("{module}::{file_stem} is named outside of {module}");
            named.map(move |file_stem| Finding::new(&file.path, number, what(file_stem)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn a_module_that_is_named_outside_of_its_table_is_found() {
        let tree = Tree::of(&[
            ("crates/tools/src/tools.rs", "mod grep;\npub(crate) use grep::Grep;\n"),
            ("crates/tools/src/tools/grep.rs", "use crate::tools::grep::scan;\n"),
            (
                "crates/tools/src/repo.rs",
                "// tools::grep\nuse crate::tools::grep::Grep;\nuse crate::tools::grepping;\n",
            ),
        ]);
        expect(
            &check(&tree),
            &["crates/tools/src/repo.rs:2: tools::grep is named outside of tools"],
        );
    }
}
