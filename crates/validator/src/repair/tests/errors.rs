//! What an error says of a field.

use super::*;

#[test]
fn schema_errors_name_the_field_and_what_it_expects() {
    let errors = [
        json!({}),
        json!({"id": "main.rs", "count": "many"}),
        json!({"id": "c7", "mode": "all"}),
        json!({"id": "c7", "links": [{"id": "c7"}, {"at": 1}]}),
        json!({"id": "c7", "odd": 1}),
        json!([]),
    ];
    let errors = errors.iter().filter_map(|given| schema_errors(&schema(), given));
    insta::assert_snapshot!(errors.collect::<Vec<_>>().join("\n"), @r#"
    `id` is missing: an id such as c7
    `count` must be a whole number, not "many"
    `mode` must be one of "read_all", "read-one", "Skip", not "all"
    `links[1].id` is missing: an id such as c7
    there is no field `odd`; there are count, id, ids, links, maybe, mode, open, part, word, words, yes
    `the arguments` must be an object with id, not []
    "#);
    assert_eq!(schema_errors(&schema(), &json!({"id": "c7", "maybe": null, "count": 3})), None);
}

#[test]
fn an_error_says_what_a_field_expects() {
    let check = |field: &str, given: Value, expect: &str| {
        let errors = schema_errors(&schema(), &json!({"id": "c7", field: given})).unwrap();
        assert!(errors.contains(expect), "{errors}");
    };
    check("word", json!(7), "must be a text, not 7");
    check("words", json!(7), "must be a list, not 7");
    check("ids", json!(7), "must be a list of ids such as c7, not 7");
    check("links", json!(7), "must be a list of objects with id, not 7");
    check("open", json!(7), "must be an object, not 7");
    check("part", json!("x"), "must be a number, not");
    check("yes", json!(7), "must be true or false, not 7");
    let modes = "must be one of \"read_all\", \"read-one\", \"Skip\", not 7";
    check("mode", json!(7), modes);
}
