//! Every law has a test that bears its name.

use super::Finding;
use crate::laws::{LAWS, Law};
use crate::tree::Tree;

const TABLE: &str = "xtask/src/laws.rs";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    check_laws(tree, LAWS)
}

fn check_laws(tree: &Tree, laws: &[Law]) -> Vec<Finding> {
    let crates = tree.rust().filter(|file| file.path.starts_with("crates/"));
    let tests: Vec<String> = crates.flat_map(|file| test_functions(&file.text)).collect();
    laws.iter()
        .filter(|law| !tests.iter().any(|test| law.covers(test)))
        .map(|law| {
            let row = format!("\"{}\"", law.name);
            let line = tree
                .file(TABLE)
                .map_or(1, |file| file.line_where(|l| l.contains(&row)));
            Finding::new(
                TABLE,
                line,
                format!("no test is named `{0}` or `{0}_…`", law.name),
            )
        })
        .collect()
}

/// The names of the functions under a `#[test]` attribute or the like (`#[tokio::test(…)]`), those in macros like
/// `proptest!` included.
pub(super) fn test_functions(source: &str) -> Vec<String> {
    let (mut found, mut is_test) = (Vec::new(), false);
    for line in source.lines().map(str::trim_start) {
        let attribute = line.strip_prefix("#[").unwrap_or_default();
        let path = attribute.split([']', '(']).next().unwrap_or_default();
        is_test |= path == "test" || path.ends_with("::test");
        let function = line.strip_prefix("async ").unwrap_or(line);
        if let Some(name) = function.strip_prefix("fn ") {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            found.extend(
                name.get(..end.unwrap_or(name.len()))
                    .filter(|_| is_test)
                    .map(str::to_owned),
            );
            is_test = false;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{check_laws, test_functions};
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
        let laws = ["kept", "broken"].map(|name| Law { name, note: "" });
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "#[test]\nfn kept_always() {}"),
            ("xtask/src/laws.rs", "//!\nlaw(\"kept\",\nlaw(\"broken\","),
            ("xtask/src/tidy/x.rs", "#[test]\nfn broken() {}"),
        ]);
        expect(
            &check_laws(&tree, &laws),
            &["xtask/src/laws.rs:3: no test is named `broken` or `broken_…`"],
        );
    }
}
