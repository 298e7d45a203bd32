//! Repairs of many shapes of arguments.

mod errors;
mod laws;

use serde_json::{Value, json};

use super::{Repair, repair, schema_errors};

/// A schema with a field of every type.
pub(super) fn schema() -> Value {
    json!({
        "type": "object", "additionalProperties": false, "required": ["id"],
        "properties": {
            "id": {"type": "string", "pattern": "^c[1-9][0-9]*$"},
            "ids": {"type": "array", "items": {"type": "string", "pattern": "^c[1-9][0-9]*$"}},
            "word": {"type": "string"}, "words": {"type": "array", "items": {"type": "string"}},
            "count": {"type": "integer"}, "part": {"type": "number"},
            "yes": {"type": "boolean"}, "maybe": {"type": ["string", "null"]},
            "mode": {"type": "string", "enum": ["read_all", "read-one", "Skip"]},
            "links": {"type": "array", "items": {
                "type": "object", "additionalProperties": false,
                "properties": {"id": {"type": "string", "pattern": "^c[1-9][0-9]*$"},
                               "at": {"type": "integer"}},
                "required": ["id"]
            }}, "open": {"type": "object"}
        }
    })
}

/// Checks the repaired field and the number of repairs.
fn check(field: &str, given: &Value, expect: &Value, repairs: usize) {
    let (repaired, notes) = repair(&schema(), json!({ field: given }));
    assert_eq!(repaired, json!({ field: expect }), "{notes:?}");
    assert_eq!(notes.len(), repairs, "{given}: {notes:?}");
}

#[test]
fn unambiguous_values_are_repaired() {
    for around in ["[c7]", "`c7`", " c7 ", "\"c7\"", "[`c7`]\n", "(c7)", "'c7'"] {
        check("id", &json!(around), &json!("c7"), 1);
        check("ids", &json!([around, "c8"]), &json!(["c7", "c8"]), 1);
        check("ids", &json!(around), &json!(["c7"]), 2);
    }
    check("ids", &json!("[\"c7\", \"[c8]\"]"), &json!(["c7", "c8"]), 2);
    for listed in ["c1, c2", "c1,c2", "[c1] [c2]", "[c1, c2]", "`c1`; `c2`", "c1\nc2\n"] {
        check("ids", &json!(listed), &json!(["c1", "c2"]), 1);
    }
    check("words", &json!("one"), &json!(["one"]), 1);
    for listed in ["one, two", "one;two", "one\ntwo"] {
        check("words", &json!(listed), &json!(["one", "two"]), 1);
    }
    // A text may hold a comma.
    for text in ["one, two words", "f(a,b)", "[a-z]{1,3}", "\"a\",\"b\"", "one,"] {
        check("words", &json!(text), &json!([text]), 1);
    }
    check("words", &json!(" [\"one\"] "), &json!(["one"]), 1);
    check("count", &json!("12"), &json!(12), 1);
    check("count", &json!(" -3\n"), &json!(-3), 1);
    check("part", &json!("0.5"), &json!(0.5), 1);
    check("yes", &json!("True"), &json!(true), 1);
    check("yes", &json!(" false"), &json!(false), 1);
    check("yes", &json!("Yes"), &json!(true), 1);
    check("yes", &json!("no"), &json!(false), 1);
    // The only id, under an unknown name.
    check("links", &json!([{"ref": "[c7]", "at": 3}]), &json!([{"id": "c7", "at": 3}]), 2);
    for mode in ["READ_ALL", " read all ", "Read-All", "read_all\t"] {
        check("mode", &json!(mode), &json!("read_all"), 1);
    }
    check("mode", &json!("read_one"), &json!("read-one"), 1);
    for begun in ["read_a", "Read A", " ski"] {
        let expect = if begun.contains('k') { "Skip" } else { "read_all" };
        check("mode", &json!(begun), &json!(expect), 1);
    }
    check("links", &json!({"id": "c7", "at": "3"}), &json!([{"id": "c7", "at": 3}]), 2);
    check("links", &json!("[{\"id\": \"[c7]\"}]"), &json!([{"id": "c7"}]), 2);
    check("links", &json!("{\"id\": \"c7\"}"), &json!([{"id": "c7"}]), 2);
    check("links", &json!([{"id": "c7", "at": null}]), &json!([{"id": "c7"}]), 1);
    check("open", &json!("{\"a\": 1}"), &json!({"a": 1}), 1);
    check("word", &json!(3), &json!("3"), 1);
    // This is no id; the caller rejects it.
    check("id", &json!(7), &json!("7"), 1);
    check("id", &json!("C7."), &json!("c7"), 1);
    check("id", &json!("[c7] main (function) 1-9"), &json!("c7"), 1);
}

