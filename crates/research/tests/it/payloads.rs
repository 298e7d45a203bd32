//! The wire types: golden files of every type, and properties.

use std::path::Path;

use firsthand_research::payload::{
    AssessmentOutput, ClassifierOutput, DecomposeArgs, ExecutionOutput, Intent, Payload, Prose,
    RetightenArgs, RouteAction, RouteDecision, Scope, SearchResult, SeedRef, SeedRefType,
    WalkSeedsArgs, decode, payload_schema,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const CATEGORIES: [&str; 6] = [
    "assessment_output",
    "classifier_output",
    "execution_output",
    "intent",
    "result",
    "route_decision",
];

fn golden(category: &str, name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(category)
        .join(format!("{name}.json"));
    serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap()
}

/// A payload decoded and encoded, with its validation error or an empty string; `None` if it does not decode.
type RoundTrip = fn(Value) -> Option<(Value, String)>;

/// What each category does with a payload, and its schema.
fn of_category(category: &str) -> (RoundTrip, Value) {
    fn of<P: Payload>() -> (RoundTrip, Value) {
        let round_trip = |payload| {
            let decoded: P = decode(payload).ok()?;
            let fault = decoded.validate().err();
            let fault = fault.map_or_else(String::new, |fault| fault.to_string());
            Some((serde_json::to_value(&decoded).unwrap(), fault))
        };
        (round_trip, payload_schema::<P>())
    }
    match category {
        AssessmentOutput::CATEGORY => of::<AssessmentOutput>(),
        ClassifierOutput::CATEGORY => of::<ClassifierOutput>(),
        ExecutionOutput::CATEGORY => of::<ExecutionOutput>(),
        Intent::CATEGORY => of::<Intent>(),
        SearchResult::CATEGORY => of::<SearchResult>(),
        RouteDecision::CATEGORY => of::<RouteDecision>(),
        other => panic!("no type is of {other}"),
    }
}

fn round_trip(category: &str, payload: Value) -> (Value, String) {
    of_category(category).0(payload).unwrap()
}

#[test]
fn golden_files_round_trip() {
    for category in CATEGORIES {
        for name in ["minimal", "full"] {
            let payload = golden(category, name);
            let expected = (payload.clone(), String::new());
            assert_eq!(round_trip(category, payload), expected, "{category} {name}");
        }
    }
}

#[test]
fn unknown_fields_are_ignored() {
    for category in CATEGORIES {
        let expected = (golden(category, "full"), String::new());
        assert_eq!(round_trip(category, golden(category, "unknown")), expected, "{category}");
    }
}

/// An empty object decodes, encodes to the fields that are always written, and is not valid.
#[test]
fn partial_payloads_decode() {
    for category in CATEGORIES {
        let (written, fault) = round_trip(category, json!({}));
        assert_eq!(written, golden(category, "empty"), "{category}");
        assert_ne!(fault, "", "{category}");
    }
}

#[test]
fn invalid_payloads_decode_and_fail_validation() {
    for category in CATEGORIES {
        let cases = golden(category, "invalid");
        for case in cases.as_array().unwrap() {
            let (_, fault) = round_trip(category, case["payload"].clone());
            assert_eq!(json!(fault), case["fault"], "{category} {}", case["payload"]);
        }
    }
}

#[test]
fn malformed_payloads_do_not_decode() {
    for category in CATEGORIES {
        let (round_trip, _) = of_category(category);
        for payload in golden(category, "undecodable").as_array().unwrap() {
            assert_eq!(round_trip(payload.clone()), None, "{category} {payload}");
        }
    }
}

/// A zero value and a missing field are the same.
#[test]
fn zero_values_are_omitted() {
    let zeros = json!({"topic": "t", "hints": {}, "budget_tokens": 0, "max_iterations": 0});
    assert_eq!(round_trip("intent", zeros).0, json!({"topic": "t"}));
    let zeros = json!({"topic": "t", "sufficient": false, "confidence": 0.0, "degraded": false,
        "refined_queries": [], "rationale": "", "degraded_reason": "", "evidence_count": 0});
    let written = round_trip("assessment_output", zeros).0;
    assert_eq!(written, json!({"topic": "t", "sufficient": false}));
}

#[test]
fn a_cap_of_zero_resolves_to_the_default() {
    let check = |cap: i64, tokens: u32, iterations: u32| {
        let intent = Intent { budget_tokens: cap, max_iterations: cap, ..Intent::new("t") };
        let resolved = (intent.resolved_budget_tokens(), intent.resolved_max_iterations());
        assert_eq!(resolved, (tokens, iterations));
    };
    check(0, 4_000, 5);
    check(1, 1, 1);
    check(i64::MAX, u32::MAX, u32::MAX);
}

#[test]
fn every_type_has_a_schema_that_names_its_fields() {
    for category in CATEGORIES {
        let (_, schema) = of_category(category);
        assert_eq!(schema["title"], json!(format!("research.{category}.v1")));
        for field in golden(category, "full").as_object().unwrap().keys() {
            assert!(schema["properties"][field].is_object(), "{category} {field}");
        }
    }
}

/// A full golden file has every field of its type and of nested types.
#[test]
fn full_golden_files_have_every_field() {
    fn assert_covered(field_path: &str, schema: &Value, root_schema: &Value, values: &[&Value]) {
        let schema = match schema["$ref"].as_str() {
            Some(name) => &root_schema["$defs"][name.rsplit('/').next().unwrap()],
            None => schema,
        };
        let alternatives = schema["anyOf"].as_array().into_iter().flatten();
        for alternative in alternatives.filter(|schema| schema["type"] != "null") {
            assert_covered(field_path, alternative, root_schema, values);
        }
        if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
            let lists = values.iter().filter_map(|list| list.as_array());
            assert_covered(field_path, items, root_schema, &lists.flatten().collect::<Vec<_>>());
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let field_path = format!("{field_path}.{name}");
            let values = values.iter().filter_map(|object| object.get(name));
            let values: Vec<&Value> = values.collect();
            assert!(!values.is_empty(), "no golden has {field_path}");
            assert_covered(&field_path, field, root_schema, &values);
        }
    }
    for category in CATEGORIES {
        let (_, schema) = of_category(category);
        assert_covered(category, &schema, &schema, &[&golden(category, "full")]);
    }
}

