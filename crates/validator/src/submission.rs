//! Reading a model's arguments as a selection, with the repairs that are unambiguous.

use std::sync::LazyLock;

use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::repair::{NOT_A_FIELD, drop_unknown, repair, schema_errors};
use crate::{Action, Confidence, Finding, Rule, Selection, loose_json};

/// The repair of arguments that came as text.
const AS_TEXT: &str = "the arguments came as text";

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
    flatten(&mut schema);
    schema
});

impl Selection {
    /// The repair of a report that breaks off: its complete parts are read.
    pub const CUT_OFF: &str = "the report breaks off; what is whole in it was taken";

    /// The JSON Schema of a selection, for the tool with which a model submits it.
    #[must_use]
    pub fn schema() -> &'static Value {
        &SCHEMA
    }

    /// Reads a model's arguments. What has only one possible meaning is repaired: arguments in a string,
    /// a number in quotes, `[c7]` for `c7`, a report that breaks off. Each repair is a finding
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
    /// One sentence for the model: the arguments are no JSON object, or do not have the schema.
    pub fn from_arguments(arguments: &Value) -> Result<(Self, Vec<Finding>), String> {
        let (arguments, repairs) = Self::repair_arguments(arguments)?;
        let selection = Self::deserialize(&arguments).map_err(|error| {
            let why = schema_errors(&SCHEMA, &arguments).unwrap_or_else(|| error.to_string());
            let ignored = ignored(&repairs);
            format!("The report does not have the schema: {why}{ignored}.")
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
            Value::String(text) => match (loose_json::read_object(text), cut_off(text)) {
                (Ok(object), _) => (object, vec![AS_TEXT.to_owned()]),
                (Err(_), Some(object)) => (object, vec![Self::CUT_OFF.to_owned()]),
                (Err(why), None) => return Err(why),
            },
            other => (other.clone(), Vec::new()),
        };
        let (mut arguments, mended) = repair(&SCHEMA, arguments);
        repairs.extend(mended);
        repairs.extend(drop_unknown(&SCHEMA, &mut arguments));
        repairs.extend(least_confidence(&mut arguments));
        Ok((arguments, repairs))
    }
}

/// The fields that were left out, for a model that may have meant one of them by what is missing.
fn ignored(repairs: &[String]) -> String {
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

/// Writes choices as a plain `enum`, with what each means in the description, and leaves out
/// defaults that only mean "empty": small models and strict servers read both better.
fn flatten(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("default").is_some_and(is_empty) {
                fields.remove("default");
            }
            if let Some((names, meanings)) = fields.get("oneOf").and_then(choices) {
                fields.remove("oneOf");
                let what = fields.get("description").and_then(Value::as_str);
                let what = format!("{} {meanings}", what.unwrap_or_default());
                fields.insert("type".to_owned(), json!("string"));
                fields.insert("enum".to_owned(), json!(names));
                fields.insert("description".to_owned(), json!(what.trim_start()));
            }
            if let Some(Value::Object(each)) = fields.get_mut("items") {
                // The list's schema describes its items.
                each.remove("description");
            }
            fields.values_mut().for_each(flatten);
        }
        Value::Array(items) => items.iter_mut().for_each(flatten),
        _ => {}
    }
}

fn is_empty(default: &Value) -> bool {
    [json!([]), json!(""), json!(false)].contains(default)
}

/// The names of documented choices, and their meanings in one line; `None` where some choice is not
/// a name.
fn choices(of: &Value) -> Option<(Vec<String>, String)> {
    let of = of.as_array()?;
    let names: Option<Vec<String>> = of
        .iter()
        .map(|one| Some(one.get("const")?.as_str()?.to_owned()))
        .collect();
    let names = names?;
    let meanings: Vec<String> = of
        .iter()
        .zip(&names)
        .filter_map(|(one, name)| {
            let what = one.get("description")?.as_str()?.trim_end_matches('.');
            Some(format!("{name}: {what}."))
        })
        .collect();
    Some((names, meanings.join(" ")))
}

/// A report that breaks off behind a whole link of its flow: what it holds up to there. It holds nothing of
/// what to do with it, so its places are to be read.
fn cut_off(text: &str) -> Option<Value> {
    let mut report = loose_json::read_cut(text)?;
    let flow = report.get("flow").and_then(Value::as_array);
    flow.filter(|links| !links.is_empty())?;
    let fields = report.as_object_mut()?;
    let action = json!(Action::ReadTargets.name());
    fields.entry("recommendedPrimaryAction").or_insert(action);
    Some(report)
}

/// A confidence that cannot be read is the least there is: the report is worth more than the word.
fn least_confidence(arguments: &mut Value) -> Option<String> {
    let fields = arguments.as_object_mut()?;
    let given = fields.get("confidence").unwrap_or(&Value::Null);
    if serde_json::from_value::<Confidence>(given.clone()).is_ok() {
        return None;
    }
    fields.insert("confidence".to_owned(), json!(Confidence::Low.name()));
    Some("`confidence`: cannot be read, taken as low".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Selection;

    /// A text is read as far as it is a report: whole, up to its last whole link, or not at all.
    #[test]
    fn texts_are_read_as_far_as_they_are_reports() {
        let link =
            r#"{"candidateId": "c7", "role": "store", "fact": "Keeps it.", "quote": "keep(x)"}"#;
        let whole = format!(r#"{{"flow": [{link}], "confidence": "low"}}"#);
        let read = |text: &str| Selection::repair_arguments(&json!(text));
        let (arguments, repairs) = read(&whole).unwrap();
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

        for none in [
            "nothing was found",
            r#"{"flow": [{"candidateId": "c"#,
            r#"{"confidence": "low", "flow": ["#,
        ] {
            assert!(read(none).is_err(), "{none}");
        }
    }
}
