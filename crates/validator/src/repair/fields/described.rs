//! Fields that are named by a word of their description.

use std::collections::BTreeMap;

use firsthand_registry::split_words;
use serde_json::Value;

use super::super::schema::is_required;
use super::{Fields, RepairKind, folded, move_field, only, unknown_fields};

/// A shorter name is a word of any description.
const MIN_DESCRIBED: usize = 4;

/// Renames the unknown arguments each to the only argument that may be left out, is absent, accepts the value and has the
/// name in its description: `glob` to a path that is `a folder or glob`.
pub(super) fn rename_described(
    properties: &Fields,
    schema: &Value,
    fields: &mut Fields,
    accepts: &impl Fn(&str, &Value) -> bool,
    renamed: &mut BTreeMap<String, RepairKind>,
) {
    let unknown: Vec<String> = unknown_fields(schema, fields).cloned().collect();
    let meant = unknown.into_iter().filter_map(|name| {
        let open = properties.keys().filter(|field| !fields.contains_key(*field));
        let open = open.filter(|field| !is_required(schema, field));
        let described = open.filter(|field| {
            let says = name.len() >= MIN_DESCRIBED && is_described(&name, &properties[*field]);
            says && accepts(field, &fields[&name])
        });
        Some((name.clone(), only(described)?.clone()))
    });
    let meant: Vec<(String, String)> = meant.collect();
    for (name, field) in &meant {
        if only(meant.iter().filter(|(_, other)| other == field)).is_some() {
            move_field(fields, name, field, renamed);
        }
    }
}

/// Whether the description of a field has its name by another name of it: `A regex` of `pattern`.
pub(super) fn is_described(name: &str, property: &Value) -> bool {
    let description = property["description"].as_str().unwrap_or_default();
    split_words(description).any(|word| word == folded(name))
}
