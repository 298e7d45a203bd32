//! Arguments under a name that is much like one of the schema's.

use std::collections::HashSet;

use firsthand_registry::split_words;
use serde_json::{Map, Value};
use strsim::{normalized_damerau_levenshtein, sorensen_dice};

use super::lone::last_missing;
use super::{surely, unknown};

/// A misspelt name shares so much of its letters with the right one: one letter in five is off.
const MISSPELT: f64 = 0.8;
/// A longer name that holds the right one, word for word, is little else: so large a share of the pairs of
/// letters of both is common to both.
const LONGER: f64 = 0.44;
const DEEP: usize = 4;

/// Gives the fields that the schema does not know the name of the one field that is much alike, is not
/// given itself and takes the value; a single one that is left, the name of the one required field that is
/// missing. Returns each name as it was given, with the one that it has now.
pub fn rename_alike(schema: &Value, value: &mut Value) -> Vec<(String, String)> {
    let given: Vec<String> = unknown(schema, value).map(str::to_owned).collect();
    let known = schema["properties"].as_object();
    let (Some(known), Some(fields)) = (known, value.as_object_mut()) else {
        return Vec::new();
    };
    let meant = given.into_iter().filter_map(|name| {
        let own = alike(known, fields, &name)?;
        Some((name, own))
    });
    let meant: Vec<(String, String)> = meant.collect();
    // Of two names for one field neither is it.
    let alone = |own: &String| meant.iter().filter(|(_, other)| other == own).count() == 1;
    let renamed: Vec<_> = meant
        .iter()
        .filter(|(_, own)| alone(own))
        .cloned()
        .collect();
    let mut renamed = renamed;
    for (name, own) in &renamed {
        rename(fields, name, own);
    }
    if let Some((name, own)) = last_missing(schema, value) {
        value
            .as_object_mut()
            .into_iter()
            .for_each(|fields| rename(fields, &name, &own));
        renamed.push((name, own));
    }
    renamed
}

fn rename(fields: &mut Map<String, Value>, name: &str, own: &str) {
    if let Some(value) = fields.remove(name) {
        fields.insert(own.to_owned(), value);
    }
}

/// The only field that the name is like.
fn alike(known: &Map<String, Value>, given: &Map<String, Value>, name: &str) -> Option<String> {
    let value = given.get(name)?;
    let mut like = known.iter().filter(|(own, property)| {
        let (read, _) = surely(property, value, own, DEEP);
        !given.contains_key(*own) && is_alike(name, own) && read.is_some()
    });
    let (own, _) = like.next().filter(|_| like.next().is_none())?;
    Some(own.clone())
}

fn is_alike(given: &str, own: &str) -> bool {
    let words: HashSet<String> = split_words(given).collect();
    let longer = split_words(own).all(|word| words.contains(&word));
    let (given, own) = (given.to_lowercase(), own.to_lowercase());
    normalized_damerau_levenshtein(&given, &own) >= MISSPELT
        || (longer && sorensen_dice(&given, &own) >= LONGER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Whatever it is called, if nothing else is left for it, and it for nothing else.
    #[test]
    fn the_one_name_that_is_missing_is_the_one_that_is_unknown() {
        let schema = json!({"additionalProperties": false, "required": ["path"], "properties": {
            "path": {"type": "string"}, "start": {"type": "integer"},
        }});
        for (given, expect) in [
            (
                json!({"file": "a", "start": 3}),
                json!({"path": "a", "start": 3}),
            ),
            (json!({"name": "a"}), json!({"path": "a"})),
            (
                json!({"file": "a", "glob": "b"}),
                json!({"file": "a", "glob": "b"}),
            ),
            (
                json!({"file": "a", "path": "b"}),
                json!({"file": "a", "path": "b"}),
            ),
            (json!({"file": {"a": 1}}), json!({"file": {"a": 1}})),
            (json!({"file": " "}), json!({"file": " "})),
        ] {
            let mut value = given.clone();
            let renamed = rename_alike(&schema, &mut value);
            assert_eq!(value, expect);
            assert_eq!(renamed.is_empty(), value == given);
        }
        // Two are missing, or none is.
        let mut value = json!({"file": "a"});
        let two = json!({"required": ["path", "glob"], "additionalProperties": false, "properties": {
            "path": {"type": "string"}, "glob": {"type": "string"},
        }});
        assert_eq!(rename_alike(&two, &mut value), []);
        let none =
            json!({"additionalProperties": false, "properties": {"path": {"type": "string"}}});
        assert_eq!(rename_alike(&none, &mut value), []);
    }

    #[test]
    fn a_name_that_is_much_alike_is_taken_for_it() {
        let text = json!({"type": "string"});
        let number = json!({"type": "integer"});
        let schema = json!({"additionalProperties": false, "properties": {
            "path": text, "query": text, "start": number, "end": number, "limit": number,
            "glob": text, "include": {"type": "array", "items": {"enum": ["tests"]}},
        }});
        for (given, expect) in [
            (json!({"file_path": "a"}), "file_path path"),
            (json!({"filePath": "a"}), "filePath path"),
            (
                json!({"start_line": 3, "end_line": "9"}),
                "end_line end, start_line start",
            ),
            (json!({"querry": "a"}), "querry query"),
            (json!({"search_query": "a"}), "search_query query"),
            (json!({"line_limit": 3}), "line_limit limit"),
            (json!({"include_": "tests"}), "include_ include"),
            // Another field has the name, or two have the value.
            (json!({"file_path": "a", "path": "b"}), ""),
            (json!({"file_path": "a", "repo_path": "b"}), ""),
            (json!({"path_glob": "a"}), ""),
            // Of another kind, or not much alike.
            (json!({"include_tests": true, "start_line": "top"}), ""),
            (
                json!({"exclude_path": "a", "pattern": "a", "file": "a", "max_results": 3}),
                "",
            ),
            (json!({"path": "a"}), ""),
        ] {
            let mut value = given.clone();
            let renamed = rename_alike(&schema, &mut value);
            let names = renamed.iter().map(|(given, own)| format!("{given} {own}"));
            assert_eq!(names.collect::<Vec<_>>().join(", "), expect, "{given}");
            assert!(
                renamed
                    .iter()
                    .all(|(given, own)| value.get(given).is_none() && value.get(own).is_some())
            );
        }
    }
}
