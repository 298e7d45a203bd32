//! Parses a model's arguments as a selection, with the repairs that are unambiguous.

use std::sync::LazyLock;

use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::repair::{NOT_A_FIELD, drop_unknown_fields, repair, schema_errors};
use crate::{Action, Confidence, Finding, Rule, Selection, loose_json};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let generator = schemars::generate::SchemaSettings::draft07()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator();
    let mut schema = generator.into_root_schema_for::<Selection>().to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    simplify_schema(&mut schema);
    schema
});

impl Selection {
    /// The description of the repair of arguments in a string.
    pub const ARGUMENTS_AS_TEXT: &str = "the arguments came as text";
    /// The description of the repair of a truncated report: its complete parts are used.
    pub const CUT_OFF: &str = "the report breaks off; what is whole in it was taken";

    /// The JSON Schema of a selection, for the tool with which a model submits it.
    #[must_use]
    pub fn schema() -> &'static Value {
        &SCHEMA
    }

    /// Parses a model's arguments. What has only one possible meaning is repaired: arguments in a string,
    /// a number in quotes, `[c7]` for `c7`, a truncated report. Each repair is a finding
    /// (`argument_repaired`), for [`RunFacts::findings`](crate::RunFacts).
    ///
    /// ```
    /// use firsthand_validator::Selection;
    /// use serde_json::json;
    ///
    /// let (selection, repairs) = Selection::from_arguments(&json!({
    ///     "primaryCandidateIds": "[c7]",
    ///     "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    /// }))?;
    /// assert_eq!(selection.primary_candidate_ids, ["c7"]);
    /// assert_eq!(repairs[0].rule.name(), "argument_repaired");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// One sentence for the model: the arguments are no JSON object, or do not match the schema.
    pub fn from_arguments(arguments: &Value) -> Result<(Self, Vec<Finding>), String> {
        let (arguments, repairs) = Self::repair_arguments(arguments)?;
        let selection = Self::deserialize(&arguments).map_err(|error| {
            let why = schema_errors(&SCHEMA, &arguments).unwrap_or_else(|| error.to_string());
            let ignored_fields = ignored_fields(&repairs);
            format!("The report does not have the schema: {why}{ignored_fields}.")
        })?;
        let finding = |repair| Finding::new(Rule::ArgumentRepaired, repair);
        Ok((selection, repairs.into_iter().map(finding).collect()))
    }

    /// The arguments after the repairs of [`Selection::from_arguments`], and a description of each repair.
    ///
    /// # Errors
    /// One sentence for the model, where the arguments are no JSON object.
    pub fn repair_arguments(arguments: &Value) -> Result<(Value, Vec<String>), String> {
        let (arguments, mut repairs) = match arguments {
            Value::String(text) => match (loose_json::read_object(text), parse_truncated(text)) {
                (Ok(object), _) => (object, vec![Self::ARGUMENTS_AS_TEXT.to_owned()]),
                (Err(_), Some(object)) => (object, vec![Self::CUT_OFF.to_owned()]),
                (Err(why), None) => return Err(why),
            },
            other => (other.clone(), Vec::new()),
        };
        let (mut arguments, schema_repairs) = repair(&SCHEMA, arguments);
        repairs.extend(schema_repairs);
        repairs.extend(drop_unknown_fields(&SCHEMA, &mut arguments));
        repairs.extend(repair_confidence(&mut arguments));
        Ok((arguments, repairs))
    }
}

/// The clause of an error that lists the unknown fields: the model may have meant one of them by what is missing.
fn ignored_fields(repairs: &[String]) -> String {
    let name = |repair: &'_ String| {
        let name = repair.strip_suffix(NOT_A_FIELD)?.strip_suffix(": ")?;
        Some(name.to_owned())
    };
    let names: Vec<String> = repairs.iter().filter_map(name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; ignored: {}", names.join(", ")),
    }
}

