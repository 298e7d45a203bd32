//! The names for which the model searched.

use std::collections::BTreeSet;

use firsthand_validator::used_names;
use serde_json::Value;

use crate::{Message, SUBMIT, State};

impl State {
    /// The names in the arguments of all calls but those that submit a report: what the model looked for is what its
    /// answer is about. A name is what [`used_names`] takes for one: what is called, a member, or several words.
    pub(crate) fn searched_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let turns = self.conversation.messages.iter().filter_map(|message| match message {
            Message::Model(turn) => Some(turn),
            _ => None,
        });
        for call in turns.flat_map(|turn| &turn.calls).filter(|call| call.tool != SUBMIT) {
            add_names(&call.arguments, &mut names);
        }
        names
    }
}

fn add_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            names.extend(used_names(&without_escapes(text)).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| add_names(item, names)),
        Value::Object(fields) => fields.values().for_each(|field| add_names(field, names)),
        _ => {}
    }
}

/// A pattern without its escapes: `\bsave\(` searches for ` save(`.
fn without_escapes(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next().map(|c| if c.is_alphanumeric() { ' ' } else { c })),
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, Value, add_names};
    use serde_json::json;

    fn check(arguments: &Value, expect: &[&str]) {
        let mut names = BTreeSet::new();
        add_names(arguments, &mut names);
        assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expect, "{arguments}");
    }

    #[test]
    fn names_are_what_patterns_and_symbols_name() {
        check(&json!({"pattern": "\\bsave\\(|lock_version|stale"}), &["lock_version", "save"]);
        check(&json!({"pattern": "func \\(h \\*Handler\\) ServeHTTP"}), &["ServeHTTP"]);
        check(&json!({"symbol": "Page::mark_stale", "relation": "callers"}), &["mark_stale"]);
        check(&json!({"query": "who locks a page", "words": ["lockVersion"]}), &["lockVersion"]);
        check(&json!({"query": ["a", "b.c"], "limit": 20, "include": null}), &["c"]);
        check(&json!("not an object: open_page"), &["open_page"]);
    }
}
