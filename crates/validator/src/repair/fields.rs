//! Finds the fields that names mean, and removes those that a closed schema does not know.

mod described;

use std::collections::{BTreeMap, HashSet};

use firsthand_registry::split_words;
use serde_json::{Map, Value};
use strsim::{normalized_damerau_levenshtein, sorensen_dice};

use self::described::{is_described, rename_described};
use super::schema::{expects_id, is_closed, join, required};
use super::{RepairKind, Repairs, try_repair};

/// The least normalized Damerau-Levenshtein similarity of a misspelt name: one letter in five differs.
const MIN_MISSPELLING_SIMILARITY: f64 = 0.8;
/// The fields, without case and separators, in which a link has a path in place of an id.
const PATH_FIELDS: [&str; 3] = ["file", "filepath", "path"];
/// The least Sørensen-Dice similarity of a longer name that contains all words of the schema's.
const MIN_LONGER_SIMILARITY: f64 = 0.44;

type Fields = Map<String, Value>;

/// The only item; `None` where there are none or several.
pub(super) fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// The names of the fields that a closed schema does not know.
fn unknown_fields<'v>(schema: &Value, fields: &'v Fields) -> impl Iterator<Item = &'v String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.filter(|_| is_closed(schema));
    fields.keys().filter(move |name| properties.is_some_and(|known| !known.contains_key(*name)))
}

fn folded(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', '-', ' '], "")
}

/// The arguments inside a single wrapping field (`{"report": {…}}`); `None` where there is no such wrapper.
pub(super) fn unwrapped(schema: &Value, value: &Value) -> Option<Value> {
    let properties = schema.get("properties").and_then(Value::as_object)?;
    let fields = value.as_object().filter(|_| is_closed(schema))?;
    let (name, inner) = only(fields.iter())?;
    let inner = match inner {
        Value::String(text) => serde_json::from_str(text).ok()?,
        other => other.clone(),
    };
    let is_own_name = properties.keys().any(|own| folded(own) == folded(name));
    let mut names = inner.as_object()?.keys();
    let has_own_field = names.any(|name| properties.contains_key(name));
    (!is_own_name && has_own_field).then_some(inner)
}

/// Renames the unknown fields of a closed schema, each to the only field that it can mean and that is absent: one whose
/// name equals its own but for case and separators, for an argument itself one with a similar name that accepts its value,
/// or, for a single remaining one, the only required field that is missing and accepts its value. A path stands for an id
/// that is missing: other fields may tell which place of it is meant. Returns the new names, with the repairs.
pub(super) fn rename(
    schema: &Value,
    fields: &mut Fields,
    at: &str,
    depth: usize,
) -> BTreeMap<String, RepairKind> {
    let mut renamed = BTreeMap::new();
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return renamed;
    };
    let accepts =
        |field: &str, value: &Value| try_repair(&properties[field], value, field, depth).is_some();
    let meant = unknown_fields(schema, fields).filter_map(|name| {
        let absent = properties.keys().filter(|field| !fields.contains_key(*field));
        let mut spelled = absent.clone().filter(|field| folded(field) == folded(name));
        let similar =
            absent.filter(|field| is_similar(name, field) && accepts(field, &fields[name]));
        let similar = similar.filter(|_| at.is_empty());
        let field = spelled.next().or_else(|| only(similar))?;
        Some((name.clone(), field.clone()))
    });
    let meant: Vec<(String, String)> = meant.collect();
    for (name, field) in &meant {
        // Of two names for one field neither is renamed.
        if only(meant.iter().filter(|(_, other)| other == field)).is_some() {
            move_field(fields, name, field, &mut renamed);
        }
    }
    if at.is_empty() {
        rename_described(properties, schema, fields, &accepts, &mut renamed);
    }
    let missing = required(schema).filter(|field| fields.get(*field).is_none_or(Value::is_null));
    let missing: Vec<&str> = missing.filter(|field| properties.contains_key(*field)).collect();
    let unknown = only(unknown_fields(schema, fields)).cloned();
    let fitting = unknown.zip(only(missing.iter()));
    let fitting = fitting.filter(|(name, field)| accepts(field, &fields[name]));
    let unknown = || unknown_fields(schema, fields);
    let path = only(unknown().filter(|name| is_path(name, &fields[*name])));
    let takes_path = |field: &str| {
        expects_id(&properties[field]) || PATH_FIELDS.contains(&folded(field).as_str())
    };
    let for_path = only(missing.iter().filter(|field| takes_path(field)));
    let described = only(missing.iter()).and_then(|field| {
        let is_meant = |name: &&String| {
            is_described(name, &properties[*field]) && accepts(field, &fields[*name])
        };
        Some((only(unknown().filter(is_meant))?.clone(), field))
    });
    let path = path
        .cloned()
        .zip(for_path)
        .filter(|(name, field)| expects_id(&properties[**field]) || accepts(field, &fields[name]));
    if let Some((name, field)) = fitting.or(path).or(described) {
        move_field(fields, &name, field, &mut renamed);
    }
    renamed
}

