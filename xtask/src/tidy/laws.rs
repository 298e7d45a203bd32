//! Every law has a test that bears its name.

use super::Finding;
use crate::laws::{LAWS, Law};
use crate::tokens::{Kind, Token, code};
use crate::tree::Tree;

const TABLE: &str = "xtask/src/laws.rs";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    check_laws(tree, LAWS)
}

fn check_laws(tree: &Tree, laws: &[Law]) -> Vec<Finding> {
    let crates = tree.rust().filter(|file| file.path.starts_with("crates/"));
    let tests: Vec<String> = crates.flat_map(|file| test_functions(&file.text)).collect();
    laws.iter()
        .filter(|law| law.required && !tests.iter().any(|test| law.covers(test)))
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

/// The names of the functions under a `#[test]` attribute, those in macros like `proptest!` included.
pub(super) fn test_functions(source: &str) -> Vec<String> {
    let code = code(source);
    let is_fn = |at: usize| code[at].kind == Kind::Word && code[at].text == "fn";
    (0..code.len().saturating_sub(1))
        .filter(|&at| is_fn(at) && is_test(&code[..at]))
        .map(|at| code[at + 1].text.to_owned())
        .collect()
}

/// Whether the attributes that end `before` hold `#[test]` or the like (`#[tokio::test(…)]`).
fn is_test(before: &[Token<'_>]) -> bool {
    let start = before
        .iter()
        .rposition(|token| [";", "{", "}"].contains(&token.text));
    let item = &before[start.map_or(0, |at| at + 1)..];
    item.windows(3).any(|three| {
        three[1].text == "test"
            && ["[", ":"].contains(&three[0].text)
            && ["]", "("].contains(&three[2].text)
    })
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
            #[test] fn one() {}
            #[tokio::test(start_paused = true)] async fn two() { let x = "fn no"; }
            #[cfg(test)] fn helper() {}
            proptest! { #![proptest_config(c())] /// Why.
                #[test] fn three(x in 0..3) {} }
            // #[test] fn four() {}
        "#;
        assert_eq!(test_functions(source), ["one", "two", "three"]);
    }

    #[test]
    fn a_law_without_a_test_is_found() {
        let laws =
            [("kept", true), ("broken", true), ("later", false)].map(|(name, required)| Law {
                name,
                required,
                note: "",
            });
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "#[test] fn kept_always() {}"),
            ("xtask/src/laws.rs", "//!\nlaw(\"kept\",\nlaw(\"broken\","),
            ("xtask/src/tidy/x.rs", "#[test] fn broken() {}"),
        ]);
        expect(
            &check_laws(&tree, &laws),
            &["xtask/src/laws.rs:3: no test is named `broken` or `broken_…`"],
        );
    }
}
