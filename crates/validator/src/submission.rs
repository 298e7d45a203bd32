//! Parses a model's arguments as a selection, with the repairs that are unambiguous.

pub(crate) mod cautious;
mod ids;

use std::sync::LazyLock;

use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::repair::{Repair, RepairKind, repair, schema_errors};
use crate::{Selection, loose_json};

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
    /// The JSON Schema of a selection, for the tool with which a model submits it.
    #[must_use]
    pub fn schema() -> &'static Value {
        &SCHEMA
    }

    /// Parses a model's arguments. What has only one possible meaning is repaired: arguments in a string,
    /// a number in quotes, `[c7]` for `c7`, a truncated report. An action or a confidence that is missing or none of the
    /// choices is the most cautious one (`read_targets` for a report with places, `low`), so that the rest is not lost.
    /// Each repair becomes a finding (`argument_repaired`) for [`RunFacts::findings`](crate::RunFacts).
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
    /// assert_eq!(repairs[0].field, "primaryCandidateIds");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// One sentence for the model: the arguments are no JSON object, or do not match the schema.
    pub fn from_arguments(arguments: &Value) -> Result<(Self, Vec<Repair>), String> {
        let given = arguments;
        let (arguments, mut repairs) = Self::repair_arguments(arguments)?;
        let mut selection = Self::deserialize(&arguments).map_err(|error| {
            // All faults at once, also those that need not be mended.
            let (unread, _) = Self::repaired_by_schema(given).unwrap_or_default();
            let why = schema_errors(&SCHEMA, &unread).unwrap_or_else(|| error.to_string());
            let (flow, ignored) = (without_places(&unread), ignored_fields(&repairs));
            format!("The report does not have the schema: {why}{flow}{ignored}.")
        })?;
        repairs.extend(selection.split_ids());
        Ok((selection, repairs))
    }

    /// The arguments after the repairs of [`Selection::from_arguments`].
    ///
    /// # Errors
    /// One sentence for the model, where the arguments are no JSON object.
    pub fn repair_arguments(arguments: &Value) -> Result<(Value, Vec<Repair>), String> {
        let (mut arguments, mut repairs) = Self::repaired_by_schema(arguments)?;
        repairs.extend(arguments.as_object_mut().map(cautious::read).into_iter().flatten());
        Ok((arguments, repairs))
    }

    /// The arguments as an object, repaired where only one meaning is possible.
    fn repaired_by_schema(arguments: &Value) -> Result<(Value, Vec<Repair>), String> {
        let (arguments, as_text) = match arguments {
            Value::String(text) => match (loose_json::read_object(text), parse_truncated(text)) {
                (Ok(object), _) => (object, Some(RepairKind::ArgumentsAsText)),
                (Err(_), Some(object)) => (object, Some(RepairKind::CutOff)),
                (Err(why), None) => return Err(why),
            },
            other => (other.clone(), None),
        };
        let (arguments, by_schema) = repair(&SCHEMA, arguments);
        let mut repairs: Vec<Repair> =
            as_text.map(|kind| Repair::new("", kind)).into_iter().collect();
        repairs.extend(by_schema);
        Ok((arguments, repairs))
    }
}

/// The clause of an error that says where what was found belongs, where no list has a place.
fn without_places(arguments: &Value) -> &'static str {
    let mut lists = ["flow", "primaryCandidateIds", "readTargets"].into_iter();
    let has_place =
        lists.any(|name| !is_empty_default(&arguments[name]) && !arguments[name].is_null());
    if has_place {
        return "";
    }
    "; no place is given: what was found belongs in `flow`, a link for each step, with candidateId, role, fact and quote"
}

/// The clause of an error that lists the unknown fields: the model may have meant one of them by what is missing.
fn ignored_fields(repairs: &[Repair]) -> String {
    let ignored = repairs.iter().filter_map(Repair::unknown_field);
    let names: Vec<String> = ignored.map(|name| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("; ignored: {}", names.join(", ")) }
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
    let names: Option<Vec<String>> =
        choices.iter().map(|choice| Some(choice.get("const")?.as_str()?.to_owned())).collect();
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

/// The complete parts of a truncated report, if they include a flow link.
fn parse_truncated(text: &str) -> Option<Value> {
    let report = loose_json::read_truncated(text)?;
    let flow = report.get("flow").and_then(Value::as_array);
    flow.filter(|links| !links.is_empty())?;
    Some(report)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{RepairKind, Selection};

    #[test]
    fn a_truncated_report_is_parsed_up_to_its_last_complete_link() {
        let link =
            r#"{"candidateId": "c7", "role": "store", "fact": "Keeps it.", "quote": "keep(x)"}"#;
        let complete = format!(r#"{{"flow": [{link}], "confidence": "low"}}"#);
        let read = |text: &str| Selection::repair_arguments(&json!(text));
        let (arguments, repairs) = read(&complete).unwrap();
        assert_eq!(arguments["flow"][0]["candidateId"], "c7");
        assert!(!repairs.iter().any(|repair| repair.kind == RepairKind::CutOff));

        let (arguments, repairs) =
            read(&format!(r#"{{"flow": [{link}, {{"candidateId": "c"#)).unwrap();
        assert_eq!(arguments["flow"].as_array().map(Vec::len), Some(1));
        assert_eq!(arguments["recommendedPrimaryAction"], "read_targets");
        assert_eq!(repairs[0].kind, RepairKind::CutOff);

        for (arguments, expect) in [
            (
                json!({"report": "The worker retries."}),
                "`recommendedPrimaryAction` is missing: one of \"skip_explore_result\", \"targeted_gap_search\", \"read_targets\", \"answer_from_report\"; `confidence` is missing: one of \"low\", \"medium\", \"high\"; no place is given: what was found belongs in `flow`, a link for each step, with candidateId, role, fact and quote; ignored: `report`.",
            ),
            (
                json!({"readTargets": "the worker", "confidence": "very high"}),
                "`recommendedPrimaryAction` is missing: one of \"skip_explore_result\", \"targeted_gap_search\", \"read_targets\", \"answer_from_report\"; `confidence` must be one of \"low\", \"medium\", \"high\", not \"very high\"; `readTargets` must be a list of objects with candidateId, purpose, required, not \"the worker\".",
            ),
        ] {
            let why = Selection::from_arguments(&arguments).unwrap_err();
            assert_eq!(why, format!("The report does not have the schema: {expect}"));
        }

        for unusable in [
            "nothing was found",
            r#"{"flow": [{"candidateId": "c"#,
            r#"{"confidence": "low", "flow": ["#,
        ] {
            assert!(read(unusable).is_err(), "{unusable}");
        }
    }
}
