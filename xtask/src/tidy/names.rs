//! Modules are named after their content, and the file of a module `foo` is `foo.rs` beside `foo/`.

use super::Finding;
use crate::tokens::{Kind, code};
use crate::tree::Tree;

/// Names that do not describe a module's content.
const VAGUE_NAMES: &[&str] = &["utils", "common", "helpers", "manager"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in tree.rust() {
        if file.stem() == "mod" {
            found.push(Finding::new(
                &file.path,
                1,
                "a file `foo.rs` beside `foo/`, not a mod.rs",
            ));
        }
        if VAGUE_NAMES.contains(&file.stem()) {
            found.push(Finding::new(
                &file.path,
                1,
                format!("`{}` names nothing", file.stem()),
            ));
        }
        let inline = code(&file.text);
        let inline = inline.windows(3).filter(|three| {
            three[0].kind == Kind::Word && three[0].text == "mod" && three[2].text == "{"
        });
        for module in inline.filter(|three| VAGUE_NAMES.contains(&three[1].text)) {
            let what = format!("`{}` names nothing", module[1].text);
            found.push(Finding::new(&file.path, module[1].line, what));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn vague_module_names_are_found_at_their_declaration() {
        let tree = Tree::of(&[
            (
                "a/src/lib.rs",
                "mod utils;\n// mod common {}\nmod helpers { }\nmod manager_of_x {}",
            ),
            ("a/src/utils.rs", ""),
            ("a/src/x/mod.rs", ""),
            ("a/src/x.rs", ""),
        ]);
        expect(
            &check(&tree),
            &[
                "a/src/lib.rs:3: `helpers` names nothing",
                "a/src/utils.rs:1: `utils` names nothing",
                "a/src/x/mod.rs:1: a file `foo.rs` beside `foo/`, not a mod.rs",
            ],
        );
    }
}
