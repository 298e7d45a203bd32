//! Values that stand for others, by marks in the schema of an argument that the model does not see.

use firsthand_agent::validator::repair::choice_meant;
use firsthand_registry::{clip, escape};
use serde_json::Value;

/// Marks an argument that is read as words: it is not compiled, so it may have any length, and a list of texts is one text.
pub(super) const WORDS: &str = "x-words";
/// Marks an argument that may be a list of paths; it is read as one text, with a path a line.
const PATHS: &str = "x-paths";
/// Marks further names of choices: an object of the choices by these names.
const ALSO: &str = "x-also";
/// Marks the line that a negative number stands for; for the first line, 0 does, too.
const BELOW: &str = "x-below";
/// Marks the choice that any other value stands for.
const ELSE: &str = "x-else";

/// The most characters of a value in a note.
const VALUE_CHARS: usize = 40;

/// Replaces a value by what it stands for; returns a note for the model if that may not be what was meant.
pub(super) fn read(value: &mut Value, property: &Value) -> Option<String> {
    let between = [(WORDS, " "), (PATHS, "\n")];
    let between = between.iter().find(|(mark, _)| property[*mark] == true);
    if let Some((texts, (_, between))) = texts(value).zip(between) {
        *value = Value::from(texts.join(between));
        return None;
    }
    if let Some((meant, given)) = property.get(BELOW).zip(value.as_i64()) {
        let is_first = *meant == 1;
        let note =
            format!("{given} was read as the {} line", if is_first { "first" } else { "last" });
        let is_meant = given < 0 || (is_first && given == 0);
        return is_meant.then(|| {
            *value = meant.clone();
            note
        });
    }
    let choices = property["enum"].as_array()?;
    let also = value.as_str().and_then(|name| property[ALSO].get(name)).cloned();
    let names = choices.iter().filter_map(Value::as_str);
    let in_text = || Some(Value::from(choice_meant(names, value.as_str()?)?.0));
    let meant = also.or_else(in_text).or_else(|| property.get(ELSE).cloned());
    let meant = meant.filter(|_| !choices.contains(value))?;
    let given = value.to_string();
    let shown = clip(&escape(&given), VALUE_CHARS).into_owned();
    let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
    let choices = choices.join(", ");
    *value = meant;
    Some(format!("{shown} was read as {value}; there are {choices}"))
}

/// The texts of a list, also one that is written as text; `None` for an empty list.
fn texts(value: &Value) -> Option<Vec<String>> {
    let texts: Vec<String> = match value {
        Value::String(text) => serde_json::from_str(text).ok()?,
        Value::Array(_) => serde_json::from_value(value.clone()).ok()?,
        _ => return None,
    };
    (!texts.is_empty()).then_some(texts)
}