/// It is no id that was shown; what else the link says may tell which place is meant.
#[test]
fn a_path_stands_for_a_missing_id() {
    for name in ["path", "file", "filePath"] {
        check(
            "links",
            &json!([{name: "src/main.rs", "id": null, "at": 3, "more": 1}]),
            &json!([{"id": "src/main.rs", "at": 3}]),
            2,
        );
    }
}

/// `{"report": {…}}`: arguments one level too deep, with no other field.
#[test]
fn wrapped_arguments_are_unwrapped() {
    let read = |given: Value| repair(&schema(), given);
    for inner in [json!({"id": "c7", "count": 3}), json!("{\"id\": \"c7\", \"count\": \"3\"}")] {
        let (value, notes) = read(json!({ "report": inner }));
        assert_eq!(value, json!({"id": "c7", "count": 3}));
        assert_eq!(notes[0].to_string(), "`arguments`: stood in a field of their own");
    }
    // A `null` field beside it is removed first.
    let (value, _) = read(json!({"at": {"id": "c7"}, "ids": null}));
    assert_eq!(value, json!({"id": "c7"}));
    for (given, expect) in [
        (json!({"report": {"id": "c7"}, "mode": "Skip"}), json!({"mode": "Skip"})),
        (json!({"report": {"other": "c7"}}), json!({})),
        (json!({"open": {"id": "c7"}}), json!({"open": {"id": "c7"}})),
        (json!({"report": "c9 c7"}), json!({})),
    ] {
        assert_eq!(read(given).0, expect);
    }
}

#[test]
fn a_list_of_one_becomes_its_value() {
    check("word", &json!(["src/a.rs"]), &json!("src/a.rs"), 1);
    check("word", &json!([["src/a.rs"]]), &json!("src/a.rs"), 1);
    check("word", &json!([3]), &json!("3"), 2);
    check("words", &json!([["one"], "two"]), &json!(["one", "two"]), 1);
    check("maybe", &json!(["one"]), &json!("one"), 1);
    check("id", &json!(["c7"]), &json!("c7"), 1);
    check("id", &json!(["[c7]"]), &json!("c7"), 2);
    check("ids", &json!([["c7"]]), &json!(["c7"]), 1);
    check("count", &json!([12]), &json!(12), 1);
    check("yes", &json!(["True"]), &json!(true), 2);
    check("mode", &json!(["READ_ALL"]), &json!("read_all"), 2);
    // Prose that begins with a choice.
    check("mode", &json!("Read all, then answer"), &json!("read_all"), 1);
    check("mode", &json!("skip: nothing there"), &json!("Skip"), 1);
    check("open", &json!([{"a": [1]}]), &json!({"a": [1]}), 1);
    check("links", &json!([[{"id": "c7"}]]), &json!([{"id": "c7"}]), 1);
    check("links", &json!(["c7"]), &json!([{"id": "c7"}]), 1);
    check("links", &json!("[c7]"), &json!([{"id": "c7"}]), 2);
}