fn move_field(
    fields: &mut Fields,
    name: &str,
    field: &str,
    renamed: &mut BTreeMap<String, RepairKind>,
) {
    let value = fields.remove(name).unwrap_or_default();
    fields.insert(field.to_owned(), value);
    let kind = if folded(name) == folded(field) {
        RepairKind::NameSpelled
    } else {
        RepairKind::NameSimilar(name.to_owned())
    };
    renamed.insert(field.to_owned(), kind);
}

/// Whether a field names a file, by its name.
fn is_path(name: &str, value: &Value) -> bool {
    value.is_string() && PATH_FIELDS.contains(&folded(name).as_str())
}

/// Whether the names are spelled alike, `name` has all words of `field` or ends with it (`keywords` of `words`) and is not
/// much longer, or it has only words of `field` (`action` of `recommendedPrimaryAction`).
fn is_similar(name: &str, field: &str) -> bool {
    let words_of = |name: &str| -> HashSet<String> { split_words(name).collect() };
    let (words, own) = (words_of(name), words_of(field));
    let (name, field) = (name.to_lowercase(), field.to_lowercase());
    let has_all = own.is_subset(&words) || name.ends_with(&field);
    normalized_damerau_levenshtein(&name, &field) >= MIN_MISSPELLING_SIMILARITY
        || (has_all && sorensen_dice(&name, &field) >= MIN_LONGER_SIMILARITY)
        || (words.is_subset(&own) && !words.is_empty())
}

