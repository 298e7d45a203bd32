//! Settings files that are accepted, and why others are not.

use super::*;

#[test]
fn valid_settings_are_parsed() {
    let file = File::parse(
        "model = \"openai:m\"\nbase_url = \"https://h\"\nformat = \"md\"\n\
         [budgets]\nwall_ms = 600000\n[keys]\nopenai = \"key-fake\"\n",
    )
    .unwrap();
    assert_eq!(file.format, "md".parse().ok());
    let budgets = BudgetLimits { wall_ms: Some(600_000), ..BudgetLimits::default() };
    assert_eq!(file.budgets, budgets);
    assert_eq!(file.keys.len(), 1);
    assert!(!format!("{file:?}").contains("key-fake"), "{file:?}");
}

/// The error names the line, but never what stands there.
#[test]
fn invalid_settings_are_refused() {
    let check = |text: &str, expected: &str| {
        let why = File::parse(text).unwrap_err();
        assert!(why.contains(expected), "{text}: {why}");
        assert!(!why.contains("key-fake"), "{why}");
    };
    check(
        "modle = \"key-fake\"",
        "line 1: expected one of `model`, `base_url`, `key_variable`, `format`, `budgets`, `keys`, `roots`",
    );
    check("[keys]\nopen_ai = \"key-fake\"", "a key of no service; there is: openai, anthropic, ");
    check("key-fake = 1", "line 1: expected one of `model`, ");
    check("[keys]\nkey-fake = 1", "line 2: expected a string");
    check("[keys]\nkey-fake = \"x\"", "a key of no service");
    check("[keys]\nopenai = \" \"", "`keys.openai` is empty");
    check("keys = \"key-fake\"", "line 1: expected a map");
    check("keys = [\"key-fake\"]", "line 1: expected a map");
    check("[keys]\nopenai = [\"key-fake\"]", "line 2: expected a string");
    check("[keys]\nopenai = key-fake", "line 2: ");
    check("[keys]\nopenai = \"key-fake", "line 2: ");
    check("[keys]\nopenai = \"key-fake\"\nopenai = \"key-fake\"", "line 3: ");
    check("model = 3", "line 1: expected a string");
    check("format = \"key-fake\"", "`format` is one of text, md, json, html");
    check("budgets = 3", "line 1: expected a table of limits");
    check("roots = 3", "line 1: expected a map");
    check("roots = { shop = \"key-fake\" }", "line 1: expected a sequence");
    check("[roots]\nshop = [\"web=web\"]", "/absolute/folder");
    check("[roots]\nshop = [\"/web\"]", "/absolute/folder");
    check("[roots]\nshop = [\"a b=/web\"]", "`roots`: `a b` is no name");
    check("[roots]\nshop = [\"web=/no/w\", \"web=/no/a\"]", "`roots`: two roots are named `web`");
    check("[budgets]\nsteps = \"key-fake\"", "line 2: expected u32");
    check("[budgets]\nsteps = \"a, expected key-fake\"", "line 2: expected u32");
    check("[budgets]\nsteps = -1", "line 2: expected u32");
    check("[budgets]\nstep = 3", "line 2: expected one of `steps`, ");
    check("[budgets]\nwall_ms = 0", "a limit in `budgets` is 0");
    check("base_url = \"http://h\"", "`base_url` needs a `model`");
    check("base_url = \"http://h\"\nmodel = \"builtin\"", "`base_url` needs a `model`");
    check("key_variable = \"K\"", "`key_variable` needs the `base_url`");
}
