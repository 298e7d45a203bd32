//! Which tool the name in a call means.

use std::collections::HashSet;

use firsthand_registry::split_words;
use serde_json::Value;

use crate::ToolSpec;
use crate::submit::SUBMIT;

/// The fewest characters of a word that means a choice of an argument.
const MIN_CHOICE_CHARS: usize = 4;

/// The known name of the tool that a call means: as `tool_named`, or the only one of whose name the given one is a
/// word (`search` of `search_code`).
#[must_use]
pub fn tool_meant<'t>(name: &str, tools: &'t [ToolSpec]) -> Option<&'t str> {
    let word = name.to_lowercase();
    let has_word = |tool: &&ToolSpec| split_words(&tool.name).any(|own| own == word);
    let by_word = || {
        let mut found = tools.iter().filter(has_word);
        found.next().filter(|_| found.next().is_none())
    };
    tool_named(name, tools).or_else(|| by_word().map(|tool| tool.name.as_str()))
}

/// The tool that a name means of which one word begins as a choice of one of its arguments alone: `find_references` is
/// `search_code` with the relation `references`. With the argument and the choice.
pub(super) fn choice_meant<'t>(
    name: &str,
    tools: &'t [ToolSpec],
) -> Option<(&'t str, &'t str, &'t str)> {
    let of_tools: HashSet<String> = tools.iter().flat_map(|tool| split_words(&tool.name)).collect();
    let words = split_words(name).filter(|word| word.len() >= MIN_CHOICE_CHARS);
    let words: Vec<String> = words.filter(|word| !of_tools.contains(word)).collect();
    let is_meant = |choice: &&str| {
        let begins = |word: &String| choice.starts_with(word.as_str()) || word.starts_with(choice);
        !of_tools.contains(*choice) && words.iter().any(begins)
    };
    let mut meant = Vec::new();
    for tool in tools.iter().filter(|tool| tool.name != SUBMIT) {
        let properties = tool.parameters["properties"].as_object();
        for (argument, property) in properties.into_iter().flatten() {
            let choices = property["enum"].as_array().into_iter().flatten();
            let choices = choices.filter_map(Value::as_str).filter(is_meant);
            meant.extend(choices.map(|choice| (&*tool.name, argument.as_str(), choice)));
        }
    }
    match meant[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The known name of the tool that is called by this name, also after a namespace (`functions.grep`).
pub(super) fn tool_named<'t>(name: &str, tools: &'t [ToolSpec]) -> Option<&'t str> {
    let last_segment = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
    let find = |name: &str| tools.iter().find(|tool| tool.name == name);
    find(name).or_else(|| find(last_segment)).map(|tool| tool.name.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::turn::sanitize;
    use super::*;
    use crate::{ModelTurn, ToolCall};

    #[test]
    fn a_tool_is_found_by_its_name_or_by_a_word_of_it() {
        let names = ["search_code", "grep", "read_file", "list_files", SUBMIT];
        let tools = names.map(|name| ToolSpec::new(name, "", Value::Null));
        let check = |name: &str, expect: &str| {
            assert_eq!(tool_meant(name, &tools).unwrap_or("none"), expect, "{name}");
        };
        check("grep", "grep");
        check("functions.grep", "grep");
        check("search", "search_code");
        check("Read", "read_file");
        check("report", SUBMIT);
        check("files", "list_files");
        check("find", "none");
        check("", "none");
        check("search_files", "none");
        assert_eq!(choice_meant("grep", &tools), None);
        // Two tools have the word.
        let twice = ["read_file", "write_file"].map(|name| ToolSpec::new(name, "", Value::Null));
        assert_eq!(tool_meant("file", &twice), None);
    }

    #[test]
    fn a_tool_is_found_by_a_choice_of_an_argument() {
        let choices = |argument: &str, choices: &[&str]| json!({"properties": {argument: {"enum": choices}, "path": {"type": "string"}}});
        let relations = ["definition", "callers", "callees", "references", "files", "texts"];
        let tools = [
            ToolSpec::new("search_code", "", choices("relation", &relations)),
            ToolSpec::new("grep", "", choices("case", &["smart", "sensitive"])),
            ToolSpec::new("list_files", "", Value::Null),
            ToolSpec::new(SUBMIT, "", choices("confidence", &["high", "medium"])),
        ];
        let check = |name: &str, expect: &str| {
            let meant = choice_meant(name, &tools);
            let meant = meant.map(|(tool, argument, choice)| format!("{tool} {argument} {choice}"));
            assert_eq!(meant.unwrap_or_default(), expect, "{name}");
        };
        check("find_references", "search_code relation references");
        check("references", "search_code relation references");
        check("findCallers", "search_code relation callers");
        check("get_caller", "search_code relation callers");
        check("go_to_definition", "search_code relation definition");
        check("lsp.definitions", "search_code relation definition");
        // Both callers and callees, a word of a tool's name, a report's, or no word at all.
        for none in ["call_graph", "find_files", "high", "a", "", "open", "case"] {
            check(none, "");
        }
        let call = |arguments: Value| {
            let turn = ModelTurn {
                calls: vec![ToolCall::new("", "find_references", arguments)],
                ..ModelTurn::default()
            };
            let call = sanitize(turn, 0, &[], &tools).calls.remove(0);
            format!("{} {}", call.tool, call.arguments)
        };
        for given in [json!({"symbol": "a"}), json!("{'symbol': 'a',}")] {
            let expect = r#"search_code {"relation":"references","symbol":"a"}"#;
            assert_eq!(call(given), expect);
        }
        assert_eq!(call(json!("a")), r#"find_references "a""#);
    }
}
