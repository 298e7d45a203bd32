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
const MAX_DEPTH: usize = 4;

/// Renames each unknown field to the one known field that has a similar name, is not given itself and accepts the
/// value; then a single remaining one to the one required field that is missing. Returns pairs of the given and
/// the new name.
pub fn rename_similar_fields(schema: &Value, value: &mut Value) -> Vec<(String, String)> {
    let given: Vec<String> = unknown_fields(schema, value).map(str::to_owned).collect();
    let known = schema["properties"].as_object();
    let (Some(known), Some(fields)) = (known, value.as_object_mut()) else {
        return Vec::new();
    };
    let matches = given.into_iter().filter_map(|name| {
        let own = similar_field(known, fields, &name)?;
        Some((name, own))
    });
    let matches: Vec<(String, String)> = matches.collect();
    // Of two candidates for one field neither is renamed.
    let single = |own: &String| matches.iter().filter(|(_, other)| other == own).count() == 1;
    let renamed: Vec<_> = matches
        .iter()
        .filter(|(_, own)| single(own))
        .cloned()
        .collect();
    let mut renamed = renamed;
    for (name, own) in &renamed {
        rename(fields, name, own);
    }
    if let Some((name, own)) = only_missing_field(schema, value) {
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

/// The only known field with a similar name that is not given and accepts the value.
fn similar_field(
    known: &Map<String, Value>,
    given: &Map<String, Value>,
    name: &str,
) -> Option<String> {
    let value = given.get(name)?;
    let mut similar = known.iter().filter(|(own, property)| {
        let (read, _) = try_repair(property, value, own, MAX_DEPTH);
        !given.contains_key(*own) && is_similar(name, own) && read.is_some()
    });
    let (own, _) = similar.next().filter(|_| similar.next().is_none())?;
    Some(own.clone())
}

fn is_similar(given: &str, own: &str) -> bool {
    let words: HashSet<String> = split_words(given).collect();
    let longer = split_words(own).all(|word| words.contains(&word));
    let (given, own) = (given.to_lowercase(), own.to_lowercase());
    normalized_damerau_levenshtein(&given, &own) >= MIN_MISSPELLING_SIMILARITY
        || (longer && sorensen_dice(&given, &own) >= MIN_LONGER_SIMILARITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_only_unknown_field_is_the_only_missing_one() {
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
        let two = json!({"required": ["path", "glob"], "additionalProperties": false, "properties": {
            "path": {"type": "string"}, "glob": {"type": "string"},
        }});
        assert_eq!(rename_similar_fields(&two, &mut value), []);
        let none =
            json!({"additionalProperties": false, "properties": {"path": {"type": "string"}}});
        assert_eq!(rename_similar_fields(&none, &mut value), []);
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
