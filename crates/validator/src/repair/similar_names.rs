//! Renames unknown fields whose names are similar to one of the schema's.

use std::collections::HashSet;

use firsthand_registry::split_words;
use serde_json::{Map, Value};
use strsim::{normalized_damerau_levenshtein, sorensen_dice};

use super::sole_match::only_missing_field;
use super::{try_repair, unknown_fields};

/// The least normalized Damerau-Levenshtein similarity of a misspelt name: one letter in five differs.
const MIN_MISSPELLING_SIMILARITY: f64 = 0.8;
/// The least Sørensen-Dice similarity of a longer name that contains all words of the schema's.
const MIN_LONGER_SIMILARITY: f64 = 0.44;
/// The most levels of nesting that are repaired in the value of a renamed field.
const MAX_DEPTH: usize = 4;

/// Renames each unknown field to the only field of the schema that has a similar name, is absent from `value` and
/// accepts the field's value; then a single remaining unknown field to the only required field that is missing. Returns
/// pairs of the old and the new name.
pub fn rename_similar_fields(schema: &Value, value: &mut Value) -> Vec<(String, String)> {
    let unknown: Vec<String> = unknown_fields(schema, value).map(str::to_owned).collect();
    let properties = schema["properties"].as_object();
    let (Some(properties), Some(fields)) = (properties, value.as_object_mut()) else {
        return Vec::new();
    };
    let matches = unknown.into_iter().filter_map(|name| {
        let new_name = similar_field(properties, fields, &name)?;
        Some((name, new_name))
    });
    let matches: Vec<(String, String)> = matches.collect();
    // Of two candidates for one field neither is renamed.
    let is_only_candidate = |new_name: &String| {
        matches
            .iter()
            .filter(|(_, other)| other == new_name)
            .count()
            == 1
    };
    let renamed: Vec<_> = matches
        .iter()
        .filter(|(_, new_name)| is_only_candidate(new_name))
        .cloned()
        .collect();
    let mut renamed = renamed;
    for (name, new_name) in &renamed {
        rename(fields, name, new_name);
    }
    if let Some((name, new_name)) = only_missing_field(schema, value) {
        value
            .as_object_mut()
            .into_iter()
            .for_each(|fields| rename(fields, &name, &new_name));
        renamed.push((name, new_name));
    }
    renamed
}

fn rename(fields: &mut Map<String, Value>, name: &str, new_name: &str) {
    if let Some(value) = fields.remove(name) {
        fields.insert(new_name.to_owned(), value);
    }
}

/// The only field of the schema that has a similar name, is not among `fields` and accepts the value of `name`.
fn similar_field(
    properties: &Map<String, Value>,
    fields: &Map<String, Value>,
    name: &str,
) -> Option<String> {
    let value = fields.get(name)?;
    let mut similar = properties.iter().filter(|(field, property)| {
        let (repaired, _) = try_repair(property, value, field, MAX_DEPTH);
        !fields.contains_key(*field) && is_similar(name, field) && repaired.is_some()
    });
    let (field, _) = similar.next().filter(|_| similar.next().is_none())?;
    Some(field.clone())
}

/// Whether the names are spelled alike, or `name` has all words of `field` and is not much longer.
fn is_similar(name: &str, field: &str) -> bool {
    let words: HashSet<String> = split_words(name).collect();
    let has_all_words = split_words(field).all(|word| words.contains(&word));
    let (name, field) = (name.to_lowercase(), field.to_lowercase());
    normalized_damerau_levenshtein(&name, &field) >= MIN_MISSPELLING_SIMILARITY
        || (has_all_words && sorensen_dice(&name, &field) >= MIN_LONGER_SIMILARITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_only_unknown_field_is_renamed_to_the_only_missing_one() {
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
            let renamed = rename_similar_fields(&schema, &mut value);
            assert_eq!(value, expect);
            assert_eq!(renamed.is_empty(), value == given);
        }
        // Two are missing, or none is.
        let mut value = json!({"file": "a"});
        let two_missing = json!({"required": ["path", "glob"], "additionalProperties": false, "properties": {
            "path": {"type": "string"}, "glob": {"type": "string"},
        }});
        assert_eq!(rename_similar_fields(&two_missing, &mut value), []);
        let none_missing =
            json!({"additionalProperties": false, "properties": {"path": {"type": "string"}}});
        assert_eq!(rename_similar_fields(&none_missing, &mut value), []);
    }

    #[test]
    fn a_similar_name_is_renamed() {
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
            let renamed = rename_similar_fields(&schema, &mut value);
            let names = renamed.iter().map(|(old, new)| format!("{old} {new}"));
            assert_eq!(names.collect::<Vec<_>>().join(", "), expect, "{given}");
            assert!(
                renamed
                    .iter()
                    .all(|(old, new)| value.get(old).is_none() && value.get(new).is_some())
            );
        }
    }
}
