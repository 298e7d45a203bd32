//! No file contains an absolute path of the machine on which it was written.

use super::Finding;
use crate::tree::Tree;

/// Top-level folders that exist on the machines of this project's developers and nowhere else: a path below one of them
/// in a tracked file was left there by mistake.
const ROOTS: &[&str] = &["work", "farm"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in &tree.files {
        for (line, text) in (1..).zip(file.text.lines()) {
            if let Some(root) = ROOTS.iter().find(|root| names_root(text, root)) {
                let what = format!("a path of one machine: under {root} at its root");
                found.push(Finding::new(&file.path, line, what));
            }
        }
    }
    found
}

/// Whether an absolute path starts with this folder; `a/root/b` is not one.
fn names_root(line: &str, root: &str) -> bool {
    let path = format!("/{root}/");
    let in_path = |c: char| c.is_alphanumeric() || "_-.~*}>".contains(c);
    line.match_indices(&path)
        .any(|(at, _)| !line[..at].ends_with(in_path))
}

#[cfg(test)]
mod tests {
    use super::{ROOTS, check};
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn absolute_paths_of_a_machine_are_found() {
        let root = ROOTS[0];
        let text = format!("fine\nsee /{root}/x\nfile:///{root}/x\nnet/{root}/x and /net{root}/");
        expect(
            &check(&Tree::of(&[("a.md", &text)])),
            &[
                "a.md:2: a path of one machine: under work at its root",
                "a.md:3: a path of one machine: under work at its root",
            ],
        );
    }
}
