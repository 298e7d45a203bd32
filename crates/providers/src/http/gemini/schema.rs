//! Converts a JSON Schema to the subset of keywords that every version of Gemini supports.
//!
//! A newer field accepts any JSON Schema (`parametersJsonSchema`), but older models and some compatible servers do
//! not support it; and one unknown keyword makes the server reject the whole request. The result is only less
//! strict: tools validate their arguments themselves.

use serde_json::{Map, Value, json};

/// The depth below which schemas are not converted: a schema can contain itself.
const MAX_DEPTH: usize = 12;

/// Keywords that are copied unchanged: they mean the same in Gemini, and contain no schema.
const COPIED_KEYWORDS: &[&str] =
    &["description", "nullable", "required", "minItems", "maxItems", "minimum", "maximum"];

/// Converts a schema to Gemini's subset.
pub(super) fn to_gemini_schema(schema: &Value) -> Value {
    convert(schema, schema, MAX_DEPTH)
}

fn convert(schema: &Value, root: &Value, depth: usize) -> Value {
    let Some((fields, depth)) = schema.as_object().zip(depth.checked_sub(1)) else {
        // `true`, or too deep: a string can hold any value.
        return json!({ "type": "string" });
    };
    if let Some(target) = fields.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        let mut converted =
            target.map_or(json!({ "type": "object" }), |schema| convert(schema, root, depth));
        if let Some(description) = fields.get("description") {
            converted["description"] = description.clone();
        }
        return converted;
    }
    let mut out = Map::new();
    for name in COPIED_KEYWORDS {
        if let Some(value) = fields.get(*name) {
            out.insert((*name).to_owned(), value.clone());
        }
    }
    copy_type(fields, &mut out);
    convert_choices(fields, root, depth, &mut out);
    if let Some(items) = fields.get("items") {
        out.insert("items".to_owned(), convert(items, root, depth));
    }
    // Gemini requires the item type of an array.
    if out.get("type") == Some(&json!("array")) {
        out.entry("items").or_insert_with(|| json!({ "type": "string" }));
    }
    let properties = fields.get("properties").and_then(Value::as_object);
    if let Some(properties) = properties.filter(|properties| !properties.is_empty()) {
        let convert_property =
            |(name, schema): (&String, &Value)| (name.clone(), convert(schema, root, depth));
        let converted: Map<_, _> = properties.iter().map(convert_property).collect();
        out.entry("type").or_insert_with(|| json!("object"));
        out.insert("properties".to_owned(), Value::Object(converted));
    } else {
        out.remove("required");
    }
    Value::Object(out)
}

/// Copies the type. Of a list of types it copies the first that is not `null`, and adds `nullable` if `null` is in the
/// list.
fn copy_type(fields: &Map<String, Value>, out: &mut Map<String, Value>) {
    match fields.get("type") {
        Some(Value::String(name)) => {
            out.insert("type".to_owned(), json!(name));
        }
        Some(Value::Array(types)) => {
            let mut non_null = types.iter().filter(|name| *name != "null");
            if let Some(first) = non_null.next() {
                out.insert("type".to_owned(), first.clone());
            }
            if types.iter().any(|name| name == "null") {
                out.insert("nullable".to_owned(), json!(true));
            }
        }
        _ => {}
    }
}

