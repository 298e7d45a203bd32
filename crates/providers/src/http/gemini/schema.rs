//! Converts a JSON Schema to the subset of keywords that every version of Gemini supports.
//!
//! A newer field accepts any JSON Schema (`parametersJsonSchema`), but older models and some compatible servers do
//! not support it; and one unknown keyword makes the server reject the whole request. The result is only less
//! strict: tools validate their arguments themselves.

use serde_json::{Map, Value, json};

/// The depth below which schemas are not converted: a schema can contain itself.
const MAX_DEPTH: usize = 12;

/// Keywords that are copied unchanged: they mean the same in Gemini, and contain no schema.
const COPIED_KEYWORDS: &[&str] = &[
    "description",
    "nullable",
    "required",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
];

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
        let found = target.strip_prefix('#').and_then(|at| root.pointer(at));
        let mut found = found.map_or(json!({ "type": "object" }), |one| convert(one, root, depth));
        if let Some(what) = fields.get("description") {
            found["description"] = what.clone();
        }
        return found;
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
        out.entry("items")
            .or_insert_with(|| json!({ "type": "string" }));
    }
    let properties = fields.get("properties").and_then(Value::as_object);
    if let Some(properties) = properties.filter(|all| !all.is_empty()) {
        let inner = |(name, one): (&String, &Value)| (name.clone(), convert(one, root, depth));
        let all: Map<_, _> = properties.iter().map(inner).collect();
        out.entry("type").or_insert_with(|| json!("object"));
        out.insert("properties".to_owned(), Value::Object(all));
    } else {
        out.remove("required");
    }
    Value::Object(out)
}

/// Copies the type; of a list of types the first, and `nullable` if `null` is among them.
fn copy_type(fields: &Map<String, Value>, out: &mut Map<String, Value>) {
    match fields.get("type") {
        Some(Value::String(one)) => {
            out.insert("type".to_owned(), json!(one));
        }
        Some(Value::Array(types)) => {
            let mut named = types.iter().filter(|one| *one != "null");
            if let Some(one) = named.next() {
                out.insert("type".to_owned(), one.clone());
            }
            if types.iter().any(|one| one == "null") {
                out.insert("nullable".to_owned(), json!(true));
            }
        }
        _ => {}
    }
}

/// Converts `enum`, `const` and alternative schemas. An alternative of `null` becomes `nullable`; a single remaining
/// alternative is merged into the schema.
fn convert_choices(
    fields: &Map<String, Value>,
    root: &Value,
    depth: usize,
    out: &mut Map<String, Value>,
) {
    let constant = fields.get("const").map(std::slice::from_ref);
    let words = fields.get("enum").and_then(Value::as_array);
    let words = words.map(Vec::as_slice).or(constant).unwrap_or_default();
    if !words.is_empty() && words.iter().all(Value::is_string) {
        out.insert("type".to_owned(), json!("string"));
        out.insert("enum".to_owned(), json!(words));
    }
    let lists = ["anyOf", "oneOf", "allOf"].iter();
    let mut alternatives = lists.filter_map(|name| fields.get(*name)?.as_array());
    let Some(all) = alternatives.next() else {
        return;
    };
    let is_null = |one: &&Value| one.get("type") == Some(&json!("null"));
    if all.iter().any(|one| is_null(&one)) {
        out.insert("nullable".to_owned(), json!(true));
    }
    let some = all.iter().filter(|one| !is_null(one));
    let mut some: Vec<Value> = some.map(|one| convert(one, root, depth)).collect();
    match (some.len(), some.pop()) {
        (1, Some(Value::Object(one))) => {
            for (name, value) in one {
                out.entry(name).or_insert(value);
            }
        }
        (_, Some(last)) => {
            some.push(last);
            out.insert("anyOf".to_owned(), json!(some));
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
    fn words_that_are_not_known_are_left_out() {
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
    fn references_and_choices() {
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
    fn a_schema_that_holds_itself_ends() {
        let tree = json!({ "type": "object", "properties": { "inner": { "$ref": "#" } } });
        assert!(to_gemini_schema(&tree).to_string().len() < 2_000);
    }

    /// The result contains only keywords that Gemini supports.
    #[test]
    fn the_report_s_own_schema_fits() {
        const KNOWN: &[&str] = &["type", "enum", "items", "properties", "anyOf"];
        fn walk(schema: &Value) {
            let fields = schema.as_object().unwrap();
            for (name, value) in fields {
                let known =
                    KNOWN.contains(&name.as_str()) || COPIED_KEYWORDS.contains(&name.as_str());
                assert!(known, "{name}");
                match name.as_str() {
                    "items" => walk(value),
                    "anyOf" => value.as_array().unwrap().iter().for_each(walk),
                    "properties" => value.as_object().unwrap().values().for_each(walk),
                    _ => {}
                }
            }
            assert!(
                fields.contains_key("type") || fields.contains_key("anyOf"),
                "{schema}"
            );
        }
        let whole = firsthand_agent::submit_spec().parameters;
        let small = to_gemini_schema(&whole);
        walk(&small);
        let names = |of: &Value| {
            of["properties"]
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&small), names(&whole));
    }
}
