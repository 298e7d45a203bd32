//! Tests of the reading of what is no value of its field.

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
        let note = format!("{level} `confidence`: taken as {level}: a fraction, read by thirds");
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
        (json!(["c10 (the store)", "all of it", {"candidateId": "c2"}]), "c10:all c2:all, 1 told"),
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
