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
mod tests {
    use serde_json::{Value, json};

    use super::{Repair, RepairKind};
    use crate::Selection;

    #[test]
    fn what_cannot_be_read_has_its_most_cautious_value() {
        let check = |field: &str, given: Value, expect: &str| {
            let mut arguments = json!({
                "primaryCandidateIds": ["c1"], "recommendedPrimaryAction": "answer_from_report",
                "confidence": "medium",
            });
            arguments[field] = given.clone();
            let (arguments, repairs) = Selection::repair_arguments(&arguments).unwrap();
            let notes = repairs.iter().filter(|repair| repair.is_guess());
            let notes: String = notes.map(|note| format!(" {note}")).collect();
            let value = arguments[field].as_str().unwrap_or_default();
            assert_eq!(format!("{value}{notes}"), expect, "{given}");
        };
        check("confidence", json!("medium"), "medium");
        check("confidence", json!("HIGH"), "high");
        let begun = "high `confidence`: taken as high: the only choice that begins so";
        check("confidence", json!("hig"), begun);
        let low = "low `confidence`: taken as low: what is given is none of high, medium and low";
        check("confidence", json!(null), "low `confidence`: taken as low: it is missing");
        for odd in [
            json!([7]),
            json!("sure"),
            json!("hi"),
            json!(""),
            json!(1),
            json!(9),
            json!(1.5),
            json!(-0.1),
            json!("NaN"),
            json!("0.9 or less"),
            json!("900%"),
        ] {
            check("confidence", odd, low);
        }
        for (level, fractions) in [
            ("low", [json!(0.3), json!("0.2"), json!("10%")]),
            ("medium", [json!(0.4), json!(" 0.66 "), json!("50 %")]),
            ("high", [json!(0.9), json!("1.0"), json!("95%")]),
        ] {
            let note =
                format!("{level} `confidence`: taken as {level}: a fraction, read by thirds");
            for fraction in fractions {
                check("confidence", fraction, &note);
            }
        }
        let action = "recommendedPrimaryAction";
        check(action, json!("answer_from_report"), "answer_from_report");
        let begun = format!(
            "answer_from_report `{action}`: taken as answer_from_report: the only choice that begins so"
        );
        check(action, json!("answer"), &begun);
        let reads = format!(
            "read_targets `{action}`: taken as read_targets: what is given is none of answer_from_report, read_targets, targeted_gap_search and skip_explore_result"
        );
        let missing = format!("read_targets `{action}`: taken as read_targets: it is missing");
        check(action, json!(null), &missing);
        for odd in [json!("later"), json!(7), json!(["answer", "skip"])] {
            check(action, odd, &reads);
        }
    }

    #[test]
    fn a_skip_with_places_is_read_as_a_report() {
        let check = |fields: Value, expect: &str| {
            let mut arguments = json!({"recommendedPrimaryAction": "skip", "confidence": "high"});
            let given = arguments.as_object_mut().unwrap();
            given.extend(fields.as_object().unwrap().clone());
            let (selection, repairs) = Selection::from_arguments(&arguments).unwrap();
            let (action, confidence) = (selection.recommended_primary_action, selection.confidence);
            let told = repairs.iter().filter(|repair| repair.is_most_cautious()).count();
            assert_eq!(format!("{action} {confidence}, {told} told"), expect, "{fields}");
        };
        let link = json!({"candidateId": "c2", "role": "", "fact": "It runs.", "quote": "run()"});
        let read = json!({"candidateId": "c2", "purpose": "", "required": false});
        let report = "read_targets low, 2 told";
        check(json!({"flow": [link]}), report);
        check(json!({"primaryCandidateIds": ["c1"]}), report);
        check(json!({"primaryCandidateIds": "[c1]"}), report);
        check(json!({"readTargets": [read]}), report);
        check(json!({"flow": [link], "confidence": "low"}), "read_targets low, 1 told");
        // No place is named.
        let skip = "skip_explore_result high, 0 told";
        check(json!({}), skip);
        check(json!({"flow": [], "primaryCandidateIds": [], "readTargets": []}), skip);
        check(json!({"primaryCandidateIds": ["none"]}), skip);
        check(json!({"missingCoverage": ["no pairing [a1]"]}), skip);
    }

    #[test]
    fn what_is_no_item_of_a_list_costs_no_report() {
        let check = |field: &str, given: Value, expect: &str| {
            let mut arguments = json!({
                "flow": [{"candidateId": "c1", "role": "", "fact": "Runs.", "quote": "run()"}],
                "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
            });
            arguments[field] = given.clone();
            let (selection, repairs) = Selection::from_arguments(&arguments).unwrap();
            let told = repairs.iter().filter(|repair| repair.is_most_cautious()).count();
            let reads = selection.read_targets.iter().map(|read| {
                format!("{}:{}", read.candidate_id, read.lines.as_deref().unwrap_or("all"))
            });
            let mut items: Vec<String> = reads.collect();
            items.extend(selection.primary_candidate_ids.iter().cloned());
            items.extend(selection.asked_names().map(str::to_owned));
            items.extend(selection.search_targets.iter().cloned());
            assert_eq!(format!("{}, {told} told", items.join(" ")), expect, "{given}");
        };
        for (given, expect) in [
            (json!("the store of the state"), ", 1 told"),
            (json!("c10, above all"), "c10:all, 0 told"),
            (json!("c10 and [c11:3-9]: the store."), "c10:all c11:3-9, 0 told"),
            (
                json!(["c10 (the store)", "all of it", {"candidateId": "c2"}]),
                "c10:all c2:all, 1 told",
            ),
            (json!([{"purpose": "the store"}, 7]), ", 1 told"),
        ] {
            check("readTargets", given, expect);
        }
        check("primaryCandidateIds", json!("c1 and src/a.rs"), "c1, 0 told");
        check("primaryCandidateIds", json!(["c1", {"id": 7}]), "c1, 1 told");
        check("names", json!("publish_state, debounce"), "publish_state debounce, 0 told");
        check(
            "names",
            json!(["publish_state, debounce", "run(a, b)"]),
            "publish_state debounce run, 0 told",
        );
        check("names", json!([{"a": 1}, "run"]), "run, 1 told");
        check("searchTargets", json!({"term": ["x"]}), ", 1 told");
    }

    /// Nothing is reported for a call that holds nothing.
    #[test]
    fn a_report_without_places_needs_its_action() {
        let read = |arguments: Value| Selection::from_arguments(&arguments);
        for nothing in [json!({}), json!({"confidence": "high"}), json!({"flow": []})] {
            let why = read(nothing).unwrap_err();
            assert!(why.contains("`recommendedPrimaryAction` is missing"), "{why}");
        }
        assert!(read(json!({"recommendedPrimaryAction": "skip"})).is_ok());
    }

    #[test]
    fn a_role_that_is_no_text_is_blank() {
        let link = json!({"candidateId": "c1", "fact": "Runs.", "quote": "run()"});
        let mut odd = link.clone();
        odd["role"] = json!(["a", "b"]);
        let arguments = json!({
            "flow": [link, odd], "recommendedPrimaryAction": "read_targets", "confidence": "low",
        });
        let (selection, repairs) = Selection::from_arguments(&arguments).unwrap();
        assert!(selection.flow.iter().all(|link| link.role.is_empty()));
        assert_eq!(repairs, [Repair::new("flow[].role", RepairKind::LeftBlank)]);
    }
}
