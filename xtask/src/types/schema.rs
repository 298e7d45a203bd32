//! The types of a JSON Schema, as far as `schemars` writes it for the program's formats.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::language::{Field, Language};

impl Language {
    /// The file with the types of some schemas, each with the name of its own type, and with what they define.
    ///
    /// # Errors
    /// If a schema holds something else, or two of them define a type otherwise.
    pub(super) fn text(&self, schemas: &[(&str, Value)]) -> Result<String> {
        let mut declared = BTreeMap::new();
        for (own_name, schema) in schemas {
            let defined = schema["$defs"].as_object().into_iter().flatten();
            let defined = defined.map(|(name, schema)| (name.as_str(), schema));
            for (name, schema) in defined.chain([(*own_name, schema)]) {
                let text = self.declaration(name, schema).with_context(|| name.to_owned())?;
                if declared.get(name).is_some_and(|(_, before)| *before != text) {
                    bail!("two types are called {name}");
                }
                let is_record = schema["properties"].is_object();
                declared.insert(name.to_owned(), (is_record && self.aliases_first, text));
            }
        }
        let mut texts: Vec<(bool, String)> = declared.into_values().collect();
        texts.sort_by_key(|(is_last, _)| *is_last);
        Ok(texts.into_iter().fold(self.head.to_owned(), |all, (_, text)| all + &text))
    }

    fn declaration(&self, name: &str, schema: &Value) -> Result<String> {
        match schema["properties"].as_object() {
            Some(_) => Ok((self.record)(name, &about(schema), &self.fields(schema)?)),
            None => Ok((self.alias)(name, &about(schema), &self.shown(schema)?)),
        }
    }

    /// The fields that are always there, then the others; each group in the schema's order.
    fn fields(&self, schema: &Value) -> Result<String> {
        let required = strings(&schema["required"]);
        let fields =
            schema["properties"].as_object().into_iter().flatten().map(|(name, schema)| {
                let of = self.shown(schema).with_context(|| name.clone())?;
                let is_required = required.contains(&name.as_str());
                Ok(Field { name, about: about(schema), of, is_required })
            });
        let mut fields: Vec<Field<'_>> = fields.collect::<Result<_>>()?;
        // Only what has no default may stand first in Python.
        fields.sort_by_key(|field| !field.is_required);
        Ok(fields.iter().map(self.field).collect())
    }

    fn shown(&self, schema: &Value) -> Result<String> {
        if let Some(path) = schema["$ref"].as_str() {
            let name = path.strip_prefix("#/$defs/").context("a reference outside of it")?;
            return Ok(name.to_owned());
        }
        let alternatives = schema.get("anyOf").or_else(|| schema.get("oneOf"));
        if let Some(alternatives) = alternatives.and_then(Value::as_array) {
            return self.alternatives(alternatives);
        }
        match (&schema["type"], strings(&schema["type"]).as_slice()) {
            _ if schema["enum"].is_array() => Ok(self.constants(&strings(&schema["enum"]))),
            (Value::String(name), _) => self.named(name, schema),
            (_, [name, "null"]) => Ok((self.nullable)(&self.named(name, schema)?)),
            _ => bail!("a schema of another form: {schema}"),
        }
    }

    /// Constant texts, or one type that may be null.
    fn alternatives(&self, alternatives: &[Value]) -> Result<String> {
        let constants = alternatives.iter().map(|each| each["const"].as_str());
        match (constants.collect::<Option<Vec<&str>>>(), alternatives) {
            (Some(constants), _) => Ok(self.constants(&constants)),
            (None, [one, null]) if null["type"] == "null" => Ok((self.nullable)(&self.shown(one)?)),
            _ => bail!("alternatives of another form: {alternatives:?}"),
        }
    }

    fn constants(&self, texts: &[&str]) -> String {
        (self.one_of)(&texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>())
    }

    /// The type with this name in JSON Schema.
    fn named(&self, name: &str, schema: &Value) -> Result<String> {
        let [text, integer, number, flag] = self.plain;
        Ok(match name {
            "string" => text.to_owned(),
            "integer" => integer.to_owned(),
            "number" => number.to_owned(),
            "boolean" => flag.to_owned(),
            "object" => (self.map)(&self.shown(&schema["additionalProperties"])?),
            "array" => match schema["prefixItems"].as_array() {
                Some(items) => {
                    let types = items.iter().map(|item| self.shown(item));
                    (self.tuple)(&types.collect::<Result<Vec<_>>>()?.join(", "))
                }
                None => (self.list)(&self.shown(&schema["items"])?),
            },
            _ => bail!("there is no type {name}"),
        })
    }
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::types::language::LANGUAGES;

    /// Types with each kind of part.
    fn example() -> Value {
        json!({
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
        })
    }

    #[test]
    fn what_has_no_type_is_an_error() {
        for (schema, what) in [
            (json!({"type": "null"}), "there is no type null"),
            (json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), "alternatives"),
            (json!({"properties": {"a": {}}}), "a schema of another form"),
            (json!({"$ref": "other.json"}), "a reference outside"),
        ] {
            let error = LANGUAGES[0].text(&[("A", schema)]).unwrap_err();
            assert!(format!("{error:#}").contains(what), "{error:#}");
        }
        let other = ("Kind", json!({"type": "string"}));
        let error = LANGUAGES[0].text(&[("Basket", example()), other]).unwrap_err();
        assert_eq!(error.to_string(), "two types are called Kind");
    }

    #[test]
    fn records_are_dataclasses_and_interfaces() {
        let python = r#"
Kind = Literal["a", "b"]


@dataclass(frozen=True)
class Basket:
    """A basket."""

    kind: Kind

    symbol: Optional[Kind]

    from_: Optional[bool] = None
    """Whether it is \"kept\"."""

    hits: Optional[List[Tuple[int, str]]] = None

    prices: Optional[Dict[str, float]] = None
"#;
        let typescript = r#"
/** A basket. */
export interface Basket {
  readonly kind: Kind;
  readonly symbol: Kind | null;
  /** Whether it is "kept". */
  readonly from?: boolean;
  readonly hits?: ReadonlyArray<readonly [number, string]> | null;
  readonly prices?: Readonly<Record<string, number>>;
}

export type Kind = "a" | "b";
"#;
        for (language, expect) in LANGUAGES.iter().zip([python, typescript]) {
            let written = language.text(&[("Basket", example())]).unwrap();
            assert_eq!(written, format!("{}{expect}", language.head));
        }
    }
}
