//! Files stay small.

use super::Finding;
use crate::tree::{TextFile, Tree};

const MAX_LINES: usize = 300;
/// The limit of a file under `tests/`.
const MAX_TEST_FILE_LINES: usize = 600;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.rust().filter_map(excess).collect()
}

fn excess(file: &TextFile) -> Option<Finding> {
    let (lines, limit) = (file.text.lines().count(), limit(file));
    let what = format!("{lines} lines, the most is {limit}: split it");
    (lines > limit).then(|| Finding::new(&file.path, lines, what))
}

fn limit(file: &TextFile) -> usize {
    if file.is_under("tests") {
        MAX_TEST_FILE_LINES
    } else {
        MAX_LINES
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn files_beyond_their_limit_are_found() {
        let files = [
            ("a.rs", 300),
            ("b.rs", 301),
            ("tests/c.rs", 600),
            ("tests/d.rs", 601),
            ("e.md", 900),
            ("ui/f.rs", 900),
        ];
        let texts = files.map(|(path, lines)| (path, "x\n".repeat(lines)));
        let files = texts.each_ref().map(|(path, text)| (*path, text.as_str()));
        expect(
            &check(&Tree::of(&files)),
            &[
                "b.rs:301: 301 lines, the most is 300: split it",
                "tests/d.rs:601: 601 lines, the most is 600: split it",
            ],
        );
    }
}
