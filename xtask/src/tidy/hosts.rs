//! The examples of hosts stay short: what a host has to write is part of the interface.

use super::Finding;
use crate::tree::Tree;

/// An example, and the most lines that it may take.
const HOSTS: &[(&str, usize)] = &[
    ("crates/explorer/examples/own_loop.rs", 60),
    ("crates/explorer/examples/own_tool.rs", 80),
    ("crates/explorer/examples/service.rs", 200),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let finding_of = |&(path, limit): &(&str, usize)| match tree.file(path) {
        None => Some(Finding::new(path, 1, "the example of a host is missing")),
        Some(file) => {
            let lines = file.text.lines().count();
            let what = format!("{lines} lines, the most for this host is {limit}");
            (lines > limit).then(|| Finding::new(path, limit + 1, what))
        }
    };
    HOSTS.iter().filter_map(finding_of).collect()
}

#[cfg(test)]
mod tests {
    use super::{HOSTS, check};
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn a_missing_or_long_example_is_found() {
        let [(short, most), (long, limit), (missing, _)] = HOSTS else {
            panic!("{HOSTS:?}");
        };
        let tree = Tree::of(&[
            (short, &"line\n".repeat(*most)),
            (long, &"line\n".repeat(limit + 1)),
        ]);
        expect(
            &check(&tree),
            &[
                &format!("{long}:81: 81 lines, the most for this host is 80"),
                &format!("{missing}:1: the example of a host is missing"),
            ],
        );
    }
}