/// Replaces `oneOf` choices by a plain `enum`, with the meanings in the description, and removes
/// defaults that only mean "empty": small models and strict servers handle both better.
fn simplify_schema(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("default").is_some_and(is_empty_default) {
                fields.remove("default");
            }
            if let Some((names, meanings)) = fields.get("oneOf").and_then(enum_choices) {
                fields.remove("oneOf");
                let description = fields.get("description").and_then(Value::as_str);
                let description = format!("{} {meanings}", description.unwrap_or_default());
                fields.insert("type".to_owned(), json!("string"));
                fields.insert("enum".to_owned(), json!(names));
                fields.insert("description".to_owned(), json!(description.trim_start()));
            }
            if let Some(Value::Object(item_schema)) = fields.get_mut("items") {
                // The list's schema describes its items.
                item_schema.remove("description");
            }
            fields.values_mut().for_each(simplify_schema);
        }
        Value::Array(items) => items.iter_mut().for_each(simplify_schema),
        _ => {}
    }
}

fn is_empty_default(default: &Value) -> bool {
    [json!([]), json!(""), json!(false)].contains(default)
}

/// The names of the choices of a `oneOf`, and their meanings in one line; `None` where some choice is not
/// a name.
fn enum_choices(one_of: &Value) -> Option<(Vec<String>, String)> {
    let choices = one_of.as_array()?;
    let names: Option<Vec<String>> = choices
        .iter()
        .map(|choice| Some(choice.get("const")?.as_str()?.to_owned()))
        .collect();
    let names = names?;
    let meanings: Vec<String> = choices
        .iter()
        .zip(&names)
        .filter_map(|(choice, name)| {
            let meaning = choice.get("description")?.as_str()?.trim_end_matches('.');
            Some(format!("{name}: {meaning}."))
        })
        .collect();
    Some((names, meanings.join(" ")))
}

/// The complete parts of a truncated report, if they include a flow link. Where the action is lost, it becomes
/// `read_targets`.
fn parse_truncated(text: &str) -> Option<Value> {
    let mut report = loose_json::read_truncated(text)?;
    let flow = report.get("flow").and_then(Value::as_array);
    flow.filter(|links| !links.is_empty())?;
    let fields = report.as_object_mut()?;
    let action = json!(Action::ReadTargets.name());
    fields.entry("recommendedPrimaryAction").or_insert(action);
    Some(report)
}

/// Sets a confidence that cannot be parsed to `low`, so that the rest of the report is not lost, and returns the
/// description of that repair.
fn repair_confidence(arguments: &mut Value) -> Option<String> {
    let fields = arguments.as_object_mut()?;
    let confidence = fields.get("confidence").unwrap_or(&Value::Null);
    if serde_json::from_value::<Confidence>(confidence.clone()).is_ok() {
        return None;
    }
    fields.insert("confidence".to_owned(), json!(Confidence::Low.name()));
    Some("`confidence`: cannot be read, taken as low".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Selection;

    #[test]
    fn a_confidence_that_cannot_be_read_is_low() {
        let read = |confidence: serde_json::Value| {
            let arguments = json!({"flow": [], "confidence": confidence});
            let (arguments, repairs) = Selection::repair_arguments(&arguments).unwrap();
            (arguments["confidence"].clone(), repairs)
        };
        assert_eq!(read(json!("medium")), (json!("medium"), vec![]));
        let repair = "`confidence`: cannot be read, taken as low".to_owned();
        assert_eq!(read(json!([7])), (json!("low"), vec![repair]));
    }

    #[test]
    fn a_truncated_report_is_parsed_up_to_its_last_complete_link() {
        let link =
            r#"{"candidateId": "c7", "role": "store", "fact": "Keeps it.", "quote": "keep(x)"}"#;
        let complete = format!(r#"{{"flow": [{link}], "confidence": "low"}}"#);
        let read = |text: &str| Selection::repair_arguments(&json!(text));
        let (arguments, repairs) = read(&complete).unwrap();
        assert_eq!(arguments["flow"][0]["candidateId"], "c7");
        assert!(
            !repairs.contains(&Selection::CUT_OFF.to_owned()),
            "{repairs:?}"
        );

        let (arguments, repairs) =
            read(&format!(r#"{{"flow": [{link}, {{"candidateId": "c"#)).unwrap();
        assert_eq!(arguments["flow"].as_array().map(Vec::len), Some(1));
        assert_eq!(arguments["recommendedPrimaryAction"], "read_targets");
        assert_eq!(repairs[0], Selection::CUT_OFF);

        for unusable in [
            "nothing was found",
            r#"{"flow": [{"candidateId": "c"#,
            r#"{"confidence": "low", "flow": ["#,
        ] {
            assert!(read(unusable).is_err(), "{unusable}");
        }
    }
}
