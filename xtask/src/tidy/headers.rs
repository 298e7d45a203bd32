//! Every source file opens by saying what it is.

use super::Finding;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.rust()
        .filter(|file| file.is_under("src"))
        .filter(|file| {
            let opening = file.text.lines().find(|line| !line.trim().is_empty());
            !opening.is_some_and(|line| line.starts_with("//!") && line.len() > 4)
        })
        .map(|file| {
            Finding::new(
                &file.path,
                1,
                "the file must open with `//!` and what it is",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn source_files_open_with_their_purpose() {
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "//! What it is.\n"),
            ("crates/a/src/b.rs", "use x;\n//! late"),
            ("crates/a/src/c.rs", "//!\n"),
            ("crates/a/src/d.rs", ""),
            ("crates/a/tests/it/main.rs", "mod x;"),
        ]);
        expect(
            &check(&tree),
            &[
                "crates/a/src/b.rs:1: the file must open with `//!` and what it is",
                "crates/a/src/c.rs:1: the file must open with `//!` and what it is",
                "crates/a/src/d.rs:1: the file must open with `//!` and what it is",
            ],
        );
    }
}
