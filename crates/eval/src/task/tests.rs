//! Tests of parsing tasks.

use super::*;

const GOOD: &str = r#"{"id":"t1","repo":"o/n","base":"0123abc","query":"q","intent":"feature","gold":[{"path":"a/b.rs","ranges":[[1,2]],"x":1}],"meta":{"insert_only":true,"y":2},"z":3}"#;

#[test]
fn unknown_fields_are_ignored() {
    let tasks = read_tasks(&format!("\n{GOOD}\n \n")).unwrap();
    assert_eq!(tasks.len(), 1);
    assert_eq!(tasks[0].purpose(), Intent::Edit);
    assert_eq!(tasks[0].language(), "rs");
    assert!(tasks[0].meta.insert_only);
}

#[test]
fn a_bad_line_is_reported_with_its_number() {
    let check = |bad: &str, expect: &str| {
        let error = read_tasks(&format!("{GOOD}\n\n{bad}")).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line 3: {expect}")), "{error}");
    };
    check("{", "EOF while parsing an object (column 1)");
    check("[]", "invalid length 0");
    check(r#"{"id":"t2"}"#, "missing field `repo` (column 11)");
    check(GOOD, "its id `t1` is not the first of that name");
    check(&GOOD.replace("t1", " "), "its id is empty");
    check(&GOOD.replace("o/n", "n"), "its repo is not OWNER/NAME");
    check(&GOOD.replace("o/n", "../n/m"), "its repo is not OWNER/NAME");
    check(&GOOD.replace("0123abc", "--help-"), "its base is not a commit");
    check(&GOOD.replace("\"q\"", "\" \""), "its query is empty");
    check(&GOOD.replace("t1", "t2").replace("[1,2]", "[2,1]"), "a range in a/b.rs");
    check(&GOOD.replace("t1", "t2").replace("[1,2]", "[0,1]"), "a range in a/b.rs");
}

#[test]
fn gold_and_absence_exclude_each_other() {
    let check = |from: &str, to: &str, expect: Option<&str>| {
        let read = read_tasks(&GOOD.replace(from, to)).map_err(|error| error.why);
        assert_eq!(read.err().as_deref(), expect, "{to}");
    };
    let gold = r#""gold":[{"path":"a/b.rs","ranges":[[1,2]],"x":1}]"#;
    let neither = Some("it has neither gold nor `absent`, or both");
    check(gold, r#""absent":true"#, None);
    check(gold, r#""gold":[],"absent":true"#, None);
    check(gold, r#""gold":[]"#, neither);
    check("\"z\":3", "\"absent\":true", neither);
}

#[test]
fn paths_are_relative_to_the_root() {
    let check = |root: &str, path: &str| {
        let text = GOOD.replace("\"y\":2", &format!("\"root\":{root}"));
        assert_eq!(read_tasks(&text).unwrap()[0].gold[0].path, path);
    };
    check("null", "a/b.rs");
    check("\"\"", "a/b.rs");
    check("\"a\"", "b.rs");
    check("\"a/\"", "b.rs");
    check("\"b\"", "a/b.rs");
    let outside = GOOD.replace("\"y\":2", "\"root\":\"../a\"");
    let error = read_tasks(&outside).unwrap_err().why;
    assert_eq!(error, "its root is no folder below the tree");
}

#[test]
fn purposes_are_words_of_the_table_or_names_of_intents() {
    let task = |intent: &str| read_tasks(&GOOD.replace("feature", intent)).unwrap().remove(0);
    for (word, intent) in PURPOSES {
        assert_eq!(task(word).purpose(), *intent);
    }
    assert_eq!(task("explain").purpose(), Intent::Explain);
    assert_eq!(task("whatever").purpose(), Intent::Locate);
}

#[test]
fn a_set_can_be_named() {
    let check = |given: &str, name: &str, file: &str| {
        assert_eq!(parse_named_file(given), (name.to_owned(), PathBuf::from(file)));
    };
    check("a/b.jsonl", "b", "a/b.jsonl");
    check("Go, history=a/b.jsonl", "Go, history", "a/b.jsonl");
    check("=a", "=a", "=a");
}