#[test]
fn closed_enums_refuse_other_names() {
    for name in ["synthesize_directly", "retighten", "walk_seeds", "decompose"] {
        assert_eq!(name.parse::<RouteAction>().unwrap().name(), name);
    }
    for name in ["", "walk", "Decompose"] {
        assert!(name.parse::<RouteAction>().is_err());
    }
    for name in ["name", "partial_id", "candidate_index"] {
        assert_eq!(name.parse::<SeedRefType>().unwrap().name(), name);
    }
    for name in ["", "id"] {
        assert!(name.parse::<SeedRefType>().is_err());
    }
    for name in ["narrow", "medium", "broad"] {
        assert_eq!(name.parse::<Scope>().unwrap().name(), name);
    }
    assert!("wide".parse::<Scope>().is_err());
}

/// What each parser of arguments returns for a decision with this action and these arguments.
fn parsed(action: &str, args: &Value) -> [String; 3] {
    let decision = json!({"action": action, "args": args});
    let decision: RouteDecision = serde_json::from_value(decision).unwrap();
    fn to_text<T: serde::Serialize>(parsed: Result<T, String>) -> String {
        parsed.map_or_else(|why| why, |args| serde_json::to_string(&args).unwrap())
    }
    [
        to_text(decision.parse_retighten_args()),
        to_text(decision.parse_walk_seeds_args()),
        to_text(decision.parse_decompose_args()),
    ]
}