/// Converts `enum` and `const`, if all their values are strings, and the first of `anyOf`, `oneOf` and `allOf` that is
/// present. An alternative of `null` becomes `nullable`; a single remaining alternative is merged into the schema, and
/// several become `anyOf`.
fn convert_choices(
    fields: &Map<String, Value>,
    root: &Value,
    depth: usize,
    out: &mut Map<String, Value>,
) {
    let constant = fields.get("const").map(std::slice::from_ref);
    let choices = fields.get("enum").and_then(Value::as_array);
    let choices = choices.map(Vec::as_slice).or(constant).unwrap_or_default();
    if !choices.is_empty() && choices.iter().all(Value::is_string) {
        out.insert("type".to_owned(), json!("string"));
        out.insert("enum".to_owned(), json!(choices));
    }
    let lists = ["anyOf", "oneOf", "allOf"].iter();
    let mut lists = lists.filter_map(|name| fields.get(*name)?.as_array());
    let Some(alternatives) = lists.next() else {
        return;
    };
    let is_null = |schema: &&Value| schema.get("type") == Some(&json!("null"));
    if alternatives.iter().any(|schema| is_null(&schema)) {
        out.insert("nullable".to_owned(), json!(true));
    }
    let non_null = alternatives.iter().filter(|schema| !is_null(schema));
    let mut converted: Vec<Value> = non_null.map(|schema| convert(schema, root, depth)).collect();
    match (converted.len(), converted.pop()) {
        (1, Some(Value::Object(only))) => {
            for (name, value) in only {
                out.entry(name).or_insert(value);
            }
        }
        (_, Some(last)) => {
            converted.push(last);
            out.insert("anyOf".to_owned(), json!(converted));
        }
        (_, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &Value, expected: &Value) {
        assert_eq!(&to_gemini_schema(schema), expected, "{schema}");
    }

    #[test]
    fn unsupported_keywords_are_left_out() {
        check(
            &json!({
                "$schema": "x", "title": "T", "type": "object", "additionalProperties": false,
                "required": ["a"], "definitions": {},
                "properties": {
                    "a": { "type": "integer", "format": "uint32", "minimum": 0, "default": 3,
                           "description": "How many.", "exclusiveMaximum": 9 },
                    "b": { "type": ["string", "null"], "pattern": "^x" },
                    "c": { "const": "x" },
                    "d": { "enum": [1, 2], "type": "integer" },
                    "e": true,
                    "f": { "type": "array" },
                },
            }),
            &json!({
                "type": "object", "required": ["a"],
                "properties": {
                    "a": { "type": "integer", "minimum": 0, "description": "How many." },
                    "b": { "type": "string", "nullable": true },
                    "c": { "type": "string", "enum": ["x"] },
                    "d": { "type": "integer" },
                    "e": { "type": "string" },
                    "f": { "type": "array", "items": { "type": "string" } },
                },
            }),
        );
    }

    #[test]
    fn references_and_alternatives_are_converted() {
        let words = json!({ "type": "string", "enum": ["x", "y"] });
        check(
            &json!({
                "type": "object",
                "$defs": { "Word": words },
                "properties": {
                    "a": { "$ref": "#/$defs/Word", "description": "One." },
                    "b": { "anyOf": [{ "$ref": "#/$defs/Word" }, { "type": "null" }] },
                    "c": { "oneOf": [{ "const": "x" }, { "type": "integer" }], "description": "Two." },
                    "d": { "allOf": [{ "$ref": "#/$defs/Word" }] },
                    "e": { "$ref": "#/$defs/Nowhere" },
                },
            }),
            &json!({
                "type": "object",
                "properties": {
                    "a": { "type": "string", "enum": ["x", "y"], "description": "One." },
                    "b": { "type": "string", "enum": ["x", "y"], "nullable": true },
                    "c": { "anyOf": [{ "type": "string", "enum": ["x"] }, { "type": "integer" }],
                           "description": "Two." },
                    "d": words,
                    "e": { "type": "object" },
                },
            }),
        );
    }

    #[test]
    fn a_recursive_schema_is_converted_to_a_finite_one() {
        let tree = json!({ "type": "object", "properties": { "inner": { "$ref": "#" } } });
        assert!(to_gemini_schema(&tree).to_string().len() < 2_000);
    }

    /// The result contains only keywords that Gemini supports.
    #[test]
    fn the_converted_schema_of_a_report_has_only_supported_keywords() {
        const SUPPORTED: &[&str] = &["type", "enum", "items", "properties", "anyOf"];
        fn walk(schema: &Value) {
            let fields = schema.as_object().unwrap();
            for (name, value) in fields {
                let is_supported =
                    SUPPORTED.contains(&name.as_str()) || COPIED_KEYWORDS.contains(&name.as_str());
                assert!(is_supported, "{name}");
                match name.as_str() {
                    "items" => walk(value),
                    "anyOf" => value.as_array().unwrap().iter().for_each(walk),
                    "properties" => value.as_object().unwrap().values().for_each(walk),
                    _ => {}
                }
            }
            assert!(fields.contains_key("type") || fields.contains_key("anyOf"), "{schema}");
        }
        let original = firsthand_agent::submit_spec().parameters;
        let converted = to_gemini_schema(&original);
        walk(&converted);
        let names = |schema: &Value| {
            schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(names(&converted), names(&original));
    }
}
