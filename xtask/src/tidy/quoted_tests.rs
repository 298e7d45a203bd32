//! The tests that a document names exist: code spans of the form `module::name`, where the module is a file of tests.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::laws::test_functions;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let tests = tests_by_module(tree);
    let documents = tree.files.iter().filter(|file| file.path.ends_with(".md"));
    let lines = documents.flat_map(|file| {
        let lines = (1..).zip(file.text.lines());
        lines.map(move |(number, line)| (file, number, line))
    });
    lines
        .flat_map(|(file, number, line)| {
            let spans = line.split('`').skip(1).step_by(2);
            let named = spans.filter_map(|span| span.split_once("::"));
            let missing = named.filter(|(module, name)| {
                let tests = tests.get(module);
                tests.is_some_and(|tests| is_name(name) && !tests.contains(*name))
            });
            missing.map(move |(module, name)| {
                let what = format!("there is no test `{module}::{name}`");
                Finding::new(&file.path, number, what)
            })
        })
        .collect()
}

/// The tests in each file below a folder `tests`, by the file's name.
fn tests_by_module(tree: &Tree) -> BTreeMap<&str, BTreeSet<String>> {
    let mut modules: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for file in tree.rust().filter(|file| file.path.contains("/tests/")) {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        let tests = modules.entry(name.trim_end_matches(".rs")).or_default();
        tests.extend(test_functions(&file.text));
    }
    modules
}

/// Whether the text is a name of a function.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        let tree = Tree::of(&[
            (
                "crates/a/tests/it/disk.rs",
                "#[test]\nfn full() {}\nfn help() {}\n",
            ),
            (
                "docs/a.md",
                "`disk::full`, `other::full`, `disk::Full`\n\n`disk::help` and `disk::gone`\n",
            ),
        ]);
        let missing = [
            "docs/a.md:3: there is no test `disk::help`",
            "docs/a.md:3: there is no test `disk::gone`",
        ];
        expect(&check(&tree), &missing);
    }
}
