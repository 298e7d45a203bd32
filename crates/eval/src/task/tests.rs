//! Tests of parsing tasks.

use super::*;

const GOOD: &str = r#"{"id":"t1","repo":"o/n","base":"0123abc","query":"q","intent":"feature","gold":[{"path":"a/b.rs","ranges":[[1,2]],"x":1}],"meta":{"insert_only":true,"y":2},"z":3}"#;

#[test]
fn unknown_fields_are_ignored() {
    let tasks = read_tasks(&format!("\n{GOOD}\n \n")).unwrap();
    assert_eq!(tasks.len(), 1);
    assert_eq!(
        (tasks[0].purpose(), tasks[0].extension()),
        (Intent::Edit, "rs")
    );
    assert!(tasks[0].meta.insert_only);
}

#[test]
fn a_bad_line_is_reported_with_its_number() {
    let check = |bad: &str, expect: &str| {
        let error = read_tasks(&format!("{GOOD}\n\n{bad}"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&format!("line 3: {expect}")), "{error}");
    };
    check("{", "EOF while parsing an object (column 1)");
    check("[]", "invalid length 0");
    check(r#"{"id":"t2"}"#, "missing field `repo` (column 11)");
    check(GOOD, "its id `t1` is not the first of that name");
    check(&GOOD.replace("t1", " "), "its id is empty");
    check(&GOOD.replace("o/n", "n"), "its repo is not OWNER/NAME");
    check(&GOOD.replace("o/n", "../n/m"), "its repo is not OWNER/NAME");
    check(
        &GOOD.replace("0123abc", "--help-"),
        "its base is not a commit",
    );
    check(&GOOD.replace("\"q\"", "\" \""), "its query is empty");
    check(
        &GOOD.replace("t1", "t2").replace("[1,2]", "[2,1]"),
        "a range in a/b.rs",
    );
    check(
        &GOOD.replace("t1", "t2").replace("[1,2]", "[0,1]"),
        "a range in a/b.rs",
    );
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
        let text = GOOD
            .replace("\"y\":2", &format!("\"root\":{root}"))
            .replace("\"z\":3", r#""optional":[{"path":"a/b.rs"}]"#);
        let task = read_tasks(&text).unwrap().remove(0);
        assert_eq!([&task.gold[0].path, &task.optional[0].path], [path; 2]);
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
    let task = |intent: &str| {
        read_tasks(&GOOD.replace("feature", intent))
            .unwrap()
            .remove(0)
    };
    for (word, intent) in PURPOSES {
        assert_eq!(task(word).purpose(), *intent);
    }
    assert_eq!(task("explain").purpose(), Intent::Explain);
    assert_eq!(task("whatever").purpose(), Intent::Locate);
}

#[test]
fn a_set_can_be_named() {
    let check = |given: &str, name: &str, file: &str| {
        assert_eq!(
            parse_named_file(given),
            (name.to_owned(), PathBuf::from(file))
        );
    };
    check("a/b.jsonl", "b", "a/b.jsonl");
    check("Go, history=a/b.jsonl", "Go, history", "a/b.jsonl");
    check("=a", "=a", "=a");
}

/// The fields that the benchmark's rows have, with values of our own.
#[test]
fn rows_of_swe_explore_are_tasks() {
    let row = r#"{"instance_id":"owner__shop-12","repo_path":"/testbed","repo_dir":"repos/shop","ground_truth":{
        "read_core_files":["src/basket.py","setup.cfg"],
        "read_core_regions":[{"path":"src/basket.py","start":10,"end":19},{"path":"src/basket.py","start":30,"end":-1}],
        "read_optional_files_map":{"a/model":["src/store.py"]},
        "read_optional_regions_map":{"a/model":[{"path":"src/store.py","start":1,"end":9}],"b":[{"path":"src/store.py","start":20,"end":8}]},
        "modified_core_files":["src/basket.py"],"main_files":["src/basket.py"]},
        "read_step_info":{},"meta":{"num_trajectories":3},"dataset":"verified","repo":"owner/shop",
        "base_commit":"0123abcd","problem_statement":"the basket forgets"}"#;
    let tasks = read_tasks(&row.replace('\n', " ")).unwrap();
    let task = &tasks[0];
    assert_eq!(
        (
            task.id.as_str(),
            task.repo.as_str(),
            task.base.as_str(),
            task.query.as_str()
        ),
        (
            "owner__shop-12",
            "owner/shop",
            "0123abcd",
            "the basket forgets"
        )
    );
    assert_eq!(task.purpose(), Intent::Debug);
    let shown = |gold: &[Gold]| -> Vec<String> {
        gold.iter()
            .map(|gold| format!("{} {:?}", gold.path, gold.ranges))
            .collect()
    };
    assert_eq!(
        shown(&task.gold),
        ["setup.cfg []", "src/basket.py [[10, 19]]"]
    );
    assert_eq!(shown(&task.optional), ["src/store.py [[1, 9]]"]);
    let without = row
        .replace("\"base_commit\"", "\"base\"")
        .replace('\n', " ");
    let error = read_tasks(&without).unwrap_err();
    assert!(
        error.why.starts_with("missing field `base_commit`"),
        "{error}"
    );
}
