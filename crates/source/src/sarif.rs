//! Writes results as SARIF 2.1.0, a standard format that code-review services display.

use serde_json::{Value, json};

use crate::percent_encode;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// How grave the results of a log are.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Something is wrong.
    Error,
    /// Something is to be looked at.
    Note,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Note => "note",
        }
    }
}

/// A rule that results refer to.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it finds, in one sentence.
    pub what: &'a str,
    /// What to do about it.
    pub help: &'a str,
}

/// One result at one place.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The name of its rule.
    pub rule: &'a str,
    /// What is to be said here, in one sentence.
    pub message: &'a str,
    /// The file's path, relative to the root of the checked project.
    pub path: &'a str,
    /// Line and column of its first character, 1-based, in characters.
    pub start: (usize, usize),
    /// Line and column of one past its last character, 1-based, in characters.
    pub end: (usize, usize),
}

/// A SARIF log of one run of a tool that describes `rules` and has a result for each of `found`, all of one
/// level.
pub fn log<'a>(
    tool: &str,
    version: &str,
    level: Level,
    rules: &[Rule<'_>],
    found: impl IntoIterator<Item = Found<'a>>,
) -> Value {
    let rule = |rule: &Rule<'_>| {
        json!({
            "id": rule.name,
            "shortDescription": {"text": rule.what},
            "help": {"text": rule.help},
            "defaultConfiguration": {"level": level.name()},
        })
    };
    let result = |found: Found<'_>| {
        json!({
            "ruleId": found.rule,
            "ruleIndex": rules.iter().position(|rule| rule.name == found.rule),
            "level": level.name(),
            "message": {"text": found.message},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": percent_encode(found.path).to_string()},
                "region": {
                    "startLine": found.start.0,
                    "startColumn": found.start.1,
                    "endLine": found.end.0,
                    "endColumn": found.end.1,
                },
            }}],
        })
    };
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": tool,
                "version": version,
                "rules": rules.iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": found.into_iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_names_its_rule_and_its_place() {
        let rules = ["a", "b"].map(|name| Rule { name, what: "W.", help: "h" });
        let found =
            Found { rule: "b", message: "m", path: "a b/é.md", start: (3, 1), end: (3, 9) };
        let log = log("tool", "1.0.0", Level::Note, &rules, [found]);
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][1]["id"], "b");
        let result = &run["results"][0];
        assert_eq!((&result["ruleId"], &result["ruleIndex"]), (&"b".into(), &1.into()));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b/%C3%A9.md");
        assert_eq!(place["region"]["endColumn"], 9);
        assert_eq!(result["level"], "note");
    }
}
