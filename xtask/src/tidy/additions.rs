//! Keeps additions local: the modules in a folder of additions (tools, commands, rules, …) are private to its table, so
//! that the compiler lets nothing else name them.

use super::Finding;
use crate::tree::Tree;

/// Folders in which each file or folder is one addition. The file with the folder's name is the table.
#[rustfmt::skip]
const FOLDERS: &[&str] = &[
    "crates/agent/src/steps", "crates/cli/src/commands", "crates/codegraph/src/facts/languages",
    "crates/mcp/src/tools", "crates/render/src/format", "crates/setup/src/clients", "crates/tools/src/tools",
    "crates/validator/src/rules",
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let tables = FOLDERS.iter().filter_map(|folder| tree.file(&format!("{folder}.rs")));
    let lines = tables.flat_map(|table| {
        let lines = (1..).zip(table.text.lines());
        lines.map(move |(number, line)| (table, number, line))
    });
    let is_open = |line: &str| line.starts_with("pub") && line.contains(" mod ");
    lines
        .filter(|(_, _, line)| is_open(line))
        .map(|(table, number, line)| {
            Finding::new(&table.path, number, format!("`{line}` can be named outside of its table"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn a_module_that_can_be_named_outside_of_its_table_is_found() {
        let table = "mod grep;\npub(crate) mod read;\npub mod list;\npub(crate) use grep::Grep;\n";
        let tree = Tree::of(&[
            ("crates/tools/src/tools.rs", table),
            ("crates/tools/src/tools/grep.rs", "pub(crate) mod scan;\n"),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/tools/src/tools.rs:2: `pub(crate) mod read;` can be named outside of its table",
                "crates/tools/src/tools.rs:3: `pub mod list;` can be named outside of its table",
            ],
        );
    }
}
