//! The tests that are promised exist: every law has one that bears its name, and so do those that a document names as code
//! spans of the form `module::name`, where the module is a file of tests.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use crate::laws::{LAWS, Law};
use crate::tree::Tree;

const TABLE: &str = "ARCHITECTURE.md";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = check_laws(tree, &LAWS);
    found.extend(check_quoted(tree));
    found
}

fn check_laws(tree: &Tree, laws: &[Law]) -> Vec<Finding> {
    let crates = tree.rust().filter(|file| file.path.starts_with("crates/"));
    let tests: Vec<String> = crates.flat_map(|file| test_functions(&file.text)).collect();
    laws.iter()
        .filter(|law| !tests.iter().any(|test| law.covers(test)))
        .map(|law| {
            let row = format!("| `{}` |", law.name);
            let line = tree.file(TABLE).map_or(1, |file| file.line_where(|l| l.starts_with(&row)));
            Finding::new(TABLE, line, format!("no test is named `{0}` or `{0}_…`", law.name))
        })
        .collect()
}

/// The names of the functions under a `#[test]` attribute or the like (`#[tokio::test(…)]`), those in macros like
/// `proptest!` included.
fn test_functions(source: &str) -> Vec<String> {
    let (mut found, mut is_test) = (Vec::new(), false);
    for line in source.lines().map(str::trim_start) {
        let attribute = line.strip_prefix("#[").unwrap_or_default();
        let path = attribute.split([']', '(']).next().unwrap_or_default();
        is_test |= path == "test" || path.ends_with("::test");
        let function = line.strip_prefix("async ").unwrap_or(line);
        if let Some(name) = function.strip_prefix("fn ") {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            found.extend(
                name.get(..end.unwrap_or(name.len())).filter(|_| is_test).map(str::to_owned),
            );
            is_test = false;
        }
    }
    found
}

fn check_quoted(tree: &Tree) -> Vec<Finding> {
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
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::{check_laws, check_quoted, test_functions};
    use crate::laws::Law;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn only_functions_under_a_test_attribute_are_tests() {
        let source = r#"
            fn plain() {}
            #[test]
            fn one() {}
            #[tokio::test(start_paused = true)]
            async fn two() { let x = "fn no"; }
            #[cfg(test)]
            fn helper() {}
            proptest! {
                /// Why.
                #[test]
                #[expect(dead_code)]
                fn three(x in 0..3) {}
            }
            // #[test]
            fn four() {}
        "#;
        assert_eq!(test_functions(source), ["one", "two", "three"]);
    }

    #[test]
    fn a_law_without_a_test_is_found() {
        let laws = ["kept", "broken"].map(|name| Law { name });
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "#[test]\nfn kept_always() {}"),
            ("ARCHITECTURE.md", "\n| `kept` |\n| `broken` |"),
            ("xtask/src/tidy/x.rs", "#[test]\nfn broken() {}"),
        ]);
        expect(
            &check_laws(&tree, &laws),
            &["ARCHITECTURE.md:3: no test is named `broken` or `broken_…`"],
        );
    }

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        let tree = Tree::of(&[
            ("crates/a/tests/it/disk.rs", "#[test]\nfn full() {}\nfn help() {}\n"),
            (
                "docs/a.md",
                "`disk::full`, `other::full`, `disk::Full`\n\n`disk::help` and `disk::gone`\n",
            ),
        ]);
        let missing = [
            "docs/a.md:3: there is no test `disk::help`",
            "docs/a.md:3: there is no test `disk::gone`",
        ];
        expect(&check_quoted(&tree), &missing);
    }
}