#[test]
fn arguments_are_checked_by_their_parsers() {
    let check = |action: &str, args: Value, expect: &str| {
        let actions = ["retighten", "walk_seeds", "decompose"];
        let index = actions.iter().position(|name| *name == action).unwrap();
        let outputs = parsed(action, &args);
        assert_eq!(outputs[index], expect, "{action}");
        for (other, output) in outputs.iter().enumerate().filter(|(other, _)| *other != index) {
            let is_refused = output.starts_with(&format!("the action is `{action}`"));
            assert!(is_refused, "{action} read as {other}: {output}");
        }
    };
    check("retighten", json!({"topic": "t", "more": 1}), r#"{"topic":"t"}"#);
    check("retighten", json!({}), "`topic` is blank");
    check("retighten", json!({"topic": "t", "hints": {"path": " "}}), "`hints.path` is blank");
    let seed = |reference: &str, ref_type: &str| json!({"seeds": [{"ref": reference, "ref_type": ref_type}]});
    check(
        "walk_seeds",
        seed("3", "candidate_index"),
        r#"{"seeds":[{"ref":"3","ref_type":"candidate_index"}]}"#,
    );
    check("walk_seeds", json!({}), "`seeds` is empty");
    check("walk_seeds", seed(" ", "name"), "`seeds[0].ref` is blank");
    check("walk_seeds", seed("x", "index"), "`seeds[0].ref_type` is no way to write a seed");
    check("decompose", json!({"axes": ["time"], "focus": "f"}), r#"{"axes":["time"],"focus":"f"}"#);
    check("decompose", json!({"focus": "f"}), "`axes` is empty");
    check("decompose", json!({"axes": ["a", ""], "focus": "f"}), "`axes[1]` is blank");
    check("decompose", json!({"axes": ["a"]}), "`focus` is blank");
    check(
        "decompose",
        json!({"axes": ["a"], "focus": "f", "scope": "wide"}),
        "`scope` is no scope",
    );
    let shape = parsed("decompose", &json!({"axes": "module"}));
    assert!(shape[2].starts_with("the arguments do not have their shape: "), "{shape:?}");
    assert_eq!(DecomposeArgs::default().resolved_scope(), Scope::Medium);
}

#[test]
fn contradictions_are_warnings_not_errors() {
    let check = |sufficient, queries: &[&str], evidence_count, expect: &[&str]| {
        let output = AssessmentOutput {
            topic: "t".to_owned(),
            sufficient,
            refined_queries: queries.iter().map(ToString::to_string).collect(),
            evidence_count,
            ..AssessmentOutput::default()
        };
        assert_eq!(Payload::validate(&output), Ok(()));
        assert_eq!(output.warnings(), expect);
    };
    check(true, &[], 2, &[]);
    check(false, &["q"], 0, &[]);
    check(true, &["q"], 2, &["sufficient, with refined queries"]);
    check(true, &[], 0, &["sufficient, with no evidence"]);
}

fn hints() -> impl Strategy<Value = std::collections::BTreeMap<String, String>> {
    proptest::collection::btree_map("[a-z]{1,4}", "[ -~]{0,6}", 0..3)
}

/// Any JSON value.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{1,12}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #[test]
    fn intents_round_trip(topic in ".{0,12}", hints in hints(), tokens in any::<i64>(), iterations in any::<i64>()) {
        let intent = Intent { topic, hints, budget_tokens: tokens, max_iterations: iterations };
        let written = serde_json::to_value(&intent).unwrap();
        prop_assert_eq!(serde_json::from_value::<Intent>(written).unwrap(), intent);
    }

    /// An encoded payload decodes to the same value.
    #[test]
    fn payloads_round_trip(category in proptest::sample::select(&CATEGORIES[..]), field in any_json(), index in 0_usize..9) {
        let mut payload = golden(category, "full");
        let object = payload.as_object_mut().unwrap();
        let key = object.keys().nth(index % object.len()).unwrap().clone();
        object.insert(key, field);
        let (round_trip, _) = of_category(category);
        if let Some((written, fault)) = round_trip(payload) {
            prop_assert_eq!(round_trip(written.clone()), Some((written, fault)));
        }
    }

    #[test]
    fn any_json_is_decoded_or_refused(category in proptest::sample::select(&CATEGORIES[..]), payload in any_json()) {
        let _ = of_category(category).0(payload);
    }

    #[test]
    fn arguments_round_trip(topic in "[a-z]{1,8}", hints in proptest::collection::btree_map("[a-z]{1,4}", "[a-z]{1,4}", 0..3)) {
        let args = RetightenArgs { topic: topic.clone(), hints };
        let decision = RouteDecision::new(RouteAction::Retighten, &args, Prose::default());
        prop_assert_eq!(decision.parse_retighten_args().unwrap(), args);
        let seeds = vec![SeedRef { reference: topic.clone(), ref_type: "name".to_owned() }];
        let args = WalkSeedsArgs { seeds };
        let decision = RouteDecision::new(RouteAction::WalkSeeds, &args, Prose::default());
        prop_assert_eq!(decision.parse_walk_seeds_args().unwrap(), args);
    }
}

/// The list of categories is that of the types.
#[test]
fn the_categories_are_complete() {
    let categories = [
        AssessmentOutput::CATEGORY,
        ClassifierOutput::CATEGORY,
        ExecutionOutput::CATEGORY,
        Intent::CATEGORY,
        SearchResult::CATEGORY,
        RouteDecision::CATEGORY,
    ];
    assert_eq!(categories, CATEGORIES);
}
