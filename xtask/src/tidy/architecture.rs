//! ARCHITECTURE.md names every crate, names no crate or path that does not exist, and stays short.

use std::collections::BTreeSet;

use super::Finding;
use crate::tree::Tree;

const PAGE: &str = "ARCHITECTURE.md";
const MAX_LINES: usize = 250;
const FOLDER: &str = "crates/";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(page) = tree.file(PAGE) else {
        return vec![Finding::new(PAGE, 1, "the page is missing")];
    };
    let folders: BTreeSet<&str> = tree
        .paths
        .iter()
        .filter_map(|path| path.strip_prefix(FOLDER)?.strip_suffix("/Cargo.toml"))
        .filter(|folder| !folder.contains('/'))
        .collect();
    let mut found = Vec::new();
    let lines = page.text.lines().count();
    if lines > MAX_LINES {
        found.push(Finding::new(
            PAGE,
            lines,
            format!("{lines} lines, the most is {MAX_LINES}"),
        ));
    }
    let mut named = BTreeSet::new();
    for (line, text) in (1..).zip(page.text.lines()) {
        for place in places_in(text) {
            named.extend(place[FOLDER.len()..].split('/').next());
            if !tree.holds(place) {
                found.push(Finding::new(PAGE, line, format!("there is no {place}")));
            }
        }
        for package in packages_in(text) {
            if !tree.packages.iter().any(|known| known.name == package) {
                found.push(Finding::new(
                    PAGE,
                    line,
                    format!("there is no crate {package}"),
                ));
            }
        }
    }
    let absent = folders.difference(&named);
    found.extend(absent.map(|f| Finding::new(PAGE, 1, format!("{FOLDER}{f} is not named"))));
    found
}

/// Files and folders such as `crates/render/src`.
fn places_in(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c| !in_name(c) && c != '/' && c != '.')
        .map(|word| word.trim_end_matches(['/', '.']))
        .filter(|word| word.starts_with(FOLDER))
}

/// Words like `firsthand-render`.
fn packages_in(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !in_name(c) && c != '/')
        .filter(|word| word.starts_with("firsthand-") && !word.ends_with('-'))
        .filter(|word| !word.contains('/'))
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn a_correct_page_has_no_finding() {
        let tree = Tree::of(&[
            (
                "ARCHITECTURE.md",
                "| render (crates/render) |\n[x](crates/render/src/) and crates/render/Cargo.toml.",
            ),
            ("crates/render/Cargo.toml", ""),
            ("crates/render/src/lib.rs", ""),
            ("crates/render/tests/fixtures/crates/x/Cargo.toml", ""),
        ]);
        expect(&check(&tree), &[]);
    }

    #[test]
    fn names_and_folders_must_agree() {
        let page = "a\n`crates/gone`, crates/*, `firsthand-lost`\n".to_owned() + &"\n".repeat(250);
        let tree = Tree::of(&[("ARCHITECTURE.md", &page), ("crates/render/Cargo.toml", "")]);
        expect(
            &check(&tree),
            &[
                "ARCHITECTURE.md:252: 252 lines, the most is 250",
                "ARCHITECTURE.md:2: there is no crates/gone",
                "ARCHITECTURE.md:2: there is no crate firsthand-lost",
                "ARCHITECTURE.md:1: crates/render is not named",
            ],
        );
    }

    #[test]
    fn the_page_must_exist() {
        expect(
            &check(&Tree::of(&[])),
            &["ARCHITECTURE.md:1: the page is missing"],
        );
    }
}
