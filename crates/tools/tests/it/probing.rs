//! An answer must not depend on a secret: otherwise a model could guess the secret piece by piece.

use proptest::prelude::*;

use crate::tree::Tree;

/// A file with a secret of each kind: by its form, by its name, in a URL, in a key.
fn tree(token: &str, password: &str, key: &str) -> Tree {
    let text = format!(
        "fn before() {{}}\n\
         let hub = \"ghp_{token}\"; // after\n\
         DB_PASSWORD={password}\n\
         url = \"postgres://app:{password}@db.internal/app\"\n\
         -----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----\n\
         fn after() {{}}\n"
    );
    Tree::new(&[("src/a.rs", &text), ("src/b.rs", "fn after() {}\n")])
}

/// Patterns that would reveal a part of a secret if they were matched against it.
fn pattern() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Z0-9]{1,2}".prop_map(|chars| format!("ghp_{chars}")),
        "[a-zA-Z0-9]{1,2}".prop_map(|chars| format!("PASSWORD={chars}")),
        "[a-zA-Z0-9]".prop_map(|c| format!("app:{c}.*@")),
        "[a-zA-Z0-9]".prop_map(|c| format!("^[^{c}]*$")),
        "[a-zA-Z0-9]".prop_map(|c| format!("\"[^{c}]+\"")),
        "[a-zA-Z0-9]{1,2}",
        "[a-zA-Z]".prop_map(|c| format!("=[{c}-z]")),
        Just("^.{60,}$".to_owned()),
        Just("ghp_\\w{36}\"".to_owned()),
        Just("[0-9]$".to_owned()),
        Just("\\d\"; //".to_owned()),
        Just("=\\B".to_owned()),
        Just("=\\b".to_owned()),
        Just("\\B@db".to_owned()),
        Just("=$".to_owned()),
        Just("^@".to_owned()),
        Just("^[A-Za-z0-9+/]+$".to_owned()),
        Just("(?i)GHP_A".to_owned()),
        Just("x*".to_owned()),
        Just("after".to_owned()),
        Just("redacted".to_owned()),
        Just("\\[redacted: [a-m]".to_owned()),
        Just("hub".to_owned()),
        Just("DB_PASSWORD=".to_owned()),
    ];
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.join("|"))
}

/// A token, a password and a key; the length of each is fixed.
fn secrets() -> impl Strategy<Value = [String; 3]> {
    let token = "[A-Za-z0-9]{33}[0-9]{3}";
    let password = "[a-z][0-9][A-Z][0-9][a-z]{2}[0-9][A-Z][0-9][a-z]{2}[0-9][A-Z][0-9]{3}";
    let key = "[A-Za-z0-9+/]{64}";
    (token, password, key).prop_map(|(token, password, key)| [token, password, key])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// For any pattern, the answer is the same for two trees that differ only in their secrets.
    #[test]
    fn the_answer_to_a_pattern_does_not_depend_on_secrets(
        one in secrets(), other in secrets(), pattern in pattern(), literal in prop::bool::weighted(0.1),
    ) {
        let arguments = serde_json::json!({"pattern": pattern, "literal": literal}).to_string();
        let see = |[token, password, key]: &[String; 3]| {
            tree(token, password, key).see("grep", &arguments)
        };
        prop_assert_eq!(see(&one), see(&other), "{}", arguments);
    }
}

/// A line with a secret matches a pattern that its visible text alone matches, and no other.
#[test]
fn text_beside_a_secret_is_matched() {
    let a = "a1B2".repeat(9);
    let text = format!("let hub = \"ghp_{a}\"; // ours\nDB_PASSWORD=x9Kp2vQ7mZ4tRw8L\n");
    let tree = Tree::new(&[("a.rs", &text)]);
    let mut failures = Vec::new();
    for (pattern, expect) in [
        ("hub", true),
        ("let hub = \"", true),
        ("^let", true),
        ("ours$", true),
        ("\"; // ours", true),
        ("hub.*", true),
        ("\\bhub\\b", true),
        ("DB_PASSWORD=", true),
        ("PASSWORD", true),
        ("password", true),
        // A match would include hidden text.
        ("ghp_", false),
        ("hub = \"g", false),
        ("hub.*ours", false),
        ("PASSWORD=x", false),
        ("PASSWORD=.", false),
        ("a1B2|redacted", false),
        ("redacted", false),
        ("^.{40,}$", false),
    ] {
        let arguments = serde_json::json!({"pattern": pattern, "context": 0}).to_string();
        let seen = tree.see("grep", &arguments);
        if seen.starts_with("No line") == expect || seen.contains("a1B2") {
            failures.push(format!("{pattern}: {seen}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A name that is a secret is hidden wherever names are shown: a file's, a declaration's.
#[test]
fn names_that_are_secrets_are_never_shown() {
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let code = format!("fn caller() {{ {token}() }}\n\nfn {token}() {{\n    caller()\n}}\n");
    let tree = Tree::new(&[("a.rs", &code), (&format!("in/{token}.rs"), "fn caller() {}\n")]);
    let mut seen = tree.see("list_files", "{}");
    for (tool, arguments) in [
        ("search_code", serde_json::json!({"query": "caller"})),
        ("search_code", serde_json::json!({"symbol": "caller", "relation": "callees"})),
        ("search_code", serde_json::json!({"symbol": "caller", "relation": "callers"})),
        ("search_code", serde_json::json!({"symbol": "a.rs:4"})),
        ("read_file", serde_json::json!({"path": "a.rs"})),
        ("grep", serde_json::json!({"pattern": "caller"})),
    ] {
        seen.push_str(&tree.see(tool, &arguments.to_string()));
        let output = tree.output(tool, &arguments.to_string());
        seen.push_str(&serde_json::to_string(&output.unwrap()).unwrap());
    }
    assert!(!seen.contains("a1B2a1B2"), "{seen}");
    assert!(seen.contains("[redacted: github_token]"), "{seen}");
    assert!(seen.contains("left out: 1 file that by its name holds secrets"), "{seen}");
    let read = tree.see("read_file", &format!("{{\"path\": \"in/{token}.rs\"}}"));
    assert!(read.contains("by its name it holds secrets"), "{read}");
}
