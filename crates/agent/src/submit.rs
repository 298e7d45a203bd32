//! The tool that ends the conversation.

use std::sync::LazyLock;

use firsthand_validator::{Action, Confidence, Selection};
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::arguments::{AS_TEXT, unquoted};
use crate::repair::{drop_unknown, repair, schema_errors};
use crate::{ToolCall, ToolSpec, loose_json};

/// The name of the tool that ends the conversation.
pub const SUBMIT: &str = "submit_report";

/// The answer to a report that could be parsed.
pub(crate) const RECEIVED: &str = "Received.";

/// What is noted of a report that breaks off.
pub(crate) const CUT_OFF: &str = "the report breaks off; what is whole in it was taken";

/// The schema of a report.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| submit_spec().parameters);

/// The description of the tool. The schema comes from [`Selection`].
#[must_use]
pub fn submit_spec() -> ToolSpec {
    let generator = schemars::generate::SchemaSettings::draft07()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator();
    let mut parameters = generator.into_root_schema_for::<Selection>().to_value();
    if let Some(object) = parameters.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    flatten(&mut parameters);
    ToolSpec {
        name: SUBMIT.to_owned(),
        description:
            "Ends the exploration with your report. Places, quotes and claims are checked; \
                      what does not check out is dropped."
                .to_owned(),
        parameters,
    }
}

/// Writes choices as a plain `enum`, with what each means in the description, and leaves out
/// defaults that only say "empty": small models and strict servers read both better.
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
                // The list says what its items are.
                each.remove("description");
            }
            fields.values_mut().for_each(flatten);
        }
        Value::Array(items) => items.iter_mut().for_each(flatten),
        _ => {}
    }
}

fn is_empty(default: &Value) -> bool {
    *default == json!([]) || *default == json!("") || *default == json!(false)
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

/// A report that was submitted, with what was repaired in its arguments; or else why it cannot be read, in
/// one sentence for the model.
pub(crate) type Reading = Result<(Selection, Vec<String>), String>;

/// Reads the arguments of a call of it.
pub(crate) fn read_selection(call: &ToolCall) -> Reading {
    let nothing = |why: String| format!("{why} Nothing was submitted.");
    let (arguments, repairs) = read_report(&call.arguments).map_err(nothing)?;
    match Selection::deserialize(&arguments) {
        Ok(selection) => Ok((selection, repairs)),
        Err(error) => {
            let why = schema_errors(&SCHEMA, &arguments).unwrap_or_else(|| error.to_string());
            let what = format!("The report does not have the schema: {why}.");
            Err(nothing(what))
        }
    }
}

/// The arguments of a report as its schema wants them, as far as they read one way, and what was repaired.
///
/// # Errors
/// One sentence for the model, where they are no object.
pub(crate) fn read_report(arguments: &Value) -> Result<(Value, Vec<String>), String> {
    let (arguments, mut repairs) = match arguments {
        Value::String(text) => match (unquoted(text), cut_off(text)) {
            (Ok(object), _) => (object, vec![AS_TEXT.to_owned()]),
            (Err(_), Some(object)) => (object, vec![CUT_OFF.to_owned()]),
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

/// A report that breaks off behind a whole link of its flow: what it holds up to there. It says nothing of
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
