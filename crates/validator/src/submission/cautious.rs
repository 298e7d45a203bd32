//! The most cautious values for the choices of a report that cannot be read.

use firsthand_registry::CandidateId;
use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::repair::{Repair, RepairKind, expects_id, is_id, object_of_id};
use crate::{Action, Confidence, ReadRequest};

/// Why a field has its most cautious choice.
const NO_ACTION: &str = "what is given is none of answer_from_report, read_targets, targeted_gap_search and \
                         skip_explore_result";
const NO_CONFIDENCE: &str = "what is given is none of high, medium and low";
const MISSING: &str = "it is missing";
const SKIP_WITH_PLACES: &str = "a skip has no places, and places were given";

/// Whether a value was replaced for this reason, so that it may be lower than it was meant.
pub(crate) fn is_most_cautious(why: &str) -> bool {
    [NO_ACTION, NO_CONFIDENCE, MISSING, SKIP_WITH_PLACES].contains(&why)
}

/// Replaces what cannot be read, and need not be, by the most cautious value: the rest of the report is not lost, and its
/// own faults are found at once.
pub(super) fn read(fields: &mut Map<String, Value>) -> Vec<Repair> {
    let mut repairs = read_lists(fields);
    let list = |name: &str| fields.get(name).and_then(Value::as_array);
    let mut lists = ["flow", "primaryCandidateIds", "readTargets"].into_iter();
    let has_place = lists.any(|name| list(name).is_some_and(|items| !items.is_empty()));
    let (action, confidence) = ("recommendedPrimaryAction", "confidence");
    if has_place && !is_readable::<Action>(fields, action) {
        let least = Action::ReadTargets.name();
        let why = why_unreadable(fields, action, NO_ACTION);
        repairs.push(take_as(fields, action, (least, why)));
    } else if is_skip(fields, action) && gives_places(fields) {
        // As a skip all of them would be lost; how sure it is of them, it does not say.
        let least = [(action, Action::ReadTargets.name()), (confidence, Confidence::Low.name())];
        for (field, least) in least {
            if fields.get(field).and_then(Value::as_str) != Some(least) {
                repairs.push(take_as(fields, field, (least, SKIP_WITH_PLACES)));
            }
        }
    }
    if !is_readable::<Confidence>(fields, confidence) {
        let by_thirds = fields.get(confidence).and_then(by_thirds);
        let why = why_unreadable(fields, confidence, NO_CONFIDENCE);
        let least = (Confidence::Low.name(), why);
        repairs.push(take_as(fields, confidence, by_thirds.unwrap_or(least)));
    }
    let flow = fields.get_mut("flow").and_then(Value::as_array_mut);
    let links = flow.into_iter().flatten();
    for link in links.filter_map(Value::as_object_mut) {
        if !link.get("role").is_some_and(Value::is_string) {
            link.insert("role".to_owned(), json!(""));
            repairs.push(Repair::new("flow[].role", RepairKind::LeftBlank));
        }
    }
    repairs.dedup();
    repairs
}

/// The lists without which there is a report, and whose items are ids, objects with an id, or texts.
const LISTS: [&str; 4] = ["primaryCandidateIds", "readTargets", "searchTargets", "names"];

/// Reads these lists: of what is no item of them the ids in it are taken, or else it is left out.
fn read_lists(fields: &mut Map<String, Value>) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for name in LISTS {
        let Some(value) = fields.get_mut(name) else {
            continue;
        };
        let is_readable = |item: &Value| match name {
            "readTargets" => ReadRequest::deserialize(item).is_ok(),
            _ => item.is_string(),
        };
        if value.as_array().is_some_and(|items| items.iter().all(is_readable)) {
            continue;
        }
        let item_schema = &super::SCHEMA["properties"][name]["items"];
        let given = match value.take() {
            Value::Array(items) => items,
            other => vec![other],
        };
        let mut items = Vec::new();
        for item in given {
            let ids = item.as_str().map(|text| items_of_ids(item_schema, text));
            let kind = match ids.filter(|ids| !ids.is_empty()) {
                Some(ids) => {
                    items.extend(ids);
                    RepairKind::BareId
                }
                None if is_readable(&item) => {
                    items.push(item);
                    continue;
                }
                None => RepairKind::NoItem,
            };
            repairs.push(Repair::new(&format!("{name}[]"), kind));
        }
        *value = Value::Array(items);
    }
    repairs
}

/// An item for each id in a text.
fn items_of_ids(item_schema: &Value, text: &str) -> Vec<Value> {
    let parts = text.split(|c: char| c.is_whitespace() || ",;()[]`\"'".contains(c));
    let parts = parts.map(|part| part.trim_matches(['.', ':', '#', '-']));
    let ids = parts.filter(|part| part.split(':').next().is_some_and(is_id));
    let item = |id: &str| {
        let bare = expects_id(item_schema).then(|| Value::from(id));
        bare.or_else(|| object_of_id(item_schema, id))
    };
    ids.filter_map(item).collect()
}

/// Whether the field is a skip.
fn is_skip(fields: &Map<String, Value>, field: &str) -> bool {
    let value = fields.get(field).unwrap_or(&Value::Null);
    Action::deserialize(value).is_ok_and(|action| action == Action::SkipExploreResult)
}

/// Whether some list names the id of a place.
fn gives_places(fields: &Map<String, Value>) -> bool {
    let lists = ["flow", "primaryCandidateIds", "readTargets"].into_iter();
    let items = lists.filter_map(|name| fields.get(name)?.as_array()).flatten();
    let mut ids = items.filter_map(|item| item.get("candidateId").unwrap_or(item).as_str());
    ids.any(|id| id.parse::<CandidateId>().is_ok())
}

/// Whether the field has one of the choices.
fn is_readable<T: DeserializeOwned>(fields: &Map<String, Value>, field: &str) -> bool {
    let value = fields.get(field).unwrap_or(&Value::Null);
    T::deserialize(value).is_ok()
}

/// Why the field has none of the choices: it is missing, or else for this reason.
fn why_unreadable(
    fields: &Map<String, Value>,
    field: &str,
    none_of_them: &'static str,
) -> &'static str {
    if fields.get(field).is_none_or(Value::is_null) { MISSING } else { none_of_them }
}

/// Gives the field a choice, for a reason.
fn take_as(
    fields: &mut Map<String, Value>,
    field: &str,
    (choice, why): (&'static str, &'static str),
) -> Repair {
    fields.insert(field.to_owned(), json!(choice));
    Repair::new(field, RepairKind::TakenAs(choice.to_owned(), why))
}

/// The confidence that a fraction of one, or percents, state: by thirds. Of other numbers the scale is not known.
fn by_thirds(value: &Value) -> Option<(&'static str, &'static str)> {
    let text = value.as_str().unwrap_or_default().trim();
    let percents = text.strip_suffix('%').and_then(|text| text.trim().parse::<f64>().ok());
    let written = text.parse().ok().filter(|_| text.contains('.'));
    let number = value.as_f64().filter(|_| value.is_f64());
    let fraction = number.or(written).or(percents.map(|number| number / 100.0))?;
    let choice = match fraction * 3.0 {
        0.0..1.0 => Confidence::Low,
        1.0..2.0 => Confidence::Medium,
        2.0..=3.0 => Confidence::High,
        _ => return None,
    };
    Some((choice.name(), "a fraction, read by thirds"))
}

#[cfg(test)]
mod tests;
