//! A tool's arguments: their JSON Schema for the model, clear messages for arguments that do not fit it, and a tool
//! from a function of typed arguments.

mod meant;

use std::marker::PhantomData;

use async_trait::async_trait;
use firsthand_agent::{CallContext, Tool, ToolError, ToolOutput, ToolSpec};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// What [`parse`] reads of an argument's schema and a model need not: it is told when it passes a number out of bounds.
const OWN_KEYS: [&str; 2] = ["minimum", "maximum"];

/// The tool's description for the model, with the schema of its arguments.
#[must_use]
pub fn spec<A: JsonSchema>(name: &str, description: &str) -> ToolSpec {
    let mut schema = schema::<A>();
    let properties = schema["properties"].as_object_mut();
    for property in properties.into_iter().flat_map(Map::values_mut) {
        if let Some(property) = property.as_object_mut() {
            property.retain(|key, _| !key.starts_with("x-") && !OWN_KEYS.contains(&key.as_str()));
        }
    }
    ToolSpec::new(name, description, schema)
}

/// The arguments' JSON Schema, reduced to the keys that a model needs: every character costs tokens.
fn schema<A: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.retain(|key, _| matches!(key.as_str(), "type" | "properties" | "required"));
        schema.insert("additionalProperties".to_owned(), json!(false));
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        for property in properties.into_iter().flat_map(Map::values_mut) {
            simplify_property(property);
        }
    }
    schema
}

/// Removes `null`, `false`, a minimum of 0 (leaving them out means the same), titles and machine formats from a
/// property.
fn simplify_property(property: &mut Value) {
    let Some(object) = property.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(options)) = object.remove("anyOf") {
        let real = options.into_iter().find(|option| option["type"] != "null");
        if let Some(Value::Object(real)) = real {
            object.extend(real);
        }
    }
    if let Some(Value::Array(types)) = object.get("type") {
        let real = types.iter().find(|kind| *kind != "null").cloned();
        object.insert("type".to_owned(), real.unwrap_or_default());
    }
    if let Some(Value::Array(options)) = object.get_mut("enum") {
        options.retain(|option| !option.is_null());
    }
    object.retain(|key, value| {
        let is_implied = match key.as_str() {
            "default" => value.is_null() || *value == json!(false),
            "minimum" => *value == json!(0),
            _ => false,
        };
        !is_implied && !matches!(key.as_str(), "format" | "title")
    });
}

/// Reads the arguments. Empty strings and `null` count as left out: models write them so. An argument that its type marks
/// with `#[schemars(extend("x-words" = true))]` may be a list of texts, which are joined.
///
/// # Errors
/// An answer to the model that names the first argument that is wrong and what is accepted.
pub fn parse<A: JsonSchema + DeserializeOwned>(arguments: Value) -> Result<A, ToolError> {
    parse_noted(arguments).map(|(arguments, _)| arguments)
}

/// As [`parse`], with notes for the model: which values were read as others.
fn parse_noted<A: JsonSchema + DeserializeOwned>(
    arguments: Value,
) -> Result<(A, Vec<String>), ToolError> {
    let mut passed = match arguments {
        Value::Object(passed) => passed,
        Value::Null => Map::new(),
        _ => {
            let text = "the arguments are not a JSON object; pass them by name";
            return Err(ToolError::Answer(format!("{text}: {}", names(&schema::<A>()))));
        }
    };
    passed.retain(|_, value| !value.is_null() && value.as_str() != Some(""));
    let schema = schema::<A>();
    let notes = passed.iter_mut().filter_map(|(name, value)| {
        let property = &schema["properties"][name];
        meant::read(value, property).map(|note| format!("`{name}`: {note}"))
    });
    let notes = notes.collect();
    check(&passed, &schema).map_err(ToolError::Answer)?;
    serde_json::from_value(Value::Object(passed))
        .map(|arguments| (arguments, notes))
        .map_err(|error| ToolError::Answer(format!("the arguments are not accepted: {error}")))
}

/// A tool from a function. The schema of its arguments is that of `A`, whose documentation the model reads; arguments
/// that do not fit it are answered with what would be accepted.
///
/// ```
/// use firsthand_agent::{Tool as _, ToolOutput};
/// use firsthand_tools::tool_fn;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Greeting {
///     /// Whom to greet.
///     name: String,
/// }
///
/// let tool = tool_fn("greet", "Greets somebody.", |greeting: Greeting, _| async move {
///     let mut output = ToolOutput::default();
///     output.summary = format!("Hello, {}!", greeting.name);
///     Ok(output)
/// });
/// assert_eq!(tool.spec().parameters["properties"]["name"]["description"], "Whom to greet.");
/// ```
pub fn tool_fn<A, F, R>(
    name: impl Into<String>,
    description: impl Into<String>,
    call: F,
) -> impl Tool
where
    A: JsonSchema + DeserializeOwned + Send + 'static,
    F: Fn(A, CallContext) -> R + Send + Sync,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send,
{
    let spec = spec::<A>(&name.into(), &description.into());
    Function { spec, call, arguments: PhantomData }
}

