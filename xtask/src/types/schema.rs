//! The types of a JSON Schema, as far as `schemars` writes it for the program's formats.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

/// The declared types, by name.
#[derive(Debug, Default)]
pub(super) struct Types(pub(super) BTreeMap<String, Declaration>);

#[derive(Debug, PartialEq)]
pub(super) struct Declaration {
    /// What it is, in one line.
    pub(super) about: String,
    pub(super) shape: Shape,
}

#[derive(Debug, PartialEq)]
pub(super) enum Shape {
    /// Another name of a type.
    Alias(Type),
    /// The fields that are always there, then the others; each group in the schema's order.
    Record(Vec<Field>),
}

#[derive(Debug, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) of: Type,
    pub(super) is_required: bool,
}

#[derive(Debug, PartialEq)]
pub(super) enum Type {
    Text,
    Integer,
    Number,
    Boolean,
    /// One of these texts.
    OneOf(Vec<String>),
    Named(String),
    List(Box<Self>),
    Tuple(Vec<Self>),
    /// Values by texts.
    Map(Box<Self>),
    Nullable(Box<Self>),
}

impl Types {
    /// Adds a schema under this name, and what it defines.
    ///
    /// # Errors
    /// If the schema holds something else, or defines a type otherwise than one before it.
    pub(super) fn add(&mut self, name: &str, schema: &Value) -> Result<()> {
        let defined = schema["$defs"].as_object().into_iter().flatten();
        let own = (name, schema);
        for (name, schema) in defined.map(|(name, schema)| (name.as_str(), schema)).chain([own]) {
            let declared = declaration(schema).with_context(|| name.to_owned())?;
            match self.0.get(name) {
                Some(before) if *before != declared => bail!("two types are called {name}"),
                _ => self.0.insert(name.to_owned(), declared),
            };
        }
        Ok(())
    }
}

fn declaration(schema: &Value) -> Result<Declaration> {
    let shape = match schema["properties"].as_object() {
        Some(properties) => Shape::Record(fields(properties, &schema["required"])?),
        None => Shape::Alias(type_of(schema)?),
    };
    Ok(Declaration { about: about(schema), shape })
}

fn fields(properties: &Map<String, Value>, required: &Value) -> Result<Vec<Field>> {
    let required: Vec<&str> = strings(required);
    let fields = properties.iter().map(|(name, schema)| {
        Ok(Field {
            name: name.clone(),
            about: about(schema),
            of: type_of(schema).with_context(|| name.clone())?,
            is_required: required.contains(&name.as_str()),
        })
    });
    let mut fields: Vec<Field> = fields.collect::<Result<_>>()?;
    // Only what has no default may stand first in Python.
    fields.sort_by_key(|field| !field.is_required);
    Ok(fields)
}

/// The description in one line.
fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn strings(list: &Value) -> Vec<&str> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).collect()
}

fn type_of(schema: &Value) -> Result<Type> {
    if let Some(path) = schema["$ref"].as_str() {
        let name = path.strip_prefix("#/$defs/").context("a reference outside of it")?;
        return Ok(Type::Named(name.to_owned()));
    }
    for alternatives in [&schema["anyOf"], &schema["oneOf"]] {
        if let Some(alternatives) = alternatives.as_array() {
            return one_of(alternatives);
        }
    }
    let texts = strings(&schema["enum"]);
    if !texts.is_empty() {
        return Ok(Type::OneOf(texts.into_iter().map(str::to_owned).collect()));
    }
    match (&schema["type"], strings(&schema["type"]).as_slice()) {
        (Value::String(name), _) => named(name, schema),
        (_, [name, "null"]) => Ok(Type::Nullable(Box::new(named(name, schema)?))),
        _ => bail!("a schema of another form: {schema}"),
    }
}

/// Constant texts, or one type that may be null.
fn one_of(alternatives: &[Value]) -> Result<Type> {
    let constants: Option<Vec<String>> =
        alternatives.iter().map(|each| each["const"].as_str().map(str::to_owned)).collect();
    match (constants, alternatives) {
        (Some(constants), _) => Ok(Type::OneOf(constants)),
        (None, [one, null]) if null["type"] == "null" => {
            Ok(Type::Nullable(Box::new(type_of(one)?)))
        }
        _ => bail!("alternatives of another form: {alternatives:?}"),
    }
}

/// The type with this name in JSON Schema.
fn named(name: &str, schema: &Value) -> Result<Type> {
    Ok(match name {
        "string" => Type::Text,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "object" => Type::Map(Box::new(type_of(&schema["additionalProperties"])?)),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => Type::Tuple(items.iter().map(type_of).collect::<Result<_>>()?),
            None => Type::List(Box::new(type_of(&schema["items"])?)),
        },
        _ => bail!("there is no type {name}"),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::Types;

    /// Types with each kind of part.
    pub(in crate::types) fn example() -> Types {
        let mut types = Types::default();
        let schema = json!({
            "description": "A\n basket.",
            "properties": {
                "from": {"type": "boolean", "description": "Whether it is \"kept\"."},
                "hits": {"type": ["array", "null"], "items": {
                    "type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}},
                "kind": {"$ref": "#/$defs/Kind"},
                "prices": {"type": "object", "additionalProperties": {"type": "number"}},
                "symbol": {"anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}]},
            },
            "required": ["kind", "symbol"],
            "$defs": {"Kind": {"oneOf": [{"const": "a"}, {"const": "b"}]}},
        });
        types.add("Basket", &schema).unwrap();
        types
    }

    #[test]
    fn what_has_no_type_is_an_error() {
        for (schema, what) in [
            (json!({"type": "null"}), "there is no type null"),
            (json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), "alternatives"),
            (json!({"properties": {"a": {}}}), "a schema of another form"),
            (json!({"$ref": "other.json"}), "a reference outside"),
        ] {
            let error = Types::default().add("A", &schema).unwrap_err();
            assert!(format!("{error:#}").contains(what), "{error:#}");
        }
        let other = json!({"type": "string"});
        let error = example().add("Kind", &other).unwrap_err();
        assert_eq!(error.to_string(), "two types are called Kind");
    }
}
