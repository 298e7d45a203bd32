//! Why a root has no file to look at.

use firsthand::hiding_rule;

use crate::tree;

#[test]
fn the_rule_that_hides_everything() {
    let check = |rules: &str, expect: Option<&str>| {
        let root = tree(&[("src/b.rs", ""), ("a.rs", ""), (".gitignore", rules)]);
        let found = hiding_rule(root.path()).map(|rule| rule.to_string());
        assert_eq!(found.as_deref(), expect, "{rules}");
    };
    check("# all\n\n*\n", Some("`*` (.gitignore:3)"));
    check("/*\n", Some("`/*` (.gitignore:1)"));
    check("src/\n*.rs", Some("`*.rs` (.gitignore:2)"));
    check("src/\n", None);
    check("*\n!a.rs\n", None);
    check("", None);
}
