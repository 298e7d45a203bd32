//! The ignore rule that hides all files of a root.

use firsthand::hiding_rule;

use crate::tree;

#[test]
fn the_rule_that_hides_all_files_is_returned() {
    let check = |rules: &str, expect: Option<&str>| {
        let root = tree(&[("src/b.rs", ""), ("a.rs", ""), (".gitignore", rules)]);
        let found = hiding_rule(root.path()).map(|rule| rule.to_string());
        assert_eq!(found.as_deref(), expect, "{rules}");
    };
    check("# all\n\n*\n", Some("`*` (.gitignore:3)"));
    check("/*\n", Some("`/*` (.gitignore:1)"));
    check("src/\n*.rs", Some("`*.rs` (.gitignore:2)"));
    check("*.rs\n*.rs  \n", Some("`*.rs` (.gitignore:2)"));
    check("src/\n", None);
    check("*\n!a.rs\n", None);
    check("", None);
}

#[test]
fn rules_of_all_ignore_files_are_found() {
    let check = |files: &[(&str, &str)], expect: Option<&str>| {
        let root = tree(files);
        let found = hiding_rule(root.path()).map(|rule| rule.to_string());
        assert_eq!(found.as_deref(), expect, "{files:?}");
    };
    check(
        &[("src/deep/a.rs", ""), ("src/deep/.gitignore", "#\n*.rs\n")],
        Some("`*.rs` (src/deep/.gitignore:2)"),
    );
    check(&[("a.rs", ""), (".ignore", "*")], Some("`*` (.ignore:1)"));
    check(
        &[("a.rs", ""), (".git/info/exclude", "# git\n/a.rs\n")],
        Some("`/a.rs` (.git/info/exclude:2)"),
    );
    // Of several rules, the one for the first entry. `.ignore` takes precedence over `.gitignore`.
    check(
        &[("a.rs", ""), ("b/c.rs", ""), (".gitignore", "a.rs"), ("b/.gitignore", "c*")],
        Some("`a.rs` (.gitignore:1)"),
    );
    check(&[("a.rs", ""), (".ignore", "a.*"), (".gitignore", "*")], Some("`a.*` (.ignore:1)"));
    check(&[("a.rs", ""), (".ignore", "!a.rs"), (".gitignore", "*")], None);
    // The rules of a rejected ignore file hide nothing.
    let long = format!("*\n#{}", "x".repeat(2_000));
    check(&[("a.rs", ""), (".gitignore", &long)], None);
    check(&[(".env", ""), (".gitignore", "*")], None);
}

/// The ignore file is named with its absolute path.
#[test]
fn a_rule_of_a_folder_above_the_root_is_found() {
    let top = tree(&[(".git/config", ""), (".gitignore", "out/*"), ("out/a.rs", "")]);
    let rule = hiding_rule(&top.path().join("out")).unwrap().to_string();
    let file = top.path().canonicalize().unwrap().join(".gitignore");
    assert_eq!(rule, format!("`out/*` ({}:1)", file.display()));
}