struct Function<A, F> {
    spec: ToolSpec,
    call: F,
    arguments: PhantomData<fn(A)>,
}

#[async_trait]
impl<A, F, R> Tool for Function<A, F>
where
    A: JsonSchema + DeserializeOwned + Send + 'static,
    F: Fn(A, CallContext) -> R + Send + Sync,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send,
{
    fn spec(&self) -> ToolSpec {
        self.spec.clone()
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        let (arguments, mut notes) = parse_noted(arguments)?;
        let mut output = (self.call)(arguments, call.clone()).await?;
        notes.append(&mut output.diagnostics);
        output.diagnostics = notes;
        Ok(output)
    }
}

/// The longest path, glob, pattern or name, in bytes.
const MAX_TEXT: usize = 2_000;

/// Rejects long texts before a library compiles them: compiled patterns can be thousands of times as long as their
/// text. Words are not compiled, and can be a whole log.
fn check_length(name: &str, value: &Value, property: &Value) -> Result<(), String> {
    match value.as_str().map_or(0, str::len) {
        length if length > MAX_TEXT && property[meant::WORDS] != true => {
            Err(format!("`{name}` is too long ({length} bytes; the limit is {MAX_TEXT})"))
        }
        _ => Ok(()),
    }
}

/// Checks every argument against the schema.
///
/// # Errors
/// An error message for the model about the first argument that is unknown, too long, of another type, or missing.
fn check(arguments: &Map<String, Value>, schema: &Value) -> Result<(), String> {
    let properties = schema["properties"].as_object();
    for (name, value) in arguments {
        let shown = firsthand_registry::escape(name);
        let Some(property) = properties.and_then(|all| all.get(name)) else {
            return Err(format!("there is no argument `{shown}`; accepted: {}", names(schema)));
        };
        check_length(name, value, property)?;
        if !accepts(value, property) {
            let got = firsthand_registry::clip(&value.to_string(), 60).into_owned();
            return Err(format!(
                "`{shown}` must be {}, not {}{}",
                expected(property),
                firsthand_registry::escape(&got),
                matching_arguments(schema, value)
            ));
        }
    }
    let required = schema["required"].as_array().into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        if !arguments.contains_key(name) {
            let property = properties.and_then(|all| all.get(name)).map(expected);
            return Err(format!("`{name}` is missing: {}", property.unwrap_or_default()));
        }
    }
    Ok(())
}

/// The arguments whose description contains the word that was passed to another argument, as a hint in the error
/// message.
fn matching_arguments(schema: &Value, value: &Value) -> String {
    let word = value.as_str().unwrap_or_default().to_lowercase();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let printed = properties.filter_map(|(name, property)| {
        let description = property["description"].as_str()?;
        let mut words = description.split(|c: char| !c.is_alphanumeric());
        words
            .any(|other| other.to_lowercase() == word)
            .then(|| format!("; `{name}`: {description}"))
    });
    if word.is_empty() { String::new() } else { printed.collect() }
}

/// The names of all arguments, joined with commas.
fn names(schema: &Value) -> String {
    let properties = schema["properties"].as_object();
    let names: Vec<&str> = properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
    names.join(", ")
}

fn accepts(value: &Value, property: &Value) -> bool {
    if let Some(options) = property["enum"].as_array() {
        return options.contains(value);
    }
    match property["type"].as_str() {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.as_u64().is_some_and(|number| {
            number >= property["minimum"].as_u64().unwrap_or(0) && number <= u64::from(u32::MAX)
        }),
        Some("array") => value
            .as_array()
            .is_some_and(|items| items.iter().all(|item| accepts(item, &property["items"]))),
        _ => true,
    }
}

/// What a property accepts, as text for an error message.
fn expected(property: &Value) -> String {
    if let Some(options) = property["enum"].as_array() {
        let options: Vec<String> = options.iter().map(Value::to_string).collect();
        return format!("one of {}", options.join(", "));
    }
    match property["type"].as_str() {
        Some("string") => "a text that is not empty".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => match (property["minimum"].as_u64(), property["maximum"].as_u64()) {
            (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
            (Some(least @ 1..), None) => format!("a whole number from {least} on"),
            _ => "a whole number".to_owned(),
        },
        Some("array") => format!("a list; each item {}", expected(&property["items"])),
        _ => "another kind of value".to_owned(),
    }
}
