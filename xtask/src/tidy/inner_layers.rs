//! The modules of a folder that has inner layers use only those of layers before their own, as [`FOLDERS`] defines.

use super::Finding;
use crate::tree::{TextFile, Tree};

/// A folder of sources, the path of its module, and its modules by layer, lowest first. Tests may use all of them.
const FOLDERS: &[(&str, &str, &[&str])] = &[
    (
        "crates/codegraph/src/",
        "crate::",
        &["answer options query", "text", "facts", "relations", "search", "graph"],
    ),
    (
        "crates/codegraph/src/relations/",
        "crate::relations::",
        &[
            "occurrence tally target",
            "written",
            "scopes",
            "modules",
            "types",
            "resolution",
            "targets",
            "answers",
            "context resolver",
        ],
    ),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let files = FOLDERS.iter().flat_map(|folder| tree.rust().map(move |file| (folder, file)));
    files
        .filter_map(|((sources, root, layers), file)| {
            Some(check_file(file, file.path.strip_prefix(sources)?, root, layers))
        })
        .flatten()
        .collect()
}

fn check_file(file: &TextFile, path: &str, root: &str, layers: &[&str]) -> Vec<Finding> {
    let module = path.split(['/', '.']).next().unwrap_or(path);
    let is_test = file.stem() == "tests" || file.is_under("tests");
    if module == "lib" || is_test {
        return Vec::new();
    }
    let rank = |name: &str| {
        let mut numbered = layers.iter();
        numbered.position(|names| names.split(' ').any(|own| own == name))
    };
    let Some(own) = rank(module) else {
        let what = format!("{module} has no row in the table of inner layers");
        return vec![Finding::new(&file.path, 1, what)];
    };
    let production = file.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    used_modules(production, root)
        .into_iter()
        .filter(|(_, name)| rank(name).is_some_and(|used| used > own))
        .map(|(line, name)| {
            let what = format!("{module} may not use {name}: it is a layer above");
            Finding::new(&file.path, line, what)
        })
        .collect()
}

/// The next names of the paths that begin with `root`, also in a list `crate::{…}`, each with its line.
fn used_modules<'s>(source: &'s str, root: &str) -> Vec<(usize, &'s str)> {
    let mut used = Vec::new();
    for (at, start) in source.match_indices(root) {
        let before = &source[..at];
        let line = before.lines().next_back().unwrap_or_default();
        if line.contains("//") && !before.ends_with('\n') {
            continue;
        }
        let number = before.matches('\n').count() + 1;
        let path = &source[at + start.len()..];
        let names = path.strip_prefix('{').map_or(vec![path], outer_items);
        used.extend(names.into_iter().map(|name| {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            (number, &name[..end.unwrap_or(name.len())])
        }));
    }
    used
}

/// The items of a list in braces, without its opening one; lists inside of it are parts of their items.
fn outer_items(list: &str) -> Vec<&str> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, sign) in list.match_indices(['{', '}', ',']) {
        if depth == 0 && sign != "{" {
            items.push(list[start..at].trim());
            start = at + 1;
        }
        match sign {
            "{" => depth += 1,
            "}" if depth == 0 => break,
            "}" => depth -= 1,
            _ => {}
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn upward_uses_are_found_except_in_tests() {
        let tree = Tree::of(&[
            ("crates/codegraph/src/lib.rs", "use crate::graph::Graph;"),
            (
                "crates/codegraph/src/facts.rs",
                "// crate::search\nuse crate::text::Tree;\nuse crate::facts::A;\nuse crate::relations::B;",
            ),
            (
                "crates/codegraph/src/text/scan.rs",
                "use crate::{answer, facts::{A, B}, graph};\n#[cfg(test)]\nmod tests { use crate::graph; }",
            ),
            ("crates/codegraph/src/text/scan/tests.rs", "use crate::graph::Graph;"),
            ("crates/codegraph/src/new.rs", ""),
            (
                "crates/codegraph/src/relations/types/lineage.rs",
                "use crate::relations::answers::uses;\nuse crate::relations::{Target, written::name};",
            ),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/codegraph/src/facts.rs:4: facts may not use relations: it is a layer above",
                "crates/codegraph/src/text/scan.rs:1: text may not use facts: it is a layer above",
                "crates/codegraph/src/text/scan.rs:1: text may not use graph: it is a layer above",
                "crates/codegraph/src/new.rs:1: new has no row in the table of inner layers",
                "crates/codegraph/src/relations/types/lineage.rs:1: types may not use answers: it is a layer above",
            ],
        );
    }
}