#[test]
fn ambiguous_values_are_unchanged() {
    let unchanged = [
        ("id", json!("src/main.rs")),
        ("id", json!("[src/main.rs]")),
        ("id", json!("7")),
        ("id", json!("c7, c8")),
        ("id", json!("[c7] and [c8]")),
        ("id", json!("c7 c8")),
        ("id", json!("c07")),
        ("id", json!(["c7", "c8"])),
        ("id", json!(["src/main.rs"])),
        ("id", json!(null)),
        ("ids", json!("c7, src/main.rs")),
        ("ids", json!("")),
        ("ids", json!({"0": "c7"})),
        ("words", json!("")),
        ("word", json!(" [c7] ")),
        ("word", json!([])),
        ("word", json!(["one", "two"])),
        ("word", json!([" "])),
        ("word", json!([{"word": "one"}])),
        ("word", json!(["[\"one\"]", "two"])),
        ("maybe", json!([null])),
        ("count", json!([1.5])),
        ("mode", json!(["read"])),
        ("count", json!("twelve")),
        ("count", json!("1.5")),
        ("count", json!("")),
        ("count", json!(1.5)),
        ("count", json!(true)),
        ("yes", json!("perhaps")),
        ("yes", json!(1)),
        ("mode", json!("read")),
        ("mode", json!("skipping it")),
        ("mode", json!("to skip")),
        ("mode", json!("")),
        ("mode", json!(null)),
        ("links", json!([["c7", "c8"]])),
        ("open", json!([])),
        ("maybe", json!(null)),
    ];
    for (field, given) in unchanged {
        let dropped = given.is_null() && field == "mode";
        let expect = if dropped { json!({}) } else { json!({ field: given }) };
        let (repaired, _) = repair(&schema(), json!({ field: given }));
        assert_eq!(repaired, expect);
    }
    // An unknown field that is not the only one for an id, or no id, is left out.
    for (given, expect) in [
        (json!([{"ref": "c7", "or": "c8"}]), json!([{}])),
        (json!([{"ref": "c7", "id": "c8"}]), json!([{"id": "c8"}])),
        (json!([{"ref": "src/main.rs"}]), json!([{}])),
        (json!([{"path": "a.rs", "file": "b.rs"}]), json!([{}])),
        (json!([{"path": "a.rs", "id": "c8"}]), json!([{"id": "c8"}])),
        (json!([{"path": ["a.rs", "b.rs"]}]), json!([{}])),
    ] {
        let (repaired, _) = repair(&schema(), json!({ "links": given }));
        assert_eq!(repaired, json!({ "links": expect }));
    }
    // Two options that read alike: neither.
    let alike = json!({"enum": ["a_b", "a-b"]});
    assert_eq!(repair(&alike, json!("A B")).0, json!("A B"));
}

#[test]
fn misspelt_field_names_are_repaired() {
    let read = |given: Value| repair(&schema(), given);
    let (value, notes) =
        read(json!({"ID": "c7", "wor-ds": ["a"], "Words": [], "extra": 1, "../x": 2}));
    assert_eq!(value, json!({"id": "c7"}));
    let notes: Vec<String> = notes.iter().map(Repair::to_string).collect();
    insta::assert_snapshot!(notes.join("\n"), @r#"
    `id`: its name spelled as the schema does
    `(another name)`: not a field of it, left out
    `Words`: not a field of it, left out
    `extra`: not a field of it, left out
    `(another name)`: not a field of it, left out
    "#);
    let (value, notes) = read(json!({"id": "c7", "ID": "c8"}));
    assert_eq!((value, notes.len()), (json!({"id": "c7"}), 1));
    // An open schema knows every name.
    let open = json!({"properties": {"word": {"type": "string"}}});
    let given = json!({"Word": "a"});
    assert_eq!(repair(&open, given.clone()), (given, Vec::new()));
}

#[test]
fn at_most_20_repairs_are_noted() {
    let links = vec![json!({"id": "[c7]", "x": 1}); 5_000];
    let (_, repairs) = repair(&schema(), json!({"id": "c1", "links": links}));
    assert_eq!(repairs.len(), 2, "{repairs:?}");
    let many: serde_json::Map<_, _> = (0..900).map(|n| (format!("x{n}"), json!(1))).collect();
    assert_eq!(repair(&schema(), Value::Object(many)).1.len(), 20);
}

#[test]
fn an_id_becomes_an_object_with_empty_required_fields() {
    let reads_with = |kind: &str| {
        let id = json!({"type": "string", "pattern": "^c[1-9][0-9]*$"});
        let object = json!({
            "type": "object", "additionalProperties": false, "required": ["id", "other"],
            "properties": {"id": id, "other": {"type": kind}}
        });
        let schema = json!({
            "type": "object", "properties": {"reads": {"type": "array", "items": object}}
        });
        repair(&schema, json!({"reads": ["c7"]})).0["reads"].clone()
    };
    assert_eq!(reads_with("boolean"), json!([{"id": "c7", "other": false}]));
    assert_eq!(reads_with("string"), json!([{"id": "c7", "other": ""}]));
    // No number is empty.
    assert_eq!(reads_with("integer"), json!(["c7"]));
}
