//! The modules of a crate that has inner layers use only those of layers before their own, as [`CRATES`] defines.

use super::Finding;
use crate::tokens::{Kind, Token, code};
use crate::tree::{TextFile, Tree};

/// The sources of a crate, and its modules by layer, lowest first. Tests may use all of them.
const CRATES: &[(&str, &[&str])] = &[(
    "crates/codegraph/src/",
    &[
        "answer options query",
        "text",
        "facts",
        "relations",
        "search",
        "graph",
    ],
)];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let files = CRATES
        .iter()
        .flat_map(|krate| tree.rust().map(move |file| (krate, file)));
    files
        .filter_map(|((sources, layers), file)| {
            Some(check_file(file, file.path.strip_prefix(sources)?, layers))
        })
        .flatten()
        .collect()
}

fn check_file(file: &TextFile, path: &str, layers: &[&str]) -> Vec<Finding> {
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
    let production = file
        .text
        .split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default();
    let used = used_modules(&code(production));
    used.into_iter()
        .filter(|name| rank(name.text).is_some_and(|used| used > own))
        .map(|name| {
            let what = format!("{module} may not use {}: it is a layer above", name.text);
            Finding::new(&file.path, name.line, what)
        })
        .collect()
}

/// The first names of the paths that begin with `crate::`, also in a list `crate::{…}`.
fn used_modules<'t>(tokens: &[Token<'t>]) -> Vec<Token<'t>> {
    let mut used = Vec::new();
    for (at, four) in tokens.windows(4).enumerate() {
        if [four[0].text, four[1].text, four[2].text] != ["crate", ":", ":"] {
            continue;
        }
        if four[3].text != "{" {
            used.push(four[3]);
            continue;
        }
        let mut depth = 0_usize;
        for pair in tokens[at + 3..].windows(2) {
            match pair[0].text {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth == 1 && ["{", ","].contains(&pair[0].text) && pair[1].kind == Kind::Word {
                used.push(pair[1]);
            }
        }
    }
    used
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
            (
                "crates/codegraph/src/text/scan/tests.rs",
                "use crate::graph::Graph;",
            ),
            ("crates/codegraph/src/new.rs", ""),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/codegraph/src/facts.rs:4: facts may not use relations: it is a layer above",
                "crates/codegraph/src/text/scan.rs:1: text may not use facts: it is a layer above",
                "crates/codegraph/src/text/scan.rs:1: text may not use graph: it is a layer above",
                "crates/codegraph/src/new.rs:1: new has no row in the table of inner layers",
            ],
        );
    }
}
