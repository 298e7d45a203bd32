//! Properties of every repair.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{repair, schema_errors};
use super::schema;
use crate::Selection;

fn leaf() -> impl Strategy<Value = Value> {
    let texts = [
        "c7",
        "[c7]",
        " c8",
        "3",
        "true",
        "[]",
        "[\"c1\"]",
        "{}",
        "{\"id\":\"c1\"}",
        "READ_ALL",
        "",
        "src/a.rs",
        "[[c7]]",
        "\"c7\"",
    ];
    prop_oneof![
        6 => prop::sample::select(texts.map(|text| json!(text)).to_vec()),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i32>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => "\\PC{0,8}".prop_map(Value::from),
    ]
}

/// Names of both schemas, some of them misspelt.
const NAMES: [&str; 22] = [
    "id",
    "ids",
    "ID",
    "word",
    "words",
    "count",
    "part",
    "yes",
    "maybe",
    "mode",
    "links",
    "open",
    "at",
    "flow",
    "candidateId",
    "quote",
    "primaryCandidateIds",
    "confidence",
    "read_targets",
    "nothing",
    "path",
    "filePath",
];

fn value() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(4, 40, 6, |inner| {
        let name = prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..7)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Values that match the schema; optional fields may be absent.
fn matching(schema: &Value) -> BoxedStrategy<Value> {
    if let Some(options) = schema["enum"].as_array() {
        return prop::sample::select(options.clone()).boxed();
    }
    match schema["type"].as_str() {
        Some("string") if schema.get("pattern").is_some() => {
            (1_u32..99).prop_map(|n| json!(format!("c{n}"))).boxed()
        }
        Some("integer") => any::<i64>().prop_map(Value::from).boxed(),
        Some("number") => (-1e9..1e9).prop_map(Value::from).boxed(),
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        Some("array") => {
            prop::collection::vec(matching(&schema["items"]), 0..4).prop_map(Value::from).boxed()
        }
        Some("object") => {
            let required = schema["required"].clone();
            let fields = schema["properties"].as_object().cloned().unwrap_or_default();
            let fields = fields.into_iter().map(|(name, property)| {
                let is_required = required.as_array().is_some_and(|all| all.contains(&json!(name)));
                let keep = if is_required { Just(true).boxed() } else { any::<bool>().boxed() };
                (Just(name), keep, matching(&property)).boxed()
            });
            fields
                .collect::<Vec<_>>()
                .prop_map(|fields| {
                    let kept_fields = fields.into_iter().filter(|(_, keep, _)| *keep);
                    Value::Object(kept_fields.map(|(name, _, value)| (name, value)).collect())
                })
                .boxed()
        }
        // Any text, also one that other types would be parsed from; where several types are allowed, also null.
        Some(_) => leaf().prop_filter("a text", Value::is_string).boxed(),
        None => prop_oneof![Just(Value::Null), Just(json!("[c7]"))].boxed(),
    }
}

proptest! {
    /// A value that matches the schema is unchanged.
    #[test]
    fn repair_leaves_valid_values_unchanged(
        (schema, value) in prop::sample::select(vec![schema(), Selection::schema().clone()])
            .prop_flat_map(|schema| (Just(schema.clone()), matching(&schema)))
    ) {
        prop_assert_eq!(schema_errors(&schema, &value), None);
        prop_assert_eq!(repair(&schema, value.clone()), (value, Vec::new()));
    }

    /// Repair is idempotent, and never makes several ids or a path out of one text.
    #[test]
    fn no_fabrication_by_repair(
        schema in prop::sample::select(vec![schema(), Selection::schema().clone()]),
        value in value(),
    ) {
        // An id may have been written in capitals.
        let before = value.to_string().to_lowercase();
        let (repaired, notes) = repair(&schema, value.clone());
        prop_assert_eq!(notes.is_empty(), repaired == value);
        prop_assert_eq!(repair(&schema, repaired.clone()), (repaired.clone(), Vec::new()));
        for id in ids_in(&repaired) {
            let id = id.to_lowercase();
            prop_assert!(before.contains(id.trim_matches('"')) || before.contains('\\'), "{id}");
        }
    }
}

/// The ids in a value.
fn ids_in(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) if text.starts_with('c') => vec![text],
        Value::Array(items) => items.iter().flat_map(ids_in).collect(),
        Value::Object(fields) => fields.values().flat_map(ids_in).collect(),
        _ => Vec::new(),
    }
}
