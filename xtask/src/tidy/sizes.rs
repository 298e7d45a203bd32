//! Files stay small; the files above the limit may only shrink.
//!
//! `xtask/ceilings.toml` lists the files above the limit, each with the most lines it may have. A ceiling is raised by
//! hand, in review, or not at all; `cargo xtask tidy --lower` lowers and drops ceilings. Without that file it writes
//! one with the present sizes.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};

use super::Finding;
use crate::tree::{TextFile, Tree};

const CEILINGS: &str = "xtask/ceilings.toml";
const MAX_LINES: usize = 300;
/// The limit of a file under `tests/`.
const MAX_TEST_FILE_LINES: usize = 600;
/// A ceiling may be this much above the file without being lowered.
const MAX_SLACK_LINES: usize = 20;

const HEAD: &str = "\
# The Rust files above the limit (300 lines, 600 for tests), each with the most lines it may have.
# Ceilings only shrink: `cargo xtask tidy --lower` takes present sizes. To split a file is better than to list it.

";

type Ceilings = BTreeMap<String, usize>;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let text = tree.file(CEILINGS).map_or("", |file| file.text.as_str());
    let ceilings: Ceilings = match toml::from_str(text) {
        Ok(ceilings) => ceilings,
        Err(error) => return vec![Finding::new(CEILINGS, 1, error.message())],
    };
    let ceiling_finding = |path: &str, what: String| {
        let key = format!("\"{path}\"");
        let line = tree
            .file(CEILINGS)
            .map_or(1, |list| list.line_where(|l| l.starts_with(&key)));
        Finding::new(CEILINGS, line, what)
    };
    let mut found = Vec::new();
    for path in ceilings.keys().filter(|path| tree.file(path).is_none()) {
        found.push(ceiling_finding(path, format!("there is no {path}")));
    }
    for file in tree.rust() {
        let lines = lines(file);
        match ceilings.get(&file.path) {
            Some(&ceiling) if lines > ceiling => {
                let what = format!("{lines} lines, its ceiling is {ceiling}: split it");
                found.push(Finding::new(&file.path, lines, what));
            }
            Some(&ceiling) if ceiling - lines >= MAX_SLACK_LINES => {
                let what = format!(
                    "{} has {lines} lines now: run `cargo xtask tidy --lower`",
                    file.path
                );
                found.push(ceiling_finding(&file.path, what));
            }
            None if lines > limit(file) => {
                let what = format!("{lines} lines, the most is {}: split it", limit(file));
                found.push(Finding::new(&file.path, lines, what));
            }
            _ => {}
        }
    }
    found
}

/// Rewrites the list: no ceiling is above the file's present size, none is raised, none is at or below the limit.
pub(super) fn lower(root: &Path, tree: &Tree) -> Result<()> {
    let old_ceilings = tree
        .file(CEILINGS)
        .map(|file| toml::from_str(&file.text))
        .transpose();
    let old_ceilings: Option<Ceilings> =
        old_ceilings.with_context(|| format!("{CEILINGS} cannot be read"))?;
    let list = lowered(old_ceilings.as_ref(), tree);
    let mut text = HEAD.to_owned();
    for (path, ceiling) in list {
        text.push_str(&format!("\"{path}\" = {ceiling}\n"));
    }
    write(&root.join(CEILINGS), &text)
}

fn lowered(old_ceilings: Option<&Ceilings>, tree: &Tree) -> Ceilings {
    tree.rust()
        .filter(|file| lines(file) > limit(file))
        .filter_map(|file| {
            let present = lines(file);
            let ceiling = old_ceilings.map_or(Some(present), |old_ceilings| {
                old_ceilings.get(&file.path).copied()
            })?;
            Some((file.path.clone(), ceiling.min(present)))
        })
        .collect()
}

fn lines(file: &TextFile) -> usize {
    file.text.lines().count()
}

fn limit(file: &TextFile) -> usize {
    if file.is_under("tests") {
        MAX_TEST_FILE_LINES
    } else {
        MAX_LINES
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the list of ceilings is the task's own file"
)]
fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{CEILINGS, Ceilings, check, lowered};
    use crate::tidy::expect;
    use crate::tree::Tree;

    fn tree(ceilings: &str, files: &[(&str, usize)]) -> Tree {
        let texts: Vec<String> = files
            .iter()
            .map(|&(_, lines)| "x\n".repeat(lines))
            .collect();
        let mut all = vec![(CEILINGS, ceilings)];
        all.extend(
            files
                .iter()
                .zip(&texts)
                .map(|(&(path, _), text)| (path, text.as_str())),
        );
        Tree::of(&all)
    }

    #[test]
    fn files_within_their_bounds_have_no_finding() {
        let files = [
            ("a.rs", 300),
            ("b.rs", 481),
            ("tests/c.rs", 600),
            ("d.md", 900),
            ("ui/e.rs", 900),
        ];
        expect(&check(&tree("\"b.rs\" = 500", &files)), &[]);
    }

    #[test]
    fn growth_slack_and_lost_files_are_found() {
        let list = "# x\n\"a.rs\" = 310\n\"b.rs\" = 400\n\"gone.rs\" = 400\n";
        let files = [
            ("a.rs", 311),
            ("b.rs", 380),
            ("new.rs", 301),
            ("tests/c.rs", 601),
        ];
        expect(
            &check(&tree(list, &files)),
            &[
                "xtask/ceilings.toml:4: there is no gone.rs",
                "a.rs:311: 311 lines, its ceiling is 310: split it",
                "xtask/ceilings.toml:3: b.rs has 380 lines now: run `cargo xtask tidy --lower`",
                "new.rs:301: 301 lines, the most is 300: split it",
                "tests/c.rs:601: 601 lines, the most is 600: split it",
            ],
        );
    }

    #[test]
    fn ceilings_are_lowered_and_dropped_but_never_raised_or_added() {
        let list = |entries: &[(&str, usize)]| -> Ceilings {
            entries
                .iter()
                .map(|&(path, lines)| (path.to_owned(), lines))
                .collect()
        };
        let files = [("a.rs", 350), ("b.rs", 450), ("c.rs", 280), ("new.rs", 301)];
        let old_ceilings = list(&[
            ("a.rs", 310),
            ("b.rs", 500),
            ("c.rs", 320),
            ("gone.rs", 400),
        ]);
        let tree = tree("", &files);
        assert_eq!(
            lowered(Some(&old_ceilings), &tree),
            list(&[("a.rs", 310), ("b.rs", 450)])
        );
        assert_eq!(
            lowered(None, &tree),
            list(&[("a.rs", 350), ("b.rs", 450), ("new.rs", 301)])
        );
    }
}
