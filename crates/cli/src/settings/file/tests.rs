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

/// The error names the setting, but never its value.
#[test]
fn invalid_settings_are_refused() {
    let check = |text: &str, expected: &str| {
        let why = File::parse(text).unwrap_err();
        assert!(why.contains(expected), "{text}: {why}");
        assert!(!why.contains("key-fake"), "{why}");
    };
    check(
        "modle = \"key-fake\"",
        "there is no setting `modle`; there is: model, base_url, key_variable, format, budgets, keys, roots",
    );
    check(
        "[keys]\nopen_ai = \"key-fake\"",
        "there is no service `open_ai`; there is: openai, anthropic, ",
    );
    check("key-fake = 1", "there is no setting of a name in it");
    check("[keys]\nkey-fake = 1", "there is no service of a name in it");
    check("keys = \"key-fake\"", "`keys` is a table");
    check("keys = [\"key-fake\"]", "`keys` is a table");
    check("[keys]\nopenai = [\"key-fake\"]", "`keys.openai` is a text in quotes");
    check("[keys]\nopenai = key-fake", "line 2: ");
    check("[keys]\nopenai = \"key-fake", "line 2: ");
    check("[keys]\nopenai = \"key-fake\"\nopenai = \"key-fake\"", "line 3: ");
    check("model = 3", "`model` is a text in quotes");
    check("format = \"pdf\"", "`format`: ");
    check("budgets = 3", "`budgets` is a table of numbers");
    check("roots = 3", "`roots` is a table: a group");
    check("[roots]\nshop = [\"web=web\"]", "/absolute/folder");
    check("[roots]\nshop = [\"/web\"]", "/absolute/folder");
    check("[roots]\nshop = [\"a b=/web\"]", "`roots`: `a b` is no name");
    check("[roots]\nshop = [\"web=/no/w\", \"web=/no/a\"]", "`roots`: two roots are named `web`");
    check("[budgets]\nsteps = \"key-fake\"", "`budgets.steps` is a number");
    check("[budgets]\nsteps = -1", "`budgets`: ");
    check("[budgets]\nstep = 3", "unknown field `step`");
    check("[budgets]\nwall_ms = 0", "`budgets.wall_ms` is 0");
    check("base_url = \"http://h\"", "`base_url` needs a `model`");
    check("base_url = \"http://h\"\nmodel = \"builtin\"", "`base_url` needs a `model`");
    check("key_variable = \"K\"", "`key_variable` needs the `base_url`");
}
