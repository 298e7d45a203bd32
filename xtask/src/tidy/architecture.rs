//! ARCHITECTURE.md names every folder of `crates/`, names no package and no path below `crates/` that does not exist,
//! and stays short. The folders in its table of crates are those of cargo's metadata.

use std::collections::BTreeSet;

use super::Finding;
use crate::tree::Tree;

pub(super) const PAGE: &str = "ARCHITECTURE.md";
const MAX_LINES: usize = 250;
const CRATES_FOLDER: &str = "crates/";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(page) = tree.file(PAGE) else {
        return vec![Finding::new(PAGE, 1, "the page is missing")];
    };
    let folders: BTreeSet<&str> = tree
        .paths
        .iter()
        .filter_map(|path| path.strip_prefix(CRATES_FOLDER)?.strip_suffix("/Cargo.toml"))
        .filter(|folder| !folder.contains('/'))
        .collect();
    let mut found = Vec::new();
    let lines = page.text.lines().count();
    if lines > MAX_LINES {
        found.push(Finding::new(PAGE, lines, format!("{lines} lines, the most is {MAX_LINES}")));
    }
    let mut named = BTreeSet::new();
    for (line, text) in (1..).zip(page.text.lines()) {
        for path in crate_paths_in(text) {
            named.extend(path[CRATES_FOLDER.len()..].split('/').next());
            if !tree.holds(path) {
                found.push(Finding::new(PAGE, line, format!("there is no {path}")));
            }
        }
        for package in packages_in(text) {
            if !tree.packages.iter().any(|known| known.name == package) {
                found.push(Finding::new(PAGE, line, format!("there is no crate {package}")));
            }
        }
    }
    let unnamed = folders.difference(&named);
    found.extend(
        unnamed
            .map(|folder| Finding::new(PAGE, 1, format!("{CRATES_FOLDER}{folder} is not named"))),
    );
    found.extend(check_table(tree, &page.text));
    found
}

/// A row of the page's table of crates.
pub(super) struct CrateRow<'p> {
    line: usize,
    /// A number; `–` for a crate without a layer.
    pub(super) layer: &'p str,
    pub(super) name: &'p str,
    folder: &'p str,
    pub(super) about: &'p str,
}

/// Compares the page's table of crates with the packages and their folders.
fn check_table(tree: &Tree, page: &str) -> Vec<Finding> {
    let rows: Vec<CrateRow<'_>> = crate_rows(page).collect();
    let mut found = Vec::new();
    for row in &rows {
        let manifest = format!("{}/Cargo.toml", row.folder);
        let mut packages = tree.packages.iter();
        if packages.any(|package| package.name == row.name && package.manifest_path != manifest) {
            let what = format!("{} is not in {}", row.name, row.folder);
            found.push(Finding::new(PAGE, row.line, what));
        }
    }
    let has_row = |name: &str| rows.iter().any(|row| row.name == name);
    for package in tree.packages.iter().filter(|package| !has_row(&package.name)) {
        let what = format!("{} has no row in the table of crates", package.name);
        found.push(Finding::new(PAGE, 1, what));
    }
    found
}

/// The rows of the form ``| 1 | `firsthand-registry` | `crates/registry` |``.
pub(super) fn crate_rows(page: &str) -> impl Iterator<Item = CrateRow<'_>> {
    (1..).zip(page.lines()).filter_map(|(line, text)| {
        let mut cells = text.strip_prefix('|')?.split('|');
        let layer = cells.next()?.trim();
        let name = code_span(cells.next()?)?;
        let folder = code_span(cells.next()?)?;
        let about = cells.next().unwrap_or_default().trim();
        Some(CrateRow { line, layer, name, folder, about })
    })
}

fn code_span(cell: &str) -> Option<&str> {
    cell.trim().strip_prefix('`')?.strip_suffix('`')
}

/// Files and folders such as `crates/render/src`.
fn crate_paths_in(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c| !is_package_name_char(c) && c != '/' && c != '.')
        .map(|word| word.trim_end_matches(['/', '.']))
        .filter(|word| word.starts_with(CRATES_FOLDER))
}

/// Words like `firsthand-render`.
fn packages_in(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !is_package_name_char(c) && c != '/')
        .filter(|word| word.starts_with("firsthand-") && !word.ends_with('-'))
        .filter(|word| !word.contains('/'))
}

fn is_package_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tidy::layers::package;
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
    fn a_long_page_and_missing_crates_and_folders_are_found() {
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
    fn the_table_of_crates_has_the_folders_of_the_packages() {
        let page = "\
            | 1 | `firsthand-registry` | `crates/firsthand-registry` | x |\n\
            | 2 | `firsthand-render` | `crates/firsthand-render` | x |\n\
            | – | `xtask` | `xtask` | crates/xtask |\n";
        let names = ["firsthand-registry", "firsthand-render", "xtask", "firsthand-agent"];
        let tree = Tree {
            packages: names.map(|name| package(name, &[])).into(),
            ..Tree::of(&[
                ("ARCHITECTURE.md", page),
                ("crates/firsthand-registry/Cargo.toml", ""),
                ("crates/firsthand-render/Cargo.toml", ""),
                ("crates/xtask/Cargo.toml", ""),
            ])
        };
        expect(
            &check(&tree),
            &[
                "ARCHITECTURE.md:3: xtask is not in xtask",
                "ARCHITECTURE.md:1: firsthand-agent has no row in the table of crates",
            ],
        );
    }

    #[test]
    fn the_page_must_exist() {
        expect(&check(&Tree::of(&[])), &["ARCHITECTURE.md:1: the page is missing"]);
    }
}