/// Removes the fields that a closed schema does not know.
pub(super) fn drop_unknown(schema: &Value, value: &mut Value, at: &str, repairs: &mut Repairs) {
    match value {
        Value::Array(items) if schema.get("items").is_some() => {
            for item in items {
                drop_unknown(&schema["items"], item, &format!("{at}[]"), repairs);
            }
        }
        Value::Object(fields) if schema.get("properties").is_some() => {
            let unknown: Vec<String> = unknown_fields(schema, fields).cloned().collect();
            for name in unknown {
                fields.remove(&name);
                repairs.add(at, RepairKind::UnknownField(name));
            }
            for (name, value) in fields {
                let property = &schema["properties"][name];
                drop_unknown(property, value, &join(at, name), repairs);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::RepairKind;
    use crate::repair::repair;

    /// The repaired value, and the renamed fields as `old new`.
    fn renamed(schema: &Value, given: &Value) -> (Value, String) {
        let (value, repairs) = repair(schema, given.clone());
        let names = repairs.iter().filter_map(|repair| match &repair.kind {
            RepairKind::NameSimilar(given) => Some(format!("{given} {}", repair.field)),
            _ => None,
        });
        let names: Vec<String> = names.collect();
        (value, names.join(", "))
    }

    #[test]
    fn the_only_unknown_field_is_renamed_to_the_only_missing_one() {
        let text = json!({"type": "string"});
        let schema = json!({"additionalProperties": false, "required": ["path"], "properties": {
            "path": text, "start": {"type": "integer"},
        }});
        for (given, expect) in [
            (json!({"file": "a", "start": 3}), json!({"path": "a", "start": 3})),
            (json!({"name": "a"}), json!({"path": "a"})),
            (json!({"file": "a", "glob": "b"}), json!({"path": "a"})),
            (json!({"name": "a", "glob": "b"}), json!({})),
            (json!({"file": "a", "path": "b"}), json!({"path": "b"})),
            (json!({"file": {"a": 1}}), json!({})),
            (json!({"file": " "}), json!({})),
        ] {
            assert_eq!(renamed(&schema, &given).0, expect);
        }
        // Two are missing, or none is.
        let two_missing = json!({"required": ["path", "glob"], "additionalProperties": false, "properties": {
            "path": text, "glob": text,
        }});
        let none_missing = json!({"additionalProperties": false, "properties": {"path": text}});
        for schema in [&two_missing, &none_missing] {
            assert_eq!(renamed(schema, &json!({"name": "a"})), (json!({}), String::new()));
        }
        assert_eq!(renamed(&two_missing, &json!({"file": "a"})).0, json!({"path": "a"}));
    }

    #[test]
    fn of_several_unknown_fields_the_one_that_is_meant_is_renamed() {
        let schema = |name: &str| {
            let mut schema = json!({"additionalProperties": false, "required": [name], "properties": {
                "case": {"type": "string", "enum": ["smart"]},
            }});
            schema["properties"][name] =
                json!({"type": "string", "description": "A regex (Rust)."});
            schema
        };
        let check = |field: &str, given: Value, expect: Value| {
            assert_eq!(renamed(&schema(field), &given).0, expect, "{given}");
        };
        check("pattern", json!({"regex": "a", "sensitive": "true"}), json!({"pattern": "a"}));
        check("pattern", json!({"regex": {"a": 1}, "sensitive": "true"}), json!({}));
        check("pattern", json!({"regex": "a", "rust": "b"}), json!({}));
        check("path", json!({"file": "a", "lines": "1-9"}), json!({"path": "a"}));
    }

    #[test]
    fn a_name_of_some_of_the_words_is_renamed() {
        let text = json!({"type": "string"});
        let texts = json!({"type": "array", "items": {"type": "string"}});
        let schema = json!({"additionalProperties": false, "required": ["recommendedPrimaryAction", "confidence"], "properties": {
            "recommendedPrimaryAction": {"enum": ["answer_from_report", "read_targets"]}, "confidence": text,
            "missingCoverage": texts, "searchTargets": texts, "readTargets": texts,
        }});
        for (given, expect) in [
            (json!({"action": "read_targets"}), "action recommendedPrimaryAction"),
            (
                json!({"primary_action": "Read-Targets", "sure": {}}),
                "primary_action recommendedPrimaryAction",
            ),
            (
                json!({"missing": ["a"], "action": "read_targets"}),
                "missing missingCoverage, action recommendedPrimaryAction",
            ),
            // Two have the word, the value is none of the choices, or a word is not of the name.
            (json!({"targets": ["a"], "confidence": "low"}), ""),
            (json!({"action": "later", "confidence": "low"}), ""),
            (json!({"next_action": "read_targets"}), ""),
        ] {
            assert_eq!(renamed(&schema, &given).1, expect, "{given}");
        }
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
            (json!({"start_line": 3, "end_line": "9"}), "end_line end, start_line start"),
            (json!({"querry": "a"}), "querry query"),
            (json!({"search_query": "a"}), "search_query query"),
            (json!({"line_limit": 3}), "line_limit limit"),
            (json!({"filepath": "a", "startline": "3"}), "filepath path"),
            (json!({"include_": "tests"}), ""), // the same name but for a separator
            // Another field has the name, or two have the value.
            (json!({"file_path": "a", "path": "b"}), ""),
            (json!({"file_path": "a", "repo_path": "b"}), ""),
            (json!({"path_glob": "a"}), ""),
            // Of another kind, or not much alike.
            (json!({"include_tests": true, "start_line": "top"}), ""),
            (json!({"exclude_path": "a", "pattern": "a", "file": "a", "max_results": 3}), ""),
            (json!({"path": "a"}), ""),
        ] {
            let (value, names) = renamed(&schema, &given);
            assert_eq!(names, expect, "{given}");
            for (old, new) in names.split(", ").filter_map(|pair| pair.split_once(' ')) {
                assert!(value.get(old).is_none() && value.get(new).is_some());
            }
        }
    }
}
